"""Neutral countries that are attacked: who places and commands their army, and how long they fight on."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, conquest, entry
from sandtable.games.battle_for_europe.pack import ALLIES, BRITAIN, GERMANY
from sandtable.games.battle_for_europe.state import State
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import AREA, MISSES, NATION, german_spring, in_spring, in_the_axis, nation
from tests.games.battle_for_europe.war import PACK, War, war


def norway_lost(**bergen: Json) -> State:
    """Norway is an ally of Britain; Germany takes Oslo."""
    foes: dict[str, Json] = {"norway": ["germany"], "germany": ["france", "britain", "norway"]}
    setting = war().season("1940_spring").set(at_war_with=foes, alliance={"norway": "allies"})
    setting.set(commander={"norway": "britain"}).stack("bergen", britain={**bergen})
    g = at_first(setting)
    conquest.country_falls(g, PACK.nation_keys.index("norway"), GERMANY)
    return g


@rule("war.neutral.army", "war.neutral.who_places")
def test_where_no_power_of_the_other_alliance_is_left_nobody_is_asked_for_the_army() -> None:
    """Britain and France have fallen, the Soviet Union and the United States are neutral."""
    setting = war("full_war_a").season("1940_summer").set(fallen=["britain", "france"])
    table = setting.stack("vienna", germany={"infantry": 1}).start().choose("declare", "nation:yugoslavia")
    assert table.asked == "axis" and table.prompt == "enter.force"  # the deed follows
    army = [area for area in ("belgrade", "zagreb", "skopje") for _ in table.units(area)]
    assert len(army) == 2 and table.state.commander[NATION["yugoslavia"]] == NONE


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


@rule("war.neutral.army", "unit.fleet.base")
def test_the_fleet_of_an_attacked_country_is_placed_in_a_port() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).stack("vichy", france={"infantry": 2})
    table = setting.start().choose("declare", "nation:spain")
    while table.facts["kind"] != "kind:spain_fleet":
        table.choose("at", "area:madrid")
    assert table.refused("at", "area:madrid") == "unit.fleet.base" and table.offers("at", "area:valencia")


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


@rule("war.neutral.who_commands", "fall.units_removed")
def test_another_ally_commands_the_countries_of_a_fallen_power() -> None:
    foes: dict[str, Json] = {"norway": ["germany"], "germany": ["britain", "france", "norway"]}
    setting = in_spring().phase("settling", 1).held("germany", "london").set(last_chance=["britain"], at_war_with=foes)
    setting = setting.set(commander={"norway": "britain"}, alliance={"norway": "allies"})
    setting = setting.stack("oslo", norway={"infantry": 1}).stack("paris", france={"aircraft": 1})
    table = setting.start()
    assert table.state.commander[nation("norway")] == nation("france") and table.count("oslo", "norway_infantry") == 1


@rule("war.neutral.capital_falls_ally_held", "ctl.for_whom")
def test_an_area_of_a_fallen_country_held_by_a_small_ally_comes_to_who_commands_it() -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "norway", "sweden"], "sweden": ["germany"]}
    foes |= {"norway": ["germany"]}
    setting = in_spring("full_war_a").set(at_war_with=foes, alliance={"norway": "allies", "sweden": "allies"})
    setting = setting.set(commander={"norway": "britain", "sweden": "britain"}).held("germany", "goteborg")
    setting = setting.stack("narvik", sweden={"infantry": 1}).stack("goteborg", germany={"infantry": 2})
    table = setting.start().choose("enter", "area:oslo").choose("send", "kind:germany_infantry", "area:goteborg")
    assert [table.holder(area) for area in ("oslo", "bergen", "narvik")] == ["germany", "germany", "britain"]


@rule("war.neutral.capital_falls_ally_held")
def test_an_aircraft_of_an_ally_is_enough_to_hold_an_area_of_a_fallen_country() -> None:
    assert norway_lost(aircraft=1).control[AREA["bergen"]] == BRITAIN
    assert norway_lost().control[AREA["bergen"]] == GERMANY
    assert norway_lost(aircraft=1).control[AREA["narvik"]] == GERMANY


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


@rule("war.neutral.hpp_ally", "war.neutral_power.victim")
def test_a_country_that_stands_alone_brings_nobody_hpp() -> None:
    """Neutral Italy has attacked Yugoslavia, whose army Britain commands; only an ally of Britain pays 3 HPP."""
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = war("full_war_a").season("1940_winter").phase("accounting").set(at_war_with=foes)
    setting.set(commander={"yugoslavia": "britain"}).stack("belgrade", yugoslavia={"infantry": 1})
    alone = at_first(setting)
    accounting.annual(alone)
    assert alone.opening[BRITAIN] == 27
    foes["italy"] = ["yugoslavia", "britain", "france"]
    joined = at_first(setting.set(alliance={"yugoslavia": "allies", "italy": "axis"}, at_war_with=foes))
    accounting.annual(joined)
    assert joined.opening[BRITAIN] == 30


@rule("war.neutral.moves", "war.neutral.units_combine")
def test_units_of_an_allied_country_attack_abroad_in_their_commanders_turn() -> None:
    foes: dict[str, Json] = {"germany": ["france", "britain", "belgium"], "belgium": ["germany"]}
    setting = german_spring().set(at_war_with=foes, commander={"belgium": "france"}, alliance={"belgium": "allies"})
    setting = setting.stack("belgium", belgium={"infantry": 1}, france={"infantry": 1}).phase("fighting", 1, 0)
    table = setting.stack("essen", germany={"infantry": 1}).start().choose("attack", "area:essen")
    table.choose("force", "force:all")
    assert table.count("essen", "belgium_infantry") == 1 == table.count("essen", "france_infantry")
    table.choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose(*table.choices[0])
    assert table.count("essen", "belgium_infantry") == 0


@rule("war.neutral_power.victim", "war.neutral.survives")
def test_a_victim_of_neutral_italy_joins_nobody_at_the_end_of_the_turn() -> None:
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = in_spring("full_war_a").phase("closing").set(at_war_with=foes, commander={"yugoslavia": "britain"})
    setting = setting.stack("belgrade", yugoslavia={"infantry": 2}).stack("paris", france={"aircraft": 1})
    assert setting.start().state.alliance[nation("yugoslavia")] == NONE


def italy_beside(britain: dict[str, Json], at_war: bool = True) -> War:
    """Yugoslavia, which Germany attacked, is an ally of Britain, and British units are in Zagreb; Italy is neutral."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "yugoslavia"], "yugoslavia": ["germany"]}
    if at_war:
        foes |= {"italy": ["yugoslavia"], "yugoslavia": ["germany", "italy"]}
    setting = war("full_war_b", 4).season("1940_summer").phase("fighting", 0, 1).roll(*MISSES)
    setting = setting.set(at_war_with=foes, alliance={"yugoslavia": "allies"}, commander={"yugoslavia": "britain"})
    setting = setting.hpp(italy=40).set(opening={"italy": 40}).stack("zagreb", britain=britain)
    return setting.stack("venice", italy={"infantry": 3}).stack("rome", italy={"aircraft": 1})


@rule("war.neutral_power.beside")
def test_a_neutral_power_attacks_no_area_where_others_look_on() -> None:
    """Italy is at war with Yugoslavia and not with Britain, whose infantry stands beside the Yugoslav one."""
    setting = italy_beside({"infantry": 2}).stack("zagreb", britain={"infantry": 2}, yugoslavia={"infantry": 1})
    table = setting.start()
    assert table.refused("attack", "area:zagreb") == "war.neutral_power.beside"
    alone = italy_beside({}).stack("zagreb", yugoslavia={"infantry": 1}).start()
    assert alone.offers("attack", "area:zagreb")


@rule("war.neutral_power.beside")
def test_a_neutral_power_enters_no_area_where_others_are_aircraft_included() -> None:
    for stack in ({"infantry": 1}, {"aircraft": 1}):
        units: dict[str, Json] = {**stack}
        assert italy_beside(units).start().refused("enter", "area:zagreb") == "war.neutral_power.beside"
    assert italy_beside({}).start().offers("enter", "area:zagreb")


@rule("war.neutral_power.beside", "nc.enter_empty_enemy")
def test_nor_does_it_march_there_in_phase_2() -> None:
    """Turkey, which Britain attacked, is an ally of Germany; the neutral Soviet Union has taken Izmit."""
    wars: dict[str, Json] = {"turkey": ["britain", "ussr"], "ussr": ["turkey"]}
    wars |= {"britain": ["germany", "turkey"], "germany": ["britain", "france"]}
    setting = war("full_war_b", 4).season("1941_spring").phase("moving", 1, 3).set(at_war_with=wars)
    setting = setting.set(alliance={"turkey": "axis"}, commander={"turkey": "germany"}).held("ussr", "izmit")
    setting = setting.stack("izmit", ussr={"infantry": 1})
    move = ("go", "kind:ussr_infantry", "area:istanbul", "number:one")
    assert setting.start().choose("move", "area:izmit").offers(*move)
    guarded = setting.stack("istanbul", germany={"aircraft": 1}).stack("moscow", ussr={"infantry": 1}).start()
    assert guarded.choose("move", "area:izmit").refused(*move) == "war.neutral_power.beside"


@rule("war.neutral_power.beside", "war.must_follow_enforced", "war.must_follow")
def test_to_attack_them_it_declares_war_on_them_though_none_of_their_areas_is_near() -> None:
    """Zagreb is Yugoslav; the British who stand there are all that Italy can reach of Britain."""
    table = italy_beside({"infantry": 1}).start().choose("declare", "nation:britain")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:zagreb").choose("force", "force:all")
    assert not table.state.owed[NATION["italy"]] and table.purse("italy") == 40 - 7 - 1
    far = italy_beside({}).stack("sarajevo", britain={"aircraft": 1}).start()
    assert far.refused("declare", "nation:britain") == "war.must_follow_enforced"  # no land units to attack


@rule("war.neutral_power.beside", "war.must_follow_enforced")
def test_no_war_is_declared_on_a_country_whose_areas_in_reach_all_have_others_in_them() -> None:
    kept_out = italy_beside({"infantry": 1}, at_war=False).start()
    assert kept_out.refused("declare", "nation:yugoslavia") == "war.must_follow_enforced"
    assert italy_beside({}, at_war=False).start().offers("declare", "nation:yugoslavia")


@rule("war.neutral.who_places", "east.satellite_attacked_early")
@pytest.mark.parametrize(("country", "commander"), [("turkey", "italy"), ("hungary", "germany")])
def test_the_richest_of_the_axis_commands_who_is_attacked_but_germany_a_satellite(country: str, commander: str) -> None:
    setting = in_the_axis().phase("fighting", 1).hpp(italy=30, germany=20).stack("zagreb", britain={"infantry": 1})
    setting = setting.stack("skopje", britain={"infantry": 1}).held("britain", "zagreb", "skopje", "salonika")
    table = setting.stack("salonika", britain={"infantry": 1, "aircraft": 1}).start()
    table.choose("declare", f"nation:{country}")
    assert table.state.commander[NATION[country]] == NATION[commander]


@rule("war.neutral_power.victim", "war.one_for_alliance")
def test_a_victim_of_italy_that_joins_the_allies_is_at_war_with_germany_as_well() -> None:
    """Britain declares war on neutral Italy, which becomes Germany's ally, to help Yugoslavia."""
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = war("full_war_a", 4).season("1940_summer").phase("fighting", 1, 0).set(at_war_with=foes)
    setting = setting.set(commander={"yugoslavia": "britain"}).stack("belgrade", yugoslavia={"infantry": 1})
    table = setting.stack("cairo", britain={"aircraft": 1}).start().choose("declare", "nation:italy")
    if table.prompt == "declare.lead":
        table.choose("lead", "nation:britain")
    g = table.state
    assert g.at_war(NATION["yugoslavia"], NATION["germany"]) and g.at_war(NATION["yugoslavia"], NATION["italy"])


@rule("war.neutral.survives", "war.italy.neutral_start")
def test_a_country_that_joins_an_alliance_stays_at_war_with_a_neutral_attacker() -> None:
    """Germany and neutral Italy have both attacked Yugoslavia; it joins the Allies, who are not at war with Italy."""
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy", "germany"]}
    foes |= {"germany": ["britain", "france", "yugoslavia"]}
    setting = war("full_war_a", 4).season("1940_summer").phase("closing", 0, 1).set(at_war_with=foes)
    setting = setting.set(commander={"yugoslavia": "britain"}).stack("belgrade", yugoslavia={"infantry": 1})
    g = setting.stack("cairo", britain={"aircraft": 1}).start().state
    assert g.alliance[NATION["yugoslavia"]] == ALLIES and g.at_war(NATION["yugoslavia"], NATION["italy"])
    assert not g.at_war(NATION["britain"], NATION["italy"])


@rule("war.neutral_power.limits", "war.needed")
def test_what_a_neutral_power_has_taken_is_closed_to_others_who_fought_for_it() -> None:
    """Germany and neutral Italy are both at war with Yugoslavia; Zagreb is open to Germany until Italy has taken it."""
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy", "germany"]}
    foes |= {"germany": ["britain", "france", "yugoslavia"]}
    setting = war("full_war_b", 4).season("1940_summer").phase("fighting", 0, 1).set(at_war_with=foes)
    setting = setting.stack("vienna", germany={"infantry": 1, "aircraft": 1}).stack("venice", italy={"infantry": 1})
    table = setting.set(commander={"yugoslavia": "britain"}).start()
    g = table.state
    assert entry.open_areas(g, GERMANY) >> AREA["zagreb"] & 1
    table.choose("enter", "area:zagreb").choose("send", "kind:italy_infantry", "area:venice")
    assert table.holder("zagreb") == "italy" and table.asked == "germany"
    assert not entry.open_areas(table.state, GERMANY) >> AREA["zagreb"] & 1
    assert table.refused("enter", "area:zagreb") == "war.neutral_power.limits"
