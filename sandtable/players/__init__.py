"""Opponents. A player sees what its seat may see: its options, and worlds drawn from what the seat may believe."""

from __future__ import annotations

from typing import Protocol

from sandtable.engine.errors import Choice, SandtableError
from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.random import RandomPlayer

LEVELS = ("random", "greedy")


class UnknownLevel(SandtableError):
    """There is no opponent of that level."""


class Player(Protocol):
    """Somebody who decides for a seat."""

    def choose(self, match: Match[S], seat: int) -> Choice:
        """One of the options of the current ask, which is the seat's; the match is left as it is."""


def make(level: str, seed: str, budget_ms: int | None = None) -> Player:
    """An opponent of a level; with a budget it thinks no longer than that about one choice."""
    if level == "random":
        return RandomPlayer(seed)
    if level == "greedy":
        return GreedyPlayer(seed, budget_ms)
    raise UnknownLevel(f"level: there is no '{level}'; there are {', '.join(LEVELS)}")
