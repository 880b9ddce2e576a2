"""Verbs for units: placed, removed, moved, used, refreshed. Each keeps place and mirror together."""

from __future__ import annotations

from sandtable.engine.sets import NONE, first, members
from sandtable.games.battle_for_europe.pack import POWERS
from sandtable.games.battle_for_europe.state import GONE, LONE, SEEN, THIS_TURN, USED, State


def call_off(g: State) -> None:
    """The order in progress is given up before anything has happened."""
    g.order = None
    g.called_off += 1


def place(g: State, unit: int, area: int) -> None:
    """Put a unit from the pool or the yard onto the board, without a line: whoever calls tells what it means."""
    assert g.place[unit] == NONE
    g.place[unit] = area
    g.here[area] |= 1 << unit
    g.at[g.pack.nation[unit]] |= 1 << area
    g.flags[unit] |= SEEN
    g.yard[unit] = g.due[unit] = NONE


def remove(g: State, unit: int) -> None:
    """Take a unit off the board, back to its nation's pool (unit.unlimited_losses)."""
    area = g.place[unit]
    assert area != NONE
    g.here[area] &= ~(1 << unit)
    g.place[unit] = NONE
    gone_from(g, g.pack.nation[unit], area)
    lone = g.flags[unit] & LONE
    g.flags[unit] &= SEEN
    if lone:
        gone_for_good(g, unit)
    g.steps[unit] = 0
    g.origin[unit] = NONE


def gone_for_good(g: State, unit: int) -> None:
    """Paratroops were lost without other land units, in their attack or in the enemy's next turn (para.lost_alone)."""
    g.flags[unit] |= GONE
    if g.log is not None:
        attacking = g.commander[g.pack.nation[unit]] in g.on_turn()
        rule = "para.lost_alone" if attacking else "para.lost_alone_after"
        g.log.add("gone_for_good", g.pack.kind_ids[g.pack.kind[unit]], rule=rule)


def move_unit(g: State, unit: int, area: int) -> None:
    """A unit goes to an area, and remembers from where; points and flags are up to the rule that moves it."""
    start = g.place[unit]
    g.here[start] &= ~(1 << unit)
    g.here[area] |= 1 << unit
    g.place[unit] = area
    g.origin[unit] = start
    g.flags[unit] &= ~LONE
    nation = g.pack.nation[unit]
    g.at[nation] |= 1 << area
    gone_from(g, nation, start)


def gone_from(g: State, nation: int, area: int) -> None:
    """A unit of a nation has left an area: was it the last?"""
    if not g.here[area] & g.pack.of_nation[nation]:
        g.at[nation] &= ~(1 << area)


def lose(g: State, unit: int, rule: str) -> None:
    """A unit is lost, and that is told."""
    area = g.place[unit]
    remove(g, unit)
    if g.log is not None:
        g.log.add("lost", g.pack.kind_ids[g.pack.kind[unit]], g.pack.area_ids[area], rule=rule)


def use(g: State, unit: int) -> None:
    """An air or naval unit has acted (unit.used.mark); land units are never used up."""
    if not g.pack.land_units >> unit & 1:
        g.flags[unit] |= USED


def refresh(g: State, power: int) -> None:
    """What happened to the units of a power, and of those it commands, is forgotten (unit.used.refresh)."""
    for nation, commander in enumerate(g.commander):
        if nation == power or (nation >= POWERS and commander == power):
            for unit in members(g.pack.of_nation[nation] & g.rules.units):
                g.flags[unit] &= ~THIS_TURN
                g.steps[unit] = 0
                g.origin[unit] = NONE


def tell_move(g: State, kind: int, count: int, start: int, end: int, rule: str) -> None:
    """One line for units of a kind that went from one area to another."""
    if g.log is not None:
        pack = g.pack
        g.log.add("moved", count, pack.kind_ids[kind], pack.area_ids[start], pack.area_ids[end], rule=rule)


def of_kind(g: State, kind: int, area: int, without: int = 0) -> int:
    """The units of a kind in an area that have none of these flags, as a mask."""
    found = g.here[area] & g.pack.of_kind[kind]
    if not without:
        return found
    fit = 0
    for unit in members(found):
        if not g.flags[unit] & without:
            fit |= 1 << unit
    return fit


def next_unit(g: State, kind: int, pools: int) -> int:
    """The next counter of a kind that is neither on the board nor being built, of pools in a mask; NONE if none is."""
    for pool in range(len(g.pack.of_pool)):
        if pools >> pool & 1:
            for unit in members(g.pack.of_kind[kind] & g.pack.of_pool[pool]):
                if g.place[unit] == NONE and g.yard[unit] == NONE:
                    return unit
    return NONE


def lowest(units: int) -> int:
    """Of units in equal condition the lowest-numbered one acts."""
    return first(units)
