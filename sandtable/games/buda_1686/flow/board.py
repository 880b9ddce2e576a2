"""Térkép és egységek: what happens to pieces on the map. Every change of position goes through here."""

from __future__ import annotations

from sandtable.engine.sets import bits
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import State


def relocate(g: State, unit: int, place: int) -> None:
    """Put a unit somewhere, and carry out at once what follows from it (map.possession.auto_capture_timing)."""
    old = g.place[unit]
    mark = 1 << unit
    g.at[old] &= ~mark
    g.at[place] |= mark
    g.place[unit] = place
    _after_change(g, old)
    _after_change(g, place)


def _after_change(g: State, place: int) -> None:
    pack = g.pack
    if place < pack.walls:
        wall = place
    elif pack.zones <= place < pack.boxes:
        wall = place - pack.zones
    else:
        return
    if g.at[pack.zones + wall] and not g.ottoman_at(wall):
        _capture(g, wall)
    _abandon_works(g, wall)


def _capture(g: State, wall: int) -> None:
    """The units in the breaches of an undefended wall zone take it (map.possession.auto_capture_entry)."""
    pack = g.pack
    breach = pack.zones + wall
    for unit in bits(g.at[breach]):
        g.place[unit] = wall
    g.at[wall] |= g.at[breach]
    g.at[breach] = 0
    if g.log is not None:
        g.log.add("captured", pack.zone_ids[wall], rule="map.possession.auto_capture")


def _abandon_works(g: State, wall: int) -> None:
    """An entrenchment without units of its side is removed at once (entrench.lost_without_units)."""
    walls = g.pack.walls
    if g.works[wall] and not g.imperial_at(wall) and not g.at[g.pack.zones + wall]:
        _lose_work(g, IMPERIAL, wall)
    if g.works[walls + wall] and not g.ottoman_at(wall):
        _lose_work(g, OTTOMAN, wall)


def _lose_work(g: State, side: int, wall: int) -> None:
    g.works[side * g.pack.walls + wall] = 0  # entrench.reuse: back to supply
    if g.log is not None:
        g.log.add("work_lost", g.pack.zone_ids[wall], SIDES[side], rule="entrench.lost_without_units")


def roll(g: State, name: str) -> int:
    """Roll the die (comp.die) and leave it lying on the table."""
    g.die = g.chance.d6(name)
    if g.log is not None:
        g.log.add("roll_" + name, g.die, rule="comp.die")
    return g.die


def wall_of(g: State, unit: int) -> int:
    """The wall zone that a unit is in, or in whose breaches it is."""
    place = g.place[unit]
    return place - g.pack.zones if place >= g.pack.zones else place
