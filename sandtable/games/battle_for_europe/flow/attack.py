"""Attacks, invasions and strikes: against whom they may be made, who may lead them, and which units can take part."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import cooperation, entry, landing, limits, nations, reach
from sandtable.games.battle_for_europe.pack import (
    AREAS,
    BRITAIN,
    FLEET,
    FRANCE,
    GERMANY,
    ITALY,
    NATIONS,
    TANK,
    USA,
    USSR,
)
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import (
    ATTACKED,
    ATTACKED_TWICE,
    PINNED,
    RETREATED,
    USED,
    State,
)

TOGETHER: Final = ((GERMANY, ITALY), (BRITAIN, USA), (FRANCE, USA))
"""Powers that attack together (coop.combine, coop.others_combine); all others do so separately."""


def cost(g: State, kind: int) -> int:
    """What an attack costs (hpp.battle_cost); the price of an invasion covers its battle."""
    return g.pack.costs["invasion" if kind == INVADE else "battle"]  # hpp.invasion_cost.includes_battle


# ---------------------------------------------------------------------- who leads, and against whom


def refusal(g: State, kind: int, area: int) -> str | None:
    """The rule against an attack of a kind on an area by any of the powers that are asked."""
    reason = ""
    for power in g.asked():
        rule = led_by(g, kind, power, area)
        if rule is None:
            return None
        if not reason or reason in PLAIN_REASONS:
            reason = rule  # of several powers the one that comes nearest to it says why not
    return reason


PLAIN_REASONS: Final = frozenset(
    {"atk.minimum", "inv.target", "war.needed", "atk.reach", "unit.fleet.embark_where", "atk.naval_strike"}
)
"""Why a power has nothing to do with an area at all."""


def leaders(g: State, kind: int, area: int) -> list[int]:
    """The powers asked that can lead an attack on an area."""
    return [power for power in g.asked() if led_by(g, kind, power, area) is None]


def led_by(g: State, kind: int, power: int, area: int) -> str | None:
    """The rule against a power leading an attack on an area."""
    rule = no_target(g, kind, power, area) or limits.only_capital(g, power, area)
    if rule is not None:
        return rule
    rule = limits.winter_ban(g, power, area) or limits.too_many_attacks(g, power)
    if rule is not None:
        return rule
    rule = nations.too_dear(g, power, cost(g, kind))
    if rule is not None:
        return rule if g.purse(power) else "hpp.battle_cost.none_left"
    groups = groups_left(g, kind, power, area)
    if not groups:
        return "atk.area_once"
    return None if any(enough(g, kind, power, area, group) for group in groups) else OUT_OF_REACH[kind]


OUT_OF_REACH: Final = ("atk.reach", "unit.fleet.embark_where", "atk.naval_strike")
"""By kind of attack: the rule that says how far it reaches."""


def no_target(g: State, kind: int, power: int, area: int) -> str | None:
    """The rule by which an area is nothing to attack in this way; None if it is."""
    pack = g.pack
    if kind == INVADE:
        if not pack.ports >> area & 1:
            return "inv.target"
        if area == pack.usa_box:
            return "usa.no_invasion"
        if power == BRITAIN and g.rules.scenario.id == "sichelschnitt" and g.season == g.rules.scenario.end:
            return "setup.sichel.britain_no_invasion_summer"
        rule = entry.barred(g, power, area)
        if rule is not None:
            return "war.needed" if rule.startswith("war.neutral") else rule
        return "inv.target" if g.friendly(power, area) else None
    for units in cooperation.contingents(g, power, area):
        if fightable(g, kind, units):
            return None
    owner = g.control[area]
    neutral = owner != NONE and not g.friendly(power, area) and not g.at_war(power, owner)
    return "war.needed" if neutral else "atk.minimum"


def fightable(g: State, kind: int, units: int) -> bool:
    """Whether a group has units that an attack of a kind can fight (atk.minimum)."""
    if kind == ATTACK:
        return bool(units & g.pack.land_units)  # atk.only_aircraft_defending: others are driven out without a battle
    return any(not g.flags[unit] & USED for unit in members(units & ~g.pack.land_units))


def groups_left(g: State, kind: int, power: int, area: int) -> list[int]:
    """The groups of defenders that a power may still attack this turn, each by the nation that leads it.

    (atk.area_once_per_power); NONE stands for a coast that nobody defends.
    """
    groups = [units for units in cooperation.contingents(g, power, area) if kind == INVADE or fightable(g, kind, units)]
    named = [cooperation.leader(g, units) for units in groups] or [NONE]
    return [group for group in named if code(power, area, group) not in g.attacked]


def code(power: int, area: int, group: int) -> int:
    """How an attack of this turn is remembered; one on an empty coast as if against its attacker."""
    return (power * AREAS + area) * NATIONS + (power if group == NONE else group)


# ---------------------------------------------------------------------- who takes part


def partners(g: State, power: int) -> int:
    """A power and those of the same player and side that attack together with it, as a mask (coop.combine)."""
    found = 1 << power
    for one_power, other in TOGETHER:
        if power in (one_power, other):
            ally = other if power == one_power else one_power
            same = g.rules.seat_of[ally] == g.rules.seat_of[power]  # coop.combine.same_player
            if same and ally in g.on_turn() and g.allied_nations[power] >> ally & 1 and g.rules.special("13.1b"):
                found |= 1 << ally
    return found


def able(g: State, kind: int, power: int, area: int, group: int) -> int:
    """The units that can take part in an attack, as a mask; of an invasion, those that could embark as well."""
    found = 0
    for nation in taking_part(g, power, area, group):
        alike: dict[Likeness, bool] = {}
        for unit in members(g.pack.of_nation[nation] & g.rules.units):
            key = g.pack.type[unit], g.place[unit], g.flags[unit], g.steps[unit]
            if key not in alike:
                alike[key] = joins(g, kind, unit, area)
            if alike[key]:
                found |= 1 << unit
    return found


Likeness = tuple[int, int, int, int]
"""Type, place, flags and steps: units of a nation that are alike in these can do the same."""


def taking_part(g: State, power: int, area: int, group: int) -> list[int]:
    """The nations whose units a power can lead against a group of defenders."""
    led = partners(g, power)
    against = cooperation.contingent(g, power, area, group) if group != NONE else 0
    return [
        nation
        for nation, commander in enumerate(g.commander)
        if commander != NONE
        and led >> commander & 1
        and limits.only_capital(g, commander, area) is None
        and not stays_out(g, nation, area, against)
    ]


def stays_out(g: State, nation: int, area: int, against: int) -> bool:
    """Whether units of a nation take no part in an attack on these units."""
    pack = g.pack
    if nation == pack.vichy or entry.barred(g, nation, area) is not None:
        return True  # vichy.units.stay
    if nation == pack.bulgaria and against & pack.of_nation[USSR]:
        return True  # east.bulgaria_no_attack
    return bool(against) and not against & g.hostile_units[nation]


def joins(g: State, kind: int, unit: int, area: int) -> bool:
    """Whether a unit can take part in an attack of a kind on an area."""
    pack, flags = g.pack, g.flags[unit]
    if g.place[unit] == NONE or flags & PINNED:
        return False
    if pack.land_units >> unit & 1:
        return kind != STRIKE and (overland(g, unit, area) or (kind == INVADE and landing.embarks(g, unit)))
    if flags & USED:
        return False  # unit.air.once, unit.fleet.one_action
    if pack.air_units >> unit & 1:
        return reach.can_fly(g, unit, area)  # unit.air.invasion_range
    return kind != ATTACK and landing.can_sail(g, unit, area)


def overland(g: State, unit: int, area: int) -> bool:
    """Whether a land unit can attack an area by land (atk.reach); armour a second time (unit.tank.two_attacks)."""
    if not (g.pack.two_steps[area] | 1 << area) >> g.place[unit] & 1 or not entry.may_march(g, unit):
        return False
    if entry.barred_for(g, unit, area) is not None:
        return False
    if g.place[unit] == area:  # it won against another group there
        return g.pack.type[unit] == TANK and not g.flags[unit] & (ATTACKED_TWICE | RETREATED)
    if g.flags[unit] & ATTACKED and g.pack.type[unit] != TANK:
        return False  # unit.one_attack
    return reach.by_land(g, unit, area) != NONE  # unit.tank.second_needs_point


def by_land(g: State, units: int, area: int) -> int:
    """Of these land units those that need no ships, as a mask."""
    found = 0
    for unit in members(units & g.pack.land_units):
        if overland(g, unit, area):
            found |= 1 << unit
    return found


def leads(g: State, power: int, force: int) -> bool:
    """Whether a power has units in a force, or commands some of it: only then it leads and pays."""
    return any(g.commander[g.pack.nation[unit]] == power for unit in members(force))


def enough(g: State, kind: int, power: int, area: int, group: int) -> bool:
    """Whether an attack of a kind has units at all; an invasion needs a fleet that carries one."""
    pack = g.pack
    left = g.rules.units
    if g.rules.special("13.4") and not limits.attackers_left(g, limits.in_africa(g)):
        left &= ~limits.in_africa(g)
    joining = taking_part(g, power, area, group)
    own = [nation for nation in joining if g.commander[nation] == power]
    if not any(joins(g, kind, unit, area) for nation in own for unit in different(g, nation, left)):
        return False  # whoever leads an attack has units in it
    if kind != INVADE:
        return True
    fleets = [fleet for nation in joining for fleet in different(g, nation, pack.of_type[FLEET] & left)]
    fleets = [fleet for fleet in fleets if joins(g, kind, fleet, area)]
    cargo = [unit for nation in joining if fleets for unit in different(g, nation, pack.land_units & left)]
    return any(
        landing.embarks(g, unit) and landing.can_carry(g, fleet, unit, area) and not overland(g, unit, area)
        for fleet in fleets
        for unit in cargo
    )


def different(g: State, nation: int, units: int) -> list[int]:
    """Of these units those of a nation on the board, one of all that are alike."""
    found: dict[Likeness, int] = {}
    for unit in members(g.pack.of_nation[nation] & units):
        if g.place[unit] != NONE:
            found.setdefault((g.pack.type[unit], g.place[unit], g.flags[unit], g.steps[unit]), unit)
    return list(found.values())
