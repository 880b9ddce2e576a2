"""The turn of a revolutionary: steps, free cards and abilities, actions, until it is passed or ended."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire.flow import abilities, actions, moving, payment, promo, transfer
from sandtable.games.days_of_ire.pack import (
    DESTROY,
    DRAW_CARD,
    END,
    MOST_REVOLUTIONARIES,
    NOEL,
    PASS,
    REV_CARDS,
    YURI,
)
from sandtable.games.days_of_ire.state import NEW_CARDS, State, Turn


def turns(g: State) -> Flow[State]:
    """One order of the revolutionary on turn; the next one only comes after the end (rev.finish_before_next)."""
    if g.seat == NONE:
        if not g.queue:
            g.phase = NEW_CARDS  # newcards.when
            return
        begin(g)
    choice = yield Ask(g.seat, "turn", ORDERS, "action.menu", always=may_go_on(g))
    if choice in (PASS, END):
        if g.log is not None:
            line, rule = ("passed", "rev.pass") if choice == PASS else ("turn_over", "rev.turn_end")
            g.log.add(line, g.seat_id(g.seat), rule=rule)
        g.actions[g.seat] = 0  # rev.pass
        g.seat = NONE
        g.turn = Turn()
    elif choice[0] == "step":
        yield from moving.step(g, g.pack.number[choice[1]])
    elif choice[0] == "ability":
        yield from ability(g, g.pack.ability_choice.index(choice))
    else:
        yield from act(g, str(choice[0]), choice[1] if len(choice) > 1 else 0)


def begin(g: State) -> None:
    """The next turn begins; who shares a location with Yuri now is under the duty (promo.yuri_duty_start)."""
    g.seat = g.queue.pop(0)
    g.turn.duty = bool(g.active[g.here()] >> YURI & 1)
    if g.log is not None:
        g.log.add("turn", g.seat_id(g.seat), g.actions[g.seat], rule="rev.turn_once")


def may_go_on(g: State) -> bool:
    """Whether, as far as everybody can see, there may be more to choose than the end of the turn."""
    return g.actions[g.seat] > 0 or g.hand[g.seat] > 0 or g.active[g.here()] > 0


def ability(g: State, thing: int) -> Flow[State]:
    """An ability: an action, or free at any moment of the own turn (ability.card_free, fighter.free_ones)."""
    if thing == REV_CARDS + NOEL:
        yield from promo.noel(g)
    elif abilities.by_action(g, thing):
        yield from actions.use_ability(g, thing)
    else:
        abilities.announce(g, thing)
        yield from abilities.use(g, thing)


def act(g: State, verb: str, thing: str | int) -> Flow[State]:
    """One of the other actions."""
    if verb == "activate":
        yield from actions.activate(g)
    elif verb == "resolve":
        yield from actions.resolve(g, g.pack.number[thing])
    elif verb == "attack":
        assert isinstance(thing, int)
        yield from actions.attack(g, thing)
    elif verb == "destroy":
        yield from actions.destroy(g)
    elif verb == "give":
        yield from actions.give(g, g.pack.number[thing])
    elif verb == "take":
        yield from actions.take(g, g.pack.number[thing])
    else:
        yield from actions.draw(g)


# ---------------------------------------------------------------------- what may be chosen


def orders(g: State, offer: Offer) -> None:
    """What `ORDERS` allows; after the last action only what is free (fighter.after_last_action)."""
    offer.tell(actions=g.actions[g.seat])
    here, pack = g.here(), g.pack
    if g.actions[g.seat]:
        offer_actions(g, offer)
        for goal in pack.near[here]:
            if moving.step_refusal(g, goal) is None:
                offer.add(pack.step[goal])
    seen = 0
    for card in bits(g.hand[g.seat]):
        sort = 1 << pack.sort_of[card]
        if seen & sort or abilities.card_refusal(g, card) is None:
            seen |= sort
            offer.add(pack.ability_choice[card])
    for companion in bits(g.active[here]):
        if abilities.companion_refusal(g, companion) is None:
            offer.add(pack.ability_choice[REV_CARDS + companion])
    offer.add(PASS if g.actions[g.seat] else END)


def offer_actions(g: State, offer: Offer) -> None:
    """The actions that have no card or companion of their own."""
    here, pack = g.here(), g.pack
    if g.top[here] != NONE and not g.full(here):
        offer.add(pack.activate[g.top[here]])
    event = g.event_at[here]
    if event != NONE and payment.payable(g, payment.event_bill(g, event)):
        offer.add(pack.resolve[event])
    for number in payment.removals(g):
        offer.add(pack.attack[number])
    if actions.destroy_refusal(g) is None:
        offer.add(DESTROY)
    if g.rules.revolutionaries > 1:
        for number in range(MOST_REVOLUTIONARIES):
            if give_refusal(g, number) is None:
                offer.add(pack.give[number])
            if take_refusal(g, number) is None:
                offer.add(pack.take[number])
    if actions.draw_refusal(g) is None:
        offer.add(DRAW_CARD)


def give_refusal(g: State, number: int) -> str | None:
    """The rule against giving cards to somebody."""
    return transfer.give_refusal(g, number) or actions.no_action(g)


def take_refusal(g: State, number: int) -> str | None:
    """The rule against asking somebody for cards."""
    return transfer.take_refusal(g, number) or actions.no_action(g)


def pass_refusal(g: State) -> str | None:
    """The rule against passing when there is nothing to give up."""
    return None if g.actions[g.seat] else "rev.turn_end"


def end_refusal(g: State) -> str | None:
    """The rule against ending a turn with actions left: that would be a pass."""
    return "rev.finish_before_next" if g.actions[g.seat] else None


ORDERS: Final[Legality[State]] = Legality(
    orders,
    {
        "activate": one(actions.activate_refusal),
        "resolve": one(actions.resolve_refusal),
        "attack": one(actions.attack_refusal),
        "destroy": nothing(actions.destroy_refusal),
        "give": one(give_refusal),
        "take": one(take_refusal),
        "draw": nothing(actions.draw_refusal),
        "step": one(moving.step_refusal),
        "ability": one(abilities.refusal),
        "pass": nothing(pass_refusal),
        "end": nothing(end_refusal),
    },
)
