"""Invasions: carried units land, or turn back with their fleets."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import limits, units
from sandtable.games.battle_for_europe.state import ATTACKED, ATTACKED_TWICE, CARRIED, MOVED, State


def land(g: State) -> None:
    """What the fleets carry comes ashore (inv.clear_sea_first); armour keeps a movement point for a second attack."""
    battle, pack = g.battle_now(), g.pack
    for unit in battle.cargo:
        start = g.place[unit]
        units.move_unit(g, unit, battle.area)
        g.flags[unit] |= MOVED | ATTACKED | CARRIED
        g.steps[unit] = 1  # unit.tank.after_invasion; infantry has no more than one
        battle.landed |= 1 << unit
        if g.log is not None:
            names = pack.kind_ids[pack.kind[unit]], pack.area_ids[start], pack.area_ids[battle.area]
            g.log.add("battle_landed", *names, rule="unit.fleet.carry_invasion")
    battle.sailing = False


def turn_back(g: State, rule: str) -> None:
    """Ships, their cargo and the aircraft leave the battle; units that attack overland may go on without them."""
    battle, pack = g.battle_now(), g.pack
    if battle.sailing:
        for carrier, unit in zip(battle.carriers, battle.cargo, strict=True):
            room = limits.crowded(g, unit, g.place[carrier]) is None  # inv.failed_unlanded.malta
            if g.place[unit] != g.place[carrier] and room:
                units.move_unit(g, unit, g.place[carrier])  # inv.failed_unlanded: with the fleet to its base
            g.flags[unit] |= MOVED | ATTACKED | ATTACKED_TWICE | CARRIED
            g.steps[unit] = pack.move[pack.type[unit]]
            battle.attackers &= ~(1 << unit)
        if g.log is not None:
            g.log.add("battle_turned_back", pack.nation_ids[battle.power], pack.area_ids[battle.area], rule=rule)
    battle.carriers, battle.cargo, battle.sailing = [], [], False
    go_home(g, battle.attackers & pack.based_units)


def go_home(g: State, leaving: int) -> None:
    """Aircraft and ships go home before the battle is over; they are used (air.breakoff, unit.air.base)."""
    battle, pack = g.battle_now(), g.pack
    battle.attackers &= ~leaving
    if g.log is not None:
        homes: dict[tuple[int, int], int] = {}
        for unit in members(leaving):
            pair = pack.kind[unit], g.place[unit]
            homes[pair] = homes.get(pair, 0) + 1
        for (kind, base), count in sorted(homes.items()):
            g.log.add("battle_home", count, pack.kind_ids[kind], pack.area_ids[base], rule="land.retreat.air_home")
