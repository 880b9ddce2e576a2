"""Revolutionary turn: one to three cards for one to three actions, or a pass."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire.flow import medic, move, rev_actions
from sandtable.games.nights_of_fire.flow.payment import TURN_CARDS, reach
from sandtable.games.nights_of_fire.pack import AMBUSH, BARRICADE, END_TURN, PASS
from sandtable.games.nights_of_fire.state import RevolutionaryTurn, State


def begin(g: State) -> None:
    """A Revolutionary's turn begins."""
    g.turn = RevolutionaryTurn()


def order(g: State) -> Generator[Ask[State], Choice, bool]:
    """One action, chosen, paid and resolved before the next (rev.turn.stepwise); True if the turn is over."""
    if not g.hand[g.seat] or g.turn.played == TURN_CARDS:
        g.rev_passed = not g.turn.acted  # ops.pass.rev_empty
        return True
    choice = yield Ask(g.seat, "rev.order", ORDERS, "rev.turn.cards", always=g.rules.conflict)
    if choice == PASS:
        g.rev_passed = True
        return True
    if choice == END_TURN:
        return True
    yield from act(g, choice)
    return False


def act(g: State, choice: Choice) -> Flow[State]:
    """Carry out an action, each paid with cards of its own (rev.turn.actions)."""
    verb = choice[0]
    number = g.pack.number
    if verb == "move":
        yield from move.move(g, _ops(choice[1]))
    elif verb == "medic":
        yield from medic.medic(g, _ops(choice[1]))
    elif verb == "flee":
        yield from rev_actions.flee(g, number[choice[1]])
    elif verb == "strategize":
        rev_actions.strategize(g, number[choice[1]])
    else:
        yield from act_with(g, choice, g.block_of[number[choice[1]]])


def act_with(g: State, choice: Choice, block: int) -> Flow[State]:
    """Carry out an action of a single insurgent."""
    verb = choice[0]
    if verb == "ambush":
        yield from rev_actions.ambush(g, block, g.pack.number[choice[2]])
    elif verb == "attack":
        yield from rev_actions.open_attack(g, block, g.pack.number[choice[2]])
    elif verb == "defy":
        yield from rev_actions.defy(g, block, _ops(choice[2]))
    else:
        yield from rev_actions.barricade(g, block, verb == "barricade_from_rubble")


def _ops(value: str | int) -> int:
    assert isinstance(value, int)
    return value


def orders(g: State, offer: Offer) -> None:
    """What can be done and paid with at most three cards a turn (rev.turn.cards, rev.turn.legal_action)."""
    cards = TURN_CARDS - g.turn.played
    offer.tell(cards=cards)
    ops = reach(g, g.seat, NONE, cards)
    move.offer_move(g, offer)
    rev_actions.offer_flee(g, offer, ops)
    rev_actions.offer_barricade(g, offer, reach(g, g.seat, BARRICADE, cards))
    rev_actions.offer_ambush(g, offer, reach(g, g.seat, AMBUSH, cards))
    rev_actions.offer_attack(g, offer, ops)
    if g.rules.advanced:
        medic.offer_medic(g, offer, ops)
        rev_actions.offer_defy(g, offer, ops)
    rev_actions.offer_strategize(g, offer)
    offer_rest(g, offer)


def offer_rest(g: State, offer: Offer) -> None:
    """Pass before the first card, end the turn after it."""
    offer.add(END_TURN if g.turn.played else PASS)


def end_refusal(g: State) -> str | None:
    """The rule against ending a turn without a card, which would be a pass."""
    return None if g.turn.played else "rev.turn.cards"


def pass_refusal(g: State) -> str | None:
    """The rule against passing after a card."""
    return "rev.turn.cards" if g.turn.played else None


ORDERS: Final[Legality[State]] = Legality(
    orders,
    {
        "move": one(move.move_refusal),
        "medic": one(medic.medic_refusal),
        **rev_actions.REFUSALS,
        "end_turn": nothing(end_refusal),
        "pass": nothing(pass_refusal),
    },
)
