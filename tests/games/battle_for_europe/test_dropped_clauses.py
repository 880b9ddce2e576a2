"""Clauses that a rule of the basic level could lose without anything else being wrong: one test for each."""

from __future__ import annotations

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, setup
from sandtable.games.battle_for_europe.state import PINNED
from tests.citing import rule
from tests.games.battle_for_europe.battles import rolled
from tests.games.battle_for_europe.war import PACK, War, war


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def in_spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    return war(scenario, players).season("1940_spring")


# ---------------------------------------------------------------------- who takes part


@rule("war.italy.neutral_start", "coop.combine")
def test_neutral_italy_and_germany_do_not_attack_together_though_both_are_at_war_with_the_target() -> None:
    foes: dict[str, Json] = {
        "germany": ["britain", "france", "yugoslavia"],
        "italy": ["yugoslavia"],
        "yugoslavia": ["italy", "germany"],
    }
    setting = in_spring("full_war_a").set(at_war_with=foes, commander={"yugoslavia": "britain"})
    setting = setting.stack("vienna", germany={"infantry": 2}).stack("venice", italy={"infantry": 2})
    table = setting.stack("zagreb", yugoslavia={"infantry": 2}).start()
    table.choose("attack", "area:zagreb").choose("lead", "nation:germany").choose("by_hand")
    assert [choice[2] for choice in table.choices if choice[0] == "send"] == ["area:vienna"]


@rule("setup.sichel.britain.pinned")
def test_fleets_that_may_not_leave_gibraltar_join_no_strike() -> None:
    setting = war().all_units().season("1940_spring").phase("fighting", 1).held("germany", "casablanca")
    setting = setting.lines("gibraltar", "britain fleet 2 pinned", "britain fleet 3 pinned", "britain fleet 5")
    setting = setting.lines("plymouth").lines("kiel", "germany fleet 2")
    table = setting.lines("casablanca", "germany fleet 1").start()
    table.choose("strike", "area:casablanca").choose("lead", "nation:britain").choose("by_hand").choose(
        "send", "kind:britain_fleet", "area:gibraltar"
    )
    assert ("send", "kind:britain_fleet", "area:gibraltar") not in table.choices


# ---------------------------------------------------------------------- wars


@rule("war.neutral_power.victim", "war.neutral.survives")
def test_a_victim_of_neutral_italy_joins_nobody_at_the_end_of_the_turn() -> None:
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = in_spring("full_war_a").phase("closing").set(at_war_with=foes, commander={"yugoslavia": "britain"})
    setting = setting.stack("belgrade", yugoslavia={"infantry": 2}).stack("paris", france={"aircraft": 1})
    assert setting.start().state.alliance[nation("yugoslavia")] == NONE


@rule("war.historic_allies", "war.neutral.survives")
def test_nobody_declares_war_on_a_country_that_has_joined_its_alliance() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "belgium"], "belgium": ["germany"]}
    setting = in_spring().phase("fighting", 1).set(at_war_with=foes, commander={"belgium": "britain"})
    setting = setting.set(alliance={"belgium": "allies"}).stack("belgium", belgium={"infantry": 1})
    table = setting.stack("calais", france={"infantry": 2, "aircraft": 1}).start()
    assert table.refused("declare", "nation:belgium") == "war.historic_allies"


@rule("east.satellite_attacked_early")
def test_germany_commands_a_satellite_attacked_early_though_italy_has_more_hpp() -> None:
    foes: dict[str, Json] = {"italy": ["britain", "france"], "germany": ["britain", "france"]}
    foes |= {"britain": ["germany", "italy"], "france": ["germany", "italy"]}
    setting = in_spring("full_war_a").phase("fighting", 1).set(at_war_with=foes, alliance={"italy": "axis"})
    setting = setting.hpp(germany=3, italy=12).held("britain", "salonika").stack("salonika", britain={"infantry": 2})
    table = setting.stack("cairo", britain={"aircraft": 1}).start().choose("declare", "nation:bulgaria")
    assert table.state.commander[nation("bulgaria")] == nation("germany")


@rule("east.satellites_join", "east.satellites_hpp", "acc.loss.satellite")
def test_a_satellite_that_fights_for_the_allies_does_not_join_germany() -> None:
    """Finland, Hungary and Romania bring Germany what they are worth; each of them could be lost this year."""
    foes: dict[str, Json] = {"germany": ["britain", "france"], "bulgaria": ["italy"], "italy": ["bulgaria"]}
    setting = in_spring("full_war_a").set(at_war_with=foes, alliance={"bulgaria": "allies"})
    setting = setting.set(commander={"bulgaria": "britain"}).stack("sofia", bulgaria={"infantry": 1})
    table = setting.stack("warsaw", germany={"infantry": 2}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    joined = [
        key for key in ("finland", "hungary", "romania") if table.state.commander[nation(key)] == nation("germany")
    ]
    assert joined == ["finland", "hungary", "romania"]
    assert table.state.commander[nation("bulgaria")] == nation("britain")
    assert table.purse("germany") == 30 - 7 + sum(PACK.tribute[nation(key)] for key in joined)
    credited = [table.state.credited[PACK.capital[nation(key)]] for key in (*joined, "bulgaria")]
    assert credited == [nation("germany")] * 3 + [NONE]


@rule("war.neutral.army", "war.neutral.no_rebuild", "war.italy.neutral_start")
def test_a_second_declaration_does_not_bring_back_what_the_first_war_has_cost() -> None:
    setting = in_spring("full_war_a").stack("vienna", germany={"infantry": 2}).stack("venice", italy={"infantry": 3})
    table = setting.start().choose("declare", "nation:yugoslavia")
    if table.prompt == "declare.lead":
        table.choose("lead", "nation:italy")
    table.choose("at", "area:zagreb").choose("at", "area:zagreb").script(1, 6, 6, 6, 6)
    table.choose("attack", "area:zagreb").choose("force", "force:all").choose("break_off")
    while table.prompt != "phase_one":
        table.choose(*table.choices[0])
    table.choose("declare", "nation:yugoslavia")
    assert table.prompt != "war.place" and table.count("zagreb", "yugoslavia_infantry") == 1


# ---------------------------------------------------------------------- battles


@rule("mod.river_coast.lost", "mod.lowest_direction")
def test_the_river_stays_lost_when_those_who_came_round_it_are() -> None:
    """From Essen over the river and from the Netherlands, where no river is; the one from there is lost at once."""
    setting = in_spring().held("germany", "netherlands").held("france", "belgium").roll(6, 6, 6, 1)
    setting = setting.stack("essen", germany={"infantry": 2}).stack("netherlands", germany={"tank": 1})
    table = setting.stack("belgium", france={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("lose", "loss:germany_tank_1")
    table.script(6, 6, 6).choose("go_on")
    assert rolled(table, 1)["france_infantry"] == (2, 1, 1)


@rule("unit.fleet.embark_where", "usa.britain_fallen")
def test_once_britain_has_fallen_the_box_is_no_longer_why_fleets_without_troops_do_not_land() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("fighting", 0).set(fallen=["britain"])
    setting = setting.stack("usa", usa={"fleet": 1}).stack("naples", usa={"aircraft": 1, "infantry": 1})
    table = setting.held("usa", "naples").stack("moscow", ussr={"aircraft": 1}).start()
    assert table.refused("invade", "area:brest") == "unit.fleet.embark_where"


@rule("land.separate_contingents.second", "mod.terrain.plus_one")
def test_armour_that_is_inside_already_attacks_the_next_group_without_a_river() -> None:
    """Over the river from Essen the French have 2 + 1; when the tanks turn on the British in Belgium, these have 2."""
    setting = in_spring().held("france", "belgium").stack("essen", germany={"tank": 2}).roll(1, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 2}).stack(
        "calais", france={"tank": 1}
    )
    table = setting.start().choose("attack", "area:belgium").choose("against", "nation:france")
    table.choose("force", "force:all").script(6, 6, 6, 6)
    assert table.offers("attack", "area:belgium")
    table.choose("attack", "area:belgium").choose("force", "force:all")
    assert rolled(table, 1)["britain_infantry"] == (2, 2, 2)


@rule("east.winter_soviet_double")
def test_in_the_first_winter_soviet_units_roll_twice_against_the_axis_alone() -> None:
    attack = PACK.cell_keys.index("1941_summer")
    foes: dict[str, Json] = {"ussr": ["germany", "turkey"], "turkey": ["ussr"], "germany": ["ussr", "britain"]}
    foes |= {"italy": ["britain"], "britain": ["germany", "italy"]}
    setting = war("barbarossa").season("1941_winter").phase("fighting", 1).set(german_attack=attack, at_war_with=foes)
    setting = setting.set(alliance={"ussr": "allies"}, commander={"turkey": "germany"}).roll(6, 6, 6)
    setting = setting.stack("erzurum", turkey={"infantry": 1}).stack("tbilisi", ussr={"infantry": 2})
    table = setting.start().choose("attack", "area:erzurum").choose("force", "force:all")
    assert rolled(table, 0)["ussr_infantry"] == (1, 2, 2)


# ---------------------------------------------------------------------- what follows a declaration or a conquest


@rule("war.must_follow_enforced")
def test_a_declaration_that_only_a_landing_can_follow_binds_as_well() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1})
    table = setting.stack("paris", france={"infantry": 1}).start().choose("declare", "nation:norway")
    while table.prompt == "war.place":
        table.choose("at", "area:oslo")
    assert table.refused("stand_by") == "war.must_follow_enforced"


@rule("war.neutral.army", "unit.fleet.base")
def test_the_fleet_of_an_attacked_country_is_placed_in_a_port() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("vichy", france={"infantry": 2})
    table = setting.start().choose("declare", "nation:spain")
    while table.facts["kind"] != "kind:spain_fleet":
        table.choose("at", "area:madrid")
    assert table.refused("at", "area:madrid") == "unit.fleet.base" and table.offers("at", "area:valencia")


@rule("fall.hpp_gone", "med.immediate")
def test_gibraltar_costs_a_fallen_britain_nothing() -> None:
    setting = war("barbarossa").season("1942_summer").set(fallen=["britain"], control={"gibraltar": None})
    setting = setting.held("italy", "seville").stack("seville", italy={"infantry": 2}).hpp(britain=0)
    table = setting.start().choose("enter", "area:gibraltar").choose("send", "kind:italy_infantry", "area:seville")
    assert table.holder("gibraltar") == "italy" and table.purse("britain") == 0


@rule("vichy.end")
def test_vichy_outlives_an_axis_power_that_enters_an_ownerless_paris() -> None:
    heirs: dict[str, Json] = dict.fromkeys(("finland", "hungary", "romania", "bulgaria"), "italy")
    setting = war("barbarossa").season("1942_summer").set(fallen=["germany"], control={"paris": None})
    setting = setting.set(commander={**heirs, "vichy_france": None})
    setting = setting.held("italy", "calais").held("vichy_france", "vichy")
    table = setting.stack("calais", italy={"infantry": 2}).start()
    table.choose("enter", "area:paris").choose("send", "kind:italy_infantry", "area:calais")
    assert table.holder("paris") == "italy" and table.holder("vichy") == "vichy_france"


@rule("ctl.capital_recaptured")
def test_with_a_capital_go_areas_that_an_ally_of_the_loser_holds() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("romania", "krakow").held("ussr", "brest_litovsk")
    setting = setting.stack("brest_litovsk", ussr={"infantry": 2}).stack("poznan", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:warsaw").choose("send", "kind:ussr_infantry", "area:brest_litovsk")
    assert [table.holder(area) for area in ("warsaw", "krakow", "poznan")] == ["ussr", "ussr", "germany"]


@rule("war.neutral.capital_falls_ally_held", "ctl.for_whom")
def test_an_area_of_a_fallen_country_held_by_a_small_ally_comes_to_who_commands_it() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "norway", "sweden"], "sweden": ["germany"]}
    foes |= {"norway": ["germany"]}
    setting = in_spring("full_war_a").set(at_war_with=foes, alliance={"norway": "allies", "sweden": "allies"})
    setting = setting.set(commander={"norway": "britain", "sweden": "britain"}).held("germany", "goteborg")
    setting = setting.stack("narvik", sweden={"infantry": 1}).stack("goteborg", germany={"infantry": 2})
    table = setting.start().choose("enter", "area:oslo").choose("send", "kind:germany_infantry", "area:goteborg")
    assert [table.holder(area) for area in ("oslo", "bergen", "narvik")] == ["germany", "germany", "britain"]


@rule("setup.barb.situation.satellites", "war.needed")
def test_satellites_that_are_not_at_war_with_britain_join_no_attack_on_it() -> None:
    setting = war("barbarossa").season("1941_summer").held("britain", "salonika")
    setting = setting.stack("sofia", germany={"infantry": 2}, bulgaria={"infantry": 1})
    table = setting.stack("salonika", britain={"infantry": 1}).start()
    table.choose("attack", "area:salonika").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_infantry"]


@rule("land.separate_contingents.second", "unit.one_attack")
def test_infantry_that_beat_one_group_does_not_attack_the_next() -> None:
    setting = in_spring().held("france", "belgium").stack("essen", germany={"tank": 1, "infantry": 2}).roll(1, 6, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 2})
    table = setting.start().choose("attack", "area:belgium").choose("against", "nation:france")
    table.choose("force", "force:all").choose("attack", "area:belgium").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_tank"]


@rule("unit.air.flee", "unit.used.not_a_loss")
def test_used_aircraft_flee_when_their_base_is_taken_in_battle() -> None:
    setting = in_spring().held("france", "belgium").stack("essen", germany={"infantry": 2}).roll(1, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1, "aircraft": {"used": 1}})
    table = setting.start().choose("attack", "area:belgium").choose("force", "force:all")
    assert table.holder("belgium") == "germany" and table.prompt == "leaving.flight"
    table.choose("go", "kind:france_aircraft", "area:calais", "number:one")
    assert table.count("calais", "france_aircraft") == 1


@rule("acc.loss.only_received")
def test_poland_is_no_part_of_the_german_hpp_of_1939() -> None:
    """Germany starts with its base of 30; in Barbarossa with 28 more for its conquests."""
    warsaw = PACK.area_keys.index("warsaw")
    assert war().start().state.credited[warsaw] == NONE
    assert war("barbarossa").start().state.credited[warsaw] == nation("germany")


@rule("setup.sichel.britain.pinned")
def test_only_the_fleets_that_are_required_are_tied_to_gibraltar() -> None:
    g = (
        war()
        .all_units()
        .lines("plymouth")
        .lines("gibraltar", *[f"britain fleet {at}" for at in (2, 3, 5)])
        .start()
        .state
    )
    setup.pin(g, nation("britain"))
    there = members(g.here[PACK.area_keys.index("gibraltar")])
    assert sum(bool(g.flags[unit] & PINNED) for unit in there) == 2


@rule("setup.bagr.situation.italy_out", "setup.bagr.situation.conquests", "acc.great")
def test_powers_that_are_out_of_a_scenario_have_fallen_and_count_by_halves() -> None:
    """France has fallen in Barbarossa, Italy too in Bagration; who holds Paris has half of 17, rounded up."""
    paris = PACK.area_keys.index("paris")
    for scenario, fallen in (("barbarossa", ("france",)), ("bagration_overlord", ("france", "italy"))):
        state = war(scenario).start().state
        assert all(state.fallen >> nation(key) & 1 for key in fallen)
        assert accounting.yields(state, nation("germany"), paris) and accounting.value(state, paris) == 9
