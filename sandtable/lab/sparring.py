"""Sparring: the weights of a book, improved by bouts between books that differ a little from it in every weight.

Simultaneous perturbation (Spall 1992), as engines for chess are tuned: all weights are shifted at once, each up or down
by the toss of a coin; the shifted book meets the one that is shifted the other way, and every weight moves towards the
side that did better. What goes with winning is not always what brings it: here only what brings it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import tanh
from typing import Final

import numpy as np

from sandtable import games
from sandtable.engine.game import Game, Options, S
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.lab import pool
from sandtable.lab.harvest import Array
from sandtable.players.evaluation import Evaluator
from sandtable.players.search import SearchPlayer

SHIFT: Final = 0.04
"""By how much a shifted weight changes the log-odds for a usual change of its feature."""
STEP: Final = 0.04
"""How far weights move, in the same measure, for a bout that is clearly won."""
MEMORY: Final = 0.9
"""How much of the direction of earlier rounds is kept."""
STEADY: Final = 3
"""The book is the average over the last round in so many: what is left of the noise cancels out."""
LEAST_CHANGE: Final = 0.15
"""A feature that hardly ever changes is taken to change by this much."""
SAMPLE: Final = 4
"""Games from which it is seen how much features usually change."""
CLEAR: Final = 4.0
"""A lead at the end, in log-odds, that is three quarters of the clearest."""


@dataclass(frozen=True)
class Bout:
    """Two games from one seed, in which two books change sides; where there is one side, each plays it alone."""

    game: str
    options: Options
    first: Insight
    second: Insight
    judge: Insight
    """By which it is judged how clearly a game was won."""
    iterations: int
    seed: str


@dataclass(frozen=True)
class Result:
    """How a bout ended, as the first book sees it."""

    wins: int
    losses: int
    ahead: float
    """How much better it did, from -1 to 1: half for the wins, half for how clear they were."""


# ---------------------------------------------------------------------- a bout


def fight(bout: Bout) -> Result:
    """Play the two games of a bout."""
    return fight_in(games.load(bout.game), bout)


def fight_in(game: Game[S], bout: Bout) -> Result:
    """Play the two games of a bout in a game that is at hand."""
    sides = game.sides(bout.options)
    one = _played(game, bout, {0: bout.first, 1: bout.second})
    other = _played(game, bout, {0: bout.second, 1: bout.first})
    ahead = (_score(one, 0, bout.judge) - _score(other, 0, bout.judge)) / 2
    if 1 not in sides:
        return Result(_won(one, 0), _won(other, 0), ahead)
    rival = sides.index(1)
    return Result(_won(one, 0) + _won(other, rival), _won(one, rival) + _won(other, 0), ahead)


def _played(game: Game[S], bout: Bout, books: Mapping[int, Insight]) -> Match[S]:
    """A finished game of players with these books, by side."""
    match = start(game, bout.options, Origin(bout.seed), explain=False)
    sides = game.sides(bout.options)
    players = [
        SearchPlayer(f"{bout.seed}/{seat}", bout.iterations, book=books[sides[at]])
        for at, seat in enumerate(match.seats)
    ]
    while match.ask is not None:
        match.choose(players[match.ask.seat].choose(match, match.ask.seat))
    return match


def _won(match: Match[S], seat: int) -> int:
    assert match.outcome is not None
    return int(seat in match.outcome.winners)


def _score(match: Match[S], seat: int, book: Insight) -> float:
    """What a finished game was worth to a seat, from -1 to 1."""
    log_odds = Evaluator(match.game, match.options, book).log_odds(match.game, match.state, seat)
    return _won(match, seat) - 0.5 + tanh(log_odds / CLEAR) / 2


# ---------------------------------------------------------------------- many bouts


@dataclass(frozen=True)
class Camp:
    """Where books spar, and for how long."""

    game: str
    options: Options
    iterations: int
    rounds: int
    bouts: int
    """Bouts in a round."""
    seed: str
    processes: int


def spar(book: Insight, camp: Camp, told: Callable[[], None]) -> Insight:
    """A book with better weights; `told` is called after every bout."""
    game = games.load(camp.game)
    weights = np.array(list(book.weights.values()))
    free = np.array([name not in game.constant_features for name in book.weights])
    units = usual_changes(game, camp.options, book, camp)
    rng = np.random.default_rng(list(camp.seed.encode()))
    drift = np.zeros(len(weights))
    path: list[Array] = []
    for number in range(camp.rounds):
        tosses = rng.choice([-1.0, 1.0], (camp.bouts, len(weights))) * free
        jobs = [
            Bout(
                camp.game,
                camp.options,
                shifted(book, weights + SHIFT * units * toss),
                shifted(book, weights - SHIFT * units * toss),
                book,
                camp.iterations,
                f"{camp.seed}/{number}/{at}",
            )
            for at, toss in enumerate(tosses)
        ]
        ahead = np.array([result.ahead for result in all_fought(jobs, camp.processes, told)])
        drift = MEMORY * drift + (1.0 - MEMORY) * (ahead @ tosses) / camp.bouts
        weights = weights + STEP * units * drift / (1.0 - MEMORY ** (number + 1))
        path.append(weights)
    steady = path[-max(1, len(path) // STEADY) :]
    return shifted(book, np.mean(steady, axis=0))


def shifted(book: Insight, weights: Array) -> Insight:
    """A book with other weights."""
    return replace(book, weights=dict(zip(book.weights, weights.tolist(), strict=True)))


def all_fought(bouts: Sequence[Bout], processes: int, told: Callable[[], None]) -> list[Result]:
    """The results of bouts in their order, whatever the number of processes."""
    results: dict[str, Result] = {}
    with closing(pool.run(fight, bouts, processes)) as done:
        for bout, result in done:
            results[bout.seed] = result
            told()
    return [results[bout.seed] for bout in bouts]


def usual_changes(game: Game[S], options: Options, book: Insight, camp: Camp) -> Array:
    """For each feature, one by how much it usually changes in the course of an order."""
    changes: list[Array] = []
    for number in range(SAMPLE):
        match = start(game, options, Origin(f"{camp.seed}/sample {number}"), explain=False)
        player = SearchPlayer(f"{camp.seed}/{number}", camp.iterations, book=book)
        before, order = np.array(game.measure(match.state, 0)), match.passes
        while match.ask is not None:
            match.choose(player.choose(match, match.ask.seat))
            if match.passes > order:
                after, order = np.array(game.measure(match.state, 0)), match.passes
                changes.append(after - before)
                before = after
    spread = np.sqrt(np.mean(np.square(changes), axis=0))
    return np.asarray(1.0 / np.maximum(spread, LEAST_CHANGE))
