"""Guests: German units in satellites that the Soviet attack has made neutral for good (east.ussr_first)."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import leaving, units
from sandtable.games.battle_for_europe.pack import GERMANY
from sandtable.games.battle_for_europe.parts import FLIGHT
from sandtable.games.battle_for_europe.state import State


def expel(g: State) -> Flow[State]:
    """At the end of the German turn those that have neither left nor fought: on land they are lost, others flee.

    (east.ussr_first.leave, east.ussr_first.procedure)
    """
    if GERMANY not in g.on_turn():
        return
    for area in overstayed(g):
        for unit in members(g.units_of(GERMANY, area) & g.pack.land_units):
            units.lose(g, unit, "east.ussr_first.procedure")
        fleeing = g.units_of(GERMANY, area)
        if fleeing:
            yield from leaving.leave(g, FLIGHT, area, g.rules.seat_of[GERMANY], fleeing)


def overstayed(g: State) -> list[int]:
    """The areas of satellites in which Germans may stay no longer: neutral ones, and those still at war with them."""
    found = 0
    for country in members(g.pack.satellites):
        if not g.allied_nations[GERMANY] >> country & 1 and (g.soviet_attack != NONE or g.at_war(GERMANY, country)):
            found |= g.held[country]
    return [area for area in members(found) if g.units_of(GERMANY, area)]
