"""Reasons: why units take no part in an attack, or do not enter an area; the most exact rule is named."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, bits, members
from sandtable.games.battle_for_europe.flow import attack, cooperation, entry, landing, limits, nations, reach
from sandtable.games.battle_for_europe.pack import BOMBER, BRITAIN, FLEET, TANK, USSR
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    ATTACKED_TWICE,
    CUT_OFF,
    DROPPED,
    MOVED,
    PINNED,
    RETREATED,
    USED,
    State,
)

CONDITIONS: Final = (
    (CUT_OFF, "sup.no_move"),
    (RETREATED, "land.retreat.ends"),
    (ATTACKED_TWICE, "unit.tank.two_attacks"),
    (DROPPED, "para.drop_ends_move"),
    (ATTACKED, "unit.one_attack"),
    (MOVED, "unit.move_once"),
)
"""What may have happened to a land unit this turn, and the rule by which it stays where it is."""


def spent(g: State, unit: int) -> str | None:
    """The rule by which a unit has nothing more to do in phase 1, wherever it is; None if it has."""
    pack, flags = g.pack, g.flags[unit]
    if flags & PINNED:
        naval = bool(pack.naval_units >> unit & 1)
        return "setup.sichel.britain.pinned" if naval else "setup.sichel.germany.satellites_idle"
    if g.place[unit] == pack.usa_box and not g.fallen >> BRITAIN & 1:
        return "usa.first_to_britain"
    if not pack.land_units >> unit & 1:
        at_sea = bool(pack.naval_units >> unit & 1)
        return None if not flags & USED else "unit.fleet.one_action" if at_sea else "unit.air.once"
    if entry.may_march(g, unit):
        points_left = g.steps[unit] < pack.move[pack.type[unit]]
        return None if points_left or pack.type[unit] != TANK else "unit.tank.second_needs_point"
    return next((rule for flag, rule in CONDITIONS if flags & flag), "unit.move_once")


def of_unit(g: State, unit: int, area: int) -> str:
    """Why a unit takes no part in the attack in progress: what happened to it, who it is, or how far it is."""
    order = g.order_now()
    rule = spent(g, unit)
    if rule is not None:
        return rule
    if limits.own_coast(g, order.power, area):
        return "inv.self"  # its own units land there, and nobody fights
    return of_nation(g, g.pack.nation[unit], area, order.group) or too_far(g, order.kind, unit)


def of_nation(g: State, nation: int, area: int, group: int) -> str | None:
    """The rule that keeps units of a nation out of an attack on a group of defenders; None if none does."""
    pack, order = g.pack, g.order_now()
    against = cooperation.contingent(g, order.power, area, group) if group != NONE else 0
    if nations.stays_at_home(g, nation):
        return "vichy.units.stay"
    if nation == pack.bulgaria and against & pack.of_nation[USSR]:
        return "east.bulgaria_no_attack"
    commander = g.commander[nation]
    if commander != order.power and cooperation.attacked(g, commander, area, against):
        return "atk.area_once_joint"
    rule = entry.barred(g, nation, area) or limits.only_capital(g, commander, area)
    return "war.needed" if rule is not None and rule.startswith("war.neutral") else rule


def too_far(g: State, kind: int, unit: int) -> str:
    """The rule that says how far a unit comes in an attack of a kind."""
    pack = g.pack
    if pack.air_units >> unit & 1:
        short = "unit.air.invasion_range" if kind == INVADE else "unit.air.range"
        return "bomb.range" if pack.type[unit] == BOMBER else short
    if pack.naval_units >> unit & 1 and kind == ATTACK:
        order = g.order_now()
        to_fight = attack.meets_at_sea(g, order.power, order.target, order.group)
        return attack.OUT_OF_REACH[STRIKE] if to_fight else "unit.fleet.no_land_battle"  # atk.fleets_by_land
    return attack.OUT_OF_REACH[kind]


def nearest(g: State, kind: int, area: int, among: int = ~0) -> str | None:
    """Why some units of the powers asked that are near enough to an area have nothing more to do; None without any."""
    led = 0
    for power in g.asked():
        led |= g.under[power]
    for nation in bits(led):
        for base in members(g.at[nation]):
            for unit in members(g.units_of(nation, base) & among):
                rule = spent(g, unit) if would_reach(g, kind, unit, area) else None
                if rule is not None:
                    return rule
    return None


def would_reach(g: State, kind: int, unit: int, area: int) -> bool:
    """Whether a unit could take part in an attack of a kind on an area if nothing had happened to it this turn."""
    pack = g.pack
    nation, start = pack.nation[unit], g.place[unit]
    if pack.air_units >> unit & 1:
        return reach.can_fly(g, unit, area)
    if pack.naval_units >> unit & 1:
        carries = kind != INVADE or pack.type[unit] == FLEET
        return kind != ATTACK and carries and landing.can_sail(g, unit, area)
    return kind != STRIKE and bool(reach.land_goals(g, nation, start, pack.move[pack.type[unit]]) >> area & 1)
