"""The strips round the map: title and calendar above, the sheets of the powers below, the legend in a corner."""

from __future__ import annotations

from tools.europe.places import SHEET, STRIP
from tools.europe.shapes import Box
from tools.europe.signs import PICTURES, star
from tools.europe.warp import HEIGHT, TOP, WIDTH

SEASONS = ("spring", "summer", "autumn", "winter")
CELLS = 24
FIRST = (1939, 2)
"""The calendar begins in the autumn of 1939."""
CELL = Box(632, 34, 82, 58)
GLYPHS = {
    "spring": "M0 9V-2M0 2Q-8 2-8-6Q0-6 0 2M0-1Q7-1 7-8Q0-8 0-1",
    "summer": "M0-9V-6M0 6V9M-9 0H-6M6 0H9M-6.500-6.500L-4.500-4.500M4.500 4.500L6.500 6.500M-6.500 6.500L-4.500 4.500M4.500-4.500L6.500-6.500M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0",
    "autumn": "M-7 8L3-2M-5 6Q-8-6 7-8Q8 7-5 6",
    "winter": "M0-9V9M-8-4.500L8 4.500M8-4.500L-8 4.500M-2.500-8L0-5.500L2.500-8M-2.500 8L0 5.500L2.500 8",
}
EMBLEMS = {
    "germany": '<path class="inked" d="M-5-20H5Q4-8 5-5Q8-4 20-5V5Q8 4 5 5Q4 8 5 20H-5Q-4 8-5 5Q-8 4-20 5V-5Q-8-4-5-5Q-4-8-5-20z"/>',
    "italy": '<circle class="inked" r="20"/><circle class="inked" r="13"/><path class="inked" d="M0-7V7M-3.500-7V7M3.500-7V7"/>',
    "france": '<circle class="inked" r="20"/><circle class="inked" r="13.500"/><circle class="ink" r="7"/>',
    "britain": '<circle class="ink" r="20"/><circle r="14" style="fill:var(--card)"/><circle class="ink" r="7"/>',
    "ussr": f'<path class="ink" d="{star(22, inner=0.4)}"/>',
    "usa": f'<circle class="inked" r="21"/><path class="ink" d="{star(18, inner=0.4)}"/>',
}
WORDS = {
    "capital": "capital",
    "port": "port",
    "worth": "worth in HPP",
    "oil": "oil",
    "river": "river",
    "mountain": "mountains",
    "swamp": "swamp",
    "fortress": "fortress",
    "frontier": "frontier",
    "arrow": "crossing",
    "no_land": "no way by land",
    "strait": "strait",
}
"""The legend as it is printed, in English."""
POWERS = {
    "germany": "Germany",
    "italy": "Italy",
    "france": "France",
    "britain": "Britain",
    "ussr": "Soviet Union",
    "usa": "United States",
}


def title() -> str:
    return (
        '<g class="art"><text class="label title" data-name="sign:title" data-width="560" data-size="46" x="24" y="58">Europe 1939–45</text>'
        f'<path class="inked" d="M24 72H560M0 {TOP}H{WIDTH}M0 {TOP + HEIGHT}H{WIDTH}"/></g>'
    )


def cells() -> list[str]:
    """The calendar: a season a cell, years above them, a double line where accounts are settled."""
    found = []
    year, season = FIRST
    from_cell = 0
    for at in range(CELLS):
        x = CELL.x + at * (CELL.width + 1)
        name = f"track:time:{at + 1}"
        found.append(
            f'<rect class="area cell" id="{name}" x="{x}" y="{CELL.y}" width="{CELL.width}" height="{CELL.height}"/>'
        )
        found.append(
            f'<path class="inked art" transform="translate({x + 15} {CELL.y + 16})" d="{GLYPHS[SEASONS[season]]}"/>'
        )
        found.append(
            f'<rect class="slots" id="{name}/pieces" x="{x + 30}" y="{CELL.y + 8}" width="46" height="46" fill="none"/>'
        )
        season += 1
        if season == len(SEASONS) or at == CELLS - 1:
            middle = CELL.x + (from_cell + at + 1) * (CELL.width + 1) / 2
            found.append(f'<text class="year art" x="{middle:.0f}" y="27">{year}</text>')
            if season == len(SEASONS):
                found.append(
                    f'<path class="inked art" style="stroke-width:4" d="M{x + CELL.width} {CELL.y - 4}v{CELL.height + 6}"/>'
                )
            from_cell, year, season = at + 1, year + 1, 0
    return found


def sheets() -> list[str]:
    """A sheet for each great power, with its purse."""
    found = []
    width = (SHEET.width - 20) // len(EMBLEMS)
    top = TOP + HEIGHT + 8
    for at, (power, emblem) in enumerate(EMBLEMS.items()):
        x = 14 + at * width
        found.append(
            f'<g data-has="hpp:{power}"><rect class="area cell" id="hpp:{power}" x="{x}" y="{top}" width="{width - 12}" height="{STRIP - 16}" rx="3"/>'
            f'<rect class="art" x="{x}" y="{top}" width="12" height="{STRIP - 16}" style="fill:var(--seat-{power})"/>'
            f'<g class="art"><g transform="translate({x + 44} {top + 44})">{emblem}</g>'
            f'<text class="label typed" data-name="hpp:{power}" data-width="{width - 196}" data-size="22" x="{x + 78}" y="{top + 52}">{POWERS[power]}</text></g>'
            f'<rect class="slots" id="hpp:{power}/pieces" x="{x + width - 112}" y="{top + 8}" width="92" height="{STRIP - 32}" fill="none"/></g>'
        )
    return found


def legend() -> list[str]:
    """What the signs mean, typed on a card in the corner where nobody goes."""
    box = Box(190, TOP + HEIGHT - 126, 1080, 118)
    found = [f'<rect class="card" x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"/>']
    for at, what in enumerate(WORDS):
        x, y = box.x + 32 + at // 3 * 262, box.y + 22 + at % 3 * 36
        found.append(f'<g transform="translate({x} {y})">{_sample(what)}</g>')
        found.append(
            f'<text class="label typed" data-name="sign:{what}" data-width="188" data-size="22" x="{x + 36}" y="{y + 6}">{WORDS[what]}</text>'
        )
    return found


def _sample(what: str) -> str:
    if what in PICTURES:
        return f'<use class="{what}" href="#be-{what}"/>'
    lines = {
        "river": '<path class="river" d="M-22 3Q-10-8 0 0T22-3"/>',
        "mountain": '<path class="relief" d="M-18 7l2-12M-10 7l2-15M-2 7l2-12M6 7l2-15M14 7l2-12"/>',
        "swamp": '<path class="marsh" d="M-14 5H14M-6 1V-4M0 1V-8M6 1V-4"/>',
        "fortress": '<path class="rampart" d="M-22 4H22"/>',
        "frontier": '<path class="land f" d="M-24 0H24"/>',
        "no_land": '<path class="no_land" d="M-24 0H24"/>',
        "strait": '<path class="strait" d="M-24 0H24"/>',
        "arrow": '<path class="land" style="stroke-dasharray:none;stroke-width:5" d="M-16 0H16"/>',
    }
    picture = f'<g class="lines">{lines[what]}</g>'
    if what == "fortress":
        picture += '<path class="wall" d="M-17 2l5.500-8 5.500 8zM-5 2l5.500-8 5.500 8zM7 2l5.500-8 5.500 8z"/>'
    if what == "arrow":
        picture += '<path class="crossing" d="M-24 0l13-10v20zM24 0l-13-10v20z"/>'
    return picture
