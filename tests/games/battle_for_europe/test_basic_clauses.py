"""Second clauses of the basic level that no other test would miss, each worked out from the rulebook."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.test_guests import guests
from tests.games.battle_for_europe.test_research import german, with_country
from tests.games.battle_for_europe.war import PACK, war

MISSES = (6,) * 60
NATION = {key: at for at, key in enumerate(PACK.nation_keys)}


# ---------------------------------------------------------------------- fleets that are rebuilt


@rule("build.fleet_rebuild.delay", "opt.satellite_status")
def test_a_rebuilt_fleet_of_a_country_is_launched_in_the_turn_of_its_commander() -> None:
    place = with_country("spain", "germany", german()).phase("opening", 0, 0)
    fleet = next(key for key in PACK.unit_keys if key.startswith("spain_fleet")).replace("_", " ")
    table = place.set(units={"pool": [f"{fleet} seen yard:bilbao due:0"]}).start()
    assert table.count("bilbao", "spain_fleet") == 1


# ---------------------------------------------------------------------- satellites


@rule("east.bulgaria_dissolves")
def test_bulgarians_defend_against_british_units() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("britain", "salonika")
    setting = setting.stack("salonika", britain={"infantry": 3}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.roll(*MISSES).start().choose("attack", "area:sofia").choose("force", "force:all")
    assert table.count("sofia", "bulgaria_infantry") == 1
    assert [line.args[1] for line in table.told("roll_battle")] == ["kind:britain_infantry", "kind:bulgaria_infantry"]


@rule("east.ussr_first.procedure")
def test_infantry_that_stands_in_a_satellite_attacks_its_army_from_inside() -> None:
    """The two Germans in Budapest are infantry and have neither moved nor attacked."""
    table = guests().stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:hungary")
    while table.prompt == "war.place":
        table.choose("at", "area:budapest")
    table.choose("attack", "area:budapest").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:budapest")
    assert table.offers("send", "kind:germany_infantry", "area:vienna")


@rule("east.ussr_first.leave_supplied", "atk.reach")
def test_armour_in_another_satellite_comes_through_it_to_the_attack() -> None:
    """From Bucharest through neutral Cluj to Budapest: the country that it leaves is open to it in that turn."""
    table = guests().stack("london", britain={"aircraft": 1}).start().choose("declare", "nation:hungary")
    while table.prompt == "war.place":
        table.choose("at", "area:budapest")
    table.choose("attack", "area:budapest").choose("by_hand").choose("send", "kind:germany_tank", "area:bucharest")
    table.choose("march")
    assert table.count("budapest", "germany_tank") == 1
    tank = PACK.unit_keys.index("germany_tank_1")
    assert PACK.area_keys[table.state.origin[tank]] == "cluj" and table.state.steps[tank] == 2


@rule("east.satellites_join")
def test_a_satellite_that_joins_ends_its_war_with_a_member_of_the_axis() -> None:
    """Neutral Italy attacked Bulgaria, which stood alone, and is Germany's ally by now."""
    wars: dict[str, Json] = {
        "germany": ["britain", "france"],
        "italy": ["britain", "france", "bulgaria"],
        "britain": ["germany", "italy"],
        "france": ["germany", "italy"],
        "bulgaria": ["italy"],
    }
    setting = war("full_war_a").season("1941_summer").set(at_war_with=wars, alliance={"italy": "axis"})
    setting = setting.stack("warsaw", germany={"infantry": 1}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("rome", italy={"infantry": 1}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    g = table.state
    assert not g.at_war(NATION["italy"], NATION["bulgaria"]) and g.at_war(NATION["bulgaria"], NATION["ussr"])
    assert g.alliance[NATION["bulgaria"]] == g.alliance[NATION["italy"]]


# ---------------------------------------------------------------------- attacked countries


@rule("war.neutral.army", "war.neutral.who_places")
def test_where_no_power_of_the_other_alliance_is_left_nobody_is_asked_for_the_army() -> None:
    """Britain and France have fallen, the Soviet Union and the United States are neutral."""
    setting = war("full_war_a").season("1940_summer").set(fallen=["britain", "france"])
    table = setting.stack("vienna", germany={"infantry": 1}).start().choose("declare", "nation:yugoslavia")
    assert table.asked == "axis" and table.prompt == "enter.force"  # the deed follows
    army = [area for area in ("belgrade", "zagreb", "skopje") for _ in table.units(area)]
    assert len(army) == 2 and table.state.commander[NATION["yugoslavia"]] == NONE


# ---------------------------------------------------------------------- oil


@rule("east.grozny")
def test_german_oil_in_the_caucasus_limits_the_soviet_union_and_no_neutral_power() -> None:
    """Italy is neutral and makes its second attack on Yugoslavia."""
    wars: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = war("full_war_a", 4).season("1942_summer").phase("fighting", 0, 1).held("germany", "grozny")
    setting = setting.set(at_war_with=wars, attacks={"italy": 1}).stack("venice", italy={"infantry": 2})
    table = setting.stack("zagreb", yugoslavia={"infantry": 1}).start()
    assert table.asked == "italy" and table.offers("attack", "area:zagreb")


# ---------------------------------------------------------------------- Soviet and western units


@rule("coop.soviet_apart", "build.where")
def test_the_soviet_union_builds_nothing_where_british_units_stand() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("building", 0, 0)
    setting = setting.stack("leningrad", britain={"infantry": 1}).stack("moscow", ussr={"infantry": 1})
    table = setting.start().choose("build", "kind:ussr_infantry", 1)
    assert table.offers("at", "area:moscow") and not table.offers("at", "area:leningrad")
    assert table.refused("at", "area:leningrad") == "coop.soviet_apart"


# ---------------------------------------------------------------------- Vichy


@rule("vichy.units.stay")
def test_vichy_units_are_not_transferred_out_of_their_country() -> None:
    setting = war("barbarossa").phase("transferring", 0, 1).stack("vichy", vichy_france={"infantry": 1})
    table = setting.start().choose("transfer", "kind:vichy_france_infantry", "area:vichy")
    assert table.offers("to", "area:lyon") and table.refused("to", "area:paris") == "vichy.units.stay"
