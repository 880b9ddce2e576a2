"""A player that makes some of its choices at random: the weaker levels."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice

if TYPE_CHECKING:
    from sandtable.players import Player


class RandomizedPlayer:
    """Chooses at random with a fixed probability, and otherwise as another player does.

    The book of a game may have another probability for the player's level, and for a seat.
    """

    def __init__(self, searcher: Player, blunder_rate: float, seed: str, level: str = "") -> None:
        self.searcher = searcher
        self.blunder_rate = blunder_rate
        self.level = level
        self.random = Random(f"{seed}/whims")  # an old name; another one would change every recorded lab match

    @property
    def budget_ms(self) -> int | None:
        return self.searcher.budget_ms

    @budget_ms.setter
    def budget_ms(self, budget: int | None) -> None:
        self.searcher.budget_ms = budget

    def choose(self, match: Match[S], seat: int) -> Choice:
        book = match.game.insights.of(match.options)
        if self.random.random() < book.chosen_at_random(self.level, match.seats[seat], self.blunder_rate):
            return self.random.choice(match.choices)
        return self.searcher.choose(match, seat)
