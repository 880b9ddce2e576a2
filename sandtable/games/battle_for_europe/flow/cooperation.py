"""Cooperation: which units of allied nations fight together, and who leads them."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.pack import BRITAIN, FRANCE, POWERS
from sandtable.games.battle_for_europe.parts import STRIKE
from sandtable.games.battle_for_europe.state import USED, State


def contingents(g: State, power: int, area: int) -> list[int]:
    """The enemies of a power in an area, in groups that defend separately, as masks (coop.anglo_french.defend).

    Units of a small country stand with the power that commands them (coop.others_combine).
    """
    enemies = g.enemies_in(power, area)
    french = units_led_by(g, enemies, FRANCE)
    british = units_led_by(g, enemies, BRITAIN)
    if not g.rules.special("13.1a") or not french or not british:
        return [enemies] if enemies else []
    return [french, enemies & ~french]


def contingent(g: State, power: int, area: int, group: int) -> int:
    """The group of defenders to which the units of a nation belong; all enemies if no nation is named."""
    for units in contingents(g, power, area):
        if group == NONE or units & g.pack.of_nation[group]:
            return units
    return 0


def defenders(g: State, kind: int, power: int, area: int, group: int) -> int:
    """The units of a contingent that defend: used aircraft and ships take no part, nor land units against a strike.

    (unit.used.no_action, unit.fleet.no_land_battle)
    """
    found = 0
    for unit in members(contingent(g, power, area, group)):
        on_land = g.pack.land_units >> unit & 1
        if kind != STRIKE if on_land else not g.flags[unit] & USED:
            found |= 1 << unit
    return found


def units_led_by(g: State, units: int, power: int) -> int:
    """Of these units those of a power and of the small countries that it commands."""
    found = units & g.pack.of_nation[power]
    for nation in range(POWERS, len(g.commander)):
        if g.commander[nation] == power:
            found |= units & g.pack.of_nation[nation]
    return found


def leader(g: State, units: int) -> int:
    """The nation that leads a group: the power with most units, of equal ones the first (coop.combine.same_player).

    Where no great power has units, it is the country with most of them.
    """
    pack = g.pack
    best = NONE
    for nation in sorted({pack.nation[unit] for unit in members(units)}):
        more = best == NONE or (units & pack.of_nation[nation]).bit_count() > (units & pack.of_nation[best]).bit_count()
        if more and (best == NONE or nation < POWERS or best >= POWERS):
            best = nation
    return best
