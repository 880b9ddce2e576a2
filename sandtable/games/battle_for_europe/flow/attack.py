"""Attacks, invasions and strikes: against whom they may be made, who may lead them, and which units can take part."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, bits, first, members
from sandtable.games.battle_for_europe.flow import (
    cooperation,
    entry,
    landing,
    limits,
    means,
    nations,
    paratroops,
    reach,
)
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, FRANCE, GERMANY, ITALY, PARATROOP, USA, USSR
from sandtable.games.battle_for_europe.parts import ATTACK, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import ATTACKED, MOVED, PINNED, USED, Known, Means, State

TOGETHER: Final = ((GERMANY, ITALY), (BRITAIN, USA), (FRANCE, USA))
"""Powers that attack together (coop.combine, coop.others_combine); all others do so separately."""


def cost(g: State, kind: int) -> int:
    """What an attack costs (hpp.battle_cost); the price of an invasion covers its battle."""
    return g.pack.costs["invasion" if kind == INVADE else "battle"]  # hpp.invasion_cost.includes_battle


# ---------------------------------------------------------------------- who leads, and against whom


def refusal(g: State, kind: int, area: int) -> str | None:
    """The rule against an attack of a kind on an area by any of the powers that are asked."""
    reasons: list[str] = []
    here = means.known(g)
    for power in g.asked():
        rule = led_by(g, here, kind, power, area)
        if rule is None:
            return None
        reasons.append(rule)
    return min(reasons, key=farness)  # of several powers the one that comes nearest to it says why not


def farness(reason: str) -> int:
    """How far a power is from an attack that a rule refuses: 0 where more is to be said than that it is far."""
    return PLAIN_REASONS.index(reason) + 1 if reason in PLAIN_REASONS else 0


PLAIN_REASONS: Final = (
    "atk.reach",
    "unit.fleet.embark_where",
    "atk.naval_strike",
    "atk.minimum",
    "inv.target",
    "war.needed",
    "coop.soviet_apart",
)
"""Why a power has nothing to do with an area at all, the nearest first: out of reach, no target, no enemy."""


def leaders(g: State, kind: int, area: int) -> list[int]:
    """The powers asked that can lead an attack on an area."""
    asked = g.asked()
    if len(asked) == 1:
        return list(asked)  # the attack was offered, so that somebody can lead it
    here = means.known(g)
    return [power for power in asked if led_by(g, here, kind, power, area) is None]


def coasts(g: State, power: int) -> int:
    """The areas that a power might invade, as a mask: ports, and of its own ones only if its capital is lost.

    (inv.target, inv.self, usa.no_invasion, setup.sichel.britain_no_invasion_summer, setup.sichel.no_allied_norway)
    """
    pack = g.pack
    if no_landings(g, power):
        return 0
    own = g.held[power] if limits.capital_lost(g, power) else 0
    spared = g.held[pack.norway] if limits.norway_spared(g, power) else 0
    return pack.ports & (~g.own_side[power] | own) & ~spared & ~(1 << pack.usa_box)


def no_landings(g: State, power: int) -> bool:
    """Britain does not invade in the last season of the short scenario (setup.sichel.britain_no_invasion_summer)."""
    return power == BRITAIN and g.rules.scenario.id == "sichelschnitt" and g.season == g.rules.scenario.end


def led_by(g: State, here: Known, kind: int, power: int, area: int) -> str | None:
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
    if any(enough(g, here, kind, power, area, group) for group in groups):
        return None
    return "usa.first_to_britain" if boxed_in(g, kind, power, area) else OUT_OF_REACH[kind]


def boxed_in(g: State, kind: int, power: int, area: int) -> bool:
    """Whether American fleets would reach a coast if they had not to cross to Britain first."""
    waiting = g.here[g.pack.usa_box] & g.pack.of_nation[USA] & g.pack.of_type[FLEET]
    if kind == ATTACK or power != USA or not waiting or g.fallen >> BRITAIN & 1:
        return False
    return landing.can_sail(g, first(waiting), area)


OUT_OF_REACH: Final = ("atk.reach", "unit.fleet.embark_where", "atk.naval_strike")
"""By kind of attack: the rule that says how far it reaches."""


def no_target(g: State, kind: int, power: int, area: int) -> str | None:
    """The rule by which an area is nothing to attack in this way; None if it is."""
    pack = g.pack
    if kind == INVADE:
        if not pack.ports >> area & 1:
            return "map.finland.no_invasion" if pack.coastal >> area & 1 else "inv.target"
        if area == pack.usa_box:
            return "usa.no_invasion"
        if no_landings(g, power):
            return "setup.sichel.britain_no_invasion_summer"
        if g.control[area] == pack.norway and limits.norway_spared(g, power):
            return "setup.sichel.no_allied_norway"
        rule = entry.barred(g, power, area)
        if rule is not None:
            return "war.needed" if rule.startswith("war.neutral") else rule
        if limits.own_coast(g, power, area) or not g.friendly(power, area):
            return None
        return "para.no_second_attack" if paratroops.took(g, area) else "inv.target"
    if entry.closed_satellite(g, area):
        return "setup.sichel.germany.satellites_idle"
    for units in cooperation.contingents(g, power, area):
        if fightable(g, kind, units):
            beside = g.alliance[power] == NONE and cooperation.strangers(g, power) >> area & 1
            return "war.neutral_power.beside" if beside else None
    owner = g.control[area]
    neutral = owner != NONE and not g.friendly(power, area) and not g.at_war(power, owner)
    if neutral:
        return "war.needed"
    return "para.no_second_attack" if kind == ATTACK and paratroops.took(g, area) else "atk.minimum"


def fightable(g: State, kind: int, units: int) -> bool:
    """Whether a group has units that an attack of a kind can fight (atk.minimum)."""
    if kind == ATTACK:
        return bool(units & g.pack.land_units)  # atk.only_aircraft_defending: others are driven out without a battle
    return any(not g.flags[unit] & USED for unit in members(units & g.pack.based_units))


def groups_left(g: State, kind: int, power: int, area: int) -> list[int]:
    """The groups of defenders that a power may still attack this turn, each by the nation that leads it.

    (atk.area_once_per_power); NONE stands for a coast that nobody defends.
    """
    groups = [units for units in cooperation.contingents(g, power, area) if kind == INVADE or fightable(g, kind, units)]
    return [
        cooperation.leader(g, units) if units else NONE
        for units in groups or [0]
        if not cooperation.attacked(g, power, area, units)
    ]


# ---------------------------------------------------------------------- who takes part


def partners(g: State, power: int) -> int:
    """A power and those that attack together with it, as a mask: its player's, and others' that agree (coop.combine).

    Between orders all that could agree are counted.
    """
    found = 1 << power
    if not g.rules.special("13.1b"):
        return found
    for one_power, other in TOGETHER:
        if power in (one_power, other):
            ally = other if power == one_power else one_power
            same = g.rules.seat_of[ally] == g.rules.seat_of[power]  # coop.combine.same_player
            willing = same or g.order is None or g.order.partners >> ally & 1
            if willing and ally in g.on_turn() and g.allied_nations[power] >> ally & 1:
                found |= 1 << ally
    return found


def led_with(g: State, power: int) -> tuple[int, ...]:
    """The nations whose units a power can lead: its own, its partners' and those of the countries they command."""
    led = 0
    for partner in bits(partners(g, power)):
        led |= g.under[partner]
    return bits(led)


def able(g: State, kind: int, power: int, area: int, group: int) -> int:
    """The units that can take part in an attack, as a mask; of an invasion, those that could embark as well.

    They are asked for again and again while a force is put together.
    """
    here, order = means.known(g), g.order
    willing = -1 if order is None else 2 * order.partners + order.apart
    key = kind, power, area, group, willing, len(g.attacked), g.last_chance
    found = here.able.get(key)
    if found is None:
        found = here.able[key] = joining(g, here, kind, power, area, group)
    return found


def joining(g: State, here: Known, kind: int, power: int, area: int, group: int) -> int:
    """The units that can take part in an attack, one of those that are alike looked at for all of them."""
    pack = g.pack
    near = pack.two_steps[area] | 1 << area | (pack.ports if kind == INVADE else 0)
    drops = pack.of_type[PARATROOP] if g.rules.advanced else 0
    ships = pack.naval_units if kind != ATTACK or meets_at_sea(g, power, area, group) else 0
    found = 0
    for nation in taking_part(g, power, area, group):
        its = means.of(g, here, nation)
        wanted = (pack.air_units if its.flown >> area & 1 else 0) | (ships if its.sailed >> area & 1 else 0)
        for start in members(g.at[nation] if wanted or drops else g.at[nation] & near):
            on_land = pack.land_units if near >> start & 1 else drops
            alike: dict[int, bool] = {}
            for unit in members(g.here[start] & pack.of_nation[nation] & (wanted | on_land)):
                like = means.likeness(g, unit)
                if like not in alike:
                    alike[like] = joins(g, kind, unit, area)
                if alike[like]:
                    found |= 1 << unit
    return found


def meets_at_sea(g: State, power: int, area: int, group: int) -> bool:
    """Whether ships in an attack by land would have enemy ships to fight (atk.fleets_by_land)."""
    return fightable(g, STRIKE, cooperation.contingent(g, power, area, group) & g.pack.naval_units)


def taking_part(g: State, power: int, area: int, group: int) -> list[int]:
    """The nations whose units a power can lead against a group of defenders."""
    if g.control[area] == power and limits.own_coast(g, power, area):
        return [power]  # inv.self: its own units
    against = cooperation.contingent(g, power, area, group) if group != NONE else 0
    return [
        nation
        for nation in led_with(g, power)
        if not kept_out(g, power, g.commander[nation], area, against) and not stays_out(g, nation, area, against)
    ]


def kept_out(g: State, power: int, commander: int, area: int, against: int) -> bool:
    """Whether a commander's units take no part in an attack that a power leads."""
    if limits.only_capital(g, commander, area) is not None:
        return True
    return commander != power and cooperation.attacked(g, commander, area, against)  # atk.area_once_joint


def stays_out(g: State, nation: int, area: int, against: int) -> bool:
    """Whether units of a nation take no part in an attack on these units."""
    pack = g.pack
    if nations.stays_at_home(g, nation) or entry.barred(g, nation, area) is not None:
        return True  # vichy.units.stay
    if nation == pack.bulgaria and against & pack.of_nation[USSR]:
        return True  # east.bulgaria_no_attack
    return bool(against) and not against & g.hostile_units[nation]


def joins(g: State, kind: int, unit: int, area: int) -> bool:
    """Whether a unit can take part in an attack of a kind on an area."""
    pack, flags = g.pack, g.flags[unit]
    if g.place[unit] == NONE or flags & PINNED or (g.place[unit] == pack.usa_box and not g.fallen >> BRITAIN & 1):
        return False  # usa.first_to_britain
    if pack.land_units >> unit & 1:
        if kind == STRIKE:
            return False
        if overland(g, unit, area) or (kind == INVADE and landing.embarks(g, unit)):
            return True
        return pack.type[unit] == PARATROOP and dropping(g, unit, area)
    if flags & USED:
        return False  # unit.air.once, unit.fleet.one_action
    if pack.air_units >> unit & 1:
        return reach.can_fly(g, unit, area) and not g.friendly(pack.nation[unit], area)  # unit.air.invasion_range
    return landing.can_sail(g, unit, area)


def overland(g: State, unit: int, area: int) -> bool:
    """Whether a land unit can attack an area by land (atk.reach); armour a second time (unit.tank.two_attacks)."""
    start = g.place[unit]
    if not (g.pack.two_steps[area] | 1 << area) >> start & 1 or not entry.may_march(g, unit):
        return False
    if g.friendly(g.pack.nation[unit], area):
        return False  # inv.self: only from the sea
    if entry.barred_for(g, unit, area) is not None:
        return False
    if start == area and not g.flags[unit] & (ATTACKED | MOVED):
        return True  # east.ussr_first.procedure: a guest of the country that it attacks
    if start == area:  # it won against another group there
        return means.attacks_again(g, unit)
    return bool(means.on_foot(g, unit) >> area & 1)  # unit.one_attack, unit.tank.second_needs_point


def dropping(g: State, unit: int, area: int) -> bool:
    """Whether a unit is one of paratroops that can attack an area from the air (para.phase)."""
    return paratroops.can_drop(g, unit, area) and entry.barred_for(g, unit, area) is None


def by_land(g: State, units: int, area: int) -> int:
    """Of these land units those that need no ships, as a mask: paratroops that fly are among them."""
    found = paratroops.flying(g, units) if g.rules.advanced else 0
    for unit in members(units & g.pack.land_units & ~found):
        if overland(g, unit, area):
            found |= 1 << unit
    return found


def leads(g: State, power: int, force: int) -> bool:
    """Whether a power has units in a force, or commands some of it: only then it leads and pays."""
    return bool(force & g.led[power])


def enough(g: State, here: Known, kind: int, power: int, area: int, group: int) -> bool:
    """Whether an attack of a kind has units at all; an invasion needs a fleet that carries one.

    Whoever leads it has units in it (hpp.battle_cost.joint), which in an invasion somebody's fleet may carry.
    """
    joining = taking_part(g, power, area, group)
    led = [means.of(g, here, nation) for nation in joining if g.commander[nation] == power]
    near = 0
    for its in led:
        near |= reached(its, kind)
    if kind != INVADE:
        return bool(near >> area & 1)
    for nation in joining:
        for its in led:
            near |= means.aboard(g, its, nation, means.of(g, here, nation))
    return bool((near & means.landings(g, here, tuple(joining))) >> area & 1)


def reached(its: Means, kind: int) -> int:
    """Where units with such means come by themselves for an attack of a kind, as a mask."""
    if kind == STRIKE:
        return its.flown | its.sailed
    found = its.overland | its.inside | its.flown
    return found | its.sailed if kind == INVADE else found
