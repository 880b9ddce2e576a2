"""Sea transport in phase 2: a fleet carries two units from a port of its side to another."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, mask, members
from sandtable.games.battle_for_europe.flow import consent, entry, journey, limits, nations, progress, reach, units
from sandtable.games.battle_for_europe.flow.drafting import Drafting
from sandtable.games.battle_for_europe.pack import CALL_OFF, FLEET, NO, YES
from sandtable.games.battle_for_europe.parts import SHIP, Order
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    CARRIED,
    CUT_OFF,
    MOVED,
    PINNED,
    REBASED,
    RETREATED,
    USED,
    State,
)

HAS_MOVED: Final = ATTACKED | CARRIED | MOVED | REBASED | RETREATED
"""A unit in this condition has moved this turn (nc.transport.unit_unmoved, unit.tank.no_embark_after_move)."""


def ship(g: State, power: int, port: int) -> Flow[State]:
    """A fleet of a power loads units in a port and brings them to another (nc.transport)."""
    seat, pack = g.rules.seat_of[power], g.pack
    g.order = order = Order(SHIP, power, source=port)
    choice = yield Ask(seat, "ship.to", TO, "nc.transport", stake=0.3)
    if choice != CALL_OFF:
        order.target = pack.number[choice[1]]
        choice = yield Ask(seat, "ship.by", BY, "unit.fleet.embark_where", stake=0.1)
        order.carriers = [fleet_at(g, pack.number[choice[1]])]
        yield from load(g, seat)
        if order.cargo:
            order.carriers *= len(order.cargo)
            if g.rules.advanced:
                yield from convoy(g, seat)
                journey.set_out(g)  # int.transport
                return
            sail(g, order)
            g.order = None
            return
    units.call_off(g)


def load(g: State, seat: int) -> Flow[State]:
    """Units embark one by one, two at the most (unit.fleet.carry_transport); others' units if they agree."""
    pack, order = g.pack, g.order_now()
    while len(order.cargo) < pack.carry_transport and waiting_kinds(g):
        choice = yield Ask(seat, "ship.load", LOAD, "unit.fleet.carry_transport", stake=0.1)
        if choice in (DONE, CALL_OFF):
            return
        unit = next(unit for unit in passengers(g) if pack.kind[unit] == pack.number[choice[1]])
        order.group = pack.nation[unit]
        agreed = YES
        if g.seat(order.group) != seat:
            agreed = yield Ask(g.seat(order.group), "ship.agree", AGREE, "unit.fleet.carry_allies", stake=0.1)
        order.group = NONE
        if agreed == NO:
            return
        landing_there = yield from consent.ask(g, pack.nation[unit], order.target)
        if not landing_there:
            return
        order.cargo.append(unit)


def convoy(g: State, seat: int) -> Flow[State]:
    """Other ships of the power may sail along and fight for the transport (unit.fleet.escorts, dd.sub.accompany)."""
    order = g.order_now()
    order.force = 1 << order.carriers[0]
    if company(g):
        choice = yield Ask(seat, "ship.escorts", ESCORTS, "unit.fleet.escorts", stake=0.1)
        if choice == YES:
            chosen = yield from COMPANY.choose(g, seat)
            order.force |= g.draft if chosen else 0
            g.draft = 0


def company(g: State) -> int:
    """The ships that could sail along to the port of the order and on to its goal, as a mask."""
    order, pack = g.order_now(), g.pack
    found = 0
    for unit in members(pack.naval_units & g.led[order.power]):
        if g.place[unit] != NONE and not order.force >> unit & 1 and laid_up(g, unit) is None:
            found |= 1 << unit
    return found


def laid_up(g: State, unit: int) -> str | None:
    """The rule that keeps a ship from sailing along with the transport of the order."""
    order, pack = g.order_now(), g.pack
    if g.flags[unit] & (USED | PINNED | MOVED | REBASED):
        return "unit.fleet.one_action"
    points = reach.sea_way(g, pack.nation[unit], g.place[unit], order.target)
    near = points != NONE and points <= pack.move[FLEET]
    return limits.in_the_box(g, g.place[unit]) or (None if near else "unit.fleet.move")


def sail(g: State, order: Order) -> None:
    """The cargo lands; the fleet is back at its base and used (nc.transport.returns)."""
    pack = g.pack
    for unit in order.cargo:
        units.move_unit(g, unit, order.target)
        # unit.inf.sea_no_move, unit.tank.after_transport, unit.air.transport: one area is left, for bombers too
        g.steps[unit] = max(1, progress.points_of(g, unit) - 1)
        g.flags[unit] |= CARRIED
        units.tell_move(g, pack.kind[unit], 1, order.source, order.target, "nc.transport")
    units.use(g, order.carriers[0])


# ---------------------------------------------------------------------- fleets, passengers, ports


def idle_fleets(g: State, power: int) -> list[int]:
    """The fleets that a power commands and that have done nothing this turn (unit.fleet.one_action)."""
    pack = g.pack
    return [
        unit
        for unit in members(pack.of_type[FLEET])
        if g.place[unit] != NONE
        and g.commander[pack.nation[unit]] == power
        and limits.in_the_box(g, g.place[unit]) is None
        and not g.flags[unit] & (USED | PINNED | MOVED | REBASED)
    ]


def fleet_at(g: State, base: int) -> int:
    """The fleet of a base that carries: the lowest-numbered that can."""
    order = g.order_now()
    return next(unit for unit in idle_fleets(g, order.power) if g.place[unit] == base and serves(g, unit))


def serves(g: State, fleet: int) -> bool:
    """Whether a fleet can make the voyage of the order."""
    order = g.order_now()
    return voyage(g, fleet, order.source, order.target) is None and bool(boarding(g, fleet, order.source, order.target))


def voyage(g: State, fleet: int, port: int, goal: int) -> str | None:
    """The rule against a fleet carrying units from a port to another; None if it can."""
    pack = g.pack
    nation = pack.nation[fleet]
    rule = limits.in_the_box(g, port)
    if rule is not None:
        return rule
    for area in (port, goal):
        if not g.friendly(nation, area) or not pack.ports >> area & 1:
            return "map.finland.no_sea_delivery" if unfit_coast(g, area) else "nc.transport"
    points = reach.by_way_of(g, nation, g.place[fleet], port, goal)
    return None if points != NONE and points <= pack.move[FLEET] and port != goal else "unit.fleet.embark_where"


def unfit_coast(g: State, area: int) -> bool:
    """A coast without a port (map.finland.no_port)."""
    return bool(g.pack.coastal >> area & 1) and not g.pack.ports >> area & 1


def boarding(g: State, fleet: int, port: int, goal: int) -> list[int]:
    """The land units and aircraft in a port that a fleet can bring to a goal."""
    nation = g.pack.nation
    return [
        unit
        for unit in waiting(g, nation[fleet], port)
        if g.friendly(nation[unit], goal) and entry.barred_for(g, unit, goal) is None
    ]


def embarks(g: State, unit: int) -> bool:
    """Whether a unit has not moved or acted this turn and may leave (nc.transport.unit_unmoved)."""
    return not g.steps[unit] and not g.flags[unit] & (HAS_MOVED | CUT_OFF | PINNED | USED)


def loading_ports(g: State, power: int) -> list[int]:
    """The ports from which a power can carry something somewhere."""
    fleets = idle_fleets(g, power)
    if not fleets:
        return []
    harbours = 0
    for nation in {g.pack.nation[fleet] for fleet in fleets}:
        harbours |= g.pack.ports & g.friendly_areas(nation)  # of neutral Vichy France its own
    return [
        port
        for port in members(harbours)
        if g.here[port] & g.pack.cargo_units and any(goals(g, fleet, port) for fleet in one_a_base(g, fleets))
    ]


def one_a_base(g: State, fleets: list[int]) -> list[int]:
    """One fleet of each nation and base: the others can do the same."""
    seen: dict[tuple[int, int], int] = {}
    for fleet in fleets:
        seen.setdefault((g.place[fleet], g.pack.nation[fleet]), fleet)
    return list(seen.values())


def goals(g: State, fleet: int, port: int) -> int:
    """The ports to which a fleet can bring units from a port, as a mask."""
    pack = g.pack
    nation = pack.nation[fleet]
    own = pack.ports & g.own_side[nation]
    if not own >> port & 1 or limits.in_the_box(g, port) is not None:
        return 0
    near = reach.carried(g, nation, g.place[fleet], port) & own & ~(1 << port)
    found = 0
    for unit in one_of_each(g, waiting(g, nation, port)) if near else []:
        found |= near & g.own_side[pack.nation[unit]] & entry.open_for(g, unit)
    return found


def waiting(g: State, nation: int, port: int) -> list[int]:
    """The land units and aircraft in a port that ships of a nation can take aboard."""
    pack = g.pack
    found = []
    for unit in members(g.here[port] & pack.cargo_units & g.allied_units[nation]):
        own = pack.nation[unit]
        strangers = own != nation and (nations.stays_at_home(g, own) or nations.stays_at_home(g, nation))
        if not strangers and embarks(g, unit):
            found.append(unit)
    return found


def one_of_each(g: State, units: list[int]) -> list[int]:
    """Of these units of one area one of each kind: the others can go to the same places."""
    kinds = g.pack.kind
    found: list[int] = []
    for unit in units:  # those of a kind follow each other
        if found and kinds[found[-1]] == kinds[unit]:
            found[-1] = unit
        else:
            found.append(unit)
    return found


def passengers(g: State) -> list[int]:
    """The units that can still embark on the fleet of the order."""
    order = g.order_now()
    aboard = mask(order.cargo)
    return [
        unit
        for unit in boarding(g, order.carriers[0], order.source, order.target)
        if unit not in order.cargo and limits.too_many(g, aboard | 1 << unit, order.target) is None  # med.malta_limit
    ]


def waiting_kinds(g: State) -> list[int]:
    """The kinds of those units."""
    return sorted({g.pack.kind[unit] for unit in passengers(g)})


# ---------------------------------------------------------------------- legality


def ship_refusal(g: State, port: int) -> str | None:
    """The rule against carrying units from a port."""
    power = g.power()
    rule = limits.in_the_box(g, port)
    if rule is not None:
        return rule
    fleets = one_a_base(g, idle_fleets(g, power))
    if not fleets:
        return boxed_in(g, power) or "unit.fleet.one_action"
    if unfit_coast(g, port):
        return "map.finland.no_sea_delivery"
    nations = {g.pack.nation[fleet] for fleet in fleets}
    if not g.pack.ports >> port & 1 or not any(g.friendly(nation, port) for nation in nations):
        return "nc.transport"
    waiting = g.here[port] & g.pack.cargo_units
    aboard = {unit for nation in nations for unit in members(waiting & g.allied_units[nation])}
    if not any(embarks(g, unit) for unit in aboard):
        return ashore(g, mask(aboard))
    return None if any(goals(g, fleet, port) for fleet in fleets) else "unit.fleet.embark_where"


def boxed_in(g: State, power: int) -> str | None:
    """The rule that keeps fleets of a power, which could carry otherwise, in the American box; None if it has none."""
    waiting = g.here[g.pack.usa_box] & g.led[power] & g.pack.of_type[FLEET]
    return limits.in_the_box(g, g.pack.usa_box) if waiting else None


def to_refusal(g: State, goal: int) -> str | None:
    """The rule against carrying units to a port."""
    order = g.order_now()
    reason = "unit.fleet.embark_where"
    for fleet in one_a_base(g, idle_fleets(g, order.power)):
        rule = voyage(g, fleet, order.source, goal)
        if rule is None and boarding(g, fleet, order.source, goal):
            return None
        reason = rule or unwelcome(g, fleet, goal)
    return reason


def unwelcome(g: State, fleet: int, goal: int) -> str:
    """Why nobody in the port of the order may be brought to a goal that a fleet reaches."""
    waiting = g.here[g.order_now().source] & g.pack.cargo_units & g.allied_units[g.pack.nation[fleet]]
    rules = [entry.barred_for(g, unit, goal) for unit in members(waiting) if embarks(g, unit)]
    return next((rule for rule in rules if rule is not None), "nc.transport")


def to_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    found = 0
    for fleet in one_a_base(g, idle_fleets(g, order.power)):
        found |= goals(g, fleet, order.source)
    for goal in members(found):
        offer.add(g.pack.to[goal])
    offer.add(CALL_OFF)
    offer.tell(area=g.pack.area_ids[order.source])


def by_refusal(g: State, base: int) -> str | None:
    """The rule against the fleets of a base making the voyage."""
    order = g.order_now()
    fleets = [fleet for fleet in idle_fleets(g, order.power) if g.place[fleet] == base]
    if not fleets:
        return "unit.fleet.one_action"
    return None if any(serves(g, fleet) for fleet in fleets) else "unit.fleet.embark_where"


def by_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    bases = sorted({g.place[fleet] for fleet in idle_fleets(g, order.power) if serves(g, fleet)})
    for base in bases:
        offer.add(g.pack.by[base])
    offer.tell(area=g.pack.area_ids[order.source], goal=g.pack.area_ids[order.target])


def load_refusal(g: State, kind: int) -> str | None:
    """The rule against a unit of a kind embarking."""
    order = g.order_now()
    aboard = mask(order.cargo)
    for unit in boarding(g, order.carriers[0], order.source, order.target):
        if g.pack.kind[unit] == kind and unit not in order.cargo:
            return limits.too_many(g, aboard | 1 << unit, order.target)
    return ashore(g, g.here[order.source] & g.pack.of_kind[kind])


def ashore(g: State, units: int) -> str:
    """Why none of these units in a port goes aboard: they are cut off, or have moved or acted this turn."""
    cut_off = any(g.flags[unit] & CUT_OFF for unit in members(units))
    return "sup.no_move" if cut_off else "nc.transport.unit_unmoved"


def done_refusal(g: State) -> str | None:
    """A fleet that has loaded nothing does not sail."""
    return None if g.order_now().cargo else "nc.transport"


def load_options(g: State, offer: Offer) -> None:
    for kind in waiting_kinds(g):
        offer.add(g.pack.pick[kind])
    offer.add(DONE if g.order_now().cargo else CALL_OFF)
    offer.tell(goal=g.pack.area_ids[g.order_now().target])


def call_off_refusal(g: State) -> str | None:
    """Once something is aboard, the order is ended by sailing."""
    return "unit.fleet.no_reload" if g.order_now().cargo else None


def escort_options(g: State, offer: Offer) -> None:
    offer.add(YES)
    offer.add(NO)
    tell_company(g, offer)


def tell_company(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.tell(area=g.pack.area_ids[order.source], goal=g.pack.area_ids[order.target])


def agree_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    offer.tell(power=g.pack.nation_ids[order.power], nation=g.pack.nation_ids[order.group])


TO: Final = Legality(to_options, {"to": one(to_refusal), "call_off": legal})
BY: Final = Legality(by_options, {"by": one(by_refusal)})
LOAD: Final = Legality(
    load_options, {"pick": one(load_refusal), "done": nothing(done_refusal), "call_off": nothing(call_off_refusal)}
)
ESCORTS: Final = Legality(escort_options, {"yes": legal, "no": legal})
COMPANY: Final = Drafting("ship.company", company, lambda g: "unit.fleet.escorts", laid_up, tell_company)
AGREE: Final = Legality(agree_options, {"yes": legal, "no": legal})
