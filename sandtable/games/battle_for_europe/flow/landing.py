"""Landings: which fleets bring which land units to an enemy coast, one each."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import reach, transport
from sandtable.games.battle_for_europe.pack import FLEET
from sandtable.games.battle_for_europe.state import State


def can_sail(g: State, fleet: int, area: int) -> bool:
    """Whether a fleet can act off a coast from its base (unit.fleet.move, unit.fleet.return_free)."""
    points = reach.sea_way(g, g.pack.nation[fleet], g.place[fleet], area)
    return points != NONE and points <= g.pack.move[FLEET]


def can_carry(g: State, fleet: int, unit: int, area: int) -> bool:
    """Whether a fleet can load a land unit and bring it to a coast within its points (unit.fleet.embark_where)."""
    pack, port = g.pack, g.place[unit]
    nation = pack.nation[fleet]
    if not pack.ports >> port & 1 or not g.friendly(nation, port):
        return False
    return bool(reach.carried(g, nation, g.place[fleet], port) >> area & 1)


def embarks(g: State, unit: int) -> bool:
    """Whether a land unit can go aboard: it has not moved this turn (unit.tank.no_embark_after_move)."""
    return transport.embarks(g, unit) and bool(g.pack.ports >> g.place[unit] & 1)


def rides(g: State, fleets: Sequence[int], cargo: Sequence[int], area: int) -> dict[int, int]:
    """By land unit: the fleet that carries it, one each (unit.fleet.carry_invasion); as many as find one."""
    carriers: dict[int, list[int]] = {}
    for unit in cargo:
        port = g.place[unit]
        if port not in carriers:
            carriers[port] = [fleet for fleet in fleets if can_carry(g, fleet, unit, area)]
    aboard: dict[int, int] = {}
    for unit in cargo:
        _find_ride(g, unit, carriers, aboard, set())
    return {unit: fleet for fleet, unit in sorted(aboard.items())}


def _find_ride(g: State, unit: int, carriers: dict[int, list[int]], aboard: dict[int, int], tried: set[int]) -> bool:
    """Whether a unit finds a fleet among those of its port, free or after its passenger has found another one."""
    for fleet in carriers[g.place[unit]]:
        if fleet not in tried:
            tried.add(fleet)
            if fleet not in aboard or _find_ride(g, aboard[fleet], carriers, aboard, tried):
                aboard[fleet] = unit
                return True
    return False


def all_aboard(g: State, force: int, overland: int, area: int) -> dict[int, int] | None:
    """By carried unit of a force: its fleet; None if some unit that cannot go by land finds none."""
    pack = g.pack
    cargo = members(force & pack.land_units & ~overland)
    carried = rides(g, members(force & pack.of_type[FLEET]), cargo, area)
    return carried if len(carried) == len(cargo) else None
