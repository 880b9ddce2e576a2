"""Small parts of the pack: borders between districts, starting values, what is drawn and held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sandtable.engine.pack import Entry

BORDERS: Final = ("land", "sector", "danube")


@dataclass(frozen=True, slots=True)
class Border:
    """Where two districts meet."""

    a: int
    b: int
    kind: str
    """'land' inside a sector, 'sector' between North and South Pest, 'danube' across the river."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where the markers of a ruleset start."""

    prestige: int
    morale: int
    readiness: int
    open_civilians: bool
    """Whether civilians lie face up."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What a Revolutionary draws and may hold."""

    high_morale: int
    """From this Morale on the high number is drawn."""
    high: int
    low: int
    limit: int


def read_border(entry: Entry, districts: Sequence[str]) -> Border:
    """A `[[border]]` of the map."""
    return Border(
        entry.among("a", districts),
        entry.among("b", districts),
        BORDERS[entry.among("kind", BORDERS)],
    )


def read_start(entry: Entry) -> Start:
    """A ruleset's table of `[start]`."""
    entry.whole("round", 1, 1)
    return Start(
        entry.whole("prestige", 1, 999),
        entry.whole("morale", 1, 999),
        entry.whole("readiness", 1, 99),
        entry.flag("civilians_face_up"),
    )


def read_draw(entry: Entry) -> Draw:
    """A table of `[draw]`."""
    return Draw(
        entry.number("morale_high"),
        entry.whole("cards_high", 0, 99),
        entry.whole("cards_low", 0, 99),
        entry.whole("hand_limit", 1, 99),
    )
