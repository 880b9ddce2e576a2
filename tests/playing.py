"""Playing any game at random in tests, the same way for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ParamSpec

import pytest
from _pytest.mark import ParameterSet

from sandtable.engine.game import Game, Stage
from sandtable.engine.lesson.book import Book, load_book
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
MANY_MODES = 16
"""A game with more modes than this is played by the laws in some of them only."""


@cache
def book_of(game: AnyGame) -> Book:
    """The worked examples of a game, read once: nobody may change them."""
    return load_book(game)


def telling_modes(game: AnyGame) -> list[str]:
    """All modes of a game; of one with very many so few, from the last on, that every option has each of its values.

    Those that say least about the options come first.
    """
    modes = list(game.modes)
    if len(modes) <= MANY_MODES:
        return modes
    chosen: list[str] = []
    missing = {pair for mode in modes for pair in game.settle(game.modes[mode]).items()}

    def tells(mode: str) -> tuple[bool, int, int]:
        new = len(missing & game.settle(game.modes[mode]).items())
        return new > 0, -len(game.modes[mode]), new

    while missing:
        best = max(reversed(modes), key=tells)
        chosen.append(best)
        missing -= game.settle(game.modes[best]).items()
    return [mode for mode in modes if mode in chosen or mode == modes[-1]]


MODES = [(game, mode) for game in WITH_TOY for mode in telling_modes(game)]


def is_very_large(game: AnyGame) -> bool:
    """Whether so much can be played that every test of it counts; it is the game with very many modes."""
    return len(game.modes) > MANY_MODES


def cases(game: AnyGame) -> list[ParameterSet]:
    """The modes of a game to be tested; before a commit (`make check`) one of them is enough: the last one.

    Of a very large game that one is tested by `make test`, and the others by `make largest`.
    """
    *others, last = telling_modes(game)
    beyond, least = ([pytest.mark.largest], [pytest.mark.slow]) if is_very_large(game) else ([], [])
    slow = [pytest.param(game, mode, id=f"{game.slug}-{mode}", marks=[pytest.mark.slow, *beyond]) for mode in others]
    return [*slow, pytest.param(game, last, id=f"{game.slug}-{last}", marks=least)]


def whole(game: AnyGame) -> ParameterSet:
    """A game to be tested as a whole; a very large one in `make test` only."""
    return pytest.param(game, id=game.slug, marks=[pytest.mark.slow] if is_very_large(game) else [])


def first_quick(values: Sequence[object]) -> list[ParameterSet]:
    """The values of a parameter; before a commit (`make check`) the first of them is enough."""
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=[pytest.mark.slow] if at else []) for at, row in enumerate(rows)]


def in_every_mode(test: Callable[P, None]) -> Callable[P, None]:
    """A test for every mode of every game."""
    return pytest.mark.parametrize(("game", "mode"), [case for game in WITH_TOY for case in cases(game)])(test)


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
