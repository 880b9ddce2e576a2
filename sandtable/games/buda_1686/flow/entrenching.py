"""⑦ Sáncolás: field works that take losses, or undo what the enemy achieved."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Offer
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.pack import IMPERIAL
from sandtable.games.buda_1686.state import State

MAX_LEVEL: Final = 2
"""The two sides of an entrenchment marker (comp.entrench.two_sided)."""
BEAR: Final[Choice] = ("bear",)

Verdict = Generator[Ask[State], Choice, bool]
"""A rule that asks and comes back with yes or no."""


def entrench(g: State, side: int, wall: int) -> None:
    """Place a marker at level 1 or turn one to level 2; this always works (entrench.no_roll)."""
    g.works[side * g.pack.walls + wall] += 1
    if g.log is not None:
        g.log.add("entrench", g.pack.zone_ids[wall], g.work(side, wall), rule="entrench.place")


def options(g: State, offer: Offer, side: int, spent: str | None) -> None:
    pack = g.pack
    supply = g.supply(side)
    for wall in range(pack.walls):
        units = g.at[wall] & pack.of_side[side]
        if side == IMPERIAL:
            units |= g.at[pack.zones + wall]  # entrench.imperial_breach
        level = g.work(side, wall)
        if not units:
            offer.add(pack.entrench[wall], "entrench.place")
        elif level >= MAX_LEVEL:
            offer.add(pack.entrench[wall], "entrench.one_per_zone")
        elif level == 0 and supply == 0:
            offer.add(pack.entrench[wall], "entrench.supply_empty")
        else:
            offer.add(pack.entrench[wall], spent)


def give_up_level(g: State, side: int, wall: int, rule: str) -> None:
    """One level is used up: a level 2 marker is turned, a level 1 marker goes back to supply."""
    g.works[side * g.pack.walls + wall] -= 1
    if g.log is not None:
        g.log.add("work_used", g.pack.zone_ids[wall], g.work(side, wall), rule=rule)


def cancelled(g: State, side: int, wall: int, rule: str) -> Verdict:
    """Whether the owner of an entrenchment gives up a level to undo an enemy success (entrench.timing)."""
    return (yield from _offered(g, side, wall, "cancel", rule))


def absorbed(g: State, side: int, wall: int) -> Verdict:
    """Whether the owner of an entrenchment gives up a level in place of a loss (entrench.absorb_loss)."""
    return (yield from _offered(g, side, wall, "absorb", "entrench.absorb_loss"))


def _offered(g: State, side: int, wall: int, prompt: str, rule: str) -> Verdict:
    if wall >= g.pack.walls or not g.work(side, wall):
        return False
    g.spot = wall
    choice = yield Ask(side, prompt, absorb_options, rule)  # entrench.optional
    if choice == BEAR:
        return False
    give_up_level(g, side, wall, rule)
    return True


def absorb_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.spot])
    offer.add(g.pack.absorb[g.spot])
    offer.add(BEAR)
