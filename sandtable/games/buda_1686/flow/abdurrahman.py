"""Abdurrahman's move: before an attack is rolled for he may hurry to the attacked wall zone (③ Roham)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Refuses, legal, nothing
from sandtable.games.buda_1686.flow.board import relocate, roll
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN, RUSH, STAY
from sandtable.games.buda_1686.state import State


def moves_in(g: State, rule: str) -> Flow[State]:
    """Before the roll Abdurrahman may hurry to the attacked wall zone, once per round."""
    if rush_refusal(g) is None:
        choice = yield Ask(OTTOMAN, "rush", RUSHING, rule)
        if choice == RUSH:
            rush(g)


def rush_refusal(g: State) -> str | None:
    """The rule that keeps Abdurrahman from hurrying to the wall zone that is attacked now."""
    pack = g.pack
    place = g.place[pack.abdurrahman]
    if g.order.attacker != IMPERIAL:
        return "castle.sequence" if g.order.attacker == OTTOMAN else "assault.abdurrahman.move"
    if g.rushed:
        return "assault.abdurrahman.once"
    if place == pack.dead:
        return "loss.ottoman_final"
    if place == g.order.target:
        return "assault.abdurrahman.move"
    return None if g.free_capacity(g.order.target) > 0 else "assault.abdurrahman.capacity"


def too_late_to_rush(g: State) -> str:
    """The rule that keeps Abdurrahman away once the fight goes on, or while there is none."""
    return rush_refusal(g) or "assault.abdurrahman.move"


def rush(g: State) -> None:
    """From next door he always arrives, from farther away only with luck (assault.abdurrahman.far)."""
    pack = g.pack
    g.rushed = True
    near = g.place[pack.abdurrahman] in pack.wall_walls[g.order.target]  # assault.abdurrahman.adjacent
    if g.log is not None and not near:
        g.log.need("at_least", g.ottoman_morale + 1, "assault.abdurrahman.far")
    if near or roll(g, "rush") > g.ottoman_morale:
        if g.log is not None:
            g.log.add("rushes", pack.zone_ids[g.order.target], rule="assault.abdurrahman.counts")
        relocate(g, pack.abdurrahman, g.order.target)  # assault.abdurrahman.vacate
    elif g.log is not None:
        g.log.add("rush_fails", pack.zone_ids[g.order.target], rule="assault.abdurrahman.far")


def rush_options(g: State, offer: Offer) -> None:
    offer.tell(zone=g.pack.zone_ids[g.order.target])
    offer.add(RUSH)
    offer.add(STAY)


RUSHING: Final[Legality[State]] = Legality(rush_options, {"rush": nothing(rush_refusal), "stay": legal})


IN_A_FIGHT: Final[dict[str, Refuses[State]]] = {"rush": nothing(too_late_to_rush)}
"""For prompts during a fight: the rule that refuses his move by then."""
