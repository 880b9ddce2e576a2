"""What can never be on the board, in one sentence each; for a position that was written by hand too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.sets import NONE, mask, members
from sandtable.games.battle_for_europe.flow import convoys
from sandtable.games.battle_for_europe.flow.limits import MOST_IN_AFRICA, in_africa
from sandtable.games.battle_for_europe.pack import AREAS, AT_SEA, FLEET, NATIONS, POWERS, USSR
from sandtable.games.battle_for_europe.routes import RECEIVERS, ROUTE_KEYS, ROUTES
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import FIGHTING, GONE, OVER, PLACING, TRANSFERRING, State


def invariants(g: State) -> list[str]:
    """One sentence for everything that is wrong."""
    state = [*units(g), *yards(g), *limits(g), *control(g), *nations(g), *commanders(g), *accounts(g), *progress(g)]
    return [*state, *aid(g), *research(g)]


def units(g: State) -> Iterator[str]:
    """Where units are, and what may be there."""
    pack = g.pack
    for unit, area in enumerate(g.place):
        name = pack.unit_keys[unit]
        if area == NONE:
            if g.yard[unit] != NONE and (g.due[unit] == NONE or pack.domain[pack.type[unit]] != AT_SEA):
                yield f"units: {name} is being rebuilt: only fleets are, and it is known when they are ready"
            continue
        if g.flags[unit] & GONE:
            yield f"units: {name} is lost for good (para.lost_alone)"
        if not g.rules.units >> unit & 1:
            yield f"units: {name} does not exist at this level (mode.level.basic_units)"
        if pack.sea >> area & 1:
            yield f"units: {name} stands at sea (unit.fleet.not_at_sea)"
        if pack.domain[pack.type[unit]] == AT_SEA and not pack.ports >> area & 1:
            yield f"units: {name} is not in a port (unit.fleet.base)"
        if g.yard[unit] != NONE:
            yield f"units: {name} is on the board and being rebuilt"
        if not g.here[area] >> unit & 1:
            yield f"units: {name} is not where it is said to be"
    if sum(here.bit_count() for here in g.here) != sum(area != NONE for area in g.place):
        yield "units: the board has units that are nowhere"


def yards(g: State) -> Iterator[str]:
    """Fleets that are being rebuilt."""
    pack = g.pack
    for unit, area in enumerate(g.yard):
        name, due = pack.unit_keys[unit], g.due[unit]
        if (area == NONE) != (due == NONE):
            yield f"units: {name} has a yard or a season in which it is ready, but not both"
        elif area != NONE:
            if pack.type[unit] != FLEET or not pack.ports >> area & 1:
                yield f"units: {name} is rebuilt, but it is no fleet or there is no port (build.naval_coast)"
            if due > g.season + pack.rebuild_delay:
                yield f"units: {name} takes longer than a fleet does (build.fleet_rebuild.delay)"
            if not g.own_side[pack.nation[unit]] >> area & 1:
                yield f"units: {name} is being rebuilt in an area of others (build.fleet_rebuild.lost)"


def limits(g: State) -> Iterator[str]:
    """How many units may be on Malta and in Africa."""
    pack = g.pack
    if not g.rules.special("13.4"):
        return
    if in_africa(g).bit_count() > MOST_IN_AFRICA:
        yield "units: there are more than three German units in Africa (med.africa_three)"
    for side in sides(g):
        for domain in (pack.land_units, pack.air_units, pack.naval_units):
            if (g.here[pack.malta] & side & domain).bit_count() > 1:
                yield "units: Malta has two units of one sort of the same side (med.malta_limit)"


def sides(g: State) -> set[int]:
    """The units of those who stand together, as masks."""
    return {g.allied_units[nation] for nation in range(NATIONS) if g.at[nation] >> g.pack.malta & 1}


def control(g: State) -> Iterator[str]:
    """Who controls what."""
    pack = g.pack
    for area in range(AREAS):
        owner = g.control[area]
        if pack.sea >> area & 1:
            if owner != NONE:
                yield f"control.{pack.area_keys[area]}: nobody controls the sea"
        elif owner != NONE and not g.held[owner] >> area & 1:
            yield f"control.{pack.area_keys[area]}: it is not where it is said to be"
    if g.fortress_lost & ~pack.fortresses:
        yield "fortress_lost: there is no fortress (mod.fortress.once_captured)"


def nations(g: State) -> Iterator[str]:
    """Wars are mutual, and never between allies."""
    for nation in range(NATIONS):
        name = g.pack.nation_keys[nation]
        for foe in members(g.foes[nation]):
            if not g.foes[foe] >> nation & 1:
                yield f"at_war_with.{name}: a war is one of both sides"
            if g.allied_nations[nation] >> foe & 1:
                yield f"at_war_with.{name}: allies are not at war (war.historic_allies)"


def commanders(g: State) -> Iterator[str]:
    """Powers command themselves, and small countries are commanded by powers that still play."""
    for nation, power in enumerate(g.commander):
        name = g.pack.nation_keys[nation]
        if power == NONE:
            continue
        if g.rules.seat_of[power] == NONE or g.fallen >> power & 1:
            yield f"commander.{name}: {POWER_KEYS[power]} does not play (war.neutral.who_commands)"
        if nation < POWERS and power != nation:
            yield f"commander.{name}: a great power commands its own units"


def accounts(g: State) -> Iterator[str]:
    """HPP: nobody spends what he has not got, nor more than half of the year's; only losses make debts."""
    on_turn = mask(g.on_turn()) if FIGHTING <= g.phase <= TRANSFERRING else 0
    for power in range(POWERS):
        name = POWER_KEYS[power]
        if g.rules.seat_of[power] == NONE and g.hpp[power]:
            yield f"hpp.{name}: it takes no part"
        if g.fallen >> power & 1:
            continue
        if g.hpp[power] < 0 and not g.deducted | g.struck and not g.rules.advanced:  # bomb.strategic.debt
            yield f"hpp.{name}: nobody lost anything this year that could have made debts (hpp.no_credit)"
        if on_turn >> power & 1 and g.spent[power] > g.limit(power) and not g.deducted:
            yield f"spent.{name}: it is more than half of the year's HPP (hpp.half_cap)"


def progress(g: State) -> Iterator[str]:
    """Whose part it is."""
    scenario = g.rules.scenario
    if not scenario.start <= g.season <= scenario.end:
        yield "season: it is not in this scenario (seq.end.date)"
    if g.phase == PLACING:
        if g.acting >= len(scenario.setup_order):
            yield "acting: nobody places units"
    elif g.phase != OVER and g.acting and g.acting >= len(g.on_turn()):
        yield "acting: the side has not so many powers"
    if (g.placing != NONE) and g.phase != PLACING:
        yield "placing: units are placed during set-up only (setup.order)"


def aid(g: State) -> Iterator[str]:
    """Stacks of aid, and what everybody knows of them."""
    lease = g.lease
    if lease is None:
        return
    there = mask(route for route in range(ROUTES) if lease.stacks[route] != NONE)
    for name, routes in (("shown", lease.shown), ("fresh", lease.fresh)):
        if routes & ~there:
            yield f"lend_lease.{name}: there is no such stack (lend.face_down)"
    for power in range(POWERS):
        if convoys.face_down(g, power) > lease.most[power]:
            yield f"lend_lease.most.{POWER_KEYS[power]}: its stacks hold more than they can (lend.quarter)"
    for route in members(there):
        name = ROUTE_KEYS[route]
        if convoys.begun(g, route) is not None:
            yield f"lend_lease.stacks.{name}: nothing is sent yet ({convoys.begun(g, route)})"
        if g.fallen >> RECEIVERS[route] & 1:
            yield f"lend_lease.stacks.{name}: its receiver has fallen (lend.receiver_fallen)"
        if RECEIVERS[route] == USSR and convoys.is_blocked(g):
            yield f"lend_lease.stacks.{name}: Vologda is lost (lend.vologda_underway)"


def research(g: State) -> Iterator[str]:
    """Goals that were tried for."""
    done = g.research
    if done is None:
        return
    for project, (power, goal) in enumerate(g.pack.projects):
        name = f"{POWER_KEYS[power]}_{g.pack.goals[goal].id}"
        if (done.reached | done.tried) >> project & 1 and not done.tries[project]:
            yield f"research.tries.{name}: it was never tried (opt.roll)"
        if done.tries[project] and g.pack.goals[goal].advanced and not g.rules.advanced:
            yield f"research.tries.{name}: its units do not exist at this level (opt.needs_advanced)"
