"""Reading examples and finding their lines: positions in layers, cases, grids, chains, and faults with their place."""

from __future__ import annotations

import datetime
import re

import pytest

from sandtable.engine.errors import BadPosition
from sandtable.engine.lesson.book import BadExample, UnknownExample
from sandtable.engine.lesson.notation import laid_out, plain
from sandtable.engine.lesson.play import moments, played
from sandtable.engine.types import Json
from tests.engine.lessons import EXAMPLE, LOOK, PLAY, book, fault, run
from tests.engine.toy import TOY

# ---------------------------------------------------------------------- layers, cases, grids, chains


def test_layers_are_laid_one_after_the_other() -> None:
    opening: dict[str, Json] = {
        "a": {"x": {"n": 1}, "y": {"n": 2}},
        "piles": [{"deck": ["p", "q", "r"], "hand": []}],
        "cup": ["u", "v"],
    }
    over: dict[str, Json] = {"a": {"x": {"n": 9}, "*": {"n": 5}}, "piles": {"0": {"deck": ["..."], "hand": ["q"]}}}
    later: dict[str, Json] = {"a": {"*": {"n": 7}}, "piles": {"0": {"hand": ["r"]}}, "cup": {"lacks": ["u"]}}
    assert laid_out(opening, [over]) == {
        "a": {"x": {"n": 9}, "y": {"n": 5}},
        "piles": [{"deck": ["p", "r"], "hand": ["q"]}],
        "cup": ["u", "v"],
    }
    assert laid_out(opening, [over, later]) == {
        "a": {"x": {"n": 7}, "y": {"n": 7}},
        "piles": [{"deck": ["p", "q"], "hand": ["r"]}],
        "cup": ["v"],
    }
    assert opening["cup"] == ["u", "v"], "what lies under is not changed"


def test_what_two_bases_have_in_common_is_laid_only_once() -> None:
    bases = """
[[base]]
id = "rain"
from = ["fight"]
position.weather = 1
[[base]]
id = "bold"
from = ["fight"]
position.stance = "bold"
"""
    example = EXAMPLE.replace('["fight"]', '["rain", "bold"]')
    line = book(bases, example, LOOK, 'then.position = { weather = 1, stance = "bold" }').line("ex.one")
    played(TOY, line)
    assert len(line.layers) == 3


@pytest.mark.parametrize(
    ("over", "why"),
    [
        ({"b": 1}, "b: there is no such field"),
        ({"a": 1}, "a: takes a table, not 1"),
        ({"cup": {"lacks": ["w"]}}, "cup.lacks: 'w' is not in it anyway"),
        ({"cup": {"2": "w"}}, "cup: has no element '2'"),
        ({"cup": ["..."], "bag": ["..."]}, "'...' stands in more than one list: cup, bag"),
    ],
)
def test_faults_of_layers(over: dict[str, Json], why: str) -> None:
    with pytest.raises(BadPosition, match=re.escape(why)):
        laid_out({"a": {}, "cup": ["u"], "bag": []}, [over])


def test_a_value_that_no_position_has() -> None:
    with pytest.raises(BadPosition, match=r"born: .* cannot stand in a position"):
        plain({"born": datetime.date(1686, 9, 2)})


CASES = """
[[example.case]]
id = "rain"
en = "Rain"
hu = "Eső"
position.weather = 1
then.position.weather = 1
[[example.case]]
id = "alone"
en = "Alone"
hu = "Egyedül"
fresh = true
options.ambush = false
[[example.case.step]]
en = "Nobody is asked."
hu = "Senkit sem kérdeznek."
choose = ["play", "card:1"]
chance = [5, "card:4"]
then.change.score.blue = 1
"""


def test_cases_are_laid_over_an_example_or_played_after_it() -> None:
    lines = book(EXAMPLE, PLAY, CASES).lines_of("ex.one")
    assert [(line.id, len(line.steps), line.en) for line in lines] == [("rain", 2, "Rain"), ("alone", 1, "Alone")]
    for line in lines:
        played(TOY, line)
    assert "ex.one/alone, step 1: score.blue has changed by 1, not by 2" in fault(
        PLAY, CASES.replace("blue = 1", "blue = 2")
    )


GRID = """
[example.grid]
en = "Weather and die"
hu = "Idő és dobás"
down = { at = "position.weather", values = [4, 1] }
across = { at = "step.1.chance.0", values = [5, 6] }
cells = ["less enough", "less enough"]
kind.less = { en = "Too little.", hu = "Kevés.", then.change.score = { red = 0, blue = 1 } }
kind.enough = { en = "Enough.", hu = "Elég.", then.change.score = { red = 1, blue = 0 } }
"""


def test_a_grid_plays_the_example_with_other_values() -> None:
    parts = (EXAMPLE, "position.weather = 4", PLAY, GRID)
    lines = book(*parts).lines_of("ex.one")
    assert [line.address for line in lines] == ["ex.one/4/5", "ex.one/4/6", "ex.one/1/5", "ex.one/1/6"]
    assert {(line.en, line.hu) for line in lines} == {("Weather and die", "Idő és dobás")}
    assert lines[1].cell == (("position.weather", "4"), ("step.1.chance.0", "6"))
    assert [line.steps[-1].hu for line in lines] == ["Kevés.", "Elég."] * 2
    for line in lines:
        played(TOY, line)
    assert book(*parts).line("ex.one/1/6").id == "1/6"


def test_faults_of_grids() -> None:
    def grid(old: str, new: str) -> str:
        return fault("position.weather = 4", PLAY, GRID.replace(old, new))

    assert "grid: cells: the values want 2 rows of 2 names" in grid('"less enough", ', "")
    assert "ex.one, grid: there is no kind 'more'" in grid("less enough", "more enough")
    assert "ex.one, grid: no cell is of kind 'less'" in grid("less enough", "enough enough")
    assert "grid: at: the example has no 'step.1.chance.7'" in grid("chance.0", "chance.7")
    assert "grid: at: the example has no 'position.rain'" in grid("position.weather", "position.rain")
    assert "ex.one/4/5: two lines have this name" in grid("[4, 1]", "[4, 4]")


AFTER = """
[[example]]
id = "ex.two"
en = "Two"
hu = "Kettő"
after = "ex.one"
"""


def test_an_example_goes_on_where_another_ended() -> None:
    one, two = PLAY.split("[[example.step]]")[1:]
    line = book(EXAMPLE, f"[[example.step]]{one}", AFTER, f"[[example.step]]{two}", "then.change.score.red = 1").line(
        "ex.two"
    )
    assert played(TOY, line).match.outcome is not None
    _, [moment] = moments(TOY, line)
    assert [told.key for told in moment.told] == ["roll", "gain", "drawn", "draw"]


def test_faults_of_chains() -> None:
    def chained(*parts: str) -> str:
        with pytest.raises(BadExample) as caught:
            book(EXAMPLE, LOOK, *parts).line("ex.two")
        return str(caught.value)

    assert "ex.two: after: there is no example 'ex.no'" in chained(AFTER.replace("ex.one", "ex.no"), LOOK)
    assert "ex.two: after: it comes after itself" in chained(AFTER.replace("ex.one", "ex.two"), LOOK)
    assert "goes on where another ended" in chained(AFTER, "position.weather = 1", LOOK)


# ---------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("parts", "where", "why"),
    [
        ((EXAMPLE, LOOK, "then.askd = 1"), "example ex.one, step 1, then", "unknown field `askd`"),
        ((EXAMPLE, LOOK, "chance = [1.5]"), "example ex.one, step 1, chance 1", "got `float`"),
        ((EXAMPLE, LOOK.replace("Nézd.", "")), "example ex.one, step 1, hu", "length >= 1"),
        ((EXAMPLE, '[[example.step]]\nen = "Look."'), "example ex.one, step 1", "missing required field `hu`"),
        ((EXAMPLE, PLAY, CASES.replace('id = "rain"', "")), "example ex.one, case 1", "missing required field `id`"),
        ((EXAMPLE, PLAY, CASES, "show = 1"), "example ex.one, case alone, step 1, show", "Expected `array`, got `int`"),
        (("[[example]]\nen = 1",), "example 1, en", "Expected `str`, got `int`"),
        (("[[base]]\nid = 1",), "base 2, id", "Expected `str`, got `int`"),
    ],
)
def test_a_fault_of_form_names_its_place(parts: tuple[str, ...], where: str, why: str) -> None:
    with pytest.raises(BadExample) as caught:
        book(*parts)
    assert str(caught.value).startswith(f"toy.toml: {where}: ")
    assert why in str(caught.value)


def test_faults_of_meaning() -> None:
    assert "ex.one: it has no step" in fault()
    assert "step 1: choose: takes one choice, or a list of choices" in fault(LOOK, 'choose = ["play", ["card:1"]]')
    assert "step 1: chance: nothing is chosen" in fault(LOOK, "chance = [1]")
    assert "step 1: seat: nothing is chosen" in fault(LOOK, 'seat = "red"')
    assert "step 1: rules: there is no rule 'no.such'" in fault(LOOK, 'rules = ["no.such"]')
    assert "from: there is neither base nor example 'fyght'" in fault_of(EXAMPLE.replace("fight", "fyght"), LOOK)
    assert "from: it lies under itself, by ex.one" in fault_of(EXAMPLE.replace('"fight"', '"ex.one"'), LOOK)
    assert "ex.one: tide: there is no such field" in fault("position.tide = 1", LOOK)
    assert "toy has no option 'tide'" in fault("options.tide = 1", LOOK)
    assert "born: datetime" in fault("position.born = 1686-09-02", LOOK)


def fault_of(*parts: str) -> str:
    with pytest.raises(BadExample) as caught:
        book(*parts).line("ex.one")
    return str(caught.value)


def test_a_sum_comes_to_a_number_that_is_expected() -> None:
    terms = 'sum.terms = [{ rule = "wager.rain", is = 7 }, { rule = "play.highest", is = -3 }]'
    run(LOOK, terms, "\nsum.is = 4\nthen.position.weather = 4")
    assert "sum: the terms come to 4, not 5" in fault(LOOK, terms, "\nsum.is = 5\nthen.position.weather = 4")
    assert "sum: 4 is no number that the step expects" in fault(LOOK, terms, "\nsum.is = 4\nthen.position.wager = 0")
    assert "sum: there is no rule 'x.y'" in fault(LOOK, terms.replace("wager.rain", "x.y"), "\nsum.is = 4")


def test_ids_and_games_are_what_they_should_be() -> None:
    with pytest.raises(BadExample, match=re.escape("toy.toml: ex.one: the id stands in toy.toml too")):
        book(EXAMPLE, LOOK, EXAMPLE, LOOK)
    with pytest.raises(BadExample, match=re.escape("toy.toml: game: is 'chess', but the file lies with 'toy'")):
        book(first='game = "chess"')


def test_a_line_that_there_is_not() -> None:
    with pytest.raises(UnknownExample, match=re.escape("there is no example 'ex.no'")):
        book().line("ex.no")
    with pytest.raises(UnknownExample, match=re.escape("ex.one has no line 'snow'; it has rain, alone")):
        book(EXAMPLE, PLAY, CASES).line("ex.one/snow")
    with pytest.raises(UnknownExample, match="it is one line"):
        book(EXAMPLE, PLAY).line("ex.one/snow")
