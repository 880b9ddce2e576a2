"""Move: each op takes a group of fighters to a neighbouring district."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import payment, units
from sandtable.games.nights_of_fire.pack import DISTRICTS
from sandtable.games.nights_of_fire.phases import MOVE as MOVE_STEP
from sandtable.games.nights_of_fire.phases import REV_ORDER
from sandtable.games.nights_of_fire.state import Group, State


def movable(g: State) -> int:
    """The fighters on the map; locals never move (rev.move.fighters_only)."""
    return g.on_map() & g.fighters


def offer_move(g: State, offer: Offer) -> None:
    """A Move of as many ops as a single card is worth: several cards for one Move are as good as several Moves."""
    if movable(g):
        values = 0
        for card in g.hand[g.seat]:
            values |= 1 << g.pack.card_value[card]
        for value in bits(values):
            offer.add(g.pack.move[value])


def move_refusal(g: State, ops: int) -> str | None:
    """The rule against a Move of so many ops."""
    if not movable(g):
        return "rev.move.fighters_only"
    if not 1 <= ops <= payment.TOP_VALUE:
        return "rev.cards.value"
    values = g.pack.card_value
    return None if ops in [values[card] for card in g.hand[g.seat]] else "rev.turn.actions"


def move(g: State, cost: int) -> Flow[State]:
    """Pay for a Move; its steps follow one by one (rev.move.many)."""
    yield from payment.spend(g, cost, NONE)
    if g.log is not None:
        g.log.add("moving", g.ops, rule="rev.move.cost")
    g.phase = MOVE_STEP


def step(g: State) -> Flow[State]:
    """One fighter goes for an op, or joins the group that has just gone; or the Move is over."""
    choice = yield Ask(g.seat, "rev.move.step", STEPS, "rev.move.cost", always=g.rules.conflict)
    if choice == DONE:
        end(g)
        return
    block = g.block_of[g.pack.number[choice[1]]]
    if choice[0] == "go":
        g.ops -= 1
        g.group = Group(g.place[block], g.pack.number[choice[2]])
    group = g.group
    assert group is not None  # whom else to join?
    units.move_block(g, block, group.goal)  # rev.move.state
    if not g.ops and not g.at[group.start]:  # what everybody sees: nobody is left to join
        end(g)


def end(g: State) -> None:
    g.ops = 0
    g.group = None
    g.phase = REV_ORDER


# ---------------------------------------------------------------------- where fighters may go


def steps(g: State, offer: Offer) -> None:
    offer.tell(ops=g.ops)
    offer_joining(g, offer)
    if g.ops:
        offer_going(g, offer)
    if g.group is not None:
        offer.add(DONE)


def offer_joining(g: State, offer: Offer) -> None:
    """Fighters left where the last group started may go the same way with it (rev.move.group)."""
    if g.group is None:
        return
    for block in bits(g.at[g.group.start] & g.fighters):
        offer.options.append(g.pack.join[g.insurgent_of[block]])


def offer_going(g: State, offer: Offer) -> None:
    """Any fighter may go over any border; Soviets do not hinder it (rev.move.borders, rev.move.soviets)."""
    pack, group = g.pack, g.group
    start, goal = (NONE, NONE) if group is None else (group.start, group.goal)
    for district in range(DISTRICTS):
        near = pack.neighbours[district]
        for block in bits(g.at[district] & g.fighters):
            row = pack.go[g.insurgent_of[block]]
            for to in near:
                if district != start or to != goal:  # that way one joins without an op
                    offer.options.append(row[to])


def same_way(g: State, district: int, to: int) -> bool:
    """Whether the group that has just gone went from a district to another."""
    return g.group is not None and district == g.group.start and to == g.group.goal


def go_refusal(g: State, insurgent: int, to: int) -> str | None:
    """The rule that keeps a fighter from going to a district for an op."""
    block = g.block_of[insurgent]
    district = g.place[block]
    if not g.fighters >> block & 1:
        return "rev.move.fighters_only"
    if district >= DISTRICTS:
        return "rev.move.cost"
    if to not in g.pack.neighbours[district]:
        return "rev.move.borders"
    if same_way(g, district, to):
        return "rev.move.group"
    return None if g.ops else "rev.move.cost"


def join_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps a fighter from joining the group that has just gone."""
    block = g.block_of[insurgent]
    if not g.fighters >> block & 1:
        return "rev.move.fighters_only"
    return None if g.group is not None and g.place[block] == g.group.start else "rev.move.group"


def done_refusal(g: State) -> str | None:
    """The rule against a Move in which nobody has moved."""
    return None if g.group is not None else "rev.turn.legal_action"


STEPS: Final[Legality[State]] = Legality(
    steps, {"go": two(go_refusal), "join": one(join_refusal), "done": nothing(done_refusal)}
)
