"""Maps as graphs: neighbours, distances, connected areas and cheapest paths.

Areas are numbered from 0; sets of areas are bit masks (engine.sets), of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Final

from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Rows

EVERYWHERE: Final = -1
"""The set of all areas, however many there are."""


def neighbours(count: int, borders: Iterable[tuple[int, int]]) -> Rows:
    """By area: the areas next to it, from the lowest; every border is crossed both ways."""
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in borders:
        near[a].add(b)
        near[b].add(a)
    return tuple(tuple(sorted(others)) for others in near)


class Graph:
    """Areas, and the areas next to each; a border may be crossed one way only."""

    def __init__(self, near: Rows) -> None:
        self.near = near
        self.areas = len(near)
        self.masks = tuple([mask(others) for others in near])
        """By area: the areas next to it, as a set."""

    def around(self, areas: int) -> int:
        """The areas next to any of a set."""
        found = 0
        for area in members(areas):
            found |= self.masks[area]
        return found

    def reached(self, starts: int, through: int = EVERYWHERE) -> int:
        """The starts, and all areas that can be reached from them through areas of the set `through`."""
        found = starts
        edge = starts
        while edge:
            edge = self.around(edge) & through & ~found
            found |= edge
        return found

    def components(self, through: int = EVERYWHERE) -> list[int]:
        """The connected components of a set of areas, the one with the lowest area first.

        With one-way borders, a component is what can be reached from its lowest area.
        """
        left = through & (1 << self.areas) - 1
        parts: list[int] = []
        while left:
            part = self.reached(left & -left, left)
            parts.append(part)
            left &= ~part
        return parts

    def distances(self, starts: int, through: int = EVERYWHERE) -> list[int]:
        """By area: the steps from the nearest start, through areas of a set; NONE if it cannot be reached."""
        steps = [NONE] * self.areas
        found = edge = starts
        step = 0
        while edge:
            wider = 0
            for area in members(edge):
                steps[area] = step
                wider |= self.masks[area]
            edge = wider & through & ~found
            found |= edge
            step += 1
        return steps

    def costs(self, start: int, price: Sequence[int]) -> list[int]:
        """By area: the cost of the cheapest path from a start; NONE if it cannot be reached.

        Every area has a price for entering it, 0 or more; NONE closes it. The start itself costs nothing.
        """
        return self._cheapest(start, price)[0]

    def path(self, start: int, goal: int, price: Sequence[int]) -> list[int]:
        """The areas entered on the cheapest path to a goal, the goal last; empty if there is none.

        Of equally cheap paths it is one with the fewest areas.
        """
        costs, before = self._cheapest(start, price)
        way: list[int] = []
        if costs[goal] == NONE:
            return way
        area = goal
        while area != start:
            way.append(area)
            area = before[area]
        way.reverse()
        return way

    def _cheapest(self, start: int, price: Sequence[int]) -> tuple[list[int], list[int]]:
        """By area: the cost of the cheapest path, and the area before it on that path (Dijkstra's algorithm)."""
        costs = [NONE] * self.areas
        before = [NONE] * self.areas
        heap: list[tuple[int, int, int, int]] = [(0, 0, start, NONE)]
        while heap:
            cost, steps, area, previous = heappop(heap)
            if costs[area] != NONE:
                continue
            costs[area] = cost
            before[area] = previous
            for other in self.near[area]:
                if costs[other] == NONE and price[other] != NONE:
                    heappush(heap, (cost + price[other], steps + 1, other, area))
        return costs, before
