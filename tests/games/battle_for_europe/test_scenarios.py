"""The four scenarios: who plays whom, who holds what, which units stand on the board, and what can be built."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

import pytest

from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import accounting, build, control, setup
from sandtable.games.battle_for_europe.pack import BRITAIN, DEFAULT, GERMANY
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, war

POWERS = ("germany", "italy", "france", "britain", "ussr", "usa")
SATELLITES = ("finland", "hungary", "romania", "bulgaria")


def opened(**options: str | int) -> Table:
    return Table(start(GAME, GAME.settle(options), Origin("test")))


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def held(table: Table, key: str) -> set[str]:
    return {area for area in PACK.area_keys if table.holder(area) == key}


def areas_of(*countries: str) -> set[str]:
    return {PACK.area_keys[area] for one in countries for area in range(113) if PACK.areas_of[nation(one)] >> area & 1}


def army(table: Table, key: str) -> dict[str, int]:
    """The units of a nation on the board, by type."""
    found: dict[str, int] = {}
    for unit in range(PACK.units):
        if PACK.nation[unit] == nation(key) and table.state.place[unit] >= 0:
            kind = PACK.kind_keys[PACK.kind[unit]].removeprefix(f"{key}_")
            found[kind] = found.get(kind, 0) + 1
    return found


@cache
def sheets() -> list[dict[str, Any]]:
    with DEFAULT.open("rb") as file:
        entries: list[dict[str, Any]] = tomllib.load(file)["force_pool"]
    return entries


def printed(key: str, *pools: str) -> dict[str, int]:
    """What the data sheets list for a power at the basic level, read from the pack file itself."""
    found: dict[str, int] = {}
    for entry in sheets():
        if entry["nation"] == key and entry["level"] == "basic" and entry["available"] in pools:
            for kind, count in entry["units"].items():
                found[kind] = found.get(kind, 0) + count
    return found


def enemies(table: Table) -> set[tuple[str, str]]:
    """The great powers that are at war with each other."""
    return {(one, other) for one in POWERS for other in POWERS if table.state.at_war(nation(one), nation(other))}


def both_ways(*pairs: tuple[str, str]) -> set[tuple[str, str]]:
    return {*pairs, *((other, one) for one, other in pairs)}


def hpp(table: Table) -> dict[str, int]:
    return {power: table.purse(power) for power in POWERS}


# ---------------------------------------------------------------------- who runs what


@rule(
    "mode.seats.barbarossa.2",
    "mode.seats.barbarossa.3",
    "mode.seats.barbarossa.5",
    "mode.seats.bagration.2",
    "mode.seats.bagration.4",
    "mode.seats.full_war.2",
    "mode.seats.full_war.3",
    "mode.seats.full_war.4",
    "mode.scenario.choice",
)
@pytest.mark.parametrize(
    ("scenario", "players", "seats"),
    [
        ("barbarossa", 2, "germany+italy britain+ussr+usa"),
        ("barbarossa", 3, "germany+italy ussr britain+usa"),
        ("barbarossa", 5, "germany italy ussr britain usa"),
        ("bagration_overlord", 2, "germany britain+ussr+usa"),
        ("bagration_overlord", 4, "germany ussr britain usa"),
        ("full_war_a", 2, "germany+italy france+britain+ussr+usa"),
        ("full_war_b", 3, "germany+italy france+britain+usa ussr"),
        ("full_war_a", 4, "germany italy france+britain+usa ussr"),
    ],
)
def test_who_runs_which_powers(scenario: str, players: int, seats: str) -> None:
    rules = opened(scenario=scenario, players=players).state.rules
    found = ["+".join(power for at, power in enumerate(POWERS) if mask >> at & 1) for mask in rules.powers_of]
    assert found == seats.split()


# ---------------------------------------------------------------------- Sichelschnitt


@rule("setup.sichel.france.units", "setup.sichel.britain.units", "setup.sichel.britain.malta")
def test_the_allied_armies_of_1939() -> None:
    for scenario in ("sichelschnitt", "full_war_a", "full_war_b"):
        table = opened(scenario=scenario)
        assert army(table, "france") == {"infantry": 4, "tank": 1, "aircraft": 2, "fleet": 3}
        assert army(table, "britain") == {"infantry": 3, "tank": 2, "aircraft": 3, "fleet": 6}
    table = opened()
    assert table.count("malta", "britain_fleet") >= 1 and table.count("gibraltar", "britain_fleet") >= 2


@rule("setup.sichel.pools", "build.years")
def test_what_can_be_built_in_the_sickle_cut() -> None:
    """Starting units can be rebuilt and those of 1939 built; those of 1942 never come."""
    for power in ("germany", "france", "britain"):
        table = war().season("1940_summer").start()
        kinds = {
            kind: printed(power, "start", "1939").get(kind, 0) for kind in ("infantry", "tank", "aircraft", "fleet")
        }
        assert kinds == {kind: built(table, power, kind) for kind in kinds}


def built(table: Table, power: str, kind: str) -> int:
    return len(build.counters(table.state, PACK.kind_keys.index(f"{power}_{kind}")))


@rule("setup.sichel.special_rules")
def test_only_two_special_rules_are_in_force_in_the_sickle_cut() -> None:
    special = opened().state.rules.special
    assert [number for number in EVERY_RULE if special(number)] == ["13.1a", "13.2"]


EVERY_RULE = ("13.1a", "13.1b", "13.1c", "13.2", "13.3a", "13.3b", "13.3c", "13.3d", "13.3e", "13.3f", "13.4", "13.5")


@rule("setup.sichel.germany.satellites_supply")
def test_the_germans_in_the_satellites_never_starve() -> None:
    table = opened()
    while table.match.ask is not None:
        table.choose(*next(choice for choice in (("done",), ("stand_by",), table.choices[0]) if table.offers(*choice)))
    assert [len(table.units(area)) for area in ("helsinki", "budapest", "bucharest", "sofia")] == [1, 1, 1, 1]


@rule("setup.sichel.germany.satellites_idle", "setup.sichel.satellites_closed")
def test_the_germans_in_the_satellites_neither_attack_nor_are_attacked() -> None:
    setting = war().all_units().set(units={"others": "off"}).season("1940_spring").roll(*(6,) * 20)
    setting = setting.lines("budapest", "germany aircraft 1 pinned").stack("vienna", germany={"infantry": 1})
    setting = setting.stack("zagreb", france={"infantry": 1, "aircraft": 1}).held("france", "zagreb")
    german = setting.stack("prague", germany={"aircraft": 1}).start().choose("attack", "area:zagreb").choose("by_hand")
    assert ("send", "kind:germany_aircraft", "area:budapest") not in german.choices
    french = setting.phase("fighting", 1).start()
    assert french.refused("attack", "area:budapest") == "setup.sichel.germany.satellites_idle"
    assert french.refused("strike", "area:budapest") == "setup.sichel.germany.satellites_idle"
    assert french.refused("enter", "area:budapest") == "setup.sichel.satellites_closed"


# ---------------------------------------------------------------------- Barbarossa


@rule("setup.barb.situation.war", "setup.barb.hpp", "setup.barb.situation.satellites")
def test_who_stands_where_in_summer_1941() -> None:
    table = opened(scenario="barbarossa")
    g = table.state
    assert enemies(table) == both_ways(("germany", "britain"), ("italy", "britain"))
    assert g.allied_nations[nation("germany")] >> nation("italy") & 1
    assert g.alliance[nation("usa")] == -1 == g.alliance[nation("ussr")]
    assert all(g.allied_nations[nation("germany")] >> nation(country) & 1 for country in SATELLITES)
    assert not any(g.foes[nation(country)] for country in SATELLITES)
    assert hpp(table) == {"germany": 58, "italy": 12, "france": 0, "britain": 27, "ussr": 44, "usa": 0}


@rule("setup.barb.situation.conquests", "setup.barb.situation.vichy", "vichy.neutral")
def test_who_holds_what_in_summer_1941() -> None:
    table = opened(scenario="barbarossa")
    conquests = areas_of("norway", "denmark", "netherlands", "belgium", "yugoslavia", "greece", "poland")
    france = {"paris", "calais", "brest", "la_rochelle", "maginot"}
    assert held(table, "germany") == areas_of("germany") | conquests | france
    assert held(table, "vichy_france") == {"vichy", "lyon", "corsica", "casablanca", "algiers", "tunis", "damascus"}
    assert table.state.alliance[nation("vichy_france")] == -1 and not table.state.foes[nation("vichy_france")]


@rule("setup.barb.situation.pay_declaration", "war.cost.great", "east.germany_any_time")
def test_germany_still_has_to_pay_for_its_war_in_the_east() -> None:
    setting = war("barbarossa", 4).phase("fighting", 0, 1).roll(*(6,) * 20)
    setting = setting.stack("warsaw", germany={"infantry": 1}).stack("brest_litovsk", ussr={"infantry": 1})
    table = setting.start()
    assert table.refused("attack", "area:brest_litovsk") == "war.needed"
    table.choose("declare", "nation:ussr")
    assert table.state.spent[nation("germany")] == 7
    assert table.purse("germany") == 58 - 7 + 11  # and the satellites bring their HPP at once


@rule("setup.barb.free_units", "setup.barb.usa_pays", "setup.barb.germany_places")
def test_the_armies_of_summer_1941() -> None:
    table = opened(scenario="barbarossa")
    for power in ("germany", "italy", "britain", "ussr"):
        assert army(table, power) == printed(power, "start", "1939")
    assert army(table, "usa") == {}
    assert army(table, "vichy_france") == {"infantry": 2, "tank": 1, "aircraft": 1, "fleet": 2}
    armies = {country: army(table, country).get("infantry", 0) for country in SATELLITES}
    assert armies == {"finland": 2, "hungary": 2, "romania": 2, "bulgaria": 1}
    for country in SATELLITES:
        places = {area for area in PACK.area_keys for unit in table.units(area) if unit.startswith(country)}
        assert places <= areas_of(country)


@rule("setup.barb.1942_pool", "build.years")
def test_units_of_1942_can_be_built_from_spring_1942() -> None:
    for season, pools in (("1941_winter", ("start", "1939")), ("1942_spring", ("start", "1939", "1942"))):
        table = Table(start(GAME, {"scenario": "barbarossa", "players": 2}, Origin("test", (), empty(season))))
        assert built(table, "germany", "tank") == printed("germany", *pools)["tank"]


def empty(season: str) -> dict[str, Json]:
    return {"season": season, "phase": "building", "units": {"others": "off"}}


@rule("setup.barb.special_rules", "setup.bagr.special_rules", "setup.full.special_rules", "setup.bagr.no_malta_rules")
def test_which_special_rules_are_in_force() -> None:
    def without(*numbers: str) -> list[str]:
        return [number for number in EVERY_RULE if number not in numbers]

    def in_force(scenario: str) -> list[str]:
        return [number for number in EVERY_RULE if opened(scenario=scenario).state.rules.special(number)]

    assert in_force("barbarossa") == without("13.1a", "13.3a", "13.3e")
    assert in_force("bagration_overlord") == without("13.1a", "13.2", "13.3a", "13.3b", "13.3c", "13.3e", "13.4")
    assert in_force("full_war_a") == list(EVERY_RULE) == in_force("full_war_b")


# ---------------------------------------------------------------------- Bagration and Overlord


@rule("setup.bagr.situation.war", "setup.bagr.hpp", "setup.bagr.situation.satellites", "setup.bagr.situation.italy_out")
def test_who_stands_where_in_spring_1944() -> None:
    table = opened(scenario="bagration_overlord")
    g = table.state
    assert enemies(table) == both_ways(("germany", "ussr"), ("germany", "britain"), ("germany", "usa"))
    assert hpp(table) == {"germany": 91, "italy": 0, "france": 0, "britain": 28, "ussr": 43, "usa": 41}
    for country in SATELLITES:
        assert g.allied_nations[nation("germany")] >> nation(country) & 1 and g.at_war(nation(country), nation("ussr"))
        assert army(table, country)
    assert army(table, "italy") == {} and not held(table, "italy") and g.fallen >> nation("italy") & 1


@rule(
    "setup.bagr.situation.conquests",
    "setup.bagr.situation.italy_north",
    "setup.bagr.situation.ussr",
    "setup.bagr.situation.britain",
    "setup.bagr.situation.syria",
    "setup.bagr.situation.no_vichy",
)
def test_who_holds_what_in_spring_1944() -> None:
    table = opened(scenario="bagration_overlord")
    conquests = areas_of("norway", "denmark", "netherlands", "belgium", "yugoslavia", "greece", "poland")
    france = {"paris", "calais", "brest", "la_rochelle", "maginot", "vichy", "lyon"}
    italy = {"rome", "florence", "milan", "venice", "tirana"}
    soviet = {"vitebsk", "tallinn", "riga", "minsk", "brest_litovsk", "kiev", "dnepropetrovsk"}
    assert held(table, "germany") == areas_of("germany") | conquests | france | italy | soviet
    taken = {"casablanca", "algiers", "tunis", "tripoli", "benghazi", "tobruk"}
    taken |= {"naples", "sicily", "sardinia", "corsica", "damascus"}
    assert taken <= held(table, "britain") and not held(table, "vichy_france")
    assert held(table, "ussr") == areas_of("ussr") - soviet


@rule("setup.bagr.free_units", "setup.bagr.usa_start_only")
def test_the_armies_of_spring_1944() -> None:
    table = opened(scenario="bagration_overlord")
    for power in ("germany", "britain", "ussr"):
        assert army(table, power) == printed(power, "start", "1939", "1942", "1944")
    assert army(table, "usa") == printed("usa", "start")
    moving = war("bagration_overlord", 4).phase("building", 0, 2).start()
    assert (
        built(moving, "usa", "infantry") == printed("usa", "start", "1942", "1944")["infantry"]
    )  # none is on the board


@rule("setup.bagr.no_malta_rules", "setup.place.no_stack_limit")
def test_malta_has_no_limit_without_the_mediterranean_rules() -> None:
    setting = war("bagration_overlord", 4).phase("moving", 0, 1).stack("malta", britain={"fleet": 1})
    table = setting.stack("naples", britain={"fleet": 2}).start().choose("move", "area:naples")
    table.choose("go", "kind:britain_fleet", "area:malta", "number:all")
    assert table.count("malta", "britain_fleet") == 3
    crowd = war("barbarossa").stack("berlin", germany={"infantry": 20, "tank": 10}).phase("moving", 0, 1).start()
    assert len(crowd.units("berlin")) == 30


@rule("setup.bagr.no_malta_rules")
def test_in_bagration_britain_does_not_miss_suez_and_gibraltar() -> None:
    setting = war("bagration_overlord").season("1944_summer").hpp(britain=20)
    g = at_first(setting.phase("fighting", 1).stack("berlin", germany={"aircraft": 1}))
    for key in ("suez", "gibraltar"):
        control.capture(g, PACK.area_keys.index(key), GERMANY)
    assert g.hpp[BRITAIN] == 20 and accounting.base_lost(g, BRITAIN) == 0


# ---------------------------------------------------------------------- the full war


@rule("setup.full.situation", "setup.full.hpp")
def test_who_stands_where_in_autumn_1939() -> None:
    for scenario in ("full_war_a", "full_war_b"):
        table = opened(scenario=scenario)
        assert enemies(table) == both_ways(("germany", "france"), ("germany", "britain"))
        assert held(table, "germany") == areas_of("germany", "poland")
        assert [table.state.alliance[nation(power)] for power in ("italy", "ussr", "usa")] == [-1, -1, -1]
        assert hpp(table) == {"germany": 30, "italy": 12, "france": 17, "britain": 25, "ussr": 28, "usa": 0}


@rule("setup.full.germany_six_poland", "setup.full.germany_other_eight")
def test_the_usual_german_deployment_of_the_full_war() -> None:
    table = opened(scenario="full_war_a")
    places = {area: len([unit for unit in table.units(area) if unit.startswith("germany")]) for area in PACK.area_keys}
    assert sum(places.values()) == 14
    assert sum(places[area] for area in areas_of("poland")) == 6
    assert sum(places[area] for area in areas_of("germany", *SATELLITES)) == 8


@rule("setup.full.pools", "build.years")
@pytest.mark.parametrize(
    ("season", "pools"),
    [
        ("1939_autumn", ("start", "1939")),
        ("1941_winter", ("start", "1939")),
        ("1942_spring", ("start", "1939", "1942")),
        ("1943_winter", ("start", "1939", "1942")),
        ("1944_spring", ("start", "1939", "1942", "1944")),
    ],
)
def test_units_come_in_the_years_of_the_data_sheets(season: str, pools: tuple[str, ...]) -> None:
    table = Table(start(GAME, {"scenario": "full_war_a", "players": 2}, Origin("test", (), empty(season))))
    for power in ("germany", "italy", "france", "britain", "ussr"):
        for kind in ("infantry", "tank", "aircraft", "fleet"):
            assert built(table, power, kind) == printed(power, *pools).get(kind, 0)


@rule("ctl.initial", "map.borders.after_poland")
def test_areas_belong_to_their_printed_country() -> None:
    """But Poland, which has fallen; the borders are those of autumn 1939."""
    g = at_first(war("full_war_a"))
    poland = areas_of("poland")
    for area, owner in enumerate(PACK.printed):
        if PACK.ground >> area & 1 and PACK.area_keys[area] not in poland:
            assert g.control[area] == owner
    border = {"brest_litovsk": "ussr", "tallinn": "ussr", "riga": "ussr", "kiev": "ussr"}
    border |= {"prague": "germany", "vienna": "germany", "tirana": "italy", "cluj": "romania", "jassy": "romania"}
    for area_key, owner_key in border.items():
        assert PACK.nation_keys[PACK.printed[PACK.area_keys.index(area_key)]] == owner_key
    assert setup.last_season(at_first(war("full_war_a").season("1945_summer")))
