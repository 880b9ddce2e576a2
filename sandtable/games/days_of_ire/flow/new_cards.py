"""The end of the Revolutionary phase: the team draws new cards and shares them out unseen."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.engine.sets import bits, which
from sandtable.games.days_of_ire.cards import END_DRAW
from sandtable.games.days_of_ire.flow import modifiers, units
from sandtable.games.days_of_ire.flow.seats import seat_of, team_ask, wrong_seat
from sandtable.games.days_of_ire.flow.selecting import with_rev
from sandtable.games.days_of_ire.state import AVH, State


def new_cards(g: State) -> Flow[State]:
    """Shares are fixed before any card is looked at (newcards.split_equal, newcards.who_gets_more)."""
    units.check_clear(g)
    team = g.rules.revolutionaries
    total = amount(g)
    g.shares = [total // team] * team
    g.sharing = total % team
    while g.sharing:
        choice = yield team_ask(g, "one_more", ONE_MORE, "newcards.who_gets_more")
        g.shares[seat_of(g.pack.number[choice[1]])] += 1
        g.sharing -= 1
    yield from overflow(g)
    for seat in range(team):
        if g.shares[seat]:
            units.draw(g, seat, g.shares[seat], "newcards.total")
    g.shares = []
    g.phase = AVH


def amount(g: State) -> int:
    """What the morale marker shows, and what permanent abilities add (newcards.total, newcards.zero)."""
    more = sum([modifiers.total(g, END_DRAW, location) for location in bits(with_rev(g))])
    return g.pack.new_cards[g.morale] + more


def overflow(g: State) -> Flow[State]:
    """What a full hand cannot take goes to another with room, the rest stays on the pile (newcards.overflow_back)."""
    for seat, share in enumerate(g.shares):
        extra = max(0, share - g.room(seat))
        g.shares[seat] -= extra
        g.sharing += extra
    while g.sharing and takers(g):
        choice = yield team_ask(g, "overflow", OVERFLOW, "newcards.overflow_choice")
        g.shares[seat_of(g.pack.number[choice[1]])] += 1
        g.sharing -= 1
    g.sharing = 0


def takers(g: State) -> int:
    """The revolutionaries with room for a card beyond their share."""
    return which([share < g.room(seat) for seat, share in enumerate(g.shares)])


def without_extra(g: State) -> int:
    """The revolutionaries who have no card more than others yet (newcards.split_uneven)."""
    least = min(g.shares)
    return which([share == least for share in g.shares])


def offer_seats(g: State, offer: Offer, seats: int) -> None:
    """Offer a card more to each of these."""
    offer.tell(left=g.sharing)
    for seat in bits(seats):
        offer.add(g.pack.who[g.seat_number(seat)])


def taker_options(g: State, offer: Offer) -> None:
    offer_seats(g, offer, takers(g))


def taker_refusal(g: State, number: int) -> str | None:
    """The rule against somebody taking a card beyond the share."""
    wrong = wrong_seat(g, number)
    if wrong:
        return wrong
    return None if takers(g) >> seat_of(number) & 1 else "cards.full_hand_gets_none"


OVERFLOW: Final[Legality[State]] = Legality(taker_options, {"who": one(taker_refusal)})


def more_options(g: State, offer: Offer) -> None:
    offer_seats(g, offer, without_extra(g))


def more_refusal(g: State, number: int) -> str | None:
    """The rule against somebody getting another card more."""
    wrong = wrong_seat(g, number)
    if wrong:
        return wrong
    return None if without_extra(g) >> seat_of(number) & 1 else "newcards.split_uneven"


ONE_MORE: Final[Legality[State]] = Legality(more_options, {"who": one(more_refusal)})
