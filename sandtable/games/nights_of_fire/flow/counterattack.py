"""Hungarian Counterattack: after an attack its victims may hit back, whoever leads the Soviets."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.cards import COST_COUNTERATTACK
from sandtable.games.nights_of_fire.flow import draw, headlines, payment, units
from sandtable.games.nights_of_fire.pack import COUNTERATTACK, DECLINE, DISTRICTS, MAX_SEATS
from sandtable.games.nights_of_fire.state import State

NORMAL_COST: Final = 3
"""Ops that a counterattack needs (counter.cost)."""


def offer(g: State) -> Flow[State]:
    """The Revolutionaries are asked in turn until one accepts: only one counterattack (counter.once_per_attack)."""
    for seat in seats_in_turn(g):
        g.payer = seat
        if g.conflict or possible(g):  # counter.decline_secret, counter.conflict.zero_points
            choice = yield ASKED[g.conflict][seat]
            if choice != DECLINE:  # counter.optional
                number = g.pack.number
                yield from carry_out(g, seat, g.block_of[number[choice[1]]], number[choice[2]])
                return
    g.payer = NONE


def seats_in_turn(g: State) -> tuple[int, ...]:
    """First who takes the next Revolutionary turn, after a pass the first seat (counter.two.ask, ops.pass.reaction)."""
    if g.revs == 1:
        return (0,)
    first = 0 if g.rev_passed else g.seat
    return (first, 1 - first)


# ---------------------------------------------------------------------- who may


def eligible(g: State) -> int:
    """The blocks that were there when the attack began and have the icon, dead or alive (counter.eligible)."""
    return g.attacked & g.bearing[COUNTERATTACK]


def cost(g: State) -> int:
    return headlines.cost(g, COST_COUNTERATTACK, NORMAL_COST)


def affordable(g: State) -> bool:
    """Whether the asked player has the cards: any number (counter.any_number), all of one hand (counter.one_hand)."""
    return payment.reach(g, g.payer, COUNTERATTACK, payment.ANY_NUMBER) >= cost(g)


def possible(g: State) -> bool:
    return eligible(g) > 0 and affordable(g)


def answers(g: State, offer: Offer) -> None:
    """Who of the attacked hits back (counter.choice), and which attacker (konev.counter.which_regiment)."""
    pack = g.pack
    offer.tell(district=pack.area_ids[g.district], cost=cost(g))
    if possible(g):
        for block in bits(eligible(g)):
            row = pack.counter[g.who[block]]
            for regiment in bits(g.attackers):
                offer.add(row[regiment])
    offer.add(DECLINE)
    if offer.explaining:
        for block in bits(g.attacked):
            refused = refusal(g, block)
            if refused is not None:
                for regiment in bits(g.attackers):
                    offer.add(pack.counter[g.who[block]][regiment], refused)


def refusal(g: State, block: int) -> str | None:
    """The rule that keeps an attacked insurgent from hitting back."""
    if not eligible(g) >> block & 1:
        return "counter.eligible"
    if affordable(g):
        return None
    with_icon = payment.reach(g, g.payer, COUNTERATTACK, payment.ANY_NUMBER)
    return "counter.cost" if with_icon else "counter.card_icon"


ASKED: Final = tuple(
    tuple(Ask(seat, "counter", answers, "counter.optional", always=always) for seat in range(MAX_SEATS))
    for always in (False, True)
)
"""By whether the commander looks on, and by seat."""


# ---------------------------------------------------------------------- hitting back


def carry_out(g: State, seat: int, block: int, regiment: int) -> Flow[State]:
    """Pay, disable the attacker, draw a card, show oneself; no Momentum is gained (counter.no_momentum)."""
    g.actor = block
    yield from payment.pay(g, seat, cost(g), COUNTERATTACK, payment.ANY_NUMBER)  # counter.cost, counter.card_icon
    if g.log is not None:
        ids = units.seat_id(g, seat), g.pack.insurgent_ids[g.who[block]], g.pack.area_ids[g.district]
        g.log.add("countered", *ids, rule="counter.choice")
    units.disable(g, regiment, "counter.effect")
    draw.draw_card(g, seat)  # counter.draw; the cards paid lie in the discard pile (counter.draw.order)
    if g.place[block] < DISTRICTS and not g.shown >> block & 1:
        units.reveal(g, block, "counter.reveal")
    g.actor = NONE
