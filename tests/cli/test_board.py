"""The board in a terminal: all of it there, nothing wider than the terminal, nothing told by colour alone."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.console import Console, RenderableType

from sandtable import games
from sandtable.cli.board import Board
from sandtable.cli.explain import look
from sandtable.cli.grid import lay_out
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say
from sandtable.engine.scene import (
    Area,
    Arrow,
    Battle,
    BattleRow,
    BattleSide,
    Die,
    Hand,
    Piece,
    Pile,
    Scene,
    Track,
)
from sandtable.engine.start import Origin, start
from sandtable.engine.words import Words
from tests.engine import toy

BUDA = games.load("buda_1686")
WIDTHS = (60, 80, 100, 140)


def drawn(picture: RenderableType, width: int, height: int = 40) -> str:
    """What is printed, without colours."""
    file = io.StringIO()
    Console(file=file, width=width, height=height, highlight=False).print(picture)
    return file.getvalue()


def board(scene: Scene, lang: str = "en") -> Board:
    return Board(scene, PieceLabels(("imperial", "ottoman"), Words(BUDA, lang), Say(lang)))


def scenes(seed: int, every: int = 150) -> Iterator[Scene]:
    """Scenes of a random game, from its start to its end."""
    match = start(BUDA, {}, Origin(f"board {seed}"), explain=False)
    rng = random.Random(seed)
    while match.outcome is None:
        if match.number % every == 0:
            yield BUDA.scene(match.state, 0)
        match.choose(rng.choice(match.choices))
    yield BUDA.scene(match.state, 0)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "hu"])
def test_a_whole_game_fits_any_width(lang: str) -> None:
    for scene in scenes(1):
        shown = board(scene, lang)
        for width in WIDTHS:
            for picture in (shown.as_map(width), shown.as_list(width), shown.as_brief(width)):
                lines = drawn(picture, width).splitlines()
                assert max(map(cell_len, lines)) <= width


def test_the_opening_fits_a_terminal_of_100_by_40_with_room_for_the_question() -> None:
    opening = next(scenes(1))
    assert drawn(board(opening).as_map(100), 100).count("\n") <= 31


def test_every_piece_and_its_value_are_on_the_map() -> None:
    words = Words(BUDA, "en")
    for scene in scenes(2):
        shown = board(scene)
        pieces = [piece for area in shown.map_areas for piece in shown.pieces_in(area)]
        text = re.sub(r"[║│┃]\s*[║│┃]?", " ", drawn(shown.as_map(400), 400))
        values = re.findall(r"[\[(]\d[\])]", text.split("Time ")[0])
        assert len(values) == len(pieces)
        assert all(words.name(piece.id).rsplit(" ", 1)[0] in text for piece in pieces)


def test_wounded_pieces_differ_by_their_brackets() -> None:
    sound = Piece("unit:saxon", "saxon", "imperial", "full", 3)
    hurt = Piece("unit:saxon", "saxon", "imperial", "wounded", 2)
    labels = board(Scene("buda_1686", None)).labels
    assert labels.value(sound) == "[3]"
    assert labels.value(hurt) == "(2)"


def test_a_hidden_piece_says_so() -> None:
    labels = board(Scene("buda_1686", None), "hu").labels
    assert labels.value(Piece("x", "block", "imperial", "hidden")) == "(rejtett)"


def test_an_owner_is_told_by_a_letter_of_his_own() -> None:
    areas = [
        Area("a", "wall", 100, 100, "imperial"),
        Area("b", "wall", 900, 100, "ottoman"),
        Area("c", "wall", 500, 500),
    ]
    text = drawn(board(Scene("buda_1686", None, areas)).as_map(100), 100)
    assert "╔ I a ═" in text
    assert "╔ O b ═" in text
    assert "╔ c ═" in text
    assert "I Imperial  O Ottoman" in text


def test_seats_with_the_same_initial_get_different_letters() -> None:
    words = Words(BUDA, "en")
    assert PieceLabels(("red", "ruby", "rr"), words, Say("en")).letters == ["R", "U", "3"]


def test_a_guest_in_an_area_has_his_letter_and_its_holder_needs_none() -> None:
    pieces = [
        Piece("unit:azab_1", "azab", "ottoman", "full", 3),
        Piece("unit:charles", "officer", "imperial", "full", 5),
    ]
    text = drawn(board(Scene("buda_1686", None, [Area("a", "wall", 1, 1, "ottoman", pieces)])).as_map(80), 80)
    assert "║Azabs I[3]" in text
    assert "║I Charles of Lorraine[5]" in text


def test_pieces_of_a_kind_share_a_line() -> None:
    pieces = [Piece(f"unit:janissary_{n}", "janissary", "ottoman", "full", 4) for n in (1, 2, 3)]
    text = drawn(board(Scene("buda_1686", None, [Area("a", "wall", 1, 1, "ottoman", pieces)])).as_list(80), 80)
    assert "Janissaries I[4] II[4] III[4]" in text


def test_parts_of_an_area_are_drawn_inside_it() -> None:
    wall = Area("zone:palota", "wall", 500, 500, "ottoman")
    saxon = Piece("unit:saxon", "saxon", "imperial", "full", 3)
    inside = Area("breach:1", "breach", 510, 500, "imperial", [saxon], part_of="zone:palota")
    free = Area("breach:2", "breach", 520, 500, part_of="zone:palota")
    text = drawn(board(Scene("buda_1686", None, [wall, inside, free])).as_map(80), 80)
    assert "breaches ▪▫" in text
    assert "I Saxon" in text
    assert "breach:" not in text


def test_a_marker_stands_in_brackets_in_its_row_of_cells() -> None:
    track = Track("scale", list(range(9)), {"marker:tms": 4, "marker:cms": 0})
    text = drawn(board(Scene("buda_1686", None, tracks=[track])).as_map(100), 100)
    assert "0 1 2 3[4]5 6 7 8" in text
    assert "[0]1 2 3 4 5 6 7 8" in text


def test_a_long_track_shows_only_where_its_marker_is() -> None:
    track = Track("scale", list(range(31)), {"marker:tms": 17})
    assert "[17]" in drawn(board(Scene("buda_1686", None, tracks=[track])).as_map(80), 80)


def test_cups_dice_and_boxes_lie_beside_the_map() -> None:
    top = Piece("counter:x", "counter", "imperial", "number", 13)
    scene = Scene("buda_1686", None, piles=[Pile("cup:imperial", 19, "imperial", top)], dice=[Die("d6", 5)])
    scene.areas = [Area("box:lost", "box", pieces=[Piece("unit:saxon", "saxon", "imperial", "full", 3)])]
    scene.areas.append(Area("box:dead", "box"))
    text = drawn(board(scene).as_map(100), 100)
    assert "Imperial cup 19 → " in text
    assert "[13]" in text
    assert "die ⚄ 5" in text
    assert "Lost units I Saxon" in text
    assert "Ottoman dead" not in text, "an empty box is not worth a line"


def test_a_number_is_not_said_twice_of_a_counter_whose_name_begins_with_it() -> None:
    top = Piece("counter:imperial_05", "counter", "imperial", "number", 5)
    scene = Scene("buda_1686", None, piles=[Pile("drawn:imperial", 3, "imperial", top)])
    text = drawn(board(scene).as_map(100), 100)
    assert "Imperial counters drawn 3 → 5 (hand of fate from turn 6)" in text
    assert "[5]" not in text


def test_a_hand_shows_its_cards_to_its_owner_only() -> None:
    match = start(toy.TOY, {}, Origin("toy"))
    labels = PieceLabels(match.seats, Words(toy.TOY, "en"), Say("en"))
    own = drawn(Board(toy.TOY.scene(match.state, 0), labels).as_map(80), 80)
    assert "R Red hand:red 2: card[1],[5]" in own
    assert "B Blue hand:blue 2" in own
    hand = Hand("hand:red", "red", 3)
    assert "card" not in drawn(Board(Scene("toy", "blue", hands=[hand]), labels).as_map(80), 80)


@pytest.mark.parametrize("columns", [1, 2, 3, 4, 6])
def test_the_grid_follows_the_map(columns: int) -> None:
    areas = board(next(scenes(1))).map_areas
    rows = lay_out(areas, columns)
    placed = {cell.id: (x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell is not None}
    assert set(placed) == {area.id for area in areas}
    for one in areas:
        for other in areas:
            if one.x <= other.x:
                assert placed[one.id][0] <= placed[other.id][0]
            if one.y < other.y and placed[one.id][0] == placed[other.id][0]:
                assert placed[one.id][1] < placed[other.id][1]


def test_the_map_of_buda_takes_four_rows_at_80_and_at_100_columns() -> None:
    areas = board(next(scenes(1))).map_areas
    assert len(lay_out(areas, 80 // 25)) == 4
    assert len(lay_out(areas, 100 // 25)) == 4


@pytest.mark.parametrize(("height", "top"), [(60, "┏"), (30, "O Víziváros"), (10, "O Víziváros")])
def test_a_low_terminal_gets_a_list_in_place_of_the_map(height: int, top: str) -> None:
    console = Console(file=io.StringIO(), width=100, height=height, force_terminal=True, color_system=None)
    console.print(board(next(scenes(1))).fitting(console, 5))
    file = console.file
    assert isinstance(file, io.StringIO)
    assert file.getvalue().splitlines()[1].startswith(top)


# ---------------------------------------------------------------------- tiles, stacks, arrows, battles


def test_a_tile_says_which_side_is_up() -> None:
    scene = Scene("buda_1686", None, [Area("zone:palota", "wall", 500, 500, "ottoman", face="wounded")])
    title = re.escape(f"O {Words(BUDA, 'en').name('zone:palota')} (")
    for picture in (board(scene).as_map(80), board(scene).as_list(80), board(scene).as_brief(80)):
        assert re.search(title, drawn(picture, 80))
    assert "(wall, " in str(look(board(scene), "palota")) and ", wounded" in str(look(board(scene), "palota"))


def test_an_owner_that_is_no_seat_is_told_by_two_letters_and_explained() -> None:
    pieces = [Piece("stack:1", "azab", "saxony", value=4)]
    scene = Scene("buda_1686", None, [Area("a", "wall", 100, 100, "saxony", pieces), Area("b", "wall", 900, 100)])
    text = drawn(board(scene).as_map(100), 100)
    assert "╔ Sa a ═" in text and "╔ b ═" in text
    assert "I Imperial  O Ottoman  Sa Saxony" in text


def test_what_is_printed_on_a_track_is_shown_and_equal_cells_are_told_apart() -> None:
    track = Track("scale", [0, 1, 2, 3, 4], {"marker:tms": 2}, shows=[7, 6, 6, 5, "imperial"])
    text = drawn(board(Scene("buda_1686", None, tracks=[track])).as_map(100), 100)
    assert " 7 6[6]5 imperial" in text
    assert " 6\n" in drawn(board(Scene("buda_1686", None, tracks=[track])).as_brief(100), 100)
    long = Track("scale", list(range(20)), {"marker:tms": 17}, shows=list(range(100, 120)))
    assert "[117]" in drawn(board(Scene("buda_1686", None, tracks=[long])).as_map(80), 80)


def test_a_hand_known_in_part_says_how_many_are_unknown() -> None:
    hand = Hand("hand", "imperial", 5, [Piece("unit:saxon", "saxon"), Piece("unit:bavarian_1", "bavarian")])
    text = drawn(board(Scene("buda_1686", None, hands=[hand])).as_map(100), 100)
    assert "hand 5: Saxon" in text and ", 3 unknown" in text
    hand.count = 2
    assert "unknown" not in drawn(board(Scene("buda_1686", None, hands=[hand])).as_map(100), 100)


@pytest.mark.parametrize(("lang", "named"), [("en", "5A Inner City"), ("hu", "5A Belváros")])
def test_a_district_has_its_number_before_its_name(lang: str, named: str) -> None:
    """The rulebook speaks of districts by number."""
    nights = games.load("nights_of_fire")
    scene = nights.scene(start(nights, {}, Origin("numbers")).state, 0)
    drawing = Board(scene, PieceLabels(("revolutionary",), Words(nights, lang), Say(lang)))
    for picture in (drawing.as_map(100), drawing.as_list(100), drawing.as_brief(100)):
        assert named in drawn(picture, 100)
    looked = str(look(drawing, "5A"))
    assert looked.startswith(named) and looked.count("5A") == 1


def test_equal_marks_are_counted() -> None:
    piece = Piece("unit:saxon", "saxon", "imperial", marks=["ammo", "moved", "ammo"])
    assert str(board(Scene("buda_1686", None)).labels.pieces([piece])[0]).endswith(" ·ammo ×2 ·moved")


def test_dice_of_any_face_are_shown() -> None:
    scene = Scene("buda_1686", None, dice=[Die("d6", 5), Die("d10", 10), Die("d0", 0)])
    assert "die ⚄ 5 · d10 10 10 · d0 0 0" in drawn(board(scene).status(), 100)


def fought() -> Scene:
    attack = BattleSide("imperial", [BattleRow("saxon", 4, 3, [1, 2, 6, "star"], 2, 1), BattleRow("azab", 2)], 62)
    defence = BattleSide("ottoman", [], facts={"losses": 3})
    battle = Battle("battle", "zone:palota", [attack, defence], 2, {"terrain": 1})
    arrows = [Arrow("zone:palota", "zone:naphegy", "attack", "imperial"), Arrow("x", "y")]
    return Scene("buda_1686", None, arrows=arrows, battle=battle)


@pytest.mark.parametrize(
    ("lang", "round_", "odds", "row", "nobody"),
    [
        ("en", "round 2", "62 % to win", "×4 [3] ⚀ ⚁ ⚅ star 2 hits 1 lost", "nobody left"),
        ("hu", "2. kör", "62% eséllyel győz", "×4 [3] ⚀ ⚁ ⚅ star 2 találat 1 elesett", "nem maradt senki"),
    ],
)
def test_a_battle_is_told_side_by_side(lang: str, round_: str, odds: str, row: str, nobody: str) -> None:
    words, shown = Words(BUDA, lang), board(fought(), lang)
    for picture in (shown.as_map(300), shown.as_list(300), shown.as_brief(300)):
        lines = [line.strip() for line in drawn(picture, 300).splitlines()]
        title = f"battle: {words.name('zone:palota')} · {round_} · {words.name('terrain')} 1"
        attack, defence = lines[lines.index(title) + 1 :][:2]
        rows = f"{words.name('saxon')} {row} · {words.name('azab')} ×2"
        assert attack == f"{shown.labels.seat('imperial')}: {odds} · {rows}"
        assert defence == f"{shown.labels.seat('ottoman')}: {words.name('losses')} 3 · {nobody}"


def test_arrows_say_from_where_to_where_and_whose_they_are() -> None:
    text = drawn(board(fought()).as_map(200), 200)
    words = Words(BUDA, "en")
    assert f"I Imperial attack: {words.name('zone:palota')} → {words.name('zone:naphegy')} · move: x → y" in text
