"""Opponents. A player sees what its seat may see: its options, and worlds drawn from what the seat may believe."""

from __future__ import annotations

from typing import Protocol

from sandtable.engine.errors import Choice
from sandtable.engine.game import S
from sandtable.engine.match import Match
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


def make(text: str, seed: str, budget_ms: int | None = None) -> Player:
    """An opponent of a level; with a budget it thinks no longer than that about one choice."""
    wanted = level(text)
    if wanted == "random":
        return RandomPlayer(seed)
    if wanted == "greedy":
        return GreedyPlayer(seed, budget_ms)
    rank = RANKS[wanted]
    player = SearchPlayer(seed, rank.iterations, budget_ms)
    return WhimsicalPlayer(player, rank.whims, seed) if rank.whims else player
