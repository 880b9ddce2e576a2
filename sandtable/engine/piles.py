"""Piles of cards: shuffling, refilling from the discards, and redrawing what a seat cannot know.

A pile is a list of card numbers; its top is the end of the list. `name` names the shuffle for scripts, `ids` the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.chance import Chance


def shuffle(pile: list[int], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Shuffle a pile; a single card uses no chance."""
    if len(pile) > 1:
        chance.shuffle(name, pile, ids)


def refill(pile: list[int], discards: list[int], chance: Chance, name: str, ids: Sequence[str]) -> bool:
    """If the pile is empty, shuffle the discards into a new one; returns whether that happened."""
    if pile or not discards:
        return False
    shuffle(discards, chance, name, ids)
    pile += discards
    discards.clear()
    return True


def mix(pile: list[int], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Shuffle a pile so that the result does not depend on its present order."""
    pile.sort()
    chance.shuffle(name, pile, ids)


def redeal(piles: Sequence[list[int]], chance: Chance, name: str, ids: Sequence[str]) -> None:
    """Mix the cards of several piles and deal them out again; every pile keeps its size.

    The result does not depend on which card was in which pile.
    """
    cards = [card for pile in piles for card in pile]
    mix(cards, chance, name, ids)
    for pile in piles[:-1]:
        for place in range(len(pile)):
            pile[place] = cards.pop()
    piles[-1][:] = cards
