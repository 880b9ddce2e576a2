"""Training data for the opponents' books: games among opponents, with sampled positions, results and choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from sandtable import games, players
from sandtable.engine.chance import Chance
from sandtable.engine.game import Game, Options, S
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.lab import pool
from sandtable.players.evaluation import win_shares

RANDOM_ONE_IN: Final = 10
"""One choice in this many is made at random, so that games differ enough to learn from."""
SAMPLE_ONE_IN: Final = 4
"""One pass in this many is sampled: positions of neighbouring passes are almost the same."""

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class SampleJob:
    """A game to be played for its data."""

    game: str
    options: Options
    levels: tuple[str, ...]
    """Per seat, the level of its player."""
    seed: str


@dataclass(frozen=True)
class VerbChoice:
    """A decision reduced to verbs: the prompt, the verb chosen, and the verbs offered."""

    prompt: str
    chosen: str
    offered: tuple[tuple[str, int], ...]
    """The verbs on offer, each with its number of options."""


@dataclass(frozen=True)
class GameSample:
    """The data of one game."""

    positions: list[list[float]]
    """The features of the sampled positions: a row for each of the viewing seats, one position after the other."""
    won: tuple[float, ...]
    """By viewing seat: the part of the win that its side has."""
    decisions: Counter[VerbChoice]


@dataclass(frozen=True)
class TrainingData:
    """The data of many games."""

    positions: Array
    """Rows of features, one per position and viewing seat."""
    won: Array
    """Per row, the part of the win that the viewing seat's side has: 1 if it won alone, 0 if it lost."""
    games: Indices
    """Per row, the number of its game."""
    decisions: Counter[VerbChoice]
    views: int = 1
    """How many rows each position has."""


def viewing_seats(sides: tuple[int, ...]) -> tuple[int, ...]:
    """The seats with whose eyes positions are measured: the first of every side.

    Of two sides one is enough, because what is good for one is bad for the other.
    """
    count = max(sides) + 1
    return tuple(sides.index(side) for side in range(count)) if count > 2 else (0,)


def collect(job: SampleJob) -> GameSample:
    """Play a game and return its data."""
    return collect_from(games.load(job.game), job)


def collect_from(game: Game[S], job: SampleJob) -> GameSample:
    """Play a game that is already loaded and return its data."""
    match = start(game, job.options, Origin(job.seed), explain=False)
    seated = [players.make(level, f"{job.seed}/{seat}") for level, seat in zip(job.levels, match.seats, strict=True)]
    chance = Chance.from_seed(f"{job.seed}/whim")  # an old name; another one would change the games of a seed
    sides = game.sides(job.options)
    viewing = viewing_seats(sides)
    positions: list[list[float]] = []
    decisions: Counter[VerbChoice] = Counter()
    passes = 0
    while match.ask is not None:
        if match.passes > passes:
            passes = match.passes
            if chance.below("sample", SAMPLE_ONE_IN) == 0:
                positions += [game.measure(match.state, seat) for seat in viewing]
        seat = match.ask.seat
        if chance.below("random", RANDOM_ONE_IN) == 0:
            choice = match.choices[chance.below("choice", len(match.choices))]
        else:
            choice = seated[seat].choose(match, seat)
            decisions.update(_verb_choice(match.ask.prompt, match.choices, choice))
        match.choose(choice)
    assert match.outcome is not None
    shares = win_shares(match.outcome, sides)
    return GameSample(positions, tuple(shares[sides[seat]] for seat in viewing), decisions)


def _verb_choice(prompt: str, choices: list[Choice], choice: Choice) -> Iterable[VerbChoice]:
    """The decision in verbs; nothing if only one verb was on offer."""
    offered = Counter(str(option[0]) for option in choices)
    if len(offered) > 1:
        yield VerbChoice(prompt, str(choice[0]), tuple(sorted(offered.items())))


def collect_all(jobs: Sequence[SampleJob], processes: int, on_done: Callable[[], None]) -> TrainingData:
    """Play all games; `on_done` is called after each. The number of processes does not change the data."""
    samples: dict[str, GameSample] = {}
    with closing(pool.run(collect, jobs, processes)) as done:
        for job, sample in done:
            samples[job.seed] = sample
            on_done()
    return join(samples[job.seed] for job in jobs)


def join(samples: Iterable[GameSample]) -> TrainingData:
    """Put the data of many games together."""
    positions: list[list[float]] = []
    won: list[float] = []
    numbers: list[int] = []
    decisions: Counter[VerbChoice] = Counter()
    views = 1
    for number, sample in enumerate(samples):
        views = len(sample.won)
        positions += sample.positions
        won += sample.won * (len(sample.positions) // views)
        numbers += [number] * len(sample.positions)
        decisions += sample.decisions
    return TrainingData(np.array(positions), np.array(won), np.array(numbers, dtype=np.intp), decisions, views)
