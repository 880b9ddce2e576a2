"""Agreements between players: whose units attack or defend together, and which power leads them (coop.combine)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.sets import NONE, members
from sandtable.games.battle_for_europe.flow import attack, cooperation
from sandtable.games.battle_for_europe.pack import ALONE, NO, POWERS, YES
from sandtable.games.battle_for_europe.state import State

# ---------------------------------------------------------------------- attacks


def invite(g: State) -> Flow[State]:
    """The power that leads an attack may ask for the units of another player's power (coop.combine.ask)."""
    order, pack = g.order_now(), g.pack
    asked = lenders(g)
    agreed = 0
    if asked:
        choice = yield Ask(g.rules.seat_of[order.power], "joint", JOINT, "coop.combine.ask", stake=0.3)
        if choice != ALONE:
            ally = pack.number[choice[1]]
            answer = yield Ask(g.rules.seat_of[ally], "joint.agree", AGREE_TO_ATTACK, "coop.combine.ask", stake=0.3)
            agreed = 1 << ally if answer == YES else 0  # coop.combine.no_agreement
    order.partners = agreed


def lenders(g: State) -> list[int]:
    """The powers of other players that have units for the attack in progress."""
    order = g.order_now()
    seat = g.rules.seat_of[order.power]
    others = [ally for ally in members(attack.partners(g, order.power)) if g.rules.seat_of[ally] != seat]
    if not others:
        return []
    able = attack.able(g, order.kind, order.power, order.target, order.group)
    return [ally for ally in others if able & g.led[ally]]


def ally_refusal(g: State, nation: int) -> str | None:
    """The rule against asking a power for its units."""
    return None if nation in lenders(g) else "coop.combine"


def joint_options(g: State, offer: Offer) -> None:
    for ally in lenders(g):
        offer.add(g.pack.ally[ally])
    offer.add(ALONE)
    offer.tell(area=g.pack.area_ids[g.order_now().target])


def agree_to_attack(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    offer.tell(area=g.pack.area_ids[order.target], power=g.pack.nation_ids[order.power])


# ---------------------------------------------------------------------- defence


def defend(g: State) -> Flow[State]:
    """Defenders of different players agree whether they fight together and who leads them (coop.combine.leader)."""
    order = g.order_now()
    order.apart = cooperation.struck_alone(g, order.power, order.target) if g.attacked else False
    units = mixed(g)
    if not units:
        return  # one player's, or they fight separately already
    seats = [g.seat(power) for power in chiefs(g)]
    first = g.seat(cooperation.leader(g, units))
    choice = yield Ask(first, "defence", DEFENCE, "coop.combine.ask", stake=0.3)
    if choice == ALONE:
        order.apart = True  # coop.combine.no_agreement
        return
    order.chief = g.pack.number[choice[1]]
    for seat in sorted(set(seats) - {first}):
        answer = yield Ask(seat, "defence.agree", AGREE_TO_DEFEND, "coop.combine.ask", stake=0.3)
        if answer == NO:
            order.apart, order.chief = True, NONE
            return


def mixed(g: State) -> int:
    """The group of defenders of the area attacked that belongs to several players; 0 if there is none."""
    order = g.order_now()
    for units in cooperation.contingents(g, order.power, order.target):
        if len(cooperation.by_player(g, units)) > 1:
            return units
    return 0


def chiefs(g: State) -> list[int]:
    """The powers that could lead it: those that command some of it."""
    units = mixed(g)
    return [power for power in range(POWERS) if units & g.led[power]]


def lead_refusal(g: State, nation: int) -> str | None:
    """The rule against proposing a power as the leader of a joint defence."""
    return None if nation in chiefs(g) else "coop.combine.leader"


def defence_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    for power in chiefs(g):
        offer.add(g.pack.lead[power])
    offer.add(ALONE)
    offer.tell(area=g.pack.area_ids[order.target], power=g.pack.nation_ids[order.power])


def agree_to_defend(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    names = {"power": g.pack.nation_ids[order.power], "nation": g.pack.nation_ids[order.chief]}
    offer.tell(area=g.pack.area_ids[order.target], **names)


JOINT: Final = Legality(joint_options, {"ally": one(ally_refusal), "alone": legal})
AGREE_TO_ATTACK: Final = Legality(agree_to_attack, {"yes": legal, "no": legal})
DEFENCE: Final = Legality(defence_options, {"lead": one(lead_refusal), "alone": legal})
AGREE_TO_DEFEND: Final = Legality(agree_to_defend, {"yes": legal, "no": legal})
