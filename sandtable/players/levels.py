"""The six ranks of our opponents, from a beginner's to the strongest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.errors import SandtableError


class UnknownLevel(SandtableError):
    """There is no opponent of that level."""


@dataclass(frozen=True)
class Rank:
    """How an opponent of one level thinks."""

    name: str
    name_hu: str
    iterations: int
    """How many lines of play it looks at before a choice."""
    whims: float
    """The share of its choices that it makes without thinking."""


RANKS: Final[dict[str, Rank]] = {
    "1": Rank("Recruit", "Újonc", 16, 0.5),
    "2": Rank("Corporal", "Tizedes", 16, 0.3),
    "3": Rank("Sergeant", "Őrmester", 24, 0.18),
    "4": Rank("Captain", "Százados", 40, 0.1),
    "5": Rank("Colonel", "Ezredes", 100, 0.04),
    "6": Rank("Marshal", "Tábornagy", 600, 0.0),
}
SIMPLE: Final = ("random", "greedy")
"""Opponents for experiments: the yardsticks of the others."""
LEVELS: Final = (*SIMPLE, *RANKS)


def level(text: str) -> str:
    """The level that is meant by a number, a rank in either language, or the name of a simple opponent."""
    folded = text.strip().casefold()
    for number, rank in RANKS.items():
        if folded in (number, rank.name.casefold(), rank.name_hu.casefold()):
            return number
    if folded in SIMPLE:
        return folded
    known = ", ".join([*SIMPLE, *(f"{number} ({rank.name})" for number, rank in RANKS.items())])
    raise UnknownLevel(f"level: there is no '{text}'; there are {known}")
