"""Further clauses: what a hospital visit cuts off, destroyed tiles, free dice, and assassins that have struck."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, changed, city


@rule("hospital.rest_of_effect")
def test_who_was_sent_to_the_hospital_keeps_its_informants(tmp_path: Path) -> None:
    old = '{ do = "informant", owner = "attacker", scope = "city", chooser = "owner" }'
    game = changed(tmp_path, "silk_patel", old, '{ do = "stamina", who = "attacker", n = -2 }, ' + old)
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "silk_patel")
    position.informants("district_5", "purple").tracks("purple", ammo=0, stamina=2)
    table = position.turn().start().choose("attack", "criminal:1")
    assert table.where("purple") == "hospital" and table.slots("district_5") == ["purple"]


@rule("effect.vocabulary", "destroy.discs")
def test_an_assassin_rolled_onto_a_destroyed_tile_goes_back() -> None:
    position = city("android-3p").androids("grey").set(burnt=["district_5"]).at(purple="district_3")
    position.criminal(1, "district_3", "sister_requiem", "open").tracks("purple", ammo=0)
    table = position.turn().roll(*MISS, 5).start().choose("attack", "criminal:1")
    assert "assassin-1" in table.bag() and table.last("roll_district") == (5,)


@rule("effect.vocabulary", "comp.dice.faces")
def test_there_are_only_three_black_dice_to_be_had(tmp_path: Path) -> None:
    old = '{ do = "dice", colour = "black", n = 1 }'
    game = changed(tmp_path, "mister_hush", old, '{ do = "dice", colour = "black", n = 3 }, ' + old)
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "mister_hush").looked(1, "purple")
    table = position.tracks("purple", ammo=2).turn().roll(*MISS, 6, 6, 6).start().choose("attack", "criminal:1")
    assert table.told("hits") and table.level("purple", "ammo") == 2  # none is left to be bought


@rule("city.assassin.stop_on_hit")
def test_an_assassin_that_hurt_somebody_after_its_move_goes_no_further() -> None:
    position = city().assassin(1, "gunsmith").at(yellow="district_3", grey="synthetics_lab")
    table = position.set(police="district_1").turn("grey").start()
    table.match.script(None)
    table.choose("end")
    assert (table.stamina("yellow"), table.stamina("grey")) == (4, 6)
    assert [line.args for line in table.told("disc_moved")] == [("assassin:1", "tile:district_3")]


@rule("city.assassin.order", "time.leader")
def test_the_leader_chooses_whoever_had_the_last_turn() -> None:
    position = city().assassin(1, "gunsmith").assassin(2, "district_3")
    position.set(round=1, phase="assassins", seat="grey", leader="yellow", turns_left=0)
    table = position.set(to_act=["assassin-1", "assassin-2"]).start()
    assert (table.asked, table.prompt) == ("yellow", "city.assassin")


@rule("destroy.side", "loc.safe.android")
def test_a_destroyed_tile_shields_no_android() -> None:
    position = city("android-3p").androids("grey").at(purple="motor_pool", grey="motor_pool").turn()
    assert position.start().refused("attack_android", "agent:grey") == "aandroid.where"
    assert position.set(burnt=["motor_pool"]).start().offers("attack_android", "agent:grey")
