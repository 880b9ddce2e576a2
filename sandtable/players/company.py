"""Several processes that think about one choice: each searches on its own, and what they found is put together."""

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
from sandtable.players.search import SearchPlayer, Thought, most_thought_of_first

Found = list[tuple[Choice, int, float]]


@dataclass(frozen=True)
class Question:
    """What a process needs to think about a choice."""

    slug: str
    pack: Path | None
    options: Options
    position: dict[str, Json]
    seat: int
    seed: str
    iterations: int
    budget_ms: int | None


class CompanyPlayer:
    """Shares its iterations out among processes, which are kept from one choice to the next."""

    def __init__(self, seed: str, iterations: int, processes: int, budget_ms: int | None = None) -> None:
        self.random = Random(seed)
        self.iterations = iterations
        self.processes = processes
        self.budget_ms = budget_ms
        self.pool = ProcessPoolExecutor(processes, get_context("spawn"))

    def choose(self, match: Match[S], seat: int) -> Choice:
        if len(match.choices) == 1:
            return match.choices[0]
        return self.think(match, seat)[0].choice

    def think(self, match: Match[S], seat: int) -> list[Thought]:
        """What the options of the current ask are worth to the asked seat, the best first."""
        position = position_of(match)
        slug = match.game.slug
        share = -(-self.iterations // self.processes)
        questions = [
            Question(slug, games.pack_in_use(slug), match.options, position, seat, self._seed(), share, self.budget_ms)
            for _ in range(self.processes)
        ]
        options = list(match.choices)
        self.random.shuffle(options)  # so that equals have equal chances
        return put_together(options, list(self.pool.map(answer, questions)))

    def _seed(self) -> str:
        return f"{self.random.getrandbits(128):032x}"


def answer(question: Question) -> Found:
    """What one process finds."""
    if question.pack is not None and games.pack_in_use(question.slug) != question.pack:
        games.use_pack(question.pack)
    origin = Origin(question.seed, None, question.position)
    match = start(games.load(question.slug), question.options, origin, explain=False)
    player = SearchPlayer(question.seed, question.iterations, question.budget_ms)
    return [(thought.choice, thought.visits, thought.worth) for thought in player.think(match, question.seat)]


def put_together(choices: list[Choice], all_found: list[Found]) -> list[Thought]:
    """What all processes found of each option: visits added up, worth averaged by them."""
    visits = dict.fromkeys(choices, 0)
    totals = dict.fromkeys(choices, 0.0)
    for found in all_found:
        for choice, count, worth in found:
            visits[choice] += count
            totals[choice] += count * worth
    return most_thought_of_first([Thought(c, visits[c], totals[c] / max(1, visits[c])) for c in choices])
