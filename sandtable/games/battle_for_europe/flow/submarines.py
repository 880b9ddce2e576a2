"""Submarines: raids on trade and on convoys (12.1.3)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe import goals
from sandtable.games.battle_for_europe.flow import convoys, journey, lend_lease, limits, nations, progress, reach, units
from sandtable.games.battle_for_europe.flow.drafting import Drafting
from sandtable.games.battle_for_europe.pack import BRITAIN, FLEET, GERMANY, SUBMARINE
from sandtable.games.battle_for_europe.parts import RAID, Order
from sandtable.games.battle_for_europe.routes import RECEIVERS
from sandtable.games.battle_for_europe.state import ATTACKED, PINNED, USED, State

TRADE: Final = 0
"""The first raid; the others are those on the convoys, by route (sub.trade, sub.convoy)."""


def rule_for(what: int) -> str:
    return "sub.convoy" if what else "sub.trade"


def raid(g: State, what: int) -> Flow[State]:
    """Germany names what a group of submarines hunts, before anybody sees what a convoy is worth (sub.convoy.declare).

    It costs nothing (sub.trade.free).
    """
    g.order = order = Order(RAID, GERMANY, sea_of(g, what), number=what)
    chosen = yield from BOATS.choose(g, g.rules.seat_of[GERMANY])
    if not chosen:
        units.call_off(g)
        return
    order.force, g.draft = g.draft, 0
    if g.log is not None:
        names = order.force.bit_count(), g.pack.raid_ids[what], g.pack.area_ids[order.target]
        g.log.add("raid", *names, rule="sub.convoy.declare" if what else "sub.trade")
    journey.set_out(g)


def strike(g: State, order: Order) -> None:
    """The submarines that got through do their damage and go home, used (sub.trade.returns)."""
    boats = order.force.bit_count()
    for unit in members(order.force):
        units.use(g, unit)
        g.flags[unit] |= ATTACKED
    if boats and order.number == TRADE:
        hit_trade(g, boats)
    elif boats:
        convoys.sink(g, order.number - 1, boats)


def hit_trade(g: State, boats: int) -> None:
    """Britain loses HPP at once (sub.trade.loss); it is no spending, but it can make debts (bomb.strategic.debt)."""
    each = progress.number(g, GERMANY, goals.TRADE_LOSS, g.pack.trade_loss)  # opt.german.submarines
    if g.log is not None:
        g.log.add("trade_reached", boats, each, rule="sub.trade.loss")
    nations.suffer(g, BRITAIN, each * boats, "raid:trade", "sub.trade.loss")


# ---------------------------------------------------------------------- legality


def sea_of(g: State, what: int) -> int:
    """Where a raid goes: trade is in the North Atlantic, a convoy where its stack lies."""
    return lend_lease.sea_of(g, what - 1) if what else g.pack.north_atlantic


def raid_refusal(g: State, what: int) -> str | None:
    """The rule against a raid."""
    if not g.rules.advanced:
        return "mode.level.basic_units"
    if GERMANY not in g.asked():
        return "sub.germany_only"
    victim = RECEIVERS[what - 1] if what else BRITAIN
    if g.fallen >> victim & 1 or not g.at_war(GERMANY, victim):
        return "war.needed"
    if what != TRADE and not convoy(g, what):
        return "sub.convoy"
    rule = limits.only_capital(g, GERMANY, sea_of(g, what))
    return rule or (None if boats(g, what) else rule_for(what))


def convoy(g: State, what: int) -> bool:
    """Whether the stack that a raid is for lies at sea, whatever it is worth."""
    return g.lease is not None and g.lease.stacks[what - 1] != NONE


def boats(g: State, what: int) -> int:
    """The submarines that can go on a raid, as a mask."""
    found = 0
    for unit in members(g.pack.of_type[SUBMARINE] & g.pack.of_nation[GERMANY]):
        if g.place[unit] != NONE and tied(g, unit, sea_of(g, what)) is None:
            found |= 1 << unit
    return found


def tied(g: State, unit: int, sea: int) -> str | None:
    """The rule that keeps a submarine from a sea."""
    if g.flags[unit] & USED:
        return "unit.fleet.one_action"
    if g.flags[unit] & PINNED:
        return "setup.sichel.britain.pinned"
    points = reach.sea_way(g, GERMANY, g.place[unit], sea)
    return None if points != NONE and points <= g.pack.move[FLEET] else "sub.move"


def able(g: State) -> int:
    return boats(g, g.order_now().number)


def refused(g: State, unit: int) -> str | None:
    if not g.pack.of_type[SUBMARINE] >> unit & 1:
        return "sub.trade"
    return tied(g, unit, g.order_now().target)


def rule_of(g: State) -> str:
    return rule_for(g.order_now().number)


def tell(g: State, offer: Offer) -> None:
    offer.tell(area=g.pack.area_ids[g.order_now().target])


BOATS: Final = Drafting("raid.force", able, rule_of, refused, tell)
