"""The counters: eight silhouettes, with the values of each nation as they are printed, fresh and used."""

from __future__ import annotations

from tools.europe.flood import Pack
from tools.europe.signs import star

DRAWN, SIDE = 44, 34
"""Counters are drawn in 44 units and printed in 34: where there is room they are laid out up to half as large again."""
FINE = 15
"""The size of attack and defence values: fine print, which is left out where a counter is small on the screen."""
SHIFTED = "transform:var(--silhouette,translate(1px,-1px))"
"""A silhouette lies below the values, and is larger where they are left out (theme.css)."""
HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<!--
  Battle for Europe: the counters. Drawn for sandtable by tools/draw_europe.py, from the pack; change the tool, not this file.
  A counter shows its attack value on the left, its defence value on the right, and how many units it stands for below;
  its emblem tells the nation. The side of a unit that has acted is struck through.
  Everything is drawn in the colour of the owner's ink (currentColor).
-->
"""
SILHOUETTES = {
    "infantry": "M9 27Q8 15 19 15Q30 15 29 27L33 29.500H5L9 27Z",
    "tank": "M12 14h11q3 0 3.500 3H38v2.500H27V22h5q4 0 4 4t-4 4H9q-4 0-4-4t4-4h2v-5.500Q11 14 12 14Z",
    "aircraft": "M18.500 12h4l.5 7 15 3v3.500l-15-.5-.7 5 4.700 2v2h-13v-2l4.700-2-.7-5-15 .5V22l15-3Z",
    "fleet": "M4 25H37l-4 7H9ZM11 23v-4h5v-6h3v3h3v-5h2v8h5v4Z",
    "paratroop": "M8 20Q9 11 20.500 11Q32 11 33 20Q29 17 26.500 20Q23.500 17 20.500 20Q17.500 17 14.500 20Q12 17 8 20ZM9 21l9 8h5l9-8-8 11h-7Z",
    "bomber": "M19 10h3l1 8 16 2.500V24l-10-.3v2h-3v-2.200l-3.300-.1-.7 7 5 2v2H14.500v-2l5-2-.7-7-3.300.1v2.200h-3v-2L2.500 24v-3.500L18 18Z",
    "submarine": "M4 26h6l2-2h6v-6h2v-4h1.500v4H25v6h6q6 0 7 4-3 3-8 3H11Q5 31 4 26Z",
    "destroyer": "M5 26H37l-5 6H9ZM13 24v-3h3v-6h2v6h3v-4h4v4h3v3Z",
}
EMBLEMS = {
    "germany": '<path fill="none" stroke="currentColor" stroke-width="1.700" d="M-2-7H2Q1.500-3 2-2Q3-1.500 7-2V2Q3 1.500 2 2Q1.500 3 2 7H-2Q-1.500 3-2 2Q-3 1.500-7 2V-2Q-3-1.500-2-2Q-1.500-3-2-7Z"/>',
    "italy": '<circle fill="none" stroke="currentColor" stroke-width="1.700" r="6.300"/><path stroke="currentColor" stroke-width="1.700" d="M-2.500-3.500V3.500M0-4V4M2.500-3.500V3.500"/>',
    "france": '<circle fill="none" stroke="currentColor" stroke-width="1.700" r="6.300"/><circle fill="none" stroke="currentColor" stroke-width="1.500" r="2.800"/>',
    "britain": '<circle fill="none" stroke="currentColor" stroke-width="2.800" r="5.800"/><circle fill="currentColor" r="2.300"/>',
    "ussr": f'<path fill="currentColor" d="{star(8, inner=0.4)}"/>',
    "usa": f'<circle fill="none" stroke="currentColor" stroke-width="1.400" r="7.300"/><path fill="currentColor" d="{star(6, inner=0.4)}"/>',
}
"""Cockades, stars and the outline of a cross tell the nation in any language and to any eye."""


def counters(pack: Pack) -> str:
    """All symbols; those of a great power carry its emblem."""
    parts = [HEAD, '<svg xmlns="http://www.w3.org/2000/svg">', "  <defs>"]
    parts += [f'    <path id="be-{kind}" fill="currentColor" d="{line}"/>' for kind, line in SILHOUETTES.items()]
    parts += [f'    <g id="be-of-{nation}">{emblem}</g>' for nation, emblem in EMBLEMS.items()]
    parts += ["  </defs>"]
    for value in pack.values:
        parts += [_counter(value, used) for used in (False, True)]
    parts += [_convoy(hidden) for hidden in (False, True)]
    parts += [_pile(), *MARKS, "</svg>"]
    return "\n".join(parts) + "\n"


def _text(x: float, y: float, size: int, said: object, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" text-anchor="middle" fill="currentColor"{more}>{said}</text>'


def _counter(value: dict[str, object], used: bool) -> str:
    nation, kind = str(value["nation"]), str(value["type"])
    faded = ' opacity=".5"' if used else ""
    scale = SIDE / DRAWN
    head = f'id="stamp-{nation}_{kind}{"-used" if used else ""}" viewBox="0 0 {SIDE} {SIDE}" data-value="24.500 31 17"'
    parts = [
        f'  <symbol {head} data-fine="{FINE * scale:.1f}"><g transform="scale({scale:.3f})">',
        f'<g style="opacity:var(--fine,1)">{_text(8, 14, FINE, value["attack"])}{_text(35, 14, FINE, value["defence"])}</g>',
        f'<use href="#be-{kind}" style="{SHIFTED}"{faded}/>',
    ]
    if nation in EMBLEMS:
        parts.append(f'<use href="#be-of-{nation}" x="10" y="35"/>')
    if used:
        parts.append(
            '<path fill="none" stroke="currentColor" stroke-width="2.600" d="M3 30L30 3M3 41L41 3M14 41L41 14" opacity=".6"/>'
        )
    return "".join(parts) + "</g></symbol>"


def _convoy(hidden: bool) -> str:
    """A stack of aid: two merchant ships; face down it shows its back."""
    ships = "M6 24H24l-3 6H9ZM10 22v-5h4v-4h3v9ZM20 34H38l-3 6H23ZM24 32v-5h4v-4h3v9Z"
    back = '<path fill="none" stroke="currentColor" stroke-width="1.500" d="M5 5H39V39H5ZM5 22L22 5M5 39L39 5M22 39L39 22" opacity=".55"/>'
    face = f"{back}{_text(22, 31, 26, '?')}" if hidden else f'<path fill="currentColor" d="{ships}"/>'
    head = (
        f'  <symbol id="stamp-convoy{"-hidden" if hidden else ""}" viewBox="0 0 {SIDE} {SIDE}" data-value="26 11 15">'
    )
    return f'{head}<g transform="scale({SIDE / DRAWN:.3f})">{face}</g></symbol>'


def _pile() -> str:
    """War production points: a cogwheel with a hammer in it."""
    return (
        '  <symbol id="stamp-pile" viewBox="0 0 52 44"><circle cx="20" cy="23" r="13" fill="none" stroke="currentColor" stroke-width="6" stroke-dasharray="5.800 5"/>'
        '<circle cx="20" cy="23" r="11" fill="none" stroke="currentColor" stroke-width="3"/><path fill="currentColor" d="M14 17h9l3 3h-4v9h-3.500v-9H14Z"/></symbol>'
    )


MARKS = [
    '  <symbol id="stamp-cut_off" viewBox="0 0 44 44"><path fill="none" stroke="var(--owner, #000)" stroke-width="7" stroke-linecap="round" d="M5 22H39"/>'
    '<path fill="none" stroke="currentColor" stroke-width="3.200" stroke-linecap="round" stroke-dasharray="7 6" d="M5 22H39"/></symbol>',
    '  <symbol id="stamp-pinned" viewBox="0 0 18 18"><circle cx="9" cy="6" r="4.500" fill="currentColor"/><path stroke="currentColor" stroke-width="2.200" d="M9 9V17"/></symbol>',
    '  <symbol id="stamp-marker:time" viewBox="0 0 40 40"><path fill="none" stroke="currentColor" stroke-width="3" d="M8 5H31M8 34H31M10 6Q10 15 19.500 19.500Q29 15 29 6M10 33Q10 24 19.500 19.500Q29 24 29 33"/>'
    '<path fill="currentColor" d="M13 33Q14 27 19.500 25Q25 27 26 33Z"/></symbol>',
]
