"""What opponents count in a position; the weights are in insight.toml."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import bits
from sandtable.games.three_merchants.flow.trading import price
from sandtable.games.three_merchants.pack import SEATS
from sandtable.games.three_merchants.state import State

FEATURES: Final = ("points", "cards", "best_sale")


def measure(g: State, seat: int) -> list[float]:
    """The features of a merchant, less the mean of the others'."""
    own = counted(g, seat)
    others = [counted(g, other) for other in range(len(SEATS)) if other != seat]
    return [mine - sum(numbers) / len(others) for mine, numbers in zip(own, zip(*others, strict=True), strict=True)]


def counted(g: State, seat: int) -> list[float]:
    """A merchant's points, the numbers on its cards, and what the best of them brings in a town within reach."""
    cards = bits(g.hands[seat])
    towns = (g.at[seat], *g.pack.roads[g.at[seat]])
    best = max((price(g, seat, town, card) for town in towns for card in cards), default=0)
    return [float(g.points[seat]), float(sum(g.pack.value[card] for card in cards)), float(best)]
