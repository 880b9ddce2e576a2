"""A player that chooses at random, every option with the same probability."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice


class RandomPlayer:
    """Chooses at random."""

    def __init__(self, seed: str) -> None:
        self.chance = Chance.from_seed(seed)
        self.budget_ms: int | None = None

    def choose(self, match: Match[S], seat: int) -> Choice:
        return match.choices[self.chance.below("choice", len(match.choices))]
