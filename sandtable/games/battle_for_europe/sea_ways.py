"""Ways by sea: the movement points between any two places, for every combination of open straits."""

from __future__ import annotations

from sandtable.engine.graph import Graph
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Numbers, Rows


class SeaWays:
    """Tables of movement points, made when they are first needed: one for every set of ways that are open.

    A set of open ways is a mask: a bit for each strait, and behind them one for the canal.
    """

    def __init__(self, seas: Rows, coasts: Numbers, straits: Rows, canal: Numbers) -> None:
        self.seas = seas
        """By sea area: the sea areas next to it over borders that are always open."""
        self.coasts = coasts
        """By land area: the sea areas that ships enter it from, as a mask; 0 for sea areas."""
        self.straits = straits
        """By strait: the two sea areas that it joins."""
        self.canal = canal
        """The two sea areas that the canal joins."""
        self.canal_bit = 1 << len(straits)
        self._tables: list[Rows | None] = [None] * (2 * self.canal_bit)
        self._within: dict[tuple[int, int, int], int] = {}

    def points(self, open_ways: int) -> Rows:
        """By start and goal: the points of the shortest way (map.move.sea_cost); NONE if there is none."""
        table = self._tables[open_ways]
        if table is None:
            table = self._tables[open_ways] = self._table(open_ways)
        return table

    def within(self, open_ways: int, start: int, points: int) -> int:
        """The coastal areas that ships reach with so many points, the start included, as a mask."""
        key = open_ways, start, points
        found = self._within.get(key)
        if found is None:
            row = self.points(open_ways)[start]
            coastal = [area for area, seas in enumerate(self.coasts) if seas]
            found = mask(area for area in coastal if area == start or 0 < row[area] <= points)
            self._within[key] = found
        return found

    def joined(self, sea: int, other: int, open_ways: int) -> bool:
        """Whether a ship goes from one sea area straight into another."""
        if other in self.seas[sea]:
            return True
        return any(open_ways >> at & 1 and sea in pair and other in pair for at, pair in enumerate(self.straits))

    def _table(self, open_ways: int) -> Rows:
        at_sea = self._at_sea(open_ways)
        areas = range(len(self.coasts))
        return tuple([tuple([self._between(at_sea, start, goal) for goal in areas]) for start in areas])

    def _at_sea(self, open_ways: int) -> list[list[int]]:
        """By sea area and sea area: the points; passing the canal takes two (map.kiel.canal)."""
        near = [list(others) for others in self.seas]
        for at, pair in enumerate(self.straits):
            if open_ways >> at & 1:
                near[pair[0]].append(pair[1])
                near[pair[1]].append(pair[0])
        count = len(near)
        if open_ways & self.canal_bit:
            near += [list(self.canal)]  # the canal is a place of its own, entered and left for a point each
            for sea in self.canal:
                near[sea].append(count)
        graph = Graph(tuple([tuple(others) for others in near]))
        return [graph.distances(1 << sea)[:count] if near[sea] else [] for sea in range(count)]

    def _between(self, at_sea: list[list[int]], start: int, goal: int) -> int:
        """Points from a port or sea area to another: a port is left for a point, and entered for one."""
        first = self.coasts[start] or 1 << start
        last = self.coasts[goal] or 1 << goal
        ends = (self.coasts[start] != 0) + (self.coasts[goal] != 0)
        best = NONE
        for sea in members(first):
            if not at_sea[sea]:
                continue
            for other in members(last):
                points = at_sea[sea][other]
                if points != NONE and (best == NONE or points + ends < best):
                    best = points + ends
        return best
