"""Starvation: which units of an area that stays cut off are lost, and which are not."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.war import Table, War, war


def until_allies(table: Table) -> Table:
    """The rest of the German turn, without another order."""
    while table.asked == "axis":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    return table


def brest(infantry: int = 1) -> War:
    """Spring 1940: Germans in Brest are cut off; a fleet, infantry and armour wait in Kiel, and Poland is guarded."""
    setting = war().season("1940_spring").phase("opening").held("germany", "brest")
    setting.stack("brest", germany={"infantry": infantry, "aircraft": 1}).stack("warsaw", germany={"infantry": 1})
    for area in ("calais", "paris", "la_rochelle"):
        setting.stack(area, france={"infantry": 1})
    return setting.stack("kiel", germany={"fleet": 2, "infantry": 1})


@rule("sup.starve", "sup.small_countries")
def test_satellites_without_supply_are_lost_at_the_end_of_the_german_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("closing", 1).held("ussr", "moscow")
    setting = setting.stack("minsk", romania={"infantry": {"cut_off": 1}}).stack("paris", germany={"infantry": 1})
    table = setting.stack("moscow", ussr={"infantry": 1}).start()
    assert table.count("minsk", "romania_infantry") == 0 and table.count("paris", "germany_infantry") == 1


@rule("sup.starve", "sup.air_naval_exempt", "nc.transport")
def test_who_is_shipped_into_an_area_that_stays_cut_off_starves_there_too() -> None:
    table = brest().start().choose("done")  # no fleet supplies them
    while table.prompt != "phase_two":
        table.choose("stand_by")
    table.choose("ship", "area:kiel").choose("to", "area:brest").choose("pick", "kind:germany_infantry")
    assert table.count("brest", "germany_infantry") == 2
    until_allies(table)
    assert table.count("brest", "germany_infantry") == 0 and table.count("brest", "germany_aircraft") == 1
    assert table.holder("brest") == "germany"
    assert [line.rule for line in table.told("lost")] == ["sup.starve"] * 2


@rule("sup.starve", "strat.land_over_sea")
def test_so_does_who_is_transferred_into_it() -> None:
    table = brest().start().choose("done")
    while table.prompt != "phase_four":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    table.choose("transfer", "kind:germany_infantry", "area:kiel").choose("to", "area:brest")
    assert table.count("brest", "germany_infantry") == 2
    assert until_allies(table).count("brest", "germany_infantry") == 0


@rule("sup.starve", "build.where")
@pytest.mark.parametrize(("site", "left"), [("maginot", 0), ("paris", 2)])
def test_so_do_units_that_are_built_in_it(site: str, left: int) -> None:
    """Germans are all round the Maginot Line: what France builds there is lost, what it builds in Paris stays."""
    setting = war().season("1940_spring").phase("opening", 1).held("germany", "calais", "lyon", "belgium")
    setting.stack("maginot", france={"infantry": 1}).stack("paris", france={"infantry": 1})
    for area in ("calais", "lyon", "belgium"):
        setting.stack(area, germany={"infantry": 1})
    table = setting.start()
    assert flags(table, "maginot", "france_infantry") == [{"cut_off"}]
    while table.prompt != "phase_three":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    table.choose("build", "kind:france_infantry", 1).choose("at", f"area:{site}")
    while table.asked == "allies":
        table.choose("done")
    assert table.count("maginot", "france_infantry") == 0 and table.count(site, "france_infantry") == left


@rule("sup.starve")
def test_an_allys_newcomers_starve_with_those_who_are_cut_off() -> None:
    setting = war().season("1940_spring").phase("closing", 1).held("france", "calais")
    setting.lines("calais", "france infantry 1 cut_off", "britain infantry 1 from:dover")
    table = setting.stack("essen", germany={"infantry": 1, "aircraft": 1}).start()
    assert table.units("calais") == []


@rule("sup.fleet.assign", "sup.fleet.split", "sup.starve")
@pytest.mark.parametrize(("infantry", "left"), [(6, 6), (7, 6)])
def test_of_an_area_that_a_fleet_supplies_in_part_the_others_starve_alone(infantry: int, left: int) -> None:
    table = brest(infantry).stack("kiel", germany={"fleet": 1}).start().choose("supply", "area:brest")
    while table.prompt == "supply.whom":
        table.choose("pick", "kind:germany_infantry")
    assert until_allies(table).count("brest", "germany_infantry") == left


@rule("sup.fleet.assign", "sup.starve", "land.retreat.where")
def test_who_was_supplied_and_comes_back_from_a_battle_does_not_starve_with_the_others() -> None:
    setting = brest(6).stack("brest", germany={"infantry": 6, "tank": 1}).stack("kiel", germany={"fleet": 1})
    table = setting.roll(*(6,) * 10).start().choose("supply", "area:brest").choose("pick", "kind:germany_tank")
    while table.prompt == "supply.whom":
        table.choose("pick", "kind:germany_infantry")
    table.choose("attack", "area:paris").choose("by_hand").choose("send", "kind:germany_tank", "area:brest")
    table.choose("march").choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose("go", "kind:germany_tank", "area:brest", "number:one")
    assert table.count("brest", "germany_tank") == 1
    until_allies(table)
    assert (table.count("brest", "germany_tank"), table.count("brest", "germany_infantry")) == (1, 5)


@rule("sup.starve", "sup.air_naval_exempt")
def test_new_aircraft_and_fleets_do_not_starve_with_the_land_units_of_their_area() -> None:
    setting = war().season("1940_spring").phase("closing").held("germany", "brest")
    new: dict[str, Json] = {"infantry": {"cut_off": 1}, "aircraft": {"built": 1}, "fleet": {"built": 1}}
    table = setting.stack("brest", germany=new).stack("london", britain={"infantry": 1}).start()
    assert table.units("brest") == ["germany_aircraft_1", "germany_fleet_1"]
