"""What opponents see at sea: where a side could land, and which ships it could sink in their bases."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.estimate import chance, flown, losses
from sandtable.games.battle_for_europe.flow import reach
from sandtable.games.battle_for_europe.stands import Attack, Corps, Stand
from sandtable.games.battle_for_europe.state import State

SEA_REACH: Final = 6
"""Points that ships have (unit.fleet)."""
LANDING_PARTY: Final = 8
"""More units than this never land at once."""
SHIP_COST: Final = 5.0
PLANE_COST: Final = 3.0
"""HPP of a fleet and of an aircraft that are lost; a fleet is not always missed as much as it costs."""


def strikes(g: State, own: Stand, enemy: Stand, now: bool, rested: bool) -> list[Attack]:
    """What each corps could do to ships in their bases; no area is taken so, and the odds of that are 0.

    The ships struck stand as units, the chance to sink them as values. Aircraft that are used defend their base if they
    have rested before.
    """
    pack = g.pack
    reach_of = flown(pack)
    found: list[Attack] = []
    for area in members(enemy.areas & pack.ports):
        ships = enemy.ships[area]
        if ships < 0.5:
            continue
        guards = enemy.planes[area] if rested else enemy.fresh[area]
        best = sunk = 0.0
        for corps in own.corps.values():
            planes = corps.fresh if now else corps.planes
            flying = sum([planes[base] for base in members(corps.air_at) if reach_of[base] >> area & 1])
            sailing = ships_near(g, own, corps, area)
            units = flying + sailing
            if units < 0.5:
                continue
            values, strength = 3.0 * units, 3.0 * ships + 4.0 * guards
            win = chance(units, values, ships + guards, strength)
            lost = losses(units, values, ships + guards, strength)
            cost = PLANE_COST if flying >= lost else SHIP_COST
            sunk = max(sunk, win)
            best = max(best, win * SHIP_COST * ships - cost * lost)
        if best > 0.0:
            found.append(Attack(area, ships, sunk, 0.0, best))
    return found


def ships_near(g: State, own: Stand, corps: Corps, area: int) -> float:
    """How many fleets of a corps reach an area from their bases."""
    pack = g.pack
    bases = [base for base in members(own.areas & pack.ports) if corps.ships[base] > 0.0]
    if not bases:
        return 0.0
    way = pack.sea_ways.points(reach.open_ways(g, corps.sailor))
    return sum([corps.ships[base] for base in bases if 0 <= way[base][area] <= SEA_REACH])


def landings(g: State, own: Stand, corps: Corps, targets: int, now: bool) -> dict[int, float]:
    """By enemy port: how many units of a corps could land there, roughly."""
    pack = g.pack
    bases = [area for area in members(own.areas & pack.ports) if corps.ships[area] > 0.0]
    if not bases:
        return {}
    men = corps.ready if now else corps.men
    loading = [area for area in members(own.areas & pack.ports) if men[area] > 0.0]
    table = pack.sea_ways.points(reach.open_ways(g, corps.sailor))
    found: dict[int, float] = {}
    for area in members(targets & pack.ports):
        fleets = sum([corps.ships[base] for base in bases if 0 <= table[base][area] <= SEA_REACH - 1])
        if not fleets:
            continue
        cargo = sum([men[port] for port in loading if 0 <= table[port][area] <= SEA_REACH - 2])
        party = min(fleets, cargo, LANDING_PARTY)
        if party >= 0.5:
            found[area] = party
    return found
