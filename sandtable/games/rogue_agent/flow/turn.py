"""Action phase: one turn for every player, action by action, in any order (action.any_order)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, legal, nothing, one, two
from sandtable.engine.types import Choice
from sandtable.games.rogue_agent.flow import (
    android,
    attack,
    buying,
    city,
    custody,
    defusing,
    identity,
    investigation,
    justice,
    patrol,
    search,
)
from sandtable.games.rogue_agent.flow.asking import Asks, asks, whole
from sandtable.games.rogue_agent.pack import ATTACK_AGENT, ATTACK_ANDROID, CRIMINALS, END, SEATS
from sandtable.games.rogue_agent.state import State, Turn


def turn(g: State) -> Flow[State]:
    """One action, completed before the next (action.finish_first), or the end of the turn (action.optional)."""
    if not g.turn.over:
        choice = yield ORDER[g.seat]
        if choice == END:
            g.turn.over = True
        else:
            yield from act(g, choice)
    if g.turn.over:
        end(g)


def act(g: State, choice: Choice) -> Flow[State]:
    """Carry out an action."""
    verb = choice[0]
    number = g.pack.number
    if verb == "patrol":
        yield from patrol.patrol(g, number[choice[1]])
    elif verb == "investigate":
        investigation.investigate(g, number[choice[1]])
    elif verb == "attack":
        yield from attack.attack(g, g.pack.disc_number[choice[1]])
    elif verb == "arrest":
        custody.arrest(g, number[choice[1]])
    elif verb == "kidnap":
        yield from custody.kidnap(g, number[choice[1]])
    elif verb == "turn_in":
        custody.turn_in(g)
    elif verb == "search":
        yield from search.search(g)
    elif verb == "buy":
        yield from buying.buy(g, number[choice[1]], whole(choice[2]))
    elif verb == "defuse":
        defusing.begin(g, number[choice[1]])
    elif verb == "reinforce":
        buying.reinforce(g)
    else:
        yield from act_in_android_mode(g, choice)


def act_in_android_mode(g: State, choice: Choice) -> Flow[State]:
    """Carry out an action of android mode (action.kinds.android_mode, android.actions)."""
    verb = choice[0]
    if verb == "attack_location":
        yield from android.attack_location(g)
        return
    target = g.pack.number[choice[1]]
    if verb == "screen":
        yield from identity.screen(g, g.seat, target)
    else:
        yield from android.duel(g, target, ATTACK_AGENT if verb == "attack_agent" else ATTACK_ANDROID)


def end(g: State) -> None:
    """The next player's turn begins, clockwise; after the last one the City phase (action.order, action.one_turn)."""
    seat = g.seat
    for criminal in range(CRIMINALS):  # attack.clock.duration
        if g.clock[seat * CRIMINALS + criminal]:
            g.clock[seat * CRIMINALS + criminal] -= 1
    if g.log is not None:
        g.log.add("turn_over", SEATS[seat], rule="action.one_turn")
    g.turn = Turn()
    g.seat = g.left_of(seat)
    g.turns_left -= 1
    if not g.turns_left:
        city.begin(g)


def options(g: State, offer: Offer) -> None:
    """All that the player on turn may do: an agent's actions, or an android's (action.kinds.agent)."""
    if offer.telling:
        offer.tell(left=justice.MOST_ACTIONS - g.turn.actions, player=SEATS[g.seat])
    patrol.offer_patrols(g, offer)
    if not g.is_android(g.seat):
        investigation.offer_investigations(g, offer)
        attack.offer_attacks(g, offer)
        custody.offer_arrests(g, offer)
        custody.offer_kidnaps(g, offer)
        custody.offer_turn_in(g, offer)
        defusing.offer_bombs(g, offer)
        identity.offer_screening(g, offer)
        buying.offer_reinforcement(g, offer)
    search.offer_search(g, offer)
    buying.offer_goods(g, offer)
    android.offer_duels(g, offer)
    android.offer_location(g, offer)
    offer.add(END)


ORDERS: Final = Legality[State](
    options,
    {
        "patrol": one(patrol.refusal),
        "investigate": one(investigation.refusal),
        "attack": one(attack.refusal),
        "arrest": one(custody.arrest_refusal),
        "kidnap": one(custody.kidnap_refusal),
        "turn_in": nothing(custody.turn_in_refusal),
        "search": nothing(search.refusal),
        "buy": two(buying.refusal),
        "defuse": one(defusing.refusal),
        "reinforce": nothing(buying.reinforce_refusal),
        "screen": one(identity.screen_refusal),
        "attack_agent": one(android.agent_refusal),
        "attack_android": one(android.android_refusal),
        "attack_location": nothing(android.location_refusal),
        "end": legal,
    },
)
ORDER: Final[Asks] = asks("turn.order", ORDERS, "action.any_order")
