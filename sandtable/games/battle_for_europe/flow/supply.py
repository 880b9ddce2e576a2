"""Supply: which land units are cut off, which fleets supply them, and what starves."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import phases, reach, units
from sandtable.games.battle_for_europe.pack import FLEET, GERMANY, NATIONS, USSR
from sandtable.games.battle_for_europe.parts import SUPPLY, Order
from sandtable.games.battle_for_europe.state import BUILT, CUT_OFF, PINNED, SAVED, USED, State

# ---------------------------------------------------------------------- chains of supply by land


def sources(g: State, nation: int) -> int:
    """The areas that are sources of supply for a nation (sup.source, sup.cairo), as a mask."""
    pack = g.pack
    capitals = pack.supply_capitals
    if g.control[pack.capital[pack.vichy]] == pack.vichy:
        capitals |= 1 << pack.capital[pack.vichy]  # vichy.supply
    found = capitals & g.friendly_areas(nation)
    if nation == USSR and not found >> pack.capital[USSR] & 1:
        found |= 1 << pack.urals  # sup.moscow_lost
    return found


def in_supply(g: State, nation: int) -> int:
    """The areas from which a chain by land leads to a source of a nation, as a mask (sup.trace, sup.trace_borders)."""
    graph = g.pack.soviet_march if nation == USSR else g.pack.march
    return graph.reached(sources(g, nation), traced(g, nation))


def traced(g: State, nation: int) -> int:
    """The areas through which a nation traces supply: those of its side, and for Germany its neutral satellites.

    (sup.trace, east.friendly_satellites)
    """
    areas = g.friendly_areas(nation)
    if nation == GERMANY and g.soviet_attack == NONE:
        for country in members(g.pack.satellites):
            if g.alliance[country] == NONE:
                areas |= g.held[country]
    return areas


def needs_none(g: State, nation: int) -> bool:
    """Units of neutral Vichy France need no supply (vichy.supply)."""
    return nation == g.pack.vichy and g.alliance[nation] == NONE


def on_turn(g: State, nation: int) -> bool:
    """Whether a nation's units are checked in this turn: those of the powers on turn and of those they command.

    (sup.small_countries)
    """
    return g.commander[nation] in g.on_turn()


def check(g: State) -> None:
    """Mark the land units of the side on turn that are out of supply (sup.check_time, sup.no_move)."""
    pack = g.pack
    for nation in range(NATIONS):
        if not on_turn(g, nation) or needs_none(g, nation):
            continue
        supplied = in_supply(g, nation)
        for unit in members(pack.of_nation[nation] & pack.land_units):  # sup.air_naval_exempt
            if g.flags[unit] & PINNED:
                continue  # it stays for the whole scenario (setup.sichel.germany.satellites_pinned)
            if g.place[unit] != NONE and not (supplied | reach.hosts(g, nation, g.place[unit])) >> g.place[unit] & 1:
                g.flags[unit] |= CUT_OFF  # but not guests who have to leave (east.ussr_first.leave_supplied)


def cut_off_in(g: State, area: int) -> list[int]:
    """The units of the side on turn in an area that are cut off."""
    return [unit for unit in members(g.here[area]) if g.flags[unit] & CUT_OFF and on_turn(g, g.pack.nation[unit])]


# ---------------------------------------------------------------------- supply by fleets


def name_fleets(g: State) -> Flow[State]:
    """A power names a supplying fleet, or none any more (sup.fleet.assign, sup.fleet.assign_order)."""
    power = g.power()
    if not hungry(g, power):
        finish(g)
        return
    pack, seat = g.pack, g.rules.seat_of[power]
    choice = yield Ask(seat, "supply", MENU, "sup.fleet.assign", stake=0.3)
    if choice == DONE:
        finish(g)
        return
    g.order = order = Order(SUPPLY, power, pack.number[choice[1]])
    choice = yield Ask(seat, "supply.by", FROM, "sup.fleet.range", stake=0.1)
    order.carriers = send_food(g, power, pack.number[choice[1]])
    while order.carriers and cut_off_in(g, order.target):
        choice = yield Ask(seat, "supply.whom", WHOM, "sup.fleet.capacity", stake=0.1)
        feed(g, pack.number[choice[1]])
    g.spare += order.carriers
    g.order = None


def finish(g: State) -> None:
    """The power has named its fleets; what they did not use up is of no use later."""
    g.spare = []
    phases.next_power(g)


def hungry(g: State, power: int) -> int:
    """The areas with units that are cut off and that a fleet of a power can supply, as a mask."""
    found = 0
    hungry_areas = cut_off(g)
    bases = supply_bases(g, power) if hungry_areas else []
    for area in members(hungry_areas if bases else 0):
        if any(reaches(g, power, base, area) for base in bases):
            found |= 1 << area
    return found


def cut_off(g: State) -> int:
    """The areas with units of the side on turn that are cut off, as a mask."""
    found = 0
    for unit, flags in enumerate(g.flags):
        if flags & CUT_OFF and g.place[unit] != NONE and on_turn(g, g.pack.nation[unit]):
            found |= 1 << g.place[unit]
    return found


def supply_bases(g: State, power: int) -> list[int]:
    """The bases from which a power's fleets can supply: by land they have a chain to a source themselves.

    (sup.fleet.base_supplied)
    """
    supplied = in_supply(g, power)
    found = 0
    for unit in members(g.pack.of_nation[power] & g.pack.of_type[FLEET]):
        if unit in g.spare or idle(g, unit):
            found |= 1 << g.place[unit]
    return list(members(found & supplied))


def idle(g: State, unit: int) -> bool:
    """Whether a fleet is on the board and free to supply (setup.sichel.britain.pinned)."""
    return g.place[unit] != NONE and not g.flags[unit] & (USED | PINNED)


def reaches(g: State, power: int, base: int, area: int) -> bool:
    """Whether a fleet reaches a port of its side that is connected by land with an area (sup.fleet.range)."""
    pack = g.pack
    connected = pack.march.reached(1 << area, g.friendly_areas(power))
    harbours = connected & pack.ports & g.friendly_areas(power)  # map.finland.no_sea_delivery
    return bool(harbours & reach.ports_within(g, power, base, pack.move[FLEET]))


def send_food(g: State, power: int, base: int) -> list[int]:
    """A fleet of a base, one that was named already if it can: listed once for each unit that it can supply.

    It stays at its base and is used (sup.fleet.assign, sup.fleet.capacity).
    """
    pack = g.pack
    fleets = members(g.here[base] & pack.of_nation[power] & pack.of_type[FLEET])
    named = next((unit for unit in fleets if unit in g.spare), NONE)
    if named != NONE:
        rations = g.spare.count(named)
        g.spare = [unit for unit in g.spare if unit != named]
        return [named] * rations
    fleet = next(unit for unit in fleets if idle(g, unit))
    units.use(g, fleet)
    if g.log is not None:
        target = g.order_now().target
        g.log.add(
            "supplies", pack.nation_ids[power], pack.area_ids[base], pack.area_ids[target], rule="sup.fleet.assign"
        )
    return [fleet] * pack.supply_capacity


def feed(g: State, kind: int) -> None:
    """One unit of a kind is supplied, or as many as there are, if the fleet can supply all of an area."""
    order = g.order_now()
    waiting = cut_off_in(g, order.target)
    if len(waiting) > len(order.carriers):
        waiting = [unit for unit in waiting if g.pack.kind[unit] == kind][:1]
    for unit in waiting:
        g.flags[unit] = g.flags[unit] & ~CUT_OFF | SAVED
        order.carriers.pop()


# ---------------------------------------------------------------------- what is saved, and what starves


def restore(g: State, power: int) -> None:
    """At the end of phase 1: units whose chain others have restored are saved, though they stay put (sup.restore)."""
    pack = g.pack
    for nation in range(NATIONS):
        if g.commander[nation] != power:
            continue
        cut_off = [unit for unit in members(pack.of_nation[nation]) if g.flags[unit] & CUT_OFF]
        supplied = in_supply(g, nation) if cut_off else 0
        for unit in cut_off:
            if g.place[unit] != NONE and supplied >> g.place[unit] & 1:
                g.flags[unit] |= SAVED


def doomed(g: State) -> int:
    """The areas of the side on turn in which land units are still cut off after phase 1, as a mask (sup.starve)."""
    found = 0
    for unit, flags in enumerate(g.flags):
        if flags & CUT_OFF and not flags & SAVED and g.place[unit] != NONE and on_turn(g, g.pack.nation[unit]):
            found |= 1 << g.place[unit]
    return found


def starve(g: State, power: int, areas: int) -> None:
    """After phase 4 the land units in cut-off areas are removed, those that came this turn too (sup.starve)."""
    for area in members(areas):
        for unit in members(g.here[area] & g.led[power] & g.pack.land_units):
            came = g.origin[unit] != NONE or g.flags[unit] & BUILT
            if not g.flags[unit] & SAVED and (came or g.flags[unit] & CUT_OFF):
                units.lose(g, unit, "sup.starve")


# ---------------------------------------------------------------------- legality


def supply_refusal(g: State, area: int) -> str | None:
    """The rule against supplying an area by sea."""
    if not cut_off_in(g, area):
        return "sup.trace"
    power = g.power()
    bases = supply_bases(g, power)
    if not bases:
        return "sup.fleet.base_supplied"
    return None if any(reaches(g, power, base, area) for base in bases) else "sup.fleet.range"


def menu_options(g: State, offer: Offer) -> None:
    for area in members(hungry(g, g.power())):
        offer.add(g.pack.supply[area])
    offer.add(DONE)
    offer.tell(power=g.pack.nation_ids[g.power()])


def from_refusal(g: State, base: int) -> str | None:
    """The rule against supplying from a base."""
    order = g.order_now()
    if base not in supply_bases(g, order.power):
        return "sup.fleet.base_supplied"
    return None if reaches(g, order.power, base, order.target) else "sup.fleet.range"


def from_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for base in supply_bases(g, order.power):
        if reaches(g, order.power, base, order.target):
            offer.add(g.pack.by[base])
    offer.tell(area=g.pack.area_ids[order.target])


def whom_refusal(g: State, kind: int) -> str | None:
    """The rule against supplying a unit of a kind."""
    return None if kind in hungry_kinds(g) else "sup.trace"


def hungry_kinds(g: State) -> list[int]:
    """The kinds of units among which the fleet's owner chooses; one, if the fleet can supply all of them."""
    order = g.order_now()
    waiting = cut_off_in(g, order.target)
    kinds = sorted({g.pack.kind[unit] for unit in waiting})
    return kinds if len(waiting) > len(order.carriers) else kinds[:1]


def whom_options(g: State, offer: Offer) -> None:
    for kind in hungry_kinds(g):
        offer.add(g.pack.pick[kind])
    offer.tell(area=g.pack.area_ids[g.order_now().target], number=len(g.order_now().carriers))


MENU: Final = Legality(menu_options, {"supply": one(supply_refusal), "done": legal})
FROM: Final = Legality(from_options, {"by": one(from_refusal)})
WHOM: Final = Legality(whom_options, {"pick": one(whom_refusal)})
