"""A go: one side mixes moves, officer special actions and its actions in any order until it ends it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import NONE
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import (
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
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, SIDES
from sandtable.games.buda_1686.state import NOBODY, State

END: Final[Choice] = ("end",)


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
    elif verb in officers.VERBS:
        officers.special_action(g, choice)
    else:
        g.actions -= 1
        yield from act(g, choice)
        clear_order(g)


def act(g: State, choice: Choice) -> Flow[State]:
    """Carry out an action (action.procedure)."""
    verb = choice[0]
    pack = g.pack
    if verb == "artillery":
        yield from artillery.imperial(g, pack.zone_of[choice[1]])
    elif verb == "bombard":
        artillery.ottoman(g)
    elif verb == "raise_cas":
        mining.raise_cas(g)
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


def clear_order(g: State) -> None:
    """Nothing of an order outlives it (generals.boost_duration)."""
    g.target = NONE
    g.attacker = NOBODY
    g.fighters = 0
    g.boosted = 0
    g.unit = NONE
    g.loss_side = NOBODY
    g.losses = 0
    g.spot = NONE


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
    if g.actions or offer.explaining:
        spent = None if g.actions else out_of_actions(g)
        artillery.imperial_options(g, offer, spent)  # action.list.imperial
        mining.options(g, offer, spent)
        assault.options(g, offer, spent)
        castle.options(g, offer, IMPERIAL, spent)
        entrenching.options(g, offer, IMPERIAL, spent)
    officers.imperial_options(g, offer)
    if offer.explaining:
        refuse_enemy_actions(g, offer, IMPERIAL)
    offer.add(END)  # round.initiative.pass


def ottoman_options(g: State, offer: Offer) -> None:
    offer.tell(actions=g.actions, moves=g.moves)
    movement.ottoman_options(g, offer)
    if g.actions or offer.explaining:
        spent = None if g.actions else out_of_actions(g)
        artillery.ottoman_options(g, offer, spent)  # action.list.ottoman
        countermining.options(g, offer, spent)
        sortie.options(g, offer, spent)
        castle.options(g, offer, OTTOMAN, spent)
        entrenching.options(g, offer, OTTOMAN, spent)
    officers.ottoman_options(g, offer)
    if offer.explaining:
        refuse_enemy_actions(g, offer, OTTOMAN)
    offer.add(END)


def out_of_actions(g: State) -> str:
    """The rule that says why there is no action left."""
    if g.go != g.initiative:
        return "round.initiative.other"
    number = g.pack.numbers[g.go][g.drawn[g.go]] if g.drawn[g.go] != NONE else 1
    return "round.initiative.even" if number % 2 == 0 else "round.initiative.odd"


def refuse_enemy_actions(g: State, offer: Offer, side: int) -> None:
    """The actions that only the other side has."""
    pack = g.pack
    if side == IMPERIAL:
        offer.add(artillery.BOMBARD, "action.list.imperial")
        for wall in range(pack.walls):
            offer.add(pack.countermine[wall], "countermine.ottoman_only")
        for unit in range(pack.units):
            offer.add(pack.sortie[unit], "sortie.ottoman_only")
    else:
        offer.add(mining.RAISE_CAS, "action.list.ottoman")
        for wall in range(pack.walls):
            offer.add(pack.artillery[wall], "action.list.ottoman")
            offer.add(pack.spring[wall], "action.list.ottoman")
            offer.add(pack.assault[wall], "assault.imperial_only")


IMPERIAL_ORDER: Final = Ask(IMPERIAL, "go_imperial", imperial_options, "round.go.contents")
OTTOMAN_ORDER: Final = Ask(OTTOMAN, "go_ottoman", ottoman_options, "round.go.contents")
