"""Redrawing what a merchant cannot know: the deck, and the cards in other hands that it has not seen."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.piles import redeal
from sandtable.engine.sets import bits, mask
from sandtable.games.three_merchants.pack import SEATS
from sandtable.games.three_merchants.state import State


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Deal all cards that the seat does not know again: every hand keeps its size (comp.hands)."""
    others = [other for other in range(len(SEATS)) if other != seat]
    known = [g.known(seat, other) for other in others]
    dealt = [list(bits(g.hands[other] & ~sure)) for other, sure in zip(others, known, strict=True)]
    redeal([*dealt, g.deck], chance, "unknown", g.pack.card_ids)
    for other, sure, cards in zip(others, known, dealt, strict=True):
        g.hands[other] = sure | mask(cards)
        # What others have seen of each other is unknown too; assume that they have seen nothing.
        g.seen[other] &= g.hands[seat]
