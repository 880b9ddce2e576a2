"""Movement: free for the besiegers, a unit or two for the garrison when it has the initiative."""

from __future__ import annotations

from sandtable.engine.ask import Offer
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State


def move(g: State, unit: int, zone: int) -> None:
    """A unit moves; this is not an action (move.imperial.free, move.ottoman.not_action)."""
    g.moved |= 1 << unit
    rule = "move.imperial.free"
    if g.pack.side[unit] == OTTOMAN:
        g.moves -= 1
        rule = "move.ottoman.anywhere"
    if g.log is not None:
        g.log.add("moved", g.pack.unit_ids[unit], g.pack.zone_ids[zone], rule=rule)
    relocate(g, unit, zone)


# ---------------------------------------------------------------------- imperial


def imperial_options(g: State, offer: Offer) -> None:
    """Each unit may move one zone per go (move.imperial.one_zone): what `imperial_refusal` allows."""
    pack = g.pack
    at = g.at
    ready = pack.imperial & ~g.moved
    open_walls = [bool(at[wall] & pack.imperial) and g.free_capacity(wall) > 0 for wall in range(pack.walls)]
    for place in range(pack.boxes):
        units = at[place] & ready
        if not units:
            continue
        if place < pack.zones:
            zones = [zone for zone in pack.roads[place] if zone >= pack.walls or open_walls[zone]]
        else:
            zones = list(pack.wall_starts[place - pack.zones])  # move.imperial.withdraw
        for unit in bits(units):
            moves = pack.move[unit]
            for zone in zones:
                offer.add(moves[zone])


def imperial_refusal(g: State, unit: int, zone: int) -> str | None:
    """The rule that keeps a unit from moving to a zone, or to a breach, in an imperial go."""
    pack = g.pack
    place = g.place[unit]
    if pack.side[unit] == OTTOMAN:
        return "move.ottoman.initiative"
    if zone >= pack.zones:
        return "move.imperial.no_breach_entry"
    if place >= pack.boxes:
        return "move.imperial.own_zones"
    if g.moved >> unit & 1:
        return "move.imperial.one_zone"
    if place >= pack.zones:
        return None if zone in pack.wall_starts[place - pack.zones] else "move.imperial.withdraw"
    if zone not in pack.roads[place]:
        return "map.zones.roads"
    if zone >= pack.walls:
        return None
    if not g.at[zone]:
        return "move.imperial.no_empty_wall_entry"
    if not g.imperial_at(zone):
        return "move.imperial.own_zones"
    return None if g.free_capacity(zone) > 0 else "move.imperial.wall_capacity"


# ---------------------------------------------------------------------- Ottoman


def ottoman_options(g: State, offer: Offer) -> None:
    """With the initiative one or two units move anywhere in the castle: what `ottoman_refusal` allows."""
    pack = g.pack
    if g.moves:
        zones = [wall for wall in range(pack.walls) if not g.imperial_at(wall) and g.free_capacity(wall) > 0]
        for unit in bits(pack.ottoman & ~g.moved & ~g.at[pack.dead]):
            moves = pack.move[unit]
            place = g.place[unit]
            for zone in zones:
                if zone != place:
                    offer.add(moves[zone])


def ottoman_refusal(g: State, unit: int, zone: int) -> str | None:
    """The rule that keeps a unit from moving to a zone, or to a breach, in an Ottoman go."""
    pack = g.pack
    if pack.side[unit] == IMPERIAL:
        return "move.imperial.free"
    if zone >= pack.zones:
        return "map.breach.imperial_only"
    if zone >= pack.walls:
        return "move.ottoman.no_leave"
    if not g.on_map(unit):
        return "loss.ottoman_final"
    if g.initiative != OTTOMAN:
        return "move.ottoman.initiative"
    if not g.moves:
        return "move.ottoman.even" if g.moved.bit_count() > 1 else "move.ottoman.odd"
    if g.moved >> unit & 1:
        return "move.ottoman.two_units"
    if g.imperial_at(zone):
        return "map.wall.one_side"
    if zone == g.place[unit]:
        return "move.ottoman.anywhere"
    return None if g.free_capacity(zone) > 0 else "move.ottoman.targets"
