"""Reach: how far land, air and naval units come, by which ways."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.pack import USSR
from sandtable.games.battle_for_europe.state import State


def land_goals(g: State, nation: int, start: int, points: int) -> int:
    """All areas that a land unit can enter with so many points, as a mask (atk.reach)."""
    pack = g.pack
    graph = pack.soviet_march if nation == USSR else pack.march
    edge = seen = 1 << start
    goals = 0
    while edge and points:
        points -= 1
        wider = graph.around(edge) & ~seen
        goals |= wider
        seen |= wider
        edge = 0
        for other in members(wider):
            if g.friendly(nation, other) and not g.enemies_in(nation, other):
                edge |= 1 << other
    return goals


def by_land(g: State, unit: int, area: int) -> int:
    """The points that a land unit needs to enter an area, within what it has left; NONE if it cannot (atk.reach).

    The way leads through areas of its own side; an undefended enemy area on the way is entered by an order of its own.
    """
    pack = g.pack
    nation, start = pack.nation[unit], g.place[unit]
    left = pack.move[pack.type[unit]] - g.steps[unit]
    graph = pack.soviet_march if nation == USSR else pack.march
    edge, seen, points = 1 << start, 1 << start, 0
    while edge and points < left:
        points += 1
        wider = graph.around(edge)
        if wider >> area & 1:
            return points
        edge = 0
        for other in members(wider & ~seen):
            if g.friendly(nation, other) and not g.enemies_in(nation, other):
                edge |= 1 << other
        seen |= wider
    return NONE


# ---------------------------------------------------------------------- by sea


def open_ways(g: State, nation: int) -> int:
    """The straits that ships of a nation may pass now, and the canal, as a mask (map.strait.in_combat_moves)."""
    pack = g.pack
    found = 0
    for strait, keys in enumerate(pack.strait_keys_held):
        if all(g.friendly(nation, area) for area in keys):  # map.gibraltar.owner, map.denmark.owner, map.turkey.straits
            found |= 1 << strait
    if nation == pack.canal_user and not g.canal_closed:
        found |= pack.sea_ways.canal_bit  # map.kiel.canal
    return found


def sea_way(g: State, nation: int, start: int, goal: int) -> int:
    """The movement points that ships of a nation need from one port or sea area to another; NONE if there is no way."""
    return 0 if start == goal else g.pack.sea_ways.points(open_ways(g, nation))[start][goal]


def by_way_of(g: State, nation: int, base: int, port: int, goal: int) -> int:
    """The points from a base to a port where ships load, and on to a goal; NONE if there is no way.

    A stop is left by the sea area it was entered from, or by one next to that sea area (map.naval.no_transit).
    """
    if port in (base, goal):
        return sea_way(g, nation, base, goal)
    pack = g.pack
    ways = open_ways(g, nation)
    points = pack.sea_ways.points(ways)
    best = NONE
    for sea in members(pack.seas_of[port]):
        if points[base][sea] == NONE:
            continue
        for other in members(pack.seas_of[port]):
            if points[other][goal] == NONE or not leaves_by(g, ways, port, sea, other):
                continue
            total = points[base][sea] + 1 + 1 + points[other][goal]
            if best == NONE or total < best:
                best = total
    return best


def leaves_by(g: State, ways: int, port: int, sea: int, other: int) -> bool:
    """Whether ships that entered a port from one sea area may leave it by another (map.naval.no_transit)."""
    pack = g.pack
    if sea == other or pack.sea_ways.joined(sea, other, ways):
        return True
    return port == pack.kiel and bool(ways & pack.sea_ways.canal_bit)


def ports_within(g: State, nation: int, start: int, points: int) -> int:
    """The coastal areas that ships of a nation reach with so many points, whoever holds them, as a mask."""
    return g.pack.sea_ways.within(open_ways(g, nation), start, points)


def no_base(g: State, nation: int, area: int) -> str | None:
    """The rule that keeps ships of a nation from basing in an area; None if they may."""
    pack = g.pack
    if not pack.ports >> area & 1:
        return "map.finland.no_port" if pack.coastal >> area & 1 else "map.coast.port"
    if not g.friendly(nation, area):
        return "unit.fleet.base"
    if area == pack.kiel and nation != pack.canal_user and not straits_to_baltic(g, nation):
        return "map.kiel.base"
    return None


def straits_to_baltic(g: State, nation: int) -> bool:
    """Whether the Danish straits, which lead round the canal, are open to a nation."""
    pack = g.pack
    strait = pack.strait_of(pack.canal_between[0], pack.canal_between[1])
    return bool(open_ways(g, nation) >> strait & 1)


# ---------------------------------------------------------------------- by air


def flight(g: State, nation: int, start: int, goal: int) -> int:
    """How many areas aircraft of a nation fly from one to another, land and sea alike; NONE if they cannot."""
    table = g.pack.soviet_flight if nation == USSR else g.pack.flight
    return table[start][goal]


def can_fly(g: State, unit: int, area: int) -> bool:
    """Whether an aircraft can act in an area from its base (unit.air.range)."""
    pack = g.pack
    distance = flight(g, pack.nation[unit], g.place[unit], area)
    return distance != NONE and distance <= pack.range[pack.type[unit]]


def bases_within(g: State, nation: int, start: int, areas: int) -> int:
    """The areas of the own side that aircraft of a nation reach from one, so many areas away at most, as a mask."""
    pack = g.pack
    table = pack.soviet_flight if nation == USSR else pack.flight
    row = table[start]
    found = 0
    for area in members(g.friendly_areas(nation) & ~(1 << start)):
        if 0 < row[area] <= areas:
            found |= 1 << area
    return found
