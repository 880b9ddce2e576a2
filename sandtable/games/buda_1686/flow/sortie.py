"""⑥ Kitörés: a unit breaks out against the besiegers' guns."""

from __future__ import annotations

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow import losses, morale, officers
from sandtable.games.buda_1686.flow.artillery import units_near
from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.flow.entrenching import absorbed, cancelled
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State


def sortie(g: State, unit: int) -> Flow[State]:
    """A roll above the imperial morale lowers the artillery level; too bad a roll costs the unit a loss."""
    wall = g.place[unit]
    g.order.unit = unit
    g.order.target = wall
    if g.log is not None:
        g.log.add("sortie", g.pack.unit_ids[unit], g.pack.zone_ids[wall], rule="sortie.unit")
    bonus = 0
    if g.place[g.pack.abdurrahman] == wall:  # abdurrahman.sortie, abdurrahman.sortie_self
        bonus = yield from officers.roll_bonus(g, "aid", "abdurrahman.sortie")
    against = penalty(g, wall)
    if g.log is not None:
        g.log.term(bonus, g.pack.unit_ids[g.pack.abdurrahman], "abdurrahman.sortie")
        for besieger in bits(against):
            g.log.term(-1, g.pack.unit_ids[besieger], "sortie.penalty")
        g.log.need("at_least", g.imperial_morale + 1, "sortie.success")
    result = roll(g, "sortie") + bonus - against.bit_count()
    if g.log is not None:
        g.log.add("sortie_result", result, g.imperial_morale, rule="sortie.penalty")
    if result > g.imperial_morale:  # sortie.success
        if not (yield from cancelled(g, IMPERIAL, wall, "entrench.sortie_imperial")):
            morale.lower_artillery(g, "sortie.success")
    elif result >= 1:  # sortie.fail
        if g.log is not None:
            g.log.add("sortie_fails", g.pack.unit_ids[unit], rule="sortie.fail")
    elif not (yield from absorbed(g, OTTOMAN, wall, "entrench.sortie_ottoman")):  # sortie.disaster
        losses.wound(g, unit)


def penalty(g: State, wall: int) -> int:
    """The besiegers in the breaches of a wall zone and in the starting zones next to it (sortie.penalty), as a set."""
    return g.at[g.pack.breach(wall)] | units_near(g, wall)


def refusal(g: State, unit: int) -> str | None:
    """The rule against a sortie of a unit."""
    pack = g.pack
    place = g.place[unit]
    if pack.side[unit] == IMPERIAL or place == pack.dead:
        return "sortie.unit"
    if place == pack.middle:
        return "sortie.not_middle"
    return None if g.artillery > pack.artillery_level.lowest else "sortie.useful"


def options(g: State, offer: Offer) -> None:
    for unit in bits(g.pack.ottoman):
        if refusal(g, unit) is None:
            offer.add(g.pack.sortie[unit])
