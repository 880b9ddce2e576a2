"""Conquest: what follows at once when a capital or another special area changes hands."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import convoys, nations, units
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, FRANCE, POWERS, USSR
from sandtable.games.battle_for_europe.state import State


def follow(g: State, area: int, before: int, nation: int) -> None:
    """An area has passed from one nation (or from nobody) to another."""
    special_losses(g, area, nation)
    convoys.look_at_vologda(g)
    remember_paris(g, area, nation)
    country = g.pack.capital_of[area]
    if country not in (NONE, nation):
        if country >= POWERS and not g.fallen >> country & 1:
            country_falls(g, country, nation)
        elif g.fallen >> country & 1 and before != NONE:
            changes_hands(g, country, before, nation)
    if area in (g.pack.capital[g.pack.vichy], g.pack.area_keys.index("paris")):
        end_vichy(g, area, nation)


# ---------------------------------------------------------------------- small countries


def country_falls(g: State, country: int, conqueror: int) -> None:
    """The capital of a small country has fallen: its army is gone, and the whole country is the conqueror's.

    (war.neutral.capital_falls, war.neutral.capital_falls_country, east.satellites_fall)
    """
    remove_army(g, country, "war.neutral.capital_falls")
    for area in members(g.held[country]):
        helper = ally_in(g, country, area)
        taker = conqueror if helper == NONE else helper  # war.neutral.capital_falls_ally_held
        rule = "war.neutral.capital_falls_country" if helper == NONE else "war.neutral.capital_falls_ally_held"
        nations.set_control(g, area, taker)
        nations.tell_control(g, area, taker, rule)
    g.fallen |= 1 << country
    retire(g, country)


def ally_in(g: State, country: int, area: int) -> int:
    """A power allied with a country whose units stand in an area; NONE if there is none."""
    for other in members(g.allied_nations[country] & ~(1 << country)):
        if g.units_of(other, area):
            return holder_for(g, other)
    return NONE


def holder_for(g: State, nation: int) -> int:
    """For whom units of a nation hold an area: the power that commands them, or their country if nobody does."""
    return nation if nation < POWERS or g.commander[nation] == NONE else g.commander[nation]


def enemy_in(g: State, nation: int, area: int) -> int:
    """A power at war with a nation whose units, or those it commands, stand in an area; NONE if there is none."""
    for unit in members(g.enemies_in(nation, area)):
        return holder_for(g, g.pack.nation[unit])
    return NONE


def remove_army(g: State, nation: int, rule: str) -> None:
    """All units of a nation leave the board."""
    for unit in members(g.pack.of_nation[nation]):
        if g.place[unit] != NONE:
            units.lose(g, unit, rule)


def retire(g: State, nation: int) -> None:
    """A nation is out of the war: it fights nobody, belongs to nobody, and nobody commands it."""
    nations.end_wars(g, nation)
    nations.set_commander(g, nation, NONE)
    nations.join_side(g, nation, NONE)


def changes_hands(g: State, country: int, loser: int, winner: int) -> None:
    """With the capital go areas of the country that the losing side holds without units (ctl.capital_recaptured)."""
    losing = g.allied_nations[loser]
    if losing >> winner & 1:
        return
    for area in members(g.pack.areas_of[country]):
        owner = g.control[area]
        if owner != NONE and losing >> owner & 1 and not g.here[area] & g.allied_units[loser]:
            nations.set_control(g, area, winner)
            nations.tell_control(g, area, winner, "ctl.capital_recaptured")


# ---------------------------------------------------------------------- Gibraltar, Suez, Moscow


def special_losses(g: State, area: int, nation: int) -> None:
    """What a power loses at once with an area (fall.moscow, med.gibraltar_suez, med.both, med.immediate)."""
    for effect in g.pack.effects:
        if effect.verb != "hpp" or effect.area != area or not effect.scenarios >> g.rules.number & 1:
            continue
        if g.alliance[nation] == effect.side and not (g.fallen >> effect.who | g.struck >> area) & 1:
            g.struck |= 1 << area  # acc.loss.once
            rule = "fall.moscow" if effect.who == USSR else "med.immediate"
            nations.suffer(g, effect.who, -effect.amount, g.pack.area_ids[area], rule)


# ---------------------------------------------------------------------- Vichy


def remember_paris(g: State, area: int, nation: int) -> None:
    """When the Axis took Paris: so long afterwards Vichy France may be won over (opt.german.vichy)."""
    if g.research is not None and area == g.pack.capital[FRANCE] and g.alliance[nation] == AXIS:
        g.research.paris = g.season


def end_vichy(g: State, area: int, captor: int) -> None:
    """Vichy France ends when the Allies take Paris or Vichy (vichy.end, vichy.end.who).

    To the Axis it falls with Vichy, like any small country with its capital (vichy.axis_may_declare).
    """
    vichy = g.pack.vichy
    nation = g.commander[vichy] if captor == vichy else captor  # it has joined the Allies (opt.german.spain_vichy)
    if g.vichy_ended or not g.held[vichy]:
        return
    if g.alliance[nation] != ALLIES:
        if area == g.pack.capital[vichy] and captor != vichy:
            country_falls(g, vichy, nation)
            g.vichy_ended = True
        return
    remove_army(g, vichy, "vichy.end")
    for other in members(g.held[vichy]):
        holder = enemy_in(g, nation, other)
        taker = nation if holder == NONE else holder
        nations.set_control(g, other, taker)
        nations.tell_control(g, other, taker, "vichy.end.who" if holder == NONE else "vichy.end.held")
    g.vichy_ended = True
    g.fallen |= 1 << vichy
    retire(g, vichy)
