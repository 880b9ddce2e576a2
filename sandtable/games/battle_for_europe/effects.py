"""What holding certain areas brings with it: Gibraltar, Suez, Malta, the oil fields, Moscow (13.3, 13.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandtable.engine.pack import Entry, PackFile
from sandtable.engine.sets import NONE, mask
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS, SIDES, Scenario

LEVELS = ("basic", "advanced", "all")


@dataclass(frozen=True, slots=True)
class AreaEffect:
    """One effect of an area while its condition holds."""

    id: str
    area: int
    side: int
    """The side that must hold (or capture) the area, or NONE."""
    power: int
    """The power that must hold it, or NONE."""
    scenarios: int
    """In which scenarios it works, as a mask."""
    advanced_only: bool
    verb: str
    who: int
    """The power it strikes, or NONE."""
    who_side: int
    """The side it strikes, or NONE."""
    amount: int
    """HPP, attacks a turn, or how much is taken off for each unit; 0 where the verb has no number."""


def read_effects(file: PackFile, areas: Sequence[str], scenarios: Sequence[Scenario]) -> tuple[AreaEffect, ...]:
    """All effects of areas, one entry for every verb."""
    names = [scenario.id for scenario in scenarios]
    found: list[AreaEffect] = []
    for entry in file.entries("area_effect"):
        condition = entry.inner("condition")
        for effect in entry.tables("effects"):
            found.append(
                AreaEffect(
                    entry.text("id"),
                    entry.among("area", areas),
                    _side(condition),
                    condition.among("held_by_power", POWER_KEYS) if condition.has("held_by_power") else NONE,
                    mask(entry.several("scenarios", names)),
                    entry.among("level", LEVELS) == 1,
                    effect.text("verb"),
                    _among(effect, ("power", "who"), POWER_KEYS),
                    _among(effect, ("who",), SIDES),
                    effect.number("amount", effect.number("per_turn", 0)),
                )
            )
    return tuple(found)


def _side(condition: Entry) -> int:
    for key in ("held_by_side", "captured_by_side"):
        if condition.has(key):
            return condition.among(key, SIDES)
    return NONE


def _among(effect: Entry, keys: tuple[str, ...], names: tuple[str, ...]) -> int:
    """The number of the first of these fields that names one of the names."""
    given = [str(effect.data[key]) for key in keys if key in effect.data]
    return next((names.index(name) for name in given if name in names), NONE)
