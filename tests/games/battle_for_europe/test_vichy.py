"""Vichy France: its units, how long it is neutral, and what becomes of it."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, conquest, supply
from sandtable.games.battle_for_europe.pack import ALLIES
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import area_index, nation, summer_of_1942
from tests.games.battle_for_europe.war import PACK, Table, war

ALLIED_VICHY: dict[str, Json] = {"vichy_france": ["britain"], "britain": ["germany", "italy", "vichy_france"]}


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


@rule("vichy.units.stay", "vichy.units.place")
def test_vichy_units_move_within_vichy_only() -> None:
    setting = summer_of_1942(4).phase("moving", 0, 1).stack("vichy", vichy_france={"infantry": 1, "aircraft": 1})
    table = setting.start()
    assert table.asked == "germany"
    table.choose("move", "area:vichy")
    assert table.refused("go", "kind:vichy_france_infantry", "area:paris", "number:one") == "vichy.units.stay"
    assert table.refused("go", "kind:vichy_france_aircraft", "area:maginot", "number:one") == "vichy.units.stay"
    table.choose("go", "kind:vichy_france_infantry", "area:lyon", "number:one")
    assert table.count("lyon", "vichy_france_infantry") == 1


@rule("vichy.units.stay")
def test_vichy_fleets_sail_and_carry_between_its_ports() -> None:
    setting = summer_of_1942(4).phase("moving", 0, 1).stack("algiers", vichy_france={"infantry": 1, "fleet": 2})
    table = setting.start().choose("move", "area:algiers")
    assert table.offers("go", "kind:vichy_france_fleet", "area:tunis", "number:one")
    assert table.refused("go", "kind:vichy_france_fleet", "area:brest", "number:one") == "vichy.units.stay"
    table.choose("call_off").choose("ship", "area:algiers")
    ports = ("tunis", "corsica", "lyon", "vichy", "damascus")  # Gibraltar keeps it from Casablanca
    assert set(table.all("to")) == {("to", f"area:{port}") for port in ports}
    table.choose("to", "area:tunis").choose("pick", "kind:vichy_france_infantry")
    assert table.count("tunis", "vichy_france_infantry") == 1


@rule("vichy.units.stay", "vichy.attacked")
def test_vichy_units_never_attack_nor_enter_even_when_attacked() -> None:
    """British units stand in Algiers, Jerusalem is empty: nothing of Vichy goes there."""
    setting = summer_of_1942(4).phase("fighting", 0, 1).set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    setting = setting.stack("damascus", vichy_france={"infantry": 1}).stack("tunis", vichy_france={"tank": 1})
    setting = setting.stack("algiers", britain={"infantry": 1}).held("britain", "algiers")
    table = setting.start()
    assert table.refused("enter", "area:jerusalem") == "atk.reach"
    assert table.refused("attack", "area:algiers") == "atk.reach"
    assert table.state.friendly(0, area_index("tunis"))  # but Axis units may enter its areas
    phase_four = setting.phase("transferring", 0, 1).stack("lyon", vichy_france={"infantry": 1}).start()
    phase_four.choose("transfer", "kind:vichy_france_infantry", "area:lyon")
    assert phase_four.refused("to", "area:paris") == "vichy.units.stay"
    assert phase_four.offers("to", "area:vichy")


@rule("vichy.supply")
def test_neutral_vichy_units_need_no_supply_and_vichy_is_a_capital() -> None:
    g = at_first(
        summer_of_1942().stack("damascus", vichy_france={"infantry": 1}).stack("vichy", vichy_france={"tank": 1})
    )
    supply.check(g)
    assert not any(g.flags[unit] & 64 for unit in range(PACK.units))  # nobody is cut off, in Syria neither
    assert supply.sources(g, nation("vichy_france")) == 1 << area_index("vichy")
    attacked = summer_of_1942().set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    g = at_first(attacked.stack("damascus", vichy_france={"infantry": 1}).stack("lyon", vichy_france={"tank": 1}))
    assert supply.sources(g, nation("germany")) >> area_index("vichy") & 1
    supply.check(g)
    cut_off = [PACK.area_keys[g.place[unit]] for unit in range(PACK.units) if g.flags[unit] & 64]
    assert cut_off == ["damascus"]


@rule("vichy.no_rebuild", "vichy.no_hpp")
def test_vichy_units_are_not_rebuilt_and_vichy_brings_nothing() -> None:
    table = summer_of_1942(4).phase("building", 0, 1).start()
    assert table.refused("build", "kind:vichy_france_infantry", 1) == "vichy.no_rebuild"
    held = [at for at in range(len(PACK.area_keys)) if table.state.control[at] == nation("vichy_france")]
    assert len(held) == 7
    assert not any(accounting.yields(table.state, power, at) for power in range(6) for at in held)


@rule("vichy.end")
def test_vichy_ends_with_the_capture_of_vichy_too() -> None:
    g = at_first(summer_of_1942().set(at_war_with=ALLIED_VICHY).stack("algiers", vichy_france={"fleet": 1}))
    conquest.follow(g, area_index("vichy"), nation("vichy_france"), nation("britain"))
    assert (
        g.vichy_ended and not g.here[area_index("algiers")] and g.control[area_index("damascus")] == nation("britain")
    )


@rule("vichy.end.held", "vichy.end.who")
def test_areas_in_which_axis_units_stand_stay_with_them_when_vichy_ends() -> None:
    setting = summer_of_1942().set(at_war_with=ALLIED_VICHY, alliance={"vichy_france": "axis"})
    g = at_first(setting.stack("tunis", italy={"infantry": 1}).stack("algiers", vichy_france={"infantry": 1}))
    conquest.follow(g, area_index("vichy"), nation("vichy_france"), nation("britain"))
    assert g.control[area_index("tunis")] == nation("italy")
    assert g.control[area_index("algiers")] == nation("britain") and not g.here[area_index("algiers")]
