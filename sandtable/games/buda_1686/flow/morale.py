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
    walls, units = walls_for_morale(g), g.ottomans()
    result = roll(g, "morale") + walls - units // UNITS_PER_MINUS
    if g.log is not None:
        minus = units // UNITS_PER_MINUS
        g.log.add("morale_result", g.die, walls, minus, units, result, rule="morale.tms.roll_minus")
    if result >= MORALE_FALLS_FROM:
        lower_ottoman_morale(g, "morale.tms.roll_result")


def walls_for_morale(g: State) -> int:
    """Wall zones in imperial possession that count against Ottoman morale (morale.tms.roll_plus)."""
    pack = g.pack
    return sum(1 for wall in range(pack.walls) if pack.counts_for_tms[wall] and g.imperial_at(wall))


def end_of_turn_rise(g: State) -> None:
    """Imperial morale rises by the wall zones held (turn.end.cms)."""
    held = sum(1 for wall in range(g.pack.walls) if g.imperial_at(wall))
    level = min(g.pack.imperial_morale_level.highest, g.imperial_morale + held)
    if level != g.imperial_morale:
        before, g.imperial_morale = g.imperial_morale, level
        _tell(g, "cms", before, level, "turn.end.cms")


def lower_ottoman_morale(g: State, rule: str) -> None:
    if g.ottoman_morale > g.pack.ottoman_morale_level.lowest:  # morale.tms.min
        g.ottoman_morale -= 1
        _tell(g, "tms", g.ottoman_morale + 1, g.ottoman_morale, rule)


def raise_ottoman_morale(g: State) -> None:
    """The relief army lifts Ottoman morale, but only so far (morale.tms.relief_cap)."""
    if g.ottoman_morale < g.pack.relief_tms_max:
        g.ottoman_morale += 1
        _tell(g, "tms", g.ottoman_morale - 1, g.ottoman_morale, "morale.tms.relief")


def lower_imperial_morale(g: State, rule: str) -> None:
    if g.imperial_morale > g.pack.imperial_morale_level.lowest:  # morale.cms.min
        g.imperial_morale -= 1
        _tell(g, "cms", g.imperial_morale + 1, g.imperial_morale, rule)


def lower_artillery(g: State, rule: str) -> None:
    if g.artillery > g.pack.artillery_level.lowest:  # level.cts.min, sortie.cts_floor
        g.artillery -= 1
        _tell(g, "cts", g.artillery + 1, g.artillery, rule)


def raise_artillery(g: State) -> None:
    if g.artillery < g.pack.artillery_level.highest:  # level.cts.max
        g.artillery += 1
        _tell(g, "cts", g.artillery - 1, g.artillery, "generals.raise_cts")


def set_mining(g: State, level: int, rule: str) -> None:
    before, g.mining = g.mining, level
    _tell(g, "cas", before, level, rule)


def _tell(g: State, marker: str, before: int, level: int, rule: str) -> None:
    """A line about a level, with what it was before if it has changed."""
    if g.log is not None:
        changed: tuple[int, ...] = () if before == level else (before,)
        g.log.add("level", "marker:" + marker, level, *changed, rule=rule)
