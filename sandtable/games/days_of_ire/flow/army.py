"""Step 3 of the Soviet phase, mobilising the army: moves and new tanks for the points that are left."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.cards import TANK
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.modifiers import tank_move_cost
from sandtable.games.days_of_ire.pack import LOCATIONS
from sandtable.games.days_of_ire.state import SUPPORT, State


def mobilise(g: State) -> Flow[State]:
    """One move or one new tank, in any number and order (army.leftover_cp), or the end of the step."""
    choice = yield Ask(g.rules.soviet, "army", ARMY_ORDERS, "army.leftover_cp")
    if choice == DONE:
        g.tanks_moved = [0] * LOCATIONS
        g.phase = SUPPORT
    elif choice[0] == "tank":
        start, goal = g.pack.number[choice[1]], g.pack.number[choice[2]]
        price = tank_move_cost(g)
        g.points -= price
        g.tanks_moved[goal] += 1  # army.move_once: it is a fresh one that left
        units.move(g, TANK, start, goal, "army.move_cost", price, g.points)
    else:
        price, location = g.pack.limits.new_tank, g.pack.number[choice[1]]
        g.points -= price
        units.place(g, TANK, location, "army.new_tank", price, g.points)  # army.new_tank_may_move


def orders(g: State, offer: Offer) -> None:
    """What the points suffice for."""
    offer.tell(points=g.points)
    if g.points >= tank_move_cost(g):
        for start in range(LOCATIONS):
            if g.tanks[start] > g.tanks_moved[start] and not g.barricades >> start & 1:
                for goal in g.pack.near[start]:
                    offer.add(g.pack.tank[start][goal])
    for location in bits(g.pack.reinforcement):
        if new_refusal(g, location) is None:
            offer.add(g.pack.new_tank[location])
    offer.add(DONE)


def move_refusal(g: State, start: int, goal: int) -> str | None:
    """The rule against moving a tank along a thread."""
    if not g.pack.graph.masks[start] >> goal & 1:
        return "map.adjacency"
    if not g.tanks[start]:
        return "army.move_cost"
    if g.barricades >> start & 1:  # entering is allowed (army.move_into_barricade)
        return "army.move_barricade"
    if g.tanks[start] <= g.tanks_moved[start]:
        return "army.move_once"
    return None if g.points >= tank_move_cost(g) else "headline.cp_no_credit"


def new_refusal(g: State, location: int) -> str | None:
    """The rule against a new tank."""
    if not g.pack.reinforcement >> location & 1:
        return "army.new_tank"
    if not units.supply(g, TANK):
        return "army.new_tank_limit"
    return None if g.points >= g.pack.limits.new_tank else "headline.cp_no_credit"


ARMY_ORDERS: Final[Legality[State]] = Legality(
    orders, {"tank": two(move_refusal), "new_tank": one(new_refusal), "done": legal}
)
