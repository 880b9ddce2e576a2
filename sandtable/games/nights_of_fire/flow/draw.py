"""Draw Phase: the Revolutionaries draw, and discard down to the hand limit."""

from __future__ import annotations

from bisect import insort
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.piles import refill
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.phases import DISCARD, TACTICS
from sandtable.games.nights_of_fire.state import State


def draw_phase(g: State) -> None:
    """Every Revolutionary draws, in the first round too (draw.every_round)."""
    count = cards_to_draw(g)
    for seat in range(g.rules.revolutionaries):
        drawn = draw_cards(g, seat, count)
        if g.log is not None:
            g.log.add("drew", units.seat_id(g, seat), drawn, rule="draw.every_round")
    g.seat = 0
    g.phase = DISCARD


def cards_to_draw(g: State) -> int:
    """How many cards each Revolutionary draws: fewer when Morale is low."""
    draw = g.pack.draw[g.rules.revolutionaries]
    count = draw.high if g.morale >= draw.high_morale else draw.low  # draw.one.high, .low, draw.two.high, .low
    return count - g.rules.hand_cut if g.round == 1 else count  # difficulty.hand


def draw_cards(g: State, seat: int, count: int) -> int:
    """Draw so many cards; returns how many there were."""
    for drawn in range(count):
        if not draw_card(g, seat):
            return drawn  # draw.exhausted
    return count


def draw_card(g: State, seat: int) -> bool:
    """A Revolutionary draws a card from the own deck; False if there is none."""
    deck = g.deck[seat]
    reshuffled = refill(deck, g.discard[seat], g.chance, "deck", g.pack.card_ids)  # draw.reshuffle.when
    if reshuffled and g.log is not None:
        g.log.add("reshuffled", units.seat_id(g, seat), rule="draw.reshuffle")
    if not deck:
        return False  # draw.exhausted
    card = deck.pop()
    insort(g.hand[seat], card)
    g.chance.reveal()
    if g.log is not None:
        g.log.add("drew_card", units.seat_id(g, seat), g.pack.card_ids[card], seats=g.rev_seats())
    return True


def discard_down(g: State) -> Flow[State]:
    """The Revolutionaries one after the other discard what is over the hand limit."""
    if over_limit(g):
        choice = yield Ask(g.seat, "draw.discard", DISCARDING, "draw.limit.choice")
        units.discard_card(g, g.seat, g.pack.number[choice[1]])
    if over_limit(g):
        return
    g.seat += 1
    if g.seat == g.rules.revolutionaries:
        g.seat = 0
        g.phase = TACTICS


def over_limit(g: State) -> int:
    """How many cards the Revolutionary who discards has too many (draw.one.limit, draw.two.limit)."""
    return max(0, len(g.hand[g.seat]) - g.pack.draw[g.rules.revolutionaries].limit)


def discards(g: State, offer: Offer) -> None:
    offer.tell(over=over_limit(g))
    for card in g.hand[g.seat]:
        offer.add(g.pack.discard[card])


def discard_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a card which is not in the own hand from being discarded."""
    return None if card in g.hand[g.seat] else "draw.limit.choice"


DISCARDING: Final[Legality[State]] = Legality(discards, {"discard": one(discard_refusal)})
