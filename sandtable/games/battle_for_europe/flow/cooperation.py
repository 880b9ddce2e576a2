"""Cooperation: which units of allied nations fight together, and who leads them."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, bits, members
from sandtable.games.battle_for_europe.pack import AREAS, BRITAIN, FRANCE, NATIONS, POWERS, USA, USSR
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import USED, State

EVERYBODY: Final = (1 << NATIONS) - 1
"""All nations, as a mask."""
WEST: Final = 1 << BRITAIN | 1 << FRANCE | 1 << USA


def contingents(g: State, power: int, area: int) -> list[int]:
    """The enemies of a power in an area, in groups that defend separately, as masks (coop.anglo_french.defend).

    Units of a small country stand with the power that commands them (coop.others_combine).
    """
    enemies = g.enemies_in(power, area)
    if not enemies:
        return []
    groups = [enemies]
    french = units_led_by(g, enemies, FRANCE)
    if french and g.rules.special("13.1a") and units_led_by(g, enemies, BRITAIN):
        groups = [french, enemies & ~french]
    return [part for group in groups for part in by_player(g, group)] if apart(g, power, area) else groups


def apart(g: State, power: int, area: int) -> bool:
    """Whether defenders of different players in an area fight separately: they did not agree, or did not before.

    (coop.combine.no_agreement); once one of them was attacked alone this turn, the others cannot come to its help.
    """
    order = g.order
    if order is not None and order.kind in (ATTACK, INVADE, STRIKE) and order.target == area:
        return order.apart
    return bool(g.attacked) and struck_alone(g, power, area)


def struck_alone(g: State, power: int, area: int) -> bool:
    """Whether a power has attacked defenders of an area this turn, and others there belong to another player."""
    enemies = g.enemies_in(power, area)
    return attacked(g, power, area, enemies) and len(by_player(g, enemies)) > 1


def by_player(g: State, units: int) -> list[int]:
    """These units in groups of one player each, as masks; those that nobody commands go with the first."""
    groups: dict[int, int] = {}
    for nation in nations_of(g, units):
        seat = g.seat(nation)
        groups[seat] = groups.get(seat, 0) | units & g.pack.of_nation[nation]
    loose = groups.pop(NONE, 0)
    found = [groups[seat] for seat in sorted(groups)] or [0]
    found[0] |= loose
    return found


def nations_of(g: State, units: int) -> list[int]:
    """The nations of some units."""
    found: list[int] = []
    for unit in members(units):  # those of a nation follow each other
        nation = g.pack.nation[unit]
        if not found or found[-1] != nation:
            found.append(nation)
    return found


# ---------------------------------------------------------------------- attacks of this turn


def code(power: int, area: int, nation: int) -> int:
    """How an attack of this turn is remembered; one on an empty coast (NONE) as if against its attacker."""
    return (power * AREAS + area) * NATIONS + (power if nation == NONE else nation)


def attacked(g: State, power: int, area: int, units: int) -> bool:
    """Whether a power has attacked an area this turn, or this group of its defenders (atk.area_once_per_power)."""
    if not g.attacked:
        return False
    if not units:
        return code(power, area, NONE) in g.attacked
    here = power * AREAS + area
    return any(each // NATIONS == here and units & g.pack.of_nation[each % NATIONS] for each in g.attacked)


# ---------------------------------------------------------------------- groups and their leaders


def contingent(g: State, power: int, area: int, group: int) -> int:
    """The group of defenders to which the units of a nation belong; all enemies if no nation is named."""
    for units in contingents(g, power, area):
        if group == NONE or units & g.pack.of_nation[group]:
            return units
    return 0


def defenders(g: State, kind: int, power: int, area: int, group: int, force: int) -> int:
    """The units of a contingent that defend against a force: used aircraft and ships take no part.

    Nor do land units against a strike, and Bulgarians against Soviet units (unit.used.no_action,
    unit.fleet.no_land_battle, east.bulgaria_dissolves).
    """
    enemies = contingent(g, power, area, group) & ~dissolving(g, kind, area, force)
    found = 0 if kind == STRIKE else enemies & g.pack.land_units
    for unit in members(enemies & g.pack.based_units):
        if not g.flags[unit] & USED:
            found |= 1 << unit
    return found


def dissolving(g: State, kind: int, area: int, force: int) -> int:
    """Bulgarian units that have to defend an area against Soviet units, as a mask (east.bulgaria_dissolves)."""
    if kind == STRIKE or not g.rules.special("13.3d") or not force & g.pack.of_nation[USSR]:
        return 0
    return g.enemies_in(USSR, area) & g.pack.of_nation[g.pack.bulgaria]


def units_led_by(g: State, units: int, power: int) -> int:
    """Of these units those of a power and of the small countries that it commands."""
    return units & (g.led[power] | g.pack.of_nation[power])


def leader(g: State, units: int) -> int:
    """The nation that leads a group: the power with most units, of equal ones the first in the order of play.

    (coop.combine.same_player); where no great power has units, it is the country with most of them.
    """
    pack = g.pack
    present = nations_of(g, units)
    if len(present) == 1:
        return present[0]
    best = NONE
    order = [power for row in g.rules.order for power in row]
    for nation in [*(each for each in order if each in present), *(each for each in present if each not in order)]:
        more = best == NONE or (units & pack.of_nation[nation]).bit_count() > (units & pack.of_nation[best]).bit_count()
        if more and (best == NONE or nation < POWERS or best >= POWERS):
            best = nation
    return best


# ---------------------------------------------------------------------- who does not stand or fight together


def out_of_bounds(g: State, nation: int) -> int:
    """The areas that a nation keeps out of because of its allies, as a mask (coop.soviet_apart, coop.maginot).

    A neutral great power keeps out of those where others are with whom it is not at war (war.neutral_power.beside).
    """
    beside = strangers(g, nation) if nation < POWERS and g.alliance[nation] == NONE else 0
    if nation == USSR:
        return g.at[BRITAIN] | g.at[FRANCE] | g.at[USA] | beside
    if not WEST >> nation & 1:
        return beside
    maginot = 1 << g.pack.maginot if nation == BRITAIN and g.rules.special("13.1a") else 0
    return g.at[USSR] | maginot & ~g.fortress_lost


def apart_rule(g: State, nation: int, area: int) -> str:
    """The rule by which a nation keeps out of one of these areas."""
    if area == g.pack.maginot and nation == BRITAIN:
        return "coop.maginot"
    western = g.at[BRITAIN] | g.at[FRANCE] | g.at[USA]
    allied = western if nation == USSR else g.at[USSR] if WEST >> nation & 1 else 0
    return "coop.soviet_apart" if allied >> area & 1 else "war.neutral_power.beside"


def strangers(g: State, nation: int, but: int = 0) -> int:
    """The areas where units of nations stand that are neither allies nor enemies of a nation, but some, as a mask."""
    known = g.allied_nations[nation] | g.foes[nation] | but
    found = 0
    for other in bits(EVERYBODY & ~known):
        found |= g.at[other]
    return found


def quarrels(g: State) -> list[tuple[int, int]]:
    """Units that never fight together: French and British ones, and Soviet and western ones, as pairs of masks.

    (coop.anglo_french.attack, coop.anglo_french.defend, coop.soviet_apart)
    """
    of_nation = g.pack.of_nation
    apart = [(of_nation[USSR], of_nation[BRITAIN] | of_nation[FRANCE] | of_nation[USA])]
    return [(g.led[FRANCE], g.led[BRITAIN]), *apart] if g.rules.special("13.1a") else apart


def without_friction(g: State, units: int) -> int:
    """These units without the smaller of two parts that do not fight together."""
    for one, other in quarrels(g):
        if units & one and units & other:
            units &= ~(one if (units & one).bit_count() < (units & other).bit_count() else other)
    return units
