"""War: declarations, the armies of attacked countries, and who joins whom."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits, first, mask, members
from sandtable.engine.types import Numbers
from sandtable.games.battle_for_europe.flow import (
    attack,
    control,
    convoys,
    cooperation,
    limits,
    means,
    nations,
    targets,
    units,
)
from sandtable.games.battle_for_europe.pack import (
    ALLIES,
    AUTUMN,
    AXIS,
    GERMANY,
    ITALY,
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
from sandtable.games.battle_for_europe.state import SEEN, Known, State

# ---------------------------------------------------------------------- who may declare war on whom


def declare_refusal(g: State, nation: int) -> str | None:
    """The rule against any of the powers asked declaring war on a nation."""
    reasons: list[tuple[int, str]] = []
    here = means.known(g)
    for power in g.asked():
        rule = may_not_declare(g, here, power, nation)
        if rule is None:
            return None
        near = within_reach(g, here, power, nation, True)
        near = near or any(satellites_in_reach(g, here, power, nation, side, True) for side in (AXIS, NONE))
        reasons.append((2 if no_enemy(g, power, nation) is not None else 0 if near else 1, rule))
    return min(reasons, key=lambda row: row[0])[1]  # of several powers the one that comes nearest to it says why not


def declarable(g: State, here: Known) -> Numbers:
    """The nations on which the powers asked can declare war."""
    found = 0
    for power in g.asked():
        if g.purse(power):  # every declaration costs something
            never = g.fallen | g.foes[power] | g.allied_nations[power]  # war.historic_allies
            found |= declared_by(g, here, power, cooperation.EVERYBODY & ~(found | never))
    return bits(found)


def declared_by(g: State, here: Known, power: int, others: int) -> int:
    """Those of some nations on which a power can declare war, as a mask."""
    its = means.of(g, here, power)
    near = its.march | its.flown | means.landings(g, here, (power,))
    found = 0
    for nation in bits(others):
        held = g.held[nation]
        bound = (held | g.at[nation]) & near or free_of_deeds(g, power, nation) or (power == USSR and nation == GERMANY)
        if held and bound and may_not_declare(g, here, power, nation) is None:
            found |= 1 << nation
    return found


def declarers(g: State, nation: int) -> list[int]:
    """The powers asked that can declare war on a nation."""
    here = means.known(g)
    return [power for power in g.asked() if may_not_declare(g, here, power, nation) is None]


def may_not_declare(g: State, here: Known, power: int, nation: int) -> str | None:
    """The rule against a power declaring war on a nation."""
    rule = no_enemy(g, power, nation) or special_ban(g, here, power, nation)
    if rule is not None:
        return rule
    if limits.bound(g, power):
        return "fall.last_chance"
    price = cost(g, nation)
    rule = nations.too_dear(g, power, price)
    if rule is not None or free_of_deeds(g, power, nation):
        return rule
    battle, invasion = (nations.too_dear(g, power, price + attack.cost(g, kind)) is None for kind in (ATTACK, INVADE))
    if battle and (within_reach(g, here, power, nation, invasion) or by_satellite(g, here, power, nation, price)):
        return None
    return "war.must_follow_enforced"


def by_satellite(g: State, here: Known, power: int, nation: int, price: int) -> bool:
    """Whether the Soviet Union can follow a declaration on Germany by deeds against a satellite (east.ussr_satellite).

    A neutral one has to be declared war on as well; one that fights for the Axis already has not.
    """
    for side, more in ((AXIS, 0), (NONE, g.pack.costs["declare_war_small"])):
        prices = [price + more + attack.cost(g, kind) for kind in (ATTACK, INVADE)]
        battle, invasion = (nations.too_dear(g, power, each) is None for each in prices)
        if battle and satellites_in_reach(g, here, power, nation, side, invasion):
            return True
    return False


def free_of_deeds(g: State, power: int, nation: int) -> bool:
    """Whether no attack has to follow a declaration (usa.enter_no_attack, war.italy.help_victim)."""
    entering = power == USA and g.alliance[USA] == NONE
    return entering or bool(victims(g, nation))


def victims(g: State, nation: int) -> list[int]:
    """The small countries that a neutral great power has attacked and that stand (war.neutral_power.victim)."""
    if nation >= POWERS or g.alliance[nation] != NONE:
        return []
    return [country for country in members(g.foes[nation]) if country >= POWERS and g.alliance[country] == NONE]


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


def special_ban(g: State, here: Known, power: int, nation: int) -> str | None:
    """Special rules about single powers (13.2, 13.3, 13.5)."""
    pack = g.pack
    satellite = bool(pack.satellites >> nation & 1)
    if satellite and not g.rules.special("13.3"):
        return "setup.sichel.satellites_closed"
    if nation == pack.norway and limits.norway_spared(g, power):
        overland = means.of(g, here, power).march & g.held[nation]  # setup.sichel.norway_overland
        return None if overland else "setup.sichel.no_allied_norway"
    if nation == USA:
        return "usa.no_axis_declaration"
    if power == USA and g.alliance[USA] == NONE:
        if nation != (ITALY if g.fallen >> GERMANY & 1 else GERMANY) or g.alliance[nation] != AXIS:
            return "usa.hpp_before"
        return None if (pack.year[g.season], pack.season[g.season]) >= (1942, SPRING) else "usa.enter"
    if power == USSR and (g.alliance[nation] == AXIS or satellite):
        if g.rules.special("13.3a") and (pack.year[g.season], pack.season[g.season]) < (1941, AUTUMN):
            return "east.ussr_not_before"
        if satellite and not g.at_war(USSR, GERMANY):
            return "east.ussr_cost" if g.rules.special("13.3a") else "setup.barb.situation.satellites"
        return None
    if g.alliance[power] == AXIS and nation == USSR and pack.season[g.season] == WINTER:
        return "east.winter_no_opening"
    return "east.friendly_satellites" if satellite and g.allied_nations[power] >> nation & 1 else None


def cost(g: State, nation: int) -> int:
    """What a declaration costs (war.cost.great, war.cost.small, east.ussr_cost, vichy.declare)."""
    return g.pack.costs["declare_war_great_power" if nation < POWERS else "declare_war_small"]


def within_reach(g: State, here: Known, power: int, nation: int, by_sea: bool) -> bool:
    """Whether units of a power can reach an area of a nation by land, by air or in ships (war.must_follow_enforced)."""
    its = means.of(g, here, power)
    enemies = g.allied_nations[nation] if nation < POWERS else 0  # war.one_for_alliance
    beside = cooperation.strangers(g, power, enemies | 1 << nation) if g.alliance[power] == NONE else 0
    own = g.held[nation] & ~beside
    if its.march & (own | standing_with_enemies(g, power, nation)) or in_the_open(g, its.flown & ~beside, nation):
        return True
    harbours = own & g.pack.ports
    return by_sea and any(means.shipped(g, its, power, port) & harbours for port in its.cargo)


def standing_with_enemies(g: State, power: int, nation: int) -> int:
    """Areas of enemies of a power with land units of a nation, to attack which is a deed as well (war.must_follow)."""
    areas = g.at[nation] & nations.areas_of_all(g, g.foes[power] & ~(1 << nation)) if g.at[nation] else 0
    army = g.pack.of_nation[nation] & g.pack.land_units
    return mask(area for area in members(areas) if g.here[area] & army)


def satellites_in_reach(g: State, here: Known, power: int, nation: int, side: int, by_sea: bool) -> bool:
    """Whether the Soviet Union, at war with Germany, could reach satellites of a side, or neutral ones (NONE)."""
    if power != USSR or nation != GERMANY or not g.rules.special("13.3a"):
        return False
    countries = [country for country in members(g.pack.satellites & ~g.fallen) if g.alliance[country] == side]
    return any(within_reach(g, here, power, country, by_sea) for country in countries)


def in_the_open(g: State, flown: int, nation: int) -> bool:
    """Whether aircraft that reach these areas are sure to find land units of a nation to attack (war.by_air_alone).

    An army that is still to be placed may stand in any of its areas.
    """
    army = g.pack.of_nation[nation] & g.pack.land_units
    standing = mask([area for area in members(g.at[nation]) if g.here[area] & army])
    return bool(flown & standing) if standing else not g.held[nation] & ~flown


# ---------------------------------------------------------------------- the declaration


def declare(g: State, power: int, nation: int) -> Flow[State]:
    """A power declares war and pays at once (war.pay_at_once); its whole alliance is at war (war.one_for_alliance)."""
    rule = "war.cost.great" if nation < POWERS else "war.cost.small"
    nations.pay(g, power, cost(g, nation), "declaration", rule)
    if g.log is not None:
        g.log.add("declared", g.pack.nation_ids[power], g.pack.nation_ids[nation], rule="war.needed")
    if not free_of_deeds(g, power, nation):
        g.owed[power] |= 1 << nation  # war.must_follow
    if nation < POWERS:
        attacked = victims(g, nation)
        yield from on_power(g, power, nation)
        for country in attacked:
            join_alliance(g, country)  # war.neutral_power.victim: its units may come to help at once
    else:
        yield from on_country(g, power, nation)
        take_from_inside(g, power, nation)


def on_power(g: State, power: int, nation: int) -> Flow[State]:
    """War between great powers: both belong to their alliances from now on, and these are at war.

    (war.italy.alliance, war.ussr.alliance, usa.enter_side); but two neutral powers are at war by themselves. Whoever
    joins a war in the east that is being fought already does not open it again (east.surprise, east.ussr_first).
    """
    pack = g.pack
    if g.alliance[power] == NONE == g.alliance[nation]:
        nations.set_war(g, 1 << power, 1 << nation)  # war.neutral_power.both
        return
    in_the_east = g.at_war(GERMANY, USSR)
    if nation == USSR and not in_the_east:
        g.german_attack = g.season  # an ally of Germany takes it into this war too (war.one_for_alliance)
    elif power == USSR and not in_the_east:
        g.soviet_attack = g.season  # east.ussr_first: the satellites stay neutral
    for one_power in (power, nation):
        nations.join_side(g, one_power, pack.history[one_power])
        take_command(g, pack.history[one_power])
    if nation == USSR and not (in_the_east or g.fallen >> GERMANY & 1):
        yield from satellites_join(g)
    if power == USA:
        muster(g)
    clash(g)


def take_command(g: State, side: int) -> None:
    """Countries of a side whose commanders have fallen follow its strongest power again (war.neutral.who_commands)."""
    for country in range(POWERS, NATIONS):
        if g.alliance[country] == side and g.commander[country] == NONE:
            nations.set_commander(g, country, strongest(g, side))


def muster(g: State) -> None:
    """The American starting units stand in the box (setup.full.usa_units)."""
    pack = g.pack
    for unit in members(pack.of_nation[USA] & pack.of_pool[START] & g.rules.units):
        if g.place[unit] == NONE and not g.flags[unit] & SEEN:
            units.place(g, unit, pack.usa_box)


def clash(g: State) -> None:
    """All members of the two alliances are at war with each other, but satellites that have not joined yet."""
    waiting = g.rules.scenario.satellites == ALLIED and g.german_attack == NONE == g.soviet_attack
    idle = g.pack.satellites if waiting else 0
    axis, allies = (mask([each for each in range(NATIONS) if g.alliance[each] == side]) for side in (AXIS, ALLIES))
    fighting = mask([each for each in members(axis) if g.foes[each] or not idle >> each & 1])
    nations.set_war(g, fighting, allies)  # setup.barb.situation.satellites


def satellites_join(g: State) -> Flow[State]:
    """The satellites join Germany, with their armies and their HPP (east.satellites_join, east.satellites_hpp)."""
    pack = g.pack
    joining = [country for country in members(pack.satellites) if not g.fallen >> country & 1]
    joining = [country for country in joining if g.alliance[country] != ALLIES]
    new = [country for country in joining if g.credited[pack.capital[country]] != GERMANY]  # others are in this year's
    gain = sum(pack.tribute[country] for country in new)
    g.hpp[GERMANY] += gain
    g.opening[GERMANY] += gain  # hpp.half_cap.satellite_gain
    if g.log is not None:
        g.log.add("satellites", gain, rule="east.satellites_hpp")
    for country in joining:
        nations.set_commander(g, country, GERMANY)
        nations.join_side(g, country, AXIS)
        g.credited[pack.capital[country]] = GERMANY
    for country in joining:
        yield from place_army(g, country, rule="east.satellites_units")


def on_country(g: State, power: int, country: int) -> Flow[State]:
    """War on a small country: its army is placed before anybody moves (war.neutral.army_before_moves)."""
    attackers = g.allied_nations[power] if g.alliance[power] != NONE else 1 << power
    side = nations.other_side(g.pack.history[power])  # war.neutral.opposing_alliance
    fighting = [each for each in members(attackers) if each < POWERS or g.alliance[each] != NONE]
    nations.set_war(g, mask(fighting) & ~(1 << country), 1 << country)
    if g.alliance[country] != NONE:
        return  # it has an army and a commander already
    chosen = strongest(g, side)
    if g.pack.satellites >> country & 1 and side == AXIS and not g.fallen >> GERMANY & 1:
        chosen = GERMANY  # east.satellite_attacked_early
    before = g.commander[country]
    if before == NONE or g.pack.history[before] != side:
        nations.set_commander(g, country, chosen)  # war.neutral.command_passes, vichy.axis_may_declare
    if country == g.pack.vichy and side == AXIS:
        nations.join_side(g, country, AXIS)  # vichy.attacked
        clash(g)
    if country != g.pack.vichy:
        yield from place_army(g, country)


def take_from_inside(g: State, power: int, country: int) -> None:
    """Areas of an attacked country in which units of the attacker stand and none of its army (ctl.capture)."""
    for area in members(g.held[country]):
        if g.units_of(power, area) & g.pack.land_units and not g.enemies_in(power, area) & g.pack.land_units:
            control.capture(g, area, power)
            nations.follow_up(g, power, country)


def strongest(g: State, side: int) -> int:
    """The member of an alliance with most HPP, of equal ones the first in the order of play; NONE if there is none.

    (war.neutral.who_places, war.neutral.who_places_tie, war.neutral.who_places_hidden)
    """
    order = [power for row in g.rules.order for power in row]
    playing = [power for power in order if g.alliance[power] == side and not g.fallen >> power & 1]
    return max(playing, key=lambda power: convoys.open_hpp(g, power), default=NONE)


def place_army(g: State, country: int, prompt: str = "war.place", rule: str = "war.neutral.army") -> Flow[State]:
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
            choice = yield Ask(seat, prompt, PLACE, "war.neutral.who_places", stake=0.1)
            area = pack.number[choice[1]]
        units.place(g, unit, area)
        if g.log is not None:
            g.log.add("placed", pack.kind_ids[pack.kind[unit]], pack.area_ids[area], rule=rule)
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
            join_alliance(g, country)


def join_alliance(g: State, country: int) -> None:
    """An attacked country belongs to the alliance of the power that commands it."""
    commander = g.commander[country]
    nations.join_side(g, country, g.alliance[commander])
    clash(g)
    if g.log is not None:
        names = g.pack.nation_ids[country], g.pack.nation_ids[commander]
        g.log.add("joined", *names, rule="war.neutral.survives")


def must_attack_first(g: State, power: int) -> bool:
    """Whether a power can still follow a declaration of war by deeds (war.must_follow, war.must_follow_impossible)."""
    here = means.known(g)
    owed = g.owed[power]
    if power == USSR and owed >> GERMANY & 1 and g.rules.special("13.3a"):  # east.ussr_satellite
        countries = g.pack.satellites & ~g.fallen
        if any(may_not_declare(g, here, power, country) is None for country in members(countries)):
            return True
        owed |= countries & g.foes[power]
    areas = nations.areas_of_all(g, owed)
    if targets.entered(g, here, power) & areas:
        return True
    for nation in members(owed):
        areas |= standing_with_enemies(g, power, nation)
    for kind in (ATTACK, INVADE):
        for area in members(_may_reach(g, here, kind, power) & areas):
            if attacks_alone(g, here, kind, power, area):
                return True
    return False


def _may_reach(g: State, here: Known, kind: int, power: int) -> int:
    """Where a power may have units in an attack of a kind, as a mask."""
    near = 0
    for nation in bits(g.under[power]):
        its = means.of(g, here, nation)
        near |= attack.reached(its, kind)
        if kind == INVADE:
            for other in attack.led_with(g, power):
                near |= means.aboard(g, its, other, means.of(g, here, other))
    return near


def attacks_alone(g: State, here: Known, kind: int, power: int, area: int) -> bool:
    """Whether a power can attack an area without the help of other players, who may refuse it."""
    g.order = Order(kind, power, area)
    able = attack.led_by(g, here, kind, power, area) is None
    g.order = None
    return able
