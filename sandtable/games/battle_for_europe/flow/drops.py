"""Drops as part of an attack: which paratroops of a force fly, and which march or sail with the others."""

from __future__ import annotations

from sandtable.engine.sets import first, mask, members
from sandtable.games.battle_for_europe.flow import attack, entry, landing, paratroops, rolls
from sandtable.games.battle_for_europe.pack import PARATROOP
from sandtable.games.battle_for_europe.parts import INVADE
from sandtable.games.battle_for_europe.state import DROPPED, State


def choose_ways(g: State, whole: int) -> None:
    """Ready-made forces: paratroops fly where they must, and where it takes a river or a coast from the defenders."""
    order = g.order_now()
    able = [unit for unit in members(whole & g.pack.of_type[PARATROOP]) if attack.dropping(g, unit, order.target)]
    on_foot = [unit for unit in able if attack.overland(g, unit, order.target)]
    if order.kind == INVADE or not on_foot or helps(g, whole & ~mask(able) | mask(on_foot)):
        on_foot = []
    for unit in able:
        if unit not in on_foot:
            g.flags[unit] |= DROPPED


def settle_ways(g: State, force: int) -> None:
    """Paratroops fly only as part of the force that marches."""
    if g.rules.advanced:
        paratroops.stay_down(g, but=force)


def helps(g: State, force: int) -> bool:
    """Whether defenders lose something if paratroops drop instead of marching with a force."""
    area = g.order_now().target
    ways = rolls.best_ways(g, force & g.pack.land_units, area)
    return rolls.ground(g, area, [*ways, rolls.DROP]).cover < rolls.ground(g, area, ways).cover


def droppers(g: State, waiting: int) -> int:
    """Of the units that could still join the force, those that can fly to it, as a mask."""
    target = g.order_now().target
    return mask([unit for unit in members(waiting & g.pack.of_type[PARATROOP]) if attack.dropping(g, unit, target)])


def walkers(g: State, waiting: int) -> int:
    """Of the units that could still join the force, all but paratroops that can only fly to it, as a mask."""
    order = g.order_now()
    found = waiting
    for unit in members(waiting & g.pack.of_type[PARATROOP]):
        embarks = order.kind == INVADE and landing.embarks(g, unit)
        if not embarks and not attack.overland(g, unit, order.target):
            found &= ~(1 << unit)
    return found


def send(g: State, waiting: int, number: int, start: int) -> int:
    """One unit of paratroops flies to the target (para.no_carrier); which one."""
    unit = first(droppers(g, waiting) & g.here[start] & g.pack.of_kind[g.pack.para_kinds[number]])
    g.flags[unit] |= DROPPED
    return unit


def refusal(g: State, waiting: int, number: int, start: int) -> str | None:
    """The rule against paratroops of a kind flying from an area; the kind is numbered among those of paratroops."""
    there = g.here[start] & g.pack.of_kind[g.pack.para_kinds[number]]
    if not there:
        return "atk.reach"
    if droppers(g, waiting) & there:
        return None
    reason = "atk.reach"
    target = g.order_now().target
    for unit in members(there & ~g.order_now().force):
        near = paratroops.goals(g, unit) >> target & 1
        kept_out = entry.barred_for(g, unit, target) or reason
        reason = paratroops.tied(g, unit) or (kept_out if near else "para.drop_range")
    return reason
