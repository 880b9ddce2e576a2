"""The borders of the flooded sheet as arcs: every arc lies between exactly two faces, and is drawn once for both.

`tools/europe/arcs.json`, which this writes, is what the drawing is made from.
"""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from pathlib import Path

from tools.europe.flood import CELL, COLUMNS, KNOT, NEAR, ROWS, Flood, Pack, Seeds, flooded
from tools.europe.warp import HEIGHT, TOP, WIDTH

FILE = Path(__file__).with_name("arcs.json")
EDGE = "edge"
"""What lies beyond the map."""
TOLERANCE = 1.8
"""How far a simplified arc may leave the smoothed one."""

Corner = tuple[int, int]
Point = tuple[float, float]


@dataclass(frozen=True)
class Arc:
    """A line between two nodes, with the face on its left and the one on its right as it runs."""

    left: str
    right: str
    points: tuple[Corner, ...]

    def reversed(self) -> Arc:
        return Arc(self.right, self.left, self.points[::-1])


def faces(flood: Flood) -> list[list[str]]:
    """The raster with every knot as a face of its own: knot:1, knot:2 …"""
    found = [row[:] for row in flood.label]
    number = 0
    for y in range(ROWS):
        for x in range(COLUMNS):
            if found[y][x] == KNOT:
                number += 1
                todo = [(x, y)]
                found[y][x] = f"{KNOT}:{number}"
                while todo:
                    a, b = todo.pop()
                    for dx, dy in NEAR:
                        if 0 <= a + dx < COLUMNS and 0 <= b + dy < ROWS and found[b + dy][a + dx] == KNOT:
                            found[b + dy][a + dx] = f"{KNOT}:{number}"
                            todo.append((a + dx, b + dy))
    return found


class Tracer:
    """Walks along the corners of the raster."""

    def __init__(self, label: list[list[str]]) -> None:
        self.label = label
        self.ways: dict[Corner, list[Corner]] = {}
        for y in range(ROWS + 1):
            for x in range(COLUMNS + 1):
                if x < COLUMNS and self.at(x, y - 1) != self.at(x, y):
                    self._join((x, y), (x + 1, y))
                if y < ROWS and self.at(x - 1, y) != self.at(x, y):
                    self._join((x, y), (x, y + 1))

    def at(self, x: int, y: int) -> str:
        return self.label[y][x] if 0 <= x < COLUMNS and 0 <= y < ROWS else EDGE

    def _join(self, one: Corner, other: Corner) -> None:
        self.ways.setdefault(one, []).append(other)
        self.ways.setdefault(other, []).append(one)

    def sides(self, a: Corner, b: Corner) -> tuple[str, str]:
        """What lies on the left and on the right of a step."""
        (ax, ay), (bx, by) = a, b
        if ay == by:
            up, down = self.at(min(ax, bx), ay - 1), self.at(min(ax, bx), ay)
            return (up, down) if bx > ax else (down, up)
        west, east = self.at(ax - 1, min(ay, by)), self.at(ax, min(ay, by))
        return (east, west) if by > ay else (west, east)

    def arcs(self) -> list[tuple[str, str, list[Corner]]]:
        nodes = sorted(corner for corner, ways in self.ways.items() if len(ways) != 2)
        done: set[frozenset[Corner]] = set()
        found = [
            self._walk(node, way, done)
            for node in nodes
            for way in self.ways[node]
            if frozenset((node, way)) not in done
        ]
        for corner in sorted(self.ways):
            found += [
                self._walk(corner, way, done) for way in self.ways[corner] if frozenset((corner, way)) not in done
            ]
        return [(*self.sides(line[0], line[1]), line) for line in found if line]

    def _walk(self, start: Corner, way: Corner, done: set[frozenset[Corner]]) -> list[Corner]:
        line = [start, way]
        if frozenset((start, way)) in done:
            return []
        done.add(frozenset((start, way)))
        while len(self.ways[line[-1]]) == 2 and line[-1] != start:
            one, other = self.ways[line[-1]]
            line.append(other if one == line[-2] else one)
            done.add(frozenset(line[-2:]))
        return line


def smoothed(line: list[Corner], rounds: int = 3) -> list[Point]:
    """The stairs of the raster as a smooth line with the same ends; a ring stays a ring."""
    points: list[Point] = [(float(x), float(y)) for x, y in line]
    closed = line[0] == line[-1]
    for _ in range(rounds):
        middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in itertools.pairwise(points)]
        points = [*middles, middles[0]] if closed else [points[0], *middles, points[-1]]
    return points


def thinned(line: list[Point], tolerance: float) -> list[Point]:
    """Fewer points, none of those left out further away than this."""
    if len(line) < 3:
        return line
    if line[0] == line[-1]:
        half = len(line) // 2
        return thinned(line[: half + 1], tolerance)[:-1] + thinned(line[half:], tolerance)
    (ax, ay), (bx, by) = line[0], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    away = [abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length for x, y in line]
    far = max(range(len(line)), key=away.__getitem__)
    if away[far] <= tolerance:
        return [line[0], line[-1]]
    return thinned(line[: far + 1], tolerance)[:-1] + thinned(line[far:], tolerance)


def on_the_sheet(line: list[Corner]) -> tuple[Corner, ...]:
    points = [(x * CELL, y * CELL) for x, y in smoothed(line)]
    rounded = [(min(round(x), WIDTH), min(round(y), HEIGHT) + TOP) for x, y in thinned(points, TOLERANCE)]
    return tuple(point for at, point in enumerate(rounded) if at == 0 or point != rounded[at - 1])


def traced(label: list[list[str]]) -> list[Arc]:
    return [Arc(left, right, on_the_sheet(line)) for left, right, line in Tracer(label).arcs()]


def write(arcs: list[Arc], file: Path = FILE) -> None:
    rows = [json.dumps([arc.left, arc.right, arc.points], separators=(",", ":")) for arc in arcs]
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def read(file: Path = FILE) -> list[Arc]:
    return [
        Arc(left, right, tuple((x, y) for x, y in points))
        for left, right, points in json.loads(file.read_text(encoding="utf-8"))
    ]


def trace(pack: Pack) -> list[Arc]:
    return traced(faces(flooded(pack, Seeds.read())))
