"""Phase 4: strategic transfer, any unit over any distance, across sea with escorts."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import crossing, entry, movement, phases, reach, units
from sandtable.games.battle_for_europe.pack import AT_SEA, BRITAIN, CALL_OFF, GERMANY, USA
from sandtable.games.battle_for_europe.parts import TRANSFER, Order
from sandtable.games.battle_for_europe.state import CUT_OFF, PINNED, State

OCEAN_A_TURN: Final = 4
"""usa.ocean_four"""
BRIDGEHEAD_A_TURN: Final = 2
"""usa.bridgehead_two"""


def phase_four(g: State) -> Flow[State]:
    """A power transfers one unit, or ends its phase 4."""
    power, pack = g.power(), g.pack
    seat = g.rules.seat_of[power]
    choice = yield Ask(seat, "phase_four", MENU, "strat.allowance", stake=0.4)
    if choice == DONE:
        phases.next_power(g)
        return
    kind, start = pack.number[choice[1]], pack.number[choice[2]]
    g.order = order = Order(TRANSFER, power, source=start, units=kind)
    choice = yield Ask(seat, "transfer.to", TO, "strat.dest", stake=0.4)
    if choice != CALL_OFF:
        order.target = pack.number[choice[1]]
        if start != pack.usa_box and pack.domain[pack.kind_type[kind]] != AT_SEA:  # usa.ocean_no_escort
            yield from crossing.name_escorts(g, seat, mover(g, power, kind, start))
        if order.target != NONE:
            carry_out(g)
    g.order = None


def carry_out(g: State) -> None:
    """The unit arrives, and the fleets that escorted it are used, at their bases (strat.escort.stays)."""
    order, pack = g.order_now(), g.pack
    unit = mover(g, order.power, order.units, order.source)
    for fleet in order.carriers:
        units.use(g, fleet)
    if order.source == pack.usa_box:
        g.crossed += 1
    units.move_unit(g, unit, order.target)  # strat.used_stays_used: nothing else happens to it
    units.tell_move(g, order.units, 1, order.source, order.target, "strat.distance")
    g.transfers[order.power] += 1


# ---------------------------------------------------------------------- who may be transferred


def tied(g: State, unit: int) -> str | None:
    """The rule that keeps a unit from being transferred; None if it may be (strat.any_unit)."""
    if g.flags[unit] & PINNED:
        naval = bool(g.pack.naval_units >> unit & 1)
        return "setup.sichel.britain.pinned" if naval else "setup.sichel.germany.satellites_pinned"
    return "sup.no_move" if g.flags[unit] & CUT_OFF else None


def mover(g: State, power: int, kind: int, start: int) -> int:
    """The unit of a kind that is transferred from an area: the lowest-numbered that may be; NONE if none may."""
    for unit in members(movement.commanded(g, power, start) & g.pack.of_kind[kind]):
        if tied(g, unit) is None:
            return unit
    return NONE


def destinations(g: State, unit: int) -> int:
    """The areas to which a unit can be transferred now, as a mask."""
    pack = g.pack
    start = g.place[unit]
    if start == pack.usa_box:
        near = across_the_ocean(g)
    elif pack.naval_units >> unit & 1:
        near = ports_by_sea(g, unit)
    else:
        near = crossing.reached(g, unit)
    found = 0
    for area in members(near & ~(1 << start)):
        if closed(g, unit, area) is None:
            found |= 1 << area
    return found


def has_goal(g: State, unit: int, wanted: int) -> bool:
    """Whether a unit can be transferred to one of some areas; most have a neighbour to go to."""
    start = g.place[unit]
    if start != g.pack.usa_box and not g.pack.naval_units >> unit & 1:
        near = crossing.spread(g, unit, 1 << start) & wanted & ~(1 << start)
        if any(closed(g, unit, area) is None for area in members(near)):
            return True
    return bool(destinations(g, unit) & wanted)


def closed(g: State, unit: int, area: int) -> str | None:
    """The rule against a unit ending a transfer in an area, however it gets there."""
    pack = g.pack
    nation = pack.nation[unit]
    if nation == pack.vichy and g.control[area] != nation:
        return "vichy.units.stay"
    if not g.friendly(nation, area):
        return "strat.dest"
    rule = entry.barred_for(g, unit, area)
    if rule is None and pack.domain[pack.type[unit]] == AT_SEA:
        rule = reach.no_base(g, nation, area)
    return rule


def ports_by_sea(g: State, unit: int) -> int:
    """The ports that a naval unit reaches by open seas and straits, over any distance (strat.naval_units)."""
    pack = g.pack
    row = pack.sea_ways.points(reach.open_ways(g, pack.nation[unit]))[g.place[unit]]
    found = 0
    for area in members(pack.ports & ~(1 << pack.usa_box)):
        if row[area] != NONE:
            found |= 1 << area
    return found


def across_the_ocean(g: State) -> int:
    """Where units from the American box go: to Britain, or into a bridgehead once Britain has fallen.

    (usa.first_to_britain, usa.britain_fallen)
    """
    pack = g.pack
    friendly = g.friendly_areas(USA) & pack.ports
    if not g.fallen >> BRITAIN & 1:
        return friendly & pack.areas_of[BRITAIN] if g.crossed < OCEAN_A_TURN else 0
    return g.held[USA] & pack.ports & ~(1 << pack.usa_box) if g.crossed < BRIDGEHEAD_A_TURN else 0


# ---------------------------------------------------------------------- the German garrison of Poland


def owes_garrison(g: State, power: int) -> bool:
    """Whether Germany must still put a unit into Poland, and can (setup.sichel.germany.garrison_enforced)."""
    if power != GERMANY or g.rules.scenario.id != "sichelschnitt":
        return False
    pack = g.pack
    poland = pack.areas_of[pack.poland]
    if any(g.units_of(GERMANY, area) for area in members(poland)):
        return False
    return any(
        g.place[unit] != NONE and tied(g, unit) is None and destinations(g, unit) & poland
        for unit in members(pack.of_nation[GERMANY] & g.rules.units)
    )


def spoken_for(g: State, power: int) -> bool:
    """Whether the last transfer has to bring a unit into Poland."""
    return g.transfers[power] == g.pack.allowance[power] - 1 and owes_garrison(g, power)


# ---------------------------------------------------------------------- legality


def transfer_refusal(g: State, kind: int, start: int) -> str | None:
    """The rule against transferring a unit of a kind from an area."""
    power, pack = g.power(), g.pack
    there = members(movement.commanded(g, power, start) & pack.of_kind[kind])
    if not there:
        return "strat.any_unit"
    if g.transfers[power] >= pack.allowance[power]:
        return "strat.allowance"
    unit = mover(g, power, kind, start)
    if unit == NONE:
        return tied(g, there[0])
    goals = destinations(g, unit)
    if spoken_for(g, power):
        goals &= pack.areas_of[pack.poland]
        return None if goals else "setup.sichel.germany.garrison_enforced"
    if start == pack.usa_box and not goals:
        return ocean_rule(g)
    return None if goals else "strat.distance"


def ocean_rule(g: State) -> str:
    """Why nobody crosses the ocean now."""
    if not g.fallen >> BRITAIN & 1:
        return "usa.ocean_four" if g.crossed >= OCEAN_A_TURN else "usa.first_to_britain"
    return "usa.bridgehead_two" if g.crossed >= BRIDGEHEAD_A_TURN else "usa.britain_fallen"


def menu_options(g: State, offer: Offer) -> None:
    power, pack = g.power(), g.pack
    if g.transfers[power] < pack.allowance[power]:
        wanted = pack.areas_of[pack.poland] if spoken_for(g, power) else ~0
        for start in pack.grounds:
            kinds = {pack.kind[unit] for unit in members(movement.commanded(g, power, start))}
            for kind in sorted(kinds):
                unit = mover(g, power, kind, start)
                if unit != NONE and has_goal(g, unit, wanted):
                    offer.add(pack.transfer[kind][start])
    if not owes_garrison(g, power):
        offer.add(DONE)
    offer.tell(power=pack.nation_ids[power], left=pack.allowance[power] - g.transfers[power])


def done_refusal(g: State) -> str | None:
    """Germany may not leave Poland empty."""
    return "setup.sichel.germany.garrison_enforced" if owes_garrison(g, g.power()) else None


def to_refusal(g: State, area: int) -> str | None:
    """The rule against the unit of the order going to an area."""
    order, pack = g.order_now(), g.pack
    unit = mover(g, order.power, order.units, order.source)
    if spoken_for(g, order.power) and not pack.areas_of[pack.poland] >> area & 1:
        return "setup.sichel.germany.garrison_enforced"
    rule = closed(g, unit, area)
    if rule is not None:
        return rule
    if destinations(g, unit) >> area & 1:
        return None
    if order.source == pack.usa_box:
        return "usa.first_to_britain" if not g.fallen >> BRITAIN & 1 else "usa.britain_fallen"
    if pack.naval_units >> unit & 1:
        return "strat.naval_units"
    return crossing.missing(g, unit, area)


def to_options(g: State, offer: Offer) -> None:
    order, pack = g.order_now(), g.pack
    goals = destinations(g, mover(g, order.power, order.units, order.source))
    if spoken_for(g, order.power):
        goals &= pack.areas_of[pack.poland]
    for area in members(goals):
        offer.add(pack.to[area])
    offer.add(CALL_OFF)
    offer.tell(kind=pack.kind_ids[order.units], area=pack.area_ids[order.source])


MENU: Final = Legality(menu_options, {"transfer": two(transfer_refusal), "done": nothing(done_refusal)})
TO: Final = Legality(to_options, {"to": one(to_refusal), "call_off": legal})
