"""A go: one side mixes moves, officer special actions and its actions in any order until it ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Refuses, legal, never, nothing, one, two
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import (
    abdurrahman,
    artillery,
    assault,
    castle,
    countermining,
    entrenching,
    events,
    mining,
    movement,
    officers,
    sortie,
)
from sandtable.games.buda_1686.pack import END, IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import NOBODY, Order, State


def begin(g: State, side: int) -> None:
    """Give a side its go: how many actions and, for the Ottomans, how many moves."""
    number = g.pack.numbers[side][g.drawn[side]]
    two = side == g.initiative and number % 2 == 0
    g.go = side
    g.actions = 2 if two else 1  # round.initiative.odd, round.initiative.even, round.initiative.other
    if side == IMPERIAL:
        g.actions += g.extra  # event.fate.total, event.fate.without_initiative
    g.moves = 0
    if side == OTTOMAN and g.initiative == OTTOMAN:  # move.ottoman.initiative
        g.moves = 2 if two else 1  # move.ottoman.odd, move.ottoman.even
    g.moved = 0
    if g.log is not None:
        g.log.add("go", "side:" + SIDES[side], g.actions, rule="round.go.contents")


def order(g: State) -> Flow[State]:
    """One order of a go, carried out completely before the next (round.go.no_interleave)."""
    if g.reinforcements and g.go == OTTOMAN:
        yield from events.reinforce(g)
    choice = yield IMPERIAL_ORDER if g.go == IMPERIAL else OTTOMAN_ORDER
    verb = choice[0]
    if verb == "end":
        end(g)
    elif verb == "move":
        movement.move(g, g.pack.unit_of[choice[1]], g.pack.zone_of[choice[2]])
    elif verb in officers.REFUSALS:
        officers.special_action(g, choice)
    else:
        g.actions -= 1
        yield from act(g, choice)
        g.order = Order()  # nothing of an order outlives it (generals.boost_duration)


def act(g: State, choice: Choice) -> Flow[State]:
    """Carry out an action (action.procedure)."""
    verb = choice[0]
    pack = g.pack
    if verb == "artillery":
        yield from artillery.imperial(g, pack.zone_of[choice[1]])
    elif verb == "bombard":
        artillery.ottoman(g)
    elif verb == "raise_cas":
        mining.raise_level(g)
    elif verb == "spring":
        yield from mining.spring(g, pack.zone_of[choice[1]])
    elif verb == "assault":
        yield from assault.assault(g, pack.zone_of[choice[1]])
    elif verb == "castle":
        yield from castle.castle_fight(g, g.go, pack.zone_of[choice[1]])
    elif verb == "countermine":
        yield from countermining.countermine(g, pack.zone_of[choice[1]])
    elif verb == "sortie":
        yield from sortie.sortie(g, pack.unit_of[choice[1]])
    else:
        entrenching.entrench(g, g.go, pack.zone_of[choice[1]])


def end(g: State) -> None:
    """The side ends its go; unused actions are lost (round.initiative.pass_each)."""
    if g.log is not None:
        g.log.add("go_ends", "side:" + SIDES[g.go], rule="round.initiative.pass")
    second = g.second
    g.second = NOBODY
    g.actions = g.moves = g.moved = 0
    g.go = NOBODY
    if second != NOBODY:
        begin(g, second)


# ---------------------------------------------------------------------- what may be ordered


def imperial_options(g: State, offer: Offer) -> None:
    offer.tell(actions=g.actions)
    movement.imperial_options(g, offer)
    if g.actions:
        artillery.options(g, offer)  # action.list.imperial
        mining.options(g, offer)
        assault.options(g, offer)
        castle.options(g, offer)
        entrenching.options(g, offer)
    officers.options(g, offer)
    offer.add(END)  # round.initiative.pass


def ottoman_options(g: State, offer: Offer) -> None:
    offer.tell(actions=g.actions, moves=g.moves)
    movement.ottoman_options(g, offer)
    if g.actions:
        artillery.bombard_options(g, offer)  # action.list.ottoman
        countermining.options(g, offer)
        sortie.options(g, offer)
        castle.options(g, offer)
        entrenching.options(g, offer)
    officers.options(g, offer)
    offer.add(END)


def out_of_actions(g: State) -> str | None:
    """The rule that says why there is no action left."""
    if g.actions:
        return None
    first = g.go == g.initiative
    if g.extra and g.go == IMPERIAL:
        return "event.fate.total" if first else "event.fate.without_initiative"
    if not first:
        return "round.initiative.other"
    number = g.pack.numbers[g.go][g.drawn[g.go]] if g.drawn[g.go] != NONE else 1
    return "round.initiative.even" if number % 2 == 0 else "round.initiative.odd"


def action(refusal: Callable[[State], str | None]) -> Refuses[State]:
    """The refusal of an action that names nothing: by its own rule, or because none is left."""
    return nothing(lambda g: refusal(g) or out_of_actions(g))


def action_on(refusal: Callable[[State, int], str | None]) -> Refuses[State]:
    """The refusal of an action that names a wall zone or a unit: by its own rule, or because none is left."""
    return one(lambda g, thing: refusal(g, thing) or out_of_actions(g))


BY_BOTH: Final[dict[str, Refuses[State]]] = {
    "castle": action_on(castle.refusal),
    "entrench": action_on(entrenching.refusal),
    **officers.REFUSALS,
    **abdurrahman.IN_A_FIGHT,
    "end": legal,
}
IMPERIAL_GO: Final[Legality[State]] = Legality(
    imperial_options,
    {
        "move": two(movement.imperial_refusal),
        "artillery": action_on(artillery.refusal),
        "raise_cas": action(mining.raise_refusal),
        "spring": action_on(mining.spring_refusal),
        "assault": action_on(assault.refusal),
        "bombard": never("action.list.imperial"),
        "countermine": never("countermine.ottoman_only"),
        "sortie": never("sortie.ottoman_only"),
        **BY_BOTH,
    },
)
OTTOMAN_GO: Final[Legality[State]] = Legality(
    ottoman_options,
    {
        "move": two(movement.ottoman_refusal),
        "bombard": action(artillery.bombard_refusal),
        "countermine": action_on(countermining.refusal),
        "sortie": action_on(sortie.refusal),
        "artillery": never("action.list.ottoman"),
        "raise_cas": never("action.list.ottoman"),
        "spring": never("action.list.ottoman"),
        "assault": never("assault.imperial_only"),
        **BY_BOTH,
    },
)
IMPERIAL_ORDER: Final = Ask(IMPERIAL, "go_imperial", IMPERIAL_GO, "round.go.contents")
OTTOMAN_ORDER: Final = Ask(OTTOMAN, "go_ottoman", OTTOMAN_GO, "round.go.contents")
