"""Small signs of the map: capital, port, oil, worth; and the patterns that areas are filled with."""

from __future__ import annotations

import math


def star(radius: float, points: int = 5, inner: float = 0.42) -> str:
    """A star round 0, 0."""
    corners = []
    for at in range(points * 2):
        size = radius if at % 2 == 0 else radius * inner
        angle = math.pi * at / points
        corners.append(f"{size * math.sin(angle):.1f} {-size * math.cos(angle):.1f}")
    return "M" + "L".join(corners) + "z"


PICTURES = {
    "capital": f'<path id="be-capital" d="{star(12)}"/>',
    "port": '<path id="be-port" d="M0-5V9M-4.500-2H4.500M-7 3Q-6 9 0 9Q6 9 7 3M-2.200-7A2.200 2.200 0 1 0 2.200-7A2.200 2.200 0 1 0-2.200-7"/>',
    "oil": '<path id="be-oil" d="M-7 10L0-10L7 10M-4 2H4M-5.500 6L4 2M5.500 6L-4 2M-9 10H9"/>',
    "worth": '<g id="be-worth"><circle r="10.500" stroke-width="3.400" stroke-dasharray="3.200 2.600"/><circle r="9.500" stroke-width="1.200"/></g>',
}
"""The signs beside the names; their colours come from where they are used."""
DEFS = "\n".join([
    "<defs>",
    '<pattern id="be-ruling" width="40" height="7" patternUnits="userSpaceOnUse"><path d="M0 0h40v7H0z" fill="var(--sea)"/>'
    '<path d="M0 3.500h40" stroke="var(--sea-line)" stroke-width="1.300"/></pattern>',
    '<pattern id="be-hatch" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0h9v9H0z" fill="var(--closed)"/>'
    '<path d="M-1 1l2-2M0 9l9-9M8 10l2-2" stroke="var(--closed-line)" stroke-width="1.300"/></pattern>',
    *PICTURES.values(),
    "</defs>",
])  # fmt: skip


def sign(kind: str, at: tuple[float, float], area: str, entry: dict[str, object]) -> str:
    """A sign of an area; what it is worth stands in its cogwheel."""
    x, y = at
    drawn = f'<use class="{kind}" data-of="{area}" href="#be-{kind}" x="{x}" y="{y}"/>'
    return drawn + (f'<text class="digit" x="{x}" y="{y + 6}">{entry["hpp"]}</text>' if kind == "worth" else "")
