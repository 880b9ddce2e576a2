"""Flight: aircraft and ships leave a base that the enemy has captured."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import leaving
from sandtable.games.battle_for_europe.parts import FLIGHT
from sandtable.games.battle_for_europe.state import FLED, State


def flee_from(g: State, area: int) -> Flow[State]:
    """The air and naval units of the enemies of its new holder leave an area, seat by seat.

    (unit.air.flee, unit.fleet.retreat_base)
    """
    pack = g.pack
    fleeing: dict[int, int] = {}
    for unit in members(g.enemies_in(g.control[area], area) & pack.based_units):
        seat = g.seat(pack.nation[unit])
        fleeing[seat] = fleeing.get(seat, 0) | 1 << unit
    for seat in sorted(fleeing):
        yield from leaving.leave(g, FLIGHT, area, seat, fleeing[seat])


def forget(g: State) -> None:
    """A new turn begins: whoever fled in the last one may flee again (unit.air.flee_once)."""
    for unit, flags in enumerate(g.flags):
        if flags & FLED:
            g.flags[unit] = flags & ~FLED
