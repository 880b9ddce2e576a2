"""Battles of a chain, the second clauses: merged battles, who turns back with whom, and who is used then (12.2)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.aid import SUMMER_1941
from tests.games.battle_for_europe.battles import Ride, flags, rolled, step
from tests.games.battle_for_europe.chains import left, meet, set_out
from tests.games.battle_for_europe.test_chain_battles import SUBMARINES
from tests.games.battle_for_europe.test_intervention import ARMOUR, FLIGHT, INFANTRY, MISSES, channel, germans, invade
from tests.games.battle_for_europe.war import PACK, Table, war

FROM_PARIS = [("germany_aircraft", "paris")] * 2
FROM_LONDON = [("britain_aircraft", "london")] * 2


def pass_on(table: Table) -> Table:
    """Nobody else intervenes."""
    while table.prompt.startswith("intervene"):
        table.choose("let_pass")
    return table


def merged(*dice: int) -> Table:
    """In the Channel submarines and aircraft meet the ships, and British aircraft come against the submarines."""
    table = invade(channel(3, *dice).stack("liverpool", britain={"infantry": 1}))
    meet(table, "english_channel", "ships", *SUBMARINES)
    meet(table, "english_channel", "ships", *FROM_PARIS)
    meet(table, "english_channel", "ships", *FROM_LONDON)
    return pass_on(table)


# ---------------------------------------------------------------------- battles for ships with aircraft on both sides


@rule("int.sea.one_battle", "air.when", "int.sea.values")
def test_a_battle_for_ships_begins_in_the_air_if_both_sides_have_aircraft() -> None:
    table = merged(*MISSES)
    assert step(table) == "air"
    assert rolled(table, 0) == {"britain_aircraft": (3, 2, 2)} and rolled(table, 1) == {"germany_aircraft": (4, 2, 2)}


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


@rule("sub.air_one_round", "sea.end.no_fighters")
def test_carriers_whose_only_help_were_aircraft_turn_back_from_submarines() -> None:
    """Nobody escorts: aircraft from London attack the submarines once, then nobody of the invasion fights any more."""
    setting = channel(3, *MISSES).stack("liverpool", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships", *SUBMARINES)
    pass_on(meet(table, "english_channel", "ships", *FROM_LONDON))
    assert table.state.chain is None and table.told("turned_back")[-1].rule == "sea.end.no_fighters"
    assert table.count("calais", "britain_infantry") == 0 and table.count("plymouth", "britain_infantry") == 1


@rule("int.sea.several_places", "int.sea.one_battle")
def test_ships_do_not_fight_about_a_move_that_was_stopped_before() -> None:
    """A fleet is sunk in the Channel; off Dover destroyers and German fleets have nothing to fight about any more."""
    setting = war().advanced().season("1940_spring").phase("moving", 1, 1).held("germany", "brest", "belgium", "paris")
    setting = setting.stack("plymouth", britain={"fleet": 1}).stack("manchester", britain={"destroyer": 2})
    setting = setting.stack("brest", germany={"fleet": 2, "infantry": 1}).stack("belgium", germany={"fleet": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    setting = setting.roll(6, 6, 6, 6, 1, 1, *MISSES)
    going = {"plymouth": {"britain_fleet": 1}}
    table = set_out(setting, "dover", "britain", going, kind="move", source="plymouth")
    meet(table, "english_channel", "ships", *[("germany_fleet", "brest")] * 2)
    meet(table, "dover", "ships", ("germany_fleet", "belgium"))
    meet(table, "dover", "ships", *[("britain_destroyer", "manchester")] * 2)
    pass_on(table)
    assert [line.args[1] for line in table.told("intervention")] == ["area:english_channel"]
    assert table.count("manchester", "britain_destroyer") == 2 and table.count("plymouth", "britain_fleet") == 0


@rule("int.sea.helpers_home")
def test_helpers_who_won_at_the_target_go_home() -> None:
    """Aircraft from Stuttgart shoot down those that came to Calais, and take no part in its battle."""
    setting = germans(6, 6, 1, 1, *MISSES).stack("paris", france={"aircraft": 2})
    setting = setting.stack("stuttgart", germany={"aircraft": 2}).stack("maginot", france={"infantry": 1})
    table = set_out(setting, "calais", "germany", FLIGHT, group="france")
    meet(table, "calais", "aircraft_1")
    meet(table, "calais", "aircraft_1", *[("germany_aircraft", "stuttgart")] * 2)
    assert table.count("paris", "france_aircraft") == 0
    home = [line.args for line in table.told("battle_home")]
    assert (2, "kind:germany_aircraft", "area:stuttgart") in home
    assert rolled(table, 0)["germany_aircraft"] == (3, 2, 2) and step(table) == "land"  # those from Essen


# ---------------------------------------------------------------------- who turns back, and what becomes of him


LOADS: Ride = ("britain_fleet", "dover", "britain_tank", "plymouth")
"""A fleet of Dover that loads armour in Plymouth."""


def turned_back() -> Table:
    """An invasion from Dover by way of Plymouth breaks off in the Channel; aircraft were on their way to Calais too."""
    setting = channel(3, *MISSES, german={"fleet": 2}).stack("dover", britain={"fleet": 2, "aircraft": 1})
    setting = setting.stack("plymouth", britain={"tank": 1}).stack("london", britain={"infantry": 1})
    setting = setting.stack("liverpool", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    force = {"dover": {"britain_fleet": 1, "britain_aircraft": 1}}
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=(LOADS,))
    table.choose("meet", "area:english_channel", "foe:ships")
    if table.prompt == "intervene.force":
        table.choose("force", "force:all")
    return pass_on(table).choose("break_off")


@rule("int.sea.breakoff_mover", "inv.failed_unlanded")
def test_what_was_aboard_comes_to_the_base_of_the_fleet_and_is_spent() -> None:
    table = turned_back()
    assert table.count("dover", "britain_tank") == 1 and table.count("plymouth", "britain_tank") == 0
    assert flags(table, "dover", "britain_tank") == [{"moved", "attacked", "attacked_twice", "carried"}]


@rule("int.sea.breakoff_mover")
def test_the_aircraft_of_an_invasion_that_turned_back_go_home_used() -> None:
    table = turned_back()
    assert table.state.battle is None and flags(table, "dover", "britain_aircraft") == [{"used", "attacked"}]


@rule("int.sea.breakoff_mover", "para.with_invasion")
def test_paratroops_of_an_invasion_that_turned_back_do_not_drop() -> None:
    """The whole move ends: empty Calais is not taken by those who were in the air already."""
    setting = channel(3, *MISSES).stack("calais", germany={}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 2, "infantry": 1}).stack("liverpool", britain={"infantry": 1})
    table = setting.stack("london", britain={"paratroop": 1, "infantry": 1}).hpp(britain=20).start()
    table.choose("invade", "area:calais").choose("by_hand").choose("drop", "kind:britain_paratroop", "area:london")
    table.choose("send", "kind:britain_fleet", "area:plymouth").choose("send", "kind:britain_fleet", "area:plymouth")
    table.choose("send", "kind:britain_infantry", "area:plymouth").choose("march")
    while table.prompt == "route":
        table.choose("direct")
    pass_on(meet(table, "english_channel", "ships", *SUBMARINES)).choose("break_off")
    assert table.holder("calais") == "germany" and table.count("london", "britain_paratroop") == 1
    assert table.purse("britain") == 20 - 5


@rule("int.sea.continue", "int.air.reach_target")
def test_an_invasion_whose_carriers_were_sunk_does_not_arrive_and_its_aircraft_are_used() -> None:
    """Both carriers and the cargo are lost in the Channel; an escort is left, and the aircraft from Dover."""
    setting = channel(3, 6, 6, 1, 1, *MISSES, german={"fleet": 2}).stack("dover", britain={"aircraft": 1})
    setting = setting.stack("london", britain={"infantry": 1}).stack("liverpool", britain={"infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    force = {"plymouth": {"britain_fleet": 2}, "dover": {"britain_aircraft": 1}}
    table = set_out(setting, "calais", "britain", force, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships", *[("germany_fleet", "brest")] * 2)
    pass_on(table)
    assert table.prompt == "losses"
    table.choose("lose", "aboard:britain_infantry_1", "aboard:britain_tank_1")
    table.choose("go_on").choose("break_off")  # the Germans leave
    assert table.told("attack_stopped")[-1].rule == "int.air.reach_target" and table.state.battle is None
    assert flags(table, "dover", "britain_aircraft") == [{"used", "attacked"}]
    assert all("used" in each for each in flags(table, "plymouth", "britain_fleet"))


@rule("int.mover_used", "int.air.trigger")
def test_aircraft_that_fought_while_changing_base_in_phase_one_are_used_there() -> None:
    setting = germans(*MISSES).stack("paris", france={"aircraft": 2}).stack("maginot", france={"infantry": 1})
    going = {"essen": {"germany_aircraft": 2}}
    table = set_out(setting, "belgium", "germany", going, kind="rebase", source="essen")
    meet(table, "belgium", "aircraft_1")
    pass_on(table).choose("go_on").choose("break_off")
    assert all("used" in each for each in flags(table, "belgium", "germany_aircraft"))


@rule("int.transport", "unit.fleet.escorts", "unit.used.mark")
def test_escorts_of_a_transport_are_used_when_it_arrives() -> None:
    setting = channel().phase("moving", 1, 1).held("britain", "belgium").stack("liverpool", britain={"infantry": 1})
    ride: Ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
    force = {"plymouth": {"britain_fleet": 1}}
    table = set_out(setting, "belgium", "britain", force, kind="ship", rides=(ride,), source="plymouth")
    pass_on(table)
    assert table.count("belgium", "britain_infantry") == 1
    assert sum("used" in each for each in flags(table, "plymouth", "britain_fleet")) == 2


# ---------------------------------------------------------------------- who joins the battle at the target


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


# ---------------------------------------------------------------------- paratroops


def drop_on_calais(*dice: int) -> Table:
    """Paratroops from Stuttgart to Calais are met over the Maginot Line by aircraft from Lyon."""
    setting = war().advanced().season("1940_spring").stack("stuttgart", germany={"paratroop": 1})
    setting = setting.stack("berlin", germany={"infantry": 1}).stack("calais", france={"infantry": 1})
    setting = setting.stack("maginot", france={"infantry": 1}).stack("lyon", france={"aircraft": 1})
    table = setting.roll(*dice).start().choose("attack", "area:calais").choose("by_hand")
    table.choose("drop", "kind:germany_paratroop", "area:stuttgart").choose("march")
    while table.prompt == "route":
        table.choose("via", "area:maginot") if table.offers("via", "area:maginot") else table.choose("direct")
    return pass_on(meet(table, "maginot", "aircraft_1"))


@rule("para.intercepted", "int.air.breakoff")
def test_paratroops_that_break_off_are_back_on_the_ground_and_spent() -> None:
    table = drop_on_calais(*MISSES).choose("break_off")
    assert flags(table, "stuttgart", "germany_paratroop") == [{"moved", "attacked", "attacked_twice"}]


@rule("para.intercepted", "para.lost_alone")
def test_paratroops_shot_down_alone_on_their_way_are_gone_for_good() -> None:
    table = drop_on_calais(1, *MISSES)
    assert table.count("stuttgart", "germany_paratroop") == 0
    assert table.told("gone_for_good")[-1].rule == "para.lost_alone"


@rule("para.lost_alone_after", "para.with_invasion", "int.air.reach_target")
def test_paratroops_whose_invasion_was_sunk_take_the_coast_alone() -> None:
    """The infantry goes down in the Channel; the drop on empty Calais takes place all the same, without support."""
    setting = channel(3, 1, *MISSES).stack("calais", germany={}).stack("paris", germany={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "infantry": 1}).stack("liverpool", britain={"infantry": 1})
    table = setting.stack("london", britain={"paratroop": 1, "infantry": 1}).hpp(britain=20).start()
    table.choose("invade", "area:calais").choose("by_hand").choose("drop", "kind:britain_paratroop", "area:london")
    table.choose("send", "kind:britain_fleet", "area:plymouth").choose("send", "kind:britain_infantry", "area:plymouth")
    table.choose("march")
    while table.prompt == "route":
        table.choose("direct")
    pass_on(meet(table, "english_channel", "ships", *SUBMARINES))
    assert table.count("plymouth", "britain_infantry") == 0 and table.holder("calais") == "britain"
    assert "lone" in flags(table, "calais", "britain_paratroop")[0] and table.purse("britain") == 20 - 5


# ---------------------------------------------------------------------- who is out of it in the air, and who rolls once


@rule("unit.carried.no_fight", "air.losses.only_air", "int.sea.one_battle")
def test_hits_in_the_air_do_not_fall_on_what_is_aboard() -> None:
    """Two German hits take both British aircraft; infantry and armour aboard are no part of it."""
    table = merged(6, 6, 1, 1, *MISSES)
    assert table.count("london", "britain_aircraft") == 0 and step(table) == "sea"
    assert table.count("plymouth", "britain_infantry") == table.count("plymouth", "britain_tank") == 1


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


SURPRISE: dict[str, Json] = {
    "germany": ["britain", "ussr"],
    "italy": ["britain", "ussr"],
    "ussr": ["germany", "italy"],
    "britain": ["germany", "italy"],
}


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
