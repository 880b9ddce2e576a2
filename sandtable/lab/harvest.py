"""The harvest: games that opponents play among themselves, for what their positions led to and what was chosen."""

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

WHIMS: Final = 10
"""One choice in so many is made at random: games that all go alike teach nothing about the other ways."""
APART: Final = 4
"""One order in so many is measured: neighbours tell almost the same."""
POINT_OF_VIEW: Final = 0
"""The seat that measures. What is good for one side is bad for the other, so that one is enough."""

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Job:
    """A game to be harvested."""

    game: str
    options: Options
    levels: tuple[str, ...]
    """Per seat, who plays it."""
    seed: str


@dataclass(frozen=True)
class Decided:
    """A decision as far as its kind goes: what was asked, what was on offer, what was taken."""

    prompt: str
    chosen: str
    offered: tuple[tuple[str, int], ...]
    """Verbs and how many options had each."""


@dataclass(frozen=True)
class Sheaf:
    """What one game gave."""

    positions: list[list[float]]
    """The features of some of its positions, as the first seat sees them."""
    won: bool
    """Whether the first seat won in the end."""
    decisions: Counter[Decided]


@dataclass(frozen=True)
class Harvest:
    """What many games gave."""

    positions: Array
    """A row of features per position."""
    won: Array
    """Per position, 1 if the first seat won that game and 0 if not."""
    games: Indices
    """Per position, the number of its game."""
    decisions: Counter[Decided]


def reap(job: Job) -> Sheaf:
    """Play a game and keep what it gives."""
    return reap_game(games.load(job.game), job)


def reap_game(game: Game[S], job: Job) -> Sheaf:
    """Play a game that is at hand and keep what it gives."""
    match = start(game, job.options, Origin(job.seed), explain=False)
    seated = [players.make(level, f"{job.seed}/{seat}") for level, seat in zip(job.levels, match.seats, strict=True)]
    whim = Chance.from_seed(f"{job.seed}/whim")
    positions: list[list[float]] = []
    decisions: Counter[Decided] = Counter()
    order = 0
    while match.ask is not None:
        if match.passes > order:
            order = match.passes
            if whim.below("measure", APART) == 0:
                positions.append(game.measure(match.state, POINT_OF_VIEW))
        seat = match.ask.seat
        if whim.below("whim", WHIMS) == 0:
            choice = match.choices[whim.below("choice", len(match.choices))]
        else:
            choice = seated[seat].choose(match, seat)
            decisions.update(_decided(match.ask.prompt, match.choices, choice))
        match.choose(choice)
    assert match.outcome is not None
    return Sheaf(positions, POINT_OF_VIEW in match.outcome.winners, decisions)


def _decided(prompt: str, choices: list[Choice], choice: Choice) -> Iterable[Decided]:
    """The decision, if it was one between kinds of orders."""
    offered = Counter(str(option[0]) for option in choices)
    if len(offered) > 1:
        yield Decided(prompt, str(choice[0]), tuple(sorted(offered.items())))


def harvest(jobs: Sequence[Job], processes: int, reaped: Callable[[], None]) -> Harvest:
    """Play all games and gather what they gave, the same whatever the number of processes; `reaped` is told of each."""
    sheaves: dict[str, Sheaf] = {}
    with closing(pool.run(reap, jobs, processes)) as done:
        for job, sheaf in done:
            sheaves[job.seed] = sheaf
            reaped()
    return gather(sheaves[job.seed] for job in jobs)


def gather(sheaves: Iterable[Sheaf]) -> Harvest:
    """All that many games gave."""
    positions: list[list[float]] = []
    won: list[float] = []
    numbers: list[int] = []
    decisions: Counter[Decided] = Counter()
    for number, sheaf in enumerate(sheaves):
        positions += sheaf.positions
        won += [float(sheaf.won)] * len(sheaf.positions)
        numbers += [number] * len(sheaf.positions)
        decisions += sheaf.decisions
    return Harvest(np.array(positions), np.array(won), np.array(numbers, dtype=np.intp), decisions)
