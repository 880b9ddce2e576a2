"""The Revolutionary phase: order of turns, steps and companions, Revolution cards, and the end of a turn."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire.flow import units
from tests.citing import rule
from tests.games.days_of_ire.street import Street, street

TEN = "r01-1 r01-2 r01-3 r01-4 r02-1 r02-2 r02-3 r02-4 r10-1 r10-2"
"""Ten cards without information."""


def walker(hand: str = "", actions: int = 4) -> Street:
    """A revolutionary in Corvin Passage."""
    return street().rev("corvin_koz", hand).turn(actions=actions)


# ---------------------------------------------------------------------- order of turns


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


# ---------------------------------------------------------------------- steps


@rule("move.before_action", "move.optional", "move.split_steps")
def test_steps_may_be_spread_over_the_turn() -> None:
    table = walker("r01-1 r01-2").start().drive("draw", "step location:csepel", "draw")
    table.drive("step location:moricz_korter", "drop card:r01-1", "draw")
    assert table.at() == "moricz_korter" and table.state.actions == [1]
    table.choose("draw")
    assert table.at() == "moricz_korter"  # nobody has to move


@rule("move.not_after_last", "fighter.after_last_action")
def test_no_step_after_the_last_action() -> None:
    table = walker("r08-1 r01-1", 1).start().choose("draw")
    assert table.refused("step", "location:csepel") == "move.not_after_last"
    assert table.refused("ability", "card:r08-1") == "fighter.after_last_action"  # it only gives steps


@rule("move.free_step", "move.paid_steps", "move.paid_any_number")
def test_one_free_step_a_day_then_a_card_each() -> None:
    table = walker("r01-1 r01-2 r01-3").start()
    table.choose("step", "location:csepel")
    assert len(table.hand()) == 3
    for card, goal in (("r01-1", "corvin_koz"), ("r01-2", "csepel"), ("r01-3", "corvin_koz")):
        table.choose("step", f"location:{goal}")
        assert table.refused("drop", "card:r12-1") == "move.paid_steps"  # not in the own hand
        table.choose("drop", f"card:{card}")
    assert table.hand() == set() and table.discards() == {"r01-1", "r01-2", "r01-3"}
    assert table.refused("step", "location:csepel") == "move.paid_steps"


@rule("move.free_step", "dayend.reset")
def test_the_free_step_is_one_a_day() -> None:
    table = street().rev("corvin_koz").turn().stepped(0).start()
    assert table.refused("step", "location:csepel") == "move.paid_steps"
    table.drive("pass", "done", "done")
    assert table.state.day == 4 and table.state.stepped == 0
    assert table.offers("step", "location:csepel")


@rule("move.adjacent")
def test_a_step_leads_to_an_adjacent_location() -> None:
    table = walker().start()
    assert table.named("step") == {"blaha_lujza_ter", "magyar_radio", "csepel", "moricz_korter"}
    assert table.refused("step", "location:astoria") == "move.adjacent"
    assert table.refused("step", "location:corvin_koz") == "move.adjacent"


@rule("move.no_blocking", "move.no_fire_on_move", "barricade.stays")
def test_nothing_hinders_a_step_and_no_tank_fires_at_it() -> None:
    place = walker().tanks("corvin_koz", 3).militia("corvin_koz", 2).snipers("corvin_koz").barricade("corvin_koz")
    table = place.tanks("csepel", 2).militia("csepel", 3).barricade("csepel").start()
    table.choose("step", "location:csepel")
    assert table.at() == "csepel" and table.barricade("corvin_koz") and table.barricade("csepel")


# ---------------------------------------------------------------------- companions


def guide(*companions: str) -> Street:
    return walker("r01-1 r01-2").active("corvin_koz", *companions)


@rule("move.take_two", "revtank.is_active_fighter")
def test_up_to_two_companions_tanks_included() -> None:
    table = guide("f01", "f02", "rt1").start().choose("step", "location:csepel")
    assert table.named("join") == {"f01", "f02", "rt1"}
    table.drive("join fighter:rt1", "join fighter:f01")
    assert table.prompt == "turn"  # a third is not asked about
    assert table.active("csepel") == {"rt1", "f01"} and table.active("corvin_koz") == {"f02"}


@rule("move.take_two")
def test_fewer_or_none_is_allowed() -> None:
    table = guide("f01", "f02").start().drive("step location:csepel", "done")
    assert table.active("csepel") == set()
    one = guide("f01", "f02").start().drive("step location:csepel", "join fighter:f02", "done")
    assert one.active("csepel") == {"f02"}
    assert (
        guide("f01").active("astoria", "f03").start().choose("step", "location:csepel").refused("join", "fighter:f03")
        == "move.fighters_need_player"
    )  # from the location that is left


@rule("move.take_per_step")
def test_companions_are_chosen_anew_for_every_step() -> None:
    table = guide("f01", "f02").active("csepel", "f03").start()
    table.drive("step location:csepel", "join fighter:f01", "join fighter:f02")
    table.drive("step location:corvin_koz", "drop card:r01-1", "join fighter:f03", "join fighter:f01")
    assert table.active("corvin_koz") == {"f03", "f01"} and table.active("csepel") == {"f02"}


@rule("move.location_cap")
def test_nobody_is_taken_into_a_full_location() -> None:
    table = guide("f01", "f02").active("csepel", "f03", "f04", "rt1").start().choose("step", "location:csepel")
    table.choose("join", "fighter:f01")
    assert table.prompt == "turn" and len(table.active("csepel")) == 4  # there was room for one
    full = guide("f01").active("csepel", "f03", "f04", "f05", "rt1").start().choose("step", "location:csepel")
    assert full.prompt == "turn" and full.at() == "csepel"


@rule("move.fighters_need_player", "move.passive_stay")
def test_passive_fighters_stay() -> None:
    table = guide("f01", "f03").passive("corvin_koz", "f02").start().choose("step", "location:csepel")
    assert table.refused("join", "fighter:f02") == "move.passive_stay"
    table.choose("join", "fighter:f01").choose("done")
    assert table.passive("corvin_koz") == "f02" and table.active("corvin_koz") == {"f03"}


@rule("move.take_two", "ability.fighter_permanent")
def test_the_miner_does_not_count_towards_the_two_but_towards_the_four() -> None:
    table = guide("f01", "f02", "f03", "f21").start().choose("step", "location:csepel")
    table.drive("join fighter:f01", "join fighter:f02")
    assert table.named("join") == {"f21"}
    assert table.refused("join", "fighter:f03") == "move.take_two"
    table.choose("join", "fighter:f21")
    assert table.active("csepel") == {"f01", "f02", "f21"}
    full = guide("f01", "f21").active("csepel", "f03", "f04", "f05").start()
    full.drive("step location:csepel", "join fighter:f01")
    assert full.active("csepel") == {"f01", "f03", "f04", "f05"} and full.active("corvin_koz") == {"f21"}


# ---------------------------------------------------------------------- Revolution cards


@rule("cards.hand_limit", "cards.full_hand_gets_none", "draw.not_at_ten")
def test_ten_cards_are_the_most() -> None:
    table = walker(TEN).start()
    assert table.refused("draw") == "draw.not_at_ten"
    green = street(2).phase("headlines").headlines("h28").rev("corvin_koz", TEN).start()
    green.choose("play", "headline:h28")
    assert len(green.hand(1)) == 2  # nobody else can take them
    both = street(3).phase("headlines").headlines("h28").rev("corvin_koz", TEN).start()
    assert both.choose("play", "headline:h28").refused("who", "seat:first") == "cards.full_hand_gets_none"


@rule("cards.partial_draw", "cards.full_hand_gets_none")
def test_a_draw_stops_at_ten() -> None:
    nine = " ".join(TEN.split()[:9])
    table = street().phase("headlines").headlines("h05").rev("corvin_koz", nine).start()
    table.choose("play", "headline:h05")  # three cards
    assert len(table.hand()) == 10
    recover = street().phase("headlines").headlines("h29").rev("corvin_koz", nine).discard("r12-1 r12-2").start()
    recover.drive("play headline:h29", "recover card:r12-1")
    assert len(recover.hand()) == 10 and recover.prompt == "headlines"


@rule("cards.discard_pile", "info.rev_discard_open")
def test_used_cards_lie_on_a_pile_that_everybody_may_look_through() -> None:
    table = walker("r01-1 r08-1").start().choose("ability", "card:r08-1")
    for seat in (None, 0, 1):
        pile = next(pile for pile in table.scene(seat).piles if pile.id == "rev_discard")
        assert pile.contents == ["card:r08-1"]


@rule("cards.reshuffle", "cards.reshuffle_timing")
def test_the_discards_become_the_pile_when_a_card_must_be_drawn() -> None:
    place = street().phase("headlines").headlines("h05").deck("r01-1").rev("corvin_koz", "r02-1")
    table = place.roll(["card:r12-1", "card:r12-2"]).start()
    assert len(table.discards()) == 36
    table.choose("play", "headline:h05")  # three: one of the old pile, two of the new one
    assert table.hand() == {"r02-1", "r01-1", "r12-1", "r12-2"}
    assert table.discards() == set() and len(table.state.deck) == 34
    not_yet = walker().deck("r01-1").start().choose("draw")
    assert not_yet.state.deck == [] and len(not_yet.discards()) == 37  # empty, but nothing must be drawn


@rule("cards.nothing_to_draw")
def test_drawing_is_refused_when_there_is_no_card_anywhere() -> None:
    # Three hands hold 28 cards at the most, so that the piles can only be empty in a position by hand.
    table = walker().deck("r01-1").start()
    table.state.deck.clear()
    table.state.discard = 0
    assert table.match.refusal(("draw",)) == "cards.nothing_to_draw"
    assert units.draw(table.state, 0, 2, "draw.one") == 0 and table.hand() == set()


@rule("cards.two_same_icons", "cards.aid_one_icon", "cards.icons_or_ability")
def test_icons_or_ability_of_a_card() -> None:
    table = street().rev("corvin_koz", "r05-1").militia("corvin_koz", 2).turn().start()
    assert table.offers("attack", 2)  # both icons
    table.choose("ability", "card:r05-1")  # or its ability, and then it is gone
    assert table.militia("corvin_koz") == 1 and table.all("attack") == []
    assert table.refused("ability", "card:r05-1") == "ability.card_discard"
    aid = street().rev("corvin_koz", "r04-1").militia("corvin_koz", 2).turn().start()
    assert aid.offers("attack", 1) and not aid.offers("attack", 2)
    assert aid.refused("ability", "card:r05-1") == "ability.card_discard"  # not in the hand
