"""What is worked out for all areas at once is the same as what the rules say of each."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from sandtable.engine.ask import Offer
from sandtable.engine.chance import Chance
from sandtable.engine.match import Match
from sandtable.engine.sets import NONE, members
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import (
    attack,
    entry,
    landing,
    limits,
    means,
    movement,
    nations,
    orders,
    reach,
    targets,
    transfer,
    war,
)
from sandtable.games.battle_for_europe.pack import FLEET, NATIONS, POWERS
from sandtable.games.battle_for_europe.parts import ATTACK, ENTER, INVADE, STRIKE
from sandtable.games.battle_for_europe.state import PINNED, USED, State
from tests.games.battle_for_europe.war import PACK
from tests.playing import first_quick

SCENARIOS = (
    "sichelschnitt-2",
    "barbarossa-2",
    "bagration_overlord-2",
    "full_war_a-2",
    "barbarossa-2/advanced",
    "bagration_overlord-2/advanced",
)


def begun(mode: str, seed: int) -> Match[State]:
    """A match in a mode, with '/advanced' behind it at that level."""
    basic, _, level = mode.partition("/")
    return start(GAME, {**GAME.modes[basic], "level": level or "basic"}, Origin(f"seed {seed}"))


def situations(mode: str, count: int = 12) -> Iterator[State]:
    """Situations of a random game, some way apart."""
    match = begun(mode, 3)
    rng = random.Random(mode)
    for _ in range(count):
        for _ in range(40):
            if match.ask is None:
                return
            match.choose(rng.choice(match.choices))
        yield match.state


def on_board(g: State) -> list[int]:
    """One unit of each kind in each area."""
    found = {(PACK.kind[unit], area): unit for unit, area in enumerate(g.place) if area != NONE}
    return list(found.values())


@pytest.mark.parametrize("mode", first_quick(SCENARIOS))
def test_areas_open_to_units_are_those_that_no_rule_bars(mode: str) -> None:
    for g in situations(mode):
        for unit in on_board(g):
            nation = PACK.nation[unit]
            for area in PACK.grounds:
                assert bool(entry.open_areas(g, nation) >> area & 1) == (entry.barred(g, nation, area) is None)
                if not g.rules.special("13.4"):
                    continue
                assert bool(limits.full(g, unit) >> area & 1) == (limits.crowded(g, unit, area) is not None)


@pytest.mark.parametrize("mode", first_quick(SCENARIOS))
def test_moves_and_transfers_end_where_no_rule_closes_an_area(mode: str) -> None:
    for g in situations(mode, 6):
        for unit in on_board(g):
            nation = PACK.nation[unit]
            moves, transfers, bases = movement.open_for(g, unit), transfer.open_for(g, unit), reach.bases(g, nation)
            for area in PACK.grounds:
                assert bool(moves >> area & 1) == (movement.closed(g, unit, area) is None)
                assert bool(transfers >> area & 1) == (transfer.closed(g, unit, area) is None)
                assert bool(bases >> area & 1) == (reach.no_base(g, nation, area) is None)


@pytest.mark.parametrize("mode", first_quick(SCENARIOS))
def test_fleets_land_what_they_can_carry(mode: str) -> None:
    for g in situations(mode, 6):
        here = means.known(g)
        for nation in range(len(PACK.nation_keys)):
            own = members(PACK.of_nation[nation] & g.rules.units)
            free = [unit for unit in own if g.place[unit] not in (NONE, PACK.usa_box) and not g.flags[unit] & PINNED]
            fleets = [unit for unit in free if PACK.type[unit] == FLEET and not g.flags[unit] & USED]
            for port in means.of(g, here, nation).cargo:
                unit = next(unit for unit in free if g.place[unit] == port and PACK.land_units >> unit & 1)
                for area in members(PACK.coastal):
                    carried = any(landing.can_carry(g, fleet, unit, area) for fleet in fleets)
                    assert bool(means.shipped(g, means.of(g, here, nation), nation, port) >> area & 1) == carried


@pytest.mark.parametrize("mode", first_quick((*SCENARIOS, "sichelschnitt-3", "full_war_b-5")))
def test_orders_are_aimed_where_no_rule_refuses_them(mode: str) -> None:
    match = begun(mode, 5)
    rng = random.Random(mode)
    seen = 0
    while match.ask is not None and seen < 25:
        if match.ask.prompt == "phase_one":
            seen += 1
            g = match.state
            aimed = targets.menu(g, means.known(g))
            for area in PACK.grounds:
                assert bool(aimed[ENTER] >> area & 1) == (entry.enter_refusal(g, area) is None)
                for kind in (ATTACK, INVADE, STRIKE):
                    assert bool(aimed[kind] >> area & 1) == (attack.refusal(g, kind, area) is None)
            declared = [nation for nation in range(NATIONS) if war.declare_refusal(g, nation) is None]
            assert list(war.declarable(g, means.known(g))) == declared
        match.choose(rng.choice(match.choices))
    assert seen == 25


def test_ships_bring_units_where_they_have_points_for_the_way_over_the_port() -> None:
    ways = PACK.sea_ways
    bases = members(PACK.ports)
    for open_ways in (0, 5, 15):
        for base in bases[::9]:
            for port in bases[::4]:
                for area in members(PACK.coastal):
                    enough = 0 <= ways.by_way_of(open_ways, base, port, area) <= 4
                    assert bool(ways.carried(open_ways, base, port, 4) >> area & 1) == enough


@pytest.mark.parametrize("mode", first_quick(SCENARIOS))
def test_what_the_verbs_keep_up_to_date_is_what_looking_around_finds(mode: str) -> None:
    for g in situations(mode):
        again = g.copy()
        nations.look_around(again)
        for name in (
            "here",
            "at",
            "held",
            "own_side",
            "open_to",
            "sealed",
            "led",
            "under",
            "allied_units",
            "hostile_units",
        ):
            assert getattr(again, name) == getattr(g, name), name


def test_what_was_known_is_forgotten_when_something_changes() -> None:
    g = GAME.new(GAME.settle(GAME.modes["sichelschnitt-2"]), Chance.from_seed("1"))
    before = means.known(g)
    assert means.known(g.copy()) is before
    g.flags[0] |= USED
    assert means.known(g) is not before


def offered(g: State) -> list[Choice]:
    """The menu of phase 1."""
    offer = Offer()
    orders.menu_options(g, offer)
    return offer.options


@pytest.mark.parametrize("mode", first_quick(("bagration_overlord-2/advanced", *SCENARIOS[:4])))
def test_a_menu_that_is_remembered_is_the_same_when_it_is_worked_out_anew(mode: str) -> None:
    """`means.menu` looks at everything on which the menu of phase 1 depends: at HPP, for one, in the same situation."""
    match = begun(mode, 5)
    rng = random.Random(mode)
    menus = 0
    while match.ask is not None and menus < 40:
        if match.ask.prompt == "phase_one":
            menus += 1
            poor = match.state.copy()
            poor.hpp = [0] * POWERS
            remembered = [offered(g) for g in (match.state, poor)]
            for g, menu in zip((match.state, poor), remembered, strict=True):
                g.rules.memory.known = []
                assert menu == offered(g)
        match.choose(rng.choice(match.choices))
