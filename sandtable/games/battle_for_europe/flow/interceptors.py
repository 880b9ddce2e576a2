"""Interceptors: who can intervene, where, and against whom (12.2)."""

from __future__ import annotations

from sandtable.engine.sets import NONE, first, mask, members
from sandtable.engine.types import Numbers
from sandtable.games.battle_for_europe.flow import cooperation, limits, nations, progress, reach
from sandtable.games.battle_for_europe.pack import (
    AIRCRAFT,
    AREAS,
    BOMBER,
    FLEET,
    SUBMARINE,
    USSR,
)
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import PINNED, USED, State

BATTLES = (ATTACK, INVADE, STRIKE)
"""Orders that end in a battle in their target area."""
Opening = tuple[int, int]
"""A place, and the group that can be met there."""


# ---------------------------------------------------------------------- the groups of a chain


def movers(g: State) -> int:
    """The units that can be met on their way, and that can meet others: whatever flies or sails."""
    return g.pack.air_units | g.pack.naval_units


def other_side(step: int) -> bool:
    """Whether a step is one of the side that is not on turn (int.chain.order)."""
    return bool(step % 2)


def making_it(g: State) -> int:
    """The units that make the move themselves, aircraft that ships carry included: they are on their way."""
    order = g.order_now()
    return order.force | mask(order.cargo)


def left(g: State, group: int) -> bool:
    """Whether anybody of a group is left in the chain."""
    return bool(g.chain_now().units[group])


def in_the_air(g: State, group: int) -> bool:
    return not g.chain_now().naval >> group & 1


def groups_at(g: State, place: int, ours: bool, naval: bool) -> list[int]:
    """The groups of a side (`ours` is the one on turn) that are or come to a place, ships or aircraft."""
    chain = g.chain_now()
    return [
        group
        for group, units in enumerate(chain.units)
        if units
        and place in chain.paths[group]
        and other_side(chain.steps[group]) != ours
        and bool(chain.naval >> group & 1) == naval
    ]


def root(g: State, group: int) -> int:
    """The group of the move that it is all about."""
    chain = g.chain_now()
    while chain.answers[group] != NONE:
        group = chain.answers[group]
    return group


def opponents(g: State, place: int, against: int) -> int:
    """The units that whoever answers a group at a place would meet: all ships there, or the aircraft of the group."""
    chain = g.chain_now()
    if in_the_air(g, against):
        return chain.units[against]
    found = 0
    for group in groups_at(g, place, not other_side(chain.steps[against]), True):
        found |= chain.units[group]
    return found


def joins_battle(g: State, place: int) -> bool:
    """Whether a place is the target of an attack: aircraft that come there fight in its battle (int.air.at_target)."""
    order = g.order_now()
    return place == order.target and order.kind in BATTLES


# ---------------------------------------------------------------------- who can intervene


def refusal(g: State, unit: int, place: int, against: int) -> str | None:
    """The rule against a unit intervening at a place against a group; None if it can."""
    pack, chain = g.pack, g.chain_now()
    naval = bool(pack.naval_units >> unit & 1)
    rule = _tied(g, unit) or _stranger(g, unit, place, against)
    if rule is not None:
        return rule
    if chain.failed >> unit & 1:
        return "int.sea.fail"
    if chain.hunters >> unit & 1:
        return "sub.air_once_per_raid"
    if in_the_air(g, against) and naval:
        return "int.sea.only_ships"
    if in_the_air(g, against) and pack.type[unit] == BOMBER:
        return "bomb.no_intervene"
    if naval and _rolled(g, unit, place):
        return "int.sea.roll_group"
    if place == g.place[unit] and joins_battle(g, place):
        return "int.air.at_target"  # it defends there anyway
    rule = _too_far(g, unit, place)
    if rule is None and not naval and _hunted(g, unit, opponents(g, place, against)):
        return "sub.air_once_per_raid"
    return rule


def _rolled(g: State, unit: int, place: int) -> bool:
    """Whether ships of a unit's seat and base have rolled for a place in this step, whether they came or not."""
    chain = g.chain_now()
    commander = g.commander[g.pack.nation[unit]]
    if not chain.rolled or commander == NONE:
        return False
    return attempt(g.rules.seat_of[commander], g.place[unit], place) in chain.rolled


def attempt(seat: int, base: int, place: int) -> int:
    """How a roll of a seat for ships from a base to a place is written in `chain.rolled`."""
    return (seat * AREAS + base) * AREAS + place


def _tied(g: State, unit: int) -> str | None:
    """The rule that keeps a unit from intervening anywhere."""
    flags = g.flags[unit]
    if flags & USED or making_it(g) >> unit & 1:
        return "int.unused_only"
    if flags & PINNED:
        return "setup.sichel.britain.pinned"
    return limits.in_the_box(g, g.place[unit])


def _stranger(g: State, unit: int, place: int, against: int) -> str | None:
    """The rule by which a unit's nation has no part in a fight."""
    pack, chain, order = g.pack, g.chain_now(), g.order_now()
    nation = pack.nation[unit]
    if nations.stays_at_home(g, nation) and g.control[place] != nation:
        return "vichy.units.stay"
    if other_side(chain.step):
        if not g.at_war(nation, order.power):
            return "int.at_war_only"
    elif g.commander[nation] not in g.on_turn() or not g.allied_units[order.power] >> unit & 1:
        return "int.counter"
    if not opponents(g, place, against) & g.hostile_units[nation]:
        return "int.at_war_only"
    return _friction(g, unit, place)


def _friction(g: State, unit: int, place: int) -> str | None:
    """The rule by which a unit does not fight beside those of its side that are at a place already, or go there.

    (int.together)
    """
    chain = g.chain_now()
    ours = not other_side(chain.step)
    beside = g.draft
    for naval in (False, True):
        for group in groups_at(g, place, ours, naval):
            beside |= chain.units[group]
    if not ours and joins_battle(g, place) and not g.pack.naval_units >> unit & 1:
        beside |= _attacked(g)
    for one, other in cooperation.quarrels(g):
        foreign = other if one >> unit & 1 else one if other >> unit & 1 else 0
        if beside & foreign and g.pack.of_nation[USSR] & (one | other):
            return "coop.soviet_apart"
        if beside & foreign:
            return "coop.anglo_french.attack" if ours else "coop.anglo_french.defend"
    return None


def _attacked(g: State) -> int:
    """The units of the nation that leads the defenders of the order's target."""
    order = g.order_now()
    return g.enemies_in(order.power, order.target) & g.pack.of_nation[order.group] if order.group != NONE else 0


def distance(g: State, unit: int, place: int) -> int:
    """How many areas ships enter from their base to a place (int.sea.roll_distance); NONE if there is no way."""
    return reach.sea_way(g, g.pack.nation[unit], g.place[unit], place)


def _too_far(g: State, unit: int, place: int) -> str | None:
    """The rule by which a place is too far from a unit's base; None if it is not."""
    if not g.pack.naval_units >> unit & 1:
        return None if reach.can_fly(g, unit, place) else "int.air.where"
    points = distance(g, unit, place)
    if points == NONE:
        return "int.sea.way"
    most = g.pack.move[FLEET]
    if points > most:
        return "int.sea.range"
    return "int.sea.roll_distance" if points == most else None  # no die is higher


def _hunted(g: State, unit: int, foes: int) -> bool:
    """Whether an aircraft has attacked these submarines this turn, and there is nobody else to attack."""
    if foes & ~g.pack.of_type[SUBMARINE]:
        return False
    return any(g.hunts[at] >> unit & 1 and g.hunts[at + 1] & foes for at in range(0, len(g.hunts), 2))


def able(g: State, seat: int, place: int, against: int, anybody: bool = False) -> int:
    """The units of a seat that can intervene at a place against a group, as a mask.

    Whoever only wants to know if there is anybody gets some of them.
    """
    pack = g.pack
    chain = g.chain_now()
    at_all = pack.of_type[AIRCRAFT] if in_the_air(g, against) else movers(g)
    fresh = at_all & ~(making_it(g) | chain.failed | chain.hunters)
    foes = opponents(g, place, against)
    found = 0
    for nation, commander in enumerate(g.commander):
        if commander == NONE or g.rules.seat_of[commander] != seat or not foes & g.hostile_units[nation]:
            continue  # int.at_war_only
        own = pack.of_nation[nation] & fresh
        alike: dict[int, bool] = {}
        for base in members(g.at[nation] if own else 0):
            for unit in members(g.here[base] & own):
                flags = g.flags[unit]
                if flags & USED:
                    continue
                key = flags << 8 | pack.type[unit]
                if key not in alike or g.hunts:
                    alike[key] = _too_far(g, unit, place) is None and refusal(g, unit, place, against) is None
                if alike[key]:
                    found |= 1 << unit
            if found and anybody:
                return found
            alike.clear()
    return found


# ---------------------------------------------------------------------- where, and against whom


def openings(g: State) -> list[Opening]:
    """Where groups of the other side can be met in this step, whoever could: each place with a group there.

    Ships in one place are met together; in the target area of an attack, so are aircraft.
    """
    chain = g.chain_now()
    ours = other_side(chain.step)  # the enemy is the side on turn
    found: list[Opening] = []
    for place in places(g):
        ships = groups_at(g, place, ours, True)
        found += [(place, group) for group in ships[:1]]
        flying = groups_at(g, place, ours, False)
        if joins_battle(g, place) and ours:
            coming = [group for group in flying if group < chain.legs]
            flying = [*coming[:1], *(group for group in flying if group >= chain.legs)]
        found += [(place, group) for group in flying]
    return found


def places(g: State) -> list[int]:
    """The areas where somebody can be met, in the order in which the moving units reach them (int.sea.several_places).

    No area comes before one that any group enters on its way to it; where groups go opposite ways, the first one leads.
    """
    chain = g.chain_now()
    ways = [_met_in(path) for path in chain.paths[: chain.legs]]
    soonest: dict[int, int] = {}
    for way in ways:
        for at, area in enumerate(way):
            soonest[area] = min(soonest.get(area, at), at)
    found: list[int] = []
    while any(ways):
        next_ones = [way[0] for way in ways if way]
        ready = [area for area in next_ones if not any(area in way[1:] for way in ways)] or next_ones[:1]
        area = min(ready, key=lambda area: (soonest[area], area))
        found.append(area)
        ways = [[other for other in way if other != area] for way in ways]
    return found


def _met_in(path: list[int]) -> list[int]:
    """The areas of a way; one that is entered twice counts on the way out of the port (int.path.once)."""
    return [area for at, area in enumerate(path) if area not in path[at + 1 :]]


def seats_able(g: State) -> int:
    """The seats that could intervene in this step, as a mask: by what everybody sees."""
    options = openings(g)
    found = 0
    for seat in range(len(g.rules.seats)):
        if any(able(g, seat, place, against, anybody=True) for place, against in options):
            found |= 1 << seat
    return found


def crowds(g: State) -> tuple[Numbers, Numbers]:
    """By area: how many units of the other side could meet aircraft there, and ships."""
    pack, power = g.pack, g.order_now().power
    in_air, at_sea = [0] * AREAS, [0] * AREAS
    counts: dict[tuple[int, int, int], int] = {}
    for foe in members(g.foes[power]):
        if g.commander[foe] == NONE:
            continue
        for base in members(g.at[foe]):
            for unit in members(g.units_of(foe, base) & movers(g)):
                if _tied(g, unit) is None:
                    key = foe, base, pack.type[unit]
                    counts[key] = counts.get(key, 0) + 1
    for (nation, base, kind), count in counts.items():
        unit = first(pack.of_kind[pack.kind_number[nation, kind]])
        if pack.naval_units >> unit & 1:
            near = near_by_sea(g, nation, base)
        else:
            near = reach.flown(g, nation, base, progress.range_of(g, nation, kind))
        for area in members(near):
            at_sea[area] += count
            if kind == AIRCRAFT:
                in_air[area] += count
    return tuple(in_air), tuple(at_sea)


def near_by_sea(g: State, nation: int, base: int) -> int:
    """The areas where ships of a nation can try to intervene from a base, as a mask (int.sea.range)."""
    row = g.pack.sea_ways.row(reach.open_ways(g, nation), base)
    found = 0
    for area, points in enumerate(row):
        if 0 < points < g.pack.move[FLEET]:
            found |= 1 << area
    return found
