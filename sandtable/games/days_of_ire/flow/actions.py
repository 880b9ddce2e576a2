"""The seven actions: each is announced and paid, then the tanks fire, then it is carried out."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow
from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire.cards import MILITIA, TANK
from sandtable.games.days_of_ire.flow import abilities, payment, promo, transfer, units
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.flow.fire import fire
from sandtable.games.days_of_ire.flow.order_of_turns import RULES
from sandtable.games.days_of_ire.flow.seats import seat_of
from sandtable.games.days_of_ire.state import FOR_EVENT, FOR_MILITIA, FOR_TANK, TEAM_DECIDES, State

TANK_REWARD: Final = 2
"""Cells of morale for a destroyed tank (tank.reward)."""


def begin(g: State) -> Flow[State]:
    """The action is used up, and the tanks of the location fire once (tankfire.each_action)."""
    g.actions[g.seat] -= 1
    yield from fire(g)


def end(g: State) -> Flow[State]:
    """What helped for one action is over, and Yuri reports it."""
    g.turn.silent = False
    if any(g.turn.swaps):
        g.turn.swaps = [0] * len(g.turn.swaps)
    if any(g.turn.wild):
        g.turn.wild = [0] * len(g.turn.wild)
    yield from promo.report(g)


def no_action(g: State) -> str | None:
    """The rule against an action when none is left: the one that says how many a revolutionary has."""
    return None if g.actions[g.seat] else RULES[g.rules.revolutionaries - 1]


# ---------------------------------------------------------------------- 1 activate a fighter


def activate_refusal(g: State, fighter: int) -> str | None:
    """The rule against activating a fighter."""
    here = g.here()
    if fighter != g.top[here]:
        return "activate.same_location"  # or lies face down, which nobody knows (activate.top_only)
    if g.full(here):
        return "activate.cap"
    return no_action(g)


def activate(g: State) -> Flow[State]:
    """The face-up passive fighter here becomes active (activate.one)."""
    yield from begin(g)
    units.activate(g, g.here(), "activate.same_location")
    yield from end(g)


# ---------------------------------------------------------------------- 2 resolve an event


def resolve_refusal(g: State, event: int) -> str | None:
    """The rule against resolving an event; units do not prevent it (resolve.units_do_not_block)."""
    if event != g.event_at[g.here()]:
        return "resolve.at_location"
    return no_action(g) or (None if payment.payable(g, payment.event_bill(g, event)) else "resolve.one_action")


def resolve(g: State, event: int) -> Flow[State]:
    """Icons, event off the board, reward, marker (resolve.order)."""
    yield from payment.hand_in(g, FOR_EVENT, event)
    yield from begin(g)
    location = g.here()
    g.event_at[location] = NONE
    if g.pack.continuing_events >> event & 1:
        g.continuing_events |= 1 << event  # resolve.continuing_beside
    else:
        g.event_discard |= 1 << event  # resolve.remove_event
    if g.log is not None:
        g.log.add("resolved", g.seat_id(g.seat), g.pack.event_ids[event], rule="resolve.at_location")
    yield from carry_out(g, g.pack.reward[event], TEAM_DECIDES, location)  # resolve.reward
    units.put_marker(g, g.pack.event_marker[event], "resolve.happened")
    yield from end(g)


# ---------------------------------------------------------------------- 3 attack militia


def attack_refusal(g: State, number: int) -> str | None:
    """The rule against removing so many militia."""
    if not 0 < number <= g.militia[g.here()]:
        only_snipers = g.snipers[g.here()] and not g.militia[g.here()]
        return "militia.sniper_only_ambush" if only_snipers else "militia.remove" if number else "militia.up_to"
    return no_action(g) or (None if number in payment.removals(g) else "militia.remove")


def attack(g: State, number: int) -> Flow[State]:
    """As many militia as ammunition was gathered for are removed; three earn a card (militia.reward)."""
    yield from payment.hand_in(g, FOR_MILITIA, number)
    yield from begin(g)
    for _ in range(number):
        units.remove(g, MILITIA, g.here(), "militia.remove")
    if number >= g.pack.limits.reward_at:
        units.draw(g, g.seat, 1, "militia.reward")  # militia.reward_cap, militia.reward_taken
    yield from end(g)


# ---------------------------------------------------------------------- 4 destroy a tank


def destroy_refusal(g: State) -> str | None:
    """The rule against destroying a tank."""
    if not g.tanks[g.here()]:
        return "tank.destroy"
    return no_action(g) or (None if payment.payable(g, payment.tank_bill(g)) else "tank.destroy")


def destroy(g: State) -> Flow[State]:
    """One tank is removed, and morale rises by two (tank.one_per_action, tank.reward)."""
    yield from payment.hand_in(g, FOR_TANK, 0)
    yield from begin(g)  # all tanks fire, the one aimed at too (tankfire.needs_tank_target)
    units.remove(g, TANK, g.here(), "tank.destroy")
    units.change_morale(g, TANK_REWARD, "tank.reward")
    yield from end(g)


# ---------------------------------------------------------------------- 5 to 7


def use_ability(g: State, thing: int) -> Flow[State]:
    """An ability marked 'Action', of a card or of a companion."""
    abilities.announce(g, thing)
    yield from begin(g)
    yield from abilities.use(g, thing)  # of a fallen fighter too (tankfire.icons_not_lost)
    yield from end(g)


def give(g: State, number: int) -> Flow[State]:
    yield from begin(g)
    yield from transfer.hand_over(g, g.seat, seat_of(number))
    yield from end(g)


def take(g: State, number: int) -> Flow[State]:
    yield from begin(g)
    yield from transfer.hand_over(g, seat_of(number), g.seat)
    yield from end(g)


def draw_refusal(g: State) -> str | None:
    """The rule against drawing a card."""
    if not g.room(g.seat):
        return "draw.not_at_ten"
    if not units.can_draw(g):
        return "cards.nothing_to_draw"
    return no_action(g)


def draw(g: State) -> Flow[State]:
    yield from begin(g)
    units.draw(g, g.seat, 1, "draw.one")
    yield from end(g)
