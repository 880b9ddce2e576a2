"""② Aknázás: dig on, or spring the mine."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Offer
from sandtable.games.buda_1686.flow import morale
from sandtable.games.buda_1686.flow.artillery import Breaching, breach_refusal, enter_breach
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.pack import RAISE_CAS
from sandtable.games.buda_1686.state import State

MINE: Final = Breaching(
    "mining.spring.target_not_middle",
    "mining.spring.target_not_own",
    "mining.spring.needs_unit",
    "mining.spring.needs_breach",
    "mining.spring.success",
    "mining.spring.unit_choice",
)


def raise_level(g: State) -> None:
    """Dig on: the mining level rises without a roll (mining.raise)."""
    morale.set_mining(g, g.mining + 1, "mining.raise")


def spring(g: State, wall: int) -> Flow[State]:
    """Spring the mine: a breach, or a costly failure. Nothing cancels or modifies it (mining.no_entrench)."""
    g.order.target = wall
    if g.log is not None:
        g.log.add("spring", g.pack.zone_ids[wall], rule="mining.spring.target")
        g.log.need("at_most", g.mining, "mining.spring.roll")
    if roll(g, "mine") <= g.mining:  # mining.spring.roll
        yield from enter_breach(g, wall, MINE)
        return
    if g.log is not None:
        g.log.add("mine_fails", g.pack.zone_ids[wall], g.die, g.mining, rule="mining.spring.roll")
    morale.set_mining(g, g.pack.mining_level.lowest, "mining.spring.fail_cas")
    morale.lower_imperial_morale(g, "mining.spring.fail_cms")


def raise_refusal(g: State) -> str | None:
    """The rule against raising the mining level."""
    return "mining.raise_max" if g.mining >= g.pack.mining_level.highest else None


def spring_refusal(g: State, wall: int) -> str | None:
    """The rule against springing a mine at a wall zone."""
    return breach_refusal(g, wall, MINE)


def options(g: State, offer: Offer) -> None:
    if raise_refusal(g) is None:
        offer.add(RAISE_CAS)
    for wall in range(g.pack.walls):
        if spring_refusal(g, wall) is None:
            offer.add(g.pack.spring[wall])
