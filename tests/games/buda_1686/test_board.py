"""The board of Buda has a place for everything in the pack, and nothing lies on top of anything else."""

import tomllib
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

ROOM = Path(__file__).parents[3] / "sandtable" / "games" / "buda_1686"
COUNTER = 46
ENTRENCHMENT = 30
MARKER = 28
LABEL_SIZE = 16
SMALLEST_TEXT = 15
WIDE_LETTER = 0.6  # of the font size: wider than the average letter of the widest font we name


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def within(self, other: "Box") -> bool:
        return (
            other.x <= self.x
            and other.y <= self.y
            and self.x + self.width <= other.x + other.width
            and self.y + self.height <= other.y + other.height
        )

    def room_for(self, size: int) -> int:
        """How many square pieces of this size fit side by side."""
        return int(self.width // size) * int(self.height // size)


SVG = ET.parse(ROOM / "table" / "board.svg").getroot()
FORMS = ("upright", "wide")
"""The arrangements of the board; on a wide screen scale and boxes lie beside the map."""
PACK = tomllib.loads((ROOM / "components.toml").read_text(encoding="utf-8"))
BY_ID = {e.get("id", ""): e for e in SVG.iter() if e.get("id")}
SHAPES = {"path", "rect", "circle", "ellipse", "polygon"}

ZONES = [f"zone:{z['id']}" for z in PACK["zone"]]
BREACHES = [f"breach:{b['id']}" for b in PACK["breach"]]
BOXES = [f"box:{b['id']}" for b in PACK["box"]]
CUPS = ["cup:imperial", "cup:ottoman"]
CELLS = [f"scale:{n}" for n in PACK["scale"]["cells"]]
AREAS = ZONES + BREACHES + BOXES + CUPS + CELLS


def kind(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def classes(element: ET.Element) -> set[str]:
    return set(element.get("class", "").split())


def value(element: ET.Element, name: str, form: str) -> str:
    """An attribute of an element in one of the forms."""
    changes = element.get("data-wide", "").split(";") if form == "wide" else []
    changed = dict(change.split(":") for change in changes if change)
    return str(changed.get(name, element.get(name, "0")))


def box(name: str, form: str) -> Box:
    return Box(*(float(value(BY_ID[name], side, form)) for side in Box._fields))


def pieces(area: str, form: str = "upright") -> Box:
    return box(f"{area}/pieces", form)


def board(form: str) -> Box:
    return Box(*map(float, value(SVG, "viewBox", form).split()))


def labels(form: str = "upright") -> dict[str, Box]:
    """Where each name is written, estimated generously; what has too little room is pressed together."""
    found = {}
    for text in SVG.iter():
        if kind(text) == "text" and "label" in classes(text):
            room = float(value(text, "data-room", form)) or float("inf")
            width = min(WIDE_LETTER * LABEL_SIZE * len(text.text or ""), room)
            x, baseline = float(value(text, "x", form)), float(value(text, "y", form))
            found[text.get("data-name", "")] = Box(x - width / 2, baseline - 0.75 * LABEL_SIZE, width, LABEL_SIZE)
    return found


@pytest.mark.parametrize("area", AREAS)
def test_every_area_has_a_shape_and_room_for_pieces(area: str) -> None:
    shape, slots = BY_ID[area], BY_ID[f"{area}/pieces"]
    assert kind(shape) in SHAPES
    assert "area" in classes(shape)
    assert kind(slots) == "rect"
    assert "slots" in classes(slots)
    assert slots.get("fill") == "none"
    assert pieces(area).width > 0
    assert pieces(area).height > 0


def test_the_board_has_no_area_that_the_pack_does_not_know() -> None:
    assert {e.get("id") for e in SVG.iter() if "area" in classes(e)} == set(AREAS)
    assert {e.get("id") for e in SVG.iter() if "slots" in classes(e)} == {f"{area}/pieces" for area in AREAS}


def test_ids_are_unique() -> None:
    ids = [e.get("id") for e in SVG.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("form", FORMS)
def test_pieces_of_two_areas_never_overlap(form: str) -> None:
    assert [(a, b) for a, b in combinations(AREAS, 2) if pieces(a, form).overlaps(pieces(b, form))] == []


@pytest.mark.parametrize("form", FORMS)
def test_pieces_stay_on_the_board_and_in_their_box(form: str) -> None:
    assert [area for area in AREAS if not pieces(area, form).within(board(form))] == []
    assert [area for area in (*BOXES, *CUPS, *CELLS) if not pieces(area, form).within(box(area, form))] == []


def test_the_wide_board_is_wider_than_high() -> None:
    assert board("upright").height > board("upright").width
    assert board("wide").width > board("wide").height


@pytest.mark.parametrize("form", FORMS)
def test_pieces_never_cover_a_name(form: str) -> None:
    covered = [(area, name) for area in AREAS for name, at in labels(form).items() if pieces(area, form).overlaps(at)]
    assert covered == []


@pytest.mark.parametrize("area", BREACHES)
def test_a_breach_holds_exactly_one_unit(area: str) -> None:
    assert pieces(area).width >= COUNTER
    assert pieces(area).height >= COUNTER
    assert pieces(area).room_for(COUNTER) == 1


@pytest.mark.parametrize("zone", [z for z in PACK["zone"] if z["kind"] == "wall"], ids=lambda z: z["id"])
def test_a_wall_holds_its_capacity_and_an_entrenchment_of_each_side(zone: dict[str, object]) -> None:
    capacity = zone["capacity"]
    assert isinstance(capacity, int)
    assert pieces(f"zone:{zone['id']}").room_for(COUNTER) >= capacity + 2


@pytest.mark.parametrize("form", FORMS)
def test_the_other_places_hold_what_may_come_to_them(form: str) -> None:
    imperial = [u for u in PACK["unit"] if u["side"] == "imperial"]
    ottoman = [u for u in PACK["unit"] if u["side"] == "ottoman"]
    reserve = [u for u in imperial if u["start"] == "reserve"]
    for zone in PACK["zone"]:
        if zone["kind"] == "start":
            assert pieces(f"zone:{zone['id']}", form).room_for(COUNTER) >= len(imperial)
    assert pieces("box:lost", form).room_for(COUNTER) >= len(imperial)
    assert pieces("box:dead", form).room_for(COUNTER) >= len(ottoman)
    assert pieces("box:reserve", form).room_for(COUNTER) >= len(reserve)
    for side in ("imperial", "ottoman"):
        markers = [m for m in PACK["entrenchment"] if m["side"] == side]
        assert pieces(f"box:supply_{side}", form).room_for(ENTRENCHMENT) >= len(markers)
    for cell in CELLS:
        assert pieces(cell, form).room_for(MARKER) >= len(PACK["marker"])


def test_every_zone_and_box_has_a_name_that_can_be_translated() -> None:
    assert set(labels()) >= set(ZONES + BOXES + CUPS)


def test_the_names_are_those_of_the_pack() -> None:
    written = {e.get("data-name"): e.text for e in SVG.iter() if kind(e) == "text"}
    assert {f"zone:{z['id']}": z["name"] for z in PACK["zone"]}.items() <= written.items()


def test_every_road_is_drawn_once() -> None:
    drawn = [road for e in SVG.iter() if (road := e.get("data-road"))]
    assert sorted(drawn) == sorted(f"{r['a']} {r['b']}" for r in PACK["road"])


def test_no_text_is_too_small_to_read() -> None:
    sizes = [float(e.get("font-size", SMALLEST_TEXT)) for e in SVG.iter() if kind(e) == "text"]
    assert min(sizes) >= SMALLEST_TEXT


def test_the_board_is_plain_drawing() -> None:
    """No scripts, no pictures, nothing fetched from elsewhere."""
    assert not {kind(e) for e in SVG.iter()} & {"script", "image", "foreignObject", "a"}
    links = [value for e in SVG.iter() for key, value in e.attrib.items() if key.endswith("href")]
    assert all(link.startswith("#") and link[1:] in BY_ID for link in links)
