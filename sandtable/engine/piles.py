"""Piles of cards: shuffling, drawing when the pile has run out, and dealing anew what a seat cannot know.

A pile is a list of card numbers; its top is the end of the list. Chance names the shuffle, `ids` the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.chance import Chance


def shuffle(pile: list[int], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Shuffle a pile; one card alone needs no chance."""
    if len(pile) > 1:
        chance.shuffle(name, pile, ids)


def refill(pile: list[int], discards: list[int], chance: Chance, name: str, ids: Sequence[str]) -> bool:
    """Shuffle the discards into a new pile where the old one has run out; whether that happened."""
    if pile or not discards:
        return False
    shuffle(discards, chance, name, ids)
    pile += discards
    discards.clear()
    return True


def mix(pile: list[int], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Shuffle a pile so that nothing of its true order is left: the same chance always brings the same order."""
    pile.sort()
    chance.shuffle(name, pile, ids)


def redeal(piles: Sequence[list[int]], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Mix all cards of several piles and deal them out again: every pile keeps its size, the last gets what is left.

    From piles with the same cards, whichever card lies where, the same chance deals the same.
    """
    cards = [card for pile in piles for card in pile]
    mix(cards, chance, name, ids)
    for pile in piles[:-1]:
        for place in range(len(pile)):
            pile[place] = cards.pop()
    piles[-1][:] = cards
