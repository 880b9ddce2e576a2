"""Phase 3: new units, and fleets that are rebuilt."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, mask, members
from sandtable.games.battle_for_europe.flow import convoys, cooperation, entry, nations, phases, units
from sandtable.games.battle_for_europe.pack import AT_SEA, CALL_OFF, FLEET, GERMANY, MOST_BUILT, NATIONS, POWERS, USA
from sandtable.games.battle_for_europe.parts import BUILD, Order
from sandtable.games.battle_for_europe.scenarios import POOLS
from sandtable.games.battle_for_europe.state import BUILT, GONE, SEEN, State


def phase_three(g: State) -> Flow[State]:
    """A power builds units of one kind, or ends its phase 3."""
    power, pack = g.power(), g.pack
    seat = g.rules.seat_of[power]
    convoys.arrive(g, power)
    secret = convoys.must_be_asked(g, (power,), menu_options)
    choice = yield Ask(seat, "phase_three", MENU, "build.what", always=secret, stake=0.4)
    if choice == DONE:
        phases.next_power(g)
        return
    kind, number = pack.number[choice[1]], int(choice[2])
    g.order = Order(BUILD, power, units=kind, number=number)
    choice = yield Ask(seat, "build.at", AT, "build.where", stake=0.1)
    if choice == CALL_OFF:
        units.call_off(g)
        return
    g.order = None
    area = pack.number[choice[1]]
    nations.pay(g, power, number * pack.cost[pack.kind_type[kind]], "what:units", "hpp.uses")
    for _ in range(number):
        raise_unit(g, kind, area)


def raise_unit(g: State, kind: int, area: int) -> None:
    """The next counter of a kind stands in an area, or is laid down in its yard (build.fleet_rebuild.pay)."""
    pack = g.pack
    unit = next_counter(g, kind)
    assert unit != NONE
    words = pack.kind_ids[kind], pack.area_ids[area]
    if rebuilt(g, unit):
        g.yard[unit] = area
        g.due[unit] = g.season + pack.rebuild_delay  # build.fleet_rebuild.delay
        if g.log is not None:
            ready = [f"season:{key}" for key in pack.cell_keys[g.due[unit] :][:1]]  # none after the last season
            g.log.add("laid_down", *words, *ready, rule="build.fleet_rebuild.delay")
        return
    units.place(g, unit, area)
    g.flags[unit] |= BUILT
    if g.log is not None:
        g.log.add("built", *words, rule="build.where")


def finish_fleets(g: State, power: int) -> None:
    """Rebuilt fleets that are due appear at the start of their owner's turn (build.fleet_rebuild.delay).

    Those of countries that a power commands are launched in its turn (opt.satellite_status).
    """
    pack = g.pack
    for unit in members(g.led[power] & pack.naval_units):
        if g.yard[unit] != NONE and g.due[unit] <= g.season:
            area = g.yard[unit]
            if cooperation.out_of_bounds(g, pack.nation[unit]) >> area & 1:
                continue  # build.fleet_rebuild.waits
            units.place(g, unit, area)
            if g.log is not None:
                words = pack.kind_ids[pack.kind[unit]], pack.area_ids[area]
                g.log.add("launched", *words, rule="build.fleet_rebuild.delay")


# ---------------------------------------------------------------------- what can be built


def open_pools(g: State, nation: int) -> int:
    """The pools from which a nation may build now, as a mask (build.years)."""
    if nation >= POWERS:
        return 1
    found = 0
    for pool in range(len(POOLS)):
        if g.rules.scenario.build_from[pool] <= g.pack.year[g.season]:
            found |= 1 << pool
    return found


def counters(g: State, kind: int) -> list[int]:
    """The counters of a kind in open pools that are neither on the board nor being built (build.pool_limit).

    Those that were never built come first (build.fleet_rebuild.which).
    """
    pack = g.pack
    pools = open_pools(g, pack.kind_nation[kind])
    found = [
        unit
        for unit in members(pack.of_kind[kind] & g.rules.units)
        if g.place[unit] == NONE
        and g.yard[unit] == NONE
        and pools >> pack.pool[unit] & 1
        and not g.flags[unit] & GONE  # para.lost_alone
    ]
    seen = [unit for unit in found if g.flags[unit] & SEEN]
    return [unit for unit in found if unit not in seen] + seen if seen else found


def next_counter(g: State, kind: int) -> int:
    """The counter that is built next; NONE if there is none."""
    found = counters(g, kind)
    return found[0] if found else NONE


def rebuilt(g: State, unit: int) -> bool:
    """Whether a counter is a fleet that was on the board before (build.fleet_rebuild.which, .small_ships)."""
    return g.pack.type[unit] == FLEET and bool(g.flags[unit] & SEEN)


def unraised(g: State, power: int, nation: int) -> str | None:
    """The rule that keeps a power from building for a nation; None if it may."""
    if nation == power:
        neutral_usa = power == USA and g.alliance[USA] == NONE
        return "usa.hpp_before" if neutral_usa else None
    if g.research is not None and g.research.won[nation] == power == g.commander[nation]:
        return None  # opt.satellite_status, opt.allied.turkey
    if nation == g.pack.vichy:
        return "vichy.no_rebuild"
    if power != GERMANY or not g.pack.satellites >> nation & 1 or g.commander[nation] != GERMANY:
        return "war.neutral.no_rebuild" if nation >= POWERS else "hpp.not_transferable"
    if not g.rules.special("13.3b"):
        return "build.satellites.bagration" if g.rules.special("13.3d") else "war.neutral.no_rebuild"
    return None if g.foes[nation] else "build.satellites"


def build_refusal(g: State, kind: int, number: int) -> str | None:
    """The rule against building so many units of a kind; `number` is counted from 0."""
    pack, power = g.pack, g.power()
    rule = unraised(g, power, pack.kind_nation[kind])
    if rule is not None:
        return rule
    left = counters(g, kind)
    if len(left) <= number:
        if later(g, kind, number):
            return "build.years"
        lost = any(g.flags[unit] & GONE for unit in members(pack.of_kind[kind]))
        return "para.lost_alone" if lost else "build.pool_limit"
    dear = nations.too_dear(g, power, (number + 1) * pack.cost[pack.kind_type[kind]])
    if dear is not None:
        return dear
    return None if sites(g, kind) else "build.where.controlled"


def later(g: State, kind: int, number: int) -> bool:
    """Whether counters of pools that open later would be enough."""
    pack = g.pack
    everywhere = [
        unit
        for unit in members(pack.of_kind[kind] & g.rules.units)
        if g.place[unit] == NONE and g.yard[unit] == NONE and not g.flags[unit] & GONE
    ]
    return len(everywhere) > number


def site_refusal(g: State, kind: int, area: int) -> str | None:
    """The rule against placing new units of a kind in an area."""
    pack = g.pack
    nation = pack.kind_nation[kind]
    if not pack.areas_of[nation] >> area & 1:
        return "build.where.corsica" if pack.overseas_of[nation] >> area & 1 else "build.where"
    if g.control[area] != nation:
        return "build.where.controlled"
    if pack.domain[pack.kind_type[kind]] == AT_SEA and not pack.ports >> area & 1:
        return "build.naval_coast"
    unit = next_counter(g, kind)
    return entry.barred_for(g, unit, area) if unit != NONE else None


def sites(g: State, kind: int) -> int:
    """The areas where new units of a kind can be placed, as a mask."""
    pack = g.pack
    nation = pack.kind_nation[kind]
    found = pack.areas_of[nation] & g.held[nation]
    if found and pack.domain[pack.kind_type[kind]] == AT_SEA:
        found &= pack.ports
    unit = next_counter(g, kind) if found else NONE
    return found & entry.open_for(g, unit) if unit != NONE else found


def at_refusal(g: State, area: int) -> str | None:
    """The rule against the units of the order being placed in an area."""
    return site_refusal(g, g.order_now().units, area)


# ---------------------------------------------------------------------- legality


def menu_options(g: State, offer: Offer) -> None:
    pack, power = g.pack, g.power()
    raised = mask([nation for nation in range(NATIONS) if unraised(g, power, nation) is None])
    purse = g.purse(power)
    for kind, nation in enumerate(pack.kind_nation):
        if not raised >> nation & 1 or purse < pack.cost[pack.kind_type[kind]]:
            continue
        most = min(len(counters(g, kind)), purse // pack.cost[pack.kind_type[kind]], MOST_BUILT)
        if not most or not sites(g, kind):
            continue
        for number in range(most):
            offer.add(pack.build[kind][number])
    offer.add(DONE)
    offer.tell(power=pack.nation_ids[power], hpp=g.hpp[power], purse=g.purse(power))


def at_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for area in members(sites(g, order.units)):
        offer.add(g.pack.at[area])
    offer.add(CALL_OFF)
    offer.tell(kind=g.pack.kind_ids[order.units], number=order.number)


MENU: Final = Legality(menu_options, {"build": two(build_refusal), "done": legal})
AT: Final = Legality(at_options, {"at": one(at_refusal), "call_off": legal})
