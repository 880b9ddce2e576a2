"""Setup: scenarios, seats, what stands where at the start, and placement by hand."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.start import Origin, start
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.state import PINNED
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, war


def opened(**options: str | int) -> Table:
    return Table(start(GAME, GAME.settle(options), Origin("test")))


@rule("mode.players.by_scenario", "mode.players.range")
@pytest.mark.parametrize(
    ("scenario", "players"),
    [("sichelschnitt", 4), ("sichelschnitt", 5), ("bagration_overlord", 5)],
)
def test_scenarios_have_their_numbers_of_players(scenario: str, players: int) -> None:
    with pytest.raises(OptionsClash) as error:
        GAME.settle({"scenario": scenario, "players": players})
    assert error.value.rule == "mode.players.by_scenario"
    plain = [mode for mode, options in GAME.modes.items() if "level" not in options]
    assert len(plain) == 2 + 4 + 3 + 4 + 4


@rule("mode.seats.sichelschnitt", "mode.seats.barbarossa.4", "mode.seats.full_war.5", "mode.seats.bagration.3")
def test_who_runs_which_powers() -> None:
    def powers(scenario: str, players: int) -> dict[str, list[str]]:
        table = opened(scenario=scenario, players=players)
        rules = table.state.rules
        return {
            seat: [PACK.nation_keys[power] for power in range(6) if rules.powers_of[at] >> power & 1]
            for at, seat in enumerate(rules.seats)
        }

    assert powers("sichelschnitt", 2) == {"axis": ["germany"], "allies": ["france", "britain"]}
    assert powers("sichelschnitt", 3) == {"germany": ["germany"], "britain": ["britain"], "france": ["france"]}
    assert powers("barbarossa", 4)["west"] == ["britain", "usa"]
    assert powers("bagration_overlord", 3)["west"] == ["britain", "usa"]
    assert powers("full_war_a", 5) == {
        "germany": ["germany"],
        "italy": ["italy"],
        "france": ["france"],
        "west": ["britain", "usa"],
        "ussr": ["ussr"],
    }


@rule("setup.sichel.hpp", "setup.hpp.start", "setup.sichel.situation")
def test_the_sickle_cut_begins() -> None:
    table = opened()
    assert {power: table.purse(power) for power in ("germany", "britain", "france")} == {
        "germany": 30,
        "britain": 25,
        "france": 17,
    }
    assert table.state.opening == table.state.hpp
    assert [table.holder(area) for area in ("warsaw", "krakow", "poznan")] == ["germany"] * 3
    g = table.state
    assert g.at_war(0, 2) and g.at_war(0, 3) and not g.at_war(2, 3) and not g.foes[1]


@rule("setup.sichel.germany.units", "setup.sichel.germany.kiel", "setup.sichel.germany.rest_poland")
def test_the_usual_german_deployment() -> None:
    table = opened()
    assert table.count("kiel", "germany_fleet") == 2
    assert sum(table.state.units_of(0, area).bit_count() for area in PACK.grounds) == 14
    poland = [PACK.area_keys.index(area) for area in ("warsaw", "krakow", "poznan")]
    assert sum(table.state.units_of(0, area).bit_count() for area in poland) == 6


@rule("setup.sichel.britain.pinned", "setup.sichel.germany.satellites_pinned")
def test_units_that_never_leave() -> None:
    g = opened().state
    tied = sorted(PACK.area_keys[g.place[unit]] for unit in range(PACK.units) if g.flags[unit] & PINNED)
    assert tied == ["bucharest", "budapest", "gibraltar", "gibraltar", "helsinki", "malta", "sofia"]


@rule("setup.sichel.first_turn")
def test_the_first_german_turn_has_no_phase_one() -> None:
    table = opened()
    assert next(line.args[1] for line in table.told("turn")) == "side:axis"
    assert table.prompt == "phase_two" and table.asked == "axis"


@rule("setup.order", "setup.place.usual", "setup.sichel.order")
def test_powers_place_in_order_or_take_the_usual_deployment() -> None:
    table = opened(setup="free")
    assert table.asked == "allies" and table.prompt == "setup.pick"
    assert table.refused("pick", "kind:germany_tank") == "setup.order"
    assert table.refused("pick", "kind:britain_tank") == "setup.order"
    table.choose("usual").choose("usual")
    assert table.asked == "axis" and table.offers("pick", "kind:germany_tank")
    table.choose("usual")
    usual = opened()
    assert table.state.place == usual.state.place and table.state.flags == usual.state.flags


@rule(
    "setup.sichel.germany.kiel", "setup.place.naval_ports", "setup.place.own_areas", "setup.sichel.germany.satellites"
)
def test_germany_places_by_hand_within_its_limits() -> None:
    table = opened(setup="free").choose("usual").choose("usual")
    table.choose("pick", "kind:germany_fleet")
    assert table.count("kiel", "germany_fleet") == 1  # there is no other place for it
    table.choose("pick", "kind:germany_infantry")
    assert table.refused("at", "area:paris") == "setup.place.own_areas"
    table.choose("at", "area:budapest").choose("pick", "kind:germany_infantry")
    assert table.refused("at", "area:budapest") == "setup.sichel.germany.satellites"  # exactly one
    rng = random.Random(1)
    while table.match.ask is not None and table.prompt.startswith("setup"):
        table.match.choose(rng.choice([choice for choice in table.choices if choice != ("usual",)]))
    g = table.state
    poland = [PACK.area_keys.index(area) for area in ("warsaw", "krakow", "poznan")]
    assert sum(g.units_of(0, area).bit_count() for area in poland) == 6
    assert all(g.units_of(0, PACK.capital[country]).bit_count() <= 1 for country in range(6, 21))


def test_stacks_by_hand_are_taken_from_the_pool() -> None:
    table = war().stack("essen", germany={"infantry": 7, "aircraft": {"fresh": 3, "used": 1}}).phase("moving").start()
    assert table.count("essen", "germany_infantry") == 7 and table.count("essen", "germany_aircraft") == 4
    assert sum(table.state.here[area].bit_count() for area in PACK.grounds) == 11
    assert "not so many" in war().stack("essen", germany={"fleet": 1, "tank": 60}).impossible()
