"""Sparring: improving the weights of a book by games between slightly changed copies of it.

This is simultaneous perturbation (SPSA, Spall 1992), with which chess engines are tuned too. In a bout all weights are
shifted at once, each up or down at random; the shifted book plays against the book shifted the opposite way, and every
weight moves towards the side that did better. Unlike regression, this finds what causes wins, not what merely goes
together with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import tanh
from typing import Final

import numpy as np
from msgspec import structs

from sandtable import games
from sandtable.engine.game import Game, Options, S
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.lab import pool
from sandtable.lab.samples import Array
from sandtable.players.evaluation import Evaluator, win_shares
from sandtable.players.search import SearchPlayer

SHIFT: Final = 0.04
"""How far weights are shifted in a bout: the change in log-odds for a usual change of the feature."""
STEP: Final = 0.04
"""How far weights move, in the same unit, after a bout that is clearly won."""
MOMENTUM: Final = 0.9
"""The share of the previous rounds' direction that is kept in each round."""
AVERAGED_PART: Final = 3
"""The new weights are averaged over the last rounds, one in this many of all, so that noise cancels out."""
MIN_CHANGE: Final = 0.15
"""The usual change of a feature is taken to be at least this."""
SAMPLE_GAMES: Final = 4
"""Games in which the usual change of the features is measured."""
CLEAR_LEAD: Final = 4.0
"""A final position with this lead, in log-odds, counts for three quarters of the clearest possible win."""


@dataclass(frozen=True)
class Bout:
    """Two games from one seed between two books, which change sides: in the second game each has what the other had.

    With only one side, each book plays it once; with more than two, a book has every other one.
    """

    game: str
    options: Options
    first: Insight
    second: Insight
    judge: Insight
    """The book that measures how clearly a game was won."""
    iterations: int
    seed: str
    turn: int = 0
    """With more than two sides: the first one that the first book has in the first game."""


@dataclass(frozen=True)
class BoutResult:
    """The result of a bout, for the first book. Each book had every side once, so that equals win as much."""

    wins: float
    losses: float
    ahead: float
    """How much better it did than the second, from -1 to 1: half for wins, half for how clear they were."""


# ---------------------------------------------------------------------- a bout


def play_bout(bout: Bout) -> BoutResult:
    """Play the two games of a bout."""
    return play_bout_of(games.load(bout.game), bout)


def play_bout_of(game: Game[S], bout: Bout) -> BoutResult:
    """Play the two games of a bout with a game that is already loaded."""
    sides = game.sides(bout.options)
    count = max(sides) + 1
    own = first_sides(count, bout.turn)
    one = _played(game, bout, [bout.first if side in own else bout.second for side in range(count)])
    other = _played(game, bout, [bout.second if side in own else bout.first for side in range(count)])
    wins = losses = ahead = 0.0
    for side in range(count):
        seat = sides.index(side)
        mine, theirs = (one, other) if side in own else (other, one)
        wins += _share(mine, seat)
        losses += _share(theirs, seat)
        ahead += (_score(mine, seat, bout.judge) - _score(theirs, seat, bout.judge)) / 2
    return BoutResult(wins, losses, ahead / count)


def first_sides(count: int, turn: int) -> set[int]:
    """The sides that the first book has in the first game of a bout: every other one, beginning with one of them."""
    return {(turn + step) % count for step in range(0, count, 2)}


def _played(game: Game[S], bout: Bout, books: Sequence[Insight]) -> Match[S]:
    """A finished match between players that use these books, by side."""
    match = start(game, bout.options, Origin(bout.seed), explain=False)
    sides = game.sides(bout.options)
    players = [
        SearchPlayer(f"{bout.seed}/{seat}", bout.iterations, book=books[sides[at]])
        for at, seat in enumerate(match.seats)
    ]
    while match.ask is not None:
        match.choose(players[match.ask.seat].choose(match, match.ask.seat))
    return match


def _share(match: Match[S], seat: int) -> float:
    """The part of the win that a seat's side has in a finished game."""
    assert match.outcome is not None
    sides = match.game.sides(match.options)
    return win_shares(match.outcome, sides)[sides[seat]]


def _score(match: Match[S], seat: int, book: Insight) -> float:
    """The result of a finished game for a seat, from -1 to 1; of two sides that win as much, 0."""
    log_odds = Evaluator(match.game, match.options, book).log_odds(match.game, match.state, seat)
    return _share(match, seat) - 0.5 + tanh(log_odds / CLEAR_LEAD) / 2


# ---------------------------------------------------------------------- many bouts


@dataclass(frozen=True)
class SparringSettings:
    """What is played for sparring, and how much of it."""

    game: str
    options: Options
    iterations: int
    rounds: int
    bouts: int
    """Bouts in a round."""
    seed: str
    processes: int


def spar(book: Insight, settings: SparringSettings, on_bout: Callable[[], None]) -> Insight:
    """Return the book with better weights; `on_bout` is called after every bout."""
    game = games.load(settings.game)
    weights = np.array(list(book.weights.values()))
    adjustable = np.array([name not in game.constant_features for name in book.weights])
    units = weight_units(game, settings.options, book, settings)
    rng = np.random.default_rng(list(settings.seed.encode()))
    sides = max(game.sides(settings.options)) + 1
    direction = np.zeros(len(weights))
    history: list[Array] = []
    for number in range(settings.rounds):
        signs = rng.choice([-1.0, 1.0], (settings.bouts, len(weights))) * adjustable
        jobs = [
            Bout(
                settings.game,
                settings.options,
                with_weights(book, weights + SHIFT * units * sign),
                with_weights(book, weights - SHIFT * units * sign),
                book,
                settings.iterations,
                f"{settings.seed}/{number}/{at}",
                turn_of(sides, at),
            )
            for at, sign in enumerate(signs)
        ]
        ahead = np.array([result.ahead for result in play_bouts(jobs, settings.processes, on_bout)])
        direction = MOMENTUM * direction + (1.0 - MOMENTUM) * (ahead @ signs) / settings.bouts
        weights = weights + STEP * units * direction / (1.0 - MOMENTUM ** (number + 1))
        history.append(weights)
    last = history[-max(1, len(history) // AVERAGED_PART) :]
    return with_weights(book, np.mean(last, axis=0))


def turn_of(sides: int, number: int) -> int:
    """The turn of a bout in a series. Of two sides each is had anyway; of more, every one begins in its turn."""
    return number % sides if sides > 2 else 0


def with_weights(book: Insight, weights: Array) -> Insight:
    """The same book with other weights."""
    return structs.replace(book, weights=dict(zip(book.weights, weights.tolist(), strict=True)))


def play_bouts(bouts: Sequence[Bout], processes: int, on_bout: Callable[[], None]) -> list[BoutResult]:
    """Play bouts and return their results in the same order, whatever the number of processes."""
    results: dict[str, BoutResult] = {}
    with closing(pool.run(play_bout, bouts, processes)) as done:
        for bout, result in done:
            results[bout.seed] = result
            on_bout()
    return [results[bout.seed] for bout in bouts]


def weight_units(game: Game[S], options: Options, book: Insight, settings: SparringSettings) -> Array:
    """For each feature, 1 divided by its usual (root mean square) change in one pass; 0 if it was never seen to change.

    Such a feature has no part in who wins, and its weight would only drift.
    """
    changes: list[Array] = []
    for number in range(SAMPLE_GAMES):
        match = start(game, options, Origin(f"{settings.seed}/sample {number}"), explain=False)
        player = SearchPlayer(f"{settings.seed}/{number}", settings.iterations, book=book)
        before, passes = np.array(game.measure(match.state, 0)), match.passes
        while match.ask is not None:
            match.choose(player.choose(match, match.ask.seat))
            if match.passes > passes:
                after, passes = np.array(game.measure(match.state, 0)), match.passes
                changes.append(after - before)
                before = after
    spread = np.sqrt(np.mean(np.square(changes), axis=0))
    return np.asarray((spread > 0.0) / np.maximum(spread, MIN_CHANGE))
