"""Reach: how far land, air and naval units come, by which ways."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import cooperation, nations, progress
from sandtable.games.battle_for_europe.pack import FARTHEST_FLIGHT, FLEET, GERMANY, USSR
from sandtable.games.battle_for_europe.state import State


def land_goals(g: State, nation: int, start: int, points: int, closed: int = 0) -> int:
    """All areas that a land unit can enter with so many points, as a mask (atk.reach).

    The way leads through areas of its own side; an undefended enemy area on the way is entered by an order of its own.
    With `closed` areas it is found out where a unit would come if these were open to it.
    """
    graph = g.pack.soviet_march if nation == USSR else g.pack.march
    if points == 1:
        return graph.masks[start]
    free = on_the_way(g, nation, start) | closed
    edge = seen = 1 << start
    while edge and points > 0:
        points -= 1
        wider = graph.around(edge) & ~seen
        seen |= wider
        edge = wider & free
    return seen & ~(1 << start)


def on_the_way(g: State, nation: int, start: int) -> int:
    """The areas through which land units march from one to another in the same move, as a mask (atk.reach)."""
    return (g.own_side[nation] | hosts(g, nation, start)) & ~g.enemies_at(nation) & ~never_crossed(g, nation)


def never_crossed(g: State, nation: int) -> int:
    """The areas of its own side that land units of a nation do not even pass through, as a mask (coop.passing)."""
    abroad = ~g.held[nation] if nations.stays_at_home(g, nation) else 0  # vichy.units.stay
    return cooperation.out_of_bounds(g, nation) | abroad


def crossing_rule(g: State, nation: int) -> str:
    """The rule by which land units of a nation do not pass through such areas."""
    return "vichy.units.stay" if nations.stays_at_home(g, nation) else "coop.passing"


def hosts(g: State, nation: int, area: int) -> int:
    """The areas of the satellite in which Germans stand, while they may still leave it, as a mask; 0 elsewhere.

    The Soviet Union has attacked first, and it is not later than the next German turn (east.ussr_first.leave_supplied).
    """
    owner = g.control[area]
    if nation != GERMANY or NONE in (g.soviet_attack, owner) or not g.pack.satellites >> owner & 1:
        return 0
    if g.alliance[owner] != NONE or g.at_war(GERMANY, owner):
        return 0
    since = g.season - g.soviet_attack
    in_time = since == 0 or (since == 1 and GERMANY in g.rules.order[g.turn])
    return g.held[owner] if in_time else 0


def by_land(g: State, unit: int, area: int) -> int:
    """The points that a land unit needs to enter an area, within what it has left; NONE if it cannot (atk.reach)."""
    pack = g.pack
    nation, start = pack.nation[unit], g.place[unit]
    left = pack.move[pack.type[unit]] - g.steps[unit]
    for points in range(1, left + 1):
        if land_goals(g, nation, start, points) >> area & 1:
            return points
    return NONE


# ---------------------------------------------------------------------- by sea


def open_ways(g: State, nation: int) -> int:
    """The straits that ships of a nation may pass now, and the canal, as a mask (map.strait.in_combat_moves)."""
    pack = g.pack
    found = pack.sea_ways.open_straits(g.own_side[nation])
    if nation == pack.canal_user and not g.canal_closed:
        found |= pack.sea_ways.canal_bit  # map.kiel.canal
    return found


def sea_way(g: State, nation: int, start: int, goal: int) -> int:
    """The movement points that ships of a nation need from one port or sea area to another; NONE if there is no way."""
    return 0 if start == goal else g.pack.sea_ways.row(open_ways(g, nation), start)[goal]


def by_way_of(g: State, nation: int, base: int, port: int, goal: int) -> int:
    """The points from a base to a port where ships load, and on to a goal; NONE if there is no way."""
    return g.pack.sea_ways.by_way_of(open_ways(g, nation), base, port, goal)


def carried(g: State, nation: int, base: int, port: int) -> int:
    """The coastal areas to which a fleet of a base brings units from a port, as a mask (unit.fleet.embark_where)."""
    return g.pack.sea_ways.carried(open_ways(g, nation), base, port, g.pack.move[FLEET])


def brought(g: State, nation: int, bases: int, port: int) -> int:
    """The same for the fleets of several bases, given as a mask."""
    return g.pack.sea_ways.brought(open_ways(g, nation), bases, port, g.pack.move[FLEET])


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


def bases(g: State, nation: int) -> int:
    """All areas where ships of a nation may base, as a mask: the same as `no_base`, for all at once."""
    pack = g.pack
    found = pack.ports & g.own_side[nation]
    if found >> pack.kiel & 1 and nation != pack.canal_user and not straits_to_baltic(g, nation):
        found &= ~(1 << pack.kiel)
    return found


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


def flown(g: State, nation: int, start: int, areas: int) -> int:
    """The areas that aircraft of a nation reach from one, so many areas away at most, as a mask."""
    near = g.pack.near_soviet_flight if nation == USSR else g.pack.near_flight
    return near[min(areas, FARTHEST_FLIGHT)][start] if areas >= 0 else 0


def can_fly(g: State, unit: int, area: int) -> bool:
    """Whether an aircraft can act in an area from its base (unit.air.range)."""
    pack = g.pack
    nation = pack.nation[unit]
    return bool(flown(g, nation, g.place[unit], progress.range_of(g, nation, pack.type[unit])) >> area & 1)


def bases_within(g: State, nation: int, start: int, areas: int) -> int:
    """The areas of the own side that aircraft of a nation reach from one, so many areas away at most, as a mask."""
    return flown(g, nation, start, areas) & g.own_side[nation] & ~(1 << start)
