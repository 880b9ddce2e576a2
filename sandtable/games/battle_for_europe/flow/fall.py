"""The fall of great powers: the last chance to retake a capital, what becomes of a fallen power, and Vichy France."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import conquest, convoys, nations, victory, war
from sandtable.games.battle_for_europe.pack import BRITAIN, FRANCE, GERMANY, ITALY, NATIONS, POWERS
from sandtable.games.battle_for_europe.state import OVER, State

CAN_FALL: Final = (FRANCE, BRITAIN, ITALY, GERMANY)
"""Powers that are conquered with their capital (fall.who); not the Soviet Union, nor the United States (fall.usa)."""


def lost_capitals(g: State) -> int:
    """The powers on turn that must retake their capital in this phase 1, as a mask (fall.last_chance)."""
    found = 0
    for power in g.on_turn():
        owner = g.control[g.pack.capital[power]]
        if power in CAN_FALL and owner != NONE and g.at_war(power, owner):  # fall.moscow_no_last_chance
            found |= 1 << power
    return found


def judge(g: State) -> Flow[State]:
    """At the end of phase 1 of the whole side powers without their capital fall (fall.failure, fall.joint_turn)."""
    for power in members(g.last_chance):
        capital = g.pack.capital[power]
        owner = g.control[capital]
        if owner == power:
            continue  # fall.success
        if owner != NONE and g.allied_nations[power] >> owner & 1:
            nations.set_control(g, capital, power)
            nations.tell_control(g, capital, power, "fall.success_ally_returns")
        else:
            yield from falls(g, power, owner)
    g.last_chance = 0
    if any_side_out(g):
        g.phase = OVER  # fall.side_out, win.bagr.early
        victory.tell(g)


def falls(g: State, power: int, conqueror: int) -> Flow[State]:
    """A great power is conquered."""
    if g.log is not None:
        g.log.add("fallen", g.pack.nation_ids[power], g.pack.nation_ids[conqueror], rule="fall.failure")
    conquest.remove_army(g, power, "vichy.forms" if power == FRANCE else "fall.units_removed")
    for unit in members(g.pack.of_nation[power]):
        g.yard[unit] = g.due[unit] = NONE  # fall.hpp_gone
    g.fallen |= 1 << power
    hand_over_countries(g, power, g.alliance[power])  # before it is seen who stands where
    vichy = vichy_areas(g) if power == FRANCE and g.rules.special("13.2") else 0
    divide(g, power, conqueror, vichy)
    g.hpp[power] = g.opening[power] = g.debt[power] = 0  # fall.hpp_gone
    convoys.look_at_fallen(g, power)
    conquest.retire(g, power)
    if vichy:
        yield from form_vichy(g, vichy)


def divide(g: State, power: int, conqueror: int, vichy: int) -> None:
    """Home areas go to the conqueror, others become neutral, but whoever stands there has them."""
    pack = g.pack
    home = pack.areas_of[power] & ~vichy
    for area in members((home | g.held[power]) & ~vichy):
        owner, standing = g.control[area], power_in(g, area)
        if home >> area & 1:
            if standing != NONE and g.at_war(standing, conqueror):
                take(g, area, standing, "fall.territory_hostile")
            elif standing == NONE or (owner != NONE and g.at_war(owner, conqueror)):
                take(g, area, conqueror, "fall.territory")  # fall.territory_allied: else its taker keeps it
        elif standing != NONE:
            take(g, area, standing, "fall.overseas_held")
        else:
            nations.set_control(g, area, NONE)
            if g.log is not None:
                g.log.add("neutralised", pack.area_ids[area], rule="fall.overseas_neutral")


def take(g: State, area: int, nation: int, rule: str) -> None:
    """An area comes under the control of a nation, if it was not before."""
    if g.control[area] != nation:
        nations.set_control(g, area, nation)
        nations.tell_control(g, area, nation, rule)


def power_in(g: State, area: int) -> int:
    """The power whose units, or those it commands, stand in an area; NONE if there are none."""
    for unit in members(g.here[area]):
        return conquest.holder_for(g, g.pack.nation[unit])
    return NONE


def hand_over_countries(g: State, power: int, side: int) -> None:
    """Others command the countries of a fallen power; without Germany and Italy the satellites are neutral again.

    Others that nobody is left to command fight on (war.neutral.survives), and Vichy France stays neutral.
    """
    for country in range(POWERS, NATIONS):
        if g.commander[country] != power:
            continue
        if power == GERMANY:
            heir = ITALY if g.alliance[ITALY] == side and not g.fallen >> ITALY & 1 else NONE
        else:
            heir = war.strongest(g, side)
        nations.set_commander(g, country, heir)
        if heir == NONE and (g.pack.satellites >> country & 1 or won_by(g, country) == power):
            conquest.remove_army(g, country, "fall.germany_italy_out")
            conquest.retire(g, country)


def won_by(g: State, country: int) -> int:
    """The power that won a country by a goal; won by Germany it has satellite status (opt.satellite_status)."""
    return NONE if g.research is None else g.research.won[country]


# ---------------------------------------------------------------------- Vichy


def vichy_areas(g: State) -> int:
    """The areas of Vichy France: those still French in which no other power stands, as a mask.

    (vichy.forms, vichy.forms.other, vichy.forms.occupied)
    """
    pack = g.pack
    found = (pack.areas_of[pack.vichy] | pack.overseas_of[pack.vichy]) & g.held[FRANCE]
    for area in members(found):
        if power_in(g, area) not in (NONE, FRANCE):
            found &= ~(1 << area)
    return found


def form_vichy(g: State, areas: int) -> Flow[State]:
    """The Vichy state is formed; Germany places its units (vichy.units.place)."""
    vichy = g.pack.vichy
    for area in members(areas):
        take(g, area, vichy, "vichy.forms")
    if not g.fallen >> GERMANY & 1:
        nations.set_commander(g, vichy, GERMANY)
    yield from war.place_army(g, vichy, rule="vichy.units.place")


# ---------------------------------------------------------------------- a side without powers


def any_side_out(g: State) -> bool:
    """Whether all great powers of a side that take part have fallen (fall.side_out)."""
    return any(all(g.fallen >> power & 1 for power in row) for row in g.rules.order)
