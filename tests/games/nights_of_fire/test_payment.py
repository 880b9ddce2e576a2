"""Cards into ops: sums, surplus, icons, and the ways in which a payment is offered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from sandtable.engine.ask import Offer
from sandtable.engine.choices import DONE, MORE
from sandtable.engine.sets import NONE
from sandtable.games.nights_of_fire.flow import payment
from sandtable.games.nights_of_fire.pack import AMBUSH, BARRICADE, COUNTERATTACK
from sandtable.games.nights_of_fire.state import Payment, State
from tests.citing import rule
from tests.games.nights_of_fire.budapest import PACK, City, Table, city
from tests.games.nights_of_fire.paying import pay

TARGET = "regiment:reg_104"


def turn(*hand: str, ruleset: str = "konev_basic") -> City:
    """fighter_01 (Ambush) and fighter_10 (Build Barricade), both hidden, beside reg_104 in 9."""
    table = city(ruleset).clear().insurgents("9", "fighter_01", "fighter_10").regiments("9", "reg_104")
    return table.hand(*hand).turn()


def payments(table: Table) -> list[list[str]]:
    """The payments offered, cheapest first."""
    return [[str(card).removeprefix("card:") for card in choice[1:]] for choice in table.all("pay")]


# ---------------------------------------------------------------------- values


@rule("rev.cards.add")
def test_the_values_of_cards_used_together_add_up() -> None:
    table = turn("rev_26", "rev_30").start()  # 2 + 2 for an Ambush of 3
    pay(table.choose("ambush", "insurgent:fighter_01", TARGET), "rev_26", "rev_30")
    assert table.regiment("reg_104") == "9-"
    assert turn("rev_26", "rev_01").start().offers("attack", "insurgent:fighter_01", TARGET)  # 2 + 1
    table = turn("rev_26").start()
    assert table.refused("ambush", "insurgent:fighter_01", TARGET) == "rev.ambush.cost"


@rule("rev.cards.no_split")
def test_what_a_card_is_worth_too_much_is_lost_to_the_next_action() -> None:
    table = turn("rev_34", "rev_01").civilian("9", "civ_08").insurgents("9", *[f"fighter_0{n}" for n in range(2, 6)])
    played = table.start()
    pay(played.choose("flee", "civilian:9"), "rev_34")  # 6 insurgents: 1 op, paid with a 3
    assert played.state.turn.played == 1
    assert played.refused("attack", "insurgent:fighter_01", TARGET) == "rev.attack.cost"  # only the 1 is left


@rule("rev.cards.overpay")
def test_more_may_be_paid_than_an_action_costs() -> None:
    table = turn("rev_01", "rev_34", "rev_38", "rev_42").barricade("9").start()
    table.choose("move", 1).choose("more")
    table.choose("lay", "card:rev_34").choose("lay", "card:rev_42").choose("lay", "card:rev_38")
    assert sorted(table.discard()) == ["rev_34", "rev_38", "rev_42"]
    assert table.facts["ops"] == 9
    table = turn("rev_34", "rev_38").start()
    table.choose("ambush", "insurgent:fighter_01", TARGET).choose("more")
    table.choose("lay", "card:rev_38")  # the icon must follow, and does by itself: 6 ops for 3, the surplus is lost
    assert table.hand() == []
    assert table.regiment("reg_104") == "9-"
    assert table.state.momentum == 1


# ---------------------------------------------------------------------- icons


@rule("rev.cards.icons_ignored")
@pytest.mark.parametrize("card", ["rev_34", "rev_38", "rev_42", "rev_44"])
def test_icons_do_not_matter_where_none_is_asked_for(card: str) -> None:
    table = turn(card).civilian("9", "civ_08").insurgents("9", "fighter_02").roll(6).start()
    assert table.offers("move", 3)
    assert table.offers("flee", "civilian:9")  # 6 - 3 insurgents
    table.choose("attack", "insurgent:fighter_01", TARGET)
    assert table.discard() == [card]


# ---------------------------------------------------------------------- where cards go


@rule("rev.cards.discard")
def test_a_played_card_goes_to_its_players_own_pile() -> None:
    # The second Revolutionary plays rev_35, which came from the partner's deck.
    table = city("konev_basic", 2).clear().insurgents("9", "fighter_01").hand("rev_35", "rev_36", seat=1)
    played = table.turn(seat=1).start()
    pay(played.choose("move", 3), "rev_35", seat=1)
    assert played.discard(1) == ["rev_35"]
    assert played.discard(0) == []
    assert played.hand(1) == ["rev_36"]


# ---------------------------------------------------------------------- what is offered


@rule("rev.cards.add")
def test_sensible_payments_are_listed_from_the_cheapest() -> None:
    table = turn("rev_04", "rev_05", "rev_10", "rev_26", "rev_34").start()
    table.choose("attack", "insurgent:fighter_01", TARGET)
    # rev_04 and rev_05 are alike, and 1 + 3 would waste the 1.
    assert payments(table) == [["rev_34"], ["rev_04", "rev_26"], ["rev_10", "rev_26"], ["rev_04", "rev_05", "rev_10"]]
    assert table.offers("more")


@rule("rev.ambush.card_icon", "rev.cards.add")
def test_a_card_may_be_needed_for_its_icon_alone() -> None:
    table = turn("rev_04", "rev_38", "rev_39").start().choose("ambush", "insurgent:fighter_01", TARGET)
    assert payments(table) == [["rev_04", "rev_38"]]
    table.choose("more").choose("lay", "card:rev_38")
    assert table.refused("done") == "rev.ambush.card_icon"
    assert table.offers("lay", "card:rev_04") and table.offers("lay", "card:rev_39")
    table.choose("lay", "card:rev_39")  # only rev_04 can follow, and it does by itself
    assert sorted(table.discard()) == ["rev_04", "rev_38", "rev_39"]


@rule("rev.turn.cards", "rev.cards.add")
def test_cards_that_would_spoil_a_payment_cannot_be_laid() -> None:
    table = turn("rev_01", "rev_04", "rev_07", "rev_34").civilian("9", "civ_08").start()
    table.choose("flee", "civilian:9")  # 6 - 2 insurgents: 4 ops
    assert sorted(payments(table)) == [["rev_01", "rev_34"], ["rev_04", "rev_34"], ["rev_07", "rev_34"]]
    table.choose("more").choose("lay", "card:rev_01")
    assert table.refused("done") == "rev.cards.add"
    assert table.offers("lay", "card:rev_07")  # 1 + 1 + 3
    table.choose("lay", "card:rev_04")  # 1 + 1 + 1 would be too little: the 3 follows by itself
    assert sorted(table.discard()) == ["rev_01", "rev_04", "rev_34"]
    table = turn("rev_01", "rev_04", "rev_07", "rev_34", ruleset="conflict_basic").civilian("9", "civ_08").start()
    table.choose("flee", "civilian:9").choose("more").choose("lay", "card:rev_01").choose("lay", "card:rev_04")
    assert table.refused("lay", "card:rev_07") == "rev.turn.cards"


@rule("rev.ambush.card_icon")
def test_the_last_card_must_bring_the_icon() -> None:
    table = turn("rev_04", "rev_10", "rev_30", "rev_38", ruleset="conflict_basic").start()
    table.choose("ambush", "insurgent:fighter_01", TARGET).choose("more")
    table.choose("lay", "card:rev_30").choose("lay", "card:rev_10")
    assert table.refused("lay", "card:rev_38") == "rev.ambush.card_icon"
    assert table.all("lay") == [("lay", "card:rev_04")]


@rule("rev.cards.add")
def test_at_most_twelve_payments_are_listed_and_the_others_can_be_laid() -> None:
    # One card of each of thirteen kinds, any of which pays a Move of 1 op.
    hand = ["rev_01", "rev_04", "rev_07", "rev_10", "rev_12", "rev_14", "rev_17", "rev_19", "rev_21", "rev_23"]
    table = turn(*hand, "rev_34", "rev_38", "rev_42").start().choose("move", 1)
    assert len(payments(table)) == 12
    assert ["rev_42"] not in payments(table)
    pay(table, "rev_42")
    assert table.facts["ops"] == 3


@rule("info.no_silence")
def test_with_a_commander_at_the_table_even_a_single_payment_is_asked_for() -> None:
    table = turn("rev_34", ruleset="conflict_basic").start().choose("ambush", "insurgent:fighter_01", TARGET)
    assert table.prompt == "pay"
    assert table.choices == [("pay", "card:rev_34")]
    assert turn("rev_34").start().choose("ambush", "insurgent:fighter_01", TARGET).discard() == ["rev_34"]


def test_nothing_of_a_payment_is_left_for_the_next_one() -> None:
    table = turn("rev_01", "rev_04", "rev_07", "rev_34").start()
    table.choose("move", 1).choose("more").choose("lay", "card:rev_01").choose("done")
    assert table.state.payment is None
    table.choose("go", "insurgent:fighter_10", "district:8").choose("done")
    table.choose("move", 1).choose("more").choose("lay", "card:rev_04")
    assert table.facts["laid"] == 1
    table.choose("done")
    assert table.discard() == ["rev_01", "rev_04"]


def test_a_list_that_is_complete_offers_nothing_more() -> None:
    # The third card of a turn, one of twelve kinds: each pays for a Move of 1 op, and nothing else can.
    hand = ["rev_01", "rev_04", "rev_07", "rev_10", "rev_12", "rev_14", "rev_17", "rev_19", "rev_21", "rev_23"]
    table = turn(*hand, "rev_34", "rev_38").turn(played=2, acted=2).start().choose("move", 1)
    assert len(payments(table)) == 12
    assert not table.offers("more")


# ---------------------------------------------------------------------- every hand


def legal_sets(g: State) -> set[frozenset[int]]:
    """All sets of cards that pay, worked out from the rules alone."""
    due = g.payment_now()
    hand = g.hand[due.payer]
    return {
        frozenset(cards)
        for size in range(1, min(due.most, len(hand)) + 1)
        for cards in combinations(hand, size)
        if sum(PACK.card_value[card] for card in cards) >= due.cost
        and (due.icon == NONE or any(PACK.card_icons[card] >> due.icon & 1 for card in cards))
    }


def kinds(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(PACK.card_kind[card] for card in cards))


def laid_sets(g: State, laid: list[int]) -> set[frozenset[int]]:
    """All sets of cards that can be laid one by one."""
    due = g.payment_now()
    due.laid = laid
    if payment.paid(PACK, due) and len(laid) == min(due.most, len(g.hand[due.payer])):
        return {frozenset(laid)}
    offer = Offer()
    payment.layable(g, offer)
    found = {frozenset(laid)} if DONE in offer.options else set()
    for choice in offer.options:
        if choice != DONE:
            found |= laid_sets(g, [*laid, PACK.number[choice[1]]])
    return found


@rule("rev.cards.add", "rev.cards.overpay", "counter.any_number")
@pytest.mark.parametrize("seed", range(120))
def test_every_payment_that_the_rules_allow_can_be_made_and_no_other(seed: int) -> None:
    draw = Random(seed)
    g = city().hand("rev_01").turn().start().state
    g.hand = [sorted(draw.sample(range(len(PACK.card_keys)), draw.randint(1, 6)))]
    icon = draw.choice([NONE, AMBUSH, BARRICADE, COUNTERATTACK])
    counterattack = icon == COUNTERATTACK
    most = payment.ANY_NUMBER if counterattack else draw.randint(1, 3)
    cost = draw.randint(2, 3) if counterattack else draw.randint(1, 6)
    g.payment = Payment(0, cost, icon, most)
    legal = legal_sets(g)
    assert (payment.reach(g, 0, icon, most) >= cost) == bool(legal)
    if not legal:
        return
    offer = Offer()
    payment.payments(g, offer)
    listed = [frozenset(PACK.number[card] for card in choice[1:]) for choice in offer.options if choice != MORE]
    sparing = {kinds(cards) for cards in legal if not any(cards - {card} in legal for card in cards)}
    assert {kinds(cards) for cards in listed} == sparing and len(listed) == len(sparing)
    assert (MORE in offer.options) == ({kinds(cards) for cards in legal} != sparing)
    assert laid_sets(g, []) == legal
