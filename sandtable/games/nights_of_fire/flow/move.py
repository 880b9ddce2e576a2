"""Move: each op takes a group of fighters to a neighbouring district."""

from __future__ import annotations

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import payment, units
from sandtable.games.nights_of_fire.pack import DISTRICTS
from sandtable.games.nights_of_fire.state import MOVE_STEP, REV_ORDER, State


def movable(g: State) -> int:
    """The fighters on the map; locals never move (rev.move.fighters_only)."""
    return g.on_map() & g.fighters


def offer_move(g: State, offer: Offer) -> None:
    """A Move of as many ops as a single card is worth: several cards for one Move are as good as several Moves."""
    values = 0
    for card in g.hand[g.seat]:
        values |= 1 << g.pack.card_value[card]
    refusal = None if movable(g) else "rev.move.fighters_only"
    if refusal is None or offer.explaining:
        for value in bits(values):
            offer.add(g.pack.move[value], refusal)


def move(g: State, cost: int) -> Flow[State]:
    """Pay for a Move; its steps follow one by one (rev.move.many)."""
    yield from payment.spend(g, cost, NONE)
    if g.log is not None:
        g.log.add("moving", g.ops, rule="rev.move.cost")
    g.phase = MOVE_STEP


def step(g: State) -> Flow[State]:
    """One fighter goes for an op, or joins the group that has just gone; or the Move is over."""
    choice = yield Ask(g.seat, "rev.move.step", steps, "rev.move.cost", always=g.conflict)
    if choice == DONE:
        end(g)
        return
    block = g.block_of[g.pack.number[choice[1]]]
    if choice[0] == "go":
        g.ops -= 1
        g.step_from = g.place[block]
        g.step_to = g.pack.number[choice[2]]
    units.move_block(g, block, g.step_to)  # rev.move.state
    if not g.ops and not g.at[g.step_from]:  # what everybody sees: nobody is left to join
        end(g)


def end(g: State) -> None:
    g.ops = 0
    g.step_from = g.step_to = NONE
    g.phase = REV_ORDER


# ---------------------------------------------------------------------- where fighters may go


def steps(g: State, offer: Offer) -> None:
    offer.tell(ops=g.ops)
    offer_joining(g, offer)
    if g.ops:
        offer_going(g, offer)
    if g.step_to != NONE:
        offer.add(DONE)
    if offer.explaining:
        refuse_steps(g, offer)


def offer_joining(g: State, offer: Offer) -> None:
    """Fighters left where the last group started may go the same way with it (rev.move.group)."""
    if g.step_to == NONE:
        return
    for block in bits(g.at[g.step_from] & g.fighters):
        offer.options.append(g.pack.join[g.who[block]])


def offer_going(g: State, offer: Offer) -> None:
    """Any fighter may go over any border; Soviets do not hinder it (rev.move.borders, rev.move.soviets)."""
    pack = g.pack
    for district in range(DISTRICTS):
        near = pack.neighbours[district]
        for block in bits(g.at[district] & g.fighters):
            row = pack.go[g.who[block]]
            for to in near:
                if district != g.step_from or to != g.step_to:  # that way one joins without an op
                    offer.options.append(row[to])


def refuse_steps(g: State, offer: Offer) -> None:
    for block in bits(g.on_map()):
        insurgent = g.who[block]
        district = g.place[block]
        if not g.fighters >> block & 1:
            refuse_all(g, offer, insurgent, "rev.move.fighters_only")
            continue
        if g.step_to == NONE or district != g.step_from:
            offer.add(g.pack.join[insurgent], "rev.move.group")
        for to in range(DISTRICTS):
            if to not in g.pack.neighbours[district]:
                offer.add(g.pack.go[insurgent][to], "rev.move.borders")
            elif district == g.step_from and to == g.step_to:
                offer.add(g.pack.go[insurgent][to], "rev.move.group")
            elif not g.ops:
                offer.add(g.pack.go[insurgent][to], "rev.move.cost")
    if g.step_to == NONE:
        offer.add(DONE, "rev.turn.legal_action")


def refuse_all(g: State, offer: Offer, insurgent: int, rule: str) -> None:
    offer.add(g.pack.join[insurgent], rule)
    for to in range(DISTRICTS):
        offer.add(g.pack.go[insurgent][to], rule)
