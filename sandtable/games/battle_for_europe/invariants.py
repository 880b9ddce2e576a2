"""What can never be on the board, in one sentence each; for a position that was written by hand too."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.pack import AREAS, AT_SEA, NATIONS, POWERS
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import OVER, PLACING, State


def invariants(g: State) -> list[str]:
    """One sentence for everything that is wrong."""
    return [*units(g), *control(g), *nations(g), *accounts(g), *progress(g)]


def units(g: State) -> Iterator[str]:
    """Where units are, and what may be there."""
    pack = g.pack
    for unit, area in enumerate(g.place):
        name = pack.unit_keys[unit]
        if area == NONE:
            if g.yard[unit] != NONE and (g.due[unit] == NONE or pack.domain[pack.type[unit]] != AT_SEA):
                yield f"units: {name} is being rebuilt: only fleets are, and it is known when they are ready"
            continue
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


def accounts(g: State) -> Iterator[str]:
    """HPP."""
    for power in range(POWERS):
        if g.rules.seat_of[power] == NONE and g.hpp[power]:
            yield f"hpp.{POWER_KEYS[power]}: it takes no part"


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
