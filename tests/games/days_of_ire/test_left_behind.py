"""What is left behind, what is seen and what is reached: clauses that planted faults found unguarded."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import NoUndo, SandtableError
from sandtable.engine.start import Origin, start
from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import street

HERE = "corvin_koz"


@rule("newcards.split_equal")
def test_shares_are_forgotten_when_they_are_dealt() -> None:
    table = street(2).phase("new_cards").tracks(morale=7).start()
    assert table.prompt == "avh" and table.state.shares == [] and table.state.sharing == 0


@rule("dayend.reset")
def test_the_dice_are_taken_up_at_the_end_of_the_day() -> None:
    table = street().phase("avh").militia("astoria").roll(6, 6).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.state.dice == [6, 6] and [die.face for die in table.scene().dice] == [6, 6]
    assert table.choose("done").state.dice == []


@rule("transfer.secret")
def test_a_card_that_changed_hands_cannot_be_taken_back() -> None:
    table = street(2).rev(HERE, "r01-1 r01-2").rev(HERE, seat=1).turn(0, 2).start()
    table.drive("give seat:second", "hand card:r01-1")
    with pytest.raises(NoUndo):
        table.match.undo()


@rule("ability.peek_private", "info.soviet_hand_hidden")
def test_a_headline_that_was_seen_is_forgotten_when_it_is_played() -> None:
    place = street().rev(HERE).active(HERE, "f03").headlines("h06 h07", second="h14 h15").turn(actions=1)
    table = place.start().drive("ability fighter:f03", "end", "done")
    assert table.state.day == 4 and table.state.peeked[0].bit_count() == 2
    table.choose("effect", "headline:h06")
    assert table.state.peeked[0].bit_count() == 1 and GAME.invariants(table.state) == []


@rule("ability.peek_private")
def test_the_top_card_of_the_pile_is_shown_to_whoever_saw_it() -> None:
    table = street(2).rev(HERE).active(HERE, "f11").top("r12-1").turn(0, 2).start()
    table.drive("ability fighter:f11", "leave_top")
    tops = [next(pile for pile in table.scene(seat).piles if pile.id == "rev_deck").top for seat in (0, 1, 2, None)]
    assert [top and top.id for top in tops] == ["card:r12-1", None, None, None]
    table.choose("draw")
    assert next(pile for pile in table.scene(0).piles if pile.id == "rev_deck").top is None


@rule("setup.step_markers", "move.free_step", "newcards.total")
def test_the_table_says_how_many_free_steps_and_new_cards_there_are() -> None:
    table = street().rev(HERE, "r08-1").active(HERE, "f22").tracks(morale=5).turn().start()
    assert table.scene().status["free_steps"] == 1 and table.scene().status["new_cards"] == 4  # with the caretaker
    table.choose("ability", "card:r08-1")
    assert table.scene().status["free_steps"] == 3
    table.drive("step location:csepel", "done")
    assert table.scene().status["free_steps"] == 2 and table.scene().status["new_cards"] == 3


@rule("info.rev_hands_hidden", "newcards.split_equal")
def test_a_drawn_card_is_told_to_nobody_else() -> None:
    table = street(2).rev(HERE).rev("csepel", seat=1).top("r12-1").turn(0, 2).start().choose("draw")
    assert [len(table.told("drew_card", seat)) for seat in (0, 1, 2, None)] == [1, 0, 0, 0]
    assert table.last("drew_card", 0) == ("card:r12-1",)


@rule("ability.peek_private")
def test_headlines_seen_before_stay_known() -> None:
    place = street(2).rev(HERE, "r11-1").active(HERE, "f14").headlines("h06 h07 h08").turn(0, 2)
    table = place.roll("headline:h06", "headline:h07", "headline:h08").start()
    table.drive("ability fighter:f14", "ability card:r11-1")
    assert [mask.bit_count() for mask in table.state.peeked] == [3, 0]
    for seat, seen in ((0, 3), (1, 0), (2, 0), (None, 0)):
        assert len(table.told("peeked_headline", seat)) == seen


@rule("barricade.supply", "comp.barricades")
def test_a_barricade_that_is_built_comes_from_the_supply() -> None:
    table = street().rev(HERE, "r02-1").turn().start().choose("ability", "card:r02-1")
    assert table.barricade(HERE) and table.state.barricades_left == 1


# ---------------------------------------------------------------------- what effects reach


@rule("info.pickups_open", "headline.team_choice")
def test_whoever_gets_the_cards_picks_them() -> None:
    place = street(2).phase("headlines").headlines("h29").discard("r01-1 r02-1 r03-1")
    table = place.start().drive("play headline:h29", "who seat:second")
    assert table.prompt == "recover" and table.asked == "second"
    assert table.drive("recover card:r02-1", "recover card:r03-1").hand(1) == {"r02-1", "r03-1"}


@rule("hit.card_effects", "hit.barricade_out")
def test_a_card_can_hit_a_barricade_alone() -> None:
    place = street().phase("headlines").headlines("h34").tanks("csepel").barricade("csepel").rev("bem_ter")
    assert not place.start().choose("effect", "headline:h34").barricade("csepel")


@rule("hit.no_target", "promo.no_hits")
def test_a_card_does_not_hit_where_only_noel_is() -> None:
    place = street(promo=True).phase("headlines").headlines("h34").tanks("astoria").rev("bem_ter")
    table = place.start().choose("effect", "headline:h34")
    assert table.told("hits") == [] and table.active("astoria") == {"noel"}


@rule("comp.avh_units", "hit.removed_by_card")
def test_a_sniper_alone_is_an_avh_unit() -> None:
    place = (
        street().phase("headlines").headlines("h21").snipers("csepel").active("csepel", "f01").active("bem_ter", "f02")
    )
    table = place.start().choose("effect", "headline:h21")
    assert table.fallen("f01") and not table.fallen("f02")


@rule("setup.event_deck", "setup.headline_decks", "setup.rev_cards", "setup.fighters")
def test_all_that_is_shuffled_differs_from_game_to_game() -> None:
    games = [start(GAME, {"revolutionaries": 1}, Origin(f"deal {number}")).state for number in range(6)]
    for pile in (
        [tuple(g.display) for g in games],
        [tuple(g.event_deck) for g in games],
        [tuple(map(tuple, g.headline_decks)) for g in games],
        [tuple(g.deck) for g in games],
        [tuple(g.hand) for g in games],
        [tuple(g.top) for g in games],
    ):
        assert len(set(pile)) > 1


@rule("dayend.reset")
def test_action_markers_are_reset_for_the_next_day() -> None:
    table = street().turn(actions=2).phase("avh").start()
    assert table.state.actions == [2]
    assert table.choose("done").state.actions == [0]


@rule("instant.injury_23")
def test_injuries_of_different_revolutionaries_are_not_added_up() -> None:
    place = street(2).rev(HERE, injuries=2).rev("csepel", seat=1, injuries=2).tanks(HERE).turn(0, 2).roll(1)
    table = place.start().choose("draw")
    assert not table.over and table.state.injuries == [3, 2]


@rule("tankfire.settled", "instant.any_time")
def test_nothing_is_in_progress_when_the_game_is_over() -> None:
    place = street(2).rev(HERE, injuries=3).rev("csepel", seat=1).tanks(HERE).turn(0, 2, queue=(1,)).roll(1)
    table = place.start().choose("draw")
    assert table.over and table.reason == "instant.injury_23"
    assert table.state.queue == [] and table.state.seat == -1 and GAME.invariants(table.state) == []


@rule("track.support_step_icon", "headline.red.effect")
def test_a_headline_that_moves_support_by_two_cells() -> None:
    table = street().phase("headlines").headlines("h32").tracks(support=4).start().choose("effect", "headline:h32")
    assert table.state.support == 2


@rule("ability.card_action", "headline.as_far_as_possible")
def test_whoever_stops_removing_is_not_asked_again() -> None:
    table = street().rev(HERE, "r10-1").militia(HERE, 3).turn().start().drive("ability card:r10-1", "done")
    assert table.prompt == "turn" and table.militia(HERE) == 3


@rule("ability.peek_private")
def test_two_headlines_that_are_looked_at_are_two_different_ones() -> None:
    place = street().rev(HERE, "r11-1").headlines("h06 h07 h08").turn()
    with pytest.raises(SandtableError):
        place.roll("headline:h06", "headline:h06").start().choose("ability", "card:r11-1")


@rule("info.pickups_open")
def test_whoever_stops_taking_cards_is_not_asked_again() -> None:
    table = street().phase("headlines").headlines("h29 h06").discard("r01-1 r02-1 r03-1").start()
    table.drive("play headline:h29", "done")
    assert table.prompt == "headlines" and table.hand() == set()


@rule("ability.permanent_presence", "newcards.total")
def test_the_caretaker_brings_one_card_however_many_stand_beside_him() -> None:
    table = street(2).rev(HERE).rev(HERE, seat=1).active(HERE, "f22").tracks(morale=5).phase("new_cards").start()
    assert [len(table.hand(seat)) for seat in (0, 1)] == [2, 2]


@rule("info.face_down_fighters", "event.side_cost", "end.penalty_count")
def test_the_table_shows_what_lies_beneath_what_events_cost_and_what_counts() -> None:
    place = street().passive(HERE, "f01", "f02").passive("csepel", "f03").event("e18").display("- - e21")
    table = place.phase("events", points=3).start()
    marks = {piece.id: "over_another" in piece.marks for area in table.scene().areas for piece in area.pieces}
    assert marks["fighter:f01"] and not marks["fighter:f03"] and "fighter:f02" not in marks
    prices = {piece.id: piece.value for area in table.scene().areas for piece in area.pieces}
    assert prices["event:e21"] == 2  # one side event on the board, and the third place
    ended = street().phase("penalties", day=7).events("e01 s1").start()
    assert ended.scene().status["events"] == 3  # one of them for two
