"""Clean-up Phase: the Soviets recover, insurgents hide, and the round is over."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import HIDE_ALL
from sandtable.games.nights_of_fire.phases import CLEANUP, DRAW
from sandtable.games.nights_of_fire.state import State, rev_team


def soviets(g: State) -> None:
    """All disabled Soviet units become active (cleanup.soviets)."""
    units.rally_all(g, "cleanup.soviets")


def hide(g: State) -> Flow[State]:
    """The Revolutionaries hide one more revealed insurgent, or have finished; Wounds stay (cleanup.wounds_stay)."""
    if revealed(g):
        choice = yield Ask(0, "cleanup.hide", HIDING, "cleanup.hide", team=rev_team(g))
        if choice == HIDE_ALL:
            for block in bits(revealed(g)):
                units.hide(g, block, "cleanup.hide")
        elif choice != DONE:
            units.hide(g, g.block_of[g.pack.number[choice[1]]], "cleanup.hide")
            return
    units.mix_hidden(g)
    g.phase = CLEANUP


def revealed(g: State) -> int:
    """The revealed insurgents on the map."""
    return g.shown & g.on_map()


def hide_options(g: State, offer: Offer) -> None:
    for block in bits(revealed(g)):
        offer.add(g.pack.hide[g.insurgent_of[block]])
    offer.add(HIDE_ALL)
    offer.add(DONE)


def hide_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps an insurgent which is not revealed on the map from being hidden."""
    return None if revealed(g) >> g.block_of[insurgent] & 1 else "cleanup.hide"


HIDING: Final[Legality[State]] = Legality(hide_options, {"hide": one(hide_refusal), "hide_all": legal, "done": legal})


def cleanup(g: State) -> None:
    """Killed units and Momentum are carried over in part, and the Round marker moves on (cleanup.order)."""
    killed = g.killed_units()
    units.leave_killed(g, killed - killed % 2, "cleanup.killed.even")  # cleanup.killed.odd
    units.lose_momentum(g, g.momentum - g.momentum % 2, "cleanup.momentum.even")  # cleanup.momentum.odd
    g.arrests = 0
    g.round += 1
    g.phase = DRAW
    if g.log is not None:
        g.log.add("round", g.round, rule="cleanup.round")
