"""Interventions in the air: ways of aircraft, who meets them, and what becomes of who breaks off (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import first, members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.pack import FRANCE, GERMANY
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.aid import SUMMER_1941
from tests.games.battle_for_europe.battles import flags, rolled, step
from tests.games.battle_for_europe.chains import left, meet, pass_on, path, set_out
from tests.games.battle_for_europe.situations import AREA
from tests.games.battle_for_europe.test_intervention import ARMOUR, FLIGHT, INFANTRY, MISSES, channel, germans, invade
from tests.games.battle_for_europe.test_intervention_at_sea import FROM_PARIS, merged
from tests.games.battle_for_europe.war import PACK, Table, war

SURPRISE: dict[str, Json] = {
    "germany": ["britain", "ussr"],
    "italy": ["britain", "ussr"],
    "ussr": ["germany", "italy"],
    "britain": ["germany", "italy"],
}


def aircraft_in(table: Table, base: str) -> int:
    return first(table.state.here[AREA[base]] & PACK.air_units)


@rule("unit.used.mark", "sub.air_not_action")
def test_aircraft_of_an_invasion_are_used_though_only_submarines_are_in_the_port() -> None:
    """They have taken part in the invasion; striking at submarines alone would not use them."""
    setting = channel(*MISSES, german={"infantry": 1}).stack("calais", germany={"submarine": 1})
    setting = setting.stack("paris", germany={"infantry": 1}).stack("dover", britain={"aircraft": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("liverpool", britain={"infantry": 1})
    force = {"plymouth": {"britain_fleet": 2}, "dover": {"britain_aircraft": 1}}
    table = pass_on(set_out(setting, "calais", "britain", force, kind="invade", rides=(INFANTRY, ARMOUR)))
    assert rolled(table, 0)["britain_aircraft"] == (3, 1, 1)
    assert "used" in flags(table, "dover", "britain_aircraft")[0]


@rule("int.air.at_target", "inv.clear_sea_first")
def test_aircraft_come_to_a_coast_that_nobody_defends() -> None:
    """Calais is empty: those from Paris must be fought before anybody lands."""
    setting = channel(*MISSES, german={"infantry": 1}).stack("calais", germany={}).stack("london", britain={"tank": 1})
    table = invade(setting.stack("liverpool", britain={"infantry": 1}))
    meet(table, "calais", "ships", *FROM_PARIS)
    pass_on(table)
    assert table.prompt == "battle.sea" and table.asked == "allies"
    assert PACK.nation_keys[table.state.battle_now().group] == "germany"  # who takes the losses of the defence
    table.choose("go_on")
    assert rolled(table, 1) == {"germany_aircraft": (4, 2, 2)} and table.count("calais", "britain_infantry") == 0


@rule("int.air.at_target", "sub.air_not_action", "unit.used.mark")
@pytest.mark.parametrize("joined", [True, False])
def test_aircraft_that_strike_at_submarines_are_used_if_aircraft_come_to_help(joined: bool) -> None:
    units: dict[str, Json] = {"aircraft": 1, "infantry": 1} if joined else {"infantry": 1}
    setting = channel(*MISSES).stack("paris", germany=units).stack("plymouth", britain={"aircraft": 1, "infantry": 1})
    setting = setting.stack("liverpool", britain={"infantry": 1}).stack("london", britain={"infantry": 1})
    table = set_out(setting, "brest", "britain", {"plymouth": {"britain_aircraft": 1}}, kind="strike")
    if joined:
        meet(table, "brest", "aircraft_1")
    pass_on(table)
    assert ("used" in flags(table, "plymouth", "britain_aircraft")[0]) == joined


@rule("int.air.at_target", "unit.used.no_action")
def test_land_units_that_attack_beside_aircraft_are_not_used() -> None:
    setting = germans(*MISSES).stack("lyon", france={"aircraft": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    table.choose("meet", "area:calais", "foe:aircraft_1").choose("let_pass")
    assert table.state.chain is None and all("used" in each for each in flags(table, "essen", "germany_aircraft"))
    attackers = table.state.battle_now().attackers & PACK.land_units
    assert attackers.bit_count() == 2
    assert not any(table.state.flags[unit] & USED for unit in members(attackers))
    assert flags(table, "stuttgart", "germany_aircraft") == [set()]  # nor are aircraft that stay at home


@rule("int.air.at_target", "int.chain.order")
def test_aircraft_that_come_to_the_target_in_a_later_step_defend_it_too() -> None:
    """Stuttgart shoots down the aircraft of Paris; that of Brest, declared after Stuttgart, meets those of Essen."""
    setting = germans(6, 1, *MISSES).stack("paris", france={"aircraft": 1}).stack("brest", france={"aircraft": 1})
    table = set_out(setting.stack("maginot", france={"infantry": 1}), "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1", ("france_aircraft", "paris")).choose("let_pass")
    meet(table, "calais", "aircraft_1", ("germany_aircraft", "stuttgart"))
    meet(table, "calais", "aircraft_1", ("france_aircraft", "brest"))
    pass_on(table)
    assert table.count("paris", "france_aircraft") == 0 and step(table) == "air"
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)} and rolled(table, 1) == {"france_aircraft": (3, 1, 1)}


@rule("int.air.at_target", "coop.combine.leader")
def test_aircraft_that_come_to_help_do_not_lead_the_defence() -> None:
    """Germans defend Tobruk, and two Italian aircraft of Crete come: the losses are Germany's to choose."""
    setting = war("barbarossa", 4).advanced().phase("fighting", 1, 1).held("germany", "tobruk").held("italy", "crete")
    setting = setting.stack("tobruk", germany={"infantry": 1, "tank": 1}).stack("crete", italy={"aircraft": 2})
    setting = setting.stack("alexandria", britain={"infantry": 3, "aircraft": 1}).stack("rome", italy={"infantry": 1})
    setting = setting.stack("cairo", britain={"infantry": 1}).stack("berlin", germany={"infantry": 1}).roll(*MISSES)
    force = {"alexandria": {"britain_infantry": 3, "britain_aircraft": 1}}
    table = set_out(setting, "tobruk", "britain", force, group="germany")
    assert (table.prompt, table.asked) == ("intervene", "italy")
    meet(table, "tobruk", "aircraft_1")
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    now = table.state.battle_now()
    assert (now.defenders & PACK.air_units).bit_count() == 2 and now.group == GERMANY


@rule("int.air.path", "unit.air.rebase_before")
def test_aircraft_that_changed_base_before_fly_as_far_as_others() -> None:
    """From Berlin they go to Essen, and from there over Belgium or the Maginot Line to Calais."""
    setting = germans().stack("essen", germany={"infantry": 1}).stack("paris", france={"aircraft": 1})
    setting = setting.stack("berlin", germany={"aircraft": 1, "infantry": 1}).stack("stuttgart", germany={})
    table = setting.start().choose("rebase", "area:berlin")
    table.choose("go", "kind:germany_aircraft", "area:essen", "number:one")
    assert table.count("essen", "germany_aircraft") == 1 and table.state.steps[aircraft_in(table, "essen")] > 0
    table.choose("attack", "area:calais").choose("force", "force:all")
    assert table.prompt == "route" and {str(choice[1]) for choice in table.all("via")} >= {"area:belgium"}


@rule("int.air.path")
def test_the_direct_way_is_that_on_which_fewest_can_meet_it() -> None:
    """From Essen to Calais it is as far over Belgium as over the Maginot Line; aircraft of Vichy reach the latter."""
    assert PACK.flight[AREA["vichy"]][AREA["maginot"]] == 2 and PACK.flight[AREA["vichy"]][AREA["belgium"]] == 3
    table = set_out(germans().stack("vichy", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert path(table) == ["belgium", "calais"]


@rule("int.air.path", "int.unused_only")
@pytest.mark.parametrize(("condition", "asked"), [("used", False), ("fresh", True)])
def test_nobody_names_a_way_on_which_nobody_can_meet_him(condition: str, asked: bool) -> None:
    """Flying from Essen to Calais, aircraft pass Paris; those based there have been used."""
    setting = germans().held("germany", "calais").phase("moving", 0).stack("calais", germany={"infantry": 1})
    setting = setting.stack("paris", france={"aircraft": {condition: 1}, "infantry": 1})
    table = setting.start().choose("move", "area:essen")
    table.choose("go", "kind:germany_aircraft", "area:calais", "number:one")
    assert (table.prompt in ("route", "intervene")) == asked


@rule("int.air.together")
def test_aircraft_escort_bombers_that_fly_the_same_way() -> None:
    """Both leave Essen for Calais over Belgium or the Maginot Line: whoever meets the bomber has the aircraft there."""
    setting = germans(*MISSES).stack("essen", germany={"aircraft": 1, "bomber": 1}).stack("stuttgart", germany={})
    force = {"belgium": {"germany_infantry": 2}, "essen": {"germany_aircraft": 1, "germany_bomber": 1}}
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", force, group="france")
    assert table.state.chain_now().legs == 1 and left(table, 0) == 2
    place = path(table)[0]
    assert not table.offers("meet", f"area:{place}", "foe:aircraft_2")
    meet(table, place, "aircraft_1")
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1), "germany_bomber": (2, 1, 1)}  # bomb.air_only_defend


@rule("int.air.together", "int.air.path")
@pytest.mark.parametrize(("way", "british_die"), [("english_channel", 1), ("north_sea", 6)])
def test_paratroops_go_with_the_aircraft_of_their_base_or_by_a_way_of_their_own(way: str, british_die: int) -> None:
    """Aircraft cross the Channel from Belgium to Plymouth, two areas; paratroops may take three, by the North Sea."""
    setting = war().advanced().season("1940_spring").held("germany", "belgium").roll(6, british_die, *MISSES)
    setting = setting.stack("belgium", germany={"aircraft": 1, "paratroop": 1, "infantry": 1})
    setting = setting.stack("dover", britain={"aircraft": 1}).stack("plymouth", britain={"infantry": 1})
    table = setting.stack("berlin", germany={"infantry": 1}).start().choose("attack", "area:plymouth")
    table.choose("force", "force:all").choose("via", f"area:{way}")
    while table.prompt == "route":
        table.choose("direct")
    together = way == "english_channel"
    assert [left(table, group) for group in range(table.state.chain_now().legs)] == ([2] if together else [1, 1])
    meet(table, "english_channel", "aircraft_1")
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1)}  # para.intercepted: paratroops do not roll
    assert table.offers("lose", "loss:germany_paratroop_1") == together
    if together:
        table.choose("lose", "loss:germany_paratroop_1")
        assert table.count("belgium", "germany_aircraft") == 1


@rule("int.air.breakoff", "int.sea.one_battle")
def test_when_one_side_leaves_the_air_the_ships_fight_on() -> None:
    table = merged(*MISSES).choose("break_off")  # the British aircraft go home
    assert all("used" in each for each in flags(table, "london", "britain_aircraft"))
    assert table.prompt == "battle.sea"
    table.choose("go_on").choose("go_on")
    assert step(table) == "sea" and rolled(table, 0) == {"britain_fleet": (3, 2, 2)}
    assert rolled(table, 1) == {"germany_submarine": (1, 8, 8), "germany_aircraft": (4, 2, 2)}


@rule("int.air.interceptor_breakoff", "int.sea.one_battle", "sub.air_one_round")
def test_aircraft_that_have_won_the_air_attack_submarines_once_and_go_home() -> None:
    table = merged(*MISSES).choose("go_on").choose("break_off")  # the German aircraft go home
    assert step(table) == "sea"
    table.choose("go_on").choose("go_on")
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2), "britain_aircraft": (3, 2, 2)}
    assert left(table, 3) == 0  # only submarines are left: after the round the aircraft are on their way to London
    table.choose("go_on").choose("go_on")
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2)}


@rule("int.sea.one_battle", "sub.air_one_round", "air.end.conditions")
def test_aircraft_that_shot_down_all_others_still_have_their_round_against_submarines() -> None:
    """Both German aircraft are hit in the air; the round that the British have against submarines is yet to come."""
    table = merged(1, 1, *MISSES)
    assert table.count("paris", "germany_aircraft") == 0 and step(table) == "sea"
    table.choose("go_on").choose("go_on")
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2), "britain_aircraft": (3, 2, 2)}


@rule("int.air.reach_target", "land.losses.choice")
def test_whoever_is_attacked_decides_his_losses_if_nobody_came_to_help() -> None:
    """French aircraft pass; one of two defenders of Calais is hit, and France says which."""
    setting = germans(1, *MISSES).stack("calais", france={"infantry": 1, "tank": 1})
    table = set_out(setting.stack("paris", france={"aircraft": 1}), "calais", "germany", FLIGHT, group="france")
    assert table.prompt == "intervene"
    table.choose("let_pass")
    assert table.prompt == "losses" and table.asked == "allies"
    assert table.state.battle_now().group == FRANCE


@rule("east.surprise", "int.air.values")
def test_germans_who_are_stopped_while_they_intervene_do_not_roll_twice() -> None:
    """In the season of the surprise, but in the Soviet turn: nobody attacks but the Soviet aircraft that move."""
    setting = war("barbarossa").advanced().phase("moving", 1).stack("kiev", ussr={"aircraft": 1})
    setting = setting.set(alliance={"ussr": "allies"}, german_attack=SUMMER_1941, at_war_with=SURPRISE)
    setting = setting.stack("minsk", ussr={"aircraft": 1}).stack("warsaw", germany={"aircraft": 2, "infantry": 1})
    setting = setting.stack("moscow", ussr={"infantry": 1}).stack("london", britain={"infantry": 1}).roll(*MISSES)
    going = {"kiev": {"ussr_aircraft": 1}}
    table = set_out(setting, "brest_litovsk", "ussr", going, kind="move", source="kiev")
    meet(table, "brest_litovsk", "aircraft_1")
    meet(table, "brest_litovsk", "aircraft_1", ("ussr_aircraft", "minsk"))
    pass_on(table)
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)} and rolled(table, 1) == {"ussr_aircraft": (3, 1, 1)}
