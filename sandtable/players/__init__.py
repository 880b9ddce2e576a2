"""Computer opponents.

A player knows only what its seat may know: the options it is offered, and *worlds*, copies of the match in which
everything hidden from the seat is drawn at random.
"""

from __future__ import annotations

from typing import Protocol

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.levels import LEVELS, RANKS, Rank, UnknownLevel, parse_level
from sandtable.players.pace import BUDGET_MS, HINT_BUDGET_MS, Pace
from sandtable.players.plans import Planner, PlanningPlayer
from sandtable.players.random import RandomPlayer
from sandtable.players.randomized import RandomizedPlayer
from sandtable.players.search import SearchPlayer

__all__ = [
    "BUDGET_MS",
    "HINT_BUDGET_MS",
    "LEVELS",
    "Pace",
    "Planner",
    "Player",
    "RANKS",
    "Rank",
    "UnknownLevel",
    "make",
    "parse_level",
]


class Player(Protocol):
    """Decides for a seat."""

    budget_ms: int | None
    """Milliseconds that it may think about a choice; None for as long as it takes."""

    def choose(self, match: Match[S], seat: int) -> Choice:
        """Return one of the options of the current ask, which must be for this seat. The match is not changed."""


def make(
    text: str, seed: str, budget_ms: int | None = None, processes: int = 1, planner: Planner | None = None
) -> Player:
    """Return the opponent of a level; with a budget it thinks at most that long about one choice.

    Only an opponent that always searches (level 6) uses several processes; the others ignore the number. What it has
    planned is in the planner, if one is given: so another player can go on with it.
    """
    level = parse_level(text)
    if level == "random":
        return RandomPlayer(seed)
    if level == "greedy":
        return GreedyPlayer(seed, budget_ms)
    rank = RANKS[level]
    player: Player = SearchPlayer(seed, rank.iterations, budget_ms, far=rank.far, most_iterations=rank.most_iterations)
    if processes > 1 and not rank.blunder_rate:
        from sandtable.players.parallel import ParallelSearchPlayer  # brings a pool of processes with it

        player = ParallelSearchPlayer(seed, rank.iterations, processes, budget_ms, rank.most_iterations)
    if rank.far:
        player = PlanningPlayer(player, planner or Planner(seed), rank.iterations)
    return RandomizedPlayer(player, rank.blunder_rate, seed, level) if rank.blunder_rate else player
