"""The map agrees with the pack: what touches on it is what borders on it, each kind of border drawn in its own way."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from sandtable.games.battle_for_europe import GAME
from tests.games.drawing import Box, Drawing, Point, classes, kind
from tools.draw_europe import drawings
from tools.europe.flood import KNOT, Pack, Seeds, links
from tools.europe.strips import WORDS
from tools.europe.trace import read

BOARD = Drawing(GAME)
PACK = Pack.read(GAME.folder / "components.toml")
SEEDS = Seeds.read()
ARCS = read()
LINKS = links(PACK, SEEDS)
LAND = [area for area, entry in PACK.areas.items() if entry["kind"] == "land"]
COUNTER = 44
SMALLEST_COUNTER = 20
"""A counter that is drawn smaller cannot be read at any zoom that still shows its neighbours."""
USUAL_STACKS = 4
"""Infantry, armour, aircraft and fleet of one nation."""

QUADRIPOINTS = [
    ("london", "manchester", "liverpool", "plymouth"),
    ("la_rochelle", "bilbao", "barcelona", "vichy"),
    ("budapest", "cluj", "jassy", "kiev"),
    ("riga", "vitebsk", "leningrad", "tallinn"),
    ("kiev", "kursk", "smolensk", "minsk"),
    ("leningrad", "vitebsk", "smolensk", "moscow"),
    ("stalingrad", "krasnodar", "grozny", "astrakhan"),
    ("erzurum", "adana", "damascus", "baghdad"),
]
ONLY_IN_REALITY = [
    ("goteborg", "baltic_sea"),
    ("edinburgh", "north_atlantic"),
    ("istanbul", "western_black_sea"),
    ("izmir", "eastern_mediterranean"),
    ("jassy", "western_black_sea"),
    ("casablanca", "western_mediterranean"),
    ("london", "north_sea"),
]
"""Coasts that an atlas has and the pack has not."""


def touching() -> set[frozenset[str]]:
    """The areas between which an arc runs."""
    return {frozenset((arc.left, arc.right)) for arc in ARCS if arc.left in PACK.areas and arc.right in PACK.areas}


def drawn(attribute: str) -> dict[frozenset[str], ET.Element]:
    """What is drawn for pairs of areas, by the pair."""
    found = [(frozenset(str(e.get(attribute)).split()), e) for e in BOARD.svg.iter() if e.get(attribute)]
    assert len(found) == len({pair for pair, _ in found}), "a pair is drawn twice"
    return dict(found)


def points(path: str) -> set[Point]:
    """The corners of a path of straight lines, as our tool writes it."""
    found: set[Point] = set()
    for start, steps in re.findall(r"M([-\d. ]+)l([-\d. ]+)", path):
        x, y = map(float, re.findall(r"-?[\d.]+", start))
        found.add((x, y))
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            found.add((x, y))
    return found


def test_areas_that_share_an_arc_are_those_that_border_each_other() -> None:
    assert touching() == PACK.borders.keys() - LINKS


def test_every_border_is_drawn_once_as_its_kind() -> None:
    borders = drawn("data-border")
    assert borders.keys() == PACK.borders.keys() - LINKS
    assert {pair: PACK.borders[pair]["kind"] for pair in borders} == {
        pair: next(iter(kind_of(line))) for pair, line in borders.items()
    }


def kind_of(line: ET.Element) -> list[str]:
    """The first class of a line is its kind; a frontier has a second."""
    return str(line.get("class")).split()


def test_every_kind_of_border_looks_different() -> None:
    style = next(e.text or "" for e in BOARD.svg.iter() if kind(e) == "style")
    looks = dict(
        re.findall(
            r"\.lines \.(\w+) \{([^}]*)\}",
            style.replace(".lines .sea, ", "").replace(":is(svg, g).battle-for-europe .lines .ocean", ".lines .ocean"),
        )
    )
    kinds = {str(border["kind"]) for border in PACK.borders.values()} - {"arrow", "coast", "sea"}
    assert kinds <= looks.keys()
    assert len({looks[each] for each in kinds}) == len(kinds)


def test_a_border_runs_along_both_of_its_areas() -> None:
    for pair, line in drawn("data-border").items():
        along = points(str(line.get("d")))
        for area in pair:
            assert along <= points(str(BOARD.by_id[f"area:{area}"].get("d"))), (area, pair)


def test_borders_over_water_are_drawn_as_links() -> None:
    bridges = drawn("data-link")
    assert bridges.keys() == LINKS
    assert frozenset(("denmark", "goteborg")) in LINKS
    for pair, bridge in bridges.items():
        assert ("crossing" in classes(bridge)) == (PACK.borders[pair]["kind"] == "arrow")


@pytest.mark.parametrize("areas", QUADRIPOINTS, ids=lambda areas: areas[0])
def test_four_areas_that_meet_crosswise_have_a_knot_between_them(areas: tuple[str, ...]) -> None:
    knots: dict[str, set[str]] = {}
    for arc in ARCS:
        for one, other in ((arc.left, arc.right), (arc.right, arc.left)):
            if one.startswith(KNOT):
                knots.setdefault(one, set()).add(other)
    assert set(areas) in knots.values()
    apart = [pair for pair in combinations(areas, 2) if frozenset(pair) not in touching()]
    assert len(apart) == 2
    assert len(set().union(*apart)) == 4


@pytest.mark.parametrize(("land", "sea"), ONLY_IN_REALITY)
def test_coasts_that_the_pack_has_not_do_not_touch(land: str, sea: str) -> None:
    assert frozenset((land, sea)) not in PACK.borders
    own = points(str(BOARD.by_id[f"area:{land}"].get("d")))
    shared = own & points(str(BOARD.by_id[f"area:{sea}"].get("d")))
    assert len(shared) <= 1  # a knot's corner, if anything


def test_fortresses_stand_where_they_help() -> None:
    walls = {str(e.get("data-wall")) for e in BOARD.svg.iter() if e.get("data-wall")}
    assert walls == {
        f"{area} {other}" for area, entry in PACK.areas.items() for other in list_of(entry, "fortress_from")
    }


def list_of(entry: dict[str, object], key: str) -> list[str]:
    found = entry.get(key, [])
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("sign", "fact"), [("capital", "supply_capital"), ("port", "port"), ("oil", "oil"), ("worth", "hpp")]
)
def test_signs_stand_where_the_pack_has_them(sign: str, fact: str) -> None:
    signs = [e.get("data-of") for e in BOARD.svg.iter() if sign in classes(e) and e.get("data-of")]
    wanted = [area for area, entry in PACK.areas.items() if entry.get(fact) and not (sign == "port" and area == "usa")]
    assert sorted(map(str, signs)) == sorted(wanted)


def test_every_land_has_a_flag_and_room_for_the_units_of_a_nation() -> None:
    for area in [*LAND, "usa", "urals"]:
        flag, room = BOARD.box(f"area:{area}/holder"), BOARD.pieces(f"area:{area}")
        assert not flag.overlaps(room), area
        assert room.room_for(SMALLEST_COUNTER) >= USUAL_STACKS, (area, room)


@pytest.mark.parametrize("area", ["naples", "dover", "manchester", "gibraltar"])
def test_where_landings_begin_and_end_there_is_room_for_the_units_of_three_nations(area: str) -> None:
    assert BOARD.pieces(f"area:{area}").room_for(SMALLEST_COUNTER) >= 3 * USUAL_STACKS


def test_every_sea_has_room_for_fleets() -> None:
    for area in (area for area in PACK.areas if PACK.is_sea(area)):
        assert BOARD.pieces(f"area:{area}").room_for(SMALLEST_COUNTER) >= 2, area


def test_call_outs_lie_apart() -> None:
    slips = [e for e in BOARD.svg.iter() if "slip" in classes(e)]
    boxes = [Box(*(float(str(slip.get(side))) for side in Box._fields)) for slip in slips]
    assert len(boxes) > 10
    assert [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)] == []


def test_every_call_out_lies_in_one_sea() -> None:
    """Where it lies the sea has a hole, so that a click on it is a click on its area."""
    seas = {area: points(str(BOARD.by_id[f"area:{area}"].get("d"))) for area in PACK.areas if PACK.is_sea(area)}
    for slip in (e for e in BOARD.svg.iter() if "slip" in classes(e)):
        box = Box(*(float(str(slip.get(side))) for side in Box._fields))
        assert len([sea for sea, line in seas.items() if set(box.corners()) <= line]) == 1, box
        lines = [point for arc in ARCS for point in arc.points]
        assert [point for point in lines if Box(*point, 0, 0).within(box)] == []


def test_the_legend_is_printed_in_the_words_of_the_locale() -> None:
    assert {f"sign:{sign}": word for sign, word in WORDS.items()}.items() <= GAME.names["en"].items()


def test_all_words_of_the_map_are_in_both_languages() -> None:
    words = [str(e.get("data-name")) for e in BOARD.svg.iter() if e.get("data-name")]
    for language in ("en", "hu"):
        names = GAME.names[language]
        assert [word for word in words if word not in names] == []


def test_every_nation_has_its_colour_and_every_unit_its_counter() -> None:
    raw = tomllib.loads((GAME.folder / "components.toml").read_text(encoding="utf-8"))
    theme = (GAME.folder / "art" / "theme.css").read_text(encoding="utf-8")
    for nation in [*raw["power"], *raw["country"]]:
        assert f"--seat-{nation['id']}: #" in theme
        assert f"--seat-{nation['id']}-ink: #" in theme
    symbols = set(
        re.findall(r'<symbol id="stamp-([^"]+)"', (GAME.folder / "art" / "pieces.svg").read_text(encoding="utf-8"))
    )
    for value in raw["unit_value"]:
        unit = f"{value['nation']}_{value['type']}"
        assert {unit, f"{unit}-used"} <= symbols
    assert {"pile", "marker:time", "cut_off", "pinned"} <= symbols


@pytest.mark.slow
def test_the_files_are_what_the_tool_draws() -> None:
    for name, text in drawings(PACK, SEEDS, ARCS).items():
        assert (GAME.folder / "art" / name).read_text(encoding="utf-8") == text, name
