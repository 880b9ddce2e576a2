"""Yuri and Noel: what Yuri's reports bring, and the headline that Noel brings back."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one, two
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.cards import MILITIA
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.pack import NOEL, YURI
from sandtable.games.days_of_ire.state import State


def report(g: State) -> Flow[State]:
    """After an action in Yuri's location militia come in from next door (promo.yuri_militia_timing)."""
    if g.active[g.here()] >> YURI & 1:
        g.reported = g.pack.yuri_militia
        while g.reported and sources(g):
            choice = yield Ask(g.seat, "yuri_militia", DRAWN_IN, "promo.yuri_militia_choice")
            g.reported -= 1
            units.move(g, MILITIA, g.pack.number[choice[1]], g.here(), "promo.yuri_militia")
        g.reported = 0


def sources(g: State) -> list[int]:
    """The adjacent locations whose militia can come (promo.yuri_militia_barricade)."""
    return [near for near in g.pack.near[g.here()] if g.militia[near] and not g.barricades >> near & 1]


def militia_options(g: State, offer: Offer) -> None:
    offer.tell(left=g.reported)
    for start in sources(g):
        offer.add(g.pack.move[start][g.here()])


def militia_refusal(g: State, start: int, goal: int) -> str | None:
    """The rule against drawing militia in from somewhere."""
    if goal != g.here() or not g.pack.graph.masks[goal] >> start & 1 or not g.militia[start]:
        return "promo.yuri_militia"
    return "promo.yuri_militia_barricade" if g.barricades >> start & 1 else None


DRAWN_IN: Final[Legality[State]] = Legality(militia_options, {"move": two(militia_refusal)})


def noel(g: State) -> Flow[State]:
    """Noel leaves the game, and a green headline of the pile will come back tomorrow (promo.noel_conflict_pick)."""
    choice = yield Ask(g.seat, "noel", RECALL, "promo.noel_conflict_pick")
    g.active[g.here()] &= ~(1 << NOEL)  # promo.noel_conflict_remove, promo.noel_gone
    g.recalled = g.pack.number[choice[1]]
    g.headline_discard &= ~(1 << g.recalled)
    if g.log is not None:
        g.log.add("noel", g.seat_id(g.seat), g.pack.headline_ids[g.recalled], rule="promo.noel_conflict_pick")


def recall_options(g: State, offer: Offer) -> None:
    for headline in bits(g.headline_discard & g.pack.green):
        offer.add(g.pack.recall[headline])


def recall_refusal(g: State, headline: int) -> str | None:
    """The rule against selecting a headline."""
    if not g.pack.green >> headline & 1:
        return "promo.noel_conflict_pick"
    return None if g.headline_discard >> headline & 1 else "promo.noel_pick_in_pile"


RECALL: Final[Legality[State]] = Legality(recall_options, {"recall": one(recall_refusal)})
