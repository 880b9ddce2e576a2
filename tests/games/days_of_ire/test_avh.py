"""The ÁVH phase: kit and row, moves, new militia, and attacks."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, street

HERE = "corvin_koz"


def commander() -> Street:
    return street().phase("avh").rev("csepel")


# ---------------------------------------------------------------------- kit and row


@rule("avh.choice", "avh.play_none", "avh.play_any", "avh.not_both")
def test_play_cards_or_take_all_back() -> None:
    table = commander().avh_row("a4-1").militia("astoria").start()
    assert table.verbs() == {"avh", "take_all", "done"}
    table.drive("avh avh:a3", "at location:csepel", "done")
    assert table.refused("take_all") == "avh.not_both"
    none = commander().avh_row("a4-1").start().choose("done")
    assert none.row() == "a4-1" and none.state.day == 4


@rule("avh.take_back_all", "avh.not_both")
def test_taking_back_returns_all_and_ends_the_phase() -> None:
    table = commander().avh_row("a4-1 a1-1 a2-2").start().choose("take_all")
    assert table.row() == "" and len(table.kit()) == 8
    assert table.state.day == 4  # nothing can be played any more
    assert commander().start().refused("take_all") == "avh.take_back_all"


@rule("avh.play_any", "avh.row_order", "avh.row_open", "avh.card_fully_first")
def test_any_number_in_any_order_and_the_row_shows_it() -> None:
    table = commander().avh_row("a1-1").militia("astoria").start()
    table.choose("avh", "avh:a3")
    assert table.prompt == "avh_place" and "avh" not in table.verbs()  # it comes first
    table.drive("at location:csepel", "at location:csepel", "avh avh:a2")
    table.drive("move location:csepel location:corvin_koz", "done", "avh avh:a3", "at location:szena_ter", "done")
    assert table.row() == "a1-1 a3-1 a2-1 a3-2"
    for seat in (None, 0, 1):
        area = next(area for area in table.scene(seat).areas if area.id == "area:avh_row")
        assert [piece.id for piece in area.pieces] == [f"avh_card:{key}" for key in table.row().split()]
    assert table.refused("avh", "avh:a3") == "avh.play_any"  # both are in the row


@rule("avh.card_needs_effect")
def test_a_card_that_would_do_nothing_cannot_be_played() -> None:
    table = commander().militia("astoria", 13).start()  # with the one at the Party Headquarters fourteen
    assert table.refused("avh", "avh:a1") == "avh.card_needs_effect"  # no sniper
    assert table.refused("avh", "avh:a3") == "avh.militia_place_limit"
    held = commander().militia("mdp_szekhaz", 2).barricade("mdp_szekhaz").start()
    assert held.refused("avh", "avh:a2") == "avh.card_needs_effect"
    started = commander().militia("astoria").start().choose("avh", "avh:a2")
    assert started.refused("done") == "avh.card_needs_effect"


@rule("avh.not_both", "avh.take_back_all")
def test_cards_played_yesterday_can_be_taken_back_today() -> None:
    table = street().phase("avh").start().drive("avh avh:a3", "at location:csepel", "done", "done")
    assert table.state.day == 4
    table.drive("done", "pass")
    assert table.prompt == "avh_choice" and table.offers("take_all")
    assert table.choose("take_all").row() == ""


@rule("avh.take_back_all", "avh.not_both")
def test_the_whole_row_comes_back() -> None:
    table = street().phase("avh").militia("csepel", 2).avh_row("a4-2 a1-1 a2-1 a3-1 a4-1 a2-2 a3-2").start()
    assert table.offers("take_all") and table.named("avh") == set()  # no sniper is there to move
    table.choose("take_all")
    assert table.row() == "" and len(table.kit()) == 8 and table.state.day == 4  # and no card is played


# ---------------------------------------------------------------------- moves


@rule("avh.sniper_move", "map.adjacency")
def test_one_sniper_makes_one_step() -> None:
    table = commander().snipers("astoria", 2).start().choose("avh", "avh:a1")
    assert table.refused("move", "location:astoria", "location:csepel") == "map.adjacency"
    assert table.refused("move", "location:bem_ter", "location:szena_ter") == "avh.sniper_move"
    table.drive("move location:astoria location:magyar_radio")
    assert (table.snipers("astoria"), table.snipers("magyar_radio")) == (1, 1) and table.prompt == "avh"


@rule("avh.militia_move_a", "avh.militia_move_total")
def test_one_militia_makes_three_steps() -> None:
    table = commander().militia("astoria").start().choose("avh", "avh:a2")
    for start, goal in (("astoria", "magyar_radio"), ("magyar_radio", "corvin_koz"), ("corvin_koz", "csepel")):
        table.drive(f"move location:{start} location:{goal}")
    assert table.militia("csepel") == 1 and table.prompt == "avh"  # not a fourth


@rule("avh.militia_move_b", "avh.militia_move_total")
def test_one_makes_two_and_another_one() -> None:
    table = commander().militia("astoria").militia("bem_ter").start().choose("avh", "avh:a2")
    table.drive("move location:astoria location:magyar_radio", "move location:magyar_radio location:corvin_koz")
    table.drive("move location:bem_ter location:kossuth_ter")
    assert table.militia("corvin_koz") == 1 and table.militia("kossuth_ter") == 1 and table.prompt == "avh"


@rule("avh.militia_move_c", "avh.militia_move_total", "avh.militia_move_optional")
def test_three_make_one_each_or_fewer() -> None:
    place = commander().militia("astoria", 3)
    table = place.start().choose("avh", "avh:a2")
    for goal in ("magyar_radio", "kossuth_ter", "blaha_lujza_ter"):
        table.drive(f"move location:astoria location:{goal}")
    assert table.militia("astoria") == 0 and table.prompt == "avh"
    one = place.start().drive("avh avh:a2", "move location:astoria location:kossuth_ter", "done")
    assert one.militia("astoria") == 2 and one.prompt == "avh"


@rule("avh.militia_move_barricade", "barricade.stops_leaving", "barricade.entering_allowed")
def test_a_militia_ends_its_movement_behind_a_barricade() -> None:
    table = commander().militia("astoria").barricade("magyar_radio").start().choose("avh", "avh:a2")
    table.drive("move location:astoria location:magyar_radio")
    assert table.refused("move", "location:magyar_radio", "location:corvin_koz") == "barricade.stops_leaving"


# ---------------------------------------------------------------------- placing


@rule("avh.militia_place", "comp.reinforcement")
@pytest.mark.parametrize("second", ["csepel", "mdp_szekhaz"])
def test_up_to_two_militia_at_reinforcement_locations(second: str) -> None:
    table = commander().start().choose("avh", "avh:a3")
    assert table.named("at") == {"csepel", "szena_ter", "mdp_szekhaz"}
    assert table.refused("at", "location:astoria") == "avh.militia_place"
    table.drive("at location:csepel", f"at location:{second}")  # together or apart
    assert sum(table.state.militia) == 3 and table.prompt == "avh"
    assert commander().start().drive("avh avh:a3", "at location:csepel", "done").militia("csepel") == 1


@rule("avh.militia_place_limit", "comp.militia_max")
def test_fourteen_militia_are_the_most() -> None:
    table = commander().militia("astoria", 12).start().drive("avh avh:a3", "at location:csepel")
    assert sum(table.state.militia) == 14 and table.prompt == "avh"


# ---------------------------------------------------------------------- attack


def attacked(militia: int, snipers: int = 0) -> Street:
    """A revolutionary alone in Astoria among ÁVH units."""
    return street().phase("avh").rev("astoria").militia("astoria", militia).snipers("astoria", snipers)


@rule("avh.attack_location", "avh.attack_needs_unit", "comp.avh_units")
def test_an_attack_needs_a_unit_but_no_victim() -> None:
    table = commander().militia("bem_ter").snipers("astoria").tanks("corvin_koz").roll(1, 1).start()
    table.choose("avh", "avh:a4")
    assert table.named("at") == {"bem_ter", "astoria", "mdp_szekhaz"}
    assert table.refused("at", "location:corvin_koz") == "avh.attack_needs_unit"  # a tank is no ÁVH unit
    table.choose("at", "location:bem_ter")
    assert table.script_left() == 0


@rule("avh.attack_not_twice")
def test_two_attacks_on_a_day_name_different_locations() -> None:
    place = commander().militia("bem_ter").militia("mdp_szekhaz", 1).roll(6, 6, 6, 6)
    table = place.start().drive("avh avh:a4", "at location:bem_ter", "avh avh:a4")
    # Only the Party Headquarters is left: it is taken without a question.
    assert table.state.attacked.bit_count() == 2 and table.script_left() == 0
    only = street().phase("avh").militia("mdp_szekhaz", 1).roll(6, 6).start().choose("avh", "avh:a4")
    assert only.refused("avh", "avh:a4") == "avh.attack_not_twice"
    only.drive("done", "done", "pass")
    assert only.state.day == 4 and only.state.attacked == 0
    assert only.offers("avh", "avh:a4")  # the next day again


@rule("avh.strength", "avh.tanks_do_not_count")
@pytest.mark.parametrize(("militia", "snipers", "strength"), [(4, 0, 4), (0, 2, 6), (3, 1, 6)])
def test_three_for_a_sniper_one_for_a_militia_nothing_for_a_tank(militia: int, snipers: int, strength: int) -> None:
    place = attacked(militia, snipers).tanks("astoria", 4).roll(6, 6).gone()
    table = place.start().choose("avh", "avh:a4").choose("at", "location:astoria")
    assert table.last("attack") == ("location:astoria", strength, snipers, militia)
    assert table.state.injuries == [1 if strength >= 6 else 0]  # tanks do not shoot either


@rule("avh.shot_dice", "avh.shot_first_hit", "avh.shot_second_hit")
@pytest.mark.parametrize(
    ("strength", "dice", "hits"),
    [(2, (3, 4), 0), (2, (2, 6), 1), (2, (6, 2), 1), (2, (1, 1), 2), (5, (2, 3), 2), (5, (2, 4), 1), (4, (5, 5), 0)],
)
def test_lower_die_and_sum_are_compared_with_the_strength(strength: int, dice: tuple[int, int], hits: int) -> None:
    table = attacked(strength).roll(*dice).start().drive("avh avh:a4", "at location:astoria")
    assert table.state.injuries == [hits]
    assert [line.args[0] for line in table.told("roll_attack")] == list(dice)


@rule("avh.strength_once")
def test_the_strength_is_worked_out_before_the_shot() -> None:
    # The lookout makes 10 into 8 and falls: there is no show of force all the same.
    place = attacked(10).active("astoria", "f18").tracks(morale=5).roll(4, 5)
    table = place.start().drive("avh avh:a4", "at location:astoria", "hit fighter:f18")
    assert table.last("attack") == ("location:astoria", 8, 0, 10)
    assert table.state.morale == 5


@rule("avh.strength", "ability.permanent_presence")
def test_the_lookout_never_brings_the_strength_below_nothing() -> None:
    table = attacked(1).active("astoria", "f18").roll(1, 1).start().drive("avh avh:a4", "at location:astoria")
    assert table.last("attack") == ("location:astoria", 0, 0, 1) and table.state.injuries == [0]


@rule("avh.shot_assign", "avh.barricade_no_shield", "avh.demonstration")
def test_a_barricade_stops_the_show_of_force_but_not_the_shot() -> None:
    place = attacked(9).barricade("astoria").tracks(morale=5).roll(6, 6)
    table = place.start().drive("avh avh:a4", "at location:astoria", "hit_seat seat:revolutionary")
    assert table.state.injuries == [1] and table.state.morale == 5


@rule("avh.demonstration_after_hits")
def test_a_barricade_lost_to_the_shot_no_longer_protects() -> None:
    place = attacked(9).barricade("astoria").tracks(morale=5).roll(6, 6)
    table = place.start().drive("avh avh:a4", "at location:astoria", "hit_barricade")
    assert table.state.injuries == [0] and table.state.morale == 4


@rule("avh.demonstration", "avh.demonstration_also")
@pytest.mark.parametrize(("militia", "morale"), [(8, 5), (9, 4), (10, 4)])
def test_a_show_of_force_needs_strength_nine_and_no_victim(militia: int, morale: int) -> None:
    place = street().phase("avh").rev("csepel").militia("astoria", militia).tracks(morale=5).roll(1, 1)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.state.morale == morale


@rule("avh.demonstration_also", "instant.any_time")
def test_shot_first_then_show_of_force() -> None:
    place = attacked(9).rev("astoria", injuries=4).tracks(morale=1).roll(6, 6)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.reason == "instant.injury_1"  # the injury came first
    shown = street().phase("avh").rev("csepel").militia("astoria", 9).tracks(morale=1).roll(1, 1)
    assert shown.start().drive("avh avh:a4", "at location:astoria").reason == "instant.morale"


@rule("avh.tanks_do_not_count")
def test_tanks_do_not_take_part() -> None:
    assert len(PACK.avh_kind) == 8
    table = commander().tanks("astoria", 8).start()
    assert table.refused("avh", "avh:a1") == "avh.card_needs_effect"
    table.script(6, 6).choose("avh", "avh:a4")
    assert table.last("attack")[0] == "location:mdp_szekhaz"  # the only place with a unit that counts


@rule("avh.attack_location", "avh.strength", "avh.shot_first_hit", "avh.shot_second_hit")
@pytest.mark.parametrize(("dice", "hits"), [((6, 6), 1), ((1, 5), 2), ((2, 5), 1)])
def test_militia_and_snipers_of_a_location_attack_together(dice: tuple[int, int], hits: int) -> None:
    place = street().rev("astoria").snipers("astoria").militia("astoria", 3).militia(HERE, 9).phase("avh")
    table = place.roll(*dice).start().drive("avh avh:a4", "at location:astoria")  # 3 and 3: strength 6
    assert table.state.injuries == [hits] and table.last("attack")[1] == 6
