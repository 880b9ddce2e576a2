"""Crossing the sea in a strategic transfer: by land through friendly areas, by air in hops, by sea with escorts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.graph import Graph
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import reach
from sandtable.games.battle_for_europe.pack import FLEET, GERMANY, NO, USSR, YES
from sandtable.games.battle_for_europe.state import MOVED, PINNED, REBASED, USED, State

KEPT: Final = 4096
"""How many ways over land and by air are remembered: fronts move slowly, and each unit asks for the same ones."""
MOST_ESCORTS: Final = 3
"""Fleets one after the other that are looked for; with four home ports and Gibraltar two reach everywhere."""


def by_land(g: State, nation: int, areas: int) -> int:
    """All areas that a land unit reaches from some of them without crossing the sea (strat.distance), as a mask."""
    graph = g.pack.soviet_march if nation == USSR else g.pack.march
    through = g.friendly_areas(nation) & ~reach.never_crossed(g, nation)
    if nation == GERMANY and g.soviet_attack != NONE:
        for area in members(areas & ~through):
            through |= reach.hosts(g, nation, area)
    return _marched(graph, areas, through)


def in_hops(g: State, nation: int, areas: int) -> int:
    """All areas that aircraft reach without an escort: over friendly land, and over one sea area at a time.

    (strat.air_over_sea, strat.no_neutral_enemy)
    """
    pack = g.pack
    graph: Graph = pack.soviet_fly if nation == USSR else pack.fly
    return _hopped(graph, areas, g.own_side[nation] & pack.ground, pack.sea)


@lru_cache(maxsize=KEPT)
def _hopped(graph: Graph, areas: int, friendly: int, sea: int) -> int:
    found = edge = areas
    while edge:
        near = graph.around(edge)
        near |= graph.around(near & sea)
        edge = near & friendly & ~found
        found |= edge
    return found


@lru_cache(maxsize=KEPT)
def _marched(graph: Graph, areas: int, through: int) -> int:
    return graph.reached(areas, through)


def spread(g: State, unit: int, areas: int) -> int:
    """Where a unit comes from some areas without an escort."""
    nation = g.pack.nation[unit]
    return in_hops(g, nation, areas) if g.pack.air_units >> unit & 1 else by_land(g, nation, areas)


# ---------------------------------------------------------------------- escorts


def escorts(g: State, power: int) -> list[int]:
    """The fleets of a power's side that can escort: they have done nothing else this turn.

    (strat.escort.unused, strat.escort.unmoved, unit.fleet.carry_allies)
    """
    pack, on_turn = g.pack, g.on_turn()
    return [
        fleet
        for fleet in members(pack.of_type[FLEET] & g.allied_units[power])
        if g.place[fleet] != NONE
        and not g.flags[fleet] & (USED | PINNED | MOVED | REBASED)
        and g.commander[pack.nation[fleet]] in on_turn
    ]


def across(g: State, unit: int, areas: int, fleet: int) -> int:
    """The ports to which a fleet escorts a unit from some areas, as a mask (strat.escort.range)."""
    pack = g.pack
    nation, own = pack.nation[fleet], pack.nation[unit]
    most = pack.move[FLEET]
    friendly = g.own_side[own] & pack.ports
    ways, base = reach.open_ways(g, nation), g.place[fleet]
    found = 0
    for port in members(areas & friendly):
        found |= pack.sea_ways.carried(ways, base, port, most) & friendly & ~(1 << port)
    return found


def brought(g: State, unit: int, areas: int, fleet: int, onward: bool) -> int:
    """Where a unit comes from some areas with one more fleet; whichever takes it onward does so from its own base.

    The fleet before it has to reach that base (strat.escort.relay).
    """
    start = areas & 1 << g.place[fleet] if onward else areas
    over = across(g, unit, start, fleet) if start else 0
    return spread(g, unit, over) if over else 0


def one_a_base(g: State, fleets: list[int]) -> list[int]:
    """One fleet of each nation and base."""
    seen: dict[tuple[int, int], int] = {}
    for fleet in fleets:
        seen.setdefault((g.place[fleet], g.pack.nation[fleet]), fleet)
    return list(seen.values())


def stages(g: State, unit: int, power: int, based: bool = True) -> list[int]:
    """Where a unit comes with no escort, with one, with two …, as masks that grow; `based`: onward from their bases."""
    areas = spread(g, unit, 1 << g.place[unit])
    found = [areas]
    fleets = escorts(g, power)
    different = one_a_base(g, fleets)
    while fleets and len(found) <= min(MOST_ESCORTS, len(fleets)):
        further = areas
        for fleet in different:
            further |= brought(g, unit, areas, fleet, based and len(found) > 1)
        if further == areas:
            break
        areas = further
        found.append(areas)
    return found


def reached(g: State, unit: int) -> int:
    """All areas that a land unit or aircraft can be transferred to, as a mask.

    Each escort makes one crossing, so that longer ways are looked for fleet by fleet (strat.escort.relay).
    """
    power = g.power()
    masks = stages(g, unit, power)
    found = masks[min(1, len(masks) - 1)]
    if len(masks) > 2:
        found |= relayed(g, unit, masks[0], escorts(g, power), len(masks) - 1)
    return found


def relayed(g: State, unit: int, areas: int, fleets: list[int], depth: int, onward: bool = False) -> int:
    """Where a unit comes from some areas with at most so many of these fleets, one after the other, as a mask."""
    found = 0
    for fleet in one_a_base(g, fleets):
        over = brought(g, unit, areas, fleet, onward)
        found |= over
        if over and depth > 1:
            found |= relayed(g, unit, over, [other for other in fleets if other != fleet], depth - 1, True)
    return found


def needed(g: State, unit: int, power: int, goal: int) -> list[int] | None:
    """The fewest fleets, one after the other, that bring a unit to a goal; None if there are not enough."""
    masks = stages(g, unit, power)
    for depth, areas in enumerate(masks):
        if areas >> goal & 1:
            way = relay(g, unit, masks[0], escorts(g, power), goal, depth)
            if way is not None:
                return way
    return None


def relay(
    g: State, unit: int, areas: int, fleets: list[int], goal: int, depth: int, onward: bool = False
) -> list[int] | None:
    """So many different fleets that bring a unit from some areas to a goal; None if they cannot."""
    if depth == 0:
        return [] if areas >> goal & 1 else None
    for fleet in one_a_base(g, fleets):
        over = brought(g, unit, areas, fleet, onward)
        if not over:
            continue
        rest = relay(g, unit, over, [other for other in fleets if other != fleet], goal, depth - 1, True)
        if rest is not None:
            return [fleet, *rest]
    return None


def missing(g: State, unit: int, area: int) -> str:
    """Why a unit cannot be transferred to a friendly area."""
    pack = g.pack
    nation = pack.nation[unit]
    graph = pack.soviet_march if nation == USSR else pack.march
    if pack.land_units >> unit & 1 and graph.reached(1 << g.place[unit], g.friendly_areas(nation)) >> area & 1:
        return reach.crossing_rule(g, nation)
    connected = by_land(g, nation, 1 << area)
    if not connected & pack.ports:
        return "map.finland.no_sea_delivery" if connected & pack.coastal else "strat.no_neutral_enemy"
    if not escorts(g, g.power()):
        return "strat.air_escorted" if pack.air_units >> unit & 1 else "strat.land_over_sea"
    from_elsewhere = stages(g, unit, g.power(), based=False)[-1] >> area & 1
    return "strat.escort.relay" if from_elsewhere else "strat.escort.range"


# ---------------------------------------------------------------------- naming them


def name_escorts(g: State, seat: int, unit: int) -> Flow[State]:
    """The fleets of each crossing are named; those of other players are asked for (strat.land_over_sea)."""
    order, pack = g.order_now(), g.pack
    way = needed(g, unit, order.power, order.target)
    crossings = len(way or [])
    while len(order.carriers) < crossings:
        order.number = crossings - len(order.carriers)
        choice = yield Ask(seat, "transfer.by", BY, "strat.escort.range", stake=0.1)
        fleet = serving(g, unit, pack.number[choice[1]])[0]
        order.group = pack.nation[fleet]
        agreed = YES
        if g.seat(order.group) != seat:
            agreed = yield Ask(g.seat(order.group), "transfer.agree", AGREE, "unit.fleet.carry_allies", stake=0.1)
        order.group = NONE
        if agreed == NO:
            order.target = NONE
            return
        order.carriers.append(fleet)


def been(g: State, unit: int) -> int:
    """Where the unit of the order can be after the crossings named so far, as a mask."""
    areas = spread(g, unit, 1 << g.place[unit])
    for at, fleet in enumerate(g.order_now().carriers):
        areas = brought(g, unit, areas, fleet, at > 0)
    return areas


def serving(g: State, unit: int, base: int) -> list[int]:
    """The fleets of a base that can make the next crossing, so that the others can make the rest."""
    order = g.order_now()
    areas = been(g, unit)
    fleets = [fleet for fleet in escorts(g, order.power) if fleet not in order.carriers]
    found = []
    for fleet in one_a_base(g, [fleet for fleet in fleets if g.place[fleet] == base]):
        over = brought(g, unit, areas, fleet, bool(order.carriers))
        rest = [other for other in fleets if other != fleet]
        if over and relay(g, unit, over, rest, order.target, order.number - 1, True) is not None:
            found.append(fleet)
    return found


def travelling(g: State) -> int:
    """The unit of the order."""
    order, pack = g.order_now(), g.pack
    return next(
        unit for unit in members(g.here[order.source] & pack.of_kind[order.units]) if not g.flags[unit] & PINNED
    )


def by_refusal(g: State, base: int) -> str | None:
    """The rule against the fleets of a base escorting the next crossing."""
    order = g.order_now()
    fleets = [fleet for fleet in escorts(g, order.power) if g.place[fleet] == base]
    if not fleets:
        return "strat.escort.unused"
    return None if serving(g, travelling(g), base) else "strat.escort.range"


def by_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    unit = travelling(g)
    for base in sorted({g.place[fleet] for fleet in escorts(g, order.power)}):
        if serving(g, unit, base):
            offer.add(g.pack.by[base])
    offer.tell(area=g.pack.area_ids[order.target], number=order.number)


def agree_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    offer.tell(power=g.pack.nation_ids[order.power], nation=g.pack.nation_ids[order.group])


BY: Final = Legality(by_options, {"by": one(by_refusal)})
AGREE: Final = Legality(agree_options, {"yes": legal, "no": legal})
