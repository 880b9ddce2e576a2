"""Leaving an area: units that retreat, flee or fall back go to places that their owner names, by kind."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, three
from sandtable.engine.sets import NONE, first, members
from sandtable.games.battle_for_europe.flow import entry, limits, progress, reach, units
from sandtable.games.battle_for_europe.pack import AT_SEA, BACK, USSR
from sandtable.games.battle_for_europe.parts import FLIGHT, LEAVES, Leaving
from sandtable.games.battle_for_europe.state import FLED, RETREATED, State

ONE: Final = 0
ALL: Final = 1
RULES: Final = ("land.retreat.where", "unit.air.flee", "land.separate_contingents.capture")
"""By why units leave."""


def rule_for(g: State, kind: int) -> str:
    """The rule by which units of a kind leave the area: ships have one of their own."""
    why = g.leaving_now().why
    at_sea = why == FLIGHT and g.pack.domain[g.pack.kind_type[kind]] == AT_SEA
    return "unit.fleet.retreat_base" if at_sea else RULES[why]


# ---------------------------------------------------------------------- where they can go


def goals(g: State, why: int, unit: int, area: int) -> int:
    """Where a unit can go that leaves an area, as a mask."""
    return bases(g, unit, area) if why == FLIGHT else next_areas(g, unit, area)


def next_areas(g: State, unit: int, area: int) -> int:
    """The areas to which a land unit can retreat: next to the battle and of its own side (land.retreat.where)."""
    pack = g.pack
    nation = pack.nation[unit]
    near = pack.soviet_march if nation == USSR else pack.march
    found = 0
    for other in members(near.masks[area] & g.friendly_areas(nation)):  # land.retreat.one_area
        if entry.barred_for(g, unit, other) is None:
            found |= 1 << other
    return found


def bases(g: State, unit: int, area: int) -> int:
    """The bases to which an air or naval unit can flee; none if it fled this turn already."""
    pack = g.pack
    if g.flags[unit] & FLED:
        return 0  # unit.air.flee_once, unit.fleet.retreat_once
    nation, points = pack.nation[unit], progress.points_of(g, unit)
    if pack.naval_units >> unit & 1:
        near = reach.ports_within(g, nation, area, points) & reach.bases(g, nation)  # unit.fleet.retreat_reach
    else:
        near = reach.bases_within(g, nation, area, points)  # unit.air.flee
    return near & ~(1 << area) & entry.open_for(g, unit)


def stranded(g: State, why: int, unit: int) -> str:
    """The rule by which a unit is lost that can go nowhere."""
    at_sea = bool(g.pack.naval_units >> unit & 1)
    if why != FLIGHT:
        return "land.retreat.none"
    if g.flags[unit] & FLED:
        return "unit.fleet.retreat_once" if at_sea else "unit.air.flee_once"
    return "unit.fleet.retreat_reach" if at_sea else "unit.air.flee_no_base"


# ---------------------------------------------------------------------- going


def leave(g: State, why: int, area: int, seat: int, leaving: int) -> Flow[State]:
    """Units leave an area: those that can go to one place only go there, for the others their owner is asked."""
    g.leaving = Leaving(why, area, seat, leaving)
    while True:
        go_without_choice(g)
        if not g.leaving_now().units:
            break
        choice = yield Ask(seat, f"leaving.{LEAVES[why]}", LEAVING, RULES[why], stake=0.1)
        if choice == BACK:
            for unit in members(g.leaving_now().units):
                go(g, unit, g.origin[unit])
            continue
        kind, goal, number = (g.pack.number[thing] for thing in choice[1:])
        for unit in going(g, kind, goal)[: None if number == ALL else 1]:
            go(g, unit, goal)
    g.leaving = None


def go_without_choice(g: State) -> None:
    """Whoever has one place to go to goes there, whoever has none is lost; nobody asks for units without a seat."""
    leaving = g.leaving_now()
    for unit in members(leaving.units):
        where = goals(g, leaving.why, unit, leaving.area)
        if not where:
            leaving.units &= ~(1 << unit)
            units.lose(g, unit, stranded(g, leaving.why, unit))
        elif leaving.seat == NONE or not where & (where - 1):
            go(g, unit, first(where))


def go(g: State, unit: int, goal: int) -> None:
    """One unit leaves; flight neither uses nor refreshes it (unit.flee.no_action)."""
    leaving = g.leaving_now()
    leaving.units &= ~(1 << unit)
    units.move_unit(g, unit, goal)
    g.flags[unit] |= FLED if leaving.why == FLIGHT else RETREATED  # land.retreat.ends
    units.tell_move(g, g.pack.kind[unit], 1, leaving.area, goal, rule_for(g, g.pack.kind[unit]))


# ---------------------------------------------------------------------- the choice


def going(g: State, kind: int, goal: int) -> list[int]:
    """The units of a kind that are still to leave and can go to an area."""
    leaving = g.leaving_now()
    able = members(leaving.units & g.pack.of_kind[kind])
    return limits.as_many(g, [unit for unit in able if goals(g, leaving.why, unit, leaving.area) >> goal & 1], goal)


def go_refusal(g: State, kind: int, goal: int, number: int) -> str | None:
    """The rule against going to an area with one or all units of a kind."""
    leaving = g.leaving_now()
    if not leaving.units & g.pack.of_kind[kind]:
        return rule_for(g, kind)
    return None if len(going(g, kind, goal)) > number else rule_for(g, kind)


def back_refusal(g: State) -> str | None:
    """All may go back to where they came from, if there are several and each can."""
    leaving = g.leaving_now()
    several = members(leaving.units)
    if len(several) > 1 and all(can_go_back(g, unit) for unit in several):
        return None
    return RULES[leaving.why]


def can_go_back(g: State, unit: int) -> bool:
    """Whether a unit can leave for the area from which it came."""
    leaving, start = g.leaving_now(), g.origin[unit]
    return start != NONE and bool(goals(g, leaving.why, unit, leaving.area) >> start & 1)


def leaving_options(g: State, offer: Offer) -> None:
    pack, leaving = g.pack, g.leaving_now()
    if back_refusal(g) is None:
        offer.add(BACK)
    for kind in sorted({pack.kind[unit] for unit in members(leaving.units)}):
        able = members(leaving.units & pack.of_kind[kind])
        where = [goals(g, leaving.why, unit, leaving.area) for unit in able]
        for goal in range(len(pack.grounds)):
            count = sum(mask >> goal & 1 for mask in where)
            if count > 1 and limits.narrow(g, goal):
                count = len(going(g, kind, goal))
            if count > 1:
                offer.add(pack.go[ALL][kind][goal])
            if count:
                offer.add(pack.go[ONE][kind][goal])
    offer.tell(area=pack.area_ids[leaving.area])


LEAVING: Final = Legality(leaving_options, {"go": three(go_refusal), "back": nothing(back_refusal)})
