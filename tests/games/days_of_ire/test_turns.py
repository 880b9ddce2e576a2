"""The Revolutionary phase: order of turns, actions, passing, and the end of a turn."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import street, walker

HERE = "corvin_koz"


@rule("rev.order_free")
@pytest.mark.parametrize(("count", "orders"), [(2, 2), (3, 6)])
def test_the_team_chooses_any_order(count: int, orders: int) -> None:
    table = street(count).phase("order").start()
    assert table.prompt == "order" and len(table.choices) == orders
    ask = table.match.ask
    assert ask is not None and [ask.open_to(seat) for seat in range(count + 1)] == [True] * count + [False]
    other = "order:first_second" if count == 3 else "order:third_second_first"
    assert table.refused("order", other) == "rev.order_free"


@rule("rev.order_daily", "rev.actions_3")
def test_the_order_may_differ_from_day_to_day() -> None:
    table = street(3).phase("order").start().choose("order", "order:second_third_first")
    assert table.asked == "second" and table.state.actions == [1, 2, 1]
    table.drive("pass", "pass", "pass", "done", "done")
    assert table.state.day == 4 and table.prompt == "order"
    table.choose("order", "order:first_third_second")
    assert table.asked == "first" and table.state.actions == [2, 1, 1]


@rule("rev.extra_action_owner", "rev.actions_3")
@pytest.mark.parametrize(("owner", "actions"), [("first", [3, 1, 1]), ("second", [2, 2, 1]), ("third", [2, 1, 2])])
def test_an_extra_action_goes_to_whom_the_team_names(owner: str, actions: list[int]) -> None:
    table = street(3).phase("order").mods(extra_action=1).start()
    table.drive("order order:first_second_third", f"who seat:{owner}")
    assert table.state.actions == actions


@rule("rev.extra_action_owner", "rev.actions_1")
def test_a_single_revolutionary_gets_it_without_a_question() -> None:
    table = street().phase("order").mods(extra_action=1).start()
    assert table.prompt == "turn" and table.state.actions == [5]


@rule("rev.finish_before_next", "rev.turn_once")
def test_the_next_turn_comes_after_the_end_of_this_one() -> None:
    table = street(2).turn(0, 2, (1,)).start()
    assert table.refused("end") == "rev.finish_before_next"
    table.choose("draw")
    assert table.asked == "first"
    table.choose("draw")
    assert table.asked == "first" and table.prompt == "turn"  # free cards may follow
    table.choose("end")
    assert table.asked == "second"
    table.drive("draw", "draw", "end")
    assert table.state.phase != 8  # nobody has a second turn


@rule("rev.pass", "rev.turn_end")
def test_a_pass_gives_up_all_remaining_actions() -> None:
    table = street(2).turn(0, 2, (1,)).start().choose("draw").choose("pass")
    assert table.asked == "second" and table.state.actions[0] == 0
    first = street(2).turn(0, 2, (1,)).start().choose("pass")
    assert first.asked == "second"


@rule("rev.pass_not_action", "tankfire.not_free_abilities")
def test_tanks_do_not_fire_at_a_pass_and_a_step_may_precede_it() -> None:
    table = walker().tanks("corvin_koz", 2).tanks("csepel").start()  # nothing is scripted: no die may be rolled
    table.drive("step location:csepel", "pass")
    assert table.at() == "csepel" and table.state.injuries == [0]


@rule("rev.turn_end", "fighter.after_last_action", "ability.card_free")
def test_after_the_last_action_the_turn_goes_on_until_it_is_ended() -> None:
    table = walker("r03-1", 1).rev("corvin_koz", "r03-1", injuries=2).start().choose("draw")
    assert table.refused("pass") == "rev.turn_end"
    assert table.refused("draw") == "rev.actions_1"
    table.choose("ability", "card:r03-1")
    assert table.state.injuries == [1]
    assert table.choose("end").prompt == "avh"


@rule("rev.turn_end", "info.rev_hands_hidden")
def test_the_end_is_asked_for_whenever_something_might_be_used() -> None:
    assert walker("r01-1", 0).start().prompt == "turn"  # a card that cannot be used: nobody else knows that
    assert walker("", 0).start().prompt != "turn"  # no card and nobody here: there is nothing to ask


@rule("rev.total_four", "action.repeatable", "rev.actions_1")
def test_four_actions_and_any_of_them_again() -> None:
    table = walker().start().drive("draw", "draw", "draw", "draw")
    assert len(table.hand()) == 4 and table.verbs() <= {"ability", "end"}


@rule("rev.total_four", "rev.actions_2", "rev.actions_3")
@pytest.mark.parametrize("day", range(1, 8))
def test_four_actions_on_every_day(day: int) -> None:
    assert street(2).phase("order", day).start().drive("order order:first_second").state.actions == [2, 2]
    three = street(3).phase("order", day).start().drive("order order:first_second_third")
    assert three.state.actions == [2, 1, 1]


@rule("rev.pass", "rev.actions_2")
def test_what_is_passed_is_given_up_for_everybody() -> None:
    table = street(2).rev(HERE, "r01-1").turn(0, 2, (1,)).start().choose("pass")
    assert table.asked == "second" and table.state.actions == [0, 2]
    table.drive("draw", "pass")
    assert table.state.actions == [0, 0] and table.prompt != "turn"


@rule("rev.extra_action_owner")
def test_all_extra_actions_of_a_day_go_to_the_one_who_is_named() -> None:
    table = street(2).phase("order").mods(extra_action=2).start()
    table.drive("order order:second_first", "who seat:first")
    assert table.state.actions == [4, 2]


@rule("rev.finish_before_next", "fighter.own_turn_only")
def test_what_a_turn_gave_ends_with_it() -> None:
    place = street(2).rev(HERE, "r08-1 r06-1").rev("csepel", seat=1).turn(0, 2, queue=(1,)).stepped(0, 1)
    table = place.start().drive("ability card:r08-1", "ability card:r06-1")
    assert table.state.turn.free_steps == 2 and table.state.turn.silent
    table.choose("pass")
    assert table.asked == "second" and table.state.turn.free_steps == 0 and not table.state.turn.silent
    assert table.refused("step", "location:corvin_koz") == "move.paid_steps"


@rule("rev.turn_end")
def test_the_end_of_a_turn_is_asked_for_while_there_may_be_more_to_choose() -> None:
    beside = street().rev(HERE).active(HERE, "f16").turn(actions=1).start().choose("draw")
    assert beside.prompt == "turn" and beside.offers("end")
    alone = street().rev(HERE).turn(actions=0).start()  # nothing in hand, nobody beside
    assert alone.prompt != "turn"
    fighter = street().rev(HERE).active(HERE, "f16").turn(actions=0).start()
    assert fighter.prompt == "turn" and fighter.choices == [("end",)]
