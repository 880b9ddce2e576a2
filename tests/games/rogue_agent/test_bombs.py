"""Defusing bombs: wires, the bomb sheet, and the stability check."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.engine.sets import bits
from sandtable.engine.types import Json
from sandtable.games.rogue_agent.flow import defusing
from sandtable.games.rogue_agent.flow.defusing import LINES
from tests.citing import rule
from tests.games.rogue_agent.rain_city import City, Table, black, city, green, red


@rule(
    "defuse.action", "defuse.choose_bomb", "defuse.first_wire", "defuse.timer_moved", "setup.bomb_sheet", "defuse.sheet"
)
def test_one_bomb_of_several_is_chosen_and_the_first_wire_is_cut_at_once() -> None:
    position = city().at(purple="district_3").bomb(1, "district_3", 2).bomb(2, "district_3", 5).bomb(3, "district_5", 1)
    table = position.turn().roll(5, 5, 5, 3, 3, 3, 4, 4, 4).start()
    assert table.refused("defuse", "bomb:3") == "defuse.action"
    table.choose("defuse", "bomb:2")
    assert (table.prompt, table.timer(1), table.timer(2)) == ("defuse.cut", 2, 5)
    assert len(table.state.sheet) == 6 * 4


FACE = {"E": 1, "X": 3, "e": 1, "x": 2}
"""Explosion and X, of red and black dice and (small letters) of green ones."""


def sheet(*columns: str) -> dict[str, Json]:
    """A bomb sheet, column by column from the top: letters of FACE, taken from the dice in their order."""
    dice = {"E": ["red-1", "red-2", "red-3", "black-1", "black-2", "black-3"], "e": ["green-1", "green-2", "green-3"]}
    cells: list[Json] = [None] * 24
    faces: dict[str, Json] = {}
    for number, column in enumerate(columns):
        for row, letter in enumerate(column):
            die = dice["e" if letter.islower() else "E"].pop(0)
            cells[4 * number + row] = die
            faces[die] = FACE[letter]
    return {"sheet": cells, "faces": faces, "defusing": "bomb-1"}


def wiring(timer: int, *columns: str, **levels: int) -> City:
    """Purple cuts the next wire of a bomb in district 3."""
    position = city().at(purple="district_3").bomb(1, "district_3", timer).set(dice=sheet(*columns)).turn()
    return position.tracks("purple", **levels).set(phase="wire", turn={"actions": 1})


def cells(table: Table) -> str:
    """The sheet in letters: E and X by column."""
    g = table.state
    columns = [g.sheet[at : at + 4] for at in range(0, 24, 4)]
    return " ".join("".join("EX"[g.symbol(die)] for die in column if die >= 0) for column in columns if column[0] >= 0)


@rule("defuse.cut.roll", "defuse.cut.others", "defuse.empty_roll", "defuse.go_on")
def test_dice_off_the_sheet_are_rolled_again_with_the_next_wire() -> None:
    table = wiring(4, "EX").roll(5, 3, 3, 3, 4, 4, 4).start()  # seven dice, no X and no explosion
    assert table.prompt == "defuse.cut" and cells(table) == "EX"
    table.roll(3, 3, 3, 3, 4, 4, 4).choose("cut")  # red-3 shows X
    assert table.prompt == "defuse.place"


@rule("defuse.cut.place_all", "defuse.line.when")
def test_all_dice_are_placed_even_after_a_line() -> None:
    table = wiring(5, "XX").roll(3, 3, 3, 3, 1, 4, 4).start()  # X red-3 and an explosion
    # The explosion must start column 2, lowers the timer and is a circuit die, which then shows X.
    table.roll(3).choose("place", "die:red-3", "cell:1-3")
    assert table.last("timer") == ("bomb:1", 4) and table.last("circuits") == (1,)
    assert table.influence("purple") == 1


@rule("defuse.line", "defuse.line.when")
def test_a_line_counts_with_another_x_beside_it() -> None:
    table = wiring(4, "XX", "X").roll(2, 5, 5, 4, 4, 4).start().choose("place", "die:green-1", "cell:1-3")
    assert table.influence("purple") == 1 and "bomb-1" in table.bag()


@rule("defuse.place.one_per_cell", "defuse.place.topmost", "defuse.place.next_column", "defuse.place.x_closes")
@rule("defuse.cut.others", "defuse.cut.place_all")
def test_where_a_die_may_not_go() -> None:
    table = wiring(5, "X", "X").roll(1, 3, 3, 3, 3, 4, 4).start()  # explosion red-3, X black-1
    assert table.refused("place", "die:red-3", "cell:1-1") == "defuse.place.one_per_cell"
    assert table.refused("place", "die:black-1", "cell:1-3") == "defuse.place.topmost"
    assert table.refused("place", "die:red-3", "cell:1-2") == "defuse.place.x_closes"
    assert table.refused("place", "die:red-3", "cell:4-1") == "defuse.place.next_column"
    assert table.refused("place", "die:green-1", "cell:3-1") == "defuse.cut.others"
    assert table.refused("place", "die:red-1", "cell:3-1") == "defuse.cut.place_all"  # it lies there already


@rule("defuse.place.new_column", "defuse.place.new_column_four", "defuse.place.existing_ok")
@pytest.mark.parametrize(
    ("columns", "offered"),
    [
        (("E",), {"1-2"}),
        (("EX",), {"1-3", "2-1"}),
        (("EEEE",), {"2-1"}),
        (("X", "E"), {"1-2", "2-2"}),
        (("EEEX", "X"), {"2-2", "3-1"}),
    ],
)
def test_where_an_x_may_go(columns: tuple[str, ...], offered: set[str]) -> None:
    free = 9 - sum(map(len, columns))
    black = min(3, free - 3)
    rolled = [5] * (free - 3 - black) + [2, 3, 3] + [4] * black
    table = wiring(6, *columns).roll(*rolled).start()
    if len(offered) == 1:  # the only place was taken without asking
        assert table.prompt == "defuse.cut"
        assert table.last("die_placed")[1] == f"cell:{next(iter(offered))}"
    else:
        assert {choice[2] for choice in table.choices} == {f"cell:{cell}" for cell in offered}


@rule("defuse.place.order", "defuse.place.die_choice", "comp.dice.faces")
def test_the_player_chooses_which_of_two_colours_goes_first() -> None:
    table = wiring(6, "X").roll(1, 1, 1, 3, 3, 4, 4, 4).start()  # explosions red-2, red-3 and green-1
    assert {choice[1] for choice in table.choices} == {"die:red-2", "die:green-1"}
    assert table.refused("place", "die:red-3", "cell:2-1") == "comp.dice.faces"  # just like red-2


@rule("defuse.column.first_free", "defuse.column.timer")
def test_every_column_after_the_first_lowers_the_timer() -> None:
    position = city().at(purple="district_3").bomb(1, "district_3", 4).turn()
    table = position.roll(3, 5, 5, 3, 3, 3, 4, 4, 4).start().choose("defuse", "bomb:1")
    assert (cells(table), table.timer(1)) == ("X", 4)
    table.roll(5, 5, 2, 3, 3, 4, 4, 4).choose("cut").choose("place", "die:green-1", "cell:2-1")
    assert (cells(table), table.timer(1)) == ("X X", 3)


@rule("defuse.timer_zero", "explosion.when", "explosion.clean")
def test_at_zero_the_bomb_explodes_with_dice_in_hand() -> None:
    table = wiring(1, "X").roll(1, 1, 3, 3, 3, 4, 4, 4).start()
    assert "bomb-1" in table.bag() and table.stamina("purple") == 2 and table.prompt == "turn.order"
    assert (
        table.state.tray == 0 and table.state.sheet == [-1] * 24 and table.state.defusing == -1 and table.timer(1) == 0
    )


@rule("defuse.place.full_sheet")
def test_a_seventh_column_does_not_exist() -> None:
    # Six columns, each closed by an X; the explosion that comes has no place.
    table = wiring(6, "X", "X", "EX", "x", "x", "X").roll(1, 4).start()
    assert "bomb-1" in table.bag()
    assert [line.rule for line in table.told("exploded")] == ["defuse.place.full_sheet"]


@rule("defuse.line", "defuse.line.adjacent", "defuse.line.when")
@pytest.mark.parametrize(
    ("cells_", "line"),
    [
        (((0, 0), (0, 1), (0, 2)), True),
        (((0, 1), (0, 2), (0, 3)), True),
        (((1, 0), (2, 0), (3, 0)), True),
        (((3, 3), (4, 3), (5, 3)), True),
        (((0, 0), (1, 1), (2, 2)), True),
        (((0, 3), (1, 2), (2, 1)), True),
        (((0, 0), (1, 0), (3, 0)), False),
        (((0, 0), (0, 1), (0, 3)), False),
        (((0, 3), (1, 0), (1, 1)), False),
    ],
)
def test_lines(cells_: tuple[tuple[int, int], ...], line: bool) -> None:
    wanted = sum(1 << column * 4 + row for column, row in cells_)
    assert any(one & wanted == one for one in defusing.LINES) == line


@rule("defuse.line.ends", "stability.always", "stability.auto", "defused.disc", "defused.clean", "defused.influence")
def test_a_line_without_open_circuits_defuses_the_bomb_without_a_roll() -> None:
    table = wiring(3, "XX").roll(3, 3, 3, 3, 4, 4, 4).start().choose("place", "die:red-3", "cell:1-3")
    assert "bomb-1" in table.bag() and table.influence("purple") == 1
    assert table.state.sheet == [-1] * 24 and table.timer(1) == 0 and table.state.face == [0] * 9
    assert table.prompt == "turn.order"


@rule("stability.circuit_dice", "stability.roll", "stability.restore", "stability.neither", "defuse.stopped")
def test_stopping_with_open_circuits() -> None:
    table = wiring(3, "EX", "E").roll(3, 3, 3, 4, 4, 4).start()
    table.roll(5, 5, 3).choose("stop")  # the lowest die of column 2 is red: weapon, weapon, X
    assert table.script_left() == 0 and table.disc("bomb-1") == "path-2"
    assert (table.timer(1), table.influence("purple"), table.prompt) == (3, 0, "turn.order")


@rule("stability.explode", "explosion.defuser", "hospital.turn_ends")
def test_a_circuit_that_explodes() -> None:
    table = wiring(3, "EX", "E").roll(3, 3, 3, 4, 4, 4).start().roll(1).choose("stop")
    assert "bomb-1" in table.bag() and table.stamina("purple") == 2 and table.asked == "purple"  # the turn goes on
    down = wiring(3, "EX", "E", stamina=4).roll(3, 3, 3, 4, 4, 4).start().roll(1).choose("stop")
    assert (down.where("purple"), down.asked) == ("hospital", "yellow")


@rule("stability.restore", "stability.explode")
def test_two_circuit_dice_with_an_x_and_an_explosion_explode() -> None:
    table = wiring(4, "EEEE", "E").roll(3, 3, 3, 4).start().roll(3, 1).choose("stop")
    assert "bomb-1" in table.bag() and table.stamina("purple") == 2


@rule("defuse.no_dice", "stability.always")
def test_without_dice_the_player_must_stop() -> None:
    table = wiring(6, "EEEX", "EEx", "x").roll(2).start()  # the last die is green and shows X
    assert table.prompt == "defuse.place"
    table.choose("place", "die:green-3", "cell:2-4")
    assert table.prompt == "turn.order" and table.disc("bomb-1") == "path-2"


@rule("defuse.line", "defuse.line.adjacent", "defuse.sheet")
def test_the_lines_of_the_bomb_sheet_are_those_of_three_neighbours() -> None:
    """Of six columns with four rows: two lines in each column, four in each row, and eight each way aslant."""
    found = set()
    for line in LINES:
        cells = sorted(divmod(cell, 4) for cell in bits(line))  # column and row
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(cells)}
        assert len(cells) == 3 and len(steps) == 1 and steps <= {(0, 1), (1, 0), (1, 1), (1, -1)}
        found.add(tuple(cells))
    assert len(LINES) == len(found) == 6 * 2 + 4 * 4 + 8 + 8


@rule("defuse.place.new_column", "defuse.place.next_column", "defuse.place.topmost", "defuse.place.x_closes")
def test_why_a_die_cannot_be_placed() -> None:
    faces = (
        *red("explosion", "explosion", "amplify"),
        *green("fuel", "fuel", "fuel"),
        *black("explosion", "ammo", "ammo"),
    )
    position = city().at(purple="district_3").bomb(1, "district_3", 4).turn().roll(*faces)
    table = position.start().choose("defuse", "bomb:1").choose("place", "die:red-1", "cell:1-1")
    assert table.refused("place", "die:red-2", "cell:2-1") == "defuse.place.new_column"
    assert table.refused("place", "die:red-2", "cell:3-1") == "defuse.place.next_column"
    assert table.refused("place", "die:red-2", "cell:1-3") == "defuse.place.topmost"
    assert table.refused("place", "die:red-2", "cell:1-1") == "defuse.place.one_per_cell"
    table.choose("place", "die:red-3", "cell:1-2")
    assert table.refused("place", "die:red-2", "cell:1-3") == "defuse.place.x_closes"
    assert table.choose("place", "die:red-2", "cell:2-1").timer(1) == 3
