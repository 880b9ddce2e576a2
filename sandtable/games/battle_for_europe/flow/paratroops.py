"""Paratroops: they drop from the air in phase 1; in everything else they are land units like infantry."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.flow import reach, units
from sandtable.games.battle_for_europe.pack import PARATROOP
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    CARRIED,
    CUT_OFF,
    DROPPED,
    LONE,
    MOVED,
    PINNED,
    RETREATED,
    State,
)

SPENT: Final = MOVED | ATTACKED | CARRIED | RETREATED
"""What keeps paratroops from a drop, since a unit moves once a turn."""


# ---------------------------------------------------------------------- who can drop, and where


def tied(g: State, unit: int) -> str | None:
    """The rule that keeps paratroops from any drop; None if they can go."""
    flags = g.flags[unit]
    if flags & (CUT_OFF | PINNED):
        return "sup.no_move" if flags & CUT_OFF else "setup.sichel.germany.satellites_pinned"
    if flags & SPENT:
        return "unit.move_once"
    return None if g.friendly(g.pack.nation[unit], g.place[unit]) else "para.phase"


def goals(g: State, unit: int) -> int:
    """The areas within reach of a drop that are not of its own side, as a mask (para.drop_range, para.overfly)."""
    pack = g.pack
    if tied(g, unit) is not None:
        return 0
    nation = pack.nation[unit]
    return reach.flown(g, nation, g.place[unit], pack.drop_range) & pack.ground & ~g.own_side[nation]


def can_drop(g: State, unit: int, area: int) -> bool:
    """Whether a unit is one of paratroops that reach an area from the air; no aircraft is needed (para.no_carrier)."""
    return g.pack.type[unit] == PARATROOP and bool(goals(g, unit) >> area & 1)


def droppers(g: State, nation: int, area: int) -> int:
    """The paratroops of a nation that can drop on an area, as a mask."""
    found = 0
    for unit in members(g.pack.of_type[PARATROOP] & g.pack.of_nation[nation]):
        if g.place[unit] >= 0 and can_drop(g, unit, area):
            found |= 1 << unit
    return found


def flying(g: State, among: int) -> int:
    """Of some units those that fly to the target of the order in progress, or have dropped this turn, as a mask."""
    found = 0
    for unit in members(among & g.pack.of_type[PARATROOP]):
        if g.flags[unit] & DROPPED:
            found |= 1 << unit
    return found


def stay_down(g: State, but: int = 0) -> None:
    """Paratroops of the order in progress do not fly after all, but for some."""
    for unit in members(flying(g, ~but)):
        if not g.flags[unit] & MOVED:
            g.flags[unit] &= ~DROPPED


# ---------------------------------------------------------------------- the drop


def drop(g: State, unit: int, area: int) -> None:
    """Paratroops come down in an area, and do not move again this turn (para.drop_ends_move)."""
    pack, start = g.pack, g.place[unit]
    g.steps[unit] = pack.move[PARATROOP]
    g.flags[unit] |= MOVED | DROPPED
    units.move_unit(g, unit, area)
    if g.log is not None:
        names = pack.kind_ids[pack.kind[unit]], pack.area_ids[start], pack.area_ids[area]
        g.log.add("dropped", *names, rule="para.two_moves")


def came(g: State, inside: int) -> None:
    """Attacking land units fight for an area, or have taken it, together: do those that dropped stand alone?

    If they are lost then, or alone in the enemy's next turn, they are never rebuilt (para.lost_alone). Others that
    dropped are no support (para.lost_alone.several).
    """
    dropped = flying(g, inside)
    for unit in members(dropped):
        g.flags[unit] = g.flags[unit] & ~LONE if inside & ~dropped else g.flags[unit] | LONE


def stand(g: State, defenders: int) -> None:
    """Land units defend together: those that took the area alone may have got company since (para.lost_with_others)."""
    dropped = flying(g, defenders)
    if defenders & ~dropped:
        for unit in members(dropped):
            g.flags[unit] &= ~LONE


def took(g: State, area: int) -> bool:
    """Whether paratroops alone took an area this turn (para.no_second_attack)."""
    return bool(g.captured >> area & 1) and any(g.flags[unit] & LONE for unit in members(flying(g, g.here[area])))
