"""The coast line: read once from public-domain data, cut to the map and simplified, and ours to bend from then on.

Origin: Natural Earth 1:50m land (public domain), in the form of `land-50m.json` of the package world-atlas 2.0.2.
    python -m tools.europe.coast land-50m.json
writes `tools/europe/coast.json`: a list of rings, each a list of [longitude, latitude].
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

Point = tuple[float, float]
Ring = list[Point]

FILE = Path(__file__).with_name("coast.json")
WEST, EAST, SOUTH, NORTH = -20.0, 60.0, 24.0, 74.0
TOLERANCE = 0.045
"""How far, in degrees of latitude, the simplified line may leave the true one."""
SMALLEST = 0.09
"""Islands below this, in square degrees, are left out: no area of the board lies on them."""
NARROWING = 0.65
"""A degree of longitude in degrees of latitude, about the middle of the map."""


def rings_of(topology: dict[str, object]) -> list[Ring]:
    """All rings of the land in a TopoJSON file, as longitudes and latitudes."""
    transform = topology["transform"]
    assert isinstance(transform, dict)
    (scale_x, scale_y), (shift_x, shift_y) = transform["scale"], transform["translate"]
    arcs: list[Ring] = []
    raw = topology["arcs"]
    assert isinstance(raw, list)
    for arc in raw:
        x = y = 0
        line: Ring = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * scale_x + shift_x, y * scale_y + shift_y))
        arcs.append(line)
    found: list[Ring] = []
    objects = topology["objects"]
    assert isinstance(objects, dict)
    for geometry in objects["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                found.append(_joined(ring, arcs))
    return found


def _joined(ring: list[int], arcs: list[Ring]) -> Ring:
    line: Ring = []
    for index in ring:
        part = arcs[index] if index >= 0 else arcs[~index][::-1]
        line += part[1:] if line else part
    return _unwrapped(line)


def _unwrapped(line: Ring) -> Ring:
    """A ring that crosses the date line goes on beyond it, to the east: Asia stays in one piece with Europe."""
    found: Ring = []
    for x, y in line:
        before = found[-1][0] if found else x + 360 * (x < -168)
        found.append((x + 360 * round((before - x) / 360), y))
    return found


def clipped(ring: Ring) -> Ring:
    """What of a ring lies on the map (Sutherland and Hodgman)."""
    for axis, limit, below in ((0, WEST, False), (0, EAST, True), (1, SOUTH, False), (1, NORTH, True)):
        ring = _cut(ring, axis, limit, below)
    return ring


def _cut(ring: Ring, axis: int, limit: float, below: bool) -> Ring:
    found: Ring = []
    for here, there in zip(ring, ring[1:] + ring[:1], strict=True):
        inside, next_inside = (here[axis] <= limit) == below, (there[axis] <= limit) == below
        if inside:
            found.append(here)
        if inside != next_inside:
            part = (limit - here[axis]) / (there[axis] - here[axis])
            found.append((here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1])))
    return found


def size(ring: Ring) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def simplified(line: Ring, tolerance: float) -> Ring:
    """The line with fewer points (Douglas and Peucker)."""
    if len(line) < 3:
        return line
    (ax, ay), (bx, by) = line[0], line[-1]
    dx, dy = (bx - ax) * NARROWING, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    far, at = 0.0, 0
    for index, (x, y) in enumerate(line[1:-1], 1):
        px, py = (x - ax) * NARROWING, y - ay
        away = abs(px * dy - py * dx) / length if length else (px * px + py * py) ** 0.5
        if away > far:
            far, at = away, index
    if far <= tolerance:
        return [line[0], line[-1]]
    return simplified(line[: at + 1], tolerance)[:-1] + simplified(line[at:], tolerance)


def main() -> None:
    rings = [clipped(ring) for ring in rings_of(json.loads(Path(sys.argv[1]).read_text()))]
    kept = [simplified(ring, TOLERANCE) for ring in rings if len(ring) > 3 and size(ring) > SMALLEST]
    rows = [[[round(x, 2), round(y, 2)] for x, y in ring] for ring in kept if len(ring) > 3]
    FILE.write_text("[\n" + ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows) + "\n]\n")
    print(len(rows), "rings,", sum(map(len, rows)), "points")


if __name__ == "__main__":
    main()
