"""Step 2 of the Soviet phase: events."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import shop, street


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


@rule("event.start_not_side")
def test_starting_events_do_not_make_side_events_dearer() -> None:
    table = street().phase("events", points=2).display("e18").events("s1 s2 s3").start()
    table.choose("buy", "event:e18")
    assert table.last("event_placed") == ("event:e18", "location:moricz_korter", 2)  # it cost nothing


@rule("event.side_cost", "event.start_not_side")
def test_only_side_events_make_side_events_dearer() -> None:
    place = street().events("s1 s2 s3 e01 e02 e18").display("e19 e25").phase("events", points=3)
    table = place.start().choose("buy", "event:e19")
    assert table.last("event_placed")[2] == 3 - 1  # one side event lies there, three starting and two major ones
    assert table.choose("buy", "event:e25").last("event_placed")[2] == 2 - 2  # and now two


@rule("event.cost_floor", "event.side_cost")
def test_a_modifier_can_make_events_dearer_too() -> None:
    table = street().phase("events", points=2).display("e18 e04").mods(event_cost=1).start()
    assert table.refused("buy", "event:e04") == "headline.cp_no_credit"  # 2 and 1
    assert table.choose("buy", "event:e18").last("event_placed")[2] == 1


@rule("event.side_needs_free", "event.one_per_location")
def test_a_starting_event_blocks_a_side_event_like_any_other() -> None:
    table = street().phase("events", points=9).display("e20 e06").event("s3").start()
    assert table.refused("buy", "event:e20") == "event.side_needs_free"
    assert table.offers("buy", "event:e06")  # a major one replaces it
