"""The board of Budapest has a place for everything in a scene, and nothing lies on top of anything else."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import dist

import pytest

from sandtable.engine.words import LANGUAGES
from sandtable.games.nights_of_fire import GAME
from tests.games.drawing import Box, Drawing, Point, classes, kind, places
from tests.playing import begin

BLOCK = (34, 34)
REGIMENT = (44, 30)
TOKEN = (30, 30)
MOMENTUM = (24, 24)
MARKER = (28, 28)
KONEV_CARD = (106, 104)
HEADLINE = (176, 104)
PILE = (36, 48)
LETTER = 0.5  # of the font size: wider than the average letter of a bold newspaper type
NUMERAL = 0.75  # of the font size: a digit of the widest slab we name
STAR = 12  # from its middle to its tips
ON_THE_BANK = 14
"""How far from a district's outline a bridge may end."""


BOARD = Drawing(GAME)
PACK = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))

DISTRICTS = [f"district:{d['id']}" for d in PACK["district"]]
STAGING = [f"staging:{s['id']}" for s in PACK["staging"]]
BOXES = [f"area:{a['id']}" for a in PACK["area"]] + ["area:headline", "area:lasting"]
ROW = [f"row:{n}" for n in range(1, PACK["konev_row"]["first_round_deal"] + 1)]
PILES = ["deck", "discard", "konev_deck", "konev_discard", "konev_out", "headline_deck", "unavailable"]
MAIN = [f"main:{n}" for n in range(PACK["track"]["main"]["printed_max"] + 1)]
READINESS = [f"readiness:{n}" for n in range(PACK["track"]["readiness"]["min"], PACK["track"]["readiness"]["max"] + 1)]
CALENDAR = [f"calendar:{c['round']}" for c in PACK["calendar"]]
AREAS = DISTRICTS + STAGING + BOXES + ROW + PILES + MAIN + READINESS + CALENDAR


STYLE = next(e.text or "" for e in BOARD.svg.iter() if kind(e) == "style")


def font_sizes() -> Iterator[tuple[str, float]]:
    """The sizes of letters, each with the last of the classes that it is for."""
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", STYLE):
        for size in re.findall(r"font-size: ([\d.]+)px", body):
            yield from ((selector.split(".")[-1].strip(), float(size)) for selector in selectors.split(","))


FONT_SIZES = dict(font_sizes())


def font_size(element: ET.Element) -> float:
    """The file puts the general rules first, so the last fitting one holds."""
    return [size for name, size in FONT_SIZES.items() if name in classes(element)][-1]


def texts(name: str) -> list[ET.Element]:
    return [e for e in BOARD.svg.iter() if kind(e) == "text" and name in classes(e)]


def lettering(text: ET.Element, words: str, letter: float) -> Box:
    """Where some words are written instead of a text, estimated generously; they are pressed into their room."""
    size = font_size(text)
    width = min(letter * size * len(words), float(text.get("data-width", "inf")))
    x, baseline = float(text.get("x", "0")), float(text.get("y", "0"))
    left = x if classes(text) & {"name", "date", "number"} else x - width / 2
    return Box(left, baseline - 0.75 * size, width, size)


def labels(lang: str) -> dict[str, Box]:
    names = {text.get("data-name", ""): text for text in texts("label")}
    return {name: lettering(text, GAME.names[lang][name], LETTER) for name, text in names.items()}


def numbers() -> dict[str, Box]:
    return {text.text or "": lettering(text, text.text or "", NUMERAL) for text in texts("number")}


def stars() -> dict[str, Box]:
    found = {}
    for star in BOARD.svg.iter():
        if objective := star.get("data-objective"):
            x, y = map(float, re.findall(r"[\d.]+", star.get("transform", "")))
            found[objective] = Box(x - STAR, y - STAR, 2 * STAR, 2 * STAR)
    return found


# ---------------------------------------------------------------------- lines


def points(path: str) -> list[Point]:
    """The corners of a path of straight lines."""
    assert set(re.findall("[A-Za-z]", path)) <= {"M", "L", "Z"}
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def outline(district: str) -> list[Point]:
    return points(BOARD.by_id[f"district:{district}"].get("d", ""))


def inside(point: Point, corners: list[Point]) -> bool:
    crossed = 0
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        if (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) / (y2 - y1) * (x2 - x1):
            crossed += 1
    return crossed % 2 == 1


def common_line(a: str, b: str) -> float:
    """How much of their outlines two districts share."""
    mine, theirs = outline(a), outline(b)
    sides = {frozenset(side) for side in pairwise([*theirs, theirs[0]])}
    return sum(dist(*side) for side in pairwise([*mine, mine[0]]) if frozenset(side) in sides)


def borders() -> dict[str, ET.Element]:
    return {key: e for e in BOARD.svg.iter() if (key := e.get("data-border"))}


def line(border: ET.Element) -> list[Point]:
    """The line of a border, or the middle of a bridge."""
    path = next(e for e in border.iter() if kind(e) == "path")
    return points(path.get("d", ""))


LAND = [f"{b['a']} {b['b']}" for b in PACK["border"] if b["kind"] != "danube"]
DANUBE = [f"{b['a']} {b['b']}" for b in PACK["border"] if b["kind"] == "danube"]


# ====================================================================== places


def drawn(mode: str) -> set[str]:
    """The places that are drawn in a mode: Konev's row and the commander's decks lie in the same place."""
    there = places(GAME.scene(begin(GAME, mode, 1956).state, None))
    return {area for area in AREAS if area in there or area not in BOARD.hidden_unless_there()}


def test_pieces_stay_in_their_place() -> None:
    assert [area for area in AREAS if area not in DISTRICTS and not BOARD.pieces(area).within(BOARD.box(area))] == []
    for district in DISTRICTS:
        corners = outline(district.partition(":")[2])
        assert all(inside(corner, corners) for corner in BOARD.pieces(district).corners()), district
        reach = BOARD.pieces(district)
        assert not any(reach.overlaps(Box(x, y, 0, 0)) for x, y in corners), district


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pieces_never_cover_a_name(lang: str) -> None:
    covered = [(area, name) for area in AREAS for name, at in labels(lang).items() if BOARD.pieces(area).overlaps(at)]
    assert covered == []


def test_pieces_never_cover_a_number_or_a_star() -> None:
    signs = [*numbers().values(), *stars().values()]
    assert [area for area in AREAS if any(BOARD.pieces(area).overlaps(sign) for sign in signs)] == []


@pytest.mark.parametrize("mode", GAME.modes)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_numbers_and_stars_never_cover_one_another(lang: str, mode: str) -> None:
    hidden = set(AREAS) - drawn(mode)
    shown = {name: at for name, at in labels(lang).items() if name not in hidden}
    written = {**shown, **numbers(), **{f"star {key}": star for key, star in stars().items()}}
    assert [(a, b) for a, b in combinations(written, 2) if written[a].overlaps(written[b])] == []
    assert [name for name, at in written.items() if not at.within(BOARD.board())] == []


# ====================================================================== what fits


@pytest.mark.parametrize("district", DISTRICTS)
def test_a_district_holds_what_may_come_to_it(district: str) -> None:
    """Fourteen blocks, a Division, and Garrison, Barricade, Rubble, civilian and a Headline's token."""
    assert BOARD.pieces(district).holds([BLOCK] * 14 + [REGIMENT] * 3 + [TOKEN] * 5)


def test_the_other_places_hold_what_may_come_to_them() -> None:
    for area in STAGING:
        assert BOARD.pieces(area).holds([REGIMENT] * 3)
    assert BOARD.pieces("area:killed_arrested").holds([BLOCK] * 20)
    assert BOARD.pieces("area:reinforcements").holds([BLOCK] * 10)
    assert BOARD.pieces("area:austria").holds([TOKEN] * len(PACK["civilian"]))
    assert BOARD.pieces("area:momentum").holds([MOMENTUM] * 15)
    for area in ROW:
        assert BOARD.pieces(area).holds([KONEV_CARD, TOKEN, TOKEN])
    assert BOARD.pieces("area:headline").holds([HEADLINE])
    for area in (*PILES, "area:combat_deck", "area:combat_discard", "area:tactics_discard"):
        assert BOARD.pieces(area).holds([PILE] * 2)
    lasting = [card for card in PACK["headline_card"] if card["penalty_kind"] == "permanent"]
    assert BOARD.pieces("area:lasting").holds([PILE] * len(lasting))


def test_every_cell_holds_the_markers_of_its_track() -> None:
    for cells, track in ((MAIN, "main"), (READINESS, "readiness"), (CALENDAR, "calendar")):
        markers = [marker for marker in PACK["marker"] if marker["track"] == track]
        assert all(BOARD.pieces(cell).holds([MARKER] * len(markers)) for cell in cells)


# ====================================================================== borders


def test_every_border_is_drawn_once() -> None:
    drawn = [border for e in BOARD.svg.iter() if (border := e.get("data-border"))]
    assert sorted(drawn) == sorted(LAND + DANUBE)


def test_a_border_looks_like_its_kind() -> None:
    drawn = borders()
    assert all(entry["kind"] in classes(drawn[f"{entry['a']} {entry['b']}"]) for entry in PACK["border"])


@pytest.mark.parametrize("border", LAND)
def test_a_border_on_land_is_where_both_districts_end(border: str) -> None:
    a, b = border.split()
    corners = set(line(borders()[border]))
    assert corners <= set(outline(a))
    assert corners <= set(outline(b))


@pytest.mark.parametrize("border", DANUBE)
def test_a_bridge_leads_from_one_district_to_the_other(border: str) -> None:
    ends = line(borders()[border])
    for district in border.split():
        assert sum(inside(end, outline(district)) for end in ends) == 1
        corners = outline(district)
        assert min(abs(end[0] - x) for end in ends for x, _ in corners) <= ON_THE_BANK


def test_only_neighbours_touch() -> None:
    """Corners that meet, such as the four at Deák Square, are no borders."""
    keys = [d["id"] for d in PACK["district"]]
    touching = {frozenset((a, b)) for a, b in combinations(keys, 2) if common_line(a, b)}
    assert touching == {frozenset(border.split()) for border in LAND}


def test_every_shared_line_is_long_enough_to_see() -> None:
    assert min(common_line(*border.split()) for border in LAND) > 70


def test_every_staging_area_has_a_road_to_its_gate() -> None:
    drawn = [road for e in BOARD.svg.iter() if (road := e.get("data-road"))]
    assert sorted(drawn) == sorted(f"staging:{s['id']} district:{s['gate']}" for s in PACK["staging"])


# ====================================================================== what is printed


def test_objectives_have_a_star() -> None:
    assert set(stars()) == {d["id"] for d in PACK["district"] if d["objective"]}


def test_districts_have_their_numbers() -> None:
    assert set(numbers()) == {d["id"] for d in PACK["district"]}


def test_nights_are_dark() -> None:
    dark = {area for area in CALENDAR if "night" in classes(BOARD.by_id[area])}
    assert dark == {f"calendar:{c['round']}" for c in PACK["calendar"] if c["night"]}


def test_every_name_can_be_translated() -> None:
    named = {e.get("data-name", "") for e in BOARD.svg.iter() if e.get("data-name")}
    assert named >= {*DISTRICTS, *STAGING, *BOXES, *ROW, *PILES, "main", "readiness", "calendar"}
    assert all(named <= set(GAME.names[lang]) for lang in LANGUAGES)


def test_the_names_are_those_of_the_game() -> None:
    written = {e.get("data-name", ""): e.text for e in BOARD.svg.iter() if e.get("data-name")}
    assert {name: GAME.names["en"][name] for name in written} == written


def test_both_themes_know_every_colour() -> None:
    light, dark = re.findall(r":where\([^{]*\{([^}]*)\}", STYLE)
    known = [set(re.findall(r"(--[a-z-]+):", theme)) for theme in (light, dark)]
    assert known[0] == known[1]
    assert set(re.findall(r"var\((--[a-z-]+)\)", STYLE)) == known[0]
