"""② Aknázás: dig on, or spring the mine."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow import morale
from sandtable.games.buda_1686.flow.artillery import breach_refusal, breachable, enter_breach
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.state import State

RAISE_CAS: Final[Choice] = ("raise_cas",)


def raise_cas(g: State) -> None:
    """Dig on: the mining level rises without a roll (mining.raise)."""
    morale.set_cas(g, g.cas + 1, "mining.raise")


def spring(g: State, wall: int) -> Flow[State]:
    """Spring the mine: a breach, or a costly failure. Nothing cancels or modifies it (mining.no_entrench)."""
    g.target = wall
    if g.log is not None:
        g.log.add("spring", g.pack.zone_ids[wall], rule="mining.spring.target")
    if roll(g, "mine") <= g.cas:  # mining.spring.roll
        yield from enter_breach(g, wall, "mining.spring.unit_choice")
        return
    morale.set_cas(g, g.pack.cas_min, "mining.spring.fail_cas")
    morale.lower_cms(g, "mining.spring.fail_cms")


def options(g: State, offer: Offer, spent: str | None) -> None:
    offer.add(RAISE_CAS, spent or ("mining.raise_max" if g.cas >= g.pack.cas_max else None))
    for wall in range(g.pack.walls):
        if offer.explaining:
            offer.add(g.pack.spring[wall], spent or breach_refusal(g, wall, "mining.spring"))
        elif breachable(g, wall):
            offer.add(g.pack.spring[wall])
