"""Cards into ops: what a hand is worth, and which of its cards pay for an action or a counterattack."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.choices import DONE, MORE
from sandtable.engine.paying import SHOWN, by_sort, cards_of
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice, Numbers
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.costs import barricade_cost
from sandtable.games.nights_of_fire.pack import AMBUSH, BARRICADE, BYSTANDER, COUNTERATTACK, MAX_OPS, Pack
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
"""All combinations of values of one to three cards, cheapest first. (Three cards always pay a counterattack.)"""


def _sparing(cost: int) -> list[tuple[Shape, int]]:
    """The combinations that pay a cost, with the card that could be left out, or NONE; if two could, it is wasteful."""
    found: list[tuple[Shape, int]] = []
    for shape in SHAPES:
        spare = [at for at, value in enumerate(shape) if sum(shape) - value >= cost]
        if sum(shape) >= cost and len(spare) < 2:
            found.append((shape, spare[0] if spare else NONE))
    return found


SPARING: Final[list[list[tuple[Shape, int]]]] = [_sparing(cost) for cost in range(MAX_OPS + 1)]
"""By cost: the combinations of values that pay it without waste."""

ICON_RULE: Final = {
    AMBUSH: "rev.ambush.card_icon",
    BARRICADE: "rev.barricade.card_icon",
    COUNTERATTACK: "counter.card_icon",
}


# ---------------------------------------------------------------------- what a hand is worth


def reach(g: State, seat: int, icon: int, most: int) -> int:
    """The most ops that a player can pay with so many cards; 0 if one of them must show an icon and none does."""
    return best_sum(g.pack, g.hand[seat], icon, most)


def best_sum(pack: Pack, cards: list[int], icon: int, most: int) -> int:
    """The greatest sum of at most so many cards, one of which must show the icon, if there is one."""
    count = [0] * (TOP_VALUE + 1)
    total = 0
    values = pack.card_value
    for card in cards:
        count[values[card]] += 1
    if icon != NONE:
        icons = pack.card_icons
        for card in cards:
            if icons[card] >> icon & 1 and values[card] > total:
                total = values[card]
        if not total or not most:
            return 0
        count[total] -= 1
        most -= 1
    for value in range(TOP_VALUE, 0, -1):  # rev.cards.add
        if count[value] >= most:
            return total + most * value
        total += count[value] * value
        most -= count[value]
    return total


def unpaid(g: State, cost: int, rule: str, icon: int = NONE) -> str | None:
    """The rule by which the Revolutionary on turn cannot pay for an action; that of its cost, if the hand is poor."""
    left = TURN_CARDS - g.turn.played
    if reach(g, g.seat, icon, left) >= cost:
        return None
    if icon != NONE and reach(g, g.seat, NONE, left) >= cost:
        return ICON_RULE[icon]
    if reach(g, g.seat, icon, ANY_NUMBER) >= cost:
        return "rev.turn.cards"
    return ICON_RULE[icon] if icon != NONE and reach(g, g.seat, NONE, ANY_NUMBER) >= cost else rule


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

    `g.payment.actor` keeps who is to act until the cards are played; it is returned then.
    """
    g.payment = Payment(seat, cost, icon, most, actor=actor)
    rule = "counter.cost" if icon == COUNTERATTACK else "rev.cards.add"
    choice = yield Ask(seat, "pay", PAYMENTS, rule, always=g.rules.conflict)
    if choice == MORE:
        yield from lay_cards(g)
    else:
        g.payment_now().laid = [g.pack.number[card] for card in choice[1:]]
    return hand_in(g)


def lay_cards(g: State) -> Flow[State]:
    """Put a payment together card by card; more than the cost is allowed and lost (rev.cards.overpay)."""
    payment = g.payment_now()
    while not paid(g.pack, payment) or len(payment.laid) < min(payment.most, len(g.hand[payment.payer])):
        choice = yield Ask(payment.payer, "pay.card", LAYING, "rev.cards.overpay", always=g.rules.conflict)
        if choice == DONE:
            return
        payment = g.payment_now()
        payment.laid.append(g.pack.number[choice[1]])


def hand_in(g: State) -> int:
    """The cards are played: their values add up, and each goes to the player's own pile (rev.cards.discard)."""
    payment = g.payment_now()
    g.ops = worth(g.pack, payment.laid)
    for card in payment.laid:
        units.discard_card(g, payment.payer, card)
    g.payment = None
    return payment.actor


def worth(pack: Pack, cards: Sequence[int]) -> int:
    """What cards add up to (rev.cards.add)."""
    return sum([pack.card_value[card] for card in cards])


def shows_icon(pack: Pack, cards: Sequence[int], icon: int) -> bool:
    """Whether one of the cards shows the icon, if one is asked for (rev.cards.icons_ignored)."""
    return icon == NONE or any(pack.card_icons[card] >> icon & 1 for card in cards)


def paid(pack: Pack, payment: Payment) -> bool:
    """Whether the cards laid so far pay the cost."""
    return worth(pack, payment.laid) >= payment.cost and shows_icon(pack, payment.laid, payment.icon)


# ---------------------------------------------------------------------- what may be paid


def payments(g: State, offer: Offer) -> None:
    """Offer the sensible payments, cheapest first, and MORE for all others."""
    payment = g.payment_now()
    offer.tell(cost=payment.cost)
    found = sensible(g, payment)
    for cards in found[:SHOWN]:
        offer.add(g.pack.pay(cards))
    if more_than(g, payment, found):
        offer.add(MORE)


def more_than(g: State, payment: Payment, found: list[list[int]]) -> bool:
    """Whether there are further payments: more than are shown, or with more cards than needed."""
    few = min([len(cards) for cards in found])
    return len(found) > SHOWN or few < min(payment.most, len(g.hand[payment.payer]))


def sensible(g: State, payment: Payment) -> list[list[int]]:
    """Payments without a superfluous card, one of each combination of kinds; at most one more than are shown."""
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
    """All combinations of kinds of cards in hand with these values."""
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
    """Whether the icon is shown; if a card could be left out, whether it is the only one that shows it."""
    shown = [at for at, kind in enumerate(filling) if pack.kind_icons[kind] >> icon & 1]
    return len(shown) > 0 if spare == NONE else shown == [spare]


def layable(g: State, offer: Offer) -> None:
    """Offer the cards with which the cost can still be paid, and DONE when it is."""
    payment = g.payment_now()
    offer.tell(cost=payment.cost, laid=worth(g.pack, payment.laid))
    for card in g.hand[payment.payer]:
        if lay_refusal(g, card) is None:
            offer.add(g.pack.lay[card])
    if paid(g.pack, payment):
        offer.add(DONE)


def short_of(g: State, payment: Payment, card: int, icon: int) -> bool:
    """Whether the cost can no longer be paid if this card is laid."""
    pack = g.pack
    left = payment.most - len(payment.laid) - 1
    if shows_icon(pack, payment.laid, icon) or (icon != NONE and pack.card_icons[card] >> icon & 1):
        icon = NONE
    rest = [other for other in g.hand[payment.payer] if other != card and other not in payment.laid]
    more = best_sum(pack, rest, icon, left)
    if icon != NONE and not more:
        return True
    return worth(pack, payment.laid) + pack.card_value[card] + more < payment.cost


# ---------------------------------------------------------------------- what may not


def pay_refusal(g: State, cards: Numbers) -> str | None:
    """The rule against a payment with these cards."""
    payment = g.payment_now()
    for card in cards:
        if card not in g.hand[payment.payer]:
            return not_held(g, card)
    if len(cards) > payment.most:
        return "rev.turn.cards"
    return short_payment(g, payment, cards)


def lay_refusal(g: State, card: int) -> str | None:
    """The rule that keeps a card from being laid for this payment."""
    payment = g.payment_now()
    if card not in g.hand[payment.payer]:
        return not_held(g, card)
    if card in payment.laid:
        return "rev.cards.discard"  # it is played already
    if not short_of(g, payment, card, payment.icon):
        return None
    return "rev.turn.cards" if short_of(g, payment, card, NONE) else ICON_RULE[payment.icon]


def done_refusal(g: State) -> str | None:
    """The rule against a payment with the cards laid so far."""
    payment = g.payment_now()
    return short_payment(g, payment, payment.laid)


def more_refusal(g: State) -> str | None:
    """The rule against MORE: all payments are listed already."""
    payment = g.payment_now()
    return None if more_than(g, payment, sensible(g, payment)) else not_enough(g, payment)


def not_held(g: State, card: int) -> str:
    """The rule that keeps a player from paying with a card of somebody else's, or of nobody's, hand."""
    counter = g.payment_now().icon == COUNTERATTACK
    if any(card in hand for hand in g.hand):
        return "counter.one_hand" if counter else "rev.shared_units"
    return "counter.cost" if counter else "rev.turn.cards"


def short_payment(g: State, payment: Payment, cards: Sequence[int]) -> str | None:
    """The rule by which these cards do not pay the cost: they are too few, or none shows the icon."""
    if worth(g.pack, cards) < payment.cost:
        return not_enough(g, payment)
    return None if shows_icon(g.pack, cards, payment.icon) else ICON_RULE[payment.icon]


def not_enough(g: State, payment: Payment) -> str:
    """The rule of the cost that is being paid; where nobody acts (a flight, Move or Medic), that cards add up."""
    if payment.icon == COUNTERATTACK:
        return "counter.cost"
    if payment.icon == AMBUSH:
        return "rev.ambush.cost"
    if payment.icon == BARRICADE:
        normal = payment.cost == barricade_cost(g, g.place[payment.actor])
        return "rev.barricade.cost" if normal else "rev.barricade.rubble_cost"
    if payment.actor == NONE:
        return "rev.cards.add"
    unarmed = g.bearing[BYSTANDER] >> payment.actor & 1  # who defies for more than 1 op cannot attack
    return "rev.defy.cost" if unarmed else "rev.attack.cost"


PAYMENTS: Final[Legality[State]] = Legality(payments, {"pay": pay_refusal, "more": nothing(more_refusal)})
LAYING: Final[Legality[State]] = Legality(layable, {"lay": one(lay_refusal), "done": nothing(done_refusal)})
