"""Hungarian Counterattack: after an attack its victims may hit back, whoever leads the Soviets."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, two
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.cards import COST_COUNTERATTACK
from sandtable.games.nights_of_fire.flow import draw, headlines, payment, units
from sandtable.games.nights_of_fire.pack import COUNTERATTACK, DECLINE, DISTRICTS, MAX_SEATS
from sandtable.games.nights_of_fire.state import Payment, State

NORMAL_COST: Final = 3
"""Ops that a counterattack needs (counter.cost)."""


def offer(g: State) -> Flow[State]:
    """The Revolutionaries are asked in turn until one accepts: only one counterattack (counter.once_per_attack)."""
    for seat in seats_in_turn(g):
        if g.rules.conflict or possible(g, seat):  # counter.decline_secret, counter.conflict.zero_points
            g.payment = Payment(seat)
            choice = yield ASKED[g.rules.conflict][seat]
            if choice != DECLINE:  # counter.optional
                number = g.pack.number
                yield from carry_out(g, seat, g.block_of[number[choice[1]]], number[choice[2]])
                return
    g.payment = None


def seats_in_turn(g: State) -> tuple[int, ...]:
    """First who takes the next Revolutionary turn, after a pass the first seat (counter.two.ask, ops.pass.reaction)."""
    if g.rules.revolutionaries == 1:
        return (0,)
    first = 0 if g.rev_passed else g.seat
    return (first, 1 - first)


# ---------------------------------------------------------------------- who may


def eligible(g: State) -> int:
    """The blocks that were there when the attack began and have the icon, dead or alive (counter.eligible)."""
    return g.attack_now().attacked & g.bearing[COUNTERATTACK]


def cost(g: State) -> int:
    return headlines.cost(g, COST_COUNTERATTACK, NORMAL_COST)


def affordable(g: State, seat: int) -> bool:
    """Whether a player has the cards: any number (counter.any_number), all of one hand (counter.one_hand)."""
    return payment.reach(g, seat, COUNTERATTACK, payment.ANY_NUMBER) >= cost(g)


def possible(g: State, seat: int) -> bool:
    return eligible(g) > 0 and affordable(g, seat)


def answers(g: State, offer: Offer) -> None:
    """Who of the attacked hits back (counter.choice), and which attacker (konev.counter.which_regiment)."""
    pack, attack = g.pack, g.attack_now()
    offer.tell(district=pack.area_ids[attack.district], cost=cost(g))
    if possible(g, g.payment_now().payer):
        for block in bits(eligible(g)):
            row = pack.counter[g.insurgent_of[block]]
            for regiment in bits(attack.attackers):
                offer.add(row[regiment])
    offer.add(DECLINE)


def refusal(g: State, insurgent: int, regiment: int) -> str | None:
    """The rule that keeps an insurgent from hitting back at a Regiment."""
    if not eligible(g) >> g.block_of[insurgent] & 1:
        return "counter.eligible"
    if not g.attack_now().attackers >> regiment & 1:
        return "counter.effect" if g.rules.conflict else "konev.counter.which_regiment"
    seat = g.payment_now().payer
    if affordable(g, seat):
        return None
    if payment.reach(g, seat, NONE, payment.ANY_NUMBER) >= cost(g):
        return "counter.card_icon"
    together = [card for hand in g.hand for card in hand]
    worth = payment.best_sum(g.pack, together, COUNTERATTACK, payment.ANY_NUMBER)
    return "counter.one_hand" if worth >= cost(g) else "counter.cost"


ANSWERS: Final[Legality[State]] = Legality(answers, {"counter": two(refusal), "decline": legal})
ASKED: Final = tuple(
    tuple(Ask(seat, "counter", ANSWERS, "counter.optional", always=always) for seat in range(MAX_SEATS))
    for always in (False, True)
)
"""By whether the commander looks on, and by seat."""


# ---------------------------------------------------------------------- hitting back


def carry_out(g: State, seat: int, block: int, regiment: int) -> Flow[State]:
    """Pay, disable the attacker, draw a card, show oneself; no Momentum is gained (counter.no_momentum)."""
    # counter.cost, counter.card_icon
    block = yield from payment.pay(g, seat, cost(g), COUNTERATTACK, payment.ANY_NUMBER, block)
    if g.log is not None:
        insurgent, area = g.pack.insurgent_ids[g.insurgent_of[block]], g.pack.area_ids[g.attack_now().district]
        g.log.add("countered", units.seat_id(g, seat), insurgent, area, rule="counter.choice")
    units.disable(g, regiment, "counter.effect")
    draw.draw_card(g, seat)  # counter.draw; the cards paid lie in the discard pile (counter.draw.order)
    if g.place[block] < DISTRICTS and not g.shown >> block & 1:
        units.reveal(g, block, "counter.reveal")
