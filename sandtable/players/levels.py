"""The levels of the opponents: six ranks, and two simple opponents for comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.errors import SandtableError


class UnknownLevel(SandtableError):
    """There is no opponent of that level."""


@dataclass(frozen=True)
class Rank:
    """How well an opponent of one level plays."""

    name: str
    name_hu: str
    iterations: int
    """Lines of play that it searches before a choice."""
    blunder_rate: float
    """The share of its choices that it makes at random, without searching."""
    far: bool = False
    """Whether its lines run to the horizon of the book."""
    most_iterations: int = 0
    """Lines that it searches where they run to a horizon and a time limit ends the search: it may use its time up."""


RANKS: Final[dict[str, Rank]] = {
    "1": Rank("Recruit", "Újonc", 16, 0.5),
    "2": Rank("Corporal", "Tizedes", 16, 0.3),
    "3": Rank("Sergeant", "Őrmester", 24, 0.18),
    "4": Rank("Captain", "Százados", 40, 0.1),
    "5": Rank("Colonel", "Ezredes", 100, 0.04, far=True),
    "6": Rank("Marshal", "Tábornagy", 600, 0.0, far=True, most_iterations=6000),
}
BASELINES: Final = ("random", "greedy")
"""Simple opponents that the ranks are compared with."""
LEVELS: Final = (*BASELINES, *RANKS)


def parse_level(text: str) -> str:
    """Return the level that a text names: a number, a rank in English or Hungarian, or a simple opponent."""
    folded = text.strip().casefold()
    for number, rank in RANKS.items():
        if folded in (number, rank.name.casefold(), rank.name_hu.casefold()):
            return number
    if folded in BASELINES:
        return folded
    known = ", ".join([*BASELINES, *(f"{number} ({rank.name})" for number, rank in RANKS.items())])
    raise UnknownLevel(f"level: there is no '{text}'; there are {known}")
