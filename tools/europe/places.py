"""Where names, signs and pieces stand: in the roomiest box of each area, or for small ones in a call-out beside it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field

from tools.europe.flood import HERE, Pack
from tools.europe.shapes import Box, Corner, Ring, eroded, inside, roomiest, tallest, without
from tools.europe.warp import HEIGHT, TOP, WIDTH, on_sheet

ROW = 27
"""The height of the line with a name."""
LETTER = 0.52
"""How wide a letter of the condensed type is, in parts of its size."""
SIZE, SMALL = 22, 19
FLAG = (24, 20)
SIGNS = {"capital": 24, "port": 19, "oil": 19, "worth": 27}
"""The signs beside a name and how much room each takes."""
STRIP = 104
"""The strip below the map, with the sheets of the powers."""
SHEET = Box(0, 0, WIDTH, TOP + HEIGHT + STRIP)
WIDEST, HIGHEST = 210, 150
PRINTED = {
    "belgium": "Belgium",
    "tirana": "Tirana",
    "usa": "United States",
    "urals": "Eastern edge (Urals)",
    "lusitanian_sea": "Atlantic off Portugal",
}
"""Names that are printed shorter than they are."""


@dataclass
class Place:
    """How an area is laid out."""

    area: str
    slot: Box
    name: Corner
    """The middle of the base line of its name."""
    name_width: int
    size: int
    flag: Box | None = None
    signs: list[tuple[str, Corner]] = field(default_factory=list)
    """What is drawn beside the name, with the middle of each."""
    squeeze: float = 1.0
    """How wide the name is, in parts of what it would like to be."""
    callout: Box | None = None
    leader: tuple[Corner, Corner] | None = None


def printed(area: str, entry: dict[str, object]) -> str:
    return PRINTED.get(area, str(entry["name"]))


def signs_of(entry: dict[str, object]) -> list[str]:
    """The signs that an area has, in the order in which they stand."""
    found = []
    if entry.get("supply_capital"):
        found.append("capital")
    if entry.get("port") and entry["kind"] == "land":
        found.append("port")
    if entry.get("oil"):
        found.append("oil")
    if entry.get("hpp"):
        found.append("worth")
    return found


def places(pack: Pack, shapes: dict[str, list[Ring]]) -> dict[str, Place]:
    boxes = tomllib.loads((HERE / "callouts.toml").read_text(encoding="utf-8"))
    found: dict[str, Place] = {}
    for area, entry in pack.areas.items():
        if area in boxes:
            found[area] = _called_out(area, entry, boxes[area], shapes[area])
        elif entry["kind"] == "land":
            rooms = tallest(eroded(inside(shapes[area])), WIDEST, HIGHEST, heart(shapes[area]))
            found[area] = max(
                (laid_out(area, entry, room) for room in rooms if room.height > ROW + 8 and room.width > 48), key=merit
            )
    taken = [place.callout.grown(8) for place in found.values() if place.callout is not None]
    for area, entry in pack.areas.items():
        if entry["kind"] == "sea":
            rooms = tallest(without(eroded(inside(shapes[area], 8)), taken), 260, 120, heart(shapes[area]))
            found[area] = max(
                (at_sea(area, printed(area, entry), room) for room in rooms if room.height > 48), key=merit
            )
    found["usa"] = laid_out("usa", pack.areas["usa"], box_of(shapes["usa"]).grown(-8))
    found["urals"] = _upright("urals", box_of(shapes["urals"]).grown(-6))
    return found


def box_of(shape: list[Ring]) -> Box:
    xs, ys = [x for ring in shape for x, _ in ring], [y for ring in shape for _, y in ring]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def heart(shape: list[Ring]) -> Corner:
    """The middle of all that lies inside a shape."""
    raster = inside(shape, 8)
    cells = [(x, y) for y, row in enumerate(raster.rows) for x, filled in enumerate(row) if filled]
    return raster.x + 8 * sum(x for x, _ in cells) // len(cells), raster.y + 8 * sum(y for _, y in cells) // len(cells)


def wide(text: str, size: int) -> int:
    return round(len(text) * size * LETTER)


def laid_out(area: str, entry: dict[str, object], room: Box) -> Place:
    """Name and signs in a line above the pieces, or the signs in a column, or the name beside the pieces: whichever leaves most room."""
    text, signs = printed(area, entry), signs_of(entry)
    beside = FLAG[0] + 10 + sum(SIGNS[sign] for sign in signs)
    tried = [_in_a_line(area, text, signs, room, size, beside) for size in (SIZE, SMALL)]
    tried += [_in_a_column(area, text, signs, room, size) for size in (SIZE, SMALL)]
    if room.width >= 120:
        tried.append(_name_beside(area, text, signs, room))
    for place in tried:
        place.squeeze = min(1.0, place.name_width / wide(text, place.size))
    return max(tried, key=merit)


def merit(place: Place) -> float:
    """How good a place is: large pieces, a name that is not squeezed, large letters."""
    four = counter_side(place.slot, 4)
    side = 0.75 * min(four, 44.0) + 0.25 * min(counter_side(place.slot, 2), 48.0) - 4 * max(0.0, 21 - four)
    return (
        side
        - 60 * max(0.0, 0.8 - place.squeeze)
        - 8 * (1 - place.squeeze)
        + (1.5 if place.size == SIZE else 0)
        + place.slot.width * place.slot.height / 20_000
    )


def counter_side(slot: Box, count: int, gap: int = 2) -> float:
    """How large so many counters can be."""
    rows = [across for across in (4, 2, 1) if across <= count]
    return max(min((slot.width + gap) / across, (slot.height + gap) * across / count) - gap for across in rows)


def _in_a_line(area: str, text: str, signs: list[str], room: Box, size: int, beside: int) -> Place:
    width = min(max(room.width - beside, 40), wide(text, size) + 24)
    left = room.x + (room.width - beside - width) // 2
    place = Place(area, Box(room.x, room.y + ROW, room.width, room.height - ROW), (0, 0), width, size)
    place.flag = Box(left, room.y + 3, *FLAG)
    at = left + FLAG[0] + 4
    for sign in signs:
        place.signs.append((sign, (at + SIGNS[sign] // 2, room.y + 13)))
        at += SIGNS[sign]
    place.name = at + 5 + width // 2, room.y + 20
    return place


def _in_a_column(area: str, text: str, signs: list[str], room: Box, size: int) -> Place:
    """The name above everything, flag and signs below each other on the left of the pieces."""
    lower = Box(room.x + 28, room.y + ROW - 2, room.width - 28, room.height - ROW + 2)
    fit = (lower.height - FLAG[1]) // 23
    row = signs[fit:]
    taken = sum(SIGNS[sign] for sign in row)
    place = Place(area, lower, (room.middle[0] - taken // 2, room.y + 19), room.width + 22 - taken, size)
    place.flag = Box(room.x, lower.y + 2, *FLAG)
    place.signs = [(sign, (room.x + 12, lower.y + FLAG[1] + 14 + 23 * at)) for at, sign in enumerate(signs[:fit])]
    at = room.right + 6 - taken
    for sign in row:
        place.signs.append((sign, (at + SIGNS[sign] // 2, room.y + 13)))
        at += SIGNS[sign]
    return place


def _name_beside(area: str, text: str, signs: list[str], room: Box) -> Place:
    """In a low, broad box: the name and the signs on the left, the pieces on the right."""
    width = min(max(wide(text, SMALL) + 6, FLAG[0] + 4 + sum(SIGNS[sign] for sign in signs)), room.width // 2)
    place = Place(area, Box(room.x + width, room.y, room.width - width, room.height), (0, 0), width, SMALL)
    top = room.y + (room.height - 48) // 2
    place.name = room.x + width // 2, top + 16
    place.flag = Box(room.x + 2, top + 25, *FLAG)
    at = room.x + FLAG[0] + 6
    for sign in signs:
        place.signs.append((sign, (at + SIGNS[sign] // 2, top + 35)))
        at += SIGNS[sign]
    return place


def _upright(area: str, room: Box) -> Place:
    """A tall, narrow box: the flag on top, the pieces below; the name is written upwards beside it."""
    place = Place(area, Box(room.x + 24, room.y + 36, room.width - 24, 460), (room.x + 16, room.y + 266), 440, SMALL)
    place.flag = Box(room.middle[0] - FLAG[0] // 2, room.y + 4, *FLAG)
    return place


def _called_out(area: str, entry: dict[str, object], row: list[float], shape: list[Ring]) -> Place:
    """A label in the sea, or in a land that nobody enters, with a line to the area."""
    longitude, latitude, *size = row
    x, y = on_sheet(longitude, latitude)
    width, height = (round(side) for side in size) if size else (124, 84)
    box = Box(round(x - width / 2), round(y - height / 2) + TOP, width, height)
    place = laid_out(area, entry, box.grown(-5))
    place.callout = box
    ring = max(shape, key=len)
    target = min(ring, key=lambda point: (point[0] - box.middle[0]) ** 2 + (point[1] - box.middle[1]) ** 2)
    inner = centre(shape)
    target = round((target[0] * 2 + inner[0]) / 3), round((target[1] * 2 + inner[1]) / 3)
    near = min(max(target[0], box.x), box.right), min(max(target[1], box.y), box.bottom)
    place.leader = near, target
    return place


def centre(shape: list[Ring]) -> Corner:
    box = roomiest(inside(shape), WIDEST, HIGHEST)
    return box.middle


def at_sea(area: str, text: str, room: Box) -> Place:
    """A name may go beyond the room for pieces, but not beyond the sheet."""
    size = SIZE if wide(text, SIZE) <= room.width + 40 else SMALL
    width = min(room.width + 90, wide(text, size) + 50)
    x = min(max(room.middle[0], width // 2 + 4), SHEET.width - width // 2 - 4)
    return Place(area, Box(room.x, room.y + ROW + 3, room.width, room.height - ROW - 3), (x, room.y + 20), width, size)
