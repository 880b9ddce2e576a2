"""Routes: the areas that ships and aircraft enter on their way, one after the other (int.sea.route, int.air.path)."""

from __future__ import annotations

from functools import lru_cache

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Numbers
from sandtable.games.battle_for_europe.flow import reach
from sandtable.games.battle_for_europe.pack import USSR, Pack
from sandtable.games.battle_for_europe.state import State

KEPT = 4096
"""How many routes are remembered."""
NO_ROUTE: Numbers = ()


# ---------------------------------------------------------------------- by sea


def sailed(g: State, nation: int, start: int, port: int, goal: int, been: Numbers = (), avoid: int = 0) -> Numbers:
    """The areas that ships enter from where they are to a goal, by a port where they load if one is named.

    `been` are the areas that they have entered already: a port is left by the sea it was entered from, or by one next
    to that (map.naval.no_transit). Ships that load nowhere keep out of the areas in the mask `avoid`.
    """
    pack, ways = g.pack, reach.open_ways(g, nation)
    came = been[-2] if len(been) > 1 else NONE
    if port in (NONE, start):
        return _sailed(pack, ways, start, came, goal, avoid)
    best = NO_ROUTE
    for sea in members(pack.seas_of[port]):
        there = (*(() if sea == start else _sailed(pack, ways, start, came, sea)), port)
        onward = _sailed(pack, ways, port, sea, goal)
        if onward and (len(there) > 1 or sea == start) and (not best or len(there) + len(onward) < len(best)):
            best = (*there, *onward)
    return best


@lru_cache(maxsize=KEPT)
def _sailed(pack: Pack, open_ways: int, start: int, came: int, goal: int, avoid: int = 0) -> Numbers:
    """The shortest way, of equal ones that through the first areas of the pack; empty if there is none."""
    before = {start: NONE}
    edge = [start]
    while edge and goal not in before:
        further: list[int] = []
        for area in edge:
            for other in _next(pack, open_ways, area, came if area == start else NONE, goal):
                if other not in before and not avoid >> other & 1:
                    before[other] = area
                    further.append(other)
        edge = further
    if goal not in before or goal == start:
        return NO_ROUTE
    way = [goal]
    while before[way[-1]] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _next(pack: Pack, open_ways: int, area: int, came: int, goal: int) -> list[int]:
    """Where ships go from an area: between seas, into the goal, and through the canal where it is open."""
    beside = pack.sea_ways.beside(open_ways)
    canal = bool(open_ways & pack.sea_ways.canal_bit)
    if not pack.sea >> area & 1:
        seas = members(pack.seas_of[area])
        free = came == NONE or (area == pack.kiel and canal)
        return [sea for sea in seas if free or sea == came or came in beside[sea]]
    found = list(beside[area])
    if pack.seas_of[goal] >> area & 1:
        found.append(goal)
    elif canal and area in pack.canal_between:
        found.append(pack.kiel)  # map.kiel.canal
    return found


# ---------------------------------------------------------------------- by air


def flown(g: State, nation: int, start: int, goal: int, shunned: Numbers = ()) -> Numbers:
    """The areas that aircraft enter on the shortest way; of equal ones the least shunned, by a number for each area."""
    graph = g.pack.soviet_fly if nation == USSR else g.pack.fly
    way: list[int] = []
    area = start
    while area != goal:
        left = reach.flight(g, nation, area, goal)
        nearer = [other for other in graph.near[area] if reach.flight(g, nation, other, goal) == left - 1]
        area = min(nearer, key=lambda other: (shunned[other] if shunned and other != goal else 0, other))
        way.append(area)
    return tuple(way)
