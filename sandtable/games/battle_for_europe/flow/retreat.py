"""Retreat: attacking land units break off a battle, or fall back from an area that did not fall."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import leaving
from sandtable.games.battle_for_europe.parts import FALL_BACK, RETREAT
from sandtable.games.battle_for_europe.state import State


def inside(g: State) -> int:
    """The attacking land units that are in the area of the battle, as a mask."""
    battle = g.battle_now()
    return battle.attackers & g.pack.land_units & g.here[battle.area]


def able(g: State) -> int:
    """The attacking land units that can retreat: not those that landed, nor those without an area to go to."""
    battle = g.battle_now()
    found = 0
    for unit in members(inside(g) & ~battle.landed):  # land.invasion_no_retreat
        if leaving.next_areas(g, unit, battle.area):
            found |= 1 << unit
    return found


def retreat(g: State) -> Flow[State]:
    """Every attacking land unit that can leaves the battle (land.retreat.all)."""
    battle = g.battle_now()
    out = able(g)
    battle.attackers &= ~out
    yield from leaving.leave(g, RETREAT, battle.area, g.rules.seat_of[battle.power], out)


def fall_back(g: State) -> Flow[State]:
    """At the end of phase 1 units leave the areas in which another group of enemies is left.

    (land.separate_contingents.capture)
    """
    pack = g.pack
    for power in g.on_turn():
        for area in members(g.enemies_at(power)):
            waiting = g.here[area] & g.led[power] & pack.land_units
            if waiting and g.enemies_in(power, area) & pack.land_units:
                yield from leaving.leave(g, FALL_BACK, area, g.rules.seat_of[power], waiting)
