"""The colours and letters of the board: linen paper by day, the same map under a red and amber lamp by night."""

from __future__ import annotations

LIGHT = {
    "paper": "#eee5cc",
    "paper-light": "#f8f2df",
    "paper-deep": "#dbcda9",
    "ink": "#2b2117",
    "sea": "#d3e3dd",
    "sea-line": "#b3cfca",
    "sea-ink": "#1f5560",
    "shelf": "#9fc3c3",
    "wash-1": "#ebe7d9",
    "wash-2": "#e6e6df",
    "wash-3": "#f4ecd2",
    "wash-4": "#f1e3c9",
    "wash-5": "#f3e2d6",
    "closed": "#d9d0b8",
    "closed-line": "#bfb391",
    "coast": "#4a5f5c",
    "carmine": "#a3203a",
    "river": "#2b6ca8",
    "relief": "#8f5f34",
    "fold": "#8d7a4f",
    "halo": "#f8f2df",
    "card": "#f8f2df",
    "wall": "#3a2a1c",
    "oil": "#1b1510",
}
DARK = {
    "paper": "#2a1a11",
    "paper-light": "#3a2517",
    "paper-deep": "#1c110b",
    "ink": "#f3d3a0",
    "sea": "#1b1817",
    "sea-line": "#2b2523",
    "sea-ink": "#d9a878",
    "shelf": "#4a3a2f",
    "wash-1": "#3c2a1c",
    "wash-2": "#402b22",
    "wash-3": "#44301c",
    "wash-4": "#4a2f1e",
    "wash-5": "#4a2820",
    "closed": "#20150e",
    "closed-line": "#3a281a",
    "coast": "#c08a55",
    "carmine": "#ff6f61",
    "river": "#8fb7c9",
    "relief": "#b9834c",
    "fold": "#0e0805",
    "halo": "#2a1a11",
    "card": "#352114",
    "wall": "#f3c98a",
    "oil": "#f3d3a0",
}
THEME = "battle-for-europe"
NARROW = "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', 'Archivo Narrow', 'DejaVu Sans Condensed', 'Helvetica Neue', Arial, sans-serif"
TYPEWRITER = "'Courier New', Courier, 'Liberation Mono', 'Nimbus Mono PS', monospace"

RULES = """
.T text { font-family: NARROW; fill: var(--ink); text-anchor: middle; }
.T .label { font-size: 22px; font-weight: bold; paint-order: stroke; stroke: var(--halo); stroke-width: 4px; stroke-linejoin: round; }
.T .label.s { font-size: 19px; }
.T .label.sea { fill: var(--sea-ink); font-style: italic; letter-spacing: 1px; stroke: var(--sea); }
.T .label.typed { font-size: 19px; text-anchor: start; stroke: none; font-weight: normal; font-family: TYPEWRITER; }
.T .typed { font-family: TYPEWRITER; font-size: 20px; }
.T .label.title { font-size: 46px; letter-spacing: 4px; text-anchor: start; text-transform: uppercase; stroke: none; }
.T .year { font-size: 24px; font-weight: bold; font-family: TYPEWRITER; }
.T .digit { font-size: 17px; font-weight: bold; }
.T .art { pointer-events: none; }
.T .slots { fill: none; stroke: none; pointer-events: none; }
.T .area { stroke: none; }
.T .w1 { fill: var(--wash-1); }
.T .w2 { fill: var(--wash-2); }
.T .w3 { fill: var(--wash-3); }
.T .w4 { fill: var(--wash-4); }
.T .w5 { fill: var(--wash-5); }
.T .sea.area { fill: url(#be-ruling); }
.T .closed { fill: url(#be-hatch); }
.T .still { fill: var(--sea-line); }
.T .paper { fill: var(--paper); }
.T .card { fill: var(--card); stroke: var(--ink); stroke-width: 1.4; }
.T .box { fill: var(--card); stroke: var(--ink); stroke-width: 2; }
.T .cell { fill: var(--paper-light); stroke: var(--ink); stroke-width: 1.4; }
.T .slip { fill: none; stroke: var(--ink); stroke-width: 1.6; }
.T .leader { fill: none; stroke: var(--ink); stroke-width: 1.6; }
.T .lines path { fill: none; stroke-linejoin: round; stroke-linecap: round; }
.be-coasts path { fill: none; stroke: var(--c, var(--coast)); stroke-width: var(--w, 2); stroke-linejoin: round; opacity: var(--o, 1); }
.be-shelf { --c: var(--shelf); --w: 13; --o: .5; }
.T .lines .rim { stroke: var(--coast); stroke-width: 2; }
.T .lines .shore { stroke: var(--coast); stroke-width: 5; stroke-dasharray: 1.5 6; stroke-linecap: butt; }
.T .lines .land { stroke: var(--carmine); stroke-width: 1.7; stroke-dasharray: 8 5; }
.T .lines .f { stroke-width: 3; stroke-dasharray: 13 4 2.5 4; }
.T .lines .band { stroke: var(--carmine); stroke-width: 11; opacity: .15; }
.T .lines .river { stroke: var(--river); stroke-width: 5; }
.T .lines .no_land { stroke: var(--wall); stroke-width: 5; stroke-dasharray: 3 5; stroke-linecap: butt; }
.T .lines .sea, .T .lines .ocean { stroke: var(--sea-ink); stroke-width: 2; stroke-dasharray: 2 8; }
.T .lines .strait { stroke: var(--carmine); stroke-width: 4; stroke-dasharray: 7 5; }
.T .lines .edge { stroke: var(--carmine); stroke-width: 4; stroke-dasharray: 2 7; }
.T .lines .relief { stroke: var(--relief); stroke-width: 1.9; }
.T .lines .marsh { stroke: var(--river); stroke-width: 1.6; opacity: .8; }
.T .wall { fill: var(--wall); stroke: var(--wall); stroke-width: 1.5; stroke-linejoin: round; }
.T .lines path.rampart { stroke: var(--wall); stroke-width: 3.4; }
.T .knot { fill: var(--ink); stroke: var(--ink); stroke-width: 3; stroke-linejoin: round; }
.T .crossing { fill: var(--carmine); stroke: var(--halo); stroke-width: 1.5; }
.T .fold { fill: none; stroke: var(--fold); stroke-width: 2; opacity: .28; }
.T .ink { fill: var(--ink); }
.T .inked { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.T .capital { fill: var(--carmine); stroke: var(--halo); stroke-width: 1.5; paint-order: stroke; }
.T .port { fill: none; stroke: var(--sea-ink); stroke-width: 2.4; stroke-linecap: round; }
.T .worth { fill: var(--paper-light); stroke: var(--ink); }
.T .oil { fill: none; stroke: var(--oil); stroke-width: 2.2; stroke-linejoin: round; }
"""


def style() -> str:
    """The style sheet of the board. It holds inside drawings only: the page gives the class of the theme to all of the table."""
    rules = (
        RULES.strip()
        .replace(".T ", f":is(svg, g).{THEME} ")
        .replace("NARROW", NARROW)
        .replace("TYPEWRITER", TYPEWRITER)
    )
    return "\n".join(
        [_colours(f":where(.{THEME})", LIGHT), _colours(f':where([data-theme="dark"] .{THEME})', DARK), rules]
    )


def _colours(selector: str, colours: dict[str, str]) -> str:
    return f"{selector} {{ " + " ".join(f"--{name}: {colour};" for name, colour in colours.items()) + " }"
