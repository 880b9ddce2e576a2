"""Vichy France: its units, how long it is neutral, and what becomes of it."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.pack import ALLIES
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, war


def vichy_attacked() -> Table:
    """Germany has declared war on Vichy France, whose army stands in Lyon and Tunis."""
    setting = war("barbarossa").season("1942_spring").stack("paris", germany={"infantry": 4})
    setting.stack("london", britain={"aircraft": 1})
    setting.stack("lyon", vichy_france={"infantry": 1}).stack("tunis", vichy_france={"infantry": 1})
    return setting.start().choose("declare", "nation:vichy_france")


@rule("vichy.units.stay")
def test_vichy_units_are_not_transferred_out_of_their_country() -> None:
    setting = war("barbarossa").phase("transferring", 0, 1).stack("vichy", vichy_france={"infantry": 1})
    table = setting.start().choose("transfer", "kind:vichy_france_infantry", "area:vichy")
    assert table.offers("to", "area:lyon") and table.refused("to", "area:paris") == "vichy.units.stay"


@rule("vichy.units.stay", "vichy.attacked")
def test_fleets_of_vichy_france_carry_no_german_units() -> None:
    wars: dict[str, Json] = {"germany": ["britain"], "italy": ["britain"], "vichy_france": ["britain"]}
    wars |= {"britain": ["germany", "italy", "vichy_france"]}
    setting = war("barbarossa").phase("moving", 0, 1).set(at_war_with=wars, alliance={"vichy_france": "axis"})
    setting = setting.stack("tunis", germany={"infantry": 1}, vichy_france={"fleet": 1})
    assert setting.start().refused("ship", "area:tunis") == "unit.fleet.embark_where"
    german = setting.stack("sicily", germany={"fleet": 1}).start()
    assert german.offers("ship", "area:tunis")


@rule("vichy.axis_may_declare", "war.neutral.capital_falls", "war.neutral.capital_falls_country")
def test_with_vichy_the_whole_state_falls_to_the_axis() -> None:
    table = vichy_attacked().choose("enter", "area:vichy").choose("send", "kind:germany_infantry", "area:paris")
    held = ("vichy", "lyon", "corsica", "casablanca", "algiers", "tunis", "damascus")
    assert [table.holder(area) for area in held] == ["germany"] * 7
    assert not table.units("lyon") and not table.units("tunis") and table.state.vichy_ended


@rule("vichy.axis_may_declare", "war.neutral.survives")
def test_without_vichy_the_state_stands_and_belongs_to_the_allies() -> None:
    table = vichy_attacked().script(*(1, 1), *(6,) * 4).choose("attack", "area:lyon").choose("force", "force:all")
    while table.prompt != "phase_one":
        table.choose(*table.choices[0])
    assert table.holder("lyon") == "germany" and table.holder("vichy") == "vichy_france"
    table.choose("stand_by")
    while table.asked == "axis":
        table.choose("done")
    vichy = PACK.nation_keys.index("vichy_france")
    assert table.count("tunis", "vichy_france_infantry") == 1 and table.state.alliance[vichy] == ALLIES


@rule("vichy.end")
def test_vichy_outlives_an_axis_power_that_enters_an_ownerless_paris() -> None:
    heirs: dict[str, Json] = dict.fromkeys(("finland", "hungary", "romania", "bulgaria"), "italy")
    setting = war("barbarossa").season("1942_summer").set(fallen=["germany"], control={"paris": None})
    setting = setting.set(commander={**heirs, "vichy_france": None})
    setting = setting.held("italy", "calais").held("vichy_france", "vichy")
    table = setting.stack("calais", italy={"infantry": 2}).start()
    table.choose("enter", "area:paris").choose("send", "kind:italy_infantry", "area:calais")
    assert table.holder("paris") == "italy" and table.holder("vichy") == "vichy_france"
