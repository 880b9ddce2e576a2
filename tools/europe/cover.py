"""The picture in the list of games: the west of the map on the table, with two arrows of grease pencil."""

from __future__ import annotations

from tools.europe.flood import Pack, Seeds
from tools.europe.lines import path
from tools.europe.shapes import Ring, outlines
from tools.europe.signs import star
from tools.europe.style import LIGHT
from tools.europe.trace import EDGE, Arc

LEFT, TOP_EDGE, SCALE = 420, 640, 0.66
WIDTH, HEIGHT = 640, 480
ARROWS = (
    (
        "#232323",
        "M452 196Q330 236 226 214Q168 200 118 168L124 150L60 152L98 204L104 186Q160 224 222 236Q336 262 466 216Z",
    ),
    ("#a3203a", "M36 60Q66 88 104 92L102 76L150 104L98 122L100 108Q56 104 24 72Z"),
)


def cover(pack: Pack, seeds: Seeds, arcs: list[Arc]) -> str:
    shapes = outlines(arcs)
    land = [
        face
        for face in shapes
        if face != EDGE and not pack.is_sea(face) and face not in seeds.water and face not in ("usa", "urals")
    ]
    seen = [ring for face in land for ring in shapes[face] if _in_view(ring)]
    lines = [
        arc.points
        for arc in arcs
        if {arc.left, arc.right} <= pack.areas.keys()
        and not pack.is_sea(arc.left)
        and not pack.is_sea(arc.right)
        and _in_view(arc.points)
    ]
    ground, inner = (
        "".join(path(_scaled(ring), closed=True) for ring in seen),
        "".join(path(_scaled(line)) for line in lines),
    )
    rivers = "".join(
        path(_scaled(arc.points)) for arc in arcs if pack.kind(arc.left, arc.right) == "river" and _in_view(arc.points)
    )
    ruling = "".join(f"M0 {y}H{WIDTH}" for y in range(4, HEIGHT, 8))
    arrows = "".join(f'<path fill="{colour}" opacity=".86" d="{line}"/>' for colour, line in ARROWS)
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- Battle for Europe: the picture on the shelf. Drawn for sandtable by tools/draw_europe.py: a staff map of 1940. -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">
  <rect width="{WIDTH}" height="{HEIGHT}" fill="{LIGHT["sea"]}"/>
  <path fill="none" stroke="{LIGHT["sea-line"]}" stroke-width="1.200" d="{ruling}"/>
  <path fill="none" stroke="{LIGHT["shelf"]}" stroke-width="12" stroke-linejoin="round" opacity=".6" d="{ground}"/>
  <path fill="{LIGHT["wash-3"]}" stroke="{LIGHT["coast"]}" stroke-width="1.600" stroke-linejoin="round" d="{ground}"/>
  <path fill="none" stroke="{LIGHT["wash-3"]}" stroke-width="3" d="{inner}"/>
  <path fill="none" stroke="{LIGHT["carmine"]}" stroke-width="1.600" stroke-dasharray="7 4" d="{inner}"/>
  <path fill="none" stroke="{LIGHT["river"]}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" d="{rivers}"/>
  {arrows}
  <path fill="none" stroke="{LIGHT["fold"]}" stroke-width="2" opacity=".4" d="M213 0V{HEIGHT}M427 0V{HEIGHT}M0 240H{WIDTH}"/>
  <rect y="372" width="{WIDTH}" height="108" fill="{LIGHT["paper-light"]}"/>
  <path fill="none" stroke="{LIGHT["ink"]}" stroke-width="2.400" d="M0 372H{WIDTH}M24 458H616"/>
  <path fill="{LIGHT["carmine"]}" transform="translate(52 414)" d="{star(24)}"/>
  <path fill="{LIGHT["carmine"]}" transform="translate(588 414)" d="{star(24)}"/>
  <text x="320" y="436" font-family="'Arial Narrow', 'Roboto Condensed', 'Liberation Sans Narrow', Arial, sans-serif" font-size="62" font-weight="bold" letter-spacing="8" text-anchor="middle" textLength="430" lengthAdjust="spacingAndGlyphs" fill="{LIGHT["ink"]}">1939–1945</text>
</svg>
"""


def _scaled(points: Ring | tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    return [(round((x - LEFT) * SCALE), round((y - TOP_EDGE) * SCALE)) for x, y in points]


def _in_view(points: Ring | tuple[tuple[int, int], ...]) -> bool:
    return any(0 <= x <= WIDTH and 0 <= y <= 380 for x, y in _scaled(points))
