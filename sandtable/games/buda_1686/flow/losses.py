"""Losses: units are turned over or taken off, one loss after the other."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, never, one
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow import morale
from sandtable.games.buda_1686.flow.abdurrahman import IN_A_FIGHT
from sandtable.games.buda_1686.flow.board import relocate, wall_of
from sandtable.games.buda_1686.flow.entrenching import absorbed, give_up_level
from sandtable.games.buda_1686.pack import IMPERIAL
from sandtable.games.buda_1686.state import State


def take_losses(g: State, side: int, count: int) -> Flow[State]:
    """The losses of a fight: each is assigned or absorbed before the next is looked at (loss.one_by_one)."""
    g.order.loss_side = side
    g.order.losses = count
    while g.order.losses and concerned(g):  # loss.excess, loss.all_must_be_assigned
        yield from take_loss(g)
        g.order.losses -= 1
    g.order.losses = 0


def concerned(g: State) -> int:
    """The units on which a loss may fall: those that took part (loss.eligible)."""
    if g.order.loss_side != g.order.attacker:
        return g.at[g.order.target] & g.pack.of_side[g.order.loss_side]
    return g.order.fighters & ~g.at[g.pack.lost] & ~g.at[g.pack.dead]


def take_loss(g: State) -> Flow[State]:
    """One loss, on a unit or on an entrenchment."""
    if g.rules.actor_losses:  # action.actor_applies, loss.assign_then_entrench
        choice = yield Ask(g.order.attacker, "assign_loss", ASSIGNING, "action.actor_applies")
        unit = g.pack.unit_of[choice[1]]
        if not (yield from absorbed(g, g.order.loss_side, wall_of(g, unit), "entrench.absorb_loss")):
            wound(g, unit)
        return
    choice = yield Ask(g.order.loss_side, "take_loss", TAKING, "loss.assigner")
    if choice[0] == "absorb":  # loss.owner_entrench
        give_up_level(g, g.order.loss_side, g.pack.zone_of[choice[1]], "entrench.absorb_loss")
    else:
        wound(g, g.pack.unit_of[choice[1]])


# ---------------------------------------------------------------------- where a loss may fall


def hit_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps a loss from a unit."""
    return None if concerned(g) >> unit & 1 else "loss.eligible"


def unit_options(g: State, offer: Offer) -> None:
    offer.tell(losses=g.order.losses)
    for unit in bits(concerned(g)):
        offer.add(g.pack.hit[unit])


def concerned_walls(g: State) -> int:
    """The wall zones where a concerned unit stands (entrench.same_zone)."""
    walls = 0
    for unit in bits(concerned(g)):
        walls |= 1 << wall_of(g, unit)
    return walls


def absorb_refusal(g: State, wall: int) -> str | None:
    """The rule that keeps an entrenchment from absorbing a loss."""
    if not concerned_walls(g) >> wall & 1:
        return "entrench.same_zone"
    return None if g.work(g.order.loss_side, wall) else "loss.owner_entrench"


def loss_options(g: State, offer: Offer) -> None:
    """The owner names a unit, or an entrenchment where a concerned unit stands."""
    unit_options(g, offer)
    for wall in bits(concerned_walls(g)):
        if g.work(g.order.loss_side, wall):
            offer.add(g.pack.absorb[wall])


ASSIGNING: Final[Legality[State]] = Legality(
    unit_options, {"hit": one(hit_refusal), "absorb": never("loss.assign_then_entrench"), **IN_A_FIGHT}
)
TAKING: Final[Legality[State]] = Legality(
    loss_options, {"hit": one(hit_refusal), "absorb": one(absorb_refusal), **IN_A_FIGHT}
)


# ---------------------------------------------------------------------- what a loss does


def wound(g: State, unit: int) -> None:
    """A loss turns a full unit over and removes a wounded one (loss.flip, loss.remove)."""
    mark = 1 << unit
    if g.wounded & mark:
        remove(g, unit)
        return
    g.wounded |= mark
    if g.log is not None:
        g.log.add("wounded", g.pack.unit_ids[unit], rule="loss.flip")
    officer = g.pack.officer_of[unit]
    if officer >= 0:
        g.officer[officer] = min(g.officer[officer], g.pack.wounded[unit])  # officer.wounded_cap


def remove(g: State, unit: int) -> None:
    """A destroyed unit leaves the map: the Ottoman for good, the imperial for the rest of the turn."""
    pack = g.pack
    g.wounded &= ~(1 << unit)  # loss.destroyed_resets
    officer = pack.officer_of[unit]
    if officer >= 0:
        g.officer[officer] = 0  # officer.lost_marker
    if g.log is not None:
        g.log.add("removed", pack.unit_ids[unit], rule="loss.remove")
    if pack.side[unit] == IMPERIAL:
        relocate(g, unit, pack.lost)  # loss.imperial_box
        morale.lower_imperial_morale(g, "loss.imperial_destroyed_cms")
        return
    relocate(g, unit, pack.dead)  # loss.ottoman_final
    if unit == pack.abdurrahman:
        morale.lower_ottoman_morale(g, "morale.tms.abdurrahman")
