"""The board of Buda has a place for everything in the pack, and nothing lies on top of anything else."""

from __future__ import annotations

import tomllib

import pytest

from sandtable.games.buda_1686 import GAME
from tests.games.drawing import Box, Drawing, classes, kind, value

COUNTER = 46
ENTRENCHMENT = 30
MARKER = 28
LABEL_SIZE = 16
WIDE_LETTER = 0.6  # of the font size: wider than the average letter of the widest font we name


BOARD = Drawing(GAME)
PACK = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))

ZONES = [f"zone:{z['id']}" for z in PACK["zone"]]
BREACHES = [f"breach:{b['id']}" for b in PACK["breach"]]
BOXES = [f"box:{b['id']}" for b in PACK["box"]]
CUPS = ["cup:imperial", "cup:ottoman"]
CELLS = [f"scale:{n}" for n in PACK["scale"]["cells"]]
AREAS = ZONES + BREACHES + BOXES + CUPS + CELLS


def labels(form: str = "upright") -> dict[str, Box]:
    """Where each name is written, estimated generously; what has too little room is pressed together."""
    found = {}
    for text in BOARD.svg.iter():
        if kind(text) == "text" and "label" in classes(text):
            room = float(value(text, "data-width", form)) or float("inf")
            width = min(WIDE_LETTER * LABEL_SIZE * len(text.text or ""), room)
            x, baseline = float(value(text, "x", form)), float(value(text, "y", form))
            found[text.get("data-name", "")] = Box(x - width / 2, baseline - 0.75 * LABEL_SIZE, width, LABEL_SIZE)
    return found


@pytest.mark.parametrize("form", BOARD.forms)
def test_pieces_stay_in_their_box(form: str) -> None:
    boxed = (*BOXES, *CUPS, *CELLS)
    assert [area for area in boxed if not BOARD.pieces(area, form).within(BOARD.box(area, form))] == []


def test_the_wide_board_is_wider_than_high() -> None:
    assert BOARD.board("upright").height > BOARD.board("upright").width
    assert BOARD.board("wide").width > BOARD.board("wide").height


@pytest.mark.parametrize("form", BOARD.forms)
def test_pieces_never_cover_a_name(form: str) -> None:
    covered = [
        (area, name) for area in AREAS for name, at in labels(form).items() if BOARD.pieces(area, form).overlaps(at)
    ]
    assert covered == []


@pytest.mark.parametrize("area", BREACHES)
def test_a_breach_holds_exactly_one_unit(area: str) -> None:
    assert BOARD.pieces(area).width >= COUNTER
    assert BOARD.pieces(area).height >= COUNTER
    assert BOARD.pieces(area).room_for(COUNTER) == 1


@pytest.mark.parametrize("zone", [z for z in PACK["zone"] if z["kind"] == "wall"], ids=lambda z: z["id"])
def test_a_wall_holds_its_capacity_and_an_entrenchment_of_each_side(zone: dict[str, object]) -> None:
    capacity = zone["capacity"]
    assert isinstance(capacity, int)
    assert BOARD.pieces(f"zone:{zone['id']}").room_for(COUNTER) >= capacity + 2


@pytest.mark.parametrize("form", BOARD.forms)
def test_the_other_places_hold_what_may_come_to_them(form: str) -> None:
    imperial = [u for u in PACK["unit"] if u["side"] == "imperial"]
    ottoman = [u for u in PACK["unit"] if u["side"] == "ottoman"]
    reserve = [u for u in imperial if u["start"] == "reserve"]
    for zone in PACK["zone"]:
        if zone["kind"] == "start":
            assert BOARD.pieces(f"zone:{zone['id']}", form).room_for(COUNTER) >= len(imperial)
    assert BOARD.pieces("box:lost", form).room_for(COUNTER) >= len(imperial)
    assert BOARD.pieces("box:dead", form).room_for(COUNTER) >= len(ottoman)
    assert BOARD.pieces("box:reserve", form).room_for(COUNTER) >= len(reserve)
    for side in ("imperial", "ottoman"):
        markers = [m for m in PACK["entrenchment"] if m["side"] == side]
        assert BOARD.pieces(f"box:supply_{side}", form).room_for(ENTRENCHMENT) >= len(markers)
    for cell in CELLS:
        assert BOARD.pieces(cell, form).room_for(MARKER) >= len(PACK["marker"])


def test_every_zone_and_box_has_a_name_that_can_be_translated() -> None:
    assert set(labels()) >= set(ZONES + BOXES + CUPS)


def test_the_names_are_those_of_the_pack() -> None:
    written = {e.get("data-name"): e.text for e in BOARD.svg.iter() if kind(e) == "text"}
    assert {f"zone:{z['id']}": z["name"] for z in PACK["zone"]}.items() <= written.items()


def test_every_road_is_drawn_once() -> None:
    drawn = [road for e in BOARD.svg.iter() if (road := e.get("data-road"))]
    assert sorted(drawn) == sorted(f"{r['a']} {r['b']}" for r in PACK["road"])
