"""Ways by sea: the movement points between any two places, for every combination of open straits."""

from __future__ import annotations

from sandtable.engine.graph import Graph
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Numbers, Rows


class SeaWays:
    """Tables of movement points, made when they are first needed: one for every set of ways that are open.

    A set of open ways is a mask: a bit for each strait, and behind them one for the canal.
    """

    def __init__(self, seas: Rows, coasts: Numbers, straits: Rows, canal: Numbers, canal_port: int) -> None:
        self.seas = seas
        """By sea area: the sea areas next to it over borders that are always open."""
        self.coasts = coasts
        """By land area: the sea areas that ships enter it from, as a mask; 0 for sea areas."""
        self.straits = straits
        """By strait: the two sea areas that it joins."""
        self.canal = canal
        """The two sea areas that the canal joins."""
        self.canal_port = canal_port
        """The area through which the canal leads."""
        self.canal_bit = 1 << len(straits)
        self._tables: list[Rows | None] = [None] * (2 * self.canal_bit)
        self._within: dict[tuple[int, int, int], int] = {}
        self._carried: dict[tuple[int, int, int, int], int] = {}

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

    def by_way_of(self, open_ways: int, base: int, port: int, goal: int) -> int:
        """The points from a base to a port where ships load, and on to a goal; NONE if there is no way.

        A stop is left by the sea area it was entered from, or by one next to that sea area (map.naval.no_transit).
        """
        points = self.points(open_ways)
        if port in (base, goal):
            return 0 if base == goal else points[base][goal]
        best = NONE
        for sea in members(self.coasts[port]):
            if points[base][sea] == NONE:
                continue
            for other in members(self.coasts[port]):
                if points[other][goal] == NONE or not self._leaves_by(open_ways, port, sea, other):
                    continue
                total = points[base][sea] + 1 + 1 + points[other][goal]
                if best == NONE or total < best:
                    best = total
        return best

    def _leaves_by(self, open_ways: int, port: int, sea: int, other: int) -> bool:
        """Whether ships that entered a port from one sea area may leave it by another (map.naval.no_transit)."""
        if sea == other or self.joined(sea, other, open_ways):
            return True
        return port == self.canal_port and bool(open_ways & self.canal_bit)

    def carried(self, open_ways: int, base: int, port: int, points: int) -> int:
        """The coastal areas to which ships of a base bring units from a port with so many points, as a mask."""
        key = open_ways, base, port, points
        found = self._carried.get(key)
        if found is None:
            found = 0
            for goal, seas in enumerate(self.coasts):
                if seas and 0 <= self.by_way_of(open_ways, base, port, goal) <= points:
                    found |= 1 << goal
            self._carried[key] = found
        return found

    def joined(self, sea: int, other: int, open_ways: int) -> bool:
        """Whether a ship goes from one sea area straight into another."""
        if other in self.seas[sea]:
            return True
        return any(open_ways >> at & 1 and sea in pair and other in pair for at, pair in enumerate(self.straits))

    def _table(self, open_ways: int) -> Rows:
        graph = self._at_sea(open_ways)
        ends = [(seas or 1 << at, 1 if seas else 0) for at, seas in enumerate(self.coasts)]
        return tuple([self._row(graph, first, leaving, ends) for first, leaving in ends])

    def _at_sea(self, open_ways: int) -> Graph:
        """The sea areas and the ways between them; the canal is a place behind them."""
        near = [list(others) for others in self.seas]
        for at, pair in enumerate(self.straits):
            if open_ways >> at & 1:
                near[pair[0]].append(pair[1])
                near[pair[1]].append(pair[0])
        count = len(near)
        if open_ways & self.canal_bit:
            near += [list(self.canal)]  # the canal is entered and left for a point each (map.kiel.canal)
            for sea in self.canal:
                near[sea].append(count)
        return Graph(tuple([tuple(others) for others in near]))

    def _row(self, graph: Graph, first: int, leaving: int, ends: list[tuple[int, int]]) -> Numbers:
        """By goal: the points from a port or sea area; a port is left for a point, and entered for one."""
        steps = graph.distances(first)
        row = []
        for last, entering in ends:
            ways = [steps[sea] for sea in members(last) if steps[sea] != NONE]
            row.append(min(ways) + leaving + entering if ways else NONE)
        return tuple(row)
