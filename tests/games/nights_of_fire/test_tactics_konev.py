"""Tactics Phase of Konev: the row, its faces and tokens, and the cards that sit out."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE, bits
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city, new_game
from tests.games.nights_of_fire.paying import pay

CARDS = list(PACK.konev_keys)


def deal(number: int) -> City:
    """The Tactics Phase of a round comes next; a fighter and a card in hand make the game wait at the first turn."""
    place = city("konev_basic").clear().insurgents("3", "fighter_01").hand("rev_01")
    return place.round(number).phase("tactics")


def ids(*cards: str) -> list[str]:
    return [f"konev:{card}" for card in cards]


def deck(table: Table) -> list[str]:
    """Konev's deck from the top."""
    return [PACK.konev_keys[card] for card in table.state.konev.deck[::-1]]


def discards(table: Table) -> set[str]:
    return {PACK.konev_keys[card] for card in table.state.konev.discard}


def dealt(place: City) -> Table:
    """The row lies, and all of the script was needed for it."""
    table = place.start()
    assert table.script_left() == 0
    assert table.prompt in ("rev.order", "reinforce.card")
    return table


# ---------------------------------------------------------------------- the deal


@rule("tactics.konev.first_deal")
def test_in_the_first_round_five_cards_are_dealt() -> None:
    table = dealt(deal(1).konev_deck("konev_09", "konev_03", "konev_12", "konev_01", "konev_07"))
    assert table.row() == ["konev_09", "konev_03", "konev_12", "konev_01", "konev_07"]
    assert len(deck(table)) == 7


@rule("tactics.konev.first_deal")
def test_the_first_deal_shuffles_nothing_in() -> None:
    table = dealt(deal(1).konev_discard("konev_01").konev_deck(*CARDS[1:]))
    assert table.row() == CARDS[1:6]
    assert discards(table) == {"konev_01"}


@rule("tactics.konev.later_deal_three", "tactics.konev.later_shuffle", "tactics.konev.later_deal_two")
def test_later_three_cards_come_before_the_discards_are_shuffled_in_and_two_after() -> None:
    place = deal(2).konev_deck(*CARDS[:7]).konev_discard(*CARDS[7:])
    table = dealt(place.roll(ids("konev_12", "konev_05")))  # a discard, and one that was in the deck all the time
    assert table.row() == ["konev_01", "konev_02", "konev_03", "konev_12", "konev_05"]
    assert discards(table) == set()
    assert set(deck(table)) == {"konev_04", "konev_06", "konev_07", "konev_08", "konev_09", "konev_10", "konev_11"}


@rule("tactics.konev.removed_to_discard")
def test_cards_taken_out_go_to_the_emptied_discard_pile() -> None:
    place = deal(3).konev_deck(*CARDS[:5]).konev_out("konev_06", "konev_07").konev_discard(*CARDS[7:])
    table = dealt(place.roll(ids("konev_12", "konev_11")))
    assert discards(table) == {"konev_06", "konev_07"}
    assert not {"konev_06", "konev_07"} & {*deck(table), *table.row()}
    assert table.state.konev.out == 0


@rule("tactics.konev.removed_to_discard", "tactics.konev.later_shuffle")
def test_they_come_back_to_the_deck_one_round_later() -> None:
    """What lies in the discard pile since the last deal is shuffled in with the performed cards."""
    place = deal(4).konev_deck(*CARDS[:5]).konev_discard("konev_06", "konev_07", *CARDS[7:])
    table = dealt(place.roll(ids("konev_06", "konev_07")))
    assert table.row()[3:] == ["konev_06", "konev_07"]


@rule("tactics.konev.face")
def test_the_first_third_and_fifth_card_lie_face_up() -> None:
    table = dealt(deal(1).konev_deck(*CARDS))
    assert bits(table.state.konev.face_up) == (0, 2, 4)
    assert [line.args for line in table.told("konev_row")] == [
        (1, "konev:konev_01"),
        (3, "konev:konev_03"),
        (5, "konev:konev_05"),
    ]


@rule("tactics.konev.tokens")
def test_the_tokens_are_put_on_the_cards_in_order() -> None:
    assert dealt(deal(1).konev_deck(*CARDS)).state.konev.tokens == [0, 1, 2, 3, 4]


# ---------------------------------------------------------------------- too few cards


@rule("tactics.konev.short_deck")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_with_less_than_three_cards_in_the_deck_dealing_goes_on_after_the_shuffle(left: int) -> None:
    place = deal(2).konev_deck(*CARDS[:left]).konev_discard(*CARDS[left:9]).konev_out(*CARDS[9:])
    table = dealt(place.roll(ids(*CARDS[left:5])))
    assert table.row() == CARDS[:5]
    assert len(deck(table)) == 4


@rule("tactics.konev.short_row")
@pytest.mark.parametrize(
    ("cards", "tokens", "up"), [(4, [0, 1, 2, 3, 3], (0, 2)), (1, [0] * 5, (0,)), (2, [0, 1, 1, 1, 1], (0,))]
)
def test_a_short_row_has_the_other_tokens_on_its_last_card(cards: int, tokens: list[int], up: tuple[int, ...]) -> None:
    place = deal(2).konev_deck(*CARDS[:cards]).konev_out(*CARDS[cards:])
    table = dealt(place)
    assert table.row() == CARDS[:cards] + [None] * (5 - cards)
    assert table.state.konev.tokens == tokens
    assert bits(table.state.konev.face_up) == up


@rule("tactics.konev.short_row")
def test_a_short_row_means_fewer_turns() -> None:
    """One card: after it the Revolutionary has turn after turn."""
    place = deal(2).konev_deck("konev_11").konev_out(*[card for card in CARDS if card != "konev_11"])
    table = place.hand("rev_01", "rev_04", "rev_07", "rev_34").insurgents("3", "fighter_02").roll(1).start()
    one_move(table)
    table.choose("lose", "insurgent:fighter_02")  # Konev's only card had no effect
    assert table.prompt == "rev.order" and table.state.sov_passed


@rule("tactics.konev.empty_row")
def test_without_any_card_konev_takes_no_turn() -> None:
    table = deal(2).konev_out(*CARDS).hand("rev_01", "rev_04").start()
    assert table.row() == [None] * 5
    assert table.state.konev.tokens == [NONE] * 5
    one_move(table)
    assert table.prompt == "rev.order"
    assert table.told("konev_card") == []


def one_move(table: Table) -> None:
    """A turn of the Revolutionary: fighter_01 goes from 3 to 2, alone."""
    pay(table.choose("move", 1), "rev_01").choose("go", "insurgent:fighter_01", "district:2")
    if table.offers("done"):
        table.choose("done")
    table.choose("end_turn")


# ---------------------------------------------------------------------- cards that sit out


@rule("difficulty.tactics.konev", "difficulty.tactics")
def test_with_the_option_two_cards_of_the_players_choice_sit_out_the_first_round() -> None:
    table = new_game(ruleset="konev_basic", tactics_adjustment=True)
    assert table.prompt == "konev.set_aside"
    assert table.choices == [*[("set_aside", card) for card in PACK.konev_ids], ("done",)]  # not in the deck's order
    assert table.facts == {"left": 2}
    table.choose("set_aside", "konev:konev_01").choose("set_aside", "konev:konev_12")
    assert table.prompt == "rev.order"
    assert discards(table) == {"konev_01", "konev_12"}
    assert not {"konev_01", "konev_12"} & {*deck(table), *table.row()}


@rule("difficulty.tactics.konev")
def test_the_deck_is_shuffled_after_they_looked_through_it() -> None:
    place = city("konev_basic").option(tactics_adjustment=True).phase("opening").set(to_set_aside=2)
    table = place.roll(ids("konev_09", "konev_02", "konev_05", "konev_11", "konev_03")).start()
    table.choose("set_aside", "konev:konev_01").choose("set_aside", "konev:konev_12")
    assert table.row() == ["konev_09", "konev_02", "konev_05", "konev_11", "konev_03"]


@rule("difficulty.tactics.konev")
def test_the_players_need_not_take_any_out() -> None:
    table = new_game(ruleset="konev_basic", tactics_adjustment=True)
    table.choose("set_aside", "konev:konev_01").choose("done")
    assert discards(table) == {"konev_01"}
    assert len(deck(table)) == 6
