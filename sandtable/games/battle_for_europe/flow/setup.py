"""Setup: who plays whom, what belongs to whom, and where the starting units stand."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.sets import NONE, mask, members
from sandtable.games.battle_for_europe.flow import convoys, limits, nations, units
from sandtable.games.battle_for_europe.pack import (
    ALLIES,
    AREAS,
    AT_SEA,
    AXIS,
    BRITAIN,
    FLEET,
    GERMANY,
    NATIONS,
    POWERS,
    SEASONS,
    START,
    USSR,
    USUAL,
    Pack,
)
from sandtable.games.battle_for_europe.scenarios import ALLIED, AT_WAR, Quota
from sandtable.games.battle_for_europe.state import OPENING, PINNED, RULEBOOK_PHASES, Rules, State
from sandtable.games.battle_for_europe.undertakings import Research

FULL_WAR: Final = "full_war"
HANDICAPS: Final = (0, 12, 24, 40)
"""HPP that Germany may have more at the start of Sichelschnitt (setup.sichel.handicap)."""


def rules_of(pack: Pack, options: Options) -> Rules:
    """The rules of a match (mode.scenario.choice, mode.players.by_scenario)."""
    name = str(options["scenario"])
    full = name.startswith(FULL_WAR)
    wanted = FULL_WAR if full else name
    number = next(at for at, scenario in enumerate(pack.scenarios) if scenario.id == wanted)
    scenario = pack.scenarios[number]
    seats = scenario.seats[int(options["players"])]
    seat_of = [NONE] * POWERS
    for seat, (_, powers) in enumerate(seats):
        for power in members(powers):
            seat_of[power] = seat
    order = tuple([tuple([power for power in side if seat_of[power] != NONE]) for side in scenario.order])
    advanced = options["level"] == "advanced"
    return Rules(
        scenario=scenario,
        number=number,
        variant=name[-1] if full else "",
        advanced=advanced,
        optional=options["optional_rules"] is True,
        free=options["setup"] == "free",
        seats=tuple([name for name, _ in seats]),
        powers_of=tuple([powers for _, powers in seats]),
        seat_of=tuple(seat_of),
        order=order,
        units=(1 << pack.units) - 1 if advanced else pack.basic_units,
    )


def clash(pack: Pack, options: Options) -> str:
    """The rule against a number of players in a scenario, or against optional rules or a handicap in it."""
    full = str(options["scenario"]).startswith(FULL_WAR)
    wanted = FULL_WAR if full else options["scenario"]
    scenario = next(scenario for scenario in pack.scenarios if scenario.id == wanted)
    if options["players"] not in scenario.seats:
        return "mode.players.by_scenario"
    if options.get("handicap") and scenario.id != "sichelschnitt":
        return "setup.sichel.handicap"
    return "mode.optional.full_war_only" if options.get("optional_rules") and not full else ""


# ---------------------------------------------------------------------- the board before any unit


def empty_board(pack: Pack, options: Options, chance: Chance) -> State:
    """The situation of the scenario, with all units in their pools."""
    rules = rules_of(pack, options)
    scenario = rules.scenario
    hpp = list(scenario.start_hpp)  # setup.hpp.start
    hpp[GERMANY] += int(options["handicap"])  # setup.sichel.handicap
    g = State(
        chance,
        pack,
        rules,
        season=scenario.start,
        place=[NONE] * pack.units,
        flags=[0] * pack.units,
        steps=[0] * pack.units,
        origin=[NONE] * pack.units,
        yard=[NONE] * pack.units,
        due=[NONE] * pack.units,
        control=list(scenario.control),
        fortress_lost=scenario.fortresses_gone,
        hpp=hpp,
        opening=list(hpp),
    )
    if rules.advanced:
        convoys.begin(g)
    if rules.optional:
        g.research = Research()
    stand(g)
    credit(g)
    nations.look_around(g)
    return g


def stand(g: State) -> None:
    """Who is allied and at war at the start (setup.sichel.situation, setup.barb.situation.war and the like)."""
    pack, scenario = g.pack, g.rules.scenario
    for power in range(POWERS):
        g.commander[power] = power if g.rules.seat_of[power] != NONE else NONE
        if not (scenario.neutral | scenario.inactive) >> power & 1:
            g.alliance[power] = pack.history[power]
    if scenario.id == "barbarossa":
        g.alliance[USSR] = NONE  # it is an ally once Germany attacks it (war.ussr.alliance)
    for one_power, other in scenario.wars:
        g.foes[one_power] |= 1 << other
        g.foes[other] |= 1 << one_power
    for country in members(pack.satellites):
        if scenario.satellites in (ALLIED, AT_WAR):
            g.alliance[country] = AXIS
            g.commander[country] = GERMANY
    if scenario.satellites == AT_WAR:
        enemies = mask(power for power in range(POWERS) if g.alliance[power] == ALLIES)
        for country in members(pack.satellites):
            g.foes[country] = enemies
            for power in members(enemies):
                g.foes[power] |= 1 << country
    if scenario.vichy:
        g.commander[pack.vichy] = GERMANY  # vichy.units.place
    conquered = [nation for nation in range(POWERS, NATIONS) if nation != pack.vichy and _taken(g, nation)]
    g.fallen = mask(conquered)
    if scenario.id in ("barbarossa", "bagration_overlord"):
        g.fallen |= mask(power for power in members(scenario.inactive))


def _taken(g: State, nation: int) -> bool:
    """Whether a country is conquered: another nation controls its capital."""
    return g.control[g.pack.capital[nation]] != nation


def credit(g: State) -> None:
    """Which conquests are part of this year's HPP: those of scenarios that begin with more than the base HPP."""
    pack = g.pack
    year = pack.year[g.season] - pack.year[0]
    for area in range(AREAS):
        holder, owner = g.control[area], pack.printed[area]
        if holder == NONE or (not pack.worth[area] and pack.capital_of[area] == NONE):
            continue
        if holder != owner and holder < POWERS and g.opening[holder] > pack.base_hpp[holder][year]:
            g.credited[area] = holder
        if pack.satellites >> holder & 1 and g.rules.scenario.satellites == AT_WAR and pack.capital_of[area] == holder:
            g.credited[area] = GERMANY


# ---------------------------------------------------------------------- starting units


def new_game(pack: Pack, options: Options, chance: Chance) -> State:
    """The board with the usual deployment, or before the first power places its units."""
    g = empty_board(pack, options, chance)
    if not g.rules.free:
        for power in g.rules.scenario.setup_order:
            deploy(g, power)
        begin(g)
    return g


def begin(g: State) -> None:
    """Everybody has placed his units: the first season begins."""
    g.phase, g.acting, g.turn = OPENING, 0, 0


def placed_by(g: State, power: int) -> list[int]:
    """The nations whose units a power places; Germany also those of others (setup.barb.germany_places)."""
    placements = g.rules.scenario.placements
    others = [nation for nation in placements if nation >= POWERS] if power == GERMANY else []
    return [power, *others]


def starting_pools(g: State, nation: int) -> int:
    """The pools whose units are on the board at the start, as a mask."""
    return g.rules.scenario.place_pools[nation] if nation < POWERS else 1 << START


def unplaced(g: State, nation: int) -> int:
    """The starting units of a nation that are not on the board yet."""
    found = 0
    for pool in members(starting_pools(g, nation)):
        found |= g.pack.of_nation[nation] & g.pack.of_pool[pool]
    found &= g.rules.units
    for unit in members(found):
        if g.place[unit] != NONE:
            found &= ~(1 << unit)
    return found


def remaining(g: State, power: int) -> list[tuple[int, int]]:
    """The usual deployment of what a power has not placed yet, as unit and area (setup.place.usual)."""
    pack = g.pack
    found: list[tuple[int, int]] = []
    for nation in placed_by(g, power):
        left = unplaced(g, nation)
        for stack in g.rules.scenario.deployment:
            if stack.nation != nation or (stack.level and not g.rules.advanced):
                continue
            kind = pack.kind_number[nation, stack.type]
            wanted = stack.count - (g.here[stack.area] & pack.of_kind[kind]).bit_count()
            for unit in members(left & pack.of_kind[kind])[: max(0, wanted)]:
                left &= ~(1 << unit)
                found.append((unit, stack.area))
    return found


def deploy(g: State, power: int) -> None:
    """A power takes its usual deployment for everything that it has not placed yet."""
    for unit, area in remaining(g, power):
        units.place(g, unit, area)
    pin(g, power)
    if g.log is not None:
        g.log.add("deployed", g.pack.nation_ids[power], rule="setup.place.usual")


def pin(g: State, power: int) -> None:
    """Units that a scenario ties to their place (setup.sichel.britain.pinned, .germany.satellites_pinned)."""
    for quota in g.rules.scenario.placements[power].required:
        if quota.pinned:
            for unit in members(counted(g, power, quota))[: quota.count]:
                g.flags[unit] |= PINNED


# ---------------------------------------------------------------------- free placement


def counted(g: State, nation: int, quota: Quota) -> int:
    """The units of a nation that count for a quota."""
    found = 0
    for area in members(quota.areas):
        found |= g.here[area] & g.pack.of_nation[nation]
    return mask(unit for unit in members(found) if counts(g, quota, unit))


def counts(g: State, quota: Quota, unit: int) -> bool:
    """Whether a unit that stands in its areas counts for a quota.

    Advanced units do not count in numbers that placement rules name (setup.place.advanced_units); but how many units
    may be on Malta and in Africa is no placement rule (med.malta_limit_advanced, med.africa_three).
    """
    pack = g.pack
    standing = not quota.areas & ~(pack.africa | 1 << pack.malta)
    return bool(quota.types >> pack.type[unit] & 1 and (standing or pack.basic_units >> unit & 1))


def fleets_only(quota: Quota) -> bool:
    """Whether a quota is one of fleets; the others are met by land and air units, since few areas have ports."""
    return quota.types == 1 << FLEET


def missing(g: State, nation: int, naval: bool) -> int:
    """How many units required somewhere a nation has not placed yet: fleets, or others."""
    short = 0
    for quota in g.rules.scenario.placements[nation].required:
        if fleets_only(quota) == naval:
            short += max(0, quota.count - counted(g, nation, quota).bit_count())
    return short


def on_turn_to_place(g: State) -> int:
    """The power that places units now."""
    return g.rules.scenario.setup_order[g.acting]


def place_units(g: State) -> Flow[State]:
    """The power next in order places one unit, or everything at once (setup.order, setup.place.usual)."""
    power = on_turn_to_place(g)
    if any(unplaced(g, nation) for nation in placed_by(g, power)):
        choice = yield Ask(g.rules.seat_of[power], "setup.pick", PICK, "setup.order", stake=0.1)
        if choice == USUAL:
            deploy(g, power)
        else:
            yield from place_one(g, power, g.pack.number[choice[1]])
    if not any(unplaced(g, nation) for nation in placed_by(g, power)):
        pin(g, power)
        g.acting += 1
        if g.acting == len(g.rules.scenario.setup_order):
            begin(g)


def place_one(g: State, power: int, kind: int) -> Flow[State]:
    """The next unit of a kind goes to an area."""
    nation = g.pack.kind_nation[kind]
    unit = members(unplaced(g, nation) & g.pack.of_kind[kind])[0]
    g.placing = unit
    choice = yield Ask(g.rules.seat_of[power], "setup.at", AT, "setup.place.own_areas", stake=0.1)
    g.placing = NONE
    area = g.pack.number[choice[1]]
    units.place(g, unit, area)
    if g.log is not None:
        g.log.add("placed", g.pack.kind_ids[kind], g.pack.area_ids[area], rule="setup.order")


def pick_refusal(g: State, kind: int) -> str | None:
    """The rule against placing a unit of this kind now."""
    power, nation = on_turn_to_place(g), g.pack.kind_nation[kind]
    if nation not in placed_by(g, power):
        return "setup.order"
    if not unplaced(g, nation) & g.pack.of_kind[kind]:
        return "setup.order"
    return None


def usual_refusal(g: State) -> str | None:
    """The usual deployment may be taken while it fits what was placed by hand (setup.place.usual)."""
    power = on_turn_to_place(g)
    left = sum(unplaced(g, nation).bit_count() for nation in placed_by(g, power))
    coming = remaining(g, power)
    fits = len(coming) == left and all(keeps_limits(g, nation, coming) for nation in placed_by(g, power))
    return None if fits else "setup.place.usual"


def keeps_limits(g: State, nation: int, coming: list[tuple[int, int]]) -> bool:
    """Whether a nation has everything where the scenario wants it once these units are placed too."""
    pack, placement = g.pack, g.rules.scenario.placements[nation]

    def standing(quota: Quota) -> int:
        found = counted(g, nation, quota).bit_count()
        for unit, area in coming:
            found += pack.nation[unit] == nation and bool(quota.areas >> area & 1) and counts(g, quota, unit)
        return found

    enough = all(standing(quota) >= quota.count for quota in placement.required)
    return enough and all(standing(quota) <= quota.count for quota in placement.at_most)


def pick_options(g: State, offer: Offer) -> None:
    power = on_turn_to_place(g)
    if usual_refusal(g) is None:
        offer.add(USUAL)
    for kind in range(len(g.pack.kind_ids)):
        if pick_refusal(g, kind) is None:
            offer.add(g.pack.pick[kind])
    offer.tell(power=g.pack.nation_ids[power])


def at_refusal(g: State, area: int) -> str | None:
    """The rule against placing the unit in an area."""
    pack, unit = g.pack, g.placing
    nation, kind = pack.nation[unit], pack.type[unit]
    placement = g.rules.scenario.placements[nation]
    if not placement.areas >> area & 1:
        return "setup.place.own_areas"
    if not pack.basic_units >> unit & 1 and advanced_areas(g, nation) >> area & 1 == 0:
        return "setup.place.advanced_where"
    if pack.domain[kind] == AT_SEA and not pack.ports >> area & 1:
        return "setup.place.naval_ports"
    for quota in placement.at_most:
        concerned = quota.areas >> area & 1 and counts(g, quota, unit)
        if concerned and counted(g, nation, quota).bit_count() >= quota.count:
            return full_rule(g, counted(g, nation, quota) | 1 << unit, area)
    return unneeded(g, nation, kind, area) if pack.basic_units >> unit & 1 else None


def advanced_areas(g: State, nation: int) -> int:
    """Where advanced units of a nation may be placed, among the areas of its others (setup.place.advanced_where)."""
    if g.rules.scenario.id != "sichelschnitt" or nation != GERMANY:
        return g.pack.ground
    return g.pack.areas_of[GERMANY] | g.pack.areas_of[g.pack.poland]


def unneeded(g: State, nation: int, kind: int, area: int) -> str | None:
    """The rule that needs the unit elsewhere: so many must stand in certain areas (setup.sichel.germany.kiel)."""
    naval = g.pack.domain[kind] == AT_SEA
    own = unplaced(g, nation) & g.pack.basic_units
    left = mask(unit for unit in members(own) if (g.pack.domain[g.pack.type[unit]] == AT_SEA) == naval)
    if left.bit_count() > missing(g, nation, naval):
        return None
    for quota in g.rules.scenario.placements[nation].required:
        concerned = quota.areas >> area & 1 and quota.types >> kind & 1 and fleets_only(quota) == naval
        if concerned and counted(g, nation, quota).bit_count() < quota.count:
            return None
    return needed_rule(g, nation, area)


def full_rule(g: State, units: int, area: int) -> str:
    """The rule by which these units of a nation would be too many in an area."""
    if area == g.pack.malta:
        return limits.malta_rule(g, units)
    return "setup.barb.germany_libya" if g.pack.africa >> area & 1 else "setup.full.germany_six_poland"


def needed_rule(g: State, nation: int, area: int) -> str:
    """The rule that wants a unit elsewhere than in an area."""
    pack = g.pack
    if nation == BRITAIN:
        return "setup.sichel.britain.malta"
    if g.rules.scenario.id != "sichelschnitt":
        return "setup.full.germany_six_poland"
    if pack.type[g.placing] == FLEET:
        return "setup.sichel.germany.kiel"
    poland = pack.areas_of[pack.poland]
    short = [quota for quota in g.rules.scenario.placements[nation].required if quota.types != 1 << FLEET]
    short = [quota for quota in short if counted(g, nation, quota).bit_count() < quota.count]
    if poland >> area & 1 or all(quota.areas == poland for quota in short):
        return "setup.sichel.germany.rest_poland"
    home = pack.areas_of[GERMANY] >> area & 1
    return "setup.sichel.germany.home_two" if home else "setup.sichel.germany.satellites"


def at_options(g: State, offer: Offer) -> None:
    for area in g.pack.grounds:
        if at_refusal(g, area) is None:
            offer.add(g.pack.at[area])
    offer.tell(kind=g.pack.kind_ids[g.pack.kind[g.placing]])


PICK: Final = Legality(pick_options, {"usual": nothing(usual_refusal), "pick": one(pick_refusal)})
AT: Final = Legality(at_options, {"at": one(at_refusal)})


# ---------------------------------------------------------------------- the first turn


def first_phase(g: State) -> int:
    """The phase with which a side's turn begins: phase 2 if none of its powers has a phase 1 in it."""
    everybody_late = all(comes_late(g, power) for power in g.on_turn())
    return RULEBOOK_PHASES[g.rules.scenario.first_phase - 1 if everybody_late else 0]


def comes_late(g: State, power: int) -> bool:
    """Whether a power has no phase 1 in this turn: Germany in the very first, but not Italy beside it.

    (setup.sichel.first_turn)
    """
    scenario = g.rules.scenario
    return power == scenario.late and g.season == scenario.start


def last_season(g: State) -> bool:
    """Whether this is the last season of the scenario (seq.end.date)."""
    assert g.season < SEASONS
    return g.season == g.rules.scenario.end
