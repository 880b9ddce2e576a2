"""Clauses that a second round of planted faults found unguarded: order, what is left behind, what is told."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo
from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import street

HERE = "corvin_koz"


# ---------------------------------------------------------------------- headlines


@rule("headline.one_fully_first")
@pytest.mark.parametrize(("verb", "headline"), [("effect", "h13"), ("play", "h39")])
def test_a_headline_in_progress_is_neither_in_hand_nor_discarded(verb: str, headline: str) -> None:
    table = street().phase("headlines").headlines(headline).militia("csepel", 2).start()
    table.choose(verb, f"headline:{headline}")
    assert table.prompt in ("place.sniper", "remove.militia")  # it is being carried out
    assert GAME.invariants(table.state) == [] and table.headlines("soviet_hand") == set()
    assert headline not in table.headlines("headline_discard") | table.headlines("front")


@rule("icon.happened_place", "headline.green.effect_first", "icon.happened_not_self")
def test_text_marker_and_points_of_a_green_headline_in_this_order() -> None:
    table = street().phase("headlines").headlines("h26").start().choose("play", "headline:h26")
    keys = [line.key for line in table.match.lines(None)]
    assert keys == ["headline_play", "support", "happened", "points"]


@rule("promo.noel_conflict_when")
def test_the_headline_that_noel_brings_back_comes_back_once() -> None:
    place = street(promo=True).phase("recall").set(headlines={"recalled": "h02"}).tracks(morale=5)
    table = place.start()
    assert table.state.recalled == -1 and table.state.morale == 6 and table.headlines("front") == {"h02"}
    assert len(table.told("recalled")) == 1


@rule("headline.cp_pool")
def test_the_question_says_how_many_points_there_are() -> None:
    place = street().headlines("h06 h07").display("e18")
    for phase in ("headlines", "events"):
        assert place.phase(phase, points=3).start().facts["points"] == 3
    assert place.tanks("csepel").phase("army", points=2).start().facts["points"] == 2


# ---------------------------------------------------------------------- events


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


# ---------------------------------------------------------------------- army


@rule("headline.cp_no_credit", "army.move_cost")
def test_a_dearer_move_is_not_made_on_credit() -> None:
    table = street().phase("army", points=3).tanks("csepel").mods(tank_move_cost=4).start()
    assert table.all("tank") == [] and table.offers("new_tank", "location:csepel")
    assert table.refused("tank", "location:csepel", "location:corvin_koz") == "headline.cp_no_credit"


@rule("army.move_once")
def test_a_tank_beside_one_that_has_moved_may_move() -> None:
    table = street().phase("army", points=5).tanks("csepel", 2, moved=1).tanks("bem_ter", 1, moved=1).start()
    assert table.refused("tank", "location:bem_ter", "location:szena_ter") == "army.move_once"
    table.choose("tank", "location:csepel", "location:corvin_koz")
    assert table.refused("tank", "location:csepel", "location:corvin_koz") == "army.move_once"  # the other one had


# ---------------------------------------------------------------------- support


@rule("support.fallback_optional")
def test_whoever_stops_drawing_from_a_fallback_draws_no_more() -> None:
    place = street().phase("support", day=6).headlines(first="h02", second="h14 h15 h16", third="h30")
    table = place.start()
    assert table.facts["left"] == 4 and table.headlines("soviet_hand") == {"h30"}
    table.drive("deck headline_deck:2", "done")
    assert table.prompt == "turn" and len(table.headlines("soviet_hand")) == 2


@rule("refill.from_third", "info.open_zones")
def test_a_new_event_that_was_seen_cannot_be_put_back() -> None:
    table = street().phase("refill").display("e01 e02 e03").start().choose("keep", "event:e01")
    table.match.undo()  # nothing was shown yet
    table.drive("keep event:e01", "keep event:e03")
    with pytest.raises(NoUndo):
        table.match.undo()


# ---------------------------------------------------------------------- turns


@rule("rev.extra_action_owner")
def test_all_extra_actions_of_a_day_go_to_the_one_who_is_named() -> None:
    table = street(2).phase("order").mods(extra_action=2).start()
    table.drive("order order:second_first", "who seat:first")
    assert table.state.actions == [4, 2]
