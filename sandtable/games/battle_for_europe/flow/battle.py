"""Battles: an attack becomes a battle, which is fought in the order air, sea, land, round after round, and settled."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import (
    control,
    cooperation,
    entry,
    flight,
    invasion,
    joint,
    paratroops,
    retreat,
    rolls,
    steps,
    units,
)
from sandtable.games.battle_for_europe.pack import SUBMARINE
from sandtable.games.battle_for_europe.parts import INVADE, LAND_BATTLE, ORDERS, STRIKE, Battle
from sandtable.games.battle_for_europe.state import ATTACKED, ATTACKED_TWICE, DROPPED, State

BEGUN: Final = ("atk.sequence", "inv.target", "atk.naval_strike")
"""By kind of battle: the rule behind it."""


# ---------------------------------------------------------------------- the beginning


def begin(g: State) -> None:
    """The order in progress becomes a battle: its force has entered the area (atk.all_move_first)."""
    order = g.order_now()
    force = order.force
    for unit in (*order.carriers, *order.cargo):
        force |= 1 << unit
    defenders = cooperation.defenders(g, order.kind, order.power, order.target, order.group, force)
    for unit in members(cooperation.dissolving(g, order.kind, order.target, force)):
        units.lose(g, unit, "east.bulgaria_dissolves")
    battle = Battle(order.kind, order.target, order.power, order.group, attackers=force, defenders=defenders)
    battle.carriers, battle.cargo = list(order.carriers), list(order.cargo)
    battle.sailing = bool(order.cargo)
    if defenders:
        agreed = order.chief != NONE  # coop.combine.leader
        battle.group = order.chief if agreed else cooperation.leader(g, defenders)
    g.order = None
    g.battle = battle
    hunting = hunters(g)
    for unit in members(force & ~hunting):
        if unit not in battle.cargo:
            join(g, unit, battle.area)
    tell_begin(g, battle)


def hunters(g: State) -> int:
    """Aircraft that strike at submarines alone: it does not use them up (sub.air_not_action), as a mask."""
    battle, pack = g.battle_now(), g.pack
    if battle.kind != STRIKE or not battle.defenders or battle.defenders & ~pack.of_type[SUBMARINE]:
        return 0
    found = battle.attackers & pack.air_units
    if found:
        g.hunts += [found, battle.defenders]  # sub.air_once_per_raid
    return found


def join(g: State, unit: int, area: int) -> None:
    """A unit takes part in an attack: on land it enters the area, in the air or at sea it acts from its base."""
    g.flags[unit] |= ATTACKED_TWICE if g.flags[unit] & ATTACKED else ATTACKED  # unit.tank.two_attacks
    if not g.pack.land_units >> unit & 1:
        units.use(g, unit)  # unit.used.mark
        return
    if g.flags[unit] & DROPPED:
        paratroops.drop(g, unit, area)
        return
    way = rolls.best_way(g, unit, area)
    if g.place[unit] != area:
        entry.march(g, unit, area)
    g.origin[unit] = way


def tell_begin(g: State, battle: Battle) -> None:
    if g.log is not None:
        pack = g.pack
        names = pack.nation_ids[battle.power], pack.area_ids[battle.area]
        g.log.add(f"battle_{ORDERS[battle.kind]}", *names, rule=BEGUN[battle.kind])


# ---------------------------------------------------------------------- the course


def go_on(g: State) -> Flow[State]:
    """The next round of the battle, or what settles it; a step without opponents is skipped (seq.battle.steps)."""
    battle = g.battle_now()
    fought = False
    while not fought and battle.step != LAND_BATTLE:
        fought = yield from steps.STEPS_OF[battle.step](g)
        if not fought:
            battle.step += 1
            battle.round = 0
    if not fought:
        fought = yield from steps.land(g)
    if not fought or steps.decided(g):
        yield from settle(g)


def settle(g: State) -> Flow[State]:
    """The battle is over: who is left holds the area or has left it, aircraft and ships are home."""
    battle, pack = g.battle_now(), g.pack
    area, power = battle.area, battle.power
    invasion.go_home(g, battle.attackers & pack.based_units)  # land.retreat.air_home
    own = g.allies_in(power, area) & pack.land_units
    enemies = g.enemies_in(power, area) & pack.land_units
    inside = retreat.inside(g)
    g.battle, g.fought = None, battle
    if g.rules.advanced and not (battle.step == LAND_BATTLE and battle.round):
        paratroops.came(g, own & battle.attackers)  # nobody on land kept them from it
    if own and not enemies and not g.friendly(power, area):
        nation = yield from joint.holder(g, area, power, own)
        control.capture(g, area, nation, "inv.success" if battle.kind == INVADE else "land.victory")
        yield from flight.flee_from(g, area)
    elif g.log is not None:
        if inside and enemies:
            g.log.add("battle_waits", pack.area_ids[area], rule="land.separate_contingents.capture")
        elif not own and not enemies and battle.kind != STRIKE:
            g.log.add("battle_both_gone", pack.area_ids[area], rule="land.both_gone")
        elif enemies and not inside and battle.kind != STRIKE:
            g.log.add("battle_held", pack.area_ids[area], rule="land.retreat")
