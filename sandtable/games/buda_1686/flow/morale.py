"""A morálszint változása: the levels of both sides' morale, and the other levels of the scale."""

from __future__ import annotations

from typing import Final

from sandtable.games.buda_1686.flow.board import roll
from sandtable.games.buda_1686.state import State

UNITS_PER_MINUS: Final = 3
"""Ottoman units that lower the morale roll by 1 (morale.tms.roll_minus)."""
MORALE_FALLS_FROM: Final = 4
"""The modified roll from which Ottoman morale falls (morale.tms.roll_result)."""


def ottoman_morale_roll(g: State) -> None:
    """At the start of the late turns the garrison's morale is tested."""
    result = roll(g, "morale") + walls_for_morale(g) - g.ottomans() // UNITS_PER_MINUS
    if result >= MORALE_FALLS_FROM:
        lower_tms(g, "morale.tms.roll_result")


def walls_for_morale(g: State) -> int:
    """Wall zones in imperial possession that count against Ottoman morale (morale.tms.roll_plus)."""
    pack = g.pack
    return sum(1 for wall in range(pack.walls) if pack.counts_for_tms[wall] and g.imperial_at(wall))


def end_of_turn_rise(g: State) -> None:
    """Imperial morale rises by the wall zones held (turn.end.cms)."""
    held = sum(1 for wall in range(g.pack.walls) if g.imperial_at(wall))
    level = min(g.pack.cms_max, g.cms + held)
    if level != g.cms:
        g.cms = level
        _tell(g, "cms", level, "turn.end.cms")


def lower_tms(g: State, rule: str) -> None:
    if g.tms > g.pack.tms_min:  # morale.tms.min
        g.tms -= 1
        _tell(g, "tms", g.tms, rule)


def raise_tms(g: State) -> None:
    """The relief army lifts Ottoman morale, but only so far (morale.tms.relief_cap)."""
    if g.tms < g.pack.relief_tms_max:
        g.tms += 1
        _tell(g, "tms", g.tms, "morale.tms.relief")


def lower_cms(g: State, rule: str) -> None:
    if g.cms > g.pack.cms_min:  # morale.cms.min
        g.cms -= 1
        _tell(g, "cms", g.cms, rule)


def lower_cts(g: State, rule: str) -> None:
    if g.cts > g.pack.cts_min:  # level.cts.min, sortie.cts_floor
        g.cts -= 1
        _tell(g, "cts", g.cts, rule)


def raise_cts(g: State) -> None:
    if g.cts < g.pack.cts_max:  # level.cts.max
        g.cts += 1
        _tell(g, "cts", g.cts, "generals.raise_cts")


def set_cas(g: State, level: int, rule: str) -> None:
    g.cas = level
    _tell(g, "cas", level, rule)


def _tell(g: State, marker: str, level: int, rule: str) -> None:
    if g.log is not None:
        g.log.add("level", "marker:" + marker, level, rule=rule)
