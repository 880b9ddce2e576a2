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
