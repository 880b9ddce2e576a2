"""A player that searches in several processes at once and adds up their results.

Plans are made in one process: the next is always a change of the best one so far.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

from sandtable import games
from sandtable.engine.game import Options
from sandtable.engine.match import Match, S
from sandtable.engine.start import Origin, position_of, start
from sandtable.engine.types import Choice, Json
from sandtable.players.search import SearchPlayer, Thought, best_first

Estimates = list[tuple[Choice, int, float]]
"""One process's results: for each option, how often it was tried and its mean value."""


@dataclass(frozen=True)
class SearchTask:
    """What a process needs to search one choice."""

    slug: str
    pack: Path | None
    options: Options
    position: dict[str, Json]
    seat: int
    seed: str
    iterations: int
    budget_ms: int | None
    most_iterations: int


class ParallelSearchPlayer:
    """Shares its iterations among processes, which it keeps from one choice to the next."""

    def __init__(
        self, seed: str, iterations: int, processes: int, budget_ms: int | None = None, most_iterations: int = 0
    ) -> None:
        self.random = Random(seed)
        self.iterations = iterations
        self.processes = processes
        self.budget_ms = budget_ms
        self.most_iterations = most_iterations
        self.pool = ProcessPoolExecutor(processes, get_context("spawn"))

    def choose(self, match: Match[S], seat: int) -> Choice:
        if len(match.choices) == 1:
            return match.choices[0]
        return self.think(match, seat)[0].choice

    def think(self, match: Match[S], seat: int) -> list[Thought]:
        """Estimate the options of the current ask for the seat, as far as they are worth it; the best comes first."""
        position = position_of(match)
        slug = match.game.slug
        pack = games.pack_in_use(slug)
        tasks = [
            SearchTask(
                slug,
                pack,
                match.options,
                position,
                seat,
                self._seed(),
                self._share(self.iterations),
                self.budget_ms,
                self._share(self.most_iterations),
            )
            for _ in range(self.processes)
        ]
        options = list(match.choices)
        self.random.shuffle(options)  # among equals the sort keeps this order, so each has the same chance
        return merge(options, list(self.pool.map(run_search, tasks)))

    def _share(self, iterations: int) -> int:
        """What each process has of them, rounded up."""
        return -(-iterations // self.processes)

    def _seed(self) -> str:
        return f"{self.random.getrandbits(128):032x}"


def run_search(task: SearchTask) -> Estimates:
    """Search in a worker process."""
    if task.pack is not None and games.pack_in_use(task.slug) != task.pack:
        games.use_pack(task.pack)
    origin = Origin(task.seed, None, task.position)
    match = start(games.load(task.slug), task.options, origin, explain=False)
    player = SearchPlayer(task.seed, task.iterations, task.budget_ms, most_iterations=task.most_iterations)
    return [(thought.choice, thought.visits, thought.value) for thought in player.think(match, task.seat, narrow=True)]


def merge(choices: list[Choice], results: list[Estimates]) -> list[Thought]:
    """Join the results of all processes: visits are added, values averaged by visits."""
    visits = dict.fromkeys(choices, 0)
    totals = dict.fromkeys(choices, 0.0)
    for estimates in results:
        for choice, count, value in estimates:
            visits[choice] += count
            totals[choice] += count * value
    return best_first([Thought(c, visits[c], totals[c] / max(1, visits[c])) for c in choices])
