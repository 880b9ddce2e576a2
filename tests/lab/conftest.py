"""What the tests of the lab share: the terminal of the command line's tests, and quick matches."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sandtable import games
from sandtable.engine.game import Game
from sandtable.engine.state import State
from sandtable.lab.play import GameRecord
from sandtable.lab.run import open_results, play_missing
from sandtable.lab.spec import MatchSpec, specify
from tests.cli.conftest import home, run

__all__ = ["home", "run"]

QUICK = "nights_of_fire"
QUICK_MODE = "konev_basic_1"
"""Random games of this take a few milliseconds each."""


def load_game(slug: str) -> Game[State]:
    return games.load(slug)


def spec_of(slug: str, mode: str, *levels: str, games: int = 6, seed: str = "test", swap: bool = False) -> MatchSpec:
    """A match with these levels in the seats' order."""
    game = load_game(slug)
    return specify(game, game.settle(game.modes[mode]), levels, games, seed, "a command", mode, swap)


def quick(games: int = 6, seed: str = "test") -> MatchSpec:
    """A match that is over in no time."""
    return spec_of(QUICK, QUICK_MODE, "random", games=games, seed=seed)


def play_all(folder: Path, spec: MatchSpec, processes: int = 1) -> list[GameRecord]:
    """Play what is missing of a match; gives what was played now, in the order in which it was finished."""
    with open_results(folder, spec, {}) as results, closing(play_missing(results, processes)) as played:
        return [game for _, game in played]
