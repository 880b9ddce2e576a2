"""Placing areas on a coarse grid that follows their places on the map."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.scene import Area

SIDE = 1000
"""Width and height of the board in scene units."""
STEP = 40
"""Tolerances that are tried differ by this."""

Row = list[Area | None]


def lay_out(areas: Sequence[Area], columns: int) -> list[Row]:
    """Place areas in rows of `columns` cells: north above south, west left of east, in as few rows as possible."""
    if not areas:
        return []
    layouts = (_rows(areas, columns, tolerance) for tolerance in range(0, SIDE, STEP))
    return min(layouts, key=len)


def _rows(areas: Sequence[Area], columns: int, tolerance: int) -> list[Row]:
    """Fill rows from the north; a new row begins when the cell is taken or the area lies too far south."""
    west = min(area.x for area in areas)
    span = max(area.x for area in areas) - west + 1
    rows: list[Row] = []
    top = 0
    for area in sorted(areas, key=lambda area: (area.y, area.x)):
        column = (area.x - west) * columns // span
        if not rows or rows[-1][column] is not None or area.y - top > tolerance:
            rows.append([None] * columns)
            top = area.y
        rows[-1][column] = area
    return rows
