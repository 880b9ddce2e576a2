"""The board as SVG: washes, lines, signs and names of the staff map, and the strips above and below it."""

from __future__ import annotations

from tools.europe.flood import KNOT, Pack, Seeds, links
from tools.europe.lines import hachures, moved, path, strokes, teeth
from tools.europe.places import SHEET, places, printed
from tools.europe.shapes import Box, Corner, Raster, Ring, inside, outlines, turning
from tools.europe.signs import DEFS, sign
from tools.europe.strips import cells, legend, sheets, title
from tools.europe.style import THEME, style
from tools.europe.trace import EDGE, Arc
from tools.europe.warp import HEIGHT, TOP, WIDTH

WASHES = {
    "germany": 1, "france": 2, "britain": 3, "italy": 4, "ussr": 5, "belgium": 4, "netherlands": 3, "denmark": 2, "poland": 3, "norway": 4,
    "sweden": 2, "finland": 3, "hungary": 2, "romania": 4, "bulgaria": 3, "yugoslavia": 5, "greece": 2, "turkey": 4, "spain": 4, "usa": 3,
}  # fmt: skip
"""The wash of every country: no two neighbours have the same."""
BY_LAND = ("land", "river", "no_land")

HEAD = f"""<?xml version="1.0" encoding="UTF-8"?>
<!--
  Battle for Europe 1939-45: the map. Drawn for sandtable by tools/draw_europe.py, from the pack; change the tool or its data, not this file.
  Coast line after Natural Earth (public domain). What the table relies on:
    class="area"  id = scene id               a place that can be clicked and lit up; a call-out belongs to its area
    class="slots" id = scene id + "/pieces"   the box in which the pieces of that place are laid out; "/holder": the flag of who holds it
    class="label" data-name = scene id        a name that the table replaces by the one of the reader's language
    data-over                                 drawn over what is lit or held
    data-has = scene id                       drawn only where the table has that thing: the sheets of the powers that play
    data-border = "a b"                       where two areas meet, drawn by its kind; data-link: where a strait is crossed
  A theme changes the custom properties of .{THEME}; they are inside :where(), so that any rule of the page overrides them.
-->
"""


class Map:
    """Everything that the layers are drawn from."""

    def __init__(self, pack: Pack, seeds: Seeds, arcs: list[Arc]) -> None:
        self.pack, self.seeds, self.arcs = pack, seeds, arcs
        self.shapes = outlines(arc for arc in arcs)
        self.places = places(pack, self.shapes)
        self.between: dict[frozenset[str], list[Arc]] = {}
        for arc in arcs:
            self.between.setdefault(frozenset((arc.left, arc.right)), []).append(arc)

    def on_left(self, one: str, other: str) -> list[tuple[Corner, ...]]:
        """The lines between two areas, each with the first on its left."""
        return [
            arc.points if arc.left == one else arc.points[::-1] for arc in self.between.get(frozenset((one, other)), [])
        ]

    def country(self, area: str) -> str:
        return str(self.pack.areas[area].get("country", ""))


def board(pack: Pack, seeds: Seeds, arcs: list[Arc]) -> str:
    chart = Map(pack, seeds, arcs)
    parts = [
        HEAD,
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{THEME}" viewBox="0 0 {SHEET.width} {SHEET.height}" role="group" aria-labelledby="be-title be-desc">',
        '<title id="be-title">Battle for Europe</title>',
        '<desc id="be-desc">A staff map of Europe in 1939 on linen paper: 111 lands, 17 seas, the boxes of the United States and of the Urals; above it the calendar, below it a sheet for each great power.</desc>',
        f"<style>\n{style()}\n</style>",
        DEFS,
        f'<rect class="paper art" width="{SHEET.width}" height="{SHEET.height}"/>',
        *washes(chart),
        '<g class="be-coasts art" id="be-coasts" fill="none">',
        *coasts(chart),
        "</g>",
        '<g class="lines art">',
        *relief(chart),
        "</g>",
        folds(),
        *boxes(chart),
        *(strip for strip in (title(), *cells(), *sheets())),
        '<g data-over="" class="art">',
        '<g class="lines">',
        *borders(chart),
        "</g>",
        *walls(chart),
        *bridges(chart),
        *knots(chart),
        *names(chart),
        *legend(),
        "</g>",
        *slots(chart),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def drawn(shape: list[Ring]) -> str:
    return "".join(path(ring, closed=True) for ring in shape)


def rectangle(box: Box, like: int) -> Ring:
    """A box as a ring that runs the same way round as another."""
    ring = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    return ring if (turning(ring) > 0) == (like > 0) else ring[::-1]


def washes(chart: Map) -> list[str]:
    """Seas first, then lands that nobody enters, then the areas."""
    callouts = {area: place.callout for area, place in chart.places.items() if place.callout is not None}
    found = []
    outer = {area: max(map(turning, shape), key=abs) for area, shape in chart.shapes.items()}
    for area in [area for area in chart.pack.areas if chart.pack.is_sea(area)]:
        rooms = inside(chart.shapes[area], 8)
        holes = [rectangle(box, -outer[area]) for box in callouts.values() if _holds(rooms, box)]
        found.append(f'<path class="area sea" id="area:{area}" d="{drawn(chart.shapes[area] + holes)}"/>')
    closed = [
        face for face in chart.shapes if face not in chart.pack.areas and face != EDGE and not face.startswith(KNOT)
    ]
    found.append('<use class="be-shelf art" href="#be-coasts"/>')
    for look, wet in (("closed", False), ("still", True)):
        shapes = "".join(drawn(chart.shapes[face]) for face in sorted(closed) if (face in chart.seeds.water) == wet)
        found.append(f'<path class="{look} art" d="{shapes}"/>')
    for area, entry in chart.pack.areas.items():
        if entry["kind"] == "sea":
            continue
        shape = chart.shapes[area]
        if area in callouts:
            shape = [*shape, rectangle(callouts[area], outer[area])]
        look = "box" if entry["kind"] == "box" else f"w{WASHES[chart.country(area)]}"
        found.append(f'<path class="area {look}" id="area:{area}" d="{drawn(shape)}"/>')
    return found


def _holds(rooms: Raster, box: Box) -> bool:
    column, row = (box.middle[0] - rooms.x) // rooms.step, (box.middle[1] - rooms.y) // rooms.step
    return 0 <= row < len(rooms.rows) and 0 <= column < len(rooms.rows[0]) and rooms.rows[row][column]


def _is_water(chart: Map, face: str) -> bool:
    return chart.pack.is_sea(face) or face in chart.seeds.water


def _is_coast(chart: Map, arc: Arc) -> bool:
    faces = (arc.left, arc.right)
    return (
        EDGE not in faces
        and not {"usa", "urals"} & {*faces}
        and _is_water(chart, arc.left) != _is_water(chart, arc.right)
    )


def coasts(chart: Map) -> list[str]:
    """Where land meets water: for each border its line, and one for all coasts of lands and waters that nobody enters."""
    found, rest = [], []
    for pair, arcs in sorted(chart.between.items(), key=lambda item: sorted(item[0])):
        if not _is_coast(chart, arcs[0]):
            continue
        line = "".join(path(arc.points) for arc in arcs)
        kind = chart.pack.borders.get(pair, {}).get("kind")
        if kind == "coast":
            found.append(f'<path class="coast" data-border="{" ".join(sorted(pair))}" d="{line}"/>')
        else:
            rest.append(line)
    return [*found, f'<path d="{"".join(rest)}"/>']


def relief(chart: Map) -> list[str]:
    """Hachures on the side that is defended; all round where a whole area is mountains; reeds in swamps."""
    pens: list[tuple[tuple[float, float], tuple[float, float]]] = []
    marsh: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for area, entry in chart.pack.areas.items():
        if entry.get("terrain") == "mountain":
            sources = entry.get("terrain_from") or [
                other for other in chart.pack.areas if chart.pack.kind(area, other) in BY_LAND
            ]
            assert isinstance(sources, list)
            for other in sources:
                for line in chart.on_left(area, other):
                    pens += hachures(line)
        if entry.get("terrain") == "swamp":
            marsh += reeds(chart, area)
    return [f'<path class="relief" d="{strokes(pens)}"/>', f'<path class="marsh" d="{strokes(marsh)}"/>']


def reeds(chart: Map, area: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    raster = inside(chart.shapes[area], 10)
    found: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for row in range(2, len(raster.rows) - 2, 3):
        for column in range(2 + row % 2 * 2, len(raster.rows[row]) - 2, 5):
            if all(raster.rows[row + dy][column + dx] for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                x, y = raster.x + column * raster.step, raster.y + row * raster.step
                found += [
                    ((x - 9, y), (x + 9, y)),
                    ((x - 4, y - 4), (x - 4, y - 8)),
                    ((x, y - 4), (x, y - 11)),
                    ((x + 4, y - 4), (x + 4, y - 8)),
                ]
    return found


def folds() -> str:
    down = "".join(f"M{round(WIDTH * part / 4)} 0v{SHEET.height}" for part in (1, 2, 3))
    across = "".join(f"M0 {TOP + round(HEIGHT * part / 3)}h{SHEET.width}" for part in (1, 2))
    return f'<path class="fold art" d="{down}{across}"/>'


def boxes(chart: Map) -> list[str]:
    """The paper labels of areas that are too small for their pieces."""
    found = []
    for place in chart.places.values():
        if place.callout is not None and place.leader is not None:
            start, end = place.leader
            found.append(
                f'<path class="leader art" d="{path([start, end])}"/><circle class="ink art" cx="{end[0]}" cy="{end[1]}" r="4"/>'
            )
            x, y, width, height = place.callout
            found.append(f'<rect class="slip art" x="{x}" y="{y}" width="{width}" height="{height}" rx="3"/>')
    return found


def borders(chart: Map) -> list[str]:
    """Every border once, as its kind is drawn; frontiers between countries have a band of their own."""
    found, band, rim = [], [], []
    for pair, border in sorted(chart.pack.borders.items(), key=lambda item: sorted(item[0])):
        arcs = chart.between.get(pair)
        if arcs is None or border["kind"] == "coast":
            continue
        one, other = sorted(pair)
        line = "".join(path(arc.points) for arc in arcs)
        kind = str(border["kind"])
        frontier = kind in BY_LAND and chart.country(one) != chart.country(other)
        if frontier:
            band.append(line)
        look = f"{kind} f" if frontier and kind == "land" else kind
        found.append(f'<path class="{look}" data-border="{one} {other}" d="{line}"/>')
    for pair, arcs in chart.between.items():
        faces = [face for face in pair if face in chart.pack.areas]
        if len(faces) < 2 and EDGE not in pair:
            rim += [
                path(arc.points) for arc in arcs if not _is_water(chart, arc.left) and not _is_water(chart, arc.right)
            ]
    return [
        f'<path class="band" d="{"".join(band)}"/>',
        f'<path class="rim" d="{"".join(rim)}"/>',
        *sorted(found, key=_above),
    ]


def _above(line: str) -> bool:
    """Rivers are drawn last, over the ends of other lines."""
    return 'class="river"' in line


def walls(chart: Map) -> list[str]:
    """Fortresses: a rampart with teeth towards those against whom it helps."""
    found = []
    for area, entry in chart.pack.areas.items():
        sources = entry.get("fortress_from") or []
        assert isinstance(sources, list)
        for other in sources:
            lines = chart.on_left(area, other)
            rampart = "".join(path([(round(x), round(y)) for x, y in moved(line, 10)]) for line in lines)
            found.append(
                f'<g class="lines" data-wall="{area} {other}"><path class="rampart" d="{rampart}"/></g><path class="wall" d="{"".join(map(teeth, lines))}"/>'
            )
    return found


def bridges(chart: Map) -> list[str]:
    """Straits that are crossed: an arrow for land units, dots where only aircraft pass."""
    found = []
    for pair in sorted(links(chart.pack, chart.seeds), key=sorted):
        one, other = sorted(pair)
        a, b = nearest(chart.shapes[one], chart.shapes[other])
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        across, down = b[0] - a[0], b[1] - a[1]
        size = (across * across + down * down) ** 0.5 or 1.0
        dx, dy = across / size, down / size
        kind = chart.pack.kind(one, other)
        half = max(size / 2 + 10, 24)
        if kind == "arrow":
            found.append(
                f'<path class="crossing" data-link="{one} {other}" d="{_double_arrow((x, y), (dx, dy), half)}"/>'
            )
        else:
            ends = [(round(x - dx * half), round(y - dy * half)), (round(x + dx * half), round(y + dy * half))]
            found.append(f'<g class="lines"><path class="no_land" data-link="{one} {other}" d="{path(ends)}"/></g>')
    return found


def _double_arrow(at: tuple[float, float], way: tuple[float, float], half: float) -> str:
    """An arrow with a head at both ends."""
    outline = [
        (-half, 0),
        (-half + 13, -11),
        (-half + 13, -4),
        (half - 13, -4),
        (half - 13, -11),
        (half, 0),
        (half - 13, 11),
        (half - 13, 4),
        (-half + 13, 4),
        (-half + 13, 11),
    ]
    (x, y), (dx, dy) = at, way
    return path([(round(x + u * dx - v * dy, 1), round(y + u * dy + v * dx, 1)) for u, v in outline], closed=True)


def nearest(one: list[Ring], other: list[Ring]) -> tuple[Corner, Corner]:
    """The points of two shapes that are nearest to each other."""
    return min(
        ((a, b) for ring in one for a in ring for far in other for b in far),
        key=lambda pair: (pair[0][0] - pair[1][0]) ** 2 + (pair[0][1] - pair[1][1]) ** 2,
    )


def knots(chart: Map) -> list[str]:
    """Points at which four areas meet crosswise: nobody passes there."""
    shapes = [drawn(shape) for face, shape in chart.shapes.items() if face.startswith(KNOT)]
    return [f'<path class="knot" d="{"".join(shapes)}"/>']


def names(chart: Map) -> list[str]:
    found = []
    for area, place in chart.places.items():
        entry = chart.pack.areas[area]
        x, y = place.name
        look = "label sea" if chart.pack.is_sea(area) else "label" if place.size == 22 else "label s"
        turn = f' transform="rotate(-90 {x} {y})"' if area == "urals" else ""
        found.append(
            f'<text class="{look}" data-name="area:{area}" data-width="{place.name_width}" data-size="{place.size}" x="{x}" y="{y}"{turn}>{printed(area, entry)}</text>'
        )
        found += [sign(kind, at, area, entry) for kind, at in place.signs]
    return found


def slots(chart: Map) -> list[str]:
    found = []
    for area, place in chart.places.items():
        found.append(slot(f"area:{area}/pieces", place.slot))
        if place.flag is not None:
            found.append(slot(f"area:{area}/holder", place.flag))
    return found


def slot(name: str, box: Box) -> str:
    x, y, width, height = box
    return f'<rect class="slots" id="{name}" x="{x}" y="{y}" width="{width}" height="{height}" fill="none"/>'
