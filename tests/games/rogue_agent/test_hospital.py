"""Stamina, and the hospital procedure."""

from __future__ import annotations

from pathlib import Path

from tests.citing import rule
from tests.games.rogue_agent.rain_city import MISS, PACK, changed, city, missed


@rule(
    "hospital.trigger",
    "hospital.influence",
    "hospital.custody",
    "hospital.move",
    "hospital.heart",
    "board.stamina.loss",
)
def test_the_hospital_procedure() -> None:
    position = city().at(purple="gunsmith").tracks("purple", ammo=0, stamina=1).set(influence={"purple": 3})
    table = position.criminal(1, "purple", "rook").turn().start().choose("patrol", "tile:district_3")
    assert (table.where("purple"), table.stamina("purple"), table.influence("purple")) == ("hospital", 4, 2)
    assert "criminal-1" in table.bag() and table.asked == "yellow"


@rule("influence.floor", "hospital.influence")
def test_influence_never_falls_below_zero() -> None:
    table = city().at(purple="gunsmith").tracks("purple", ammo=0, stamina=1).turn().start()
    assert table.choose("patrol", "tile:district_3").influence("purple") == 0


@rule("hospital.other_turn")
def test_who_is_hospitalised_outside_its_turn_loses_none() -> None:
    position = city().at(purple="district_3", yellow="district_3").criminal(1, "district_3", "mother_hyena", "open")
    position.tracks("purple", ammo=0).tracks("yellow", stamina=2).turn()
    table = position.roll(5, 5, 5).start().choose("attack", "criminal:1")
    assert table.where("yellow") == "hospital" and table.asked == "purple"
    table.choose("end")
    assert table.asked == "yellow" and table.state.turn.patrols == 0 and "patrol" in table.verbs()


@rule("hospital.never_destroyed", "comp.tiles.two_sided")
def test_hospital_and_headquarters_have_no_slots() -> None:
    assert not PACK.slotted >> PACK.hospital & 1 and not PACK.slotted & 1
    assert "burnt" in city("android-3p").androids("purple").set(burnt=["hospital"]).impossible()


@rule("board.stamina.loss", "hospital.trigger", "gangster.damage")
def test_as_much_stamina_is_lost_as_there_are_gangsters_and_only_the_last_point_is_the_skull() -> None:
    position = city().at(yellow="motor_pool").tracks("yellow", ammo=0, stamina=3).turn("yellow")
    table = position.start().choose("patrol", "tile:district_1")
    assert [table.stamina(seat) for seat in ("purple", "yellow", "grey")] == [6, 1, 6]
    assert (table.where("yellow"), table.asked, table.last("hurt")) == ("district_1", "yellow", ("yellow", 2, 1))
    assert table.choose("patrol", "tile:motor_pool").told("hospital") == []


@rule("hospital.excess", "hospital.heart", "hospital.move", "hospital.influence", "hospital.turn_ends")
def test_who_has_less_stamina_than_it_loses_goes_to_the_hospital_once() -> None:
    position = city().at(grey="motor_pool").tracks("grey", ammo=0, stamina=1).set(influence={"grey": 3})
    table = position.turn("grey", leader="yellow").start().choose("patrol", "tile:district_1")
    assert table.last("hurt") == ("grey", 1, 0) and table.last("hospital") == ("grey",)
    assert (table.where("grey"), table.stamina("grey"), table.influence("grey")) == ("hospital", 4, 2)
    assert [table.stamina(seat) for seat in ("purple", "yellow")] == [6, 6] and table.asked == "purple"


@rule("hospital.rest_of_effect", "attack.clock.duration")
def test_an_attacker_in_the_hospital_is_not_bound_by_the_rest_of_the_card() -> None:
    position = city().at(yellow="district_3").criminal(1, "district_3", "the_weatherman", "open")
    down = missed(position.tracks("yellow", ammo=0, stamina=1).turn("yellow"))
    assert down.where("yellow") == "hospital" and not any(down.state.clock)
    up = missed(position.tracks("yellow", stamina=2).turn("yellow"))
    assert up.where("yellow") == "district_3" and up.state.clock[6] == 2


@rule("hospital.rest_of_effect")
def test_the_attacker_bears_the_rest_when_somebody_else_is_taken_to_the_hospital(tmp_path: Path) -> None:
    old = '{ do = "stamina", who = "each_agent_here", n = -2 }'
    game = changed(tmp_path, "mother_hyena", old, f'{old}, {{ do = "credits", who = "attacker", n = -3 }}')
    position = city(game=game).at(purple="district_3", yellow="district_3").tracks("yellow", stamina=2)
    position.criminal(1, "district_3", "mother_hyena", "open").tracks("purple", ammo=0)
    table = missed(position.turn("purple", leader="yellow"))
    assert (table.where("yellow"), table.stamina("purple"), table.credits("purple")) == ("hospital", 4, 1)


@rule("hospital.rest_of_effect")
def test_who_was_sent_to_the_hospital_chooses_no_bomb(tmp_path: Path) -> None:
    old = '{ do = "timer", scope = "lowest", n = -1 }'
    new = '{ do = "stamina", who = "attacker", n = -2 }, { do = "timer", scope = "chosen", n = -1 }'
    position = city(game=changed(tmp_path, "fusebox_lenny", old, new)).at(purple="district_3")
    position.criminal(1, "district_3", "fusebox_lenny", "open").bomb(1, "district_5", 4).bomb(2, "district_5", 4)
    table = position.tracks("purple", ammo=0, stamina=2).turn().roll(*MISS).start().choose("attack", "criminal:1")
    assert table.asked == "yellow" and (table.timer(1), table.timer(2)) == (4, 4)


@rule("hospital.rest_of_effect")
def test_who_was_sent_to_the_hospital_keeps_its_informants(tmp_path: Path) -> None:
    old = '{ do = "informant", owner = "attacker", scope = "city", chooser = "owner" }'
    game = changed(tmp_path, "silk_patel", old, '{ do = "stamina", who = "attacker", n = -2 }, ' + old)
    position = city(game=game).at(purple="district_3").criminal(1, "district_3", "silk_patel")
    position.informants("district_5", "purple").tracks("purple", ammo=0, stamina=2)
    table = position.turn().start().choose("attack", "criminal:1")
    assert table.where("purple") == "hospital" and table.slots("district_5") == ["purple"]
