"""Steps 2 to 5 of the Soviet phase: events, army, support, and the display."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, street

# ---------------------------------------------------------------------- events


def shop(display: str, points: int = 9) -> Street:
    return street().phase("events", points=points).display(display)


@rule("event.buy", "event.optional")
def test_events_may_be_bought_while_points_last_or_not_at_all() -> None:
    table = shop("e04 e12", 4).start()
    assert table.refused("buy", "event:e01") == "event.buy"  # it is not in the display
    table.drive("buy event:e04", "buy event:e12")
    assert table.state.points == 0
    assert (table.event_at("csepel"), table.event_at("blaha_lujza_ter")) == ("e04", "e12")
    none = shop("e04").start().choose("done")
    assert none.prompt == "army" and none.display() == "e04 - - - - -"


@rule("event.kinds", "event.major_cost", "event.side_cost")
def test_a_side_event_costs_what_lies_on_the_board_now() -> None:
    table = shop("e18 e21", 9).events("e16 e17 e04").start()
    assert table.scene(1).areas  # the price is shown
    table.choose("buy", "event:e18")  # two side events, the major one does not count
    assert table.state.points == 9 - 2
    assert table.choose("buy", "event:e21").state.points == 9 - 2 - 3


@rule("event.slot_cost_12", "event.slot_cost_34", "event.slot_cost_56")
@pytest.mark.parametrize(("place", "extra"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_place_in_the_display_costs_extra(place: int, extra: int) -> None:
    table = shop("- " * (place - 1) + "e04").start().choose("buy", "event:e04")
    assert table.state.points == 9 - 2 - extra


@rule("event.no_slide")
def test_the_others_keep_their_places() -> None:
    table = shop("e04 e12 e18 e21").start().choose("buy", "event:e04")
    assert table.display() == "- e12 e18 e21 - -"
    assert table.choose("buy", "event:e18").state.points == 9 - 2 - 1  # the third place still costs 1


@rule("event.cost_floor")
def test_a_price_is_never_below_nothing() -> None:
    table = shop("e18").mods(event_cost=-1).start().choose("buy", "event:e18")  # 0 - 1
    assert table.state.points == 9
    assert shop("e04").mods(event_cost=-1).start().choose("buy", "event:e04").state.points == 9 - 1


@rule("event.location_printed", "event.side_needs_free", "event.one_per_location")
def test_a_side_event_needs_its_location_free_a_major_one_does_not() -> None:
    table = shop("e16 e01").event("e29", "corvin_koz").start()
    assert table.refused("buy", "event:e16") == "event.side_needs_free"
    table.choose("buy", "event:e01")
    assert table.event_at("corvin_koz") == "e01" and "e29" in table.discarded_events()
    assert table.state.events_on_board() == 1


@rule("event.major_replaces", "event.replaced_no_effect")
def test_a_replaced_event_has_neither_reward_nor_penalty_nor_marker() -> None:
    table = shop("e07").event("s3").tracks(morale=5, support=3).start().choose("buy", "event:e07")
    assert table.discarded_events() >= {"s3"} and table.event_at("kossuth_ter") == "e07"
    assert (table.state.morale, table.state.support) == (5, 3)
    penalty = shop("e07").event("e06").tracks(morale=5).start().choose("buy", "event:e07")
    assert penalty.state.morale == 5 and penalty.state.extra_events == 0
    marker = shop("e01").event("e16").start().choose("buy", "event:e01")
    assert marker.happened() == set()


@rule("event.anywhere_free", "event.empty_means_no_event")
def test_an_event_for_anywhere_needs_a_location_without_an_event() -> None:
    table = shop("e28").event("e04").rev("astoria").tanks("astoria").active("astoria", "f01").start()
    table.choose("buy", "event:e28")
    assert table.prompt == "event_where" and table.asked == "soviet"
    assert table.refused("at", "location:csepel") == "event.anywhere_free"
    assert len(table.named("at")) == 10 and "astoria" in table.named("at")  # units and people do not matter
    assert table.choose("at", "location:astoria").event_at("astoria") == "e28"


@rule("event.anywhere_major_too", "event.anywhere_free", "event.placement_effect")
def test_that_binds_a_major_event_too() -> None:
    table = shop("e15").event("e04").start().choose("buy", "event:e15")
    assert table.refused("at", "location:csepel") == "event.anywhere_free"
    table.choose("at", "location:bem_ter")
    assert table.militia("bem_ter") == 2  # where the event lies
    assert table.state.points == 9 - 3


FULL = "e14 e02 e07 e08 e13 e09 e12 e11 e01 e03 e04"
"""An event on every location."""


@rule("event.anywhere_unavailable", "event.anywhere_major_too")
def test_without_an_empty_location_it_cannot_be_chosen() -> None:
    table = shop("e28 e15 e05").events(FULL).start()
    assert table.refused("buy", "event:e28") == "event.anywhere_unavailable"
    assert table.refused("buy", "event:e15") == "event.anywhere_unavailable"
    assert table.offers("buy", "event:e05")  # a major one takes the place of another


@rule("event.placement_effect", "event.one_fully_first")
def test_the_placement_effect_comes_before_the_next_event() -> None:
    table = shop("e14 e04").rev("astoria", "r01-1 r02-1").start().choose("buy", "event:e14")
    assert table.prompt == "discard" and table.asked == "revolutionary"
    table.choose("drop", "card:r02-1")
    assert table.prompt == "events" and table.hand() == {"r01-1"}


# ---------------------------------------------------------------------- army


def army(points: int = 9) -> Street:
    return street().phase("army", points=points)


@rule("army.move_cost", "map.adjacency", "army.leftover_cp")
def test_a_move_goes_along_one_thread_for_one_point() -> None:
    table = army(6).tanks("csepel").start()
    assert table.refused("tank", "location:csepel", "location:astoria") == "map.adjacency"
    assert table.refused("tank", "location:astoria", "location:magyar_radio") == "army.move_cost"  # no tank there
    assert table.drive("tank location:csepel location:moricz_korter").state.points == 5


@rule("army.move_once")
def test_every_tank_moves_once_a_day() -> None:
    table = army().tanks("csepel", 2).start().drive("tank location:csepel location:corvin_koz")
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"
    table.drive("tank location:csepel location:corvin_koz")
    assert table.tanks("corvin_koz") == 2
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"
    mixed = army().tanks("csepel").tanks("corvin_koz").start().drive("tank location:csepel location:corvin_koz")
    mixed.drive("tank location:corvin_koz location:csepel")  # the one that stood there
    assert (mixed.tanks("csepel"), mixed.tanks("corvin_koz")) == (1, 1)
    assert mixed.all("tank") == []  # both have moved, wherever they are


@rule("army.move_barricade", "army.move_into_barricade", "barricade.stops_leaving")
def test_a_barricade_keeps_tanks_in_but_not_out() -> None:
    table = army().tanks("csepel").tanks("corvin_koz").barricade("corvin_koz").start()
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_barricade"
    assert table.drive("tank location:csepel location:corvin_koz").tanks("corvin_koz") == 2


@rule("army.new_tank", "comp.reinforcement")
def test_a_new_tank_costs_three_points_at_a_reinforcement_location() -> None:
    table = army(7).start()
    assert table.refused("new_tank", "location:astoria") == "army.new_tank"
    assert table.named("new_tank") == {"csepel", "szena_ter", "mdp_szekhaz"}
    table.drive("new_tank location:csepel", "new_tank location:csepel")
    assert table.tanks("csepel") == 2 and table.state.points == 1


@rule("army.new_tank_limit", "comp.tanks_max")
def test_no_ninth_tank_is_bought() -> None:
    table = army().tanks("csepel", 8).start()
    assert table.refused("new_tank", "location:csepel") == "army.new_tank_limit"


@rule("army.new_tank_may_move")
def test_a_new_tank_may_move_once() -> None:
    table = army().start().drive("new_tank location:csepel", "tank location:csepel location:corvin_koz")
    assert table.tanks("corvin_koz") == 1
    assert table.refused("tank", "location:corvin_koz", "location:csepel") == "army.move_once"


@rule("army.card_moves_separate", "barricade.card_moves_too")
def test_card_moves_are_free_separate_and_stopped_by_barricades() -> None:
    table = street().phase("headlines").headlines("h20 h32").tanks("csepel").tanks("corvin_koz")
    moved = table.barricade("corvin_koz").start().choose("effect", "headline:h20")
    assert moved.refused("move", "location:corvin_koz", "location:csepel") == "barricade.card_moves_too"
    moved.drive("move location:csepel location:moricz_korter")
    assert moved.prompt == "headlines"  # a tank moves one step only, and the other is held
    assert moved.state.points == 0 and moved.tanks("moricz_korter") == 1
    moved.drive("points headline:h32", "done", "tank location:moricz_korter location:csepel")  # the paid move is left
    assert moved.tanks("csepel") == 1


@rule("army.card_moves_separate")
def test_different_tanks_make_one_step_each_and_fewer_are_allowed() -> None:
    place = street().phase("headlines").headlines("h20").tanks("csepel", 2).tanks("szena_ter", 2)
    table = place.start().drive("effect headline:h20", "move location:csepel location:corvin_koz")
    assert table.all("move") and not [c for c in table.all("move") if c[1] == "location:corvin_koz"]
    table.choose("done")
    assert (table.tanks("corvin_koz"), table.tanks("csepel")) == (1, 1)
    three = place.start().drive("effect headline:h20", "move location:csepel location:corvin_koz")
    three.drive("move location:csepel location:corvin_koz", "move location:szena_ter location:bem_ter")
    assert three.prompt == "headlines"  # three tanks at the most


@rule("army.events_first", "soviet.no_going_back")
def test_events_come_before_the_army() -> None:
    table = shop("e04 e12").tanks("csepel").start()
    assert table.verbs() == {"buy", "done"}
    table.choose("done")
    assert table.verbs() == {"tank", "new_tank", "done"}


# ---------------------------------------------------------------------- support


def draws(day: int, hand: str = "", support: int = 3, **decks: str) -> Street:
    return street().phase("support", day).headlines(hand, **decks).tracks(support=support)


FIRST = "h02 h03 h04 h05 h06 h07"
SECOND = "h14 h15 h16 h17 h18 h19"


@rule("support.draw_to_limit", "support.mandatory_draw", "track.support")
@pytest.mark.parametrize(("cell", "limit"), list(enumerate((7, 6, 6, 5, 5, 4, 4))))
def test_the_hand_is_filled_up_to_the_limit(cell: int, limit: int) -> None:
    table = draws(1, "h08 h09", cell, first=FIRST).start()
    assert len(table.headlines("soviet_hand")) == limit


@rule("support.draw_to_limit", "support.deck_day1", "support.deck_day34", "support.deck_day6", "support.deck_day7")
@pytest.mark.parametrize(
    ("day", "drawn"),
    [(1, {"h02", "h03"}), (3, {"h14", "h15"}), (4, {"h14", "h15"}), (6, {"h30", "h31"}), (7, set[str]())],
)
def test_each_day_fills_the_hand_to_the_same_limit_from_its_own_deck(day: int, drawn: set[str]) -> None:
    held = {"h08", "h09", "h10"}
    table = draws(day, " ".join(held), first=FIRST, second=SECOND, third="h30 h31 h32").start()
    assert table.headlines("soviet_hand") == held | drawn


@rule("support.no_forced_discard")
def test_a_hand_above_the_limit_stays() -> None:
    table = draws(1, "h08 h09 h10 h11 h12", 6, first=FIRST).start()
    assert len(table.headlines("soviet_hand")) == 5 and len(table.state.headline_decks[0]) == 6


@rule("support.avh_not_counted")
def test_avh_cards_do_not_count() -> None:
    full_kit = draws(1, first=FIRST).start()
    empty_kit = draws(1, first=FIRST).avh_row(" ".join(PACK.avh_keys)).start()
    assert len(full_kit.headlines("soviet_hand")) == len(empty_kit.headlines("soviet_hand")) == 5


@rule("support.mix_one_by_one", "support.deck_day2", "support.mandatory_draw")
def test_on_mixed_days_every_card_is_seen_before_the_next_deck_is_chosen() -> None:
    table = draws(2, "h08 h09 h10", first=FIRST, second=SECOND).start()
    assert table.named("deck") == {"1", "2"}
    assert table.refused("done") == "support.mandatory_draw"
    assert table.refused("deck", "headline_deck:3") == "support.deck_day2"
    table.choose("deck", "headline_deck:2")
    assert "h14" in table.headlines("soviet_hand") and table.prompt == "deck"
    assert table.last("drew_headline_card", 1) == ("headline:h14",)
    assert table.told("drew_headline_card", 0) == []
    table.choose("deck", "headline_deck:1")
    assert table.headlines("soviet_hand") == {"h08", "h09", "h10", "h14", "h02"}


@rule("support.mix_one_by_one")
def test_an_empty_deck_leaves_no_choice_on_a_mixed_day() -> None:
    table = draws(5, "h08 h09 h10", second="", third="h30 h31").start()
    assert {"h30", "h31"} <= table.headlines("soviet_hand")


@rule("support.fallback_optional", "support.fallback_day6")
def test_a_fallback_is_voluntary() -> None:
    table = draws(6, "h08", second=SECOND, third="h30").start()
    assert table.prompt == "deck" and table.named("deck") == {"2"}
    table.choose("done")
    assert table.headlines("soviet_hand") == {"h08", "h30"}


@rule("support.fallback_other_days")
@pytest.mark.parametrize("day", [3, 4])
def test_on_other_days_the_nearest_earlier_deck_serves(day: int) -> None:
    table = draws(day, "h08", first=FIRST, second="h14").start()
    assert table.named("deck") == {"1"}
    assert draws(5, "h08", first=FIRST).start().named("deck") == {"1"}  # neither of the day's has a card


@rule("support.fallback_other_days")
def test_without_an_earlier_deck_fewer_cards_are_drawn() -> None:
    table = draws(1, "", first="h02 h03", second=SECOND).start()
    assert table.headlines("soviet_hand") == {"h02", "h03"} and table.prompt != "deck"


@rule("support.extra_draws")
def test_draws_by_a_card_use_the_decks_of_the_day() -> None:
    place = street().phase("headlines", 3).headlines("h18 h08 h09 h10 h11 h12", first=FIRST, second="h14 h15 h16")
    table = place.start().choose("effect", "headline:h18")
    assert {"h14", "h15"} <= table.headlines("soviet_hand")  # beyond the hand limit of five
    assert len(table.headlines("soviet_hand")) == 7
    mixed = street().phase("headlines", 2).headlines("h18", first=FIRST, second="h14 h15").start()
    assert mixed.choose("effect", "headline:h18").prompt == "deck"
    last = street().phase("headlines", 7).headlines("h18", third="h30 h31").start()
    assert last.choose("effect", "headline:h18").headlines("soviet_hand") == set()


@rule("support.no_reshuffle")
def test_the_headline_discards_are_never_shuffled_back() -> None:
    table = draws(1, "").start()  # all headlines lie on the discard pile
    assert table.headlines("soviet_hand") == set() and len(table.headlines("headline_discard")) == 42


# ---------------------------------------------------------------------- the display


def refilled(display: str, day: int = 2, deck: str = "e10 e11 e12 e13 e14 e15") -> Street:
    return street().phase("refill", day).display(display).event_deck(deck)


@rule("refill.keep_two", "refill.discard_rest", "refill.from_third")
def test_exactly_two_are_kept() -> None:
    table = refilled("e01 e02 e03 e04 e05 e06").start()
    table.choose("keep", "event:e05")
    assert table.refused("keep", "event:e05") == "refill.keep_two"
    table.choose("keep", "event:e02")
    assert sorted(table.display().split()[:2]) == ["e02", "e05"]
    assert table.display().split()[2:] == ["e10", "e11", "e12", "e13"]
    assert {"e01", "e03", "e04", "e06"} <= table.discarded_events()


@rule("refill.keep_two")
def test_two_that_are_left_are_both_kept() -> None:
    assert refilled("- e02 - - e05 -").start().display() == "e02 e05 e10 e11 e12 e13"


@rule("refill.none_left")
def test_with_none_left_all_six_are_new() -> None:
    assert refilled("- - - - - -").start().display() == "e10 e11 e12 e13 e14 e15"


@rule("refill.not_enough", "refill.no_reshuffle", "refill.discards_out")
def test_a_deck_that_runs_out_fills_as_far_as_it_goes() -> None:
    table = refilled("e01 e02 - - - -", deck="e10").start()
    assert table.display() == "e01 e02 e10 - - -"
    assert table.state.event_deck == [] and "e11" in table.discarded_events()  # they stay out


@rule("refill.day7_skip", "refill.day7_keep")
def test_on_the_last_day_nothing_is_kept_discarded_or_refilled() -> None:
    table = refilled("e01 - e03 e04 - -", day=7).start()
    assert table.prompt == "turn"
    assert table.display() == "e01 - e03 e04 - -" and len(table.state.event_deck) == 6
