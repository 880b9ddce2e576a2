"""The force of an attack: ready-made ones with their odds, or one that is put together by hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, legal, nothing, one, two
from sandtable.engine.sets import first, mask, members
from sandtable.engine.types import Choice, Fact
from sandtable.games.battle_for_europe.flow import attack, cooperation, drops, landing, limits, odds, reasons
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    AREAS,
    BASIC_TYPES,
    BOMBER,
    BRITAIN,
    BY_HAND,
    CALL_OFF,
    DESTROYER,
    FLEET,
    FORCES,
    FRANCE,
    INFANTRY,
    MARCH,
    PARATROOP,
    SUBMARINE,
    TANK,
)
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.scenarios import TYPES
from sandtable.games.battle_for_europe.state import DROPPED, State

Choosing = Generator[Ask[State], Choice, bool]
"""A rule in progress that says in the end whether a force was chosen."""
RULES: Final = ("atk.all_move_first", "unit.fleet.carry_invasion", "atk.naval_strike")
"""By kind of attack: the rule behind the choice of its force."""
ALL, BUT_GUARDS, NO_AIR, AIR_ONLY = range(4)
LEAST: Final = (0.6, 0.8, 0.95)
"""The odds of the last three ready-made forces."""
MIX: Final = (INFANTRY, TANK, AIRCRAFT, FLEET, PARATROOP, BOMBER, DESTROYER, SUBMARINE)
"""In turns of these a force grows until its odds are good enough: shields and teeth."""


def choose(g: State, seat: int) -> Choosing:
    """The force of the order in progress: ready-made, or unit by unit."""
    order = g.order_now()
    if g.rules.advanced:
        drops.choose_ways(g, everything(g))
    order.ready = ready_made(g)
    choice = yield Ask(seat, "force", READY, RULES[order.kind], stake=0.7)
    if choice[0] == "force":
        order.force = order.ready[g.pack.number[choice[1]]]
        drops.settle_ways(g, order.force)
        return True
    drops.settle_ways(g, 0)
    if choice == BY_HAND:
        g.called_off += 1
    while choice not in (MARCH, CALL_OFF):
        choice = yield Ask(seat, "force.by_hand", HAND, RULES[order.kind], stake=0.1)
        change(g, choice)
    drops.settle_ways(g, order.force if choice == MARCH else 0)
    return choice == MARCH


def change(g: State, choice: Choice) -> None:
    """One unit, or all of an area, joins or leaves the force."""
    order, pack = g.order_now(), g.pack
    if choice[0] == "send":
        kind, start = pack.number[choice[1]], pack.number[choice[2]]
        order.force |= 1 << first(walking(g, waiting(g)) & g.here[start] & pack.of_kind[kind])
    elif choice[0] == "drop":
        number, start = pack.choices.numbers(choice) or (0, 0)
        order.force |= 1 << drops.send(g, waiting(g), number, start)
    elif choice[0] == "send_all":
        sent = waiting(g) & g.here[pack.number[choice[1]]]
        order.force |= sent
        for unit in members(sent & ~walking(g, sent)):
            g.flags[unit] |= DROPPED
    elif choice[0] == "leave":
        kind, start = pack.number[choice[1]], pack.number[choice[2]]
        unit = first(order.force & g.here[start] & pack.of_kind[kind])
        order.force &= ~(1 << unit)
        g.flags[unit] &= ~DROPPED


def embark(g: State) -> None:
    """The fleets of the force take its units aboard, one each (unit.fleet.carry_invasion)."""
    order = g.order_now()
    carried = landing.all_aboard(g, order.force, attack.by_land(g, order.force, order.target), order.target)
    assert carried is not None
    order.cargo, order.carriers = list(carried), list(carried.values())


# ---------------------------------------------------------------------- ready-made forces


def everything(g: State) -> int:
    """All units that can take part in the order in progress."""
    order = g.order_now()
    return attack.able(g, order.kind, order.power, order.target, order.group)


def ready_made(g: State) -> list[int]:
    """By number of the ready-made force: its units; 0 for one that is impossible or the same as one before it."""
    order = g.order_now()
    whole = limits.within_africa_limit(g, cooperation.without_friction(g, everything(g)))
    makes = _landings(g, whole) if order.kind == INVADE else _by_strength(g, whole)
    found = [0] * len(FORCES)
    for at, force in makes.items():
        if force and force not in found and unfit(g, force) is None:
            found[at] = force
    return found


def _by_strength(g: State, whole: int) -> dict[int, int]:
    """Forces of an attack or a strike; ships join an attack by land by hand only (atk.fleets_by_land)."""
    pack, order = g.pack, g.order_now()
    if order.kind == ATTACK:
        whole &= pack.cargo_units
    air = whole & pack.air_units
    makes = {ALL: whole, NO_AIR: whole & ~air, AIR_ONLY: air}
    if order.kind == ATTACK:
        makes[BUT_GUARDS] = whole & ~guards(g, whole)
    least = _least(g, mixed(g, whole), 0)
    return dict(sorted((makes | least).items()))


def _landings(g: State, whole: int) -> dict[int, int]:
    """Forces of an invasion: they differ by how many fleets carry; all the others escort (unit.fleet.escorts)."""
    order, pack = g.order_now(), g.pack
    overland = attack.by_land(g, whole, order.target)
    cargo = mixed(g, whole & pack.land_units & ~overland)
    fleets = members(whole & pack.of_type[FLEET])
    carried = list(landing.rides(g, fleets, cargo, order.target))
    others = whole & pack.based_units | overland
    row = [unit for unit in cargo if unit in carried]
    opposed = attack.fightable(g, STRIKE, cooperation.contingent(g, order.power, order.target, order.group))
    fighters = bool(others & ~mask(fleets) & pack.air_units) or len(fleets) > len(row)
    most = len(row) if fighters or not opposed or len(row) < 2 else len(row) - 1  # sea.end.no_fighters
    least = _least(g, row[:most], others)
    return {ALL: mask(row[:most]) | others, NO_AIR: (mask(row[:most]) | others) & ~pack.air_units, **least}


def _least(g: State, row: list[int], others: int) -> dict[int, int]:
    """The smallest forces whose odds are good enough, found by halving: others go with the first units of a row."""
    found: dict[int, int] = {}
    known = [-1.0] * (len(row) + 1)
    for at, wanted in enumerate(LEAST, AIR_ONLY + 1):
        low, high = 1, len(row)
        while low < high:
            middle = (low + high) // 2
            if _win(g, row, others, middle, known) >= wanted:
                high = middle
            else:
                low = middle + 1
        if row and _win(g, row, others, low, known) >= wanted:
            found[at] = mask(row[:low]) | others
    return found


def _win(g: State, row: list[int], others: int, count: int, known: list[float]) -> float:
    """How likely so many units of a row win with others; worked out once for a number."""
    if known[count] < 0.0:
        known[count] = chances(g, mask(row[:count]) | others).win
    return known[count]


def mixed(g: State, units: int) -> list[int]:
    """Units in the order in which a force grows: one of each type in turn, land units first."""
    rows = [members(units & g.pack.of_type[kind]) for kind in (MIX if g.rules.advanced else MIX[:BASIC_TYPES])]
    found: list[int] = []
    for at in range(max(map(len, rows), default=0)):
        found += [row[at] for row in rows if at < len(row)]
    return found


def guards(g: State, units: int) -> int:
    """One land unit for every area that would be left empty, if it is a capital or enemies stand next to it."""
    pack, power = g.pack, g.order_now().power
    staying = 0
    for area in sorted({g.place[unit] for unit in members(units & pack.land_units)}):
        going = units & g.here[area] & pack.land_units
        near = pack.march.masks[area] & ~(1 << g.order_now().target)
        needed = pack.capital_of[area] != -1 or any(
            g.enemies_in(power, other) & pack.land_units for other in members(near)
        )
        if needed and going == g.here[area] & pack.land_units:
            staying |= 1 << first(going)
    return staying


def chances(g: State, force: int) -> odds.Odds:
    """The exact odds of the order in progress with a force."""
    order = g.order_now()
    if order.kind != INVADE:
        return odds.of(g, order.power, force, order.target, order.group, order.kind)
    carried = landing.all_aboard(g, force, attack.by_land(g, force, order.target), order.target)
    if carried is None:
        return odds.Odds()
    fleets, cargo = tuple(carried.values()), tuple(carried)
    return odds.of(g, order.power, force, order.target, order.group, order.kind, fleets, cargo)


# ---------------------------------------------------------------------- legality


def unfit(g: State, force: int) -> str | None:
    """The rule against a force; None if it can march."""
    order = g.order_now()
    if not force:
        return "atk.minimum"
    if order.kind == ATTACK and not force & g.pack.cargo_units:
        return "unit.fleet.no_land_battle"  # that would be a strike
    if not attack.leads(g, order.power, force):
        return "hpp.battle_cost.joint"
    if g.rules.special("13.1a") and force & g.led[FRANCE] and force & g.led[BRITAIN]:
        return "coop.anglo_french.attack"  # not under American command either
    rule = limits.africa_limit(g, force) or limits.too_many(g, force & g.pack.land_units, order.target)
    if rule is not None or order.kind != INVADE:
        return rule
    carried = landing.all_aboard(g, force, attack.by_land(g, force, order.target), order.target)
    if carried is None:
        return "unit.fleet.carry_invasion"
    return None if carried else "inv.target"


def waiting(g: State) -> int:
    """The units that could still join the force."""
    return everything(g) & ~g.order_now().force


def walking(g: State, units: int) -> int:
    """Those of them that need not fly: paratroops that can only drop are sent by another choice (para.two_moves)."""
    return drops.walkers(g, units) if g.rules.advanced else units


def force_refusal(g: State, force: int) -> str | None:
    """A ready-made force is offered if there is one that differs from those before it."""
    order = g.order_now()
    return None if order.ready[force] else RULES[order.kind]


def send_refusal(g: State, kind: int, start: int) -> str | None:
    """The rule against sending one more unit of a kind from an area."""
    candidates = g.here[start] & g.pack.of_kind[kind]
    if not candidates:
        return "atk.reach"
    if walking(g, candidates & waiting(g)):
        return None
    order = g.order_now()
    left = candidates & ~order.force
    return reasons.of_unit(g, first(left), order.target) if left else RULES[order.kind]


def send_all_refusal(g: State, start: int) -> str | None:
    """All that can go from an area go: offered where there are several."""
    if not g.here[start]:
        return "atk.reach"
    return None if (waiting(g) & g.here[start]).bit_count() > 1 else "atk.reach"


def drop_refusal(g: State, number: int, start: int) -> str | None:
    """The rule against paratroops dropping on the target (para.drop_range)."""
    return drops.refusal(g, waiting(g), number, start)


def leave_refusal(g: State, kind: int, start: int) -> str | None:
    """A unit that is part of the force may be left out again."""
    order = g.order_now()
    return None if order.force & g.here[start] & g.pack.of_kind[kind] else "atk.reach"


def march_refusal(g: State) -> str | None:
    """The rule against marching with the force as it is."""
    return unfit(g, g.order_now().force)


def ready_options(g: State, offer: Offer) -> None:
    pack, order = g.pack, g.order_now()
    for at, force in enumerate(order.ready):
        if force:
            offer.add(pack.force[at])
    offer.add(BY_HAND)
    offer.add(CALL_OFF)
    if offer.telling:
        for at, force in enumerate(order.ready):
            if force:
                offer.note(pack.force[at], *make_up(g, force))
        made = {FORCES[at]: figures(g, force) for at, force in enumerate(order.ready)}
        offer.tell(area=pack.area_ids[order.target], price=attack.cost(g, order.kind), **made)


def make_up(g: State, force: int) -> list[Fact]:
    """How likely a force wins, nobody is left or it loses, in per cent, and what it is made of."""
    counts = [(kind, (force & g.pack.of_type[kind]).bit_count()) for kind in range(len(TYPES))]
    return [*chances(g, force).shares(), *[f"some:{TYPES[kind]}_{count}" for kind, count in counts if count]]


def figures(g: State, force: int) -> str:
    """A force in figures: infantry, armour, aircraft, fleets and so on, and how likely it wins."""
    if not force:
        return "–"
    kinds = MIX if g.rules.advanced else MIX[:BASIC_TYPES]
    counts = [str((force & g.pack.of_type[kind]).bit_count()) for kind in kinds]
    return f"{'+'.join(counts)}, {round(100 * chances(g, force).win)} %"


def by_kind(g: State, units: int) -> list[tuple[int, int]]:
    """The kinds of units and the areas where they are, in order."""
    keys = sorted({g.pack.kind[unit] * AREAS + g.place[unit] for unit in members(units)})
    return [(key // AREAS, key % AREAS) for key in keys]


def hand_options(g: State, offer: Offer) -> None:
    pack, order = g.pack, g.order_now()
    able = waiting(g)
    if march_refusal(g) is None:
        offer.add(MARCH)
    on_foot = walking(g, able)
    for kind, start in by_kind(g, on_foot):
        offer.add(pack.send[kind][start])
    if g.rules.advanced:
        for kind, start in by_kind(g, drops.droppers(g, able)):
            offer.add(pack.drop[pack.para_kinds.index(kind)][start])
    for start in sorted({g.place[unit] for unit in members(able)}):
        if (able & g.here[start]).bit_count() > 1:
            offer.add(pack.send_all[start])
    for kind, start in by_kind(g, order.force):
        offer.add(pack.leave[kind][start])
    offer.add(CALL_OFF)
    if offer.telling:
        if MARCH in offer.options:
            offer.note(MARCH, *make_up(g, order.force))
        offer.tell(area=pack.area_ids[order.target], force=figures(g, order.force))


READY: Final = Legality(ready_options, {"force": one(force_refusal), "by_hand": legal, "call_off": legal})
HAND: Final = Legality(
    hand_options,
    {
        "send": two(send_refusal),
        "drop": two(drop_refusal),
        "send_all": one(send_all_refusal),
        "leave": two(leave_refusal),
        "march": nothing(march_refusal),
        "call_off": legal,
    },
)
