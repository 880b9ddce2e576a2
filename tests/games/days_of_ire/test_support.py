"""Steps 4 and 5 of the Soviet phase: support fills the hand with headlines, and the display is refilled."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from tests.citing import rule
from tests.games.days_of_ire.street import PACK, Street, street

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


@rule("support.discard_front", "headline.green.cp")
def test_red_and_green_cards_in_front_are_all_discarded() -> None:
    table = street().headlines(front="h02 h06 h07 h26").phase("support", points=4).start()
    assert table.headlines("front") == set() and {"h02", "h06", "h07", "h26"} <= table.headlines("headline_discard")


@rule("support.deck_day1", "support.deck_day7")
@pytest.mark.parametrize(("day", "drawn"), [(1, {"h02", "h03"}), (7, set())])
def test_the_first_day_draws_from_the_first_deck_and_the_last_from_none(day: int, drawn: set[str]) -> None:
    decks = {"first": "h02 h03 h04", "second": "h14 h15", "third": "h30 h31"}
    table = street().phase("support", day=day).headlines("h06 h07 h08", **decks).tracks(support=3).start()
    assert table.headlines("soviet_hand") == {"h06", "h07", "h08"} | drawn  # the hand limit is 5
    assert [line.args[0] for line in table.told("drew_headline")] == ["headline_deck:1"] * len(drawn)
    assert table.prompt == "turn"  # nothing was asked


@rule("support.deck_day5", "info.headline_backs")
def test_the_fifth_day_mixes_the_second_deck_and_the_third_before_everybodys_eyes() -> None:
    decks = {"first": "h02", "second": "h14 h15", "third": "h30 h31"}
    table = street().phase("support", day=5).headlines("h06", **decks).tracks(support=3).start()
    assert table.named("deck") == {"2", "3"}
    assert table.refused("deck", "headline_deck:1") == "support.deck_day5"
    table.drive("deck headline_deck:3", "deck headline_deck:2", "deck headline_deck:3")
    assert table.headlines("soviet_hand") == {"h06", "h30", "h14", "h31", "h15"}  # the last one by itself
    assert [line.args[0][-1] for line in table.told("drew_headline", 0) if isinstance(line.args[0], str)] == [*"3232"]


@rule("support.fallback_optional")
def test_whoever_stops_drawing_from_a_fallback_draws_no_more() -> None:
    place = street().phase("support", day=6).headlines(first="h02", second="h14 h15 h16", third="h30")
    table = place.start()
    assert table.facts["left"] == 4 and table.headlines("soviet_hand") == {"h30"}
    table.drive("deck headline_deck:2", "done")
    assert table.prompt == "turn" and len(table.headlines("soviet_hand")) == 2


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


@rule("refill.no_reshuffle", "refill.discards_out", "refill.not_enough")
def test_events_that_were_discarded_never_come_back() -> None:
    table = street().phase("refill").display("e01 e02 e03 e04 e05 e06").event_deck("").start()
    table.drive("keep event:e05", "keep event:e02")
    assert table.display() == "e05 e02 - - - -"
    assert {"e01", "e03", "e04", "e06"} <= table.discarded_events() and not table.state.event_deck


@rule("refill.one_left")
@pytest.mark.parametrize("shown", ["e05", "- - - e05", "- - - - - e05"])
def test_the_only_event_that_is_left_is_kept(shown: str) -> None:
    table = street().phase("refill").display(shown).event_deck("e18 e19 e20 e21 e22 e23").start()
    assert table.display() == "e05 e18 e19 e20 e21 e22" and "e05" not in table.discarded_events()


@rule("refill.from_third", "info.open_zones")
def test_a_new_event_that_was_seen_cannot_be_put_back() -> None:
    table = street().phase("refill").display("e01 e02 e03").start().choose("keep", "event:e01")
    table.match.undo()  # nothing was shown yet
    table.drive("keep event:e01", "keep event:e03")
    with pytest.raises(NoUndo):
        table.match.undo()
