"""Arrival: the stages of a move that can be met on its way, and what its survivors do at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow, unasked
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import (
    battle,
    chain_battle,
    cooperation,
    entry,
    flight,
    interceptors,
    intervention,
    journey,
    movement,
    submarines,
    transport,
    turning,
    units,
)
from sandtable.games.battle_for_europe.parts import (
    ARRIVING,
    ATTACK,
    BOMB,
    DECLARING,
    ENTER,
    INVADE,
    MOVE,
    RAID,
    REBASE,
    RESOLVING,
    ROUTING,
    SHIP,
    STRIKE,
    Order,
)
from sandtable.games.battle_for_europe.state import State


def go_on(g: State) -> Flow[State]:
    """The next stage of the move in progress, or the next declaration in it."""
    return STAGES[g.chain_now().stage](g)


def arrive(g: State) -> Flow[State]:
    """Whatever is left of the move is at its end (int.air.reach_target, int.sea.continue)."""
    order = g.order_now()
    fought = has_fought(g)
    joining = defenders_joined(g)
    g.chain = None
    if order.kind == ENTER:
        yield from enter(g, order)
    else:
        ARRIVALS[order.kind](g, order, joining)
    if order.kind in (MOVE, REBASE):
        for unit in members(fought):
            units.use(g, unit)  # int.mover_used


def has_fought(g: State) -> int:
    """The units of the move that had to fight on their way, as a mask."""
    chain = g.chain_now()
    found = 0
    for leg in range(chain.legs):
        if chain.settled >> leg & 1:
            found |= chain.units[leg]
    return found


def defenders_joined(g: State) -> int:
    """The aircraft that came to the target of an attack to defend it (int.air.at_target), as a mask."""
    chain, order = g.chain_now(), g.order_now()
    found = 0
    if interceptors.joins_battle(g, order.target):
        for group in interceptors.groups_at(g, order.target, False, False):
            found |= chain.units[group]
    return found


def attack(g: State, order: Order, joining: int) -> None:
    """The planned battle, if anybody is left who could fight or land."""
    pack = g.pack
    if not order.force or (order.kind == INVADE and not order.force & pack.land_units):
        g.order = None
        for unit in members(order.force):
            turning.end_action(g, unit)
        if g.log is not None:
            g.log.add(
                "attack_stopped", pack.nation_ids[order.power], pack.area_ids[order.target], rule="int.air.reach_target"
            )
        return
    battle.begin(g)
    now = g.battle_now()
    now.defenders |= joining
    for unit in members(now.attackers & pack.air_units if joining else 0):
        units.use(g, unit)  # whoever fights aircraft does more than hunt submarines
    if joining and now.group == NONE:
        now.group = cooperation.leader(g, joining)


def enter(g: State, order: Order) -> Flow[State]:
    """Paratroops, and whoever marches with them, take an undefended area."""
    if not order.force:
        g.order = None
        return
    entry.take(g, order)
    yield from flight.flee_from(g, order.target)  # atk.only_aircraft_defending


def change_base(g: State, order: Order, joining: int) -> None:
    """Aircraft or ships are at their new base."""
    pack = g.pack
    g.order = None
    rows: dict[int, list[int]] = {}
    for unit in members(order.force):
        rows.setdefault(pack.kind[unit], []).append(unit)
    rebasing = order.kind == REBASE
    for kind, going in rows.items():
        for unit in going:
            movement.carry_out(g, unit, order.target)
        rule = "unit.air.rebase_before" if rebasing else movement.RULES[pack.domain[pack.kind_type[kind]]]
        units.tell_move(g, kind, len(going), order.source, order.target, rule)


def ship(g: State, order: Order, joining: int) -> None:
    """What is left of a transport lands; its escorts are used too."""
    g.order = None
    if order.cargo:
        transport.sail(g, order)
    for unit in members(order.force & g.pack.naval_units):
        units.use(g, unit)


def raid(g: State, order: Order, joining: int) -> None:
    """Submarines that got through do their damage."""
    g.order = None
    submarines.strike(g, order)


def bomb(g: State, order: Order, joining: int) -> None:
    """Bombers are over their target; what they cost was lost when they set out (bomb.strategic.even_if_lost)."""
    g.order = None


STAGES: Final[dict[int, Callable[[State], Flow[State]]]] = {
    ROUTING: journey.name_routes,
    DECLARING: intervention.declare,
    RESOLVING: unasked(chain_battle.resolve),
    ARRIVING: arrive,
}
ARRIVALS: Final[dict[int, Callable[[State, Order, int], None]]] = {
    ATTACK: attack,
    INVADE: attack,
    STRIKE: attack,
    MOVE: change_base,
    REBASE: change_base,
    SHIP: ship,
    RAID: raid,
    BOMB: bomb,
}
"""By kind of order: what its survivors do; they get the order, and the aircraft that joined the defence."""
