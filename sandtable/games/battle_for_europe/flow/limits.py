"""Limits on attacks: last chances, oil, the Russian winter, Malta and Africa."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, first, mask, members
from sandtable.games.battle_for_europe.pack import ALLIES, BRITAIN, FLEET, GERMANY, IN_AIR, ON_LAND, USSR, WINTER
from sandtable.games.battle_for_europe.state import ATTACKED, State

MOST_IN_AFRICA: Final = 3
"""German units (med.africa_three)."""


def only_capital(g: State, power: int, area: int) -> str | None:
    """A power whose capital is lost may do nothing in phase 1 but try to retake it (fall.last_chance)."""
    if not bound(g, power) or area == g.pack.capital[power] or own_coast(g, power, area):
        return None
    return "fall.last_chance"


def bound(g: State, power: int) -> bool:
    """Whether a power may only retake its capital: no longer once that has been done (fall.success_at_once)."""
    return bool(g.last_chance >> power & 1) and capital_lost(g, power)


def own_coast(g: State, power: int, area: int) -> bool:
    """Whether a power may land in an area of its own, since an enemy holds its capital (inv.self)."""
    return g.control[area] == power and bool(g.pack.ports >> area & 1) and capital_lost(g, power)


def capital_lost(g: State, power: int) -> bool:
    """Whether an enemy holds the capital of a power."""
    owner = g.control[g.pack.capital[power]]
    return owner != NONE and g.at_war(power, owner)


def too_many_attacks(g: State, power: int) -> str | None:
    """The rule against another attack this turn: the enemy holds the oil (east.ploesti, east.grozny)."""
    for effect in g.pack.effects:
        if effect.verb != "limit_attacks" or not effect.scenarios >> g.rules.number & 1:
            continue
        owner = g.control[effect.area]
        if owner == NONE or g.alliance[owner] != effect.side:
            continue
        struck = power == effect.who or (effect.who_side != NONE and g.alliance[power] == effect.who_side)
        if not struck:
            continue
        limited = g.allied_nations[power] if effect.who_side != NONE else 1 << power
        made = sum(count for other, count in enumerate(g.attacks) if limited >> other & 1)  # east.oil_counts
        if made >= effect.amount:
            return "east.grozny" if power == USSR else "east.ploesti"
    return None


def winter_ban(g: State, power: int, area: int) -> str | None:
    """In the winter of the year of the German attack the Axis does not attack on Soviet soil (east.winter_ban)."""
    pack = g.pack
    if g.german_attack == NONE or pack.season[g.season] != WINTER or pack.printed[area] != USSR:
        return None
    same_year = pack.year[g.season] == pack.year[g.german_attack]
    return "east.winter_ban" if same_year and g.allied_nations[GERMANY] >> power & 1 else None


def norway_spared(g: State, power: int) -> bool:
    """Whether a power may not land in Norway while it is Norwegian: the Allies in the short scenario.

    (setup.sichel.no_allied_norway)
    """
    return g.rules.scenario.id == "sichelschnitt" and g.pack.history[power] == ALLIES


def in_the_box(g: State, area: int) -> str | None:
    """The rule that keeps American units in their box in phases 1 and 2; None elsewhere.

    Once Britain has fallen they leave it by invasion alone, which does not ask here.
    """
    if area != g.pack.usa_box:
        return None
    return "usa.britain_fallen" if g.fallen >> BRITAIN & 1 else "usa.first_to_britain"


# ---------------------------------------------------------------------- Malta and Africa


def in_africa(g: State) -> int:
    """The German units in Africa, as a mask."""
    found = 0
    for area in members(g.pack.africa & g.at[GERMANY]):
        found |= g.units_of(GERMANY, area)
    return found


def waiting_in_africa(g: State) -> int:
    """The German units in Africa that have not attacked this turn, as a mask; those that have are counted already."""
    return mask([unit for unit in members(in_africa(g)) if not g.flags[unit] & ATTACKED])


def spent_in_africa(g: State) -> int:
    """The German units in Africa that may not attack any more this turn, as a mask."""
    if not g.rules.special("13.4"):
        return 0
    waiting = waiting_in_africa(g)
    return 0 if not waiting or attackers_left(g) else waiting


def attackers_left(g: State) -> int:
    """How many more German units may attack from Africa this turn (med.africa_malta, med.africa_malta_count)."""
    there = in_africa(g)
    raiders = g.units_of(BRITAIN, g.pack.malta) & (g.pack.of_type[FLEET] | g.pack.air_units)
    attacked = there & ~waiting_in_africa(g)
    return max(0, there.bit_count() - raiders.bit_count() - attacked.bit_count())


def within_africa_limit(g: State, units: int) -> int:
    """These units without those Germans in Africa that are too many; the last ones stay behind."""
    waiting = units & waiting_in_africa(g) if g.rules.special("13.4") else 0
    return units & ~waiting | mask(members(waiting)[: attackers_left(g)]) if waiting else units


def africa_limit(g: State, units: int) -> str | None:
    """The rule against so many German units in Africa attacking together; armour may attack twice all the same."""
    if not g.rules.special("13.4"):
        return None
    waiting = units & waiting_in_africa(g)
    return "med.africa_malta" if waiting.bit_count() > attackers_left(g) else None


# ---------------------------------------------------------------------- how many units may be somewhere


def crowded(g: State, unit: int, area: int) -> str | None:
    """The rule that keeps one more unit out of Malta or Africa; None if there is room (med.malta_limit)."""
    return too_many(g, 1 << unit, area) if g.rules.special("13.4") else None


def full(g: State, unit: int) -> int:
    """The areas that have no room for one more unit, as a mask: the same as `crowded`, for all at once."""
    pack = g.pack
    found = 0
    if pack.nation[unit] == GERMANY and (in_africa(g) | 1 << unit).bit_count() > MOST_IN_AFRICA:
        found = pack.africa
    there = g.here[pack.malta] & g.allied_units[pack.nation[unit]]
    if there:
        domain = pack.domain[pack.type[unit]]
        alike = pack.land_units if domain == ON_LAND else pack.air_units if domain == IN_AIR else pack.naval_units
        if there & alike & ~(1 << unit):
            found |= 1 << pack.malta
    return found


def as_many(g: State, units: list[int], area: int) -> list[int]:
    """Of these units as many as find room in an area together, the first ones."""
    if not narrow(g, area):
        return units
    kept: list[int] = []
    for unit in units:
        if too_many(g, mask([*kept, unit]), area) is None:
            kept.append(unit)
    return kept


def narrow(g: State, area: int) -> bool:
    """Whether the number of units in an area is limited at all."""
    return g.rules.special("13.4") and bool((g.pack.africa | 1 << g.pack.malta) >> area & 1)


def too_many(g: State, coming: int, area: int) -> str | None:
    """The rule by which these units are too many for an area, with those of their side that are there already."""
    pack = g.pack
    if not g.rules.special("13.4") or not coming:
        return None
    if pack.africa >> area & 1:
        germans = coming & pack.of_nation[GERMANY]
        if germans and (germans | in_africa(g)).bit_count() > MOST_IN_AFRICA:
            return "med.africa_three"
    if area == pack.malta:
        own = g.allied_units[pack.nation[first(coming)]] & g.here[area] | coming
        for domain in (pack.land_units, pack.air_units, pack.naval_units):
            if coming & domain and (own & domain).bit_count() > 1:
                return malta_rule(g, own & domain)
    return None


def malta_rule(g: State, units: int) -> str:
    """The rule by which Malta has one place for these units: which one the advanced ones fill is a rule of its own."""
    return "med.malta_limit_advanced" if units & ~g.pack.basic_units else "med.malta_limit"
