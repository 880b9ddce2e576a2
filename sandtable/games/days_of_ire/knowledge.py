"""Who knows where Revolution cards are that are in another's hand or in the pile (info.pickups_open)."""

from __future__ import annotations

from sandtable.games.days_of_ire.state import State


def forget(g: State, card: int) -> None:
    """A card lies open: nobody needs to remember it any more."""
    keep = ~(1 << card)
    g.known = [cards & keep for cards in g.known]


def drawn(g: State, seat: int, card: int) -> None:
    """A card comes into a hand from the pile: whoever had seen it there knows that; an own hand needs no memory."""
    g.known[seat] &= ~(1 << card)


def picked_up(g: State, seat: int, card: int) -> None:
    """A card comes into a hand from the open discards: everybody has seen it."""
    g.known = [cards if other == seat else cards | 1 << card for other, cards in enumerate(g.known)]


def handed_over(g: State, giver: int, receiver: int, card: int) -> None:
    """A card changes hands unseen: any card of that hand may have been it (transfer.secret)."""
    hand = g.hand[giver]
    for seat in range(len(g.known)):
        if seat not in (giver, receiver):
            g.known[seat] &= ~hand
    g.known[giver] |= 1 << card
    g.known[receiver] &= ~(1 << card)
