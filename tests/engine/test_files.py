"""Files read into typed values: ledgers, insights, locales and saves, each fault in one line that names its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from sandtable.engine.errors import BadFile
from sandtable.engine.files import read_toml, typed, typed_each
from sandtable.engine.insight import load_insights
from sandtable.engine.ledger import load_ledger
from sandtable.engine.replay import load, parse_save, save
from sandtable.engine.start import Origin, start
from sandtable.engine.words import load_locale
from tests.engine.toy import TOY


class Card(Struct, forbid_unknown_fields=True):
    id: str = ""
    cost: int = 0
    icons: list[str] = []


class Deck(Struct, forbid_unknown_fields=True):
    card: list[Card] = []
    rows: list[list[int]] = []


def fault(read: Callable[[], object]) -> str:
    """What is said of a file that cannot be read."""
    with pytest.raises(BadFile) as refused:
        read()
    assert "\n" not in str(refused.value)
    return str(refused.value)


def written(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


# ---------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"card": [{"id": "a"}, {"id": "b", "cost": "x"}]}, "card b, cost: Expected `int`, got `str`"),
        ({"card": [{"cost": 1}, {"cost": "x"}]}, "card 2, cost: Expected `int`, got `str`"),
        ({"card": [{"id": "a", "icons": ["x", 3]}]}, "card a, icons 2: Expected `str`, got `int`"),
        ({"card": [{"id": "a", "price": 3}]}, "card a: Object contains unknown field `price`"),
        ({"card": 7}, "card: Expected `array`, got `int`"),
        ({"rows": [[1], [2, "x"]]}, "rows 2 2: Expected `int`, got `str`"),
        (5, "Expected `object`, got `int`"),
    ],
)
def test_a_place_is_named_by_id_or_number(data: object, message: str) -> None:
    assert fault(lambda: typed(data, Deck, "deck.toml")) == f"deck.toml: {message}"


def test_in_a_table_the_key_is_named() -> None:
    assert typed_each({"a": 1, "b": 2}, int, "numbers") == {"a": 1, "b": 2}
    with pytest.raises(BadFile, match=r"^numbers b: Expected `int`, got `str`$"):
        typed_each({"a": 1, "b": "x"}, int, "numbers")
    with pytest.raises(BadFile, match=r"^numbers: Expected `object`, got `array`$"):
        typed_each([], int, "numbers")


def test_a_file_that_is_not_there_or_not_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"^mine\.toml: No such file or directory$"):
        read_toml(tmp_path / "mine.toml")
    with pytest.raises(BadFile, match=r"^my deck: No such file or directory$"):
        read_toml(tmp_path / "mine.toml", "my deck")
    (tmp_path / "mine.toml").write_text("[[card]\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"^mine\.toml: it is not TOML: "):
        read_toml(tmp_path / "mine.toml")
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"^mine\.toml: it is not TOML: "):
        read_toml(tmp_path / "mine.toml")


# ---------------------------------------------------------------------- ledgers

RULES = """
[game]
title = "Fords"

[[rule]]
id = "move.steps"
section = "Moving"
kind = "constraint"
modes = ["all"]
text = "Two steps a turn."
source = "p. 3"
status = "rulebook"

[[rule]]
id = "move.ford"
section = "Moving"
kind = "constraint"
modes = ["all"]
text = "A ford stops."
source = "p. 3"
status = "ruling"
why = "The book is silent."

[[example]]
id = "ex.ford"
rules = ["move.ford"]
source = "p. 4"
given = "A unit before a ford."
when = "It moves."
then = "It stops."
"""


def test_a_ledger_is_read(tmp_path: Path) -> None:
    written(tmp_path / "rules.toml", RULES)
    hungarian = '[section]\nMoving = "Mozgás"\n[rule]\n"move.ford" = "A gázló megállít."\n'
    written(tmp_path / "locale" / "rules_hu.toml", hungarian)
    ledger = load_ledger(tmp_path)
    assert list(ledger.rules) == ["move.steps", "move.ford"]
    assert (ledger.rules["move.steps"].why, ledger.why("move.ford")) == ("", "The book is silent.")
    assert ledger.examples["ex.ford"].rules == ("move.ford",)
    assert (ledger.text("move.ford", "hu"), ledger.section("Moving", "hu")) == ("A gázló megállít.", "Mozgás")
    assert ledger.text("move.steps", "hu") == "Two steps a turn."
    assert ledger.title("hu") == "Fords"


def test_a_ledger_says_which_rules_are_not_played_yet(tmp_path: Path) -> None:
    names = ("move.steps", "move.ford", "ex.ford")
    for unbuilt, left in (("flood", names), ("move.ford", ("move.steps",)), ("move", ())):
        text = RULES.replace('title = "Fords"', f'title = "Fords"\nunbuilt = ["{unbuilt}"]')
        written(tmp_path / "rules.toml", text)
        ledger = load_ledger(tmp_path)
        assert tuple(name for name in names if ledger.in_play(name)) == left


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('status = "ruling"', 'status = "guess"', "rule move.ford, status: Invalid enum value 'guess'"),
        ('kind = "constraint"', 'kind = "law"', "rule move.steps, kind: Invalid enum value 'law'"),
        ('kind = "constraint"', "", "rule move.steps: Object missing required field `kind`"),
        ('why = "The book is silent."', 'because = "x"', "rule move.ford: Object contains unknown field `because`"),
        ('modes = ["all"]', 'modes = "all"', "rule move.steps, modes: Expected `array`, got `str`"),
        ('text = "A ford stops."', "text = 3", "rule move.ford, text: Expected `str`, got `int`"),
        ('id = "move.ford"', 'id = "move.steps"', "rule move.steps: the id stands twice"),
        ('rules = ["move.ford"]', "", "example ex.ford: Object missing required field `rules`"),
        ('id = "move.steps"\n', "", "rule 1: Object missing required field `id`"),
        ('title = "Fords"', "", "game: Object missing required field `title`"),
        ("[game]", "[gama]", "Object contains unknown field `gama`"),
    ],
)
def test_a_fault_in_a_ledger_names_the_rule(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RULES
    written(tmp_path / "rules.toml", RULES.replace(old, new, 1))
    assert fault(lambda: load_ledger(tmp_path)) == f"rules.toml: {message}"


def test_a_fault_in_a_translation_names_its_file(tmp_path: Path) -> None:
    written(tmp_path / "rules.toml", RULES)
    written(tmp_path / "locale" / "rules_hu.toml", '[rules]\n"move.ford" = "A gázló megállít."\n')
    assert fault(lambda: load_ledger(tmp_path)) == "rules_hu.toml: Object contains unknown field `rules`"


# ---------------------------------------------------------------------- insights

BOOK = """
[book.all]
made_by = "sandtable lab tune"
patience = 1

[book.all.weights]
reserve = 0.5
lead = 2

[book.all.priorities.march]
attack = 1.5
"""


def test_insights_are_read_in_the_order_in_which_the_game_measures(tmp_path: Path) -> None:
    written(tmp_path / "insight.toml", BOOK)
    book = load_insights(tmp_path, ("lead", "reserve")).of({})
    assert list(book.weights.items()) == [("lead", 2.0), ("reserve", 0.5)]
    assert (book.patience, book.start, book.scale) == (1.0, 0.0, 1.0)
    assert book.priorities == {"march": {"attack": 1.5}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("lead = 2", "", "book all: weights unknown or missing: lead"),
        ("lead = 2", "lead = 2\nluck = 1", "book all: weights unknown or missing: luck"),
        ("patience = 1", 'patience = "much"', "book all: patience: Expected `float`, got `str`"),
        ("patience = 1", "", "book all: Object missing required field `patience`"),
        ("attack = 1.5", 'attack = "high"', "book all: priorities: Expected `float`, got `str`"),
        ("patience = 1", "patience = 1\nscala = 2", "book all: Object contains unknown field `scala`"),
        ("[book.all]", "mode = 1\n[book.all]", "Object contains unknown field `mode`"),
    ],
)
def test_a_fault_in_an_insight_names_the_book(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in BOOK
    written(tmp_path / "insight.toml", BOOK.replace(old, new, 1))
    assert fault(lambda: load_insights(tmp_path, ("lead", "reserve"))) == f"insight.toml: {message}"


# ---------------------------------------------------------------------- locales


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[prompt]\n"move.go" = 3\n', "prompt move.go: Expected `str`, got `int`"),
        ('prompt = "go"\n', "prompt: Expected `object`, got `str`"),
    ],
)
def test_a_fault_in_a_locale_names_section_and_key(tmp_path: Path, text: str, message: str) -> None:
    written(tmp_path / "locale" / "hu.toml", text)
    assert fault(lambda: load_locale(tmp_path, "hu")) == f"hu.toml of {tmp_path.name}: {message}"


# ---------------------------------------------------------------------- saves


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("since", 5, "the save: since: Expected `array`, got `int`"),
        ("since", [["red", ["stance", "bold"], 0, 1]], "the save: since 1 3: Expected `bool`, got `int`"),
        ("past", [["red", ["stance", 1.5], False, 1]], "the save: past 1 2 2: Expected `int | str`, got `float`"),
        ("log", [["a", [], "b"]], "the save: log 1: Expected `array` of at least length 4, got 3"),
        ("chance_script", {"values": None}, "the save: chance_script: Object missing required field `used`"),
        ("options", [], "the header: options: Expected `object`, got `array`"),
        ("seed", None, "the header: seed: Expected `str`, got `null`"),
        ("script", [1, None], "the header: script 2: Expected `int | str | array`, got `null`"),
        ("position", 3, "the header: position: Expected `object | null`, got `int`"),
        ("since", [["green", ["stance", "bold"], False, 1]], "this save cannot be restored: 'green' is not a seat"),
        (
            "chance_script",
            {"values": [1, 2], "used": 3},
            "this save cannot be restored: chance_script.used: the script has only 2 values, not 3",
        ),
    ],
)
def test_a_fault_in_a_save_names_its_place(field: str, value: object, message: str) -> None:
    origin = Origin("a seed")
    saved = parse_save(json.dumps(save(start(TOY, {}, origin), origin) | {field: value}))
    assert fault(lambda: load(TOY, saved)) == message


def test_a_save_that_lacks_a_field_says_which() -> None:
    origin = Origin("a seed")
    saved = save(start(TOY, {}, origin), origin)
    del saved["past"]
    assert fault(lambda: load(TOY, saved)) == "the save: Object missing required field `past`"
