"""A player who does not always think before choosing."""

from __future__ import annotations

from random import Random

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.search import SearchPlayer


class WhimsicalPlayer:
    """Makes a share of its choices at random, and asks a better player for the others."""

    def __init__(self, better: SearchPlayer, whims: float, seed: str) -> None:
        self.better = better
        self.whims = whims
        self.random = Random(f"{seed}/whims")

    def choose(self, match: Match[S], seat: int) -> Choice:
        if self.random.random() < self.whims:
            return self.random.choice(match.choices)
        return self.better.choose(match, seat)
