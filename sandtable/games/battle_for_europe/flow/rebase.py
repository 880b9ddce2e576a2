"""Aircraft change base in phase 1, before they attack."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, three
from sandtable.engine.sets import NONE, mask, members
from sandtable.games.battle_for_europe.flow import journey, limits, movement, progress, reach, units
from sandtable.games.battle_for_europe.flow.movement import ALL, ONE
from sandtable.games.battle_for_europe.pack import CALL_OFF, IN_AIR
from sandtable.games.battle_for_europe.parts import REBASE, Order
from sandtable.games.battle_for_europe.state import State


def rebase(g: State, power: int, start: int) -> Flow[State]:
    """Aircraft of a kind go to another base, from which they may still act (unit.air.rebase_before)."""
    g.order = Order(REBASE, power, source=start)
    choice = yield Ask(g.rules.seat_of[power], "rebase", GO, "unit.air.rebase_before", stake=0.3)
    going_there = yield from movement.agreed(g, choice)
    if not going_there:
        units.call_off(g)
        return
    pack, order = g.pack, g.order
    kind, area = pack.number[choice[1]], pack.number[choice[2]]
    going = movement.able(g, g.commander[pack.kind_nation[kind]], start, kind, area)
    chosen = going if pack.number[choice[3]] == ALL else going[:1]
    if g.rules.advanced:
        order.target, order.force = area, mask(chosen)
        journey.set_out(g)  # int.air.trigger
        return
    g.order = None
    for unit in chosen:
        movement.carry_out(g, unit, area)
    units.tell_move(g, kind, len(chosen), start, area, "unit.air.rebase_before")


def flyers(g: State, power: int, start: int) -> list[tuple[int, int, int]]:
    """Kinds of aircraft that can change base from an area, with where they can go and how many can."""
    pack = g.pack
    if not movement.commanded(g, power, start) & pack.air_units:
        return []
    rows = [row for row in movement.movers(g, power, start) if pack.domain[pack.kind_type[row[0]]] == IN_AIR]
    return [row for row in rows if away_from_capital(g, power, row[0], row[1]) is None]


def away_from_capital(g: State, power: int, kind: int, area: int) -> str | None:
    """Aircraft of a power that may only retake its capital go where they can help to (fall.last_chance)."""
    if not limits.bound(g, power):
        return None
    points = reach.flight(g, power, area, g.pack.capital[power])
    most = progress.range_of(g, g.pack.kind_nation[kind], g.pack.kind_type[kind])
    return None if 0 <= points <= most else "fall.last_chance"


def rebaser(g: State, start: int) -> int:
    """The first of the asked powers whose aircraft can change base from an area; NONE if none can."""
    aircraft = g.pack.air_units
    for power in g.asked():
        able = movement.moves_from(g, movement.commanded(g, power, start) & aircraft)
        if able and (not g.last_chance or flyers(g, power, start)):
            return power
    return NONE


def bases(g: State) -> int:
    """The areas from which aircraft of the asked powers can change base, as a mask."""
    found = 0
    for power in g.asked():
        aircraft = g.led[power] & g.pack.air_units
        for start in members(movement.places_of(g, power) & ~found):
            flying = g.here[start] & aircraft
            if flying and movement.moves_from(g, flying) and (not g.last_chance or flyers(g, power, start)):
                found |= 1 << start
    return found


def rebase_refusal(g: State, start: int) -> str | None:
    """The rule against changing the base of aircraft in an area."""
    if rebaser(g, start) != NONE:
        return None
    reason = "unit.air.rebase_before"
    for power in g.asked():
        for unit in members(movement.commanded(g, power, start) & g.pack.air_units):
            reason = movement.tied(g, unit) or ("fall.last_chance" if limits.bound(g, power) else reason)
    return reason


def go_refusal(g: State, kind: int, area: int, number: int) -> str | None:
    """The rule against aircraft of a kind going to a base."""
    if g.pack.domain[g.pack.kind_type[kind]] != IN_AIR:
        return "unit.air.rebase_before"
    return movement.go_refusal(g, kind, area, number) or away_from_capital(g, movement.giver(g, kind), kind, area)


def go_options(g: State, offer: Offer) -> None:
    order, pack = g.order_now(), g.pack
    for kind, area, count in [row for power in g.asked() for row in flyers(g, power, order.source)]:
        offer.add(pack.go[ONE][kind][area])
        if count > 1:
            offer.add(pack.go[ALL][kind][area])
    offer.add(CALL_OFF)
    offer.tell(area=pack.area_ids[order.source])


GO: Final = Legality(go_options, {"go": three(go_refusal), "call_off": legal})
