"""Rain City has room for every tile wherever it is dealt, and its drawings say what the pack says."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from sandtable.engine.words import LANGUAGES
from sandtable.games.rogue_agent import GAME
from sandtable.games.rogue_agent.pack import SEATS
from tests.games.drawing import Box, Drawing, classes, kind

BOARD = Drawing(GAME)
PACK = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))
PIECES = ET.parse(GAME.folder / "art" / "pieces.svg").getroot()
STAMPS = {e.get("id", "").removeprefix("stamp-"): e for e in PIECES.iter() if kind(e) == "symbol"}
STYLE = next(e.text or "" for e in BOARD.svg.iter() if kind(e) == "style")
TILE = (208, 236)
DIE = 36
FIGURE = (40, 54)
DISC = (46, 46)
CARD = (156, 96)
MARKER = (26, 26)
LETTER = 0.5
PRESSED = 0.7
"""How far a long name may be pressed together."""
FINGER = 36
CLOSE_UP = 1.5
"""Pixels of a phone for each unit of the bomb sheet, which the view comes near to."""


def size(stamp: str) -> tuple[float, float]:
    _, _, width, height = map(float, STAMPS[stamp].get("viewBox", "").split())
    return width, height


def caption(stamp: str) -> tuple[float, float, float, float, float]:
    x, y, width, lines, letters = map(float, STAMPS[stamp].get("data-caption", "").split())
    return x, y, width, lines, letters


# ====================================================================== the city


def test_places_lie_as_in_the_pack() -> None:
    """Neighbours share a full side with a street between them, and nobody else does."""
    boxes = {place["id"]: BOARD.box(f"place:{place['id']}") for place in PACK["place"]}
    for place in PACK["place"]:
        box = boxes[place["id"]]
        assert (box.width, box.height) == TILE
        wider = Box(box.x - 16, box.y, box.width + 32, box.height)
        higher = Box(box.x, box.y - 16, box.width, box.height + 32)
        touching = {key for key, other in boxes.items() if key != place["id"] and wider.overlaps(other)}
        touching |= {key for key, other in boxes.items() if key != place["id"] and higher.overlaps(other)}
        assert touching == set(place["neighbours"]), place["id"]


def test_the_event_path_has_an_arrowhead_from_every_place_to_the_next() -> None:
    steps = [e.get("data-step", "") for e in BOARD.svg.iter() if e.get("data-step")]
    assert steps == [f"{a} {b}" for a, b in pairwise(PACK["event_path"]["places"])]
    for e in BOARD.svg.iter():
        if step := e.get("data-step"):
            x, y = map(float, re.findall(r"-?[\d.]+", e.get("d", ""))[:2])
            assert BOARD.box(f"place:{step.split()[1]}").overlaps(Box(x, y, 0.1, 0.1)), f"{step} points at the next"


@pytest.mark.parametrize("place", [place["id"] for place in PACK["place"]])
def test_what_lies_on_a_tile_stays_on_it_and_leaves_name_and_foot_free(place: str) -> None:
    tile, room = BOARD.box(f"place:{place}"), BOARD.pieces(f"place:{place}")
    assert BOARD.box(f"place:{place}/art") == tile
    assert room.within(Box(tile.x, tile.y + 47, tile.width, tile.height - 47 - 42))
    assert room.holds([FIGURE] * 3) and room.holds([DISC] * 6)
    for half in ("upper", "lower") if place != "m2" else ():
        slot = BOARD.box(f"place:{place}:{half}")
        assert slot.within(tile) and not slot.overlaps(room)


def test_every_tile_is_drawn_with_both_its_sides() -> None:
    for tile in PACK["tile"]:
        assert size(f"tile:{tile['id']}") == TILE
        assert (f"tile:{tile['id']}-destroyed" in STAMPS) == tile["destroyed_side"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tile", [tile["id"] for tile in PACK["tile"]])
def test_the_name_of_a_tile_fits_its_head(lang: str, tile: str) -> None:
    """Broken between words or after a hyphen into two lines, none of which is pressed too far."""
    for stamp in (f"tile:{tile}", f"tile:{tile}-destroyed"):
        if stamp in STAMPS:
            _, _, width, lines, letters = caption(stamp)
            words = re.split(r"\s+|(?<=-)", GAME.names[lang][f"tile:{tile}"])
            assert max(map(len, words)) * letters * LETTER * PRESSED <= width, stamp
            assert len(GAME.names[lang][f"tile:{tile}"]) * letters * LETTER * PRESSED <= lines * width, stamp


def written(stamp: str) -> list[str]:
    return [e.text or "" for e in STAMPS[stamp].iter() if kind(e) == "text"]


@pytest.mark.parametrize("tile", PACK["tile"], ids=lambda tile: tile["id"])
def test_a_tile_prints_what_the_pack_says(tile: dict[str, object]) -> None:
    goods, search, number = tile["goods"], tile["search"], tile.get("number")
    assert isinstance(goods, list) and isinstance(search, list)
    texts = written(f"tile:{tile['id']}")
    wanted = [] if number is None else [str(number)]
    wanted += ["?"] * sum(icon["n"] for icon in search if icon["colour"] == "white")
    for each in goods:
        wanted += [str(each["price"]), *([str(each["n"])] if each["n"] > 1 else [])]
    assert texts == wanted
    colours = {"red": "#b3202b", "green": "#14724a", "black": "#171a22", "white": "#e9edf4"}
    squares = [e.get("fill") for e in STAMPS[f"tile:{tile['id']}"] if kind(e) == "rect" and e.get("width") == "25"]
    assert squares == [colours[icon["colour"]] for icon in search for _ in range(icon["n"])]


def test_a_destroyed_district_keeps_its_number() -> None:
    for tile in PACK["tile"]:
        if tile["destroyed_side"]:
            number = [str(tile["number"])] if "number" in tile else []
            assert written(f"tile:{tile['id']}-destroyed") == number  # destroy.side


# ====================================================================== dice and the bomb sheet


def test_every_face_of_every_die_is_drawn() -> None:
    for die in PACK["die"]:
        for face in die["faces"]:
            assert size(f"die_{die['id']}-{face['symbol']}") == (DIE, DIE)


def test_the_sheet_is_a_grid_in_which_everything_can_be_touched() -> None:
    close = Box(*map(float, BOARD.svg.get("data-close", "").split()))
    for column in range(1, PACK["bomb_sheet"]["columns"] + 1):
        for row in range(1, PACK["bomb_sheet"]["rows"] + 1):
            cell = BOARD.box(f"cell:{column}-{row}")
            assert cell.within(close)
            assert min(cell.width, cell.height) * CLOSE_UP >= FINGER
            if row > 1:
                above = BOARD.box(f"cell:{column}-{row - 1}")
                assert (above.x, above.y + above.height) < (cell.x + 1, cell.y)
    assert BOARD.box("area:wire").within(close) and BOARD.box("area:fuse").within(close)
    assert BOARD.pieces("area:wire").holds([(DIE, DIE)] * 6)


def test_columns_say_what_they_cost() -> None:
    """The first is free, each further one lowers the timer (defuse.column.first_free, defuse.column.timer)."""
    costs = [e.text for e in BOARD.svg.iter() if "cost" in classes(e)]
    assert costs == ["✓"] + ["−1"] * (PACK["bomb_sheet"]["columns"] - 1)


def test_the_timer_shows_every_number() -> None:
    lit = {n: len(re.findall("M", list(STAMPS[f"timer-{n}"])[2].get("d", ""))) for n in range(7)}
    assert lit == {0: 6, 1: 2, 2: 5, 3: 5, 4: 4, 5: 5, 6: 6}  # segments of a digit


def test_the_tray_holds_all_dice() -> None:
    assert BOARD.pieces("area:tray").holds([(DIE, DIE)] * 9)


# ====================================================================== files and boards


@pytest.mark.parametrize("number", range(1, 7))
def test_a_case_file_holds_its_card_and_the_markers_of_all(number: int) -> None:
    assert BOARD.pieces(f"file:{number}").holds([CARD, *[MARKER] * len(SEATS)])
    assert size("card-open") == size("card-known") == size("card_back") == CARD


def test_a_gauge_is_drawn_for_every_level_of_every_track() -> None:
    """Lit spaces are as many as the level; upgrades stand on their spaces."""
    for track in PACK["track"]:
        for level in range(track["max"] + 1):
            spaces = [e for e in STAMPS[f"{track['id']}-{level}"] if kind(e) == "rect"][1:]
            lit = [e for e in spaces if e.get("fill") != "var(--gauge-off)"]
            assert (len(spaces), len(lit)) == (track["max"], level), track["id"]
        assert f"{track['id']}-{track['max'] + 1}" not in STAMPS


@pytest.mark.parametrize("form", BOARD.forms)
@pytest.mark.parametrize("seat", SEATS)
def test_a_board_holds_gauges_counters_custody_and_sets(seat: str, form: str) -> None:
    rows = ["role-agent", "stamina-6", "influence", "credits", "informants"]
    rows += [f"{key}-0" for key in ("ammo", "fuel", "evidence", "car", "weapon", "agent")]
    sizes = [(int(width), int(height)) for width, height in map(size, rows)]
    assert BOARD.pieces(f"board:{seat}", form).holds(sizes)
    panel = BOARD.box(f"board:{seat}", form)
    for part in (f"custody:{seat}", f"sets:{seat}", f"pile:turned_in-{seat}"):
        assert BOARD.box(part, form).within(panel) and BOARD.pieces(part, form).within(BOARD.box(part, form)), part


def test_bonus_and_bounties_are_those_of_the_pack() -> None:
    bonus = PACK["syndicate_bonus"]
    said = " · ".join([*map(str, bonus["points"]), f"+{bonus['each_further']}"])
    assert {e.text for e in BOARD.svg.iter() if "bonus" in classes(e)} == {f"★ {said}"}
    for card in PACK["card"]:
        assert written(f"bounty:{card['bounty']}") == [str(card["bounty"])]
    for syndicate in PACK["syndicate"]:
        assert {f"syndicate:{syndicate['id']}", f"set-{syndicate['id']}"} <= set(STAMPS)


def test_the_names_are_those_of_the_game() -> None:
    labels = [e for e in BOARD.svg.iter() if "label" in classes(e)]
    written = {e.get("data-name", ""): e.text for e in labels}
    assert {name: GAME.names["en"][name] for name in written} == written
    for lang in LANGUAGES:
        for label in labels:
            said = GAME.names[lang][label.get("data-name", "")]
            room = float(label.get("data-width", "0"))
            assert len(said) * float(label.get("data-size", "0")) * LETTER * PRESSED <= room, said


def test_seats_are_told_apart_by_shape() -> None:
    drawn = {"".join(ET.tostring(part, "unicode") for part in STAMPS[f"seat:{seat}"]) for seat in SEATS}
    assert len(drawn) == len(SEATS)


def test_both_themes_know_every_colour() -> None:
    light, dark = re.findall(r":where\([^{]*\{([^}]*)\}", STYLE)
    known = [set(re.findall(r"(--[a-z-]+):", theme)) for theme in (light, dark)]
    assert known[0] == known[1]
    drawn = STYLE + ET.tostring(PIECES, "unicode") + BOARD.file.read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[a-z-]+)[,)]", drawn))
    theme = {"--owner", "--counter-edge", "--font-counter", *(f"--seat-{seat}" for seat in SEATS)}
    assert used - known[0] <= theme
