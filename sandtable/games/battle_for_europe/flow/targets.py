"""Targets: where the orders of phase 1 can be aimed, worked out for all areas at once.

What is found here is what `entry.enter_refusal` and `attack.refusal` let pass, area by area; a test holds the two
against each other. Where the simple course of things does not hold, the rules are asked about the area itself.
"""

from __future__ import annotations

from sandtable.engine.sets import NONE, bits, mask, members
from sandtable.games.battle_for_europe.flow import attack, entry, limits, means, nations
from sandtable.games.battle_for_europe.pack import AREAS, BRITAIN, FRANCE, NATIONS, USSR, WINTER
from sandtable.games.battle_for_europe.parts import ATTACK, ENTER, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import Known, State


class Joiners:
    """The nations that a power can lead, each with what it reaches and where it may take part."""

    __slots__ = ("power", "nations", "means", "room", "enemies", "special")

    def __init__(self, g: State, here: Known, power: int) -> None:
        self.power = power
        self.nations = attack.led_with(g, power)
        self.means = [means.of(g, here, nation) for nation in self.nations]
        self.enemies = g.enemies_at(power)
        """The areas where enemies of the power stand, as a mask."""
        self.room = [_room(g, power, nation, self.enemies) for nation in self.nations]
        """By nation of this list: the areas where nothing keeps it out of the attack, as a mask."""
        self.special = _special(g, power)
        """Areas about which the rules are asked one by one, as a mask."""


def menu(g: State, here: Known) -> list[int]:
    """By kind of order, as it is numbered: the areas at which the powers asked can aim it, as masks."""
    found = [0] * (ENTER + 1)
    for power in g.asked():
        found[ENTER] |= entered(g, here, power)
        if limits.too_many_attacks(g, power) is not None:
            continue
        who = Joiners(g, here, power)
        for kind in (ATTACK, INVADE, STRIKE):
            if nations.too_dear(g, power, attack.cost(g, kind)) is None:
                found[kind] |= attacked(g, here, who, kind)
    return found


# ---------------------------------------------------------------------- without a battle


def entered(g: State, here: Known, power: int) -> int:
    """The areas that land units under a power's command can take without a battle, as a mask."""
    near = 0
    for nation in bits(g.under[power]):
        near |= means.of(g, here, nation).entered
    near &= entry.open_areas(g, power) & ~g.own_side[power]
    if not near:
        return 0
    if g.last_chance >> power & 1:
        return mask([area for area in members(near) if entry.enters(g, power, area)])
    for area in members(near & g.enemies_at(power)):
        if entry.defenders(g, power, area):
            near &= ~(1 << area)
    return near


# ---------------------------------------------------------------------- with a battle


def _room(g: State, power: int, nation: int, enemies: int) -> int:
    """Where units of a nation may take part: not against units that it is not at war with (`attack.stays_out`)."""
    pack = g.pack
    if nations.stays_at_home(g, nation):
        return 0  # vichy.units.stay
    found = entry.open_areas(g, nation)
    if g.foes[nation] != g.foes[power]:
        shared = 0
        for foe in bits(g.foes[nation] & g.foes[power]):
            shared |= g.at[foe]
        found &= shared | ~enemies
    if nation == pack.bulgaria and g.foes[power] >> USSR & 1:
        found &= ~g.at[USSR]  # east.bulgaria_no_attack
    return found


def _special(g: State, power: int) -> int:
    """The areas where more is to be asked: several groups defend, or somebody has attacked them already this turn."""
    if g.last_chance or (g.german_attack != NONE and g.pack.season[g.season] == WINTER):
        return ~0  # fall.last_chance, east.winter_ban
    found = g.held[power]  # inv.self
    for code in g.attacked:
        found |= 1 << code // NATIONS % AREAS  # atk.area_once
    if g.rules.special("13.1a"):
        found |= _stands(g, FRANCE) & _stands(g, BRITAIN)  # coop.anglo_french.defend
    return found


def _stands(g: State, power: int) -> int:
    """The areas with units of a power or of those that it commands, as a mask."""
    found = g.at[power]
    for nation in bits(g.under[power]):
        found |= g.at[nation]
    return found


def attacked(g: State, here: Known, who: Joiners, kind: int) -> int:
    """The areas on which a power can lead an attack of a kind, as a mask; it has the HPP for it."""
    near, plain = _led(g, who, kind)
    if kind == INVADE:
        near = means.landings(g, here, who.nations) & attack.coasts(g, who.power)
        plain &= near & _landed(g, who) & entry.open_areas(g, who.power) if near & plain else 0
    else:
        near = _fightable(g, who, kind, near & who.enemies)
        plain &= near
    found = plain & ~who.special
    for area in members(near & who.special):
        if attack.led_by(g, here, kind, who.power, area) is None:
            found |= 1 << area
    return found


def _led(g: State, who: Joiners, kind: int) -> tuple[int, int]:
    """What units of the power itself, or of those that it commands, reach, and where they may take part in it.

    (`attack.enough`: whoever leads an attack has units in it)
    """
    near = found = 0
    for at, nation in enumerate(who.nations):
        if g.commander[nation] != who.power:
            continue
        reached = attack.reached(who.means[at], kind)
        near |= reached
        found |= reached & who.room[at]
        if kind == INVADE:
            found |= _aboard(g, who, at)
    return near, found


def _aboard(g: State, who: Joiners, at: int) -> int:
    """Where the fleets of all can bring units of a nation of the list, as a mask."""
    found = 0
    for other, nation in enumerate(who.nations):
        found |= means.aboard(g, who.means[at], nation, who.means[other]) & who.room[other]
    return found & who.room[at]


def _fightable(g: State, who: Joiners, kind: int, areas: int) -> int:
    """Of some areas those where enemies can be fought by an attack of a kind, as a mask."""
    hostile = g.hostile_units[who.power]
    for area in members(areas):
        if not attack.fightable(g, kind, g.here[area] & hostile):
            areas &= ~(1 << area)
    return areas


def _landed(g: State, who: Joiners) -> int:
    """The coasts to which fleets bring units, both of nations that may take part, as a mask."""
    found = 0
    for at, nation in enumerate(who.nations):
        if not who.means[at].bases or not who.room[at]:
            continue
        for other, its in enumerate(who.means):
            room = who.room[at] & who.room[other]
            for port, by_land in its.cargo.items():
                found |= means.shipped(g, who.means[at], nation, port) & ~by_land & room
    return found
