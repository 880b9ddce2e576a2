"""Icons for an action: from the active companions of the location, and from cards handed in (action.icons_from)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.choices import MORE
from sandtable.engine.paying import SHOWN, by_sort, cards_of
from sandtable.engine.sets import bits
from sandtable.engine.types import Numbers
from sandtable.games.days_of_ire.cards import AMMO, AMMO_BONUS, ICONS, NEED_LESS
from sandtable.games.days_of_ire.flow import modifiers, units
from sandtable.games.days_of_ire.pack import Pack
from sandtable.games.days_of_ire.parts import needed
from sandtable.games.days_of_ire.state import FOR_EVENT, FOR_MILITIA, FOR_TANK, Payment, State

Icons = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Bill:
    """What an action needs and what is there without a card."""

    need: Icons
    less: int
    """So many icons of any kind may be missing (cards.NEED_LESS)."""
    have: Icons
    swaps: Numbers
    """By icon * 3 + icon: how often the first may count as the second (cards.ICON_SWAP)."""
    wild: Numbers
    """By icon: how many cards may count as it (cards.ANY_CARD_AS)."""


# ---------------------------------------------------------------------- what is needed


def have(g: State, location: int) -> Icons:
    """The icons of all active companions of a location (action.fighters_count, action.fighter_icons_shared)."""
    ammo = molotov = info = 0
    icons = g.pack.companion_icons
    for companion in bits(g.active[location]):
        one_ammo, one_molotov, one_info = icons[companion]
        ammo += one_ammo
        molotov += one_molotov
        info += one_info
    return ammo, molotov, info


def bill(g: State, need: Icons, less: int = 0) -> Bill:
    """The bill for an action of the revolutionary on turn; what helps him does so for one action only."""
    return Bill(need, less, have(g, g.here()), tuple(g.turn.swaps), tuple(g.turn.wild))


def event_bill(g: State, event: int) -> Bill:
    """What resolving an event needs, at least one icon in any case (resolve.info_per_event, cards.NEED_LESS)."""
    need = needed(g.pack.needs[event], g.events_on_board())
    less = min(modifiers.total(g, NEED_LESS, g.here()), sum(need) - 1)
    return bill(g, need, less)


def tank_bill(g: State) -> Bill:
    """What destroying a tank needs (tank.destroy)."""
    return bill(g, (0, modifiers.molotovs(g, g.here()), 0))


def militia_bill(g: State, militia: int) -> Bill:
    """What removing so many militia needs: a bonus counts only beside another icon (cards.AMMO_BONUS)."""
    return bill(g, (max(1, militia - modifiers.total(g, AMMO_BONUS, g.here())), 0, 0))


def bill_now(g: State) -> Bill:
    """What is being paid."""
    payment = g.payment_now()
    if payment.purpose == FOR_EVENT:
        return event_bill(g, payment.target)
    return militia_bill(g, payment.target) if payment.purpose == FOR_MILITIA else tank_bill(g)


# ---------------------------------------------------------------------- what is enough


def covers(pack: Pack, owed: Bill, sorts: Sequence[int]) -> bool:
    """Whether cards of these sorts pay a bill together with what is there (cards.two_same_icons)."""
    ammo, molotov, info = owed.have
    anything = owed.less
    for sort in sorts:
        one_ammo, one_molotov, one_info, one_any = pack.sort_icons[sort]
        ammo += one_ammo
        molotov += one_molotov
        info += one_info
        anything += one_any  # cards.aid_one_icon
    need = owed.need
    short = max(0, need[0] - ammo) + max(0, need[1] - molotov) + max(0, need[2] - info)
    if short <= anything:
        return True
    if any(owed.wild) and _with_wild(pack, owed, sorts):
        return True
    return any(owed.swaps) and _with_swap(owed, [ammo, molotov, info], anything)


def _with_wild(pack: Pack, owed: Bill, sorts: Sequence[int]) -> bool:
    """Whether it is enough if one card counts as exactly one icon, whatever it shows."""
    for icon, times in enumerate(owed.wild):
        if times:
            more = list(owed.have)
            more[icon] += 1
            wild = tuple([count - (at == icon) for at, count in enumerate(owed.wild)])
            rest = Bill(owed.need, owed.less, (more[0], more[1], more[2]), owed.swaps, wild)
            for at in range(len(sorts)):
                if covers(pack, rest, [*sorts[:at], *sorts[at + 1 :]]):
                    return True
    return False


def _with_swap(owed: Bill, icons: list[int], anything: int) -> bool:
    """Whether it is enough if icons count as others, each swap once."""
    for pair, times in enumerate(owed.swaps):
        start, goal = divmod(pair, len(ICONS))
        if times and icons[start]:
            swapped = icons[:]
            swapped[start] -= 1
            swapped[goal] += 1
            if sum([max(0, owed.need[icon] - swapped[icon]) for icon in range(len(ICONS))]) <= anything:
                return True
            swaps = tuple([count - (at == pair) for at, count in enumerate(owed.swaps)])
            if any(swaps) and _with_swap(Bill(owed.need, owed.less, owed.have, swaps, owed.wild), swapped, anything):
                return True
    return False


def payable(g: State, owed: Bill) -> bool:
    """Whether the hand of the revolutionary on turn pays a bill (action.no_help)."""
    sort_of = g.pack.sort_of
    return covers(g.pack, owed, [sort_of[card] for card in bits(g.hand[g.seat])])


def removals(g: State) -> list[int]:
    """How many militia can be removed here: what fighters give, or more by a choice of cards (militia.up_to)."""
    there, location = g.militia[g.here()], g.here()
    if not there:
        return []
    if g.turn.swaps[1 * 3 + AMMO] or g.turn.swaps[2 * 3 + AMMO] or g.turn.wild[AMMO]:
        return [number for number in range(1, there + 1) if payments(g, militia_bill(g, number), number)]
    bonus = modifiers.total(g, AMMO_BONUS, location)
    base = have(g, location)[AMMO]
    sums, total = 1, 0  # the sums of ammunition that cards can give, as a set
    for card in bits(g.hand[g.seat]):
        icons = g.pack.sort_icons[g.pack.sort_of[card]]
        value = icons[AMMO] + icons[3]
        if value:
            sums |= sums << value
            total += value
    found: list[int] = []
    for number in range(1, there + 1):
        if number < there:
            extra = number - bonus - base
            if extra >= 0 and number > bonus and sums >> extra & 1:
                found.append(number)
        elif base + total >= max(1, number - bonus):
            found.append(number)
    return found


# ---------------------------------------------------------------------- payments


def payments(g: State, owed: Bill, militia: int = 0) -> list[Numbers]:
    """All payments from which no card could be left out, as sorts, the fewest cards first (action.no_idle_cards).

    With militia: those that remove exactly so many.
    """
    stock = by_sort(list(bits(g.hand[g.seat])), g.pack.sort_of)
    found: list[Numbers] = []
    _search(g.pack, owed, sorted(stock.items()), 0, (), found)
    if 0 < militia < g.militia[g.here()]:
        more = militia_bill(g, militia + 1)
        found = [sorts for sorts in found if not covers(g.pack, more, sorts)]
    found.sort(key=_fewest_first)
    return found


def _fewest_first(sorts: Numbers) -> tuple[int, Numbers]:
    return len(sorts), sorts


def _search(
    pack: Pack, owed: Bill, stock: list[tuple[int, list[int]]], at: int, chosen: Numbers, found: list[Numbers]
) -> None:
    """Add more cards of the sorts from `at` on until the bill is paid."""
    if covers(pack, owed, chosen):
        if not any(covers(pack, owed, without(chosen, sort)) for sort in set(chosen)):
            found.append(chosen)
        return
    if at == len(stock):
        return
    sort, held = stock[at]
    useful = _useful(pack, owed, sort)
    for count in range(len(held) if useful else 0, -1, -1):
        _search(pack, owed, stock, at + 1, chosen + (sort,) * count, found)


def _useful(pack: Pack, owed: Bill, sort: int) -> bool:
    """Whether a sort shows anything that the bill lacks."""
    icons, need, there = pack.sort_icons[sort], owed.need, owed.have
    if icons[3] or any(owed.swaps) or any(owed.wild):
        return True
    return any(icons[icon] and need[icon] > there[icon] for icon in range(len(ICONS)))


def without(sorts: Numbers, sort: int) -> Numbers:
    """The sorts less one card."""
    at = sorts.index(sort)
    return sorts[:at] + sorts[at + 1 :]


def hand_in(g: State, purpose: int, target: int) -> Flow[State]:
    """The cards are chosen and discarded before the tanks fire (tankfire.action_declared_first)."""
    g.payment = Payment(purpose, target)
    if found_now(g) != [()]:
        choice = yield Ask(g.seat, "pay", PAYMENTS, "action.icons_from", always=True)
        if choice == MORE:
            yield from lay_cards(g)
        else:
            g.payment_now().laid = [g.pack.number[card] for card in choice[1:]]
    for card in g.payment_now().laid:
        units.discard(g, g.seat, card, handed_in(g))
    g.payment = None


def handed_in(g: State) -> str:
    """The rule by which cards are gone when they are handed in."""
    return "resolve.cards_discarded" if g.payment_now().purpose == FOR_EVENT else "cards.discard_pile"


def lay_cards(g: State) -> Flow[State]:
    """A payment is put together card by card."""
    while not covers(g.pack, bill_now(g), laid_sorts(g)):
        choice = yield Ask(g.seat, "lay", LAYING, "action.icons_from", always=True)
        g.payment_now().laid.append(g.pack.number[choice[1]])


def found_now(g: State) -> list[Numbers]:
    """The payments of what is being paid."""
    payment = g.payment_now()
    return payments(g, bill_now(g), payment.target if payment.purpose == FOR_MILITIA else 0)


def laid_sorts(g: State) -> Numbers:
    return tuple(sorted(g.pack.sort_of[card] for card in g.payment_now().laid))


def payment_options(g: State, offer: Offer) -> None:
    """The payments with the fewest cards, and the way to the others."""
    found = found_now(g)
    stock = by_sort(list(bits(g.hand[g.seat])), g.pack.sort_of)
    for sorts in found[:SHOWN]:
        offer.add(g.pack.pay(cards_of(sorts, stock)))
    if len(found) > SHOWN:
        offer.add(MORE)


def pay_refusal(g: State, paid: Numbers) -> str | None:
    """The rule against a payment with these cards."""
    for card in paid:
        if not g.hand[g.seat] >> card & 1:
            return "action.no_help"
    sorts = tuple(sorted(g.pack.sort_of[card] for card in paid))
    if not covers(g.pack, bill_now(g), sorts):
        return short(g)
    if removes_more(g, sorts):
        return "militia.remove"
    return None if sorts in found_now(g) else "action.no_idle_cards"


def removes_more(g: State, sorts: Numbers) -> bool:
    """Whether cards would remove more militia than were announced: there is no holding back (militia.remove)."""
    payment = g.payment_now()
    if payment.purpose != FOR_MILITIA or payment.target >= g.militia[g.here()]:
        return False
    return covers(g.pack, militia_bill(g, payment.target + 1), sorts)


def short(g: State) -> str:
    """The rule by which a payment is too small."""
    return {FOR_EVENT: "resolve.at_location", FOR_MILITIA: "militia.remove", FOR_TANK: "tank.destroy"}[
        g.payment_now().purpose
    ]


def more_refusal(g: State) -> str | None:
    """The rule against looking for further payments: all that there are, are listed."""
    return None if len(found_now(g)) > SHOWN else "action.no_idle_cards"


def layable(g: State, offer: Offer) -> None:
    for card in bits(g.hand[g.seat]):
        if lay_refusal(g, card) is None:
            offer.add(g.pack.lay[card])


def lay_refusal(g: State, card: int) -> str | None:
    """The rule against laying a card: there must be a payment with it and with those that lie."""
    if not g.hand[g.seat] >> card & 1:
        return "action.no_help"
    laid = g.payment_now().laid
    if card in laid:
        return handed_in(g)
    wanted = [*laid_sorts(g), g.pack.sort_of[card]]
    for sorts in found_now(g):
        if all(sorts.count(sort) >= wanted.count(sort) for sort in wanted):
            return None
    return "action.no_idle_cards"


PAYMENTS: Final[Legality[State]] = Legality(payment_options, {"pay": pay_refusal, "more": nothing(more_refusal)})
LAYING: Final[Legality[State]] = Legality(layable, {"lay": one(lay_refusal)})
