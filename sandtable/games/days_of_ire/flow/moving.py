"""Movement: one step along a thread with up to two companions, free or for a card; and Yuri, who wants to come."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.cards import NO_FREE_STEP, UNCOUNTED
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.pack import YURI
from sandtable.games.days_of_ire.state import State, Step


def free(g: State) -> bool:
    """Whether the next step costs no card (move.free_step)."""
    return g.turn.free_steps > 0 or free_step_of_the_day(g)


def free_step_of_the_day(g: State) -> bool:
    return not g.stepped >> g.seat & 1 and not g.day_mods[NO_FREE_STEP]


def owes_yuri(g: State) -> bool:
    """Whether Yuri must come along or be paid off (promo.yuri_duty_each_step)."""
    return g.turn.duty and g.active[g.here()] >> YURI & 1 > 0


def step_refusal(g: State, goal: int) -> str | None:
    """The rule against a step; neither tanks nor units nor barricades hinder it (move.no_blocking)."""
    if not g.pack.graph.masks[g.here()] >> goal & 1:
        return "move.adjacent"
    if not g.actions[g.seat]:
        return "move.not_after_last"
    cards = g.hand[g.seat].bit_count() - (not free(g))
    if cards < 0:
        return "move.paid_steps"
    if owes_yuri(g) and g.full(goal) and not cards:
        return "promo.yuri_duty_full"
    return None


def step(g: State, goal: int) -> Flow[State]:
    """Pay, choose companions, go; tanks do not fire at it (move.no_fire_on_move)."""
    g.step = Step(goal)
    if free_step_of_the_day(g):
        g.stepped |= 1 << g.seat
    elif g.turn.free_steps:
        g.turn.free_steps -= 1
    else:
        choice = yield Ask(g.seat, "step_price", PRICE, "move.paid_steps", always=True)
        units.discard(g, g.seat, g.pack.number[choice[1]], "move.paid_steps")
    if owes_yuri(g):
        yield from take_or_pay(g)
    while candidates(g):  # move.take_per_step
        choice = yield Ask(g.seat, "companions", COMPANIONS, "move.take_two")
        if choice == DONE:
            break
        join(g, g.pack.number[choice[1]])
    arrive(g)


def take_or_pay(g: State) -> Flow[State]:
    """Yuri comes along, or a card ends the duty for the rest of the turn (promo.yuri_duty)."""
    choice = yield Ask(g.seat, "yuri", TAKE_OR_PAY, "promo.yuri_duty", always=True)
    if choice[0] == "join":
        join(g, YURI)
    else:
        units.discard(g, g.seat, g.pack.number[choice[1]], "promo.yuri_duty")
        g.turn.duty = False


def join(g: State, companion: int) -> None:
    now = g.step_now()
    now.companions |= 1 << companion
    now.counted += not g.pack.bearers[UNCOUNTED] >> companion & 1


def arrive(g: State) -> None:
    """The revolutionary and the companions go; nobody else moves (move.fighters_need_player)."""
    now, start = g.step_now(), g.here()
    g.active[start] &= ~now.companions
    g.active[now.goal] |= now.companions
    g.rev_at[g.seat] = now.goal
    g.step = None
    if g.log is not None:
        locations = g.pack.location_ids
        g.log.add("stepped", g.seat_id(g.seat), locations[start], locations[now.goal], rule="move.adjacent")
        for companion in bits(now.companions):
            rule = "promo.yuri_duty" if companion == YURI and g.turn.duty else "move.take_two"
            g.log.add("came_along", g.pack.companion_ids[companion], rule=rule)


# ---------------------------------------------------------------------- companions


def candidates(g: State) -> int:
    """The active companions of the location that is left who may still come along (promo.move_along)."""
    now, limits = g.step_now(), g.pack.limits
    if (g.active[now.goal].bit_count() + now.companions.bit_count()) >= limits.companions:
        return 0  # move.location_cap
    found = g.active[g.here()] & ~now.companions
    return found if now.counted < limits.taken_along else found & g.pack.bearers[UNCOUNTED]


def companion_options(g: State, offer: Offer) -> None:
    offer.tell(location=g.pack.location_ids[g.step_now().goal])
    for companion in bits(candidates(g)):
        offer.add(g.pack.join[companion])
    offer.add(DONE)


def companion_refusal(g: State, companion: int) -> str | None:
    """The rule against taking a companion along."""
    if candidates(g) >> companion & 1:
        return None
    here = g.here()
    if companion == g.top[here]:
        return "move.passive_stay"
    return "move.take_two" if g.active[here] >> companion & 1 else "move.fighters_need_player"


COMPANIONS: Final[Legality[State]] = Legality(companion_options, {"join": one(companion_refusal), "done": legal})


# ---------------------------------------------------------------------- the price, and Yuri


def prices(g: State, offer: Offer) -> None:
    for card in bits(g.hand[g.seat]):
        offer.add(g.pack.drop[card])


def price_refusal(g: State, card: int) -> str | None:
    """The rule against paying a step with a card."""
    return None if g.hand[g.seat] >> card & 1 else "move.paid_steps"


PRICE: Final[Legality[State]] = Legality(prices, {"drop": one(price_refusal)})


def yuri_options(g: State, offer: Offer) -> None:
    """Yuri comes where there is room; with no card left he must (promo.yuri_duty_full)."""
    if not g.full(g.step_now().goal):
        offer.add(g.pack.join[YURI])
    prices(g, offer)


def yuri_refusal(g: State, companion: int) -> str | None:
    """The rule against taking somebody along here, before Yuri's case is settled."""
    if companion != YURI:
        return "promo.yuri_duty"
    return "promo.yuri_duty_full" if g.full(g.step_now().goal) else None


def off_refusal(g: State, card: int) -> str | None:
    """The rule against ending the duty with a card."""
    return None if g.hand[g.seat] >> card & 1 else "promo.yuri_duty"


TAKE_OR_PAY: Final[Legality[State]] = Legality(yuri_options, {"join": one(yuri_refusal), "drop": one(off_refusal)})
