"""From longitude and latitude to the sheet: crowded parts of the map are drawn larger than empty ones."""

from __future__ import annotations

import itertools
from bisect import bisect_right

Point = tuple[float, float]

TOP = 96
"""The map begins below the strip with the title and the calendar."""
UNIT_X, UNIT_Y = 31.84, 47.87
"""A degree of longitude and of latitude on the sheet, where nothing is enlarged."""

COLUMNS = [
    (-20.0, 0.66),
    (-10.5, 0.9),
    (-6.0, 1.66),
    (2.0, 1.72),
    (9.0, 1.36),
    (30.5, 1.05),
    (34.0, 0.9),
    (46.0, 0.66),
    (52.3, 0.0),
]
"""From this longitude on, drawn so much larger."""
ROWS = [(70.0, 0.6), (64.0, 0.74), (58.0, 1.05), (55.0, 1.4), (49.0, 1.28), (43.0, 1.18), (36.0, 0.78), (28.2, 0.0)]
"""From this latitude southwards, drawn so much larger."""

PACK_X, PACK_Y = (14.9, 221.0), (-22.4, 1629.0)
"""The pack's coordinates are, within 30 units, longitude and latitude in disguise: x = 14.9 longitude + 221, y = 1629 - 22.4 latitude."""


def _steps(table: list[tuple[float, float]], unit: float) -> list[float]:
    """Where on the sheet each entry of a table begins."""
    at = [0.0]
    for (here, factor), (there, _) in itertools.pairwise(table):
        at.append(at[-1] + abs(there - here) * factor * unit)
    return at


_AT_X, _AT_Y = _steps(COLUMNS, UNIT_X), _steps(ROWS, UNIT_Y)
WIDTH, HEIGHT = round(_AT_X[-1]), round(_AT_Y[-1])
"""The size of the map alone."""


def _along(value: float, table: list[tuple[float, float]], at: list[float], unit: float) -> float:
    """Beyond both ends the scale of the last part goes on."""
    keys = [key for key, _ in table]
    index = min(max(bisect_right(keys, value) - 1, 0), len(table) - 2)
    return at[index] + (value - keys[index]) * table[index][1] * unit


def on_sheet(longitude: float, latitude: float) -> Point:
    """A place on the map in units of the sheet, before the strip on top is added."""
    south = [(-key, factor) for key, factor in ROWS]
    return _along(longitude, COLUMNS, _AT_X, UNIT_X), _along(-latitude, south, _AT_Y, UNIT_Y)


def degrees(x: float, y: float) -> Point:
    """The pack's coordinates as longitude and latitude."""
    return (x - PACK_X[1]) / PACK_X[0], (y - PACK_Y[1]) / PACK_Y[0]
