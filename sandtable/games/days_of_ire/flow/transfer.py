"""Handing cards over or taking them over, between revolutionaries in one location."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.seats import seat_of, wrong_seat
from sandtable.games.days_of_ire.state import State, Transfer


def partner_refusal(g: State, number: int, giving: bool) -> str | None:
    """The rule against a transfer with somebody, as the giver or as the receiver."""
    if g.rules.revolutionaries == 1:
        return "transfer.not_solo"
    wrong = wrong_seat(g, number)
    if wrong:
        return wrong
    partner = seat_of(number)
    if partner == g.seat or g.rev_at[partner] != g.here():
        return "transfer.give" if giving else "transfer.take"
    giver, receiver = (g.seat, partner) if giving else (partner, g.seat)
    if not g.hand[giver]:
        return "transfer.needs_card"
    return None if g.room(receiver) > 0 else "transfer.limit"


def give_refusal(g: State, number: int) -> str | None:
    return partner_refusal(g, number, True)


def take_refusal(g: State, number: int) -> str | None:
    return partner_refusal(g, number, False)


def hand_over(g: State, giver: int, receiver: int) -> Flow[State]:
    """The owner picks the cards, at least one (transfer.owner_picks, transfer.needs_card)."""
    g.transfer = Transfer(giver, receiver)
    while g.hand[giver] and g.room(receiver) > 0:
        choice = yield Ask(giver, "hand_over", HAND_OVER, by(g), always=True)
        if choice == DONE:
            break
        g.transfer_now().moved += 1
        units.hand_over(g, giver, receiver, g.pack.number[choice[1]])
    if g.log is not None:
        args = g.seat_id(giver), g.seat_id(receiver), g.transfer_now().moved
        g.log.add("handed_over", *args, rule="transfer.secret")
    g.transfer = None


def by(g: State) -> str:
    """The rule by which cards are picked: own ones are given, others are asked for."""
    return "transfer.give" if g.transfer_now().giver == g.seat else "transfer.owner_picks"


def options(g: State, offer: Offer) -> None:
    now = g.transfer_now()
    offer.tell(seat=g.seat_id(now.receiver))
    for card in bits(g.hand[now.giver]):
        offer.add(g.pack.hand_over[card])
    if now.moved:
        offer.add(DONE)


def card_refusal(g: State, card: int) -> str | None:
    """The rule against handing a card over."""
    return None if g.hand[g.transfer_now().giver] >> card & 1 else by(g)


def done_refusal(g: State) -> str | None:
    """The rule against handing nothing over."""
    return None if g.transfer_now().moved else "transfer.needs_card"


HAND_OVER: Final[Legality[State]] = Legality(options, {"hand": one(card_refusal), "done": nothing(done_refusal)})
