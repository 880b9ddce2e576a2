"""Phase 2: movement without battle, by land, and changes of base by air and sea."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one, three
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits, mask, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import (
    consent,
    control,
    entry,
    joint,
    journey,
    limits,
    paratroops,
    phases,
    progress,
    reach,
    transport,
    units,
)
from sandtable.games.battle_for_europe.pack import AREAS, AT_SEA, CALL_OFF, FLEET, IN_AIR, ON_LAND
from sandtable.games.battle_for_europe.parts import MOVE, REBASE, Order
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    CUT_OFF,
    DROPPED,
    MOVED,
    PINNED,
    REBASED,
    RETREATED,
    USED,
    State,
)

ONE: Final = 0
ALL: Final = 1
"""How many units of a kind go."""


def phase_two(g: State) -> Flow[State]:
    """A power moves units of one area, carries some by sea, or ends its phase 2."""
    power = g.power()
    choice = yield Ask(g.rules.seat_of[power], "phase_two", MENU, "nc.who", stake=0.3)
    if choice == DONE:
        phases.next_power(g)
    elif choice[0] == "ship":
        yield from transport.ship(g, power, g.pack.number[choice[1]])
    else:
        yield from move(g, power, g.pack.number[choice[1]])


def move(g: State, power: int, start: int) -> Flow[State]:
    """Units of a kind go from an area to another: one, or all that can."""
    g.order = Order(MOVE, power, source=start)
    choice = yield Ask(g.rules.seat_of[power], "move", GO, "nc.who", stake=0.3)
    going_there = yield from agreed(g, choice)
    if not going_there:
        units.call_off(g)
        return
    pack, order = g.pack, g.order
    kind, area = pack.number[choice[1]], pack.number[choice[2]]
    going = able(g, power, start, kind, area)
    chosen = going if pack.number[choice[3]] == ALL else going[:1]
    if g.rules.advanced:
        order.target, order.force = area, mask(chosen)
        if journey.set_out(g):
            return  # int.noncombat
    g.order = None
    for unit in chosen:
        carry_out(g, unit, area)
    units.tell_move(g, kind, len(chosen), start, area, RULES[pack.domain[pack.kind_type[kind]]])
    if not g.friendly(pack.kind_nation[kind], area):
        control.capture(g, area, joint.claimant(g, area, pack.kind_nation[kind]), "nc.enter_empty_enemy")


def agreed(g: State, choice: Choice) -> consent.Telling:
    """Whether units go where a choice says: it was not called off, and the holder of the area agrees."""
    if choice == CALL_OFF:
        return False
    there = yield from consent.ask(g, g.pack.kind_nation[g.pack.number[choice[1]]], g.pack.number[choice[2]])
    return there


RULES: Final = ("map.move.land_cost", "unit.air.rebase_phase2", "nc.rebase_naval")
"""By domain: the rule by which its units move."""


def carry_out(g: State, unit: int, area: int) -> None:
    """A unit spends the points of its way; one with points left may go on later (nc.who)."""
    pack = g.pack
    domain = pack.domain[pack.type[unit]]
    if domain == ON_LAND:
        g.steps[unit] += reach.by_land(g, unit, area)
    elif domain == IN_AIR:
        g.steps[unit] += reach.flight(g, pack.nation[unit], g.place[unit], area)
    else:
        g.steps[unit] = pack.move[pack.type[unit]]
    units.move_unit(g, unit, area)
    if domain != ON_LAND:
        g.flags[unit] |= MOVED | REBASED
    elif g.steps[unit] >= pack.move[pack.type[unit]]:
        g.flags[unit] |= MOVED


# ---------------------------------------------------------------------- who may move, and where to


def tied(g: State, unit: int) -> str | None:
    """The rule that keeps a unit where it is in phase 2; None if it may move."""
    pack, flags = g.pack, g.flags[unit]
    if flags & PINNED:
        naval = pack.type[unit] == FLEET
        return "setup.sichel.britain.pinned" if naval else "setup.sichel.germany.satellites_pinned"
    if flags & CUT_OFF:
        return "sup.no_move"
    if g.place[unit] == pack.usa_box:
        return limits.in_the_box(g, pack.usa_box)
    if flags & RETREATED:
        return "land.retreat.ends"
    if flags & USED:
        return "nc.rebase_naval" if pack.domain[pack.type[unit]] == AT_SEA else "unit.air.rebase_phase2"
    if flags & DROPPED:
        return "para.drop_ends_move"
    if flags & (MOVED | ATTACKED | REBASED) or g.steps[unit] >= progress.points_of(g, unit):
        return "nc.who"
    return None


def destinations(g: State, unit: int) -> int:
    """The areas that a unit can move to, as a mask."""
    pack = g.pack
    nation, start = pack.nation[unit], g.place[unit]
    left = progress.points_of(g, unit) - g.steps[unit]
    domain = pack.domain[pack.type[unit]]
    if domain == ON_LAND:
        near = reach.land_goals(g, nation, start, left)
    elif domain == IN_AIR:
        near = reach.bases_within(g, nation, start, left)
    else:
        near = reach.ports_within(g, nation, start, left)
    return near & ~(1 << start) & open_for(g, unit)


def leaves(g: State, unit: int) -> bool:
    """Whether a unit that may move can go anywhere; most have a neighbour to go to."""
    pack, start = g.pack, g.place[unit]
    domain = pack.domain[pack.type[unit]]
    if domain != AT_SEA and (pack.march if domain == ON_LAND else pack.fly).masks[start] & open_for(g, unit):
        return True
    return bool(destinations(g, unit))


def open_for(g: State, unit: int) -> int:
    """The areas where a unit may end a move, as a mask: the same as `closed`, for all at once."""
    pack = g.pack
    nation, domain = pack.nation[unit], pack.domain[pack.type[unit]]
    found = entry.open_for(g, unit)
    if domain == AT_SEA:
        return found & reach.bases(g, nation)
    return found & (g.own_side[nation] if domain == IN_AIR else ~g.enemies_at(nation))


def closed(g: State, unit: int, area: int) -> str | None:
    """The rule against a unit ending a move in an area, however near it is."""
    pack = g.pack
    nation, domain = pack.nation[unit], pack.domain[pack.type[unit]]
    rule = entry.barred_for(g, unit, area)
    if rule is not None:
        return rule
    if domain == AT_SEA:
        return reach.no_base(g, nation, area)
    if domain == IN_AIR:
        return None if g.friendly(nation, area) else "unit.air.base_friendly"
    return "nc.empty_means_no_unit" if g.enemies_in(nation, area) else None


def commanded(g: State, power: int, area: int) -> int:
    """The units in an area that a power commands, as a mask."""
    return g.here[area] & g.led[power]


def places_of(g: State, power: int) -> int:
    """The areas with units that a power commands, as a mask."""
    found = 0
    for nation in bits(g.under[power]):
        found |= g.at[nation]
    return found


def able(g: State, power: int, start: int, kind: int, area: int) -> list[int]:
    """The units of a kind in an area that can move to another, those that have come farthest last."""
    goals: dict[int, int] = {}
    found = []
    for unit in members(commanded(g, power, start) & g.pack.of_kind[kind]):
        if tied(g, unit) is not None:
            continue
        steps = g.steps[unit]
        if steps not in goals:
            goals[steps] = destinations(g, unit)
        if goals[steps] >> area & 1:
            found.append(unit)
    return limits.as_many(g, sorted(found, key=lambda unit: -g.steps[unit]), area)


# ---------------------------------------------------------------------- legality


def movers(g: State, power: int, start: int) -> list[tuple[int, int, int]]:
    """Kinds that can move from an area, with where they can go and how many can."""
    pack = g.pack
    goals: dict[int, int] = {}
    counts: dict[int, int] = {}
    for unit in members(commanded(g, power, start)):
        if tied(g, unit) is not None:
            continue
        like = pack.kind[unit] << 8 | g.steps[unit]
        if like not in goals:
            goals[like] = destinations(g, unit)
        counts[like] = counts.get(like, 0) + 1
    found: dict[int, int] = {}
    for like, areas in goals.items():
        for area in members(areas):
            key = (like >> 8) * AREAS + area
            found[key] = found.get(key, 0) + counts[like]
    rows = [(key // AREAS, key % AREAS, found[key]) for key in sorted(found)]
    if not g.rules.special("13.4"):
        return rows
    return [
        (kind, area, len(able(g, power, start, kind, area)) if limits.narrow(g, area) else count)
        for kind, area, count in rows
    ]


def moves_from(g: State, units: int) -> bool:
    """Whether one of these units of an area can move."""
    pack = g.pack
    tried: list[int] = []
    for unit in members(units):
        like = pack.kind[unit] << 8 | g.steps[unit]
        if like not in tried and tied(g, unit) is None:
            if leaves(g, unit):
                return True
            tried.append(like)
    return False


def move_refusal(g: State, start: int) -> str | None:
    """The rule against moving units out of an area."""
    reason = "nc.who"
    if moves_from(g, commanded(g, g.power(), start)):
        return None
    for unit in members(commanded(g, g.power(), start)):
        rule = tied(g, unit)
        reason = OUT_OF_REACH[g.pack.domain[g.pack.type[unit]]] if rule is None else rule
    return reason


def menu_options(g: State, offer: Offer) -> None:
    power, pack = g.power(), g.pack
    for start in members(places_of(g, power)):
        if moves_from(g, commanded(g, power, start)):
            offer.add(pack.move_from[start])
    for port in transport.loading_ports(g, power):
        offer.add(pack.ship[port])
    offer.add(DONE)
    offer.tell(power=pack.nation_ids[power])


def go_refusal(g: State, kind: int, area: int, number: int) -> str | None:
    """The rule against units of a kind going to an area."""
    order, pack = g.order_now(), g.pack
    there = members(commanded(g, giver(g, kind), order.source) & pack.of_kind[kind])
    reason, fit = "nc.who", []
    for unit in there:
        rule = tied(g, unit) or closed(g, unit, area)
        if rule is None and destinations(g, unit) >> area & 1:
            fit.append(unit)
        else:
            reason = rule or too_far(g, unit, area)
    wanted = 1 if number == ONE else 2
    if len(fit) < wanted:
        return reason
    return None if len(limits.as_many(g, fit, area)) >= wanted else limits.too_many(g, mask(fit), area)


def giver(g: State, kind: int) -> int:
    """The power that orders units of a kind: changes of base in phase 1 are those of all powers that are asked."""
    order = g.order_now()
    commander = g.commander[g.pack.kind_nation[kind]]
    return commander if order.kind == REBASE and commander in g.asked() else order.power


def too_far(g: State, unit: int, area: int) -> str:
    """Why a unit that may move, and might be in an area, does not get there."""
    pack, domain = g.pack, g.pack.domain[g.pack.type[unit]]
    if paratroops.can_drop(g, unit, area):
        return "para.phase"  # but not in phase 2
    nation, left = pack.nation[unit], progress.points_of(g, unit) - g.steps[unit]
    closed = reach.never_crossed(g, nation) & g.own_side[nation]
    passing = domain == ON_LAND and reach.land_goals(g, nation, g.place[unit], left, closed) >> area & 1
    return reach.crossing_rule(g, nation) if passing else OUT_OF_REACH[domain]


OUT_OF_REACH: Final = ("nc.through", "unit.air.rebase_phase2", "nc.rebase_naval")
"""By domain: the rule that says how far a unit comes."""


def go_options(g: State, offer: Offer) -> None:
    order, pack = g.order_now(), g.pack
    for kind, area, count in movers(g, order.power, order.source):
        offer.add(pack.go[ONE][kind][area])
        if count > 1:
            offer.add(pack.go[ALL][kind][area])
    offer.add(CALL_OFF)
    offer.tell(area=pack.area_ids[order.source])


MENU: Final = Legality(menu_options, {"move": one(move_refusal), "ship": one(transport.ship_refusal), "done": legal})
GO: Final = Legality(go_options, {"go": three(go_refusal), "call_off": legal})
