"""Theft (an option): a merchant robs another one in the same town, unless that one pays."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing
from sandtable.engine.sets import bits
from sandtable.games.three_merchants.pack import PAY, SEATS, YIELD
from sandtable.games.three_merchants.state import State, Theft


def rob(g: State, thief: int, victim: int) -> Flow[State]:
    """The victim decides, out of its turn: a point, or a card that the thief takes unseen (theft.toll)."""
    g.theft = Theft(thief, victim)
    if g.log is not None:
        g.log.add("robs", SEATS[thief], SEATS[victim], rule="theft.rob")
    choice = yield Ask(victim, "toll", TOLL, "theft.toll")
    if choice == PAY:
        pay(g, thief, victim)
    else:
        steal(g, thief, victim)
    g.theft = None


def pay(g: State, thief: int, victim: int) -> None:
    g.points[victim] -= 1
    g.points[thief] += 1
    if g.log is not None:
        g.log.add("paid", SEATS[victim], SEATS[thief], rule="theft.toll")


def steal(g: State, thief: int, victim: int) -> None:
    """A card changes hands; the two of them know which, and nobody else (theft.blind)."""
    card = g.chance.pick("theft", bits(g.hands[victim]), g.pack.card_ids)
    for other in range(len(SEATS)):
        if other not in (thief, victim):
            g.seen[other] &= ~g.hands[victim]  # any of the cards that it knew may be the stolen one
    g.hands[victim] &= ~(1 << card)
    g.hands[thief] |= 1 << card
    g.seen[thief] &= ~(1 << card)
    g.seen[victim] |= 1 << card
    if g.log is not None:
        g.log.add("steals", SEATS[thief], SEATS[victim], rule="theft.rob")
        both = 1 << thief | 1 << victim
        g.log.add("stolen", SEATS[thief], g.pack.card_ids[card], rule="theft.blind", seats=both)


def rob_refusal(g: State, merchant: int) -> str | None:
    """The rule against robbing a merchant."""
    if not g.thieves:
        return "theft.option"
    if merchant == g.active or g.at[merchant] != g.at[g.active]:
        return "theft.rob"
    return None if g.hands[merchant] else "theft.empty"


def pay_refusal(g: State) -> str | None:
    """The rule against paying the toll."""
    assert g.theft is not None
    return None if g.points[g.theft.victim] else "theft.poor"


def toll_options(g: State, offer: Offer) -> None:
    assert g.theft is not None
    offer.tell(thief=SEATS[g.theft.thief])
    if pay_refusal(g) is None:
        offer.add(PAY)
    offer.add(YIELD)


TOLL: Final = Legality(toll_options, {"pay": nothing(pay_refusal), "yield": legal})
