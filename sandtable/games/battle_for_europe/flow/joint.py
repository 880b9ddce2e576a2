"""Joint conquest: which of the powers that took an area together controls it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, legal, one
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.pack import NO, POWERS, YES
from sandtable.games.battle_for_europe.parts import HOLD, Order
from sandtable.games.battle_for_europe.state import State

Naming = Generator[Ask[State], Choice, int]
"""A rule in progress that names a nation in the end."""


def holder(g: State, area: int, leader: int, victors: int) -> Naming:
    """The nation that controls an area which these land units have taken; the leader is the power that attacked."""
    claims = sorted({claimant(g, area, g.pack.nation[unit]) for unit in members(victors)})
    if len(claims) == 1:
        return claims[0]
    seats = [g.seat(nation) for nation in claims]
    proposer = g.rules.seat_of[leader]
    g.order = Order(HOLD, leader, area, force=victors)
    choice = yield Ask(proposer, "hold", HOLDERS, "ctl.joint.agree", stake=0.3)
    proposed = g.order.group = g.pack.number[choice[1]]
    for seat in sorted({seat for seat in seats if seat not in (proposer, NONE)}):  # ctl.joint.same_player: nobody
        answer = yield Ask(seat, "hold.agree", AGREED, "ctl.joint.agree", stake=0.3)
        if answer == NO:
            proposed = larger(g, leader, claims, victors)
            break
    g.order = None
    return proposed


def claimant(g: State, area: int, nation: int) -> int:
    """Units of a small country take an area for the ally that commands them, unless it is their own (ctl.for_whom)."""
    commander = g.commander[nation]
    if nation < POWERS or g.pack.printed[area] == nation or commander == NONE:
        return nation
    return commander if g.allied_nations[nation] >> commander & 1 else nation


def larger(g: State, leader: int, claims: list[int], victors: int) -> int:
    """Without agreement: most units in the area, then on the board, then the leader (ctl.joint.disagree).

    Units of a small country stand in the area for the power that they take it for (ctl.for_whom).
    """
    on_board = [0] * len(g.commander)
    there = [0] * len(g.commander)
    for unit, place in enumerate(g.place):
        if place != NONE:
            on_board[g.pack.nation[unit]] += 1
            there[claimant(g, g.order_now().target, g.pack.nation[unit])] += victors >> unit & 1
    return max(claims, key=lambda nation: (there[nation], on_board[nation], nation == leader))  # ctl.joint.tie


def hold_refusal(g: State, nation: int) -> str | None:
    """The rule against proposing a nation: it did not take part."""
    order = g.order_now()
    taking = {claimant(g, order.target, g.pack.nation[unit]) for unit in members(order.force)}
    return None if nation in taking else "ctl.joint.agree"


def hold_options(g: State, offer: Offer) -> None:
    for nation, choice in enumerate(g.pack.hold):
        if hold_refusal(g, nation) is None:
            offer.add(choice)
    offer.tell(area=g.pack.area_ids[g.order_now().target])


def agree_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    offer.tell(area=g.pack.area_ids[order.target], nation=g.pack.nation_ids[order.group])


HOLDERS: Final = Legality(hold_options, {"hold": one(hold_refusal)})
AGREED: Final = Legality(agree_options, {"yes": legal, "no": legal})
