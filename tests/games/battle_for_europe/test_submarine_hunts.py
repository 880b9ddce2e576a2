"""Aircraft against submarines: one round, once in a raid, and what submarines cannot do against them (12.1.3)."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import losses, rolls
from sandtable.games.battle_for_europe.parts import SEA_BATTLE
from tests.citing import rule
from tests.games.battle_for_europe.battles import fight, flags, rolled
from tests.games.battle_for_europe.chains import meet, pass_on, set_out
from tests.games.battle_for_europe.test_chain_battles import SUBMARINES
from tests.games.battle_for_europe.test_intervention import ARMOUR, INFANTRY, MISSES, channel, invade
from tests.games.battle_for_europe.test_intervention_at_sea import FROM_LONDON
from tests.games.battle_for_europe.test_submarines import atlantic, kind, raid
from tests.games.battle_for_europe.war import PACK, war


@rule("sub.air_one_round", "sea.end.no_fighters")
def test_carriers_whose_only_help_were_aircraft_turn_back_from_submarines() -> None:
    """Nobody escorts: aircraft from London attack the submarines once, then nobody of the invasion fights any more."""
    setting = channel(3, *MISSES).stack("liverpool", britain={"infantry": 1}).stack("paris", germany={"infantry": 1})
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships", *SUBMARINES)
    pass_on(meet(table, "english_channel", "ships", *FROM_LONDON))
    assert table.state.chain is None and table.told("turned_back")[-1].rule == "sea.end.no_fighters"
    assert table.count("calais", "britain_infantry") == 0 and table.count("plymouth", "britain_infantry") == 1


@rule("sea.end.no_fighters", "int.sea.one_battle")
def test_carriers_do_not_turn_back_from_fleets_while_aircraft_fight_for_them() -> None:
    setting = channel(3, *MISSES, german={"fleet": 1}).stack("liverpool", britain={"infantry": 1})
    setting = setting.stack("paris", germany={"infantry": 1})
    table = set_out(setting, "calais", "britain", {}, kind="invade", rides=(INFANTRY, ARMOUR))
    meet(table, "english_channel", "ships")
    pass_on(meet(table, "english_channel", "ships", *FROM_LONDON)).choose("go_on").choose("go_on")
    assert table.state.battle_now().round == 2 and rolled(table, 0) == {"britain_aircraft": (3, 2, 2)}


@rule("sub.air_one_round", "air.when")
def test_aircraft_attack_submarines_after_a_battle_in_the_air() -> None:
    """The round in the air was against aircraft; that against submarines is still to come."""
    setting = channel(german={"submarine": 1, "aircraft": 1}).stack("dover", britain={"aircraft": 2, "infantry": 1})
    force = {"dover": {"britain_aircraft": 2}}
    table = fight(setting.roll(1, 6, 6, 1, 6), "brest", "britain", force, kind="strike", group="germany")
    assert table.count("brest", "germany_aircraft") == 0 and table.prompt == "battle.sea"
    table.choose("go_on")
    assert table.count("brest", "germany_submarine") == 0


@rule("sub.air_mixed", "sub.air_one_round")
def test_aircraft_that_meet_submarines_and_fleets_stay_for_another_round() -> None:
    setting = atlantic(*MISSES, plymouth={"aircraft": 1}).phase("moving", 0).held("germany", "bilbao", "la_rochelle")
    setting = setting.stack("brest", germany={"submarine": 1, "fleet": 1})
    going = {"brest": {"germany_submarine": 1, "germany_fleet": 1}}
    table = set_out(setting, "bilbao", "germany", going, kind="move", source="brest")
    pass_on(meet(table, "bay_of_biscay", "ships")).choose("go_on").choose("go_on")
    assert table.state.battle_now().round == 2 and rolled(table, 1) == {"britain_aircraft": (4, 1, 1)}


@rule("sub.air_mixed", "sub.air_one_round")
def test_so_do_aircraft_that_come_to_help_against_both() -> None:
    setting = channel(3, *MISSES, german={"submarine": 1, "fleet": 1}).stack("liverpool", britain={"infantry": 1})
    setting = setting.stack("london", britain={"aircraft": 1, "infantry": 1}).stack("paris", germany={"infantry": 1})
    table = meet(invade(setting), "english_channel", "ships")
    pass_on(meet(table, "english_channel", "ships")).choose("go_on").choose("go_on")
    assert table.state.battle_now().round == 2 and rolled(table, 0)["britain_aircraft"] == (3, 1, 1)


@rule("sub.no_defence_vs_air", "sea.losses.choice")
def test_hits_of_submarines_that_find_no_more_ships_are_lost_but_those_of_fleets_are_not() -> None:
    """Two submarines and a fleet hit: a destroyer is lost to the former, and one of two aircraft to the latter."""
    setting = channel(german={"submarine": 2, "fleet": 1}).stack("dover", britain={"destroyer": 1, "aircraft": 2})
    force = {"dover": {"britain_destroyer": 1, "britain_aircraft": 2}}
    table = fight(setting.roll(6, 6, 6, 1, 1, 1), "brest", "britain", force, kind="strike", group="germany")
    assert table.prompt == "battle.sea"  # nothing is to be chosen
    assert table.count("dover", "britain_destroyer") == 0 and table.count("dover", "britain_aircraft") == 1


@rule("sub.no_defence_vs_air", "sea.losses.choice")
def test_of_a_hit_of_a_fleet_and_one_of_a_submarine_only_one_falls_on_aircraft() -> None:
    setting = channel(german={"submarine": 1, "fleet": 1}).stack("dover", britain={"destroyer": 2, "aircraft": 2})
    force = {"dover": {"britain_destroyer": 2, "britain_aircraft": 2}}
    table = fight(setting.roll(*(6,) * 4, 1, 1), "brest", "britain", force, kind="strike", group="germany")
    assert table.refused("lose", "loss:britain_aircraft_2") == "sub.no_defence_vs_air"
    destroyers, mixed = ("loss:britain_destroyer_2",), ("loss:britain_aircraft_1", "loss:britain_destroyer_1")
    assert set(table.choices) == {("lose", *destroyers), ("lose", *mixed)}


@rule("sub.air_mixed", "bomb.as_aircraft")
def test_from_the_second_round_on_hits_of_bombers_do_not_fall_on_submarines_either() -> None:
    setting = channel(german={"submarine": 1, "fleet": 1}).stack("plymouth", britain={"fleet": 1, "bomber": 1})
    force = {"plymouth": {"britain_fleet": 1, "britain_bomber": 1}}
    setting = setting.stack("paris", germany={"infantry": 1}).roll(6, 6, 6, 6, 6, 1, 6, 6)
    table = fight(setting, "brest", "britain", force, kind="strike", group="germany")
    table.choose("go_on")
    assert rolled(table, 0) == {"britain_fleet": (3, 1, 1), "britain_bomber": (3, 1, 1)}
    assert table.prompt == "battle.sea"  # nothing is to be chosen
    assert table.count("brest", "germany_fleet") == 0 and table.count("brest", "germany_submarine") == 1


@rule("sub.air_mixed", "sea.losses.choice")
def test_hits_of_fleets_fall_on_submarines_whatever_their_own_bombers_hit() -> None:
    """In the second round a British fleet and a German bomber hit."""
    setting = channel(german={"submarine": 1, "fleet": 1, "bomber": 1}).stack("london", britain={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "bomber": 1}).stack("paris", germany={"infantry": 1})
    force = {"plymouth": {"britain_fleet": 1, "britain_bomber": 1}}
    setting = setting.roll(*(6,) * 5, 1, 6, 6, 1, 6)
    table = fight(setting, "brest", "britain", force, kind="strike", group="germany")
    table.choose("go_on").choose("lose", "loss:britain_bomber_1")
    assert table.asked == "axis" and table.offers("lose", "loss:germany_submarine_1")


@rule("sub.air_one_round", "sea.losses.choice")
def test_bombers_that_fight_submarines_and_bombers_roll_on_against_the_latter() -> None:
    """Bombers do not meet in the air (bomb.no_air_attack), but in the sea battle those of either side can be lost."""
    own, boat, other = kind("britain_bomber", 1), kind("germany_submarine", 1), kind("germany_bomber", 1)
    assert rolls.idle(PACK, SEA_BATTLE, own, boat | other, True) == boat
    assert rolls.idle(PACK, SEA_BATTLE, own, boat, True) == own | boat
    assert rolls.idle(PACK, SEA_BATTLE, own, boat, False) == boat


@rule("sub.air_not_action", "int.mover_used")
def test_aircraft_that_fought_on_their_way_to_submarines_are_not_used_either() -> None:
    """Fighting off the German aircraft is part of the strike, and a strike at submarines is no action."""
    setting = channel(*MISSES, german={"submarine": 1}).stack("plymouth", britain={"aircraft": 1})
    setting = setting.stack("paris", germany={"aircraft": 1, "infantry": 1}).stack("london", britain={"infantry": 1})
    force = {"plymouth": {"britain_aircraft": 1}}
    table = set_out(setting, "brest", "britain", force, kind="strike", group="germany")
    pass_on(meet(table, "english_channel", "aircraft_1")).choose("go_on").choose("break_off")
    assert table.told("battle_strike") and flags(table, "plymouth", "britain_aircraft") == [set()]


@rule("sub.air_not_defence", "sub.no_defence_vs_air", "unit.used.mark")
@pytest.mark.parametrize(("enemies", "used"), [({"aircraft": 2}, False), ({"aircraft": 1, "destroyer": 1}, True)])
def test_submarines_that_only_aircraft_attacked_in_port_have_not_defended(enemies: dict[str, Json], used: bool) -> None:
    setting = war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "brest").roll(*MISSES)
    setting = setting.stack("plymouth", britain=enemies).stack("brest", germany={"submarine": 1, "fleet": 1})
    force = {"plymouth": {f"britain_{kind}": int(str(count)) for kind, count in enemies.items()}}
    table = fight(setting, "brest", "britain", force, kind="strike").choose("break_off")
    assert flags(table, "brest", "germany_submarine") == [{"used"} if used else set()]
    assert flags(table, "brest", "germany_fleet") == [{"used"}]


@rule("sub.air_once_per_raid", "sub.air_not_defence", "int.unused_only")
@pytest.mark.parametrize("struck", [True, False])
def test_submarines_struck_in_port_intervene_and_are_not_hunted_again_by_the_same(struck: bool) -> None:
    """A fleet of Plymouth goes to Dover; submarines of Brest meet it; aircraft may have struck at them."""
    setting = war().advanced().season("1940_spring").phase("fighting", 1).held("germany", "brest").roll(*MISSES)
    setting = setting.stack("plymouth", britain={"aircraft": 1, "fleet": 1}).stack("london", britain={"infantry": 1})
    table = setting.stack("brest", germany={"submarine": 1}).stack("berlin", germany={"infantry": 1}).start()
    if struck:
        table.choose("strike", "area:brest").choose("force", "force:air_only")
        assert table.told("battle_strike") and table.state.battle is None
    while table.prompt == "phase_one":
        table.choose("stand_by")
    table.choose("move", "area:plymouth").choose("go", "kind:britain_fleet", "area:dover", "number:one")
    while table.prompt == "route":
        table.choose("direct")
    meet(table, "english_channel", "ships")
    assert (table.prompt == "intervene.answer") != struck


@rule("sub.air_once_per_raid")
def test_in_the_next_season_the_same_aircraft_attacks_them_again() -> None:
    """'At most once a turn': the British meet the raid of spring, and that of summer."""
    table = meet(raid(atlantic(*MISSES, boats=1, plymouth={"aircraft": 1})), "north_atlantic", "ships")
    while not table.offers("raid", "raid:trade"):
        table.choose(*next((choice for choice in table.choices if choice[0] in ("stand_by", "done")), table.choices[0]))
    table.choose("raid", "raid:trade").choose("direct")
    assert PACK.cell_keys[table.state.season] == "1940_summer" and table.prompt == "intervene"
    assert table.offers("meet", "area:north_atlantic", "foe:ships")


@rule("sub.air_once_per_raid")
def test_the_same_aircraft_attacks_another_group_of_submarines() -> None:
    setting = atlantic(6, plymouth={"aircraft": 1}).set(hunts=[["britain_aircraft_1"], ["germany_submarine_3"]])
    table = raid(setting, boats=2)
    assert table.prompt == "intervene"
    met = raid(atlantic(6, plymouth={"aircraft": 1}).set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]]))
    assert met.told("intervenes") == [] and met.prompt != "intervene"


@rule("sub.air_once_per_raid")
def test_aircraft_that_attacked_submarines_may_come_where_other_ships_are_with_them() -> None:
    setting = atlantic(6, plymouth={"aircraft": 1}, boats=1).phase("moving", 0).held("germany", "bilbao")
    setting = setting.stack("brest", germany={"submarine": 1, "fleet": 1})
    setting = setting.set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]])
    alone = {"brest": {"germany_submarine": 1}}
    both = {"brest": {"germany_submarine": 1, "germany_fleet": 1}}
    passed = set_out(setting, "bilbao", "germany", alone, kind="move", source="brest")
    met = set_out(setting, "bilbao", "germany", both, kind="move", source="brest")
    assert passed.prompt != "intervene" and met.prompt == "intervene"


@rule("sub.air_once_per_raid", "int.sea.one_battle")
def test_so_they_may_if_the_other_ships_come_from_another_base() -> None:
    """In the Channel submarines of Brest and a fleet of La Rochelle are met together."""
    setting = atlantic(6, plymouth={"aircraft": 1}, dover={"fleet": 1}, boats=1).held("germany", "la_rochelle")
    setting = setting.stack("la_rochelle", germany={"fleet": 1})
    setting = setting.set(hunts=[["britain_aircraft_1"], ["germany_submarine_1"]])
    boats, fleet = {"brest": {"germany_submarine": 1}}, {"la_rochelle": {"germany_fleet": 1}}
    for force, comes in ((boats, False), ({**boats, **fleet}, True)):
        table = set_out(setting, "dover", "germany", force, kind="strike", group="britain")
        table.choose("meet", "area:english_channel", "foe:ships")
        if table.prompt == "intervene.force":
            table.choose("by_hand")
        assert table.offers("send", "kind:britain_aircraft", "area:plymouth") == comes


@rule("sub.no_defence_vs_air", "sea.losses.choice")
def test_usual_losses_are_as_many_as_the_hits_if_some_cannot_fall_on_aircraft() -> None:
    """One hit of a submarine must fall on a ship, two of a fleet may fall on aircraft: three units are lost."""
    setting = channel(german={"submarine": 1, "fleet": 2}).stack("dover", britain={"destroyer": 2, "aircraft": 4})
    force = {"dover": {"britain_destroyer": 2, "britain_aircraft": 4}}
    table = fight(setting.roll(*(6,) * 6, 1, 1, 1), "brest", "britain", force, kind="strike", group="germany")
    assert table.prompt == "losses" and table.asked == "allies"
    lost = [str(thing) for thing in table.choices[0][1:]]
    g = table.state
    assert len(losses.usual_losses(g, 0)) == losses.hits_on(g.battle_now(), 0) == 3, lost
    for choice in table.choices:
        assert "britain_destroyer" in str(choice)  # the submarine has hit something
