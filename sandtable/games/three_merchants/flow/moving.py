"""Moving: a cart goes along one road, or stays."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.games.three_merchants.pack import SEATS, STAY
from sandtable.games.three_merchants.state import State


def move(g: State, seat: int) -> Flow[State]:
    """A merchant's cart goes to a neighbouring town, or stays where it is (move.road, move.stay)."""
    choice = yield Ask(seat, "move", MOVE, "move.road")
    if choice == STAY:
        return
    town = g.pack.number[choice[1]]
    g.at[seat] = town
    if g.log is not None:
        g.log.add("moved", SEATS[seat], g.pack.town_ids[town], rule="move.road")


def move_refusal(g: State, town: int) -> str | None:
    """The rule against going to a town."""
    if town not in g.pack.roads[g.at[g.active]]:
        return "move.road"
    return None if g.carts(town) < g.pack.capacity else "move.capacity"


def options(g: State, offer: Offer) -> None:
    offer.add(STAY)
    for town in g.pack.roads[g.at[g.active]]:
        if move_refusal(g, town) is None:
            offer.add(g.pack.move[town])


MOVE: Final = Legality(options, {"stay": legal, "move": one(move_refusal)})
