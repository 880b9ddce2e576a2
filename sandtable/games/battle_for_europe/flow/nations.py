"""Verbs for nations: who is allied, at war, in control of an area, and what everybody pays."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.sets import NONE, bits, first, mask, members
from sandtable.games.battle_for_europe.flow import convoys
from sandtable.games.battle_for_europe.pack import ALLIES, AXIS, GERMANY, NATIONS, POWERS, USA, USSR
from sandtable.games.battle_for_europe.scenarios import FRIENDLY
from sandtable.games.battle_for_europe.state import State

# ---------------------------------------------------------------------- alliances and wars


def look_around(g: State) -> None:
    """Work out everything that follows from other fields: mirrors of place and control, who is with whom."""
    pack = g.pack
    g.here = [0] * len(pack.area_keys)
    g.at = [0] * NATIONS
    for unit, area in enumerate(g.place):
        if area != NONE:
            g.here[area] |= 1 << unit
            g.at[pack.nation[unit]] |= 1 << area
    g.held = [0] * NATIONS
    for area, nation in enumerate(g.control):
        if nation != NONE:
            g.held[nation] |= 1 << area
    look_at_alliances(g)
    look_at_commanders(g)


def look_at_alliances(g: State) -> None:
    """By nation: its allies, their units and areas, and the units of its enemies."""
    sides = [mask([nation for nation in range(NATIONS) if g.alliance[nation] == side]) for side in (AXIS, ALLIES)]
    units: dict[int, int] = {}
    for nation in range(NATIONS):
        with_it = allies_of(g, nation, sides)
        g.allied_nations[nation] = with_it
        g.allied_units[nation] = all_of(with_it, g.pack.of_nation, units)
        g.hostile_units[nation] = all_of(g.foes[nation], g.pack.of_nation, units)
    look_at_areas(g)


def look_at_areas(g: State) -> None:
    """By nation: the areas that it or its allies control, and those whose owner does not keep it out."""
    pack = g.pack
    g.sealed = 0 if g.rules.special("13.3") else areas_of_all(g, pack.satellites)
    owned = 0
    for held in g.held:
        owned |= held
    nobodys, enterable = pack.lands & ~owned, pack.lands & ~g.sealed
    areas: dict[int, int] = {}
    for nation in range(NATIONS):
        own = all_of(g.allied_nations[nation], g.held, areas)
        g.own_side[nation] = own
        g.open_to[nation] = (own | all_of(g.foes[nation], g.held, areas) | nobodys) & enterable
    g.open_to[USSR] |= 1 << pack.urals  # map.urals_box
    g.open_to[USA] |= 1 << pack.usa_box  # map.usa_box


def all_of(nations: int, of_nation: Sequence[int], known: dict[int, int]) -> int:
    """What several nations have together, of masks by nation; for several of them it is worked out once."""
    if not nations & (nations - 1):
        return of_nation[first(nations)] if nations else 0
    found = known.get(nations)
    if found is None:
        found = 0
        for nation in bits(nations):
            found |= of_nation[nation]
        known[nations] = found
    return found


def areas_of_all(g: State, nations: int) -> int:
    """The areas that several nations control, as a mask."""
    areas = 0
    for nation in members(nations):
        areas |= g.held[nation]
    return areas


def look_at_commanders(g: State) -> None:
    """By power: the nations and the units that it commands."""
    g.under = [0] * POWERS
    g.led = [0] * POWERS
    for nation, power in enumerate(g.commander):
        if power != NONE:
            g.under[power] |= 1 << nation
            g.led[power] |= g.pack.of_nation[nation]


def set_commander(g: State, nation: int, power: int) -> None:
    """The units of a nation come under the command of a power, or of nobody (NONE)."""
    g.commander[nation] = power
    look_at_commanders(g)


def allies_of(g: State, nation: int, sides: list[int]) -> int:
    """Itself and the nations of its side, as a mask; a neutral one stands alone (war.neutral_power.limits)."""
    side = g.alliance[nation]
    if side == NONE:
        return 1 << nation
    return sides[side] | friendly_satellites(g) if nation == GERMANY else sides[side]


def friendly_satellites(g: State) -> int:
    """The neutral countries that are open to German units until the Soviet-German war, as a mask.

    (east.friendly_satellites; not once the Soviet Union attacked first, see east.ussr_first)
    """
    if not g.rules.special("13.3") or g.rules.scenario.satellites != FRIENDLY or g.soviet_attack != NONE:
        return 0
    found = 0
    for country in members(g.pack.satellites & ~g.fallen):
        if g.alliance[country] == NONE and not g.foes[GERMANY] >> country & 1:
            found |= 1 << country
    return found


def join_side(g: State, nation: int, side: int) -> None:
    """A nation joins an alliance, whose members fight it no more; with whom it is at war is said by `set_war`."""
    g.alliance[nation] = side
    for other in members(g.foes[nation]):
        if side != NONE and g.alliance[other] == side:
            g.foes[nation] &= ~(1 << other)
            g.foes[other] &= ~(1 << nation)
    look_at_alliances(g)


def set_war(g: State, ours: int, theirs: int) -> None:
    """The nations of one set are at war with all those of another from now on, both given as masks."""
    before = g.foes[:]
    for one in members(ours):
        g.foes[one] |= theirs
    for other in members(theirs):
        g.foes[other] |= ours
    if g.foes != before:
        look_at_alliances(g)


def follow_up(g: State, power: int, nation: int) -> None:
    """A power has attacked a nation, or taken an area of it, as its declaration of war demands (war.must_follow).

    Whoever attacks a satellite has followed up the Soviet declaration of war on Germany too (east.ussr_satellite).
    """
    g.owed[power] &= ~(1 << nation)
    if power == USSR and g.pack.satellites >> nation & 1 and g.rules.special("13.3a"):
        g.owed[power] &= ~(1 << GERMANY)


def end_wars(g: State, nation: int) -> None:
    """A nation is at war with nobody any more, since it has fallen or become neutral."""
    for other in members(g.foes[nation]):
        g.foes[other] &= ~(1 << nation)
    g.foes[nation] = 0
    look_at_alliances(g)


def other_side(side: int) -> int:
    """The alliance against an alliance."""
    return ALLIES if side == AXIS else AXIS


# ---------------------------------------------------------------------- control


def set_control(g: State, area: int, nation: int) -> None:
    """An area comes under the control of a nation, or of nobody (NONE); what follows from it is up to the caller."""
    before = g.control[area]
    if before != NONE:
        g.held[before] &= ~(1 << area)
    g.control[area] = nation
    if nation != NONE:
        g.held[nation] |= 1 << area
        lose_works(g, area, nation)
    if g.sealed:
        g.sealed = areas_of_all(g, g.pack.satellites)
    bit = 1 << area
    on_land, closed = bool(g.pack.lands & bit), bool(g.sealed & bit)
    for other in range(NATIONS):
        ours = nation != NONE and bool(g.allied_nations[other] >> nation & 1)
        g.own_side[other] = marked(g.own_side[other], bit, ours)
        if on_land:
            open_to_it = ours or nation == NONE or bool(g.foes[other] >> nation & 1)
            g.open_to[other] = marked(g.open_to[other], bit, open_to_it and not closed)


def marked(areas: int, area: int, belongs: bool) -> int:
    """A set of areas with one of them, given as a mask, or without it."""
    return areas | area if belongs else (areas | area) ^ area


def lose_works(g: State, area: int, nation: int) -> None:
    """Fortress, canal and yards do not outlive the loss of their area, in whatever way (mod.fortress.changed_hands)."""
    pack = g.pack
    if pack.fortresses >> area & 1 and nation != pack.printed[area]:
        g.fortress_lost |= 1 << area  # mod.fortress.once_captured
    if area == pack.kiel and not g.allied_nations[pack.canal_user] >> nation & 1:
        g.canal_closed = True  # map.kiel.closed
    if pack.ports >> area & 1 and area in g.yard:
        for unit, yard in enumerate(g.yard):
            if yard == area and not g.allied_nations[pack.nation[unit]] >> nation & 1:
                g.yard[unit] = g.due[unit] = NONE  # build.fleet_rebuild.lost


def tell_control(g: State, area: int, nation: int, rule: str) -> None:
    """One line for an area that changed hands."""
    if g.log is not None:
        g.log.add("captured", g.pack.nation_ids[nation], g.pack.area_ids[area], rule=rule)


def stays_at_home(g: State, nation: int) -> bool:
    """Whether units of a nation never leave their country nor attack: those of Vichy (vichy.units.stay).

    Once Vichy has joined a side by a goal its units act like those of any ally (opt.satellite_status).
    """
    return nation == g.pack.vichy and not (g.research is not None and g.research.joined >> nation & 1)


# ---------------------------------------------------------------------- HPP


def pay(g: State, power: int, amount: int, what: str, rule: str) -> None:
    """A power spends HPP that count against its limit (hpp.half_cap.includes_all); `what` is a word of the locale."""
    deduct(g, power, amount, what, rule)
    convoys.notice_payment(g, power)


def deduct(g: State, power: int, amount: int, what: str, rule: str) -> None:
    """HPP are taken from a power and count against its limit, whether it has them or not (acc.loss.counts_limit)."""
    g.hpp[power] -= amount
    g.spent[power] += amount
    if g.log is not None and amount:
        g.log.add("paid", g.pack.nation_ids[power], amount, what, *left(g, power), rule=rule)


def left(g: State, power: int) -> tuple[int, ...]:
    """What a power has left, for a line that all read: nothing where that is hidden (lend.sender_hpp_hidden)."""
    return () if convoys.is_hidden(g, power) else (g.hpp[power],)


def suffer(g: State, power: int, amount: int, what: str, rule: str) -> None:
    """A power loses HPP that are no spending and do not count against its limit (hpp.half_cap.losses)."""
    g.hpp[power] -= amount
    if g.log is not None and amount:
        g.log.add("suffered", g.pack.nation_ids[power], amount, what, *left(g, power), rule=rule)


def too_dear(g: State, power: int, amount: int) -> str | None:
    """The rule against spending so much now (hpp.no_credit, hpp.half_cap)."""
    if g.hpp[power] < amount:
        return "hpp.no_credit"
    return "hpp.half_cap" if g.purse(power) < amount else None


def is_power(nation: int) -> bool:
    """Whether a nation is one of the six great powers."""
    return nation < POWERS
