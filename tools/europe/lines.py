"""Lines of the drawing: paths in few letters, hachures, teeth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

Point = tuple[float, float]


def number(value: float) -> str:
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def numbers(values: Iterable[float]) -> str:
    """Numbers in a row, with no more between them than is needed."""
    text = ""
    for value in values:
        said = number(value)
        text += said if not text or said.startswith("-") else f" {said}"
    return text


def path(points: Sequence[Point], closed: bool = False) -> str:
    steps = [step for (ax, ay), (bx, by) in itertools.pairwise(points) for step in (bx - ax, by - ay)]
    return f"M{numbers(points[0])}l{numbers(steps)}{'z' if closed else ''}"


def strokes(pairs: Iterable[tuple[Point, Point]]) -> str:
    return "".join(
        f"M{numbers((round(a[0]), round(a[1])))}l{numbers((round(b[0] - a[0]), round(b[1] - a[1])))}" for a, b in pairs
    )


def along(points: Sequence[Point], step: float, first: float = 0.5) -> Iterator[tuple[Point, Point]]:
    """Places on a line, a step apart, each with the direction of the line there."""
    ahead = step * first
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        while length > 0 and ahead <= length:
            yield (
                (ax + (bx - ax) * ahead / length, ay + (by - ay) * ahead / length),
                ((bx - ax) / length, (by - ay) / length),
            )
            ahead += step
        ahead -= length


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in itertools.pairwise(points))


def middle(points: Sequence[Point]) -> tuple[Point, Point]:
    """The middle of a line, and its direction there."""
    return next(along(points, length(points)))


def hachures(points: Sequence[Point], step: float = 8.0) -> Iterator[tuple[Point, Point]]:
    """Strokes down the left side of a line, long and short in turn, as relief was drawn with a pen."""
    for at, ((x, y), (dx, dy)) in enumerate(along(points, step)):
        start, end = 4.0, (15.0, 9.0, 12.0)[at % 3]
        yield (x + dy * start, y - dx * start), (x + dy * end, y - dx * end)


def teeth(points: Sequence[Point], step: float = 15.0) -> str:
    """A line of bastions on the left of a border, their points towards its right."""
    parts = []
    for (x, y), (dx, dy) in along(points, step):
        base, tip = 8.0, 0.5
        a = x + dy * base - dx * 5.5, y - dx * base - dy * 5.5
        b = x + dy * base + dx * 5.5, y - dx * base + dy * 5.5
        parts.append(path([a, (x + dy * tip, y - dx * tip), b], closed=True))
    return "".join(parts)


def moved(points: Sequence[Point], by: float) -> list[Point]:
    """A line moved to its left."""
    found: list[Point] = []
    for at, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(at - 1, 0)], points[min(at + 1, len(points) - 1)]
        size = math.hypot(bx - ax, by_ - ay) or 1.0
        found.append((x + (by_ - ay) / size * by, y - (bx - ax) / size * by))
    return found
