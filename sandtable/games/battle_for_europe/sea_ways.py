"""Ways by sea: the movement points between any two places, for every combination of open straits."""

from __future__ import annotations

from typing import Final

from sandtable.engine.graph import Graph
from sandtable.engine.sets import NONE, mask, members, which
from sandtable.engine.types import Numbers, Rows

KEPT: Final = 1 << 14
"""How many sets of bases are remembered."""


class SeaWays:
    """Tables of movement points, made when they are first needed: one for every set of ways that are open.

    A set of open ways is a mask: a bit for each strait, and behind them one for the canal.
    """

    def __init__(
        self, seas: Rows, coasts: Numbers, straits: Rows, controllers: Rows, canal: Numbers, canal_port: int
    ) -> None:
        self.seas = seas
        """By sea area: the sea areas next to it over borders that are always open."""
        self.coasts = coasts
        """By land area: the sea areas that ships enter it from, as a mask; 0 for sea areas."""
        self.straits = straits
        """By strait: the two sea areas that it joins."""
        self.controllers = tuple([mask(areas) for areas in controllers])
        """By strait: the areas that one side must control to pass, as a mask."""
        self.controlling = mask([area for areas in controllers for area in areas])
        """All of these areas, as a mask."""
        self.canal = canal
        """The two sea areas that the canal joins."""
        self.canal_port = canal_port
        """The area through which the canal leads."""
        self.canal_bit = 1 << len(straits)
        self._ends = [(members(seas or 1 << at), 1 if seas else 0) for at, seas in enumerate(coasts)]
        """By area: the sea areas where a way begins or ends, and what it costs to leave or enter it."""
        self._beside: list[Rows] = [()] * (2 * self.canal_bit)
        self._graphs: list[Graph | None] = [None] * (2 * self.canal_bit)
        self._tables: list[Rows] = [()] * (2 * self.canal_bit)
        self._rows: list[Numbers] = [()] * (2 * self.canal_bit * len(coasts))
        self._open: dict[int, int] = {}
        self._within: dict[int, int] = {}
        self._carried: dict[int, int] = {}
        self._brought: dict[tuple[int, int, int, int], int] = {}

    def open_straits(self, own: int) -> int:
        """The straits that a side may pass which controls these areas, as a mask.

        (map.gibraltar.owner, map.denmark.owner, map.turkey.straits)
        """
        own &= self.controlling
        found = self._open.get(own)
        if found is None:
            found = self._open[own] = which([areas & own == areas for areas in self.controllers])
        return found

    def points(self, open_ways: int) -> Rows:
        """By start and goal: the points of the shortest way (map.move.sea_cost); NONE if there is none."""
        table = self._tables[open_ways]
        if not table:
            table = self._tables[open_ways] = tuple([self.row(open_ways, start) for start in range(len(self.coasts))])
        return table

    def row(self, open_ways: int, start: int) -> Numbers:
        """One row of the table, worked out when it is first needed."""
        at = open_ways * len(self.coasts) + start
        row = self._rows[at]
        if not row:
            row = self._rows[at] = self._row(self._at_sea(open_ways), start)
        return row

    def within(self, open_ways: int, start: int, points: int) -> int:
        """The coastal areas that ships reach with so many points, the start included, as a mask."""
        key = (open_ways << 8 | start) << 8 | points
        found = self._within.get(key)
        if found is None:
            found = 0
            for area, needed in enumerate(self.row(open_ways, start)):
                if self.coasts[area] and (area == start or 0 < needed <= points):
                    found |= 1 << area
            self._within[key] = found
        return found

    def by_way_of(self, open_ways: int, base: int, port: int, goal: int) -> int:
        """The points from a base to a port where ships load, and on to a goal; NONE if there is no way.

        A stop is left by the sea area it was entered from, or by one next to that sea area (map.naval.no_transit).
        """
        if port in (base, goal):
            return 0 if base == goal else self.row(open_ways, base)[goal]
        best = NONE
        for there, other in self._stops(open_ways, base, port):
            onward = self.row(open_ways, other)[goal]
            if onward != NONE and (best == NONE or there + onward < best):
                best = there + onward
        return best

    def _stops(self, open_ways: int, base: int, port: int) -> list[tuple[int, int]]:
        """How ships of a base have called at a port: the points that it took, and the sea area they are in then."""
        row = self.row(open_ways, base)
        seas = members(self.coasts[port])
        return [
            (row[sea] + 1 + 1, other)
            for sea in seas
            if row[sea] != NONE
            for other in seas
            if self._leaves_by(open_ways, port, sea, other)
        ]

    def _leaves_by(self, open_ways: int, port: int, sea: int, other: int) -> bool:
        """Whether ships that entered a port from one sea area may leave it by another (map.naval.no_transit)."""
        if sea == other or other in self.beside(open_ways)[sea]:
            return True
        return port == self.canal_port and bool(open_ways & self.canal_bit)

    def carried(self, open_ways: int, base: int, port: int, points: int) -> int:
        """The coastal areas to which ships of a base bring units from a port with so many points, as a mask.

        These are those with enough points `by_way_of` the port.
        """
        if base == port:
            return self.within(open_ways, base, points)
        key = ((open_ways << 8 | base) << 8 | port) << 8 | points
        found = self._carried.get(key)
        if found is None:
            found = 0
            for there, other in self._stops(open_ways, base, port):
                if there < points:
                    found |= self.within(open_ways, other, points - there)
            found = found & ~(1 << port) | self.within(open_ways, base, points) & 1 << port
            self._carried[key] = found
        return found

    def brought(self, open_ways: int, bases: int, port: int, points: int) -> int:
        """The same for ships of several bases, given as a mask."""
        key = open_ways, bases, port, points
        found = self._brought.get(key)
        if found is None:
            if len(self._brought) > KEPT:
                self._brought.clear()
            found = 0
            for base in members(bases):
                found |= self.carried(open_ways, base, port, points)
            self._brought[key] = found
        return found

    def beside(self, open_ways: int) -> Rows:
        """By sea area: the sea areas that a ship goes straight into from it, the lowest first."""
        rows = self._beside[open_ways]
        if not rows:
            near = [set(others) for others in self.seas]
            for at, (one, other) in enumerate(self.straits):
                if open_ways >> at & 1:
                    near[one].add(other)
                    near[other].add(one)
            rows = self._beside[open_ways] = tuple([tuple(sorted(others)) for others in near])
        return rows

    def _at_sea(self, open_ways: int) -> Graph:
        """The sea areas and the ways between them; the canal is a place behind them."""
        graph = self._graphs[open_ways]
        if graph is None:
            graph = self._graphs[open_ways] = self._join(open_ways)
        return graph

    def _join(self, open_ways: int) -> Graph:
        near = [list(others) for others in self.beside(open_ways)]
        count = len(near)
        if open_ways & self.canal_bit:
            near += [list(self.canal)]  # the canal is entered and left for a point each (map.kiel.canal)
            for sea in self.canal:
                near[sea].append(count)
        return Graph(tuple([tuple(others) for others in near]))

    def _row(self, graph: Graph, start: int) -> Numbers:
        """By goal: the points from a port or sea area; a port is left for a point, and entered for one."""
        first, leaving = self._ends[start]
        steps = graph.distances(mask(first))
        row = []
        for last, entering in self._ends:
            ways = [steps[sea] for sea in last if steps[sea] != NONE]
            row.append(min(ways) + leaving + entering if ways else NONE)
        return tuple(row)
