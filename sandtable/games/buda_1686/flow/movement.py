"""Movement: free for the besiegers, a unit or two for the garrison when it has the initiative."""

from __future__ import annotations

from sandtable.engine.ask import Offer
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow.board import relocate
from sandtable.games.buda_1686.pack import OTTOMAN
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
    """Each unit may move one zone per go (move.imperial.one_zone)."""
    pack = g.pack
    at = g.at
    ready = pack.imperial & ~g.moved
    open_walls = [bool(at[wall] & pack.imperial) and g.room(wall) > 0 for wall in range(pack.walls)]
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
    if offer.explaining:
        explain_imperial(g, offer)


def explain_imperial(g: State, offer: Offer) -> None:
    """Why the other moves of the besiegers are refused."""
    pack = g.pack
    offered = set(offer.options)
    for unit in bits(pack.imperial):
        for zone in range(pack.zones):
            if pack.move[unit][zone] not in offered and zone != g.place[unit]:
                offer.add(pack.move[unit][zone], imperial_refusal(g, unit, zone))
        for wall in range(pack.walls):
            for breach in pack.breach_ids[wall]:
                offer.add(("move", pack.unit_ids[unit], breach), "move.imperial.no_breach_entry")
    for unit in bits(pack.ottoman):
        for zone in range(pack.zones):
            offer.add(pack.move[unit][zone], "move.ottoman.initiative")


def imperial_refusal(g: State, unit: int, zone: int) -> str:
    """The rule that keeps an imperial unit from moving to a zone."""
    pack = g.pack
    if not g.on_map(unit):
        return "move.imperial.own_zones"
    if g.moved >> unit & 1:
        return "move.imperial.one_zone"
    if g.place[unit] >= pack.zones:
        return "move.imperial.withdraw"
    if zone not in pack.roads[g.place[unit]]:
        return "map.zones.roads"
    if not g.at[zone]:
        return "move.imperial.no_empty_wall_entry"
    return "move.imperial.wall_capacity" if g.imperial_at(zone) else "move.imperial.own_zones"


# ---------------------------------------------------------------------- Ottoman


def ottoman_options(g: State, offer: Offer) -> None:
    """With the initiative one or two units move anywhere in the castle (move.ottoman.anywhere)."""
    pack = g.pack
    if g.moves:
        zones = [wall for wall in range(pack.walls) if not g.imperial_at(wall) and g.room(wall) > 0]
        for unit in bits(pack.ottoman & ~g.moved & ~g.at[pack.dead]):
            moves = pack.move[unit]
            place = g.place[unit]
            for zone in zones:
                if zone != place:
                    offer.add(moves[zone])
    if offer.explaining:
        explain_ottoman(g, offer)


def explain_ottoman(g: State, offer: Offer) -> None:
    """Why the other moves of the garrison are refused."""
    pack = g.pack
    offered = set(offer.options)
    for unit in bits(pack.ottoman):
        for zone in range(pack.zones):
            if pack.move[unit][zone] not in offered and zone != g.place[unit]:
                offer.add(pack.move[unit][zone], ottoman_refusal(g, unit, zone))
        for wall in range(pack.walls):
            for breach in pack.breach_ids[wall]:
                offer.add(("move", pack.unit_ids[unit], breach), "map.breach.imperial_only")


def ottoman_refusal(g: State, unit: int, zone: int) -> str:
    """The rule that keeps an Ottoman unit from moving to a zone."""
    if zone >= g.pack.walls:
        return "move.ottoman.no_leave"
    if not g.on_map(unit):
        return "loss.ottoman_final"
    if g.initiative != OTTOMAN:
        return "move.ottoman.initiative"
    if not g.moves:
        return "move.ottoman.even" if g.moved.bit_count() > 1 else "move.ottoman.odd"
    if g.moved >> unit & 1:
        return "move.ottoman.two_units"
    return "map.wall.one_side" if g.imperial_at(zone) else "move.ottoman.targets"
