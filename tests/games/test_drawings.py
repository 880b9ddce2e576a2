"""What holds for the board of every game: a place for everything in a scene, nothing on top of anything else."""

from __future__ import annotations

import re
from itertools import combinations

from sandtable.engine.game import Stage
from tests.games.drawing import Drawing, classes, kind, places
from tests.playing import AnyGame, begin, every_game

SHAPES = {"path", "rect", "circle", "ellipse", "polygon"}
SMALLEST_TEXT = 14
LARGEST_FILE = 200_000
"""A map of 130 areas is about so large; packed for the way, it is a third of it."""
BESIDE = {"buda_1686": {"box:cup", "box:sick"}}
"""Places that the table shows beside the board."""

DEALT = 4
"""Games of each mode that are begun to find where tiles may lie: a tile without informant slots leaves theirs out."""

ROOM_FOR = ("pieces", "art", "holder")
"""What a place may have room for: its pieces, the picture of the tile that lies there, the flag of its holder."""

every_drawn_game = every_game(Stage.DRAWN)


def there(game: AnyGame, mode: str, seed: int = 1) -> set[str]:
    """The places of a scene in a mode that want to be drawn."""
    return places(game.scene(begin(game, mode, seed).state, None)) - BESIDE.get(game.slug, set())


def everywhere(game: AnyGame) -> set[str]:
    """The places of all modes, wherever tiles are dealt."""
    return set().union(*(there(game, mode, seed) for mode in game.modes for seed in range(1, 1 + DEALT)))


@every_drawn_game
def test_a_drawn_game_has_all_its_drawings(game: AnyGame) -> None:
    drawn = {file.name for file in (game.folder / "art").iterdir()}
    assert drawn >= {"board.svg", "pieces.svg", "theme.css", "cover.svg"}


@every_drawn_game
def test_every_place_has_a_shape_and_room_for_pieces(game: AnyGame) -> None:
    drawing = Drawing(game)
    for place in everywhere(game):
        shape, slots = drawing.by_id[place], drawing.by_id[f"{place}/pieces"]
        assert kind(shape) in SHAPES, place
        assert "area" in classes(shape), place
        assert (kind(slots), slots.get("fill")) == ("rect", "none"), place
        assert "slots" in classes(slots), place
        assert drawing.pieces(place).width > 0 < drawing.pieces(place).height, place


@every_drawn_game
def test_nothing_is_drawn_for_a_place_that_no_scene_has(game: AnyGame) -> None:
    drawing = Drawing(game)
    assert drawing.areas() == everywhere(game)
    slots = {e.get("id") for e in drawing.svg.iter() if "slots" in classes(e)}
    assert slots >= {f"{area}/pieces" for area in drawing.areas()}
    assert slots <= {f"{area}/{what}" for area in drawing.areas() for what in ROOM_FOR}


@every_drawn_game
def test_pieces_of_two_places_never_overlap_and_stay_on_the_board(game: AnyGame) -> None:
    drawing = Drawing(game)
    for shown in {frozenset(there(game, mode)) for mode in game.modes}:
        drawn = [area for area in drawing.areas() if area in shown or area not in drawing.hidden_unless_there()]
        for form in drawing.forms:
            rooms = {area: drawing.pieces(area, form) for area in drawn}
            assert [(a, b) for a, b in combinations(rooms, 2) if rooms[a].overlaps(rooms[b])] == []
            assert [area for area, room in rooms.items() if not room.within(drawing.board(form))] == []


@every_drawn_game
def test_a_part_that_is_not_always_drawn_names_what_it_is_for(game: AnyGame) -> None:
    for part in Drawing(game).svg.iter():
        if has := part.get("data-has"):
            assert {e.get("id") for e in part.iter() if "area" in classes(e)} == {has}


@every_drawn_game
def test_ids_are_unique(game: AnyGame) -> None:
    ids = [e.get("id") for e in Drawing(game).svg.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


@every_drawn_game
def test_no_text_is_too_small_to_read(game: AnyGame) -> None:
    text = Drawing(game).file.read_text(encoding="utf-8")
    sizes = [float(size) for size in re.findall(r"font-size(?:: |=\")([\d.]+)", text)]
    assert min(sizes) >= SMALLEST_TEXT


@every_drawn_game
def test_a_board_is_plain_drawing(game: AnyGame) -> None:
    """No scripts, no pictures, nothing fetched from elsewhere."""
    drawing = Drawing(game)
    assert not {kind(e) for e in drawing.svg.iter()} & {"script", "image", "foreignObject", "a"}
    links = [value for e in drawing.svg.iter() for key, value in e.attrib.items() if key.endswith("href")]
    links += re.findall(r"url\(([^)]*)\)", drawing.file.read_text(encoding="utf-8"))
    assert all(link.startswith("#") and link[1:] in drawing.by_id for link in links)
    assert drawing.file.stat().st_size < LARGEST_FILE
