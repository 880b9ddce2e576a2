"""Which area every point of the sheet belongs to: water is flooded from the seeds of the seas, land from those of the lands.

An area never takes a point beside an area that it does not border in the pack, so nothing touches that should not; what nobody may take is left as a knot.
What should touch and does not is mended by hand, with seeds in `seeds.toml`.
"""

from __future__ import annotations

import itertools
import json
import math
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from pathlib import Path

from tools.europe.warp import HEIGHT, WIDTH, degrees, on_sheet

HERE = Path(__file__).parent
CELL = 4
"""A point of the raster in units of the sheet."""
COLUMNS, ROWS = math.ceil(WIDTH / CELL), math.ceil(HEIGHT / CELL)
FREE = ""
KNOT = "knot"
NEAR = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
REACH = 0.48
"""How far towards each neighbour an area has seeds, in parts of the way."""
WAVE = 3.5
"""How far borders wander from the straight line between two seeds, in units of the sheet."""

Cell = tuple[int, int]
Line = list[list[float]]


@dataclass
class Pack:
    """What the drawing needs to know of the component pack."""

    areas: dict[str, dict[str, object]]
    borders: dict[frozenset[str], dict[str, object]]
    values: list[dict[str, object]]
    """Attack and defence of every nation's units."""

    @classmethod
    def read(cls, file: Path) -> Pack:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        borders = {frozenset((border["a"], border["b"])): border for border in raw["border"]}
        return cls({area["id"]: area for area in raw["area"]}, borders, raw["unit_value"])

    def kind(self, one: str, other: str) -> str | None:
        border = self.borders.get(frozenset((one, other)))
        return None if border is None else str(border["kind"])

    def is_sea(self, area: str) -> bool:
        return area in self.areas and self.areas[area]["kind"] == "sea"


@dataclass
class Seeds:
    """The seeds by hand: lines of longitudes and latitudes for areas, closed lands and closed waters."""

    land: dict[str, list[Line]]
    sea: dict[str, list[Line]]
    closed: dict[str, list[Line]]
    water: dict[str, list[Line]]
    moved: dict[str, list[float]]
    """Areas whose point in the pack lies elsewhere than on their land."""
    over: set[frozenset[str]]
    """Borders that lead over water: they are drawn as a link."""
    away: set[frozenset[str]]
    """Borders towards which no seeds are laid, because the straight line crosses something else."""
    dug: list[Line]
    """Water that the coast line is too coarse for: straits and estuaries, with a width."""
    filled: list[Line]
    """Land that the coast line lacks."""

    @classmethod
    def read(cls, file: Path = HERE / "seeds.toml") -> Seeds:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        over, away = ({frozenset(pair) for pair in raw[name]["pairs"]} for name in ("over", "away"))
        return cls(
            raw["land"],
            raw["sea"],
            raw["closed"],
            raw["water"],
            raw["moved"],
            over,
            away,
            raw["dug"]["rings"],
            raw["filled"]["rings"],
        )


def links(pack: Pack, seeds: Seeds) -> set[frozenset[str]]:
    """Borders between areas with water between them."""
    return seeds.over | {pair for pair, border in pack.borders.items() if border["kind"] == "arrow"}


def cell(longitude: float, latitude: float) -> Cell:
    x, y = on_sheet(longitude, latitude)
    return int(x / CELL), int(y / CELL)


def line(a: Cell, b: Cell) -> Iterable[Cell]:
    steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]), 1)
    for step in range(steps + 1):
        yield round(a[0] + (b[0] - a[0]) * step / steps), round(a[1] + (b[1] - a[1]) * step / steps)


def polyline(points: Line) -> Iterable[Cell]:
    cells = [cell(x, y) for x, y in points]
    if len(cells) == 1:
        yield cells[0]
    for a, b in itertools.pairwise(cells):
        yield from line(a, b)


def paint(rings: list[list[tuple[float, float]]]) -> list[bytearray]:
    """A raster in which the inside of the rings is 1 (even and odd)."""
    rows = [bytearray(COLUMNS) for _ in range(ROWS)]
    for y in range(ROWS):
        middle = (y + 0.5) * CELL
        cuts: list[float] = []
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
                if (ay <= middle) != (by <= middle):
                    cuts.append(ax + (middle - ay) * (bx - ax) / (by - ay))
        cuts.sort()
        for left, right in zip(cuts[::2], cuts[1::2], strict=True):
            start, end = max(math.ceil(left / CELL - 0.5), 0), min(math.ceil(right / CELL - 0.5), COLUMNS)
            if end > start:
                rows[y][start:end] = b"\1" * (end - start)
    return rows


def ground(seeds: Seeds) -> list[bytearray]:
    """Where there is land."""
    rings = json.loads((HERE / "coast.json").read_text())
    land = paint([[on_sheet(x, y) for x, y in ring] for ring in rings])
    for value, changes in ((1, seeds.filled), (0, seeds.dug)):
        for ring in changes:
            inside = paint([[on_sheet(x, y) for x, y in ring]])
            for y in range(ROWS):
                for x in range(COLUMNS):
                    if inside[y][x]:
                        land[y][x] = value
    return land


def _bent() -> list[tuple[float, float]]:
    """Every point of the raster in units of the sheet, moved a little by a gentle noise: borders that are straight on it wander on the map."""
    found: list[tuple[float, float]] = []
    for y in range(ROWS):
        for x in range(COLUMNS):
            u = math.sin(x / 6 + 1.7 * math.sin(y / 8)) + 0.6 * math.sin(y / 2.7 + x / 4.5)
            v = math.sin(y / 5 + 1.3 * math.sin(x / 7 + 2)) + 0.6 * math.sin(x / 2.9 - y / 4)
            found.append((x * CELL + WAVE * u, y * CELL + WAVE * v))
    return found


class Flood:
    """The raster while it is being filled."""

    def __init__(self, pack: Pack, seeds: Seeds) -> None:
        self.pack, self.seeds = pack, seeds
        self.land = ground(seeds)
        self.label = [[FREE] * COLUMNS for _ in range(ROWS)]
        self.sown: dict[int, list[tuple[str, Cell]]] = {0: [], 1: []}
        self.bent = _bent()
        self.rings: dict[str, set[str]] = {area: set() for area in pack.areas}
        for pair in pack.borders.keys() - links(pack, seeds):
            one, other = sorted(pair)
            self.rings[one].add(other)
            self.rings[other].add(one)

    def may_touch(self, one: str, other: str) -> bool:
        return one not in self.rings or other not in self.rings or other in self.rings[one]

    def free_for(self, x: int, y: int, area: str) -> bool:
        for dx, dy in NEAR:
            if 0 <= x + dx < COLUMNS and 0 <= y + dy < ROWS:
                other = self.label[y + dy][x + dx]
                if other not in (FREE, area) and not self.may_touch(area, other):
                    return False
        return True

    def sow(self, area: str, cells: Iterable[Cell], land: int) -> None:
        self.sown[land] += [
            (area, (x, y)) for x, y in cells if 0 <= x < COLUMNS and 0 <= y < ROWS and self.land[y][x] == land
        ]

    def drown(self, land: int) -> None:
        """What no seed can reach changes sides: islands of no use become water, ponds become land."""
        reached = {at for _, at in self.sown[land]}
        todo = list(reached)
        while todo:
            x, y = todo.pop()
            for dx, dy in NEAR:
                at = (x + dx, y + dy)
                if at not in reached and 0 <= at[0] < COLUMNS and 0 <= at[1] < ROWS and self.land[at[1]][at[0]] == land:
                    reached.add(at)
                    todo.append(at)
        for y in range(ROWS):
            for x in range(COLUMNS):
                if self.land[y][x] == land and (x, y) not in reached:
                    self.land[y][x] = 1 - land

    def run(self, land: int) -> None:
        """Fill all that can be reached, the nearest to a seed first; then once more from the edges of what was filled."""
        start = [(0.0, x, y, x, y, area) for area, (x, y) in self.sown[land] if self.label[y][x] == FREE]
        while self._fill(start, land):
            start = []
            for y in range(1, ROWS - 1):
                for x in range(1, COLUMNS - 1):
                    if self.label[y][x] == FREE and self.land[y][x] == land:
                        near = {self.label[y + dy][x + dx] for dx, dy in NEAR if self.land[y + dy][x + dx] == land} - {
                            FREE
                        }
                        start += [(0.0, x, y, x, y, area) for area in sorted(near) if self.free_for(x, y, area)]

    def _fill(self, heap: list[tuple[float, int, int, int, int, str]], land: int) -> int:
        heapify(heap)
        best: dict[Cell, float] = {}
        filled = 0
        bent = self.bent
        while heap:
            _, x, y, from_x, from_y, area = heappop(heap)
            if self.label[y][x] != FREE or not self.free_for(x, y, area):
                continue
            self.label[y][x] = area
            filled += 1
            source = bent[from_y * COLUMNS + from_x]
            for dx, dy in NEAR:
                nx, ny = x + dx, y + dy
                if 0 <= nx < COLUMNS and 0 <= ny < ROWS and self.land[ny][nx] == land and self.label[ny][nx] == FREE:
                    away = math.dist(bent[ny * COLUMNS + nx], source)
                    if away < best.get((nx, ny), math.inf) + 2 * CELL:
                        best[nx, ny] = min(away, best.get((nx, ny), math.inf))
                        heappush(heap, (away, nx, ny, from_x, from_y, area))
        return filled


def point(pack: Pack, seeds: Seeds, area: str) -> Cell:
    if area in seeds.moved:
        return cell(*seeds.moved[area])
    entry = pack.areas[area]
    return cell(*degrees(float(str(entry["x"])), float(str(entry["y"]))))


def flooded(pack: Pack, seeds: Seeds) -> Flood:
    flood = Flood(pack, seeds)
    boxes(flood)
    for area, entry in pack.areas.items():
        if entry["kind"] == "land":
            sow_land(flood, area)
    for land, names in ((1, seeds.closed), (0, seeds.sea), (0, seeds.water)):
        for area, lines in names.items():
            for points in lines:
                flood.sow(area, polyline(points), land)
    for land in (1, 0):
        flood.drown(land)
    for land in (0, 1):
        flood.run(land)
    for row in flood.label:
        row[:] = [name or KNOT for name in row]
    return flood


BOX_USA = (16, 600, 176, 232)
BOX_URALS = (WIDTH - 62, WIDTH)


def boxes(flood: Flood) -> None:
    """The two boxes lie on the map like areas: the United States in the North Atlantic, the Urals along the eastern edge."""
    x, y, width, height = (side // CELL for side in BOX_USA)
    for row in range(y, y + height):
        for column in range(x, x + width):
            flood.label[row][column] = "usa"
            flood.land[row][column] = 2
    (_, top), (_, bottom) = cell(50, 63.5), cell(50, 46.3)
    for row in range(top, bottom):
        for column in range(BOX_URALS[0] // CELL, COLUMNS):
            flood.label[row][column] = "urals"
            flood.land[row][column] = 2


def sow_land(flood: Flood, area: str) -> None:
    pack, seeds = flood.pack, flood.seeds
    here = point(pack, seeds, area)
    flood.sow(area, [here], 1)
    for other in sorted(flood.rings[area]):
        if (
            pack.kind(area, other) in ("land", "river", "no_land")
            and frozenset((area, other)) not in seeds.away | seeds.over
        ):
            there = point(pack, seeds, other)
            half = round(here[0] + (there[0] - here[0]) * REACH), round(here[1] + (there[1] - here[1]) * REACH)
            flood.sow(area, line(here, half), 1)
    for points in seeds.land.get(area, []):
        flood.sow(area, polyline(points), 1)


def contacts(flood: Flood) -> Counter[frozenset[str]]:
    """How many steps of the raster two areas share."""
    found: Counter[frozenset[str]] = Counter()
    for y in range(ROWS):
        row = flood.label[y]
        for x in range(COLUMNS):
            here = row[x]
            if x + 1 < COLUMNS and row[x + 1] != here:
                found[frozenset((here, row[x + 1]))] += 1
            if y + 1 < ROWS and flood.label[y + 1][x] != here:
                found[frozenset((here, flood.label[y + 1][x]))] += 1
    return found
