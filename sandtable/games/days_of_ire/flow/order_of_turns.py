"""The start of the Revolutionary phase: in which order the turns are taken, and who has how many actions."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.games.days_of_ire.cards import EXTRA_ACTION
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.seats import seat_of, team_ask, wrong_seat
from sandtable.games.days_of_ire.pack import MOST_REVOLUTIONARIES
from sandtable.games.days_of_ire.state import TURN, State

RULES: Final = ("rev.actions_1", "rev.actions_2", "rev.actions_3")
"""By the number of revolutionaries less one: the rule that names their actions."""


def order_of_turns(g: State) -> Flow[State]:
    """The team agrees on an order for this day (rev.order_free, rev.order_daily)."""
    units.check_clear(g)  # instant.clear_board_check
    g.queue = [0]
    if g.rules.revolutionaries > 1:
        choice = yield team_ask(g, "order", ORDERS, "rev.order_free")
        g.queue = list(g.pack.orders[g.pack.order.index(choice)])
    for seat, actions in zip(g.queue, g.pack.limits.actions[g.rules.revolutionaries], strict=True):
        g.actions[seat] = actions  # rev.total_four
    if g.day_mods[EXTRA_ACTION]:
        choice = yield team_ask(g, "extra_action", EXTRA, "rev.extra_action_owner")
        g.actions[seat_of(g.pack.number[choice[1]])] += g.day_mods[EXTRA_ACTION]
    if g.log is not None:
        for seat in g.queue:
            g.log.add("turn_order", g.seat_id(seat), g.actions[seat], rule=RULES[g.rules.revolutionaries - 1])
    g.phase = TURN


def orders(g: State, offer: Offer) -> None:
    for number in range(len(g.pack.orders)):
        if order_refusal(g, number) is None:
            offer.add(g.pack.order[number])


def order_refusal(g: State, number: int) -> str | None:
    """The rule against an order: it names every revolutionary once."""
    return None if len(g.pack.orders[number]) == g.rules.revolutionaries else "rev.order_free"


ORDERS: Final[Legality[State]] = Legality(orders, {"order": one(order_refusal)})


def owners(g: State, offer: Offer) -> None:
    for number in range(MOST_REVOLUTIONARIES + 1):
        if owner_refusal(g, number) is None:
            offer.add(g.pack.who[number])


def owner_refusal(g: State, number: int) -> str | None:
    """The rule against giving the extra action to somebody."""
    return wrong_seat(g, number) or None


EXTRA: Final[Legality[State]] = Legality(owners, {"who": one(owner_refusal)})
