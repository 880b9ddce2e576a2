"""Annual accounting, and what is deducted for conquests that were lost."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import convoys, nations
from sandtable.games.battle_for_europe.pack import AREAS, POWERS, USSR
from sandtable.games.battle_for_europe.state import State


def annual(g: State) -> None:
    """After winter every power receives its HPP for the new year (seq.year.accounting)."""
    year = g.pack.year[g.season] + 1 - g.pack.year[0]
    g.credited = [NONE] * AREAS
    g.deducted, g.struck = 0, short_already(g)
    for power in range(POWERS):
        if g.rules.seat_of[power] != NONE and not g.fallen >> power & 1:
            account(g, power, year)


def short_already(g: State) -> int:
    """Gibraltar, Suez and Moscow as far as the new year begins without them, as a mask (acc.loss.once).

    What is retaken during the year brings its HPP at the next accounting (med.regain), so that it cannot be lost twice.
    """
    found = 0
    for effect in g.pack.effects:
        owner = g.control[effect.area]
        counted = effect.verb == "hpp" and effect.scenarios >> g.rules.number & 1
        if counted and owner != NONE and g.alliance[owner] == effect.side:
            found |= 1 << effect.area
    return found


def account(g: State, power: int, year: int) -> None:
    """The HPP of a power for the new year; what was left of the old one is lost (acc.no_carry)."""
    base = max(0, g.pack.base_hpp[power][year] - base_lost(g, power))  # acc.base
    conquests = 0
    for area in range(AREAS):
        if yields(g, power, area):
            conquests += value(g, area)
            g.credited[area] = power
    left, lent = convoys.open_hpp(g, power), convoys.lent(g, power)
    owed = g.debt[power] + max(0, -left)  # acc.debt
    total = base + conquests - owed - lent
    g.opening[power] = max(0, total)
    g.hpp[power] = g.opening[power] - convoys.carry_over(g, power, left)
    g.debt[power] = max(0, -total)  # acc.floor
    if g.log is not None:
        who = g.pack.nation_ids[power]
        g.log.add("account", who, g.opening[power], base, conquests, owed, rule="acc.base")
        if lent:
            g.log.add("account_lent", who, lent, rule="lend.usa_1941_deducted")


def base_lost(g: State, power: int, struck: int = 0) -> int:
    """What a power's base is short of: valued Soviet areas in enemy hands, for Britain Gibraltar and Suez.

    In the middle of a year also those that were struck in it, whoever holds them since.
    (acc.home_lost, acc.home_lost_others, acc.original_owner_overseas, med.both, med.regain)
    """
    pack = g.pack
    if power == USSR:
        return sum(pack.worth[area] for area in members(pack.areas_of[USSR]) if in_enemy_hands(g, area))
    lost = 0
    for effect in pack.effects:
        if effect.verb == "hpp" and effect.who == power and effect.scenarios >> g.rules.number & 1:
            owner = g.control[effect.area]
            if struck >> effect.area & 1 or (owner != NONE and g.alliance[owner] == effect.side):
                lost -= effect.amount
    return lost


def in_enemy_hands(g: State, area: int) -> bool:
    """Whether an enemy of the Soviet Union holds an area, rather than an ally or nobody (acc.home_lost)."""
    return g.control[area] != NONE and not g.friendly(USSR, area)


# ---------------------------------------------------------------------- what conquests bring


def yields(g: State, power: int, area: int) -> bool:
    """Whether the value of an area belongs to a power now, beyond its base."""
    pack = g.pack
    owner, country = g.control[area], pack.capital_of[area]
    if country >= POWERS:
        # acc.small, ctl.hpp_follows_capital; war.neutral.hpp_ally, and nobody's while it stands alone
        joined = owner == country and g.commander[country] == power and g.foes[country] and g.alliance[country] != NONE
        return pack.worth[area] > 0 and (owner == power or bool(joined))
    if owner != power or pack.printed[area] == power:
        return False
    if country != NONE and g.fallen >> country & 1:
        return True  # acc.great, acc.great.who
    return pack.worth[area] > 0  # acc.overseas_values


def value(g: State, area: int) -> int:
    """What an area brings whoever holds it: its own value, or half the base of a fallen great power (acc.great)."""
    country = g.pack.capital_of[area]
    if 0 <= country < POWERS and g.fallen >> country & 1:
        return g.pack.half_of_1939[country]
    return g.pack.worth[area]


def deduct_lost(g: State, power: int) -> None:
    """At the end of its phase 1 a power loses the value of conquests that it has not retaken (acc.loss.deduct).

    It counts against the limit of the turn and may leave a debt (acc.loss.counts_limit, acc.loss.overspend).
    """
    for area in range(AREAS):
        if g.credited[area] != power or g.deducted >> area & 1 or yields(g, power, area):
            continue  # acc.loss.only_received, acc.loss.once
        if g.friendly(power, area):
            continue  # acc.loss.retaken_by_ally
        country = g.pack.capital_of[area]
        satellite = country >= POWERS and g.pack.satellites >> country & 1
        g.deducted |= 1 << area
        rule = "acc.loss.satellite" if satellite else "acc.loss.deduct"
        nations.deduct(g, power, value(g, area), "what:lost", rule)
