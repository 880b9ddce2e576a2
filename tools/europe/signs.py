"""Small signs of the map: capital, port, oil, worth; and the patterns that areas are filled with."""

from __future__ import annotations

import math

DEFS = """<defs>
<pattern id="be-ruling" width="40" height="7" patternUnits="userSpaceOnUse"><path d="M0 0h40v7H0z" fill="var(--sea)"/><path d="M0 3.5h40" stroke="var(--sea-line)" stroke-width="1.3"/></pattern>
<pattern id="be-hatch" width="9" height="9" patternUnits="userSpaceOnUse"><path d="M0 0h9v9H0z" fill="var(--closed)"/><path d="M-1 1l2-2M0 9l9-9M8 10l2-2" stroke="var(--closed-line)" stroke-width="1.3"/></pattern>
</defs>"""


def star(radius: float, points: int = 5, inner: float = 0.42) -> str:
    """A star round 0, 0."""
    corners = []
    for at in range(points * 2):
        size = radius if at % 2 == 0 else radius * inner
        angle = math.pi * at / points
        corners.append(f"{size * math.sin(angle):.1f} {-size * math.cos(angle):.1f}")
    return "M" + "L".join(corners) + "z"


PICTURES = {
    "capital": f'<path class="star" d="{star(12)}"/>',
    "port": '<path class="anchor" d="M0-5V9M-4.500-2H4.500M-7 3Q-6 9 0 9Q6 9 7 3"/><circle class="anchor" cy="-7" r="2.200"/>',
    "oil": '<path class="derrick" d="M-7 10L0-10L7 10M-4 2H4M-5.500 6L4 2M5.500 6L-4 2M-9 10H9"/>',
    "worth": '<circle class="cog" r="10.500"/><circle class="cog2" r="9.500"/>',
}


def sign(kind: str, at: tuple[float, float], entry: dict[str, object]) -> str:
    inside = PICTURES[kind]
    if kind == "worth":
        inside += f'<text class="worth" y="6">{entry["hpp"]}</text>'
    return f'<g class="sign {kind}" transform="translate({at[0]} {at[1]})">{inside}</g>'
