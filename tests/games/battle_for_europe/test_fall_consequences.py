"""What follows the fall of a great power: its areas, units, points and allies, and when a side is out."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, fall
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import NATION, area_index, in_spring, in_the_axis, nation
from tests.games.battle_for_europe.war import PACK, Table, War, war


def france_falls() -> War:
    """At the end of the Allied phase 1 Paris is German, and Italy is in the war."""
    setting = in_the_axis().phase("settling", 1).held("germany", "paris").set(last_chance=["france"])
    return setting.stack("edinburgh", britain={"aircraft": 1})


def after_the_fall(setting: War) -> Table:
    """France has fallen, and Vichy's units stand somewhere."""
    return placed(setting.start())


def placed(table: Table) -> Table:
    """Vichy's units are placed, wherever that is."""
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    return table


def paris_taken() -> War:
    """The same with British infantry in Edinburgh too."""
    setting = in_the_axis().phase("settling", 1).held("germany", "paris").set(last_chance=["france"])
    return setting.stack("edinburgh", britain={"aircraft": 1, "infantry": 1})


@rule("fall.territory", "fall.territory_allied")
def test_what_an_ally_of_the_conqueror_took_stays_with_it_if_units_stand_there() -> None:
    setting = france_falls().held("italy", "brest", "calais").stack("brest", italy={"infantry": 1})
    table = after_the_fall(setting)
    assert (table.holder("brest"), table.holder("calais")) == ("italy", "germany")


@rule("fall.territory")
def test_what_the_conqueror_holds_stays_his_though_an_ally_stands_there() -> None:
    setting = paris_taken().held("germany", "brest").stack("brest", italy={"infantry": 1})
    assert placed(setting.start()).holder("brest") == "germany"


@rule("fall.territory")
def test_home_areas_that_an_ally_of_the_fallen_holds_without_units_go_to_the_conqueror() -> None:
    assert placed(paris_taken().held("britain", "calais").start()).holder("calais") == "germany"


@rule("fall.territory_hostile", "fall.territory")
def test_an_aircraft_or_a_fleet_keeps_a_home_area_from_the_conqueror() -> None:
    setting = war("full_war_a").season("1940_spring").phase("settling", 1).held("germany", "paris")
    setting.stack("paris", germany={"infantry": 1}).set(last_chance=["france"])
    setting.stack("brest", britain={"fleet": 1}).stack("calais", britain={"aircraft": 1})
    table = setting.start()
    assert [table.holder(area) for area in ("brest", "calais", "la_rochelle")] == ["britain", "britain", "germany"]


@rule("fall.overseas_held", "ctl.for_whom")
def test_an_overseas_area_where_a_small_ally_stands_comes_to_who_commands_it() -> None:
    foes: dict[str, Json] = {"greece": ["italy", "germany"], "italy": ["britain", "france", "greece"]}
    foes |= {"germany": ["britain", "france", "greece"]}
    setting = (
        in_the_axis().phase("settling", 1).held("germany", "london").set(last_chance=["britain"], at_war_with=foes)
    )
    setting = setting.set(commander={"greece": "france"}, alliance={"greece": "allies"})
    setting = setting.stack("cairo", greece={"infantry": 1}).stack("paris", france={"aircraft": 1})
    assert setting.start().holder("cairo") == "france"


@rule("fall.germany_italy_out", "vichy.neutral")
def test_vichy_france_outlives_a_fallen_germany() -> None:
    """It is no satellite; France has fallen, and Italy is neutral."""
    wars: dict[str, Json] = {"germany": ["britain"], "britain": ["germany"], "france": []}
    setting = war("full_war_a").season("1941_spring").phase("settling").held("britain", "berlin")
    setting = setting.set(
        last_chance=["germany"], fallen=["france"], at_war_with=wars, commander={"vichy_france": "germany"}
    )
    setting = setting.held("vichy_france", "vichy", "lyon", "tunis").stack("vichy", vichy_france={"infantry": 1})
    table = setting.stack("rome", italy={"aircraft": 1}).start()
    assert table.state.fallen >> NATION["germany"] & 1 and table.holder("lyon") == "vichy_france"
    assert table.count("vichy", "vichy_france_infantry") == 1


@rule("fall.germany_italy_out")
def test_satellites_of_a_fallen_germany_do_not_follow_a_neutral_italy() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "hungary": ["ussr"]}
    foes |= {"ussr": ["germany", "hungary"]}
    setting = in_spring("full_war_a").season("1942_spring").phase("settling").set(at_war_with=foes)
    setting = setting.set(last_chance=["germany"], alliance={"hungary": "axis", "ussr": "allies"})
    setting = setting.set(commander={"hungary": "germany"}).held("britain", "berlin")
    setting = setting.stack("budapest", hungary={"infantry": 1}).stack("rome", italy={"aircraft": 1})
    table = setting.start()
    assert table.state.commander[nation("hungary")] == NONE and table.units("budapest") == []


@rule("fall.recapture_by_ally", "acc.great", "fall.hpp_gone")
def test_a_fallen_power_does_not_return() -> None:
    """Britain retakes Paris long after the fall of France: nine HPP, and France takes no more turns."""
    setting = war("full_war_a").season("1942_summer").phase("fighting", 1).set(fallen=["france"])
    setting = setting.held("germany", *[key for key in PACK.area_keys if PACK.areas_of[2] >> area_index(key) & 1])
    setting = setting.stack("calais", britain={"infantry": 1, "aircraft": 1}).held("britain", "calais")
    table = setting.start().choose("enter", "area:paris").choose("send", "kind:britain_infantry", "area:calais")
    assert table.holder("paris") == "britain" and table.state.fallen >> nation("france") & 1
    assert nation("france") not in table.state.on_turn()
    assert accounting.value(table.state, area_index("paris")) == 9 and accounting.yields(
        table.state, 3, area_index("paris")
    )


@rule("fall.hpp_gone", "build.fleet_rebuild.lost")
def test_fleets_that_a_fallen_power_was_building_are_gone_wherever_their_yards_are() -> None:
    setting = france_falls().stack("brest", britain={"infantry": 1})
    table = after_the_fall(setting.set(units={"pool": ["france fleet 1 seen yard:brest due:4"]}))
    assert table.holder("brest") == "britain"
    assert set(table.state.yard) == {NONE}


@rule("fall.hpp_gone", "med.immediate")
def test_gibraltar_costs_a_fallen_britain_nothing() -> None:
    setting = war("barbarossa").season("1942_summer").set(fallen=["britain"], control={"gibraltar": None})
    setting = setting.held("italy", "seville").stack("seville", italy={"infantry": 2}).hpp(britain=0)
    table = setting.start().choose("enter", "area:gibraltar").choose("send", "kind:italy_infantry", "area:seville")
    assert table.holder("gibraltar") == "italy" and table.purse("britain") == 0


@rule("fall.hpp_gone", "acc.base")
def test_a_fallen_power_receives_nothing_at_the_accounting() -> None:
    state = in_spring().season("1939_winter").set(fallen=["france", "poland"]).hpp(france=0).start().state
    accounting.annual(state)
    assert state.hpp[nation("france")] == 0 and state.hpp[nation("britain")] == 25


@rule("fall.side_out")
def test_the_war_goes_on_while_a_power_of_the_side_stands() -> None:
    table = after_the_fall(france_falls())
    assert table.match.outcome is None and table.state.fallen >> NATION["france"] & 1


@rule("fall.side_out")
def test_either_side_is_out_when_all_its_powers_have_fallen() -> None:
    for fallen, out in ((["germany"], True), (["france", "britain"], True), (["france"], False)):
        g = at_first(war().season("1940_spring").set(fallen=[*fallen]))
        assert fall.any_side_out(g) == out


BELGIAN: dict[str, Json] = {"germany": ["britain", "france", "belgium"], "belgium": ["germany"]}


@rule("fall.territory_hostile", "vichy.forms.occupied", "war.neutral.who_commands")
def test_units_that_the_fallen_commanded_hold_an_area_for_their_new_commander() -> None:
    """Belgium is an ally under French command; its units in Calais and in Lyon are Britain's when France falls."""
    setting = (
        war("full_war_a")
        .season("1940_summer")
        .phase("settling", 1)
        .held("germany", "paris")
        .set(
            at_war_with=BELGIAN, alliance={"belgium": "allies"}, commander={"belgium": "france"}, last_chance=["france"]
        )
    )
    setting = setting.stack("calais", belgium={"infantry": 1}).stack("edinburgh", britain={"aircraft": 1})
    assert after_the_fall(setting).holder("calais") == "britain"
    table = after_the_fall(setting.stack("calais").stack("lyon", belgium={"infantry": 1}))
    assert (table.holder("calais"), table.holder("lyon"), table.holder("vichy")) == (
        "germany",
        "britain",
        "vichy_france",
    )


@rule("fall.territory_hostile", "fall.germany_italy_out", "war.neutral.survives")
@pytest.mark.parametrize(
    ("country", "italy", "holder"),
    [
        ("netherlands", "axis", "italy"),
        ("netherlands", None, "netherlands"),  # nobody is left to command it, and it fights on
        ("hungary", "axis", "italy"),
        ("hungary", None, "britain"),  # its units are removed
    ],
)
def test_so_do_those_that_germany_commanded(country: str, italy: str | None, holder: str) -> None:
    """Britain has taken Berlin; one infantry of a German ally stands in Vienna."""
    foes: dict[str, Json] = {"germany": ["britain", "france"], country: ["britain", "france"]}
    foes |= {"britain": ["germany", country], "france": ["germany", country]}
    if italy:
        foes |= {"italy": ["britain", "france"], "britain": ["germany", country, "italy"]}
        foes["france"] = foes["britain"]
    setting = war("full_war_a", 4).season("1943_summer").phase("settling").set(at_war_with=foes)
    setting = setting.set(alliance={country: "axis", "italy": italy}, commander={country: "germany"})
    setting = setting.set(last_chance=["germany"]).held("britain", "berlin").stack("berlin", britain={"infantry": 1})
    setting = setting.stack("vienna", **{country: {"infantry": 1}}).stack("rome", italy={"aircraft": 1})
    assert setting.start().holder("vienna") == holder
