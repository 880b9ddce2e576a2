"""Turns: how they start, how they end, and what lasts from one to the next."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, new_game, siege


def second_zero(turn: int) -> Siege:
    """Round 6 of a turn: the imperial zero is out, and now the Ottomans draw theirs against a 3."""
    return siege().draw(turn, round_before=5).out(imperial=0, ottoman=5).counters(3, 0)


# ---------------------------------------------------------------------- how many


@rule("turn.count")
def test_the_game_has_eight_turns() -> None:
    # Turn 7 is not the last; turn 8 begins with its morale roll (1 - 2: nothing happens).
    table = second_zero(7).unit("kaiserlich_4", "felheviz").roll(1).counters(8, 5).start()
    assert (table.winner, table.state.turn) == (None, 8)
    table = second_zero(8).unit("kaiserlich_4", "felheviz").unit("hungarian", "felheviz").start()
    assert table.winner is not None
    assert siege().before_turn(9).impossible().startswith("turn:")


@rule("turn.rounds_max")
def test_a_turn_lasts_until_the_twentieth_round_when_the_zeros_come_last() -> None:
    """Nineteen ties, then both zeros."""
    position = siege()
    for number in range(1, 20):
        position.counters(number, number)
    table = position.counters(0, 0).counters(8, 5).start()
    assert len(table.told("tie")) == 19
    assert (table.state.turn, table.state.round) == (2, 1)
    assert siege().draw(1, round_before=21).impossible().startswith("round:")


@rule("turn.rounds_max")
def test_no_turn_has_more_than_twenty_rounds() -> None:
    """A whole game in which both sides pass and take the first option where they must choose."""
    table = new_game()
    longest = 0
    while table.match.outcome is None:
        longest = max(longest, table.state.round)
        table.match.choose(("end",) if table.offers("end") else table.choices[0])
    assert 1 < longest <= 20


# ---------------------------------------------------------------------- start of a turn


@rule("turn.start.order")
def test_a_turn_starts_with_the_morale_roll_then_the_cup_is_filled_then_the_first_draw() -> None:
    table = siege().unit("kaiserlich_1", "lost").before_turn(7).roll(1).counters(8, 5).start()
    told = [line.key for line in table.match.lines(None)]
    order = ["turn", "roll_morale", "into_cup", "into_cup", "drew_ottoman", "drew_imperial"]
    assert [key for key in told if key in order] == order


@rule("turn.start.order")
def test_the_officers_have_their_values_back_before_the_first_round() -> None:
    table = siege().officers(charles=0).before_turn(2).levels(cts=3).counters(8, 5).start()
    assert (table.asked, table.state.round) == ("imperial", 1)
    assert table.offers("raise_cts", "unit:charles")


@rule("turn.start.officer_reset")
def test_at_the_start_of_a_turn_every_officer_has_his_whole_value_again() -> None:
    spent = siege().officers(abdurrahman=1, charles=0, max_emanuel=2)
    table = spent.before_turn(4).counters(8, 5).start()
    assert [table.officer(name) for name in ("abdurrahman", "charles", "max_emanuel")] == [6, 5, 4]
    # Not at the start of a mere round.
    table = spent.draw(4, round_before=3).counters(8, 5).start()
    assert [table.officer(name) for name in ("abdurrahman", "charles", "max_emanuel")] == [1, 0, 2]


@rule("turn.start.officer_reset_wounded")
def test_a_wounded_officer_has_only_his_wounded_value() -> None:
    hurt = siege().officers(abdurrahman=0, charles=0, max_emanuel=0).unit("charles", "felheviz", wounded=True)
    hurt.unit("max_emanuel", "gellerthegy", wounded=True).unit("abdurrahman", "kozepso", wounded=True)
    table = hurt.before_turn(4).counters(8, 5).start()
    assert [table.officer(name) for name in ("abdurrahman", "charles", "max_emanuel")] == [3, 3, 2]


@rule("turn.start.officer_reset_offmap")
def test_officers_in_the_cup_or_sick_have_their_value_back_too() -> None:
    away = siege().unit("charles", "lost").unit("max_emanuel", "sick", wounded=True, sick=6)
    away.officers(charles=0, max_emanuel=0).levels(cts=3)
    table = away.before_turn(4).roll("unit:charles", "counter:ottoman_05", "counter:imperial_08").start()
    assert (table.officer("charles"), table.officer("max_emanuel")) == (5, 2)
    # Charles comes out of the cup at once and can use his value in this very turn.
    table.choose("place", "unit:charles", "zone:varosmajor").choose("raise_cts", "unit:charles")
    assert (table.level("cts"), table.officer("charles")) == (4, 4)


@rule("turn.start.officer_reset_lost")
def test_a_removed_abdurrahman_stays_at_zero() -> None:
    table = siege().gone("abdurrahman").officers(abdurrahman=0).before_turn(4).counters(8, 5).start()
    assert table.officer("abdurrahman") == 0


@rule("turn.start.lost_units")
def test_units_destroyed_in_the_turn_before_go_into_the_imperial_cup() -> None:
    lost = siege().unit("kaiserlich_1", "lost").unit("saxon", "lost")
    table = lost.before_turn(4).counters(8, 5).start()
    assert {unit for unit in table.cup("imperial") if unit.startswith("unit:")} == {"unit:kaiserlich_1", "unit:saxon"}
    assert (table.at("kaiserlich_1"), table.at("saxon")) == ("cup", "cup")
    # In the middle of a turn they wait.
    assert lost.draw(4, round_before=2).start().at("saxon") == "lost"


@rule("turn.start.ninth_unit")
def test_the_ninth_unit_goes_into_the_cup_at_the_start_of_turn_seven() -> None:
    assert siege().before_turn(6).roll(1).counters(8, 5).start().at("kaiserlich_4") == "reserve"
    table = siege().before_turn(7).roll(1).counters(8, 5).start()
    assert (table.at("kaiserlich_4"), table.at("hungarian")) == ("cup", "reserve")
    assert [(line.args, line.rule) for line in table.told("into_cup")] == [
        (("unit:kaiserlich_4",), "turn.start.ninth_unit")
    ]


@rule("turn.start.tenth_unit")
def test_the_tenth_unit_goes_into_the_cup_at_the_start_of_turn_eight() -> None:
    assert siege().before_turn(7).roll(1).counters(8, 5).start().at("hungarian") == "reserve"
    table = siege().unit("kaiserlich_4", "felheviz").before_turn(8).roll(1).counters(8, 5).start()
    assert (table.at("kaiserlich_4"), table.at("hungarian")) == ("felheviz", "cup")
    assert [(line.args, line.rule) for line in table.told("into_cup")] == [
        (("unit:hungarian",), "turn.start.tenth_unit")
    ]


# ---------------------------------------------------------------------- end of a turn


@rule("turn.end.second_zero")
@pytest.mark.parametrize("first", ["imperial", "ottoman"])
def test_the_turn_ends_when_the_second_zero_is_drawn_by_either_side(first: str) -> None:
    position = siege().draw(3, round_before=5)
    if first == "imperial":
        position.out(imperial=0, ottoman=5).counters(3, 0)
    else:
        position.out(imperial=5, ottoman=0).counters(0, 3)
    table = position.counters(8, 5).start()
    assert (table.state.turn, table.state.round) == (4, 1)


@rule("turn.end.second_zero")
def test_the_first_zero_does_not_end_the_turn() -> None:
    table = siege().draw(3, round_before=5).counters(3, 0).start()
    assert (table.state.turn, table.state.round) == (3, 6)


@rule("turn.end.no_goes")
def test_nobody_has_a_go_in_the_round_of_the_second_zero() -> None:
    """The 3 would have given the imperials the initiative; instead the Ottomans go first in turn 4."""
    table = second_zero(3).counters(5, 9).start()
    assert (table.state.turn, table.asked) == (4, "ottoman")
    assert [line.args[0] for line in table.told("go")] == ["side:ottoman"]


@rule("turn.end.no_goes")
def test_no_event_is_rolled_for_in_the_round_of_the_second_zero() -> None:
    """The 14 carries the hand of fate from turn 7 on, but the next die is already the morale roll of turn 8."""
    position = siege().unit("kaiserlich_4", "felheviz").draw(7, round_before=5).out(imperial=0, ottoman=5)
    table = position.counters(14, 0).roll(2).counters(8, 5).start()
    assert table.state.turn == 8
    assert (len(table.told("roll_fate")), len(table.told("roll_morale"))) == (0, 1)


@rule("turn.end.both_zeros_together")
def test_the_turn_ends_when_both_zeros_are_drawn_together() -> None:
    table = siege().draw(3, round_before=5).counters(0, 0).counters(8, 5).start()
    assert (table.state.turn, table.state.round) == (4, 1)
    assert table.told("tie") == []


@rule("turn.end.cms")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (3, 5), (4, 5), (5, 5)])
def test_imperial_morale_rises_by_the_walls_held_but_not_above_five(before: int, after: int) -> None:
    held = second_zero(3).gone("sipahi_1", "azab_2").wall("becsi_kapu", "charles", "kaiserlich_1")
    table = held.wall("fehervari_rondella", "saxon").levels(cms=before).counters(8, 5).start()
    assert table.level("cms") == after


@rule("turn.end.cms")
def test_imperial_morale_does_not_rise_at_the_end_of_a_mere_round() -> None:
    held = siege().gone("sipahi_1").wall("becsi_kapu", "charles").levels(cms=3)
    assert held.set(phase="round_end").counters(8, 5).start().level("cms") == 3


@rule("turn.end.cms_includes_vizivaros")
@pytest.mark.parametrize(
    ("wall", "defenders"), [("vizivaros", ["azab_1"]), ("kozepso", ["abdurrahman", "janissary_1"])]
)
def test_vizivaros_and_the_middle_zone_count_for_imperial_morale(wall: str, defenders: list[str]) -> None:
    held = second_zero(3).gone(*defenders).officers(abdurrahman=0).wall(wall, "charles").levels(cms=2)
    assert held.counters(8, 5).start().level("cms") == 3


@rule("turn.end.time")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_time_marker_moves_up_by_one(turn: int) -> None:
    [scale] = second_zero(turn).counters(8, 5).start().scene().tracks
    assert scale.markers["marker:time"] == turn + 1


@rule("turn.end.counters_back")
def test_all_counters_go_back_into_the_cups() -> None:
    """After the end of turn 3 both zeros, the 3 and the 5 can be drawn again."""
    table = second_zero(3).counters(3, 5).start()
    assert (len(table.cup("imperial")), len(table.cup("ottoman"))) == (19, 19)
    assert "counter:imperial_00" in table.cup("imperial")
    assert "counter:ottoman_00" in table.cup("ottoman")


@rule("turn.end.units_stay_in_cup")
def test_a_unit_that_was_not_drawn_stays_in_the_cup() -> None:
    position = second_zero(3).unit("saxon", "cup")
    table = position.roll("unit:saxon", "counter:ottoman_05", "counter:imperial_08").start()
    assert (table.state.turn, table.prompt) == (4, "place_unit")
    assert table.choose("place", "unit:saxon", "zone:naphegy").at("saxon") == "naphegy"


@rule("turn.end.order")
def test_the_victory_check_comes_before_everything_else_at_the_end_of_a_turn() -> None:
    """Morale is at 0 and four Ottomans are left: the besiegers win before their morale rises or time goes on."""
    won = second_zero(3).levels(tms=0, cms=3).gone("sipahi_1", "azab_1", "azab_2", "janissary_3")
    table = won.wall("becsi_kapu", "charles").start()
    assert table.winner == "imperial"
    assert (table.level("cms"), table.state.turn, len(table.cup("imperial"))) == (3, 3, 18)


@rule("turn.end.order")
def test_after_the_last_turn_morale_rises_and_counters_go_back_before_the_final_check() -> None:
    last = second_zero(8).gone("sipahi_1").wall("becsi_kapu", "charles").levels(cms=3)
    table = last.unit("kaiserlich_4", "felheviz").unit("hungarian", "felheviz").start()
    assert table.winner == "ottoman"
    assert (table.level("cms"), len(table.cup("imperial")), len(table.cup("ottoman"))) == (4, 20, 20)
    assert table.state.turn == 8  # the time marker has no ninth cell


# ---------------------------------------------------------------------- what lasts


@rule("turn.carry_over")
def test_positions_wounds_works_and_levels_last_and_only_officers_and_cups_are_reset() -> None:
    position = second_zero(3).levels(cas=3, tms=2, cms=2, cts=2).officers(charles=1)
    position.unit("saxon", "breaches:palota", wounded=True).unit("azab_2", "fehervari_rondella", wounded=True)
    position.work("ottoman", "palota", 2).work("imperial", "palota", 1)
    table = position.counters(8, 5).start()
    assert table.state.turn == 4
    assert (table.at("saxon"), table.wounded("saxon"), table.wounded("azab_2")) == ("breaches:palota", True, True)
    assert (table.work("ottoman", "palota"), table.work("imperial", "palota")) == (2, 1)
    assert [table.level(name) for name in ("cas", "tms", "cms", "cts")] == [3, 2, 2, 2]
    assert table.officer("charles") == 5
    assert len(table.cup("imperial")) == 19
