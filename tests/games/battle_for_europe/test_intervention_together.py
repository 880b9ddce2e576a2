"""Interventions of several groups: who comes, who comes together, what waits for what, and who is used then (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import turning
from sandtable.games.battle_for_europe.pack import SUBMARINE
from tests.citing import rule
from tests.games.battle_for_europe.battles import Ride, flags, rolled, step
from tests.games.battle_for_europe.chains import left, meet, pass_on, path, set_out
from tests.games.battle_for_europe.test_intervention import ARMOUR, FLIGHT, INFANTRY, MISSES, channel, germans, invade
from tests.games.battle_for_europe.test_submarines import atlantic
from tests.games.battle_for_europe.war import PACK, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
REBASE: dict[str, dict[str, int]] = {"essen": {"germany_aircraft": 2}}


def west(*dice: int, **stacks: dict[str, Json]) -> War:
    """The Germans of the attack on Calais; French and British units by base, such as `paris_france`."""
    setting = germans(*dice).stack("maginot", france={"infantry": 1})
    for key, units in stacks.items():
        base, nation = key.split("_")
        setting = setting.stack(base, **{nation: units})
    return setting


# ---------------------------------------------------------------------- who does not come


@rule("bomb.no_intervene")
def test_a_bomber_is_refused_beside_aircraft_that_meet_a_flight() -> None:
    setting = west(dover_britain={"aircraft": 2, "bomber": 1})
    table = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    table.choose("meet", "area:belgium", "foe:aircraft_1").choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:britain_aircraft"}
    assert table.refused("send", "kind:britain_bomber", "area:dover") == "bomb.no_intervene"


@rule("setup.sichel.britain.pinned", "int.sea.range")
@pytest.mark.parametrize(("condition", "asked"), [("pinned", False), ("fresh", True)])
def test_the_fleets_that_stay_at_gibraltar_do_not_intervene(condition: str, asked: bool) -> None:
    """Gibraltar, Lusitanian Sea, North Atlantic: two areas."""
    setting = war().advanced().season("1940_spring").held("germany", "brest", "paris")
    setting = setting.stack("brest", germany={"submarine": 1, "infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("gibraltar", britain={"fleet": {condition: 2}}).stack("london", britain={"infantry": 1})
    table = setting.start().choose("raid", "raid:trade")
    while table.prompt == "route":
        table.choose("direct")
    assert (table.prompt == "intervene") == asked


def vichy_at_war() -> War:
    """The Allies are at war with Vichy France, whose aircraft are in Algiers; the British are in Gibraltar."""
    wars: dict[str, Json] = {"germany": ["britain"], "britain": ["germany", "vichy_france"], "france": []}
    setting = war("full_war_a").advanced().season("1941_spring").phase("fighting", 1)
    setting = setting.held("vichy_france", "vichy", "lyon", "algiers", "casablanca").held("germany", "paris")
    setting = setting.set(fallen=["france"], at_war_with={**wars, "vichy_france": ["britain"]})
    setting = setting.set(alliance={"vichy_france": "axis", "france": None}, commander={"vichy_france": "germany"})
    setting = setting.stack("algiers", vichy_france={"aircraft": 1}).stack("casablanca", vichy_france={"infantry": 1})
    setting = setting.stack("gibraltar", britain={"fleet": 1, "aircraft": 1}).stack("london", britain={"infantry": 1})
    return setting.stack("vichy", vichy_france={"infantry": 1}).stack("berlin", germany={"infantry": 1})


@rule("vichy.units.stay", "int.air.where")
def test_vichy_aircraft_intervene_over_their_own_areas_alone() -> None:
    """They come to Casablanca, which is attacked, but not to the Western Mediterranean, as near as it is."""
    assert PACK.flight[AREA["algiers"]][AREA["western_mediterranean"]] == 1
    force = {"gibraltar": {"britain_aircraft": 1}}
    table = set_out(vichy_at_war(), "casablanca", "britain", force, group="vichy_france")
    assert {choice[1] for choice in table.all("meet")} == {"area:casablanca"}
    sailing = vichy_at_war().phase("moving", 1, 1)
    fleet = {"gibraltar": {"britain_fleet": 1}}
    passed = set_out(sailing, "malta", "britain", fleet, kind="move", source="gibraltar")
    assert passed.prompt != "intervene" and passed.count("malta", "britain_fleet") == 1


@rule("opt.allied.long_range", "bomb.intervene_ships")
@pytest.mark.parametrize("reached", [True, False])
def test_long_range_bombers_intervene_against_ships_four_areas_away(reached: bool) -> None:
    """From Gibraltar to the North Sea there are four areas."""
    assert PACK.flight[AREA["gibraltar"]][AREA["north_sea"]] == 4
    setting = long_range(war("full_war_a"), reached).phase("moving", 0).held("germany", "netherlands")
    setting = setting.stack("kiel", germany={"fleet": 1}).stack("berlin", germany={"infantry": 1})
    setting = setting.stack("gibraltar", britain={"bomber": 1}).stack("london", britain={"infantry": 1})
    table = set_out(setting, "netherlands", "germany", {"kiel": {"germany_fleet": 1}}, kind="move", source="kiel")
    assert (table.prompt == "intervene") == reached


@rule("opt.allied.long_range", "int.air.path")
@pytest.mark.parametrize("reached", [True, False])
def test_long_range_bombers_have_an_area_to_spare_on_their_way(reached: bool) -> None:
    """London – Dover – North Sea – Kiel is three areas; over the Channel there are four."""
    setting = long_range(war("full_war_a"), reached).phase("fighting", 1)
    setting = setting.stack("london", britain={"bomber": 1}).stack("netherlands", germany={"aircraft": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).held("germany", "netherlands")
    table = setting.start().choose("bomb", "area:kiel").choose("send", "kind:britain_bomber", "area:london")
    assert table.prompt == "route"
    assert table.offers("via", "area:english_channel") == reached


@rule("int.path.once", "opt.allied.long_range")
def test_no_way_leads_past_its_goal_or_its_start() -> None:
    """From Dover Kiel is two areas away, and Berlin lies behind it; bombers that fly four areas still do not turn."""
    setting = long_range(war("full_war_a"), True).phase("fighting", 1).stack("dover", britain={"bomber": 1})
    setting = setting.stack("netherlands", germany={"aircraft": 1}).stack("berlin", germany={"infantry": 1})
    flight = setting.held("germany", "netherlands").start().choose("bomb", "area:kiel")
    flight.choose("send", "kind:britain_bomber", "area:dover")
    assert flight.offers("via", "area:north_sea") and not flight.offers("via", "area:berlin")
    assert not flight.choose("via", "area:english_channel").offers("via", "area:dover")


@rule("opt.allied.long_range", "bomb.range")
@pytest.mark.parametrize("reached", [True, False])
def test_long_range_bombers_change_base_and_act_four_areas_away(reached: bool) -> None:
    """From London to Paris and to Essen there are four areas."""
    assert PACK.flight[AREA["london"]][AREA["paris"]] == PACK.flight[AREA["london"]][AREA["essen"]] == 4
    setting = long_range(war("full_war_a"), reached).phase("fighting", 1).stack("london", britain={"bomber": 1})
    table = setting.stack("paris", france={"infantry": 1}).stack("berlin", germany={"infantry": 1}).start()
    assert table.offers("bomb", "area:essen") == reached
    table.choose("rebase", "area:london")
    assert table.offers("go", "kind:britain_bomber", "area:paris", "number:one") == reached


def long_range(setting: War, reached: bool) -> War:
    """The whole war with the optional rules; Britain has bombers of long range, or not."""
    project = "britain_long_range_bombers"
    goals: Json = {"reached": [project] if reached else [], "tries": {project: 1}}
    return setting.advanced().option(optional_rules=True).season("1940_spring").set(research=goals)


# ---------------------------------------------------------------------- who does not come together


@rule("int.together", "coop.anglo_french.defend")
def test_british_and_french_are_not_sent_together_either() -> None:
    """Dover and Paris are both two areas from Belgium: one of the nations comes, of all the larger part."""
    setting = west(paris_france={"aircraft": 2}, dover_britain={"aircraft": 1})
    table = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    table.choose("meet", "area:belgium", "foe:aircraft_1").choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:france_aircraft", "kind:britain_aircraft"}
    table.choose("send", "kind:britain_aircraft", "area:dover")
    assert table.refused("send", "kind:france_aircraft", "area:paris") == "coop.anglo_french.defend"
    table.choose("march")
    assert left(table, 1) == 1
    whole = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    whole.choose("meet", "area:belgium", "foe:aircraft_1").choose("force", "force:all")
    assert left(whole, 1) == 2 and all("used" in each for each in flags(whole, "paris", "france_aircraft"))
    assert all("used" not in each for each in flags(whole, "dover", "britain_aircraft"))


@rule("int.together", "coop.anglo_french.defend")
def test_all_of_a_base_are_those_that_fight_together() -> None:
    setting = west(calais_france={"infantry": 1, "aircraft": 2}).stack(
        "calais", france={"infantry": 1, "aircraft": 2}, britain={"aircraft": 1}
    )
    table = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    table.choose("meet", "area:belgium", "foe:aircraft_1").choose("by_hand").choose("send_all", "area:calais")
    table.choose("march")
    assert all("used" in each for each in flags(table, "calais", "france_aircraft"))
    assert all("used" not in each for each in flags(table, "calais", "britain_aircraft"))


@rule("int.together", "coop.anglo_french.defend", "int.air.at_target")
def test_british_aircraft_do_not_come_where_the_french_are_attacked() -> None:
    """Nobody French is near: Dover is, but the battle at Calais is against the French."""
    table = set_out(west(*MISSES, dover_britain={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert table.prompt == "battle.land" and table.told("intervenes") == []
    alone = germans().stack("calais", britain={"infantry": 1}).stack("dover", britain={"aircraft": 1})
    met = set_out(alone, "calais", "germany", FLIGHT, group="britain")
    assert met.prompt == "intervene" and met.offers("meet", "area:calais", "foe:aircraft_1")


@rule("int.together", "int.air.where")
def test_they_do_come_to_the_flight_before_it_is_there() -> None:
    """British aircraft are near both ways from Essen to Calais: there the French fight, and on its way nobody does."""
    setting = west(*MISSES, dover_britain={"aircraft": 1}, lyon_britain={"aircraft": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    assert {choice[1] for choice in table.all("meet")} == {f"area:{path(table)[0]}"}


@rule("int.together", "coop.soviet_apart")
def test_soviet_and_western_aircraft_do_not_meet_a_move_together() -> None:
    """Belgrade and Kiev are both two areas from Budapest."""
    assert PACK.flight[AREA["belgrade"]][AREA["budapest"]] <= 2 and PACK.flight[AREA["kiev"]][AREA["budapest"]] <= 2
    setting = war("bagration_overlord").advanced().phase("moving", 1).stack("berlin", germany={"infantry": 1})
    setting = setting.held("ussr", "kiev").held("britain", "belgrade").stack("vienna", germany={"aircraft": 1})
    setting = setting.stack("kiev", ussr={"aircraft": 2}).stack("belgrade", britain={"aircraft": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("moscow", ussr={"infantry": 1}).roll(*MISSES)
    going = {"vienna": {"germany_aircraft": 1}}
    table = set_out(setting, "budapest", "germany", going, kind="move", source="vienna")
    table.choose("meet", "area:budapest", "foe:aircraft_1").choose("by_hand")
    table.choose("send", "kind:britain_aircraft", "area:belgrade")
    assert table.refused("send", "kind:ussr_aircraft", "area:kiev") == "coop.soviet_apart"
    whole = set_out(setting, "budapest", "germany", going, kind="move", source="vienna")
    whole.choose("meet", "area:budapest", "foe:aircraft_1").choose("force", "force:all")
    assert all("used" in each for each in flags(whole, "kiev", "ussr_aircraft"))
    assert all("used" not in each for each in flags(whole, "belgrade", "britain_aircraft"))


# ---------------------------------------------------------------------- groups of a chain


@rule("int.air.at_target")
def test_aircraft_of_several_bases_are_met_together_at_their_target() -> None:
    """From Essen and from Stuttgart aircraft come to Calais: on their ways they are two groups, there they are one."""
    force = {**FLIGHT, "stuttgart": {"germany_aircraft": 1}}
    table = set_out(west(*MISSES, paris_france={"aircraft": 2}), "calais", "germany", force, group="france")
    at_calais = [choice[2] for choice in table.all("meet") if choice[1] == "area:calais"]
    assert table.state.chain_now().legs == 2 and at_calais == ["foe:aircraft_1"]
    meet(table, "calais", "aircraft_1")
    assert rolled(table, 0)["germany_aircraft"] == (3, 3, 3) and rolled(table, 1)["france_aircraft"] == (3, 2, 2)


@rule("int.chain.order", "int.counter")
def test_whoever_comes_in_a_later_step_is_a_group_of_its_own() -> None:
    """Calais and Paris meet the flight to Belgium in the first and in the third step, so the last is fought first."""
    setting = west(*MISSES, paris_france={"aircraft": 1}, calais_france={"infantry": 1, "aircraft": 1})
    table = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    meet(table, "belgium", "aircraft_1", ("france_aircraft", "paris")).choose("let_pass")
    meet(table, "belgium", "aircraft_1", ("germany_aircraft", "stuttgart"))
    meet(table, "belgium", "aircraft_1", ("france_aircraft", "calais"))
    chain = table.state.chain_now()
    assert chain.steps == [0, 1, 2, 3] and chain.answers == [-1, 0, 1, 0]


@rule("int.air.at_target", "int.chain.backwards", "int.air.values")
def test_an_answer_at_the_target_is_fought_before_its_battle() -> None:
    """Stuttgart stops the aircraft that come to Calais from Paris: 4 in defence, against 2 in attack."""
    setting = west(5, 5, 1, *MISSES, paris_france={"aircraft": 2})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1")
    meet(table, "calais", "aircraft_1", ("germany_aircraft", "stuttgart"))
    assert table.state.order is not None  # the attack has not arrived
    assert rolled(table, 0) == {"france_aircraft": (2, 2, 2)} and rolled(table, 1) == {"germany_aircraft": (4, 1, 1)}
    assert table.count("paris", "france_aircraft") == 1
    table.choose("go_on").choose("break_off")  # the French stay, the Germans go home
    assert table.prompt == "battle.air" and table.state.order is None
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)} and rolled(table, 1) == {"france_aircraft": (3, 1, 1)}


@rule("int.counter", "int.chain.order", "int.counter.where")
def test_those_who_answer_at_the_target_are_answered_there() -> None:
    """Stuttgart comes against Paris over Calais, and Brest against Stuttgart; the flight itself may be met as well."""
    setting = west(*MISSES, paris_france={"aircraft": 1}, brest_france={"aircraft": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1", ("france_aircraft", "paris")).choose("let_pass")
    meet(table, "calais", "aircraft_1", ("germany_aircraft", "stuttgart"))
    assert table.offers("meet", "area:calais", "foe:aircraft_1")
    meet(table, "calais", "aircraft_2", ("france_aircraft", "brest"))
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1)} and rolled(table, 1) == {"france_aircraft": (3, 1, 1)}


@rule("int.chain.backwards", "int.chain.order")
def test_nobody_fights_those_whom_others_of_his_side_have_shot_down() -> None:
    """Stuttgart is met over Belgium by Calais and, two steps later, by Paris: only the latter find it there."""
    setting = west(6, 1, 6, 1, *MISSES, paris_france={"aircraft": 2}, calais_france={"infantry": 1, "aircraft": 1})
    setting = setting.stack("netherlands", germany={"aircraft": 1})
    table = set_out(setting, "belgium", "germany", REBASE, kind="rebase", source="essen")
    meet(table, "belgium", "aircraft_1", ("france_aircraft", "paris")).choose("let_pass")
    meet(table, "belgium", "aircraft_1", ("germany_aircraft", "stuttgart")).choose("let_pass")
    meet(table, "belgium", "aircraft_2", ("france_aircraft", "calais")).choose("let_pass")
    meet(table, "belgium", "aircraft_1", ("germany_aircraft", "netherlands"))
    meet(table, "belgium", "aircraft_2", ("france_aircraft", "paris"))
    fought = [line.args[1] for line in table.told("roll_battle")]
    assert fought == ["kind:germany_aircraft", "kind:france_aircraft", "kind:france_aircraft", "kind:germany_aircraft"]
    assert table.count("stuttgart", "germany_aircraft") == 0 and table.count("calais", "france_aircraft") == 1
    assert table.count("belgium", "germany_aircraft") == 2  # nobody was left to stop the flight


@rule("int.chain.backwards", "int.sea.several_places")
def test_nobody_fights_at_a_place_to_which_nobody_comes_any_more() -> None:
    """The flight is shot down over the Maginot Line: over Calais Paris and Stuttgart have nothing to fight about."""
    setting = west(6, 6, 1, 1, *MISSES, paris_france={"aircraft": 1}, lyon_france={"aircraft": 2})
    setting = setting.held("germany", "calais").stack("calais", germany={"infantry": 1})
    table = set_out(setting, "calais", "germany", REBASE, kind="rebase", source="essen")
    meet(table, "maginot", "aircraft_1", *[("france_aircraft", "lyon")] * 2)
    meet(table, "calais", "aircraft_1", ("france_aircraft", "paris"))
    meet(table, "calais", "aircraft_1", ("germany_aircraft", "stuttgart"))
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    assert table.count("essen", "germany_aircraft") == table.count("calais", "germany_aircraft") == 0
    assert [line.args[1] for line in table.told("intervention")] == ["area:maginot"]


@rule("int.air.at_target", "int.sea.at_target", "int.sea.helpers_home")
def test_aircraft_at_the_target_wait_for_its_battle_while_ships_fight_before_it() -> None:
    setting = channel(3, *MISSES).stack("liverpool", britain={"infantry": 1}).stack("london", britain={"infantry": 1})
    table = invade(setting)
    meet(table, "calais", "ships", *[("germany_submarine", "brest")] * 8)
    meet(table, "calais", "ships", *[("germany_aircraft", "paris")] * 2)
    assert rolled(table, 1) == {"germany_submarine": (1, 8, 8)}
    table.choose("go_on").choose("break_off").choose("go_on")
    assert rolled(table, 1) == {"germany_aircraft": (4, 2, 2)}  # now they defend the coast
    assert (8, "kind:germany_submarine", "area:brest") in [line.args for line in table.told("battle_home")]


@rule("int.sea.one_battle", "int.chain.backwards")
def test_aircraft_that_met_the_flight_do_not_join_the_battle_of_the_ships() -> None:
    """Over the Channel the Germans meet the British aircraft, and their submarines the ships: two battles."""
    setting = channel(3, *MISSES).stack("plymouth", britain={"fleet": 4, "infantry": 1, "tank": 1, "aircraft": 1})
    force = {"plymouth": {"britain_fleet": 2, "britain_aircraft": 1}}
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships", *[("germany_submarine", "brest")] * 8)
    meet(table, "english_channel", "aircraft_1", *[("germany_aircraft", "paris")] * 2)
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    assert rolled(table, 0) == {"britain_aircraft": (3, 1, 1)} and rolled(table, 1) == {"germany_aircraft": (4, 2, 2)}
    table.choose("break_off")  # the British aircraft go home; the German ones have nobody left to meet
    assert rolled(table, 1) == {"germany_submarine": (1, 8, 8)}


@rule("sub.air_once_per_raid", "sub.air_not_action")
def test_aircraft_declared_against_submarines_are_not_declared_again() -> None:
    setting = war().advanced().season("1940_spring").held("germany", "brest", "paris")
    setting = setting.stack("brest", germany={"submarine": 1, "infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("liverpool", britain={"aircraft": 1, "fleet": 2}).stack("london", britain={"infantry": 1})
    table = setting.roll(*MISSES).start().choose("raid", "raid:trade")
    while table.prompt == "route":
        table.choose("direct")
    meet(table, "north_atlantic", "ships", ("britain_aircraft", "liverpool"))
    table.choose("meet", "area:north_atlantic", "foe:ships").choose("by_hand")
    assert table.refused("send", "kind:britain_aircraft", "area:liverpool") == "sub.air_once_per_raid"


# ---------------------------------------------------------------------- what is shown and told


@rule("int.unused_only", "int.air.where")
def test_whoever_cannot_come_is_told_what_is_against_the_nearest() -> None:
    """Submarines of Brest can meet the ships; the aircraft of Paris, that could meet those of Dover, have been used."""
    setting = channel(german={"submarine": 1}).stack("dover", britain={"aircraft": 1})
    setting = setting.stack("paris", germany={"aircraft": {"used": 2}, "infantry": 1})
    force = {"plymouth": {"britain_fleet": 2}, "dover": {"britain_aircraft": 1}}
    rides: list[Ride] = [("britain_fleet", "plymouth", "britain_tank", "plymouth")]
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=rides)
    assert table.prompt == "intervene" and table.offers("meet", "area:english_channel", "foe:ships")
    assert table.refused("meet", "area:calais", "foe:aircraft_1") == "int.unused_only"


@rule("int.chain.backwards")
def test_links_that_are_gone_are_not_shown_any_more() -> None:
    """Two aircraft of London destroy the two of Paris: in the battle of the ships these are no link any more."""
    table = invade(channel(5, 1, 1, 1, 1, *MISSES, german={"fleet": 2}).stack("liverpool", britain={}))
    meet(table, "english_channel", "ships")
    meet(table, "english_channel", "aircraft_1")
    while table.state.battle is None:
        table.choose("let_pass")
    panel = table.scene().battle
    assert table.count("paris", "germany_aircraft") == 0 and step(table) == "sea"
    assert panel is not None and [side.owner for side in panel.sides] == ["britain", "germany"]


# ---------------------------------------------------------------------- who is used


@rule("int.used_after", "sub.air_not_action")
def test_aircraft_that_come_against_submarines_and_fleets_are_used() -> None:
    setting = atlantic(*MISSES, plymouth={"aircraft": 1}).phase("moving", 0).held("germany", "bilbao", "la_rochelle")
    setting = setting.stack("brest", germany={"submarine": 1, "fleet": 1})
    setting = setting.stack("la_rochelle", germany={"aircraft": 1})
    going = {"brest": {"germany_submarine": 1, "germany_fleet": 1}}
    table = set_out(setting, "bilbao", "germany", going, kind="move", source="brest")
    meet(table, "bay_of_biscay", "ships")
    assert table.prompt == "intervene.answer"  # nobody has fought yet
    assert flags(table, "plymouth", "britain_aircraft") == [{"used"}]


@rule("int.used_after", "sub.air_not_action")
def test_so_they_are_if_fleets_and_submarines_come_from_two_bases() -> None:
    """Submarines of Calais and a fleet of Brest meet in the Channel on their way to strike at Plymouth."""
    setting = war().advanced().season("1940_spring").held("germany", "brest", "calais", "paris").roll(*MISSES)
    setting = setting.stack("calais", germany={"submarine": 1}).stack("brest", germany={"fleet": 1})
    setting = setting.stack("paris", germany={"aircraft": 1, "infantry": 1}).stack("plymouth", britain={"fleet": 1})
    setting = setting.stack("london", britain={"aircraft": 1, "infantry": 1})
    force = {"calais": {"germany_submarine": 1}, "brest": {"germany_fleet": 1}}
    table = set_out(setting, "plymouth", "germany", force, kind="strike", group="britain")
    assert table.state.chain_now().units[0] & PACK.of_type[SUBMARINE]
    meet(table, "english_channel", "ships")
    assert table.prompt == "intervene.answer"  # nobody has fought yet
    assert flags(table, "london", "britain_aircraft") == [{"used"}]


@rule("int.mover_used", "int.air.trigger")
def test_aircraft_that_fought_while_changing_base_in_phase_one_are_used_there() -> None:
    setting = germans(*MISSES).stack("paris", france={"aircraft": 2}).stack("maginot", france={"infantry": 1})
    going = {"essen": {"germany_aircraft": 2}}
    table = set_out(setting, "belgium", "germany", going, kind="rebase", source="essen")
    meet(table, "belgium", "aircraft_1")
    pass_on(table).choose("go_on").choose("break_off")
    assert all("used" in each for each in flags(table, "belgium", "germany_aircraft"))


@rule("int.mover_used")
def test_whoever_changes_base_is_not_used_if_those_who_met_him_were_stopped_by_others() -> None:
    """A German fighter of Brest meets a British one on its way to Dover; two from London destroy it before."""
    setting = channel(1, 1, *MISSES, german={"aircraft": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"aircraft": 1}).stack("liverpool", britain={"aircraft": 2})
    table = set_out(
        setting, "dover", "britain", {"plymouth": {"britain_aircraft": 1}}, kind="rebase", source="plymouth"
    )
    place = str(table.all("meet")[0][1]).removeprefix("area:")
    meet(table, place, "aircraft_1")
    assert table.prompt == "intervene.answer"
    meet(table, place, "aircraft_1", ("britain_aircraft", "london"))
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    assert table.count("brest", "germany_aircraft") == 0
    assert [each & {"used"} for each in flags(table, "dover", "britain_aircraft")] == [set()]


@rule("int.transport", "unit.fleet.escorts", "unit.used.mark")
def test_escorts_of_a_transport_are_used_when_it_arrives() -> None:
    setting = channel().phase("moving", 1, 1).held("britain", "belgium").stack("liverpool", britain={"infantry": 1})
    ride: Ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
    force = {"plymouth": {"britain_fleet": 1}}
    table = set_out(setting, "belgium", "britain", force, kind="ship", rides=(ride,), source="plymouth")
    pass_on(table)
    assert table.count("belgium", "britain_infantry") == 1
    assert sum("used" in each for each in flags(table, "plymouth", "britain_fleet")) == 2


@rule("int.path.once", "sea.carriers_out")
def test_ships_on_their_way_to_the_port_have_nothing_aboard_yet() -> None:
    setting = channel(german={"fleet": 1}).stack("liverpool", britain={"fleet": 1})
    setting = setting.stack("plymouth", britain={"tank": 1})
    rides: list[Ride] = [("britain_fleet", "liverpool", "britain_tank", "plymouth")]
    g = set_out(setting, "calais", "britain", {}, kind="invade", rides=rides).state
    assert turning.aboard(g, AREA["irish_sea"]) == ([], [])
    order = g.order_now()
    assert turning.aboard(g, AREA["english_channel"]) == (order.carriers, order.cargo) and order.cargo


# ---------------------------------------------------------------------- who comes all the same


def war_with_spain(italy: str | None) -> War:
    """Germany and Italy are both at war with Spain; Italy is neutral otherwise, or an ally of Germany."""
    foes: dict[str, Json] = {"germany": ["britain", "france", "spain"], "italy": ["spain"]}
    setting = war("full_war_a").advanced().season("1940_spring").phase("moving", 0, 0).held("germany", "lyon")
    setting = setting.set(at_war_with={**foes, "spain": ["germany", "italy"]}, commander={"spain": "britain"})
    setting = setting.set(alliance={"italy": italy}).held("italy", "corsica")
    setting = setting.stack("barcelona", spain={"aircraft": 1, "infantry": 1}).stack("lyon", germany={"aircraft": 1})
    setting = setting.stack("corsica", italy={"aircraft": 1}).stack("rome", italy={"infantry": 1})
    return setting.stack("berlin", germany={"infantry": 1}).stack("london", britain={"infantry": 1}).roll(*MISSES)


@rule("int.counter", "war.neutral_power.limits")
@pytest.mark.parametrize(("italy", "answers"), [(None, False), ("axis", True)])
def test_a_power_at_war_with_the_same_country_answers_for_an_ally_alone(italy: str | None, answers: bool) -> None:
    """Spanish aircraft meet a German flight over Vichy; Italian ones are near enough, and at war with Spain too."""
    assert PACK.flight[AREA["corsica"]][AREA["vichy"]] == 2
    setting = war_with_spain(italy).held("germany", "vichy")
    table = set_out(setting, "vichy", "germany", {"lyon": {"germany_aircraft": 1}}, kind="move", source="lyon")
    meet(table, "vichy", "aircraft_1")
    assert (table.prompt == "intervene.answer") == answers


@rule("int.together", "coop.anglo_french.defend")
def test_french_aircraft_come_to_the_french_beside_whom_the_british_stand() -> None:
    """The battle is against the French alone: the British in the same area take no part in it."""
    setting = germans(*MISSES).stack("calais", france={"infantry": 1}, britain={"infantry": 1})
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert table.prompt == "intervene" and table.offers("meet", "area:calais", "foe:aircraft_1")


# ---------------------------------------------------------------------- whom they meet


@rule("int.chain.order", "int.air.trigger")
def test_each_group_over_a_place_is_met_by_those_who_were_sent_against_it() -> None:
    """Aircraft of Essen and of Stuttgart pass the Maginot Line; one aircraft of Paris is sent against each group.

    Those of Essen keep clear of Belgium, where an aircraft of Dover could meet them too.
    """
    setting = germans(*MISSES).stack("essen", germany={"aircraft": 1}).stack("stuttgart", germany={"aircraft": 1})
    setting = setting.stack("paris", france={"aircraft": 2}).stack("dover", britain={"aircraft": 1})
    force = {"belgium": {"germany_infantry": 2}, "essen": {"germany_aircraft": 1}, "stuttgart": {"germany_aircraft": 1}}
    table = set_out(setting, "calais", "germany", force, group="france")
    assert [path(table, leg) for leg in range(2)] == [["maginot", "calais"]] * 2
    meet(table, "maginot", "aircraft_1", ("france_aircraft", "paris"))
    meet(table, "maginot", "aircraft_2")
    chain = table.state.chain_now()
    assert chain.answers[2:] == [0, 1] and [left(table, group) for group in range(4)] == [1, 1, 1, 1]
