"""Trading: a merchant sells a card, robs another merchant, or keeps what it has."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.piles import refill
from sandtable.engine.sets import bits
from sandtable.engine.state import EVERYBODY
from sandtable.games.three_merchants.flow.theft import rob, rob_refusal
from sandtable.games.three_merchants.pack import KEEP, SEATS
from sandtable.games.three_merchants.state import State


def trade(g: State, seat: int) -> Flow[State]:
    """A merchant does one thing in the town where its cart stands (trade.one)."""
    choice = yield Ask(seat, "trade", TRADE, "trade.one")
    if choice[0] == "sell":
        sell(g, seat, g.pack.number[choice[1]])
        draw(g, seat)
    elif choice[0] == "rob":
        yield from rob(g, seat, g.pack.number[choice[1]])
    elif g.log is not None:
        g.log.add("kept", SEATS[seat], rule="trade.keep")


def sell(g: State, seat: int, card: int) -> None:
    """A card goes from the hand to the stalls of the town and brings points; everybody sees it (trade.sell)."""
    town = g.at[seat]
    gain = price(g, seat, town, card)
    g.hands[seat] &= ~(1 << card)
    g.stalls[town] |= 1 << card
    for other in range(len(SEATS)):
        g.seen[other] &= ~(1 << card)
    g.points[seat] += gain
    g.last[seat] = g.pack.good[card]
    g.chance.reveal()
    if g.log is not None:
        g.log.add("sold", SEATS[seat], g.pack.card_ids[card], g.pack.town_ids[town], gain, rule="trade.sell")


def price(g: State, seat: int, town: int, card: int) -> int:
    """A merchant's points for a card in a town: its number, and more for what is wanted, known or dear."""
    points = g.pack.value[card]
    if g.pack.wants[town] == g.pack.good[card]:
        points += g.pack.wanted  # trade.wanted
    if g.last[seat] == g.pack.good[card]:
        points += g.pack.again  # trade.again
    if g.die >= g.pack.high_from:
        points += g.pack.high  # market.high
    return points


def draw(g: State, seat: int) -> None:
    """A merchant draws a card; if the deck is empty, the discards become a new one (trade.draw)."""
    if refill(g.deck, g.discards, g.chance, "reshuffle", g.pack.card_ids) and g.log is not None:
        g.log.add("reshuffled", rule="trade.draw")
    if not g.deck:
        return
    card = g.deck.pop()
    g.hands[seat] |= 1 << card
    g.chance.reveal()
    if g.log is not None:
        # All seats may read that a card was drawn; only those who may see the hand, which one.
        g.log.add("draws", SEATS[seat], rule="trade.draw")
        readers = EVERYBODY if g.open_hands else 1 << seat
        g.log.add("drawn", SEATS[seat], g.pack.card_ids[card], rule="trade.draw", seats=readers)


def sell_refusal(g: State, card: int) -> str | None:
    """The rule against selling a card; the same for all cards that the merchant does not hold."""
    if not g.hands[g.active] >> card & 1:
        return "trade.hand"
    sold = bits(g.stalls[g.at[g.active]])
    return "trade.once" if any(g.pack.good[other] == g.pack.good[card] for other in sold) else None


def options(g: State, offer: Offer) -> None:
    offer.add(KEEP)
    for card in bits(g.hands[g.active]):
        if sell_refusal(g, card) is None:
            offer.add(g.pack.sell[card])
    for merchant in range(len(SEATS)):
        if rob_refusal(g, merchant) is None:
            offer.add(g.pack.rob[merchant])


TRADE: Final = Legality(options, {"keep": legal, "sell": one(sell_refusal), "rob": one(rob_refusal)})
