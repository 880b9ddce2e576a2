"""Aircraft change base in phase 1, before they attack."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, three
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import movement, units
from sandtable.games.battle_for_europe.flow.movement import ALL, ONE
from sandtable.games.battle_for_europe.pack import CALL_OFF, IN_AIR
from sandtable.games.battle_for_europe.parts import REBASE, Order
from sandtable.games.battle_for_europe.state import State


def rebase(g: State, power: int, start: int) -> Flow[State]:
    """Aircraft of a kind go to another base, from which they may still act (unit.air.rebase_before)."""
    g.order = Order(REBASE, power, source=start)
    choice = yield Ask(g.rules.seat_of[power], "rebase", GO, "unit.air.rebase_before", stake=0.3)
    g.order = None
    if choice == CALL_OFF:
        return
    pack = g.pack
    kind, area = pack.number[choice[1]], pack.number[choice[2]]
    going = movement.able(g, power, start, kind, area)
    chosen = going if pack.number[choice[3]] == ALL else going[:1]
    for unit in chosen:
        movement.carry_out(g, unit, area)
    units.tell_move(g, kind, len(chosen), start, area, "unit.air.rebase_before")


def flyers(g: State, power: int, start: int) -> list[tuple[int, int, int]]:
    """Kinds of aircraft that can change base from an area, with where they can go and how many can."""
    pack = g.pack
    if not movement.commanded(g, power, start) & pack.air_units:
        return []
    return [row for row in movement.movers(g, power, start) if pack.domain[pack.kind_type[row[0]]] == IN_AIR]


def rebaser(g: State, start: int) -> int:
    """The first of the asked powers whose aircraft can change base from an area; NONE if none can."""
    return next((power for power in g.asked() if flyers(g, power, start)), NONE)


def rebase_refusal(g: State, start: int) -> str | None:
    """The rule against changing the base of aircraft in an area."""
    reason = "unit.air.rebase_before"
    for power in g.asked():
        for unit in members(movement.commanded(g, power, start) & g.pack.air_units):
            rule = movement.tied(g, unit)
            if rule is None and movement.destinations(g, unit):
                return None
            reason = rule or reason
    return reason


def go_refusal(g: State, kind: int, area: int, number: int) -> str | None:
    """The rule against aircraft of a kind going to a base."""
    if g.pack.domain[g.pack.kind_type[kind]] != IN_AIR:
        return "unit.air.rebase_before"
    return movement.go_refusal(g, kind, area, number)


def go_options(g: State, offer: Offer) -> None:
    order, pack = g.order_now(), g.pack
    for kind, area, count in flyers(g, order.power, order.source):
        offer.add(pack.go[ONE][kind][area])
        if count > 1:
            offer.add(pack.go[ALL][kind][area])
    offer.add(CALL_OFF)
    offer.tell(area=pack.area_ids[order.source])


GO: Final = Legality(go_options, {"go": three(go_refusal), "call_off": legal})
