"""Cards into ops: what a hand is worth, and which of its cards pay for an action or a counterattack."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.choices import DONE, MORE
from sandtable.engine.paying import SHOWN, by_sort, cards_of
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import AMBUSH, BARRICADE, COUNTERATTACK, MAX_OPS, Pack
from sandtable.games.nights_of_fire.state import Payment, State

TURN_CARDS: Final = 3  # rev.turn.cards
ANY_NUMBER: Final = 99  # counter.any_number
TOP_VALUE: Final = 3  # rev.cards.value

Shape = tuple[int, ...]


def _cheapest_first(shape: Shape) -> tuple[int, int]:
    return sum(shape), len(shape)


SHAPES: Final[list[Shape]] = sorted(
    (s for n in range(1, TURN_CARDS + 1) for s in combinations_with_replacement(range(1, TOP_VALUE + 1), n)),
    key=_cheapest_first,
)
"""The values of one, two or three cards: only a counterattack may take more, and three always do for its three ops."""


def _sparing(cost: int) -> list[tuple[Shape, int]]:
    """The shapes that pay a cost, with the one card that the sum could spare; those with several are wasteful."""
    found: list[tuple[Shape, int]] = []
    for shape in SHAPES:
        spare = [at for at, value in enumerate(shape) if sum(shape) - value >= cost]
        if sum(shape) >= cost and len(spare) < 2:
            found.append((shape, spare[0] if spare else NONE))
    return found


SPARING: Final[list[list[tuple[Shape, int]]]] = [_sparing(cost) for cost in range(MAX_OPS + 1)]
"""By cost."""

ICON_RULE: Final = {
    AMBUSH: "rev.ambush.card_icon",
    BARRICADE: "rev.barricade.card_icon",
    COUNTERATTACK: "counter.card_icon",
}


# ---------------------------------------------------------------------- what a hand is worth


def reach(g: State, seat: int, icon: int, most: int) -> int:
    """The most ops that a player can pay with so many cards; 0 if one of them must show an icon and none does."""
    return best_sum(g.pack, g.hand[seat], icon, most)


def best_sum(pack: Pack, cards: Sequence[int], icon: int, most: int) -> int:
    """The greatest sum of at most so many cards, the icon (if any) among them."""
    count = [0] * (TOP_VALUE + 1)
    total = 0
    values, icons = pack.card_value, pack.card_icons
    for card in cards:
        value = values[card]
        count[value] += 1
        if icon != NONE and value > total and icons[card] >> icon & 1:
            total = value
    if icon != NONE:
        if not total or not most:
            return 0
        count[total] -= 1
        most -= 1
    for value in range(TOP_VALUE, 0, -1):  # rev.cards.add
        taken = min(count[value], most)
        total += taken * value
        most -= taken
    return total


# ---------------------------------------------------------------------- paying


def spend(g: State, cost: int, icon: int, actor: int = NONE) -> Generator[Ask[State], Choice, int]:
    """Pay for an action of the turn with cards of its own (rev.turn.actions, rev.cards.no_split)."""
    held = len(g.hand[g.seat])
    actor = yield from pay(g, g.seat, cost, icon, TURN_CARDS - g.turn.played, actor)
    g.turn.played += held - len(g.hand[g.seat])
    g.turn.acted += 1
    return actor


def pay(g: State, seat: int, cost: int, icon: int, most: int, actor: int = NONE) -> Generator[Ask[State], Choice, int]:
    """A player pays a cost: the cards go to the own discard pile, their sum stands in `ops`.

    Who is to act stays as it is until the cards lie on the table, and is returned then.
    """
    g.payment = Payment(seat, cost, icon, most, actor=actor)
    rule = "counter.cost" if icon == COUNTERATTACK else "rev.cards.add"
    choice = yield Ask(seat, "pay", payments, rule, always=g.rules.conflict)
    if choice == MORE:
        yield from lay_cards(g)
    else:
        g.payment_now().laid = [g.pack.number[card] for card in choice[1:]]
    return hand_in(g)


def lay_cards(g: State) -> Flow[State]:
    """Put a payment together card by card; more than the cost is allowed and lost (rev.cards.overpay)."""
    payment = g.payment_now()
    while not paid(g.pack, payment) or len(payment.laid) < min(payment.most, len(g.hand[payment.payer])):
        choice = yield Ask(payment.payer, "pay.card", layable, "rev.cards.overpay", always=g.rules.conflict)
        if choice == DONE:
            return
        payment = g.payment_now()
        payment.laid.append(g.pack.number[choice[1]])


def hand_in(g: State) -> int:
    """The cards are played: their values add up, and each goes to the player's own pile (rev.cards.discard)."""
    payment = g.payment_now()
    g.ops = worth(g.pack, payment)
    for card in payment.laid:
        units.discard_card(g, payment.payer, card)
    g.payment = None
    return payment.actor


def worth(pack: Pack, payment: Payment) -> int:
    """What the cards laid so far add up to (rev.cards.add)."""
    return sum([pack.card_value[card] for card in payment.laid])


def shows_icon(pack: Pack, payment: Payment) -> bool:
    """Whether the cards laid so far show the icon, if one is asked for (rev.cards.icons_ignored)."""
    icon = payment.icon
    return icon == NONE or any(pack.card_icons[card] >> icon & 1 for card in payment.laid)


def paid(pack: Pack, payment: Payment) -> bool:
    """Whether the cards laid so far pay the cost."""
    return worth(pack, payment) >= payment.cost and shows_icon(pack, payment)


# ---------------------------------------------------------------------- what may be paid


def payments(g: State, offer: Offer) -> None:
    """The sensible payments from the cheapest, and the way to all others."""
    payment = g.payment_now()
    offer.tell(cost=payment.cost)
    found = sensible(g, payment)
    for cards in found[:SHOWN]:
        offer.add(g.pack.pay(cards))
    few = min([len(cards) for cards in found])
    if len(found) > SHOWN or few < min(payment.most, len(g.hand[payment.payer])):  # a card more would be overpaying
        offer.add(MORE)


def sensible(g: State, payment: Payment) -> list[list[int]]:
    """Payments none of whose cards could be left out, one of every sort, up to one more than are shown."""
    pack, icon = g.pack, payment.icon
    stock = by_sort(g.hand[payment.payer], pack.card_kind)
    kinds: list[list[int]] = [[] for _ in range(TOP_VALUE + 1)]
    for kind in sorted(stock):
        kinds[pack.kind_value[kind]].append(kind)
    found: list[list[int]] = []
    for shape, spare in SPARING[payment.cost]:
        if len(shape) > payment.most or (icon == NONE and spare != NONE):
            continue
        for filling in _fillings(shape, kinds, stock):
            if icon == NONE or _icon_needed(pack, filling, spare, icon):
                found.append(cards_of(filling, stock))
                if len(found) > SHOWN:
                    return found
    return found


def _fillings(shape: Shape, kinds: list[list[int]], stock: dict[int, list[int]]) -> list[Shape]:
    """The kinds of cards in hand that have these values."""
    fillings: list[Shape] = [()]
    for value in shape:
        fillings = [
            (*filling, kind)
            for filling in fillings
            for kind in kinds[value]
            if not filling or kind > filling[-1] or (kind == filling[-1] and filling.count(kind) < len(stock[kind]))
        ]
    return fillings


def _icon_needed(pack: Pack, filling: Shape, spare: int, icon: int) -> bool:
    """Whether the icon is there, and a card that the sum could spare is the only one with it."""
    shown = [at for at, kind in enumerate(filling) if pack.kind_icons[kind] >> icon & 1]
    return len(shown) > 0 if spare == NONE else shown == [spare]


def layable(g: State, offer: Offer) -> None:
    """The cards from which a full payment can still be reached; done when it is."""
    payment = g.payment_now()
    icon = payment.icon
    offer.tell(cost=payment.cost, laid=worth(g.pack, payment))
    for card in g.hand[payment.payer]:
        if card in payment.laid:
            continue
        if not short_of(g, payment, card, icon):
            offer.add(g.pack.lay[card])
        elif offer.explaining:
            offer.add(g.pack.lay[card], "rev.turn.cards" if short_of(g, payment, card, NONE) else ICON_RULE[icon])
    if paid(g.pack, payment):
        offer.add(DONE)
    elif offer.explaining:
        offer.add(DONE, "counter.cost" if icon == COUNTERATTACK else "rev.turn.legal_action")


def short_of(g: State, payment: Payment, card: int, icon: int) -> bool:
    """Whether the cost could no longer be paid with this card laid."""
    pack = g.pack
    left = payment.most - len(payment.laid) - 1
    if shows_icon(pack, payment) or (icon != NONE and pack.card_icons[card] >> icon & 1):
        icon = NONE
    rest = [other for other in g.hand[payment.payer] if other != card and other not in payment.laid]
    more = best_sum(pack, rest, icon, left)
    if icon != NONE and not more:
        return True
    return worth(pack, payment) + pack.card_value[card] + more < payment.cost
