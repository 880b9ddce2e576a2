"""A state with a field of every sort, for the tests of declared classes."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.declare import Derived, Shared, declared
from sandtable.engine.state import State


class Board:
    """Something that never changes."""


@declared
class Order:
    """What is in progress."""

    target: int = -1
    losses: list[int] = []


@declared
class Siege(State):
    """A state with a field of every sort."""

    board: Shared[Board]
    turn: int = 1
    won: bool = False
    reason: str = ""
    route: tuple[int, ...] = (1, 2)
    at: list[int] = [0, 0]
    place: Derived[list[int]] = []
    piles: list[list[int]] = []
    counts: dict[str, int] = {}
    order: Order | None = None
    first: Order = Order()
    queue: list[Order] = []

    def total(self) -> int:
        """Methods of the class stay."""
        return sum(self.at)


def siege() -> Siege:
    return Siege(Chance.from_seed("siege"), Board())


def changed(g: Siege) -> Siege:
    """A siege in which every field differs from its default."""
    g.turn, g.won, g.reason, g.route = 3, True, "hunger", (3,)
    g.at, g.place, g.piles, g.counts = [4, 5], [1], [[6], [7, 8]], {"a": 1}
    g.order, g.first, g.queue = Order(2, [9]), Order(3, [10]), [Order(4, [11])]
    return g
