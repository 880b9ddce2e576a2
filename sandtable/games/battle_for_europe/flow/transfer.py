"""Phase 4: strategic transfer, any unit over any distance, across sea with escorts."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, first, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import (
    consent,
    crossing,
    entry,
    lend_lease,
    movement,
    nations,
    phases,
    reach,
    units,
)
from sandtable.games.battle_for_europe.pack import (
    AREAS,
    AT_SEA,
    BRITAIN,
    CALL_OFF,
    FRESH,
    GERMANY,
    ON_LAND,
    USA,
    USED_ONE,
)
from sandtable.games.battle_for_europe.parts import TRANSFER, Order
from sandtable.games.battle_for_europe.state import CUT_OFF, PINNED, USED, State

OCEAN_A_TURN: Final = 4
"""usa.ocean_four"""
BRIDGEHEAD_A_TURN: Final = 2
"""usa.bridgehead_two"""


def phase_four(g: State) -> Flow[State]:
    """A power transfers one unit, or ends its phase 4."""
    power, pack = g.power(), g.pack
    seat = g.rules.seat_of[power]
    choice = yield Ask(seat, "phase_four", menu(g), "strat.allowance", stake=0.4)
    if choice == DONE:
        phases.next_power(g)
        return
    if choice[0] == "aid":
        yield from lend_lease.send(g, pack.number[choice[1]])
        return
    kind, start = pack.number[choice[1]], pack.number[choice[2]]
    g.order = order = Order(TRANSFER, power, source=start, units=kind)
    if len(conditions(g)) > 1:
        choice = yield Ask(seat, "transfer.which", WHICH, "strat.used_stays_used", stake=0.1)
        order.force = 1 << conditions(g)[choice]
    choice = yield Ask(seat, "transfer.to", TO, "strat.dest", stake=0.4)
    if choice != CALL_OFF:
        goal = pack.number[choice[1]]
        agreed = yield from consent.ask(g, pack.kind_nation[kind], goal)
        order.target = goal if agreed else NONE
        if agreed and start != pack.usa_box and pack.domain[pack.kind_type[kind]] != AT_SEA:  # usa.ocean_no_escort
            yield from crossing.name_escorts(g, seat, mover(g, power, kind, start))
        if order.target != NONE:
            carry_out(g)
            g.order = None
            return
    units.call_off(g)


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
    """The unit of a kind that is transferred from an area: the one named, or the first that may be, or NONE."""
    if g.order is not None and g.order.force:
        return first(g.order.force)
    for unit in members(movement.commanded(g, power, start) & g.pack.of_kind[kind]):
        if tied(g, unit) is None:
            return unit
    return NONE


def conditions(g: State) -> dict[Choice, int]:
    """The first unused and the first used of the units among which the order chooses, as far as there are any."""
    order = g.order_now()
    found: dict[Choice, int] = {}
    for unit in members(movement.commanded(g, order.power, order.source) & g.pack.of_kind[order.units]):
        if tied(g, unit) is None:
            found.setdefault(USED_ONE if g.flags[unit] & USED else FRESH, unit)
    return found


def destinations(g: State, unit: int) -> int:
    """The areas to which a unit can be transferred now, as a mask."""
    pack = g.pack
    start = g.place[unit]
    if start == pack.usa_box:
        near = across_the_ocean(g, unit)
    elif pack.naval_units >> unit & 1:
        near = ports_by_sea(g, unit)
    else:
        near = crossing.reached(g, unit)
    return near & ~(1 << start) & open_for(g, unit)


def open_for(g: State, unit: int) -> int:
    """The areas where a unit may end a transfer, as a mask: the same as `closed`, for all at once."""
    pack = g.pack
    nation = pack.nation[unit]
    found = entry.open_for(g, unit) & g.own_side[nation]
    return found & reach.bases(g, nation) if pack.domain[pack.type[unit]] == AT_SEA else found


def has_goal(g: State, unit: int, wanted: int) -> bool:
    """Whether a unit can be transferred to one of some areas; most have a neighbour to go to."""
    pack, start = g.pack, g.place[unit]
    domain = pack.domain[pack.type[unit]]
    if start != pack.usa_box and domain != AT_SEA:
        graph = pack.march if domain == ON_LAND else pack.fly
        room = open_for(g, unit) & wanted
        if graph.masks[start] & room:
            return True
        if crossing.spread(g, unit, 1 << start) & room & ~(1 << start):
            return True
    return bool(destinations(g, unit) & wanted)


def closed(g: State, unit: int, area: int) -> str | None:
    """The rule against a unit ending a transfer in an area, however it gets there."""
    pack = g.pack
    nation = pack.nation[unit]
    if nation == pack.vichy and g.control[area] != nation and nations.stays_at_home(g, nation):
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
    return reach.ports_within(g, pack.nation[unit], g.place[unit], AREAS) & pack.ports & ~(1 << pack.usa_box)


def across_the_ocean(g: State, unit: int) -> int:
    """Where a unit from the American box goes: to Britain, or into a bridgehead once Britain has fallen.

    On land it may go on from the port where it arrives (usa.first_to_britain, usa.britain_fallen).
    """
    pack = g.pack
    if not g.fallen >> BRITAIN & 1:
        ports = g.friendly_areas(USA) & pack.areas_of[BRITAIN] & pack.ports
        near = ports if pack.naval_units >> unit & 1 else crossing.spread(g, unit, ports)
        return near & pack.areas_of[BRITAIN] if g.crossed < OCEAN_A_TURN else 0
    return g.held[USA] & pack.ports & ~(1 << pack.usa_box) if g.crossed < BRIDGEHEAD_A_TURN else 0


# ---------------------------------------------------------------------- the German garrison of Poland


def owes_garrison(g: State, power: int) -> bool:
    """Whether Germany must still put a unit into Poland, and can (setup.sichel.germany.garrison_enforced)."""
    pack = g.pack
    if power != GERMANY or g.rules.scenario.id != "sichelschnitt" or garrison(g):
        return False
    if g.transfers[power] >= pack.allowance[power]:
        return False  # it is too late for a legal transfer
    poland = pack.areas_of[pack.poland]
    return any(
        tied(g, unit) is None and has_goal(g, unit, poland)
        for start in members(g.at[GERMANY])
        for unit in one_of_each(g, g.units_of(GERMANY, start))
    )


def garrison(g: State) -> int:
    """The German units in Poland, as a mask."""
    found = 0
    for area in members(g.pack.areas_of[g.pack.poland] & g.at[GERMANY]):
        found |= g.units_of(GERMANY, area)
    return found


def one_of_each(g: State, units: int) -> list[int]:
    """Of these units of one area one of each kind that may be transferred, or the first if none may."""
    kinds = g.pack.kind
    found: list[int] = []
    for unit in members(units):  # those of a kind follow each other
        if not found or kinds[found[-1]] != kinds[unit]:
            found.append(unit)
        elif tied(g, found[-1]) is not None and tied(g, unit) is None:
            found[-1] = unit
    return found


def last_goals(g: State, power: int, unit: int) -> tuple[int, str]:
    """Where a unit may go as far as the garrison of Poland is concerned, as a mask; and the rule about it.

    The last transfer brings a unit into Poland if it is empty, and does not take the last one out of it.
    """
    pack = g.pack
    if power != GERMANY or g.transfers[power] != pack.allowance[power] - 1 or g.rules.scenario.id != "sichelschnitt":
        return ~0, ""
    poland = pack.areas_of[pack.poland]
    if garrison(g) == 1 << unit:
        return poland, "setup.sichel.germany.garrison"
    return poland if owes_garrison(g, power) else ~0, "setup.sichel.germany.garrison_enforced"


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
    wanted, rule = last_goals(g, power, unit)
    if has_goal(g, unit, wanted):
        return None
    if has_goal(g, unit, ~0):
        return rule
    return ocean_rule(g) if start == pack.usa_box else "strat.distance"


def ocean_rule(g: State) -> str:
    """Why nobody crosses the ocean now."""
    if not g.fallen >> BRITAIN & 1:
        return "usa.ocean_four" if g.crossed >= OCEAN_A_TURN else "usa.first_to_britain"
    return "usa.bridgehead_two" if g.crossed >= BRIDGEHEAD_A_TURN else "usa.britain_fallen"


def transfers(g: State, power: int) -> list[Choice]:
    """The kinds of units that a power can transfer, by the area where they are."""
    pack = g.pack
    found: list[Choice] = []
    if g.transfers[power] < pack.allowance[power]:
        for start in members(movement.places_of(g, power)):
            for unit in one_of_each(g, movement.commanded(g, power, start)):
                if tied(g, unit) is None and has_goal(g, unit, last_goals(g, power, unit)[0]):
                    found.append(pack.transfer[pack.kind[unit]][start])
    return found


def menu_options(g: State, offer: Offer) -> None:
    power, pack = g.power(), g.pack
    offered = transfers(g, power)
    if lend_lease.in_force(g):
        offered += lend_lease.aid_options(g)
    if not owes_garrison(g, power):
        offered.append(DONE)
    for choice in offered:
        offer.add(choice)
    offer.tell(power=pack.nation_ids[power], left=pack.allowance[power] - g.transfers[power])


def done_refusal(g: State) -> str | None:
    """Germany may not leave Poland empty."""
    return "setup.sichel.germany.garrison_enforced" if owes_garrison(g, g.power()) else None


def which_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for choice in conditions(g):
        offer.add(choice)
    offer.tell(kind=g.pack.kind_ids[order.units], area=g.pack.area_ids[order.source])


def to_refusal(g: State, area: int) -> str | None:
    """The rule against the unit of the order going to an area."""
    order, pack = g.order_now(), g.pack
    unit = mover(g, order.power, order.units, order.source)
    wanted, enforced = last_goals(g, order.power, unit)
    if not wanted >> area & 1:
        return enforced
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
    unit = mover(g, order.power, order.units, order.source)
    for area in members(destinations(g, unit) & last_goals(g, order.power, unit)[0]):
        offer.add(pack.to[area])
    offer.add(CALL_OFF)
    offer.tell(kind=pack.kind_ids[order.units], area=pack.area_ids[order.source])


def menu(g: State) -> Legality[State]:
    """What phase 4 knows: aid only where there is any."""
    return WITH_AID if lend_lease.in_force(g) else MENU


MENU: Final = Legality(menu_options, {"transfer": two(transfer_refusal), "done": nothing(done_refusal)})
WITH_AID: Final = Legality(menu_options, {**MENU.verbs, "aid": one(lend_lease.aid_refusal)})
WHICH: Final = Legality(which_options, {"fresh": legal, "used": legal})
TO: Final = Legality(to_options, {"to": one(to_refusal), "call_off": legal})
