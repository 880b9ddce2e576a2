"""The cork wall has a thread for every way, a photograph for every location, and no name that anything covers."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from math import dist

import pytest

from sandtable.engine.words import LANGUAGES
from sandtable.games.days_of_ire import GAME
from tests.games.drawing import Box, Drawing, Point, classes, kind

APART = 12
"""Between two photographs, so that threads can be seen."""
EVENT = (88, 152)
HEADLINE = (130, 98)
LETTER = 0.45  # of the size of letters: a bold narrow type
TYPED = 0.6  # the same of a typewriter
PRESSED = 0.7
"""How far a long name may be pressed together."""

BOARD = Drawing(GAME)
PACK = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))
LOCATIONS = [location["id"] for location in PACK["location"]]
PHOTOS = {key: BOARD.box(f"location:{key}") for key in LOCATIONS}
STYLE = next(e.text or "" for e in BOARD.svg.iter() if kind(e) == "style")
LABELS = [e for e in BOARD.svg.iter() if "label" in classes(e)]


def ends(path: str) -> tuple[Point, Point]:
    """Where a thread begins and where it ends."""
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path)]
    return (numbers[0], numbers[1]), (numbers[-2], numbers[-1])


def threads() -> dict[str, tuple[Point, Point]]:
    found = {e.get("data-road", ""): next(iter(e)).get("d", "") for e in BOARD.svg.iter() if e.get("data-road")}
    return {road: ends(path) for road, path in found.items()}


def on_edge(point: Point, box: Box) -> bool:
    """Whether a pin is in the border of a photograph."""
    x, y = point
    inner = Box(box.x + 4, box.y + 4, box.width - 8, box.height - 8)
    return Box(x, y, 0, 0).within(box) and not inner.overlaps(Box(x, y, 0, 0))


def test_every_way_is_a_thread_from_photograph_to_photograph() -> None:
    assert sorted(threads()) == sorted(f"{way['a']} {way['b']}" for way in PACK["thread"])
    for road, (start, end) in threads().items():
        a, b = road.split()
        assert on_edge(start, PHOTOS[a]), road
        assert on_edge(end, PHOTOS[b]), road


def test_threads_can_be_seen_between_the_photographs() -> None:
    for a, b in combinations(PHOTOS, 2):
        box = PHOTOS[a]
        wider = Box(box.x - APART, box.y - APART, box.width + 2 * APART, box.height + 2 * APART)
        assert not wider.overlaps(PHOTOS[b]), (a, b)
    assert min(dist(*thread) for thread in threads().values()) > APART


def test_reinforcement_locations_are_stamped() -> None:
    stamped = {e.get("data-reinforcement") for e in BOARD.svg.iter() if e.get("data-reinforcement")}
    assert stamped == {location["id"] for location in PACK["location"] if location["reinforcement"]}


def test_event_and_units_lie_on_their_photograph() -> None:
    for key, photo in PHOTOS.items():
        assert BOARD.pieces(f"location:{key}").within(photo)
        assert BOARD.pieces(f"event_at:{key}").within(photo)
        assert BOARD.pieces(f"event_at:{key}").holds([EVENT])
    for place in range(1, 7):
        assert BOARD.pieces(f"display:{place}").holds([EVENT])


@pytest.mark.parametrize("form", BOARD.forms)
def test_boxes_hold_what_lies_in_them(form: str) -> None:
    for area in ("front", "current", "continuing", "recalled", "avh_kit", "avh_row"):
        box = BOARD.pieces(f"area:{area}", form)
        assert box.within(BOARD.box(f"area:{area}", form)), area
        assert area.startswith("avh") or box.holds([HEADLINE]), area


@pytest.mark.parametrize("lang", LANGUAGES)
def test_units_never_cover_the_name_of_a_location(lang: str) -> None:
    for label in LABELS:
        name = label.get("data-name", "")
        if not name.startswith("location:"):
            continue
        x, y, room = (float(label.get(key, "0")) for key in ("x", "y", "data-width"))
        width = min(room, len(GAME.names[lang][name]) * 20 * TYPED)
        written = Box(x - width / 2, y - 15, width, 20)
        assert written.within(PHOTOS[name.partition(":")[2]]), name
        assert [place for place in BOARD.areas() if BOARD.pieces(place).overlaps(written)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_fits_its_room(lang: str) -> None:
    for label in LABELS:
        typed = "place" in classes(label)
        size = 20 if typed or "start" in classes(label) else 18
        said = GAME.names[lang][label.get("data-name", "")]
        width = len(said) * size * (TYPED if typed else LETTER)
        assert width * PRESSED <= float(label.get("data-width", "0")), said


def test_the_names_are_those_of_the_game() -> None:
    written = {e.get("data-name", ""): e.text for e in LABELS}
    assert {name: GAME.names["en"][name] for name in written} == written
    assert {f"location:{key}" for key in LOCATIONS} <= set(written)


def test_tracks_print_what_the_pack_says() -> None:
    texts = [e.text for e in BOARD.svg.iter() if "cell" in classes(e) and kind(e) == "text"]
    limits = [str(cell["hand_limit"]) for cell in PACK["support_cell"]]
    cards = [str(cell["draw"]) for cell in PACK["morale_cell"] if not cell["defeat"]]
    assert texts == limits + cards
    surcharges = [e.text for e in BOARD.svg.iter() if "tag" in classes(e)]
    assert surcharges == [f"+{slot['surcharge']}" for slot in PACK["display_slot"]]
    decks = ["I" * deck for day in PACK["day"] for deck in day["draw_decks"]]
    assert [e.text for e in BOARD.svg.iter() if "deck" in classes(e)] == decks


@pytest.mark.parametrize("track", ["support", "morale"])
def test_cells_have_the_colours_of_their_ends(track: str) -> None:
    for cell in PACK[f"{track}_cell"]:
        assert cell["zone"] in classes(BOARD.by_id[f"{track}:{cell['index']}"])


def test_both_themes_know_every_colour() -> None:
    light, dark = re.findall(r":where\([^{]*\{([^}]*)\}", STYLE)
    known = [set(re.findall(r"(--[a-z-]+):", theme)) for theme in (light, dark)]
    assert known[0] == known[1]
    assert set(re.findall(r"var\((--[a-z-]+)\)", STYLE)) == known[0]
