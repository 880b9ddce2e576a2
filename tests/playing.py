"""Playing any game at random in tests, the same way for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ParamSpec

import pytest

from sandtable.engine.game import Game, Stage
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.games import load, slugs
from tests.engine import toy

AnyGame = Game[Any]
AnyMatch = Match[Any]
P = ParamSpec("P")

GAMES: list[AnyGame] = [load(slug) for slug in slugs()]
WITH_TOY: list[AnyGame] = [*GAMES, toy.TOY]
"""Every registered game, and the little game with hidden hands that the engine's own tests use."""
MODES = [(game, mode) for game in WITH_TOY for mode in game.modes]
MODE_NAMES = [f"{game.slug}-{mode}" for game, mode in MODES]


def in_every_mode(test: Callable[P, None]) -> Callable[P, None]:
    """A test for every mode of every game; before a commit (`make check`) one mode of each is enough: the last one."""
    cases = [
        pytest.param(game, mode, id=name, marks=() if mode == list(game.modes)[-1] else pytest.mark.slow)
        for name, (game, mode) in zip(MODE_NAMES, MODES, strict=True)
    ]
    return pytest.mark.parametrize(("game", "mode"), cases)(test)


def grown(stage: Stage) -> list[AnyGame]:
    """The registered games that state to have reached a stage."""
    return [game for game in GAMES if stage in game.stages]


def every_game(stage: Stage | None = None) -> pytest.MarkDecorator:
    """A test for every registered game, or for those that have reached a stage."""
    games = GAMES if stage is None else grown(stage)
    return pytest.mark.parametrize("game", games, ids=[game.slug for game in games])


def begin(game: AnyGame, mode: str, seed: int, explain: bool = True) -> AnyMatch:
    return start(game, game.modes[mode], Origin(f"seed {seed}"), explain)


def play_on(match: AnyMatch, rng: random.Random, choices: int) -> int:
    """Make so many random choices, or fewer if the game ends; returns how many."""
    for done in range(choices):
        if match.ask is None:
            return done
        match.choose(rng.choice(match.choices))
    return choices
