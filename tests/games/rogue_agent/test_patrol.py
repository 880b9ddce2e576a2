"""Patrols and gangsters, investigation, and the limits of a turn."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.rogue_agent.rain_city import City, Table, city


def goals(table: Table) -> set[str]:
    """Where a patrol can go."""
    return {str(choice[1]).removeprefix("tile:") for choice in table.choices if choice[0] == "patrol"}


# ---------------------------------------------------------------------- ways


@rule("patrol.range", "patrol.step_adjacent", "loc.adjacent", "patrol.hq_and_hospital")
def test_a_patrol_goes_up_to_two_locations_over_full_sides() -> None:
    # Around district 1: motor pool and depot at its sides, behind them district 2 and district 5.
    table = city().at(purple="district_1").turn().start()
    assert goals(table) == {"motor_pool", "ammunition_depot", "district_2", "district_5", "district_1"}
    assert table.refused("patrol", "tile:headquarters") == "patrol.range"
    # From district 5 both the headquarters and the hospital are at its side.
    assert {"headquarters", "hospital"} <= goals(city().at(purple="district_5").turn().start())


@rule("patrol.engine", "board.upgrade.car", "board.upgrade.active", "board.upgrade.tracks")
def test_an_engine_goes_one_location_farther() -> None:
    assert "headquarters" not in goals(city().at(purple="district_1").tracks("purple", car=1).turn().start())
    assert "headquarters" in goals(city().at(purple="district_1").tracks("purple", car=2).turn().start())


@rule("patrol.return_start", "patrol.no_repeat")
def test_a_patrol_may_return_to_its_start_but_enters_nothing_twice() -> None:
    table = city().at(purple="motor_pool").turn().start()
    table.choose("patrol", "tile:motor_pool")
    assert table.prompt == "patrol.via"
    table.choose("via", "tile:district_2").choose("spend", 2)
    assert table.where("purple") == "motor_pool"
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").tracks("purple", car=2).turn().start()
    table.choose("patrol", "tile:headquarters").choose("spend", 2).choose("investigate", "criminal:1")
    assert table.refused("patrol", "tile:district_2") == "patrol.no_repeat"
    assert table.offers("patrol", "tile:motor_pool")  # back to the start, which was not entered yet


@rule("patrol.minimum", "patrol.first_free")
def test_a_patrol_has_a_step_and_the_first_is_free() -> None:
    table = city().at(purple="gunsmith").tracks("purple", fuel=0).turn().start()
    table.choose("patrol", "tile:district_3").choose("spend", 0)
    assert table.where("purple") == "district_3"  # it stopped after one step
    assert table.level("purple", "fuel") == 0
    assert table.refused("patrol", "tile:headquarters") == "patrol.extra_fuel"


@rule("patrol.extra_fuel", "board.resource.spend", "board.resource.floor")
def test_every_further_patrol_costs_a_fuel() -> None:
    table = city().at(purple="headquarters").tracks("purple", fuel=1, ammo=7).turn().start()
    table.choose("patrol", "tile:district_5").choose("spend", 0)
    assert table.level("purple", "fuel") == 1
    table.choose("patrol", "tile:hospital")
    assert table.level("purple", "fuel") == 0
    assert table.refused("patrol", "tile:district_5") == "patrol.extra_fuel"


@rule("patrol.step_adjacent")
def test_the_way_is_asked_where_there_are_several() -> None:
    table = city().at(purple="district_2").turn().start()
    table.choose("patrol", "tile:district_1")
    assert {choice[1] for choice in table.choices} == {"tile:motor_pool", "tile:ammunition_depot"}
    assert table.refused("via", "tile:headquarters") == "patrol.range"
    assert table.refused("via", "tile:district_1") == "patrol.step_adjacent"


# ---------------------------------------------------------------------- gangsters


def entering(stamina: int = 6, ammo: int = 0, **tracks: int) -> City:
    """Purple beside district 1, where there are two gangsters."""
    return city().at(purple="motor_pool").tracks("purple", stamina=stamina, ammo=ammo, **tracks).turn()


@rule("gangster.when", "gangster.damage", "comp.tile.gangsters")
def test_every_gangster_costs_a_stamina() -> None:
    table = entering().start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 4


@rule("gangster.police")
def test_gangsters_hide_from_the_police() -> None:
    table = entering().set(police="district_1").start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 6


@rule("gangster.shield", "gangster.informant", "gangster.combine", "gangster.automatic")
def test_shield_and_own_informants_work_by_themselves_and_add_up() -> None:
    table = entering(car=4).start().choose("patrol", "tile:district_1").choose("via", "tile:district_1")
    assert table.stamina("purple") == 5
    table = entering(ammo=2).informants("district_1", "purple").start().choose("patrol", "tile:district_1")
    assert [choice[1] for choice in table.choices] == [0, 1]  # one is left over
    assert table.refused("spend", 2) == "gangster.combine"
    table.choose("spend", 1)
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (6, 1)
    both = entering(car=4, ammo=2).informants("district_1", "purple").start()
    both.choose("patrol", "tile:district_1").choose("via", "tile:district_1")
    assert (both.prompt, both.stamina("purple")) == ("turn.order", 6)  # nobody is left, so nothing is asked


@rule("gangster.informant")
def test_informants_of_others_are_no_help_against_gangsters() -> None:
    table = entering().informants("district_1", "yellow", "grey").start().choose("patrol", "tile:district_1")
    assert table.stamina("purple") == 4


@rule("gangster.ammo", "board.resource.floor")
def test_ammo_keeps_gangsters_away() -> None:
    table = entering(ammo=1).start().choose("patrol", "tile:district_1")
    assert table.refused("spend", 2) == "board.resource.floor"
    table.choose("spend", 1)
    assert (table.stamina("purple"), table.level("purple", "ammo")) == (5, 0)


@rule("gangster.every_entry")
def test_gangsters_strike_those_who_pass_and_not_those_who_stay() -> None:
    # Through district 2 (two skulls) to the headquarters; the other ways are longer.
    table = city().at(purple="motor_pool").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:headquarters")
    assert (table.where("purple"), table.stamina("purple")) == ("headquarters", 4)
    stays = city().at(purple="district_1").turn().start().choose("end")
    assert stays.stamina("purple") == 6
    twice = city().at(purple="district_1").tracks("purple", ammo=0).turn().start()
    twice.choose("patrol", "tile:district_1").choose("via", "tile:motor_pool")
    assert twice.stamina("purple") == 4  # left and entered again


@rule("gangster.no_skull_elsewhere")
def test_general_locations_have_no_gangsters() -> None:
    table = city().at(purple="district_1").tracks("purple", ammo=0).turn().start()
    table.choose("patrol", "tile:motor_pool")
    assert table.stamina("purple") == 6


@rule("hospital.turn_ends", "gangster.damage", "hospital.rest_of_effect")
def test_a_patrol_ends_in_the_hospital_with_the_turn() -> None:
    table = city().at(purple="motor_pool").tracks("purple", ammo=0, stamina=2).turn().start()
    table.choose("patrol", "tile:headquarters")  # through district 2
    assert (table.where("purple"), table.stamina("purple"), table.asked) == ("hospital", 4, "yellow")


# ---------------------------------------------------------------------- investigation


@rule("investigate.cost", "investigate.marker", "investigate.secret", "info.hidden")
def test_an_investigation_costs_two_evidence_and_only_the_player_sees_the_card() -> None:
    table = city().at(purple="district_3").criminal(1, "district_3", "sparks").turn().start()
    table.choose("investigate", "criminal:1")
    assert table.level("purple", "evidence") == 0
    assert table.last("looked", 0) == ("criminal:1", "card:sparks")
    assert not table.told("looked", 1) and not table.told("looked", None)
    assert table.last("investigated", 1) == ("purple", "criminal:1")
    seen = [[piece.id for area in table.scene(seat).areas for piece in area.pieces] for seat in (0, 1, None)]
    assert ["card:sparks" in pieces for pieces in seen] == [True, False, False]
    assert all("marker:1-purple" in pieces for pieces in seen)


@rule("investigate.where", "investigate.cost")
def test_the_criminal_must_be_here_or_beside_an_own_informant() -> None:
    position = city().at(purple="district_3").criminal(1, "district_5", "sparks").turn()
    assert position.start().refused("investigate", "criminal:1") == "investigate.where"
    assert position.start().refused("investigate", "criminal:2") == "investigate.where"
    beside = (
        city().at(purple="district_3").criminal(1, "district_5", "sparks").informants("district_5", "yellow", "purple")
    )
    assert beside.turn().start().offers("investigate", "criminal:1")
    other = city().at(purple="district_3").criminal(1, "district_5", "sparks").informants("district_5", "yellow")
    assert other.turn().start().refused("investigate", "criminal:1") == "investigate.where"
    poor = city().at(purple="district_5").criminal(1, "district_5", "sparks").tracks("purple", evidence=1)
    assert poor.turn().start().refused("investigate", "criminal:1") == "investigate.cost"


@rule("investigate.repeat", "investigate.several_players", "investigate.known", "comp.investigation_markers")
def test_several_looks_in_a_turn_and_several_players_at_one_card() -> None:
    position = city().at(purple="district_3").tracks("purple", evidence=4).looked(1, "yellow")
    position.criminal(1, "district_3", "sparks").criminal(2, "district_3", "rook")
    table = position.turn().start().choose("investigate", "criminal:1").choose("investigate", "criminal:2")
    assert table.state.marker[:2] == [0b11, 0b01]
    known = city().at(purple="district_3").criminal(1, "district_3", "sparks").looked(1, "purple").turn().start()
    assert known.refused("investigate", "criminal:1") == "investigate.known"


@rule("investigate.face_up")
def test_a_face_up_card_is_no_secret() -> None:
    table = city().at(purple="district_3").criminal(1, "district_3", "sparks", "open").turn().start()
    assert table.refused("investigate", "criminal:1") == "investigate.face_up"


@rule("investigate.not_justice")
def test_the_police_do_not_forbid_a_look_and_it_does_not_count() -> None:
    table = city().at(purple="district_3").set(police="district_3").criminal(1, "district_3", "sparks").turn().start()
    table.choose("investigate", "criminal:1")
    assert table.state.turn.actions == 0


@rule("action.finish_first", "action.interrupt.point")
def test_a_look_in_passing_comes_after_the_gangsters_and_the_patrol_goes_on() -> None:
    table = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").turn().start()
    table.choose("patrol", "tile:headquarters")
    assert table.prompt == "patrol.gangsters"
    table.choose("spend", 2)
    assert table.prompt == "patrol.pause"
    table.choose("investigate", "criminal:1")
    assert goals(table) == {"motor_pool", "headquarters", "fuel_station", "ammunition_depot"}  # one step is left
    table.choose("stop")
    assert (table.where("purple"), table.prompt) == ("district_2", "turn.order")
    again = city().at(purple="motor_pool").criminal(1, "district_2", "sparks").turn().start()
    again.choose("patrol", "tile:headquarters").choose("spend", 2).choose("go_on")
    assert again.where("purple") == "headquarters"


# ---------------------------------------------------------------------- limits of a turn


@rule("action.optional", "action.one_turn", "action.order", "action.any_order")
def test_a_turn_may_end_at_once_and_the_next_player_follows_clockwise() -> None:
    table = city().turn("yellow", leader="yellow").start()
    for seat in ("yellow", "grey", "purple"):
        assert table.asked == seat
        if seat != "purple":
            table.choose("end")


@rule("justice.after_first", "justice.kinds", "action.kinds.agent")
def test_after_the_first_justice_action_everything_else_may_follow() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "sparks").tracks("purple", evidence=4)
    table = position.criminal(2, "district_3", "rook", "defeated").bomb(1, "district_3", 3).turn().start()
    table.choose("arrest", "criminal:2")
    assert {
        "patrol",
        "investigate",
        "attack",
        "search",
        "buy",
        "defuse",
        "reinforce",
    } <= table.verbs()  # after the first


@rule("justice.after_first", "justice.after_second", "justice.after_second.patrol", "justice.limit")
def test_what_is_refused_after_the_second_justice_action() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "sparks").tracks("purple", evidence=4)
    table = position.criminal(2, "district_3", "rook", "defeated").turn().start()
    table.choose("arrest", "criminal:2").choose("buy", "goods:evidence", 1)
    assert table.verbs() == {"reinforce", "end"}
    assert table.refused("patrol", "tile:headquarters") == "justice.after_second.patrol"
    assert table.refused("investigate", "criminal:1") == "justice.after_second.patrol"
    assert table.refused("search") == "justice.limit"
    table.choose("reinforce")
    assert table.asked == "yellow"


@rule("justice.police")
@pytest.mark.parametrize("verb", ["search", "attack", "arrest", "buy", "defuse"])
def test_no_justice_beside_the_police(verb: str) -> None:
    position = city().at(purple="district_3").set(police="district_3").criminal(1, "district_3", "rook", "defeated")
    table = position.assassin(1, "district_3").bomb(1, "district_3", 3).turn().start()
    asked: dict[str, tuple[str | int, ...]] = {
        "search": ("search",),
        "attack": ("attack", "assassin:1"),
        "arrest": ("arrest", "criminal:1"),
        "buy": ("buy", "goods:evidence", 1),
        "defuse": ("defuse", "bomb:1"),
    }
    assert table.refused(*asked[verb]) == "justice.police"


@rule("justice.no_repeat_here", "justice.no_repeat_return", "justice.no_repeat_target", "justice.repeat_elsewhere")
def test_the_same_kind_twice_only_elsewhere() -> None:
    position = city().at(purple="district_3").criminal(1, "district_3", "rook", "defeated").tracks("purple", ammo=7)
    position.criminal(2, "district_3", "sparks", "defeated").criminal(3, "gunsmith", "twitch", "defeated")
    table = position.turn().start().choose("arrest", "criminal:1")
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"
    table.choose("patrol", "tile:gunsmith")
    assert table.offers("arrest", "criminal:3")
    table.choose("patrol", "tile:district_3").choose("spend", 1)
    assert table.refused("arrest", "criminal:2") == "justice.no_repeat_here"  # also after coming back


@rule("justice.failed_counts", "attack.criminal.no_damage")
def test_a_failed_attack_counts() -> None:
    position = (
        city().at(purple="district_3").criminal(1, "district_3", "nobody_special", "open").tracks("purple", ammo=0)
    )
    table = position.roll(1, 5, 5).turn().start().choose("attack", "criminal:1")  # 1 hit of 2
    assert table.state.turn.actions == 1
    assert table.refused("attack", "criminal:1") == "justice.no_repeat_here"
