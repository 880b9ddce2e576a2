"""Piles: shuffling, drawing with a reshuffle, and dealing that tells nothing of the truth."""

from __future__ import annotations

from itertools import permutations

from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.piles import mix, redeal, refill, shuffle

IDS = ("card:a", "card:b", "card:c", "card:d", "card:e")


def scripted(*values: Scripted) -> Chance:
    return Chance(bytes(32), script=values)


def seeded(seed: str = "piles") -> Chance:
    return Chance.from_seed(seed)


def test_one_card_alone_needs_no_chance() -> None:
    chance = scripted()  # any use of chance would end the script
    for pile in ([], [3]):
        shuffle(pile, chance, "deck", IDS)
    assert chance.barrier == 0


def test_the_top_of_a_shuffled_pile_is_its_end() -> None:
    pile = [0, 1, 2]
    shuffle(pile, scripted(["card:b", "card:c"]), "deck", IDS)
    assert [pile.pop() for _ in range(3)] == [1, 2, 0]


def test_an_empty_pile_is_made_anew_from_the_discards() -> None:
    pile: list[int] = []
    discards = [4, 2, 0]
    assert refill(pile, discards, scripted(["card:c", "card:e", "card:a"]), "deck", IDS)
    assert (pile.pop(), pile.pop(), pile.pop(), discards) == (2, 4, 0, [])


def test_a_pile_that_is_not_empty_stays_as_it_is() -> None:
    pile, discards = [1], [2, 3]
    assert not refill(pile, discards, scripted(), "deck", IDS)
    assert (pile, discards) == ([1], [2, 3])


def test_without_discards_there_is_nothing_to_draw() -> None:
    pile: list[int] = []
    assert not refill(pile, [], scripted(), "deck", IDS)
    assert pile == []


def test_the_pile_keeps_its_identity() -> None:
    """A state may hold the list in other places too."""
    pile: list[int] = []
    decks = [pile]
    refill(pile, [3], scripted(), "deck", IDS)
    assert decks == [[3]]


def test_mixing_forgets_the_true_order() -> None:
    mixed = set()
    for order in permutations(range(5)):
        pile = list(order)
        mix(pile, seeded(), "deck", IDS)
        mixed.add(tuple(pile))
    assert len(mixed) == 1


def test_mixing_brings_every_order() -> None:
    seen = set()
    for seed in range(300):
        pile = [0, 1, 2]
        mix(pile, seeded(f"{seed}"), "deck", IDS)
        seen.add(tuple(pile))
    assert seen == set(permutations(range(3)))


def test_dealing_anew_forgets_which_card_lay_where() -> None:
    """Whatever two hidden hands and a deck truly hold, the same chance makes the same world of them."""
    dealt = set()
    for order in permutations(range(5)):
        piles = [list(order[:2]), list(order[2:3]), list(order[3:])]
        redeal(piles, seeded(), "deck", IDS)
        dealt.add(tuple(map(tuple, piles)))
    assert len(dealt) == 1
    [piles_] = dealt
    assert [len(pile) for pile in piles_] == [2, 1, 2]
    assert sorted(card for pile in piles_ for card in pile) == [0, 1, 2, 3, 4]


def test_dealing_anew_gives_every_card_to_every_pile() -> None:
    found: list[set[int]] = [set(), set(), set()]
    for seed in range(200):
        piles = [[0, 1], [2], [3, 4]]
        redeal(piles, seeded(f"{seed}"), "deck", IDS)
        for cards, pile in zip(found, piles, strict=True):
            cards.update(pile)
    assert found == [{0, 1, 2, 3, 4}] * 3


def test_cards_are_dealt_from_the_top_and_the_last_pile_gets_the_rest_as_it_lies() -> None:
    hand, deck = [0, 1], [2, 3, 4]
    redeal([hand, deck], scripted(["card:e", "card:a", "card:c", "card:d", "card:b"]), "deck", IDS)
    assert hand == [4, 0]
    assert [deck.pop() for _ in range(3)] == [2, 3, 1]
