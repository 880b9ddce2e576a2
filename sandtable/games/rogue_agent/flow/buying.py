"""Buying goods, and reinforcement: what credits and evidence are paid for."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, legal, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.flow import justice, pieces
from sandtable.games.rogue_agent.flow.asking import Asks, asks, whole
from sandtable.games.rogue_agent.pack import (
    BUY,
    EVIDENCE,
    INFLUENCE_GOODS,
    MOST,
    REINFORCE,
    SEATS,
    Goods,
)
from sandtable.games.rogue_agent.state import State

# ====================================================================== goods


def buy(g: State, kind: int, units: int) -> Flow[State]:
    """Any number and any mix of what the location sells, in one action (buy.action)."""
    seat = g.seat
    justice.take(g, BUY)
    take(g, seat, kind, units)
    while any(most_units(g, goods) for goods in g.pack.goods[g.at[seat]] if len(g.pack.goods[g.at[seat]]) > 1):
        choice = yield MORE[seat]
        if choice == DONE:
            break
        take(g, seat, g.pack.number[choice[1]], whole(choice[2]))


def take(g: State, seat: int, kind: int, units: int) -> None:
    """The price is paid for each unit (buy.price), to the supply (buy.pay_supply)."""
    goods = sold(g, kind)
    assert goods is not None
    if goods.evidence:
        pieces.spend(g, seat, EVIDENCE, units * goods.price, "buy.influence")
    else:
        pieces.pay(g, seat, units * goods.price, "buy.pay_supply")
    if kind == INFLUENCE_GOODS:
        pieces.change_influence(g, seat, units * goods.n, "buy.influence")
    else:
        pieces.gain(g, seat, kind, units * goods.n, "buy.resource" if kind <= EVIDENCE else "buy.upgrade")


def sold(g: State, kind: int) -> Goods | None:
    """What the location of the player on turn sells of a kind."""
    for goods in g.pack.goods[g.at[g.seat]]:
        if goods.kind == kind:
            return goods
    return None


def payable(g: State, goods: Goods) -> int:
    """How many units can be paid."""
    means = g.level(g.seat, EVIDENCE) if goods.evidence else g.credits[g.seat]
    return means // goods.price


def room(g: State, goods: Goods) -> int:
    """How many units find room: the marker must not stand at the end before any of them (buy.full_track)."""
    if goods.kind == INFLUENCE_GOODS:
        return MOST
    return -(-(g.pack.track_max[goods.kind] - g.level(g.seat, goods.kind)) // goods.n)


def most_units(g: State, goods: Goods) -> int:
    """How many units can be bought."""
    return min(payable(g, goods), room(g, goods), MOST)


def units_refusal(g: State, kind: int, units: int) -> str | None:
    """The rule against buying so many units of something here."""
    if g.burnt >> g.at[g.seat] & 1:
        return "destroy.no_buy"
    goods = sold(g, kind)
    if goods is None or not units:
        return "buy.needs_goods"
    if units > room(g, goods):
        return "buy.full_track"
    if units <= payable(g, goods):
        return None
    return "buy.action" if payable(g, goods) else "buy.needs_goods"


def refusal(g: State, kind: int, units: int) -> str | None:
    """The rule against buying goods as an action."""
    barred = units_refusal(g, kind, units) or justice.refusal(g, BUY)
    if barred is None and g.limit(g.seat, cards.NO_BUY):
        return "attack.clock.at_once"
    return barred


def offer_goods(g: State, offer: Offer) -> None:
    """What `refusal` allows."""
    tile = g.at[g.seat]
    if not g.burnt >> tile & 1 and justice.refusal(g, BUY) is None and not g.limit(g.seat, cards.NO_BUY):
        add_units(g, offer)


def add_units(g: State, offer: Offer) -> None:
    """What `units_refusal` allows."""
    for goods in g.pack.goods[g.at[g.seat]]:
        for units in range(1, most_units(g, goods) + 1):
            offer.add(g.pack.buy[goods.kind][units])


def more_options(g: State, offer: Offer) -> None:
    add_units(g, offer)
    offer.add(DONE)


MORE: Final[Asks] = asks("buy.more", Legality(more_options, {"buy": two(units_refusal), "done": legal}), "buy.action")


# ====================================================================== reinforcement


def reinforce(g: State) -> None:
    """An informant from the supply takes the uppermost empty slot, and the turn ends (reinforce.ends_turn)."""
    seat = g.seat
    tile = g.at[seat]
    pieces.pay(g, seat, g.pack.informant_price, "reinforce.cost")
    slot = 2 * tile if g.slot[2 * tile] == NONE else 2 * tile + 1  # reinforce.top
    g.slot[slot] = seat
    g.stock[seat] -= 1
    g.turn.over = True
    if g.log is not None:
        g.log.add("reinforced", SEATS[seat], g.pack.tile_ids[tile], rule="reinforce.cost")


def reinforce_refusal(g: State) -> str | None:
    """The rule against reinforcement; the police squad does not matter (reinforce.police_ok)."""
    seat = g.seat
    tile = g.at[seat]
    if g.is_android(seat):
        return "android.actions"
    if g.burnt >> tile & 1 or not g.pack.slotted >> tile & 1 or g.slot[2 * tile + 1] != NONE:
        return "reinforce.no_slot"
    if not g.stock[seat]:
        return "reinforce.no_informant"
    if g.limit(seat, cards.NO_REINFORCEMENT):
        return "attack.clock.at_once"
    return None if g.credits[seat] >= g.pack.informant_price else "reinforce.cost"


def offer_reinforcement(g: State, offer: Offer) -> None:
    """What `reinforce_refusal` allows."""
    if g.credits[g.seat] >= g.pack.informant_price and reinforce_refusal(g) is None:
        offer.add(REINFORCE)
