"""Turn: rounds, and in each of them a turn for every merchant."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.engine.sets import bits
from sandtable.games.three_merchants.flow.moving import move
from sandtable.games.three_merchants.flow.trading import trade
from sandtable.games.three_merchants.pack import SEATS
from sandtable.games.three_merchants.state import State


def play(g: State) -> Flow[State]:
    """The turn of one merchant: move, then trade (turn.steps)."""
    if not g.left:
        begin_round(g)
    seat = g.active
    if g.log is not None:
        g.log.add("turn", SEATS[seat], rule="turn.order")
    yield from move(g, seat)
    yield from trade(g, seat)
    g.left -= 1


def begin_round(g: State) -> None:
    """Stalls are cleared, and a die says whether prices are high (market.clear, market.roll)."""
    for town in range(g.pack.towns):
        g.discards += bits(g.stalls[town])
        g.stalls[town] = 0
    g.round += 1
    g.left = len(SEATS)
    g.die = g.chance.d6("market")
    if g.log is not None:
        g.log.add("round", g.round, rule="turn.order")
        g.log.add("roll_market", g.die, rule="market.roll")
        g.log.add("prices_high" if g.die >= g.pack.high_from else "prices_usual", rule="market.high")
