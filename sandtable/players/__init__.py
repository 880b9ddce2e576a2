"""Opponents. A player sees what its seat may see: its options, and worlds drawn from what the seat may believe."""

from __future__ import annotations

from typing import Protocol

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.company import CompanyPlayer
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.levels import LEVELS, RANKS, Rank, UnknownLevel, level
from sandtable.players.random import RandomPlayer
from sandtable.players.search import SearchPlayer
from sandtable.players.whims import WhimsicalPlayer

__all__ = ["LEVELS", "RANKS", "BUDGET_MS", "Player", "Rank", "UnknownLevel", "level", "make"]

BUDGET_MS = 2000
"""How long an opponent at a table may think about one choice."""


class Player(Protocol):
    """Somebody who decides for a seat."""

    def choose(self, match: Match[S], seat: int) -> Choice:
        """One of the options of the current ask, which is the seat's; the match is left as it is."""


def make(text: str, seed: str, budget_ms: int | None = None, processes: int = 1) -> Player:
    """An opponent of a level; with a budget it thinks no longer than that about one choice.

    With several processes it shares its thought out among them; the simple opponents and the whimsical need only one.
    """
    wanted = level(text)
    if wanted == "random":
        return RandomPlayer(seed)
    if wanted == "greedy":
        return GreedyPlayer(seed, budget_ms)
    rank = RANKS[wanted]
    if rank.whims:
        return WhimsicalPlayer(SearchPlayer(seed, rank.iterations, budget_ms), rank.whims, seed)
    if processes > 1:
        return CompanyPlayer(seed, rank.iterations, processes, budget_ms)
    return SearchPlayer(seed, rank.iterations, budget_ms)
