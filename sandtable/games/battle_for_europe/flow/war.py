"""War: declarations, the armies of attacked countries, and who joins whom."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, first, mask, members
from sandtable.games.battle_for_europe.flow import attack, entry, landing, nations, reach, units
from sandtable.games.battle_for_europe.pack import (
    ALLIES,
    AUTUMN,
    AXIS,
    FLEET,
    GERMANY,
    NATIONS,
    POWERS,
    SPRING,
    START,
    USA,
    USSR,
    WINTER,
)
from sandtable.games.battle_for_europe.parts import ATTACK, DECLARE, INVADE, Order
from sandtable.games.battle_for_europe.scenarios import ALLIED
from sandtable.games.battle_for_europe.state import PINNED, SEEN, USED, State

# ---------------------------------------------------------------------- who may declare war on whom


def declare_refusal(g: State, nation: int) -> str | None:
    """The rule against any of the powers asked declaring war on a nation."""
    reason = ""
    for power in g.asked():
        rule = may_not_declare(g, power, nation)
        if rule is None:
            return None
        reason = reason or rule
    return reason


def declarers(g: State, nation: int) -> list[int]:
    """The powers asked that can declare war on a nation."""
    return [power for power in g.asked() if may_not_declare(g, power, nation) is None]


def may_not_declare(g: State, power: int, nation: int) -> str | None:
    """The rule against a power declaring war on a nation."""
    rule = no_enemy(g, power, nation) or special_ban(g, power, nation)
    if rule is not None:
        return rule
    if g.last_chance >> power & 1:
        return "fall.last_chance"
    price = cost(g, nation)
    rule = nations.too_dear(g, power, price)
    if rule is not None or power == USA:
        return rule  # usa.enter_no_attack
    battle, invasion = (price + attack.cost(g, kind) for kind in (ATTACK, INVADE))
    if nations.too_dear(g, power, battle) is not None:
        return "war.must_follow_enforced"
    by_sea = nations.too_dear(g, power, invasion) is None
    return None if within_reach(g, power, nation, by_sea) else "war.must_follow_enforced"


def no_enemy(g: State, power: int, nation: int) -> str | None:
    """The rule by which war on a nation makes no sense: it is an ally, an enemy already, or does not exist."""
    pack = g.pack
    if nation < POWERS and g.rules.seat_of[nation] == NONE and not g.fallen >> nation & 1:
        return "setup.sichel.inactive"
    if nation < POWERS and pack.history[nation] == pack.history[power]:
        return "war.historic_allies"
    if g.alliance[nation] == pack.history[power]:
        return "war.historic_allies"
    if g.at_war(power, nation):
        return "war.one_for_alliance"
    return "war.needed" if not g.held[nation] or g.fallen >> nation & 1 else None


def special_ban(g: State, power: int, nation: int) -> str | None:
    """Special rules about single powers (13.2, 13.3, 13.5)."""
    pack = g.pack
    satellite = bool(pack.satellites >> nation & 1)
    if satellite and not g.rules.special("13.3"):
        return "setup.sichel.satellites_closed"
    if nation == pack.norway and pack.history[power] == ALLIES and g.rules.scenario.id == "sichelschnitt":
        return "setup.sichel.no_allied_norway"
    if nation == USA:
        return "usa.no_axis_declaration"
    if power == USA and g.alliance[USA] == NONE:
        if nation != GERMANY:
            return "usa.hpp_before"
        return None if (pack.year[g.season], pack.season[g.season]) >= (1942, SPRING) else "usa.enter"
    if power == USSR and (nation == GERMANY or satellite):
        return None if (pack.year[g.season], pack.season[g.season]) >= (1941, AUTUMN) else "east.ussr_not_before"
    if power == GERMANY and nation == USSR and pack.season[g.season] == WINTER:
        return "east.winter_no_opening"
    return "east.friendly_satellites" if satellite and g.allied_nations[power] >> nation & 1 else None


def cost(g: State, nation: int) -> int:
    """What a declaration costs (war.cost.great, war.cost.small, east.ussr_cost, vichy.declare)."""
    return g.pack.costs["declare_war_great_power" if nation < POWERS else "declare_war_small"]


def within_reach(g: State, power: int, nation: int, by_sea: bool) -> bool:
    """Whether units of a power can reach an area of a nation by land, by air or in ships (war.must_follow_enforced)."""
    pack, held = g.pack, g.held[nation]
    cargo: list[int] = []
    fleets: list[int] = []
    seen: set[attack.Likeness] = set()
    for unit in members(pack.of_nation[power] & g.rules.units):
        key = pack.type[unit], g.place[unit], g.flags[unit], g.steps[unit]
        if g.place[unit] == NONE or key in seen:
            continue
        seen.add(key)
        if pack.land_units >> unit & 1:
            left = pack.move[pack.type[unit]] - g.steps[unit]
            if entry.may_march(g, unit) and reach.land_goals(g, power, g.place[unit], left) & held:
                return True
            if by_sea and landing.embarks(g, unit):
                cargo.append(unit)
        elif by_sea and not g.flags[unit] & (USED | PINNED) and pack.of_type[FLEET] >> unit & 1:
            fleets.append(unit)
    ways = [(fleet, unit) for fleet in fleets for unit in cargo]
    return any(landing.can_carry(g, fleet, unit, area) for area in members(held & pack.ports) for fleet, unit in ways)


# ---------------------------------------------------------------------- the declaration


def declare(g: State, power: int, nation: int) -> Flow[State]:
    """A power declares war and pays at once (war.pay_at_once); its whole alliance is at war (war.one_for_alliance)."""
    rule = "war.cost.great" if nation < POWERS else "war.cost.small"
    nations.pay(g, power, cost(g, nation), "declaration", rule)
    if g.log is not None:
        g.log.add("declared", g.pack.nation_ids[power], g.pack.nation_ids[nation], rule="war.needed")
    if power != USA:
        g.owed[power] |= 1 << nation  # war.must_follow
    if nation < POWERS:
        yield from on_power(g, power, nation)
    else:
        yield from on_country(g, power, nation)


def on_power(g: State, power: int, nation: int) -> Flow[State]:
    """War between great powers: both belong to their alliances from now on, and these are at war."""
    pack = g.pack
    if {power, nation} == {GERMANY, USSR}:
        if power == GERMANY:
            g.german_attack = g.season
        else:
            g.soviet_attack = g.season  # east.ussr_first: the satellites stay neutral
    for one_power in (power, nation):
        nations.join_side(
            g, one_power, pack.history[one_power]
        )  # war.italy.alliance, war.ussr.alliance, usa.enter_side
    if power == GERMANY and nation == USSR:
        yield from satellites_join(g)
    clash(g)


def clash(g: State) -> None:
    """All members of the two alliances are at war with each other, but satellites that have not joined yet."""
    waiting = g.rules.scenario.satellites == ALLIED and g.german_attack == NONE
    idle = g.pack.satellites if waiting else 0
    sides = [mask(each for each in range(NATIONS) if g.alliance[each] == side) for side in (AXIS, ALLIES)]
    for one_nation in members(sides[0]):
        for other in members(sides[1]):
            if idle >> one_nation & 1 and not g.foes[one_nation]:
                continue  # setup.barb.situation.satellites
            nations.set_war(g, one_nation, other)


def satellites_join(g: State) -> Flow[State]:
    """The satellites join Germany, with their armies and their HPP (east.satellites_join, east.satellites_hpp)."""
    pack = g.pack
    joining = [country for country in members(pack.satellites) if not g.fallen >> country & 1]
    joining = [country for country in joining if g.alliance[country] != ALLIES]
    gain = sum(pack.tribute[country] for country in joining)
    g.hpp[GERMANY] += gain
    g.opening[GERMANY] += gain  # hpp.half_cap.satellite_gain
    if g.log is not None:
        g.log.add("satellites", gain, rule="east.satellites_hpp")
    for country in joining:
        g.commander[country] = GERMANY
        nations.join_side(g, country, AXIS)
        g.credited[pack.capital[country]] = GERMANY
    for country in joining:
        yield from place_army(g, country)  # east.satellites_units


def on_country(g: State, power: int, country: int) -> Flow[State]:
    """War on a small country: its army is placed before anybody moves (war.neutral.army_before_moves)."""
    attackers = g.allied_nations[power] if g.alliance[power] != NONE else 1 << power
    side = nations.other_side(g.pack.history[power])  # war.neutral.opposing_alliance
    for nation in members(attackers):
        if nation != country and not (nation >= POWERS and g.alliance[nation] == NONE):
            nations.set_war(g, nation, country)
    if g.alliance[country] != NONE:
        return  # it has an army and a commander already
    chosen = strongest(g, side)
    if g.pack.satellites >> country & 1 and side == AXIS:
        chosen = GERMANY  # east.satellite_attacked_early
    if country != g.pack.vichy or side == ALLIES:
        g.commander[country] = chosen  # war.neutral.who_commands, vichy.axis_may_declare
    if country == g.pack.vichy and side == AXIS:
        nations.join_side(g, country, AXIS)  # vichy.attacked
        clash(g)
    if country != g.pack.vichy:
        yield from place_army(g, country)


def strongest(g: State, side: int) -> int:
    """The member of an alliance with most HPP, of equal ones the first in the order of play; NONE if there is none.

    (war.neutral.who_places, war.neutral.who_places_tie)
    """
    order = [power for row in g.rules.order for power in row]
    playing = [power for power in order if g.alliance[power] == side and not g.fallen >> power & 1]
    return max(playing, key=lambda power: g.hpp[power], default=NONE)


def place_army(g: State, country: int) -> Flow[State]:
    """The units of a country are placed in its areas by whoever commands them (war.neutral.army)."""
    pack = g.pack
    seat = g.seat(country)
    waiting = pack.of_nation[country] & pack.of_pool[START] & g.rules.units
    before = g.order
    for unit in members(waiting):
        if g.place[unit] != NONE or g.flags[unit] & SEEN:
            continue
        where = places_for(g, unit)
        if not where:
            continue
        area = first(where)
        if seat != NONE and where & (where - 1):
            g.order = Order(DECLARE, g.commander[country], group=country, force=1 << unit)
            choice = yield Ask(seat, "war.place", PLACE, "war.neutral.who_places", stake=0.1)
            area = pack.number[choice[1]]
        units.place(g, unit, area)
        if g.log is not None:
            g.log.add("placed", pack.kind_ids[pack.kind[unit]], pack.area_ids[area], rule="war.neutral.army")
    g.order = before


def places_for(g: State, unit: int) -> int:
    """The areas of its country where a unit may be placed, fleets in ports only, as a mask."""
    pack = g.pack
    own = g.held[pack.nation[unit]]
    return own & pack.ports if pack.naval_units >> unit & 1 else own


def place_refusal(g: State, area: int) -> str | None:
    """The rule against placing the unit of the order in an area."""
    unit = first(g.order_now().force)
    if places_for(g, unit) >> area & 1:
        return None
    return "unit.fleet.base" if g.control[area] == g.pack.nation[unit] else "war.neutral.army"


def place_options(g: State, offer: Offer) -> None:
    order, pack = g.order_now(), g.pack
    unit = first(order.force)
    for area in members(places_for(g, unit)):
        offer.add(pack.at[area])
    offer.tell(kind=pack.kind_ids[pack.kind[unit]], nation=pack.nation_ids[order.group])


PLACE: Final = Legality(place_options, {"at": one(place_refusal)})


# ---------------------------------------------------------------------- what follows


def survivors_join(g: State) -> None:
    """At the end of a turn small countries that were attacked and stand belong to the other alliance.

    (war.neutral.survives; war.neutral_power.victim: once that alliance is at war with the attacker)
    """
    for country in range(POWERS, NATIONS):
        commander = g.commander[country]
        if not g.foes[country] or g.alliance[country] != NONE or commander == NONE:
            continue
        if g.foes[country] & g.foes[commander]:
            nations.join_side(g, country, g.alliance[commander])
            clash(g)
            if g.log is not None:
                names = g.pack.nation_ids[country], g.pack.nation_ids[commander]
                g.log.add("joined", *names, rule="war.neutral.survives")


def must_attack_first(g: State, power: int) -> bool:
    """Whether a power can still follow a declaration of war by deeds (war.must_follow, war.must_follow_impossible)."""
    for nation in members(g.owed[power]):
        areas = g.held[nation]
        for area in members(areas):
            if entry.undefended(g, power, area) is None and entry.senders(g, power, area):
                return True
            if any(attack.led_by(g, kind, power, area) is None for kind in (ATTACK, INVADE)):
                return True
    return False


def german_guests(g: State) -> None:
    """Germans still in a satellite that the Soviet attack made neutral are removed (east.ussr_first.procedure)."""
    if g.soviet_attack == NONE or GERMANY not in g.on_turn():
        return
    for country in members(g.pack.satellites):
        if g.alliance[country] == NONE and not g.at_war(GERMANY, country):
            for area in members(g.held[country]):
                for unit in members(g.units_of(GERMANY, area)):
                    units.lose(g, unit, "east.ussr_first.procedure")
