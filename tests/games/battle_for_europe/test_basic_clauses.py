"""Second clauses of the basic level that no other test would miss, each worked out from the rulebook."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, means
from sandtable.games.battle_for_europe.flow import war as declarations
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.test_guests import guests
from tests.games.battle_for_europe.test_research import german, with_country
from tests.games.battle_for_europe.war import PACK, Table, War, war

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
    table = setting.roll(*MISSES).start()
    assert table.refused("enter", "area:sofia") == "atk.land_combat_stop"
    table.choose("attack", "area:sofia").choose("force", "force:all")
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


# ---------------------------------------------------------------------- declarations


WARS: dict[str, Json] = {"germany": ["britain", "france"], "italy": ["britain", "france"]}
WARS |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
AGAINST_ITALY: dict[str, Json] = {"italy": ["britain", "france"], "britain": ["italy"], "france": ["italy"]}


def in_the_axis() -> War:
    """The full war in spring 1940 with Italy in it."""
    return war("full_war_a").season("1940_spring").set(at_war_with=WARS, alliance={"italy": "axis"})


def american(season: str = "1942_summer") -> War:
    """The American turn in Barbarossa with five players."""
    setting = war("barbarossa", 5).season(season).phase("fighting", 1, 2).hpp(usa=20).set(opening={"usa": 20})
    return setting.stack("london", usa={"aircraft": 1})


@rule("usa.enter_no_attack", "war.must_follow", "war.must_follow_enforced")
def test_only_the_entry_of_the_united_states_needs_no_attack() -> None:
    """No American unit reaches Vichy France: in a war already the United States cannot declare war on it."""
    wars: dict[str, Json] = {"usa": ["germany", "italy"], "germany": ["usa", "britain"], "italy": ["usa", "britain"]}
    entered = american().set(alliance={"usa": "allies"}, at_war_with=wars).start()
    assert entered.refused("declare", "nation:vichy_france") == "war.must_follow_enforced"
    assert american().start().offers("declare", "nation:germany")


@rule("usa.enter", "usa.hpp_before")
def test_the_united_states_declare_war_on_what_is_left_of_the_axis() -> None:
    """Germany has fallen: Italy is the Axis if it fights on as its ally, but not if it stayed neutral."""

    def refusal(setting: War) -> str | None:
        g = at_first(setting.season("1942_summer").hpp(usa=20).set(opening={"usa": 20}))
        return declarations.may_not_declare(g, means.known(g), NATION["usa"], NATION["italy"])

    alone = in_the_axis().set(fallen=["germany"], at_war_with=WARS | {"germany": []} | AGAINST_ITALY)
    assert refusal(alone) is None
    neutral = war("full_war_a").set(fallen=["germany"], at_war_with={"germany": [], "britain": [], "france": []})
    assert refusal(neutral) == refusal(in_the_axis()) == "usa.hpp_before"


@rule("war.italy.help_victim", "war.must_follow_enforced")
def test_help_for_a_country_of_the_own_alliance_is_no_reason_to_spare_italy() -> None:
    """Neutral Italy attacked Greece, which Germany has attacked too since then: it does not stand alone any more."""
    wars: dict[str, Json] = {"italy": ["greece"], "greece": ["italy", "germany"]}
    wars |= {"germany": ["britain", "france", "greece"]}
    setting = war("full_war_a").season("1940_summer").phase("fighting", 1, 0).stack("athens", greece={"infantry": 1})
    setting = setting.stack("edinburgh", britain={"aircraft": 1})
    setting = setting.set(at_war_with=wars, alliance={"greece": "allies"}, commander={"greece": "britain"})
    assert setting.start().refused("declare", "nation:italy") == "war.must_follow_enforced"


@rule("setup.barb.situation.satellites", "war.one_for_alliance")
def test_an_attacked_satellite_is_at_war_with_whoever_joins_its_enemies() -> None:
    wars: dict[str, Json] = {"hungary": ["britain"], "britain": ["germany", "italy", "hungary"]}
    table = american("1942_spring").set(at_war_with=wars).start().choose("declare", "nation:germany")
    g = table.state
    assert g.at_war(NATION["usa"], NATION["hungary"]) and not g.at_war(NATION["usa"], NATION["romania"])


@rule("east.satellites_join", "east.satellites_hpp")
def test_a_fallen_satellite_joins_nobody() -> None:
    """Hungary, worth 3, fell to the British: the others bring 2, 2 and 4."""
    setting = war("full_war_a").season("1941_summer").stack("warsaw", germany={"infantry": 1})
    setting = setting.held("britain", "budapest").set(fallen=["hungary"])
    table = setting.start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert table.purse("germany") == 30 - 7 + 2 + 2 + 4
    assert table.state.alliance[NATION["hungary"]] == NONE and table.units("budapest") == []


@rule("east.friendly_satellites", "war.one_for_alliance")
def test_a_satellite_that_italy_attacks_is_no_friend_of_germany_any_more() -> None:
    setting = in_the_axis().held("italy", "zagreb").stack("zagreb", italy={"infantry": 1})
    before = setting.start()
    budapest = PACK.area_keys.index("budapest")
    assert before.state.friendly(NATION["germany"], budapest)
    before.choose("declare", "nation:hungary")
    assert not before.state.friendly(NATION["germany"], budapest)


@rule("setup.barb.situation.satellites", "war.needed")
def test_a_satellite_that_waits_takes_no_part_in_an_attack_on_the_british() -> None:
    """Bulgaria is Germany's ally but at war with nobody before the attack on the Soviet Union."""
    setting = war("barbarossa").season("1941_summer").held("britain", "salonika")
    setting = setting.stack("salonika", britain={"infantry": 1}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("skopje", germany={"infantry": 1}).start().choose("attack", "area:salonika").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:skopje")
    assert table.refused("send", "kind:bulgaria_infantry", "area:sofia") == "war.needed"


# ---------------------------------------------------------------------- crossing


@rule("usa.first_to_britain", "strat.distance")
def test_american_land_units_and_aircraft_may_go_on_to_london_at_once() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 2).stack("usa", usa={"infantry": 1, "fleet": 1})
    table = position.start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:london") and table.offers("to", "area:plymouth")
    table.choose("to", "area:london")
    assert table.count("london", "usa_infantry") == 1
    table.choose("transfer", "kind:usa_fleet", "area:usa")
    assert table.refused("to", "area:london") == "map.coast.port"


@rule("usa.first_to_britain", "strat.no_neutral_enemy")
def test_nobody_comes_to_london_when_the_enemy_holds_all_around_it() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 2).stack("usa", usa={"infantry": 1})
    table = position.held("germany", "dover", "plymouth", "manchester").start()
    table.choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.offers("to", "area:liverpool") and not table.offers("to", "area:london")


@rule("strat.no_neutral_enemy")
def test_an_area_without_coast_that_enemies_surround_is_reached_by_nobody() -> None:
    position = war().phase("transferring").season("1940_spring").held("germany", "paris")
    table = position.stack("essen", germany={"infantry": 1}).stack("kiel", germany={"fleet": 1}).start()
    table.choose("transfer", "kind:germany_infantry", "area:essen")
    assert table.refused("to", "area:paris") == "strat.no_neutral_enemy"


# ---------------------------------------------------------------------- the fall of powers


def france_falls() -> War:
    """At the end of the Allied phase 1 Paris is German, and Italy is in the war."""
    setting = in_the_axis().phase("settling", 1).held("germany", "paris").set(last_chance=["france"])
    return setting.stack("edinburgh", britain={"aircraft": 1})


def fallen(setting: War) -> Table:
    """France has fallen, and Vichy's units stand somewhere."""
    table = setting.start()
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    return table


@rule("fall.territory", "fall.territory_allied")
def test_what_an_ally_of_the_conqueror_took_stays_with_it_if_units_stand_there() -> None:
    setting = france_falls().held("italy", "brest", "calais").stack("brest", italy={"infantry": 1})
    table = fallen(setting)
    assert (table.holder("brest"), table.holder("calais")) == ("italy", "germany")


@rule("fall.hpp_gone", "build.fleet_rebuild.lost")
def test_fleets_that_a_fallen_power_was_building_are_gone_wherever_their_yards_are() -> None:
    setting = france_falls().stack("brest", britain={"infantry": 1})
    table = fallen(setting.set(units={"pool": ["france fleet 1 seen yard:brest due:4"]}))
    assert table.holder("brest") == "britain"
    assert set(table.state.yard) == {NONE}


@rule("fall.side_out")
def test_the_war_goes_on_while_a_power_of_the_side_stands() -> None:
    table = fallen(france_falls())
    assert table.match.outcome is None and table.state.fallen >> NATION["france"] & 1


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


@rule("war.neutral.survives", "fall.units_removed")
def test_a_country_that_nobody_is_left_to_command_fights_on_until_it_falls() -> None:
    """France fell before, Britain does now, and the other Allies are neutral: Norway still stands against Germany."""
    wars: dict[str, Json] = {
        "germany": ["britain", "norway"],
        "britain": ["germany"],
        "norway": ["germany"],
        "france": [],
    }
    setting = war("full_war_a").season("1941_spring").phase("settling", 1).held("germany", "london")
    setting = setting.set(last_chance=["britain"], fallen=["france"], at_war_with=wars, alliance={"norway": "allies"})
    setting = setting.set(commander={"norway": "britain"}).stack("oslo", norway={"infantry": 1})
    table = setting.stack("moscow", ussr={"aircraft": 1}).start()
    g = table.state
    assert table.count("oslo", "norway_infantry") == 1 and g.commander[NATION["norway"]] == NONE
    assert g.at_war(NATION["norway"], NATION["germany"])


@rule("war.neutral.who_commands")
def test_a_country_without_commander_follows_a_power_that_joins_its_side() -> None:
    """Germany has fallen, and Norway, which the Allies attacked, still stands when Italy enters the war."""
    wars: dict[str, Json] = {"norway": ["britain", "france"], "germany": []}
    wars |= {"britain": ["norway"], "france": ["norway"]}
    setting = war("full_war_a").season("1941_spring").phase("fighting", 0, 0).hpp(italy=40).set(opening={"italy": 40})
    setting = setting.set(fallen=["germany"], at_war_with=wars, alliance={"norway": "axis"}, commander={"norway": None})
    setting = setting.stack("oslo", norway={"infantry": 1}).stack("milan", italy={"infantry": 1})
    g = setting.start().choose("declare", "nation:france").state
    assert g.commander[NATION["norway"]] == NATION["italy"]


@rule("fall.last_chance", "fall.failure")
def test_a_capital_that_belongs_to_nobody_is_in_no_enemys_hands() -> None:
    """Whoever had taken Paris fell himself, and his conquests are neutral."""
    setting = war("full_war_a").season("1940_spring").phase("opening", 1, 0).set(control={"paris": None})
    table = setting.stack("brest", france={"aircraft": 1}).start()
    assert table.prompt == "phase_one" and not table.state.last_chance
    assert not table.choose("stand_by").state.fallen >> NATION["france"] & 1


@rule("fall.last_chance", "coop.combine")
def test_units_of_a_power_without_its_capital_help_nobody_else() -> None:
    """Rome is British: Italians in Milan go against it, not with the Germans against Lyon."""
    setting = in_the_axis().held("britain", "rome").set(last_chance=["italy"]).stack("lyon", france={"infantry": 1})
    table = setting.stack("milan", italy={"infantry": 1}, germany={"infantry": 1}).start()
    table.choose("attack", "area:lyon").choose("by_hand")
    assert table.offers("send", "kind:germany_infantry", "area:milan")
    assert table.refused("send", "kind:italy_infantry", "area:milan") == "fall.last_chance"


@rule("inv.self")
def test_a_power_without_its_capital_lands_no_units_of_others_on_its_coast() -> None:
    setting = in_the_axis().held("britain", "rome").set(last_chance=["italy"])
    setting = setting.stack("sardinia", italy={"tank": 1, "fleet": 2, "aircraft": 1}, germany={"tank": 1})
    table = setting.start().choose("invade", "area:naples").choose("by_hand")
    assert table.offers("send", "kind:italy_tank", "area:sardinia")
    assert table.refused("send", "kind:italy_aircraft", "area:sardinia") == "inv.self"  # nobody fights
    assert table.refused("send", "kind:germany_tank", "area:sardinia") == "inv.self"


# ---------------------------------------------------------------------- accounting


@rule("acc.home_lost")
def test_soviet_areas_that_belong_to_nobody_are_not_in_enemy_hands() -> None:
    setting = war("full_war_a").season("1942_winter").set(control={"kiev": None}).held("germany", "minsk")
    g = at_first(setting)
    assert accounting.base_lost(g, NATION["ussr"]) == PACK.worth[PACK.area_keys.index("minsk")] == 1
