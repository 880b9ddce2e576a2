"""⑦ Sáncolás: field works that take losses, or undo what the enemy achieved."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, Refuses, legal, one
from sandtable.engine.types import Choice
from sandtable.games.buda_1686.flow.abdurrahman import IN_A_FIGHT
from sandtable.games.buda_1686.pack import BEAR, IMPERIAL, SIDES
from sandtable.games.buda_1686.state import State

MAX_LEVEL: Final = 2
"""The two sides of an entrenchment marker (comp.entrench.two_sided)."""

Verdict = Generator[Ask[State], Choice, bool]
"""A flow that returns true or false."""


def entrench(g: State, side: int, wall: int) -> None:
    """Place a marker at level 1 or turn one to level 2; this always works (entrench.no_roll)."""
    g.works[side * g.pack.walls + wall] += 1
    if g.log is not None:
        level = g.work(side, wall)
        rule = "entrench.place" if level == 1 else "entrench.upgrade"
        g.log.add("entrench", g.pack.zone_ids[wall], level, SIDES[side], rule=rule)


def refusal(g: State, wall: int) -> str | None:
    """The rule against entrenching at a wall zone by the side whose go it is."""
    side = g.go
    units = g.at[wall] & g.pack.of_side[side]
    if side == IMPERIAL:
        units |= g.at[g.pack.zones + wall]  # entrench.imperial_breach
    if not units:
        return "entrench.place"
    level = g.work(side, wall)
    if level >= MAX_LEVEL:
        return "entrench.one_per_zone"
    return "entrench.supply_empty" if level == 0 and g.supply(side) == 0 else None


def options(g: State, offer: Offer) -> None:
    for wall in range(g.pack.walls):
        if refusal(g, wall) is None:
            offer.add(g.pack.entrench[wall])


def give_up_level(g: State, side: int, wall: int, rule: str) -> None:
    """One level is used up: a level 2 marker is turned, a level 1 marker goes back to supply."""
    g.works[side * g.pack.walls + wall] -= 1
    if g.log is not None:
        g.log.add("work_used", g.pack.zone_ids[wall], g.work(side, wall), SIDES[side], rule=rule)


def cancelled(g: State, side: int, wall: int, rule: str) -> Verdict:
    """Whether the owner of an entrenchment gives up a level to undo an enemy success (entrench.timing)."""
    return (yield from _offered(g, side, wall, "cancel", rule))


def absorbed(g: State, side: int, wall: int, rule: str) -> Verdict:
    """Whether the owner of an entrenchment gives up a level in place of a loss."""
    return (yield from _offered(g, side, wall, "absorb", rule))


def _offered(g: State, side: int, wall: int, prompt: str, rule: str) -> Verdict:
    if wall >= g.pack.walls or not g.work(side, wall):
        return False
    g.order.entrenchment = wall
    choice = yield Ask(side, prompt, USES[rule], rule)  # entrench.optional
    if choice == BEAR:
        return False
    give_up_level(g, side, wall, rule)
    return True


def use_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.entrenchment])
    offer.add(g.pack.absorb[g.order.entrenchment])
    offer.add(BEAR)


def use(elsewhere: str) -> Legality[State]:
    """Legality of using the entrenchment concerned; `elsewhere` is the rule that refuses those of other zones."""
    absorb: Refuses[State] = one(lambda g, wall: None if wall == g.order.entrenchment else elsewhere)
    return Legality(use_options, {"absorb": absorb, "bear": legal, **IN_A_FIGHT})


USES: Final = {
    "entrench.cancel_artillery": use("entrench.cancel_artillery"),
    "entrench.sortie_imperial": use("entrench.sortie_imperial"),
    "entrench.sortie_ottoman": use("entrench.sortie_ottoman"),
    "entrench.absorb_loss": use("entrench.same_zone"),
}
"""By the rule that allows it: the legality of using an entrenchment."""
