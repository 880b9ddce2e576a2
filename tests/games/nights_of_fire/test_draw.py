"""Draw Phase: how many cards, the hand limit, and a deck that runs out."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, city
from tests.games.nights_of_fire.paying import pay

SECOND = [key for card, key in enumerate(PACK.card_keys) if not PACK.card_player >> card & 1]
"""The deck of the second Revolutionary: 23 cards without the player icon."""


def drawing(revolutionaries: int = 1, ruleset: str = "konev_basic") -> City:
    """Just before the Draw Phase of round 1."""
    return city(ruleset, revolutionaries).phase("draw")


# ---------------------------------------------------------------------- how many


@rule("draw.every_round")
@pytest.mark.parametrize("number", [1, 2, 10])
def test_cards_are_drawn_in_every_round_the_first_included(number: int) -> None:
    table = drawing().round(number).freely().start()
    assert len(table.hand()) == 12
    assert table.hand() == list(PACK.card_keys[:12])  # from the top of the deck
    assert len(table.deck()) == 45 - 12


@rule("draw.one.high", "draw.one.low")
@pytest.mark.parametrize(("morale", "drawn"), [(25, 12), (19, 12), (18, 8), (1, 8)])
def test_a_lone_revolutionary_draws_twelve_or_eight(morale: int, drawn: int) -> None:
    assert len(drawing().tracks(morale=morale).start().hand()) == drawn


@rule("draw.two.high", "draw.two.low")
@pytest.mark.parametrize(("morale", "drawn"), [(25, 7), (19, 7), (18, 5), (1, 5)])
def test_two_revolutionaries_draw_seven_or_five_each_from_their_own_deck(morale: int, drawn: int) -> None:
    table = drawing(2).tracks(morale=morale).start()
    assert table.hand(1) == SECOND[:drawn]
    assert len(table.hand(0)) == drawn
    assert not set(table.hand(0)) & set(SECOND)


@rule("difficulty.hand")
@pytest.mark.parametrize(("cut", "number", "drawn"), [(-1, 1, 11), (-2, 1, 10), (-2, 2, 12)])
def test_the_option_makes_the_first_draw_smaller_and_no_other(cut: int, number: int, drawn: int) -> None:
    assert len(drawing().option(hand=cut).round(number).freely().start().hand()) == drawn


# ---------------------------------------------------------------------- the hand limit


@rule("draw.one.limit", "draw.limit.choice")
def test_a_lone_revolutionary_discards_down_to_twelve_cards_of_own_choice() -> None:
    table = drawing().hand("rev_40", "rev_41").start()
    assert table.prompt == "draw.discard"
    assert table.facts["over"] == 2
    assert len(table.hand()) == 14
    table.choose("discard", "card:rev_41").choose("discard", "card:rev_01")  # an old card and a new one
    assert table.prompt == "rev.order"
    assert len(table.hand()) == 12
    assert "rev_40" in table.hand()
    assert table.discard() == ["rev_41", "rev_01"]


@rule("draw.one.limit")
def test_twelve_cards_are_within_the_limit_of_one() -> None:
    table = drawing().hand("rev_40", "rev_41", "rev_42", "rev_43").tracks(morale=18).start()
    assert len(table.hand()) == 12
    assert table.prompt == "rev.order"


@rule("draw.two.limit", "draw.limit.choice")
def test_each_of_two_discards_down_to_eight_to_the_own_pile() -> None:
    table = drawing(2).hand("rev_45", seat=0).hand("rev_40", "rev_42", "rev_44", seat=1).start()
    assert [len(table.hand(0)), len(table.hand(1))] == [8, 10]
    assert (table.prompt, table.asked, table.facts["over"]) == ("draw.discard", "second", 2)
    table.choose("discard", "card:rev_44").choose("discard", "card:rev_42")
    assert len(table.hand(1)) == 8
    assert table.discard(1) == ["rev_44", "rev_42"]
    assert table.discard(0) == []
    assert table.prompt == "ops.first"


@rule("draw.two.limit")
def test_both_discard_whoever_had_the_last_turn() -> None:
    position = drawing(2).hand("rev_43", "rev_45", seat=0).hand("rev_42", "rev_44", seat=1).set(turn={"seat": 1})
    table = position.start()
    assert table.asked == "first"
    table.choose("discard", "card:rev_43")
    assert table.asked == "second"
    table.choose("discard", "card:rev_44")
    assert table.prompt == "ops.first"


@rule("draw.limit.only_here")
def test_the_limit_does_not_bind_a_hand_outside_the_draw_phase() -> None:
    table = city("konev_basic", 2).clear().insurgents("3", "fighter_01").hand("rev_02", "rev_35")
    played = table.hand(*SECOND[:8], seat=1).turn().start()
    pay(played.choose("move", 1), "rev_02").choose("go", "insurgent:fighter_01", "district:2")
    played.choose("strategize", "card:rev_35")
    assert (played.prompt, played.asked) == ("rev.order", "second")
    assert len(played.hand(1)) == 9


# ---------------------------------------------------------------------- the deck runs out


@rule("draw.reshuffle")
def test_the_discard_pile_becomes_the_deck_in_the_middle_of_a_draw() -> None:
    # 5 cards are left in the deck; the other 7 come from the 40 shuffled discards.
    first, again = PACK.card_keys[:5], PACK.card_keys[20:27]
    table = drawing().discard(*PACK.card_keys[5:]).roll([f"card:{card}" for card in again]).start()
    assert table.hand() == [*first, *again]
    assert table.discard() == []
    assert len(table.deck()) == 40 - 7


@rule("draw.reshuffle")
def test_only_the_owners_pile_is_shuffled() -> None:
    table = drawing(2).discard(*SECOND[4:], seat=1).discard("rev_02", "rev_04", seat=0)
    again = [f"card:{card}" for card in SECOND[10:13]]
    played = table.roll(again).start()
    assert played.hand(1) == [*SECOND[:4], *SECOND[10:13]]
    assert sorted(played.discard(0)) == ["rev_02", "rev_04"]


@rule("draw.reshuffle.when")
def test_an_exactly_emptied_deck_is_not_reshuffled_yet() -> None:
    pile = PACK.card_keys[12:]
    table = drawing().discard(*pile).start()  # nothing is scripted: a shuffle would fail
    assert len(table.hand()) == 12
    assert table.deck() == []
    assert sorted(table.discard()) == list(pile)


@rule("draw.exhausted")
def test_what_neither_deck_nor_pile_can_give_is_not_drawn() -> None:
    # 20 of the second deck's 23 cards were handed to the partner.
    table = drawing(2).hand(*SECOND[3:], seat=0).start()
    assert table.hand(1) == SECOND[:3]
    assert table.deck(1) == []
    assert table.last("drew") == ("seat:second", 3)
    assert len(table.hand(0)) == 27


@rule("draw.exhausted", "draw.reshuffle")
def test_a_pile_that_is_too_small_is_drawn_up() -> None:
    table = drawing(2).hand(*SECOND[3:], seat=0).discard(SECOND[0], seat=1).start()  # a single card needs no shuffle
    assert sorted(table.hand(1)) == SECOND[:3]
    assert table.deck(1) == table.discard(1) == []
