"""Journeys: what flies or sails in the order in progress, in groups, by which routes (int.air.path, int.sea.route)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.sets import NONE, first, mask, members
from sandtable.engine.types import Numbers
from sandtable.games.battle_for_europe.flow import interceptors, paratroops, progress, reach, routes
from sandtable.games.battle_for_europe.pack import DIRECT, FLEET, PARATROOP
from sandtable.games.battle_for_europe.parts import ARRIVING, DECLARING, MOVE, REBASE, Chain
from sandtable.games.battle_for_europe.state import State

RULES: Final = ("int.air.path", "int.sea.route")
"""By whether a group sails: the rule by which it names its way."""


def set_out(g: State) -> bool:
    """The order in progress sets out by air and sea; whether anything does, so that it may be met on its way."""
    order = g.order_now()
    chain = Chain()
    groups: dict[tuple[int, int, int, int], int] = {}
    flying = paratroops.flying(g, order.force)  # para.intercepted
    for unit in members(order.force & interceptors.movers(g) | flying):
        groups[_group(g, unit)] = groups.get(_group(g, unit), 0) | 1 << unit
    if not groups:
        return False  # int.not_overland
    if flying:
        paratroops.came(g, order.force & g.pack.land_units)  # para.lost_alone: on their way too
    g.chain = chain
    for (naval, _, port, _), units in sorted(groups.items()):
        chain.naval |= naval << chain.legs
        chain.legs += 1
        chain.units.append(units)
        chain.ports.append(port)
        chain.paths.append([])
        chain.answers.append(NONE)
        chain.steps.append(0)
    crowds = interceptors.crowds(g)
    for leg in range(chain.legs):
        chain.paths[leg] = [*onward(g, leg, g.place[first(chain.units[leg])], (), crowds[chain.naval >> leg & 1])]
    if not any(crowds[chain.naval >> leg & 1][area] for leg in range(chain.legs) for area in chain.paths[leg]):
        chain.stage = ARRIVING  # nobody can intervene, whatever the way
    return True


def _group(g: State, unit: int) -> tuple[int, int, int, int]:
    """What units have in common that go the same way: by sea or air, base, port where they load, and how far."""
    pack, order = g.pack, g.order_now()
    base = g.place[unit]
    if not pack.naval_units >> unit & 1:
        return 0, base, NONE, farthest(g, unit)
    port = NONE
    if unit in order.carriers:
        port = g.place[order.cargo[order.carriers.index(unit)]]
    return 1, base, NONE if port == base else port, pack.nation[unit]


def farthest(g: State, unit: int) -> int:
    """How many areas a unit may enter on its way (int.air.path); bombers more once that was reached by research."""
    pack, order = g.pack, g.order_now()
    kind = pack.type[unit]
    if pack.naval_units >> unit & 1:
        return pack.move[FLEET]
    if kind == PARATROOP:
        return pack.drop_range
    if order.kind in (MOVE, REBASE):
        return progress.points_of(g, unit) - g.steps[unit]
    return progress.range_of(g, pack.nation[unit], kind)


def onward(g: State, leg: int, start: int, been: Numbers, shunned: Numbers = ()) -> Numbers:
    """The shortest way of a group from where it is to the target of the order."""
    chain, order = g.chain_now(), g.order_now()
    nation = g.pack.nation[first(chain.units[leg])]
    if not chain.naval >> leg & 1:
        return routes.flown(g, nation, start, order.target, shunned)
    port = chain.ports[leg]
    if port == NONE:
        return routes.sailed(g, nation, start, NONE, order.target, been, mask(been))
    return routes.sailed(g, nation, start, NONE if port in been else port, order.target, been)


# ---------------------------------------------------------------------- naming the way


def name_routes(g: State) -> Flow[State]:
    """Every group that can be met on its way names it; afterwards it is not changed any more (int.sea.route)."""
    chain = g.chain_now()
    seat = g.rules.seat_of[g.order_now().power]
    crowds = interceptors.crowds(g)
    for leg in range(chain.legs):
        crowd = crowds[chain.naval >> leg & 1]
        if not any(crowd[area] for area in chain.paths[leg][:-1]):
            continue  # nobody could meet it before its goal
        chain.against, usual = leg, chain.paths[leg]
        chain.paths[leg] = []
        if not any(leads_on(g, area) for area in members(near(g) & ~mask(usual))):
            chain.paths[leg] = usual  # there is no other way
        while not chain.paths[leg] or chain.paths[leg][-1] != g.order_now().target:
            rule = RULES[chain.naval >> leg & 1]
            choice = yield Ask(seat, "route", ROUTE, rule, stake=0.1)
            been = chain.paths[leg]
            if choice == DIRECT:
                chain.paths[leg] = [*been, *onward(g, leg, here(g), tuple(been), crowd)] if been else usual
            else:
                chain.paths[leg] = [*been, *through(g, g.pack.number[choice[1]])]
    chain.against = NONE
    fly_together(g)
    chain.stage = DECLARING


def fly_together(g: State) -> None:
    """Whatever flies from one base by the same way is one group, however far it could fly (int.air.together)."""
    chain = g.chain_now()
    kept: list[int] = []
    for leg in range(chain.legs):
        escorted = [other for other in kept if flies_with(g, other, leg)]
        if escorted:
            chain.units[escorted[0]] |= chain.units[leg]
        else:
            kept.append(leg)
    chain.legs = len(kept)
    chain.naval = mask([at for at, leg in enumerate(kept) if chain.naval >> leg & 1])
    chain.units = [chain.units[leg] for leg in kept]
    chain.paths = [chain.paths[leg] for leg in kept]
    chain.ports = [chain.ports[leg] for leg in kept]
    chain.answers = [NONE] * len(kept)
    chain.steps = [0] * len(kept)


def flies_with(g: State, one: int, other: int) -> bool:
    """Whether two groups of the move fly from one base by the same way."""
    chain = g.chain_now()
    if (chain.naval >> one | chain.naval >> other) & 1 or chain.paths[one] != chain.paths[other]:
        return False
    return g.place[first(chain.units[one])] == g.place[first(chain.units[other])]


def here(g: State) -> int:
    """Where the group that names its way has come so far."""
    chain = g.chain_now()
    been = chain.paths[chain.against]
    return been[-1] if been else g.place[first(chain.units[chain.against])]


def through(g: State, area: int) -> Numbers:
    """The way of the group from where it is to an area; empty if there is none."""
    chain = g.chain_now()
    leg = chain.against
    been = tuple(chain.paths[leg])
    nation = g.pack.nation[first(chain.units[leg])]
    if not chain.naval >> leg & 1:
        return routes.flown(g, nation, here(g), area)
    if chain.ports[leg] != NONE:
        return routes.sailed(g, nation, here(g), NONE, area, been)
    avoid = mask(been)  # no area is entered twice, so that the way leaves one on to the goal
    onwards = mask(onward(g, leg, area, been)) & ~(1 << area)
    way = routes.sailed(g, nation, here(g), NONE, area, been, avoid | onwards)
    return way or routes.sailed(g, nation, here(g), NONE, area, been, avoid)


def via_refusal(g: State, area: int) -> str | None:
    """The rule against a way through an area: too long, or it leads back (int.path.once)."""
    chain = g.chain_now()
    if area in chain.paths[chain.against]:
        return "int.path.once"
    return None if near(g) >> area & 1 and leads_on(g, area) else RULES[chain.naval >> chain.against & 1]


def leads_on(g: State, area: int) -> bool:
    """Whether the group that names its way can go through an area and on to its goal."""
    chain, goal = g.chain_now(), g.order_now().target
    leg = chain.against
    unit, been = first(chain.units[leg]), tuple(chain.paths[leg])
    if area in been or area in (g.place[unit], goal):
        return False
    there = through(g, area)
    if not there or goal in there:
        return False
    rest = onward(g, leg, area, (*been, *there))
    return bool(rest) and len(been) + len(there) + len(rest) <= farthest(g, unit)


def near(g: State) -> int:
    """The areas through which the group that names its way could be led by their distances, as a mask."""
    chain, pack = g.chain_now(), g.pack
    leg = chain.against
    unit = first(chain.units[leg])
    nation, left = pack.nation[unit], farthest(g, unit) - len(chain.paths[leg])
    if not chain.naval >> leg & 1:
        return reach.flown(g, nation, here(g), left)
    ways = reach.open_ways(g, nation)
    there, back = (pack.sea_ways.row(ways, area) for area in (here(g), g.order_now().target))
    called = 1 << chain.ports[leg] if chain.ports[leg] != NONE else 0
    found = [area for area in members(pack.sea | called) if 0 < there[area] <= left - back[area] and back[area] > 0]
    return mask(found)


def detours(g: State) -> list[int]:
    """The areas through which the group can still choose to go."""
    return [area for area in members(near(g)) if leads_on(g, area)]


def route_options(g: State, offer: Offer) -> None:
    chain, pack = g.chain_now(), g.pack
    offer.add(DIRECT)
    for area in detours(g):
        offer.add(pack.via[area])
    if offer.telling:
        offer.note(DIRECT, *[pack.area_ids[area] for area in _direct(g)])
        base = pack.area_ids[g.place[first(chain.units[chain.against])]]
        offer.tell(area=pack.area_ids[here(g)], base=base, goal=pack.area_ids[g.order_now().target])


def _direct(g: State) -> Numbers:
    """The way that a group takes if it goes straight on."""
    chain = g.chain_now()
    crowd = interceptors.crowds(g)[chain.naval >> chain.against & 1]
    return onward(g, chain.against, here(g), tuple(chain.paths[chain.against]), crowd)


ROUTE: Final = Legality(route_options, {"direct": legal, "via": one(via_refusal)})
