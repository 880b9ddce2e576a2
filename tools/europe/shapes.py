"""Faces made of arcs: their outlines, what lies inside them, and the largest box that fits in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tools.europe.trace import Arc

Point = tuple[float, float]
Corner = tuple[int, int]
Ring = list[Corner]


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def middle(self) -> Corner:
        return self.x + self.width // 2, self.y + self.height // 2

    def overlaps(self, other: Box) -> bool:
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def grown(self, by: int) -> Box:
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)


def outlines(arcs: Iterable[Arc]) -> dict[str, list[Ring]]:
    """The rings of every face, each with the face on its left."""
    lines: dict[str, list[list[Corner]]] = {}
    for arc in arcs:
        lines.setdefault(arc.left, []).append(list(arc.points))
        lines.setdefault(arc.right, []).append(list(arc.points[::-1]))
    return {face: rings(parts) for face, parts in lines.items()}


def rings(lines: list[list[Corner]]) -> list[Ring]:
    """Lines put together end to end."""
    starts: dict[Corner, list[list[Corner]]] = {}
    for line in lines:
        starts.setdefault(line[0], []).append(line)
    found: list[Ring] = []
    while starts:
        line = starts[min(starts)].pop()
        ring = line[:-1]
        _tidy(starts, line[0])
        while line[-1] != ring[0]:
            at = line[-1]
            line = starts[at].pop()
            _tidy(starts, at)
            ring += line[:-1]
        found.append(ring)
    return found


def _tidy(starts: dict[Corner, list[list[Corner]]], at: Corner) -> None:
    if not starts[at]:
        del starts[at]


def turning(ring: Sequence[Corner]) -> int:
    """Twice the area of a ring; its sign tells which way round it runs."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))


class Raster(NamedTuple):
    """The inside of a shape in cells of a given size; `x`, `y` is its corner."""

    x: int
    y: int
    step: int
    rows: list[list[bool]]


def inside(shape: list[Ring], step: int = 4) -> Raster:
    xs, ys = [x for ring in shape for x, _ in ring], [y for ring in shape for _, y in ring]
    left, top = min(xs), min(ys)
    columns, count = (max(xs) - left) // step + 1, (max(ys) - top) // step + 1
    rows = []
    for row in range(count):
        y = top + (row + 0.5) * step
        cuts = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for ring in shape
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
            if (ay <= y) != (by <= y)
        )
        line = [False] * columns
        for start, end in zip(cuts[::2], cuts[1::2], strict=True):
            for column in range(max(0, round((start - left) / step)), min(columns, round((end - left) / step))):
                line[column] = True
        rows.append(line)
    return Raster(left, top, step, rows)


def eroded(raster: Raster, by: int = 1) -> Raster:
    """Without what is nearer to the edge than so many cells."""
    rows = raster.rows
    for _ in range(by):
        height, width = len(rows), len(rows[0])
        rows = [
            [
                rows[y][x]
                and 0 < x < width - 1
                and 0 < y < height - 1
                and rows[y - 1][x]
                and rows[y + 1][x]
                and rows[y][x - 1]
                and rows[y][x + 1]
                for x in range(width)
            ]
            for y in range(height)
        ]
    return raster._replace(rows=rows)


def without(raster: Raster, boxes: Iterable[Box]) -> Raster:
    rows = [row[:] for row in raster.rows]
    for box in boxes:
        for y in range((box.y - raster.y) // raster.step, (box.bottom - raster.y) // raster.step + 1):
            for x in range((box.x - raster.x) // raster.step, (box.right - raster.x) // raster.step + 1):
                if 0 <= y < len(rows) and 0 <= x < len(rows[0]):
                    rows[y][x] = False
    return raster._replace(rows=rows)


def roomiest(raster: Raster, widest: int, highest: int, near: Corner | None = None) -> Box:
    """The box inside a shape that gives most room, not wider nor higher than is of use; of several that are as good, the one nearest to a point."""
    found = dict(_boxes(raster, widest // raster.step, highest // raster.step))
    if not found:
        return Box(raster.x, raster.y, 0, 0)
    best = max(found.values())
    good = [box for box, worth in found.items() if worth >= (0.93 if near else 1.0) * best]
    if near is None:
        return good[0]
    x, y = near
    return min(good, key=lambda box: ((box.middle[0] - x) ** 2 + (box.middle[1] - y) ** 2, box))


def _boxes(raster: Raster, widest: int, highest: int) -> Iterator[tuple[Box, float]]:
    """Every box that cannot be made higher upwards, with what it is worth."""
    step, width = raster.step, len(raster.rows[0])
    heights = [0] * width
    best = 0.0
    for y, row in enumerate(raster.rows):
        heights = [heights[x] + 1 if row[x] else 0 for x in range(width)]
        for x in range(width):
            low = heights[x]
            for end in range(x, min(width, x + widest)):
                low = min(low, heights[end])
                if low == 0:
                    break
                high = min(low, highest)
                worth = _worth((end - x + 1) * step, high * step)
                best = max(best, worth)
                if worth > 0.9 * best:
                    yield (
                        Box(raster.x + x * step, raster.y + (y - high + 1) * step, (end - x + 1) * step, high * step),
                        worth,
                    )


def tallest(raster: Raster, widest: int, highest: int, near: Corner) -> list[Box]:
    """For every width the highest box that fits in; of several the one nearest to a point."""
    step, width = raster.step, len(raster.rows[0])
    heights = [0] * width
    best: dict[int, tuple[int, int, Box]] = {}
    for y, row in enumerate(raster.rows):
        heights = [heights[x] + 1 if row[x] else 0 for x in range(width)]
        for x in range(width):
            low = heights[x]
            for end in range(x, min(width, x + widest // step)):
                low = min(low, heights[end])
                if low == 0:
                    break
                high, wide = min(low, highest // step), end - x + 1
                if wide not in best or high >= best[wide][0]:
                    box = Box(raster.x + x * step, raster.y + (y - high + 1) * step, wide * step, high * step)
                    away = (box.middle[0] - near[0]) ** 2 + (box.middle[1] - near[1]) ** 2
                    if wide not in best or (high, -away) > best[wide][:2]:
                        best[wide] = high, -away, box
    return [box for _, _, box in best.values()]


def _worth(width: int, height: int) -> float:
    """Names are broad: a box that is higher than broad is worth less than its size."""
    return width * height * min(1.0, 0.55 + 0.45 * width / height)
