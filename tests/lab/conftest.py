"""What the tests of the lab share: the terminal of the command line's tests, and quick matches."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sandtable import games
from sandtable.engine.game import Game
from sandtable.engine.state import State
from sandtable.lab.play import Played
from sandtable.lab.run import opened, play_missing
from sandtable.lab.spec import Spec, specify
from tests.cli.conftest import home, run

__all__ = ["home", "run"]

QUICK = "nights_of_fire"
QUICK_MODE = "konev_basic_1"
"""Random games of this take a few milliseconds each."""


def room(slug: str) -> Game[State]:
    return games.load(slug)


def spec_of(slug: str, mode: str, *levels: str, games: int = 6, seed: str = "test", swap: bool = False) -> Spec:
    """A match with these levels in the seats' order."""
    game = room(slug)
    return specify(game, game.settle(game.modes[mode]), levels, games, seed, "a command", mode, swap)


def quick(games: int = 6, seed: str = "test") -> Spec:
    """A match that is over in no time."""
    return spec_of(QUICK, QUICK_MODE, "random", games=games, seed=seed)


def play_all(folder: Path, spec: Spec, processes: int = 1) -> list[Played]:
    """Play what is missing of a match; gives what was played now, in the order in which it was finished."""
    with opened(folder, spec, {}) as results, closing(play_missing(results, processes)) as played:
        return [game for _, game in played]
