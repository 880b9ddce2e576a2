"""Reading packs: every fact by name and type, and faults that name their place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.engine.pack import Entry, PackFile, unique

PACK = """
[pack]
rounds = 6
night = true

[start]
[start.basic]
morale = 10

[[area]]
id = "moor"
name = "Moor"
cost = 2
coast = false
near = ["hill", "wood"]
faces = [1, 6]
effects = [{ do = "slow", by = 1 }, { do = "hide" }]
weather = { rain = 3 }

[[area]]
id = "hill"
name = "Hill"
cost = 1
coast = true

[[die]]
face = 1

[[die]]
face = 2
"""
AREAS = ("moor", "hill", "wood")


def pack(folder: Path, text: str = PACK) -> PackFile:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return PackFile(path)


@pytest.fixture
def file(tmp_path: Path) -> PackFile:
    return pack(tmp_path)


@pytest.fixture
def moor(file: PackFile) -> Entry:
    return file.one("area", "moor")


def test_facts_are_read_by_type(file: PackFile, moor: Entry) -> None:
    assert (moor.text("name"), moor.number("cost"), moor.flag("coast")) == ("Moor", 2, False)
    assert (moor.text("lore", "none"), moor.number("gold", 0), moor.flag("port", True)) == ("none", 0, True)
    assert file.entry("pack").number("rounds") == 6


def test_lists_and_inner_tables_are_read(file: PackFile, moor: Entry) -> None:
    assert moor.texts("near") == ("hill", "wood")
    assert [effect.text("do") for effect in moor.tables("effects")] == ["slow", "hide"]
    assert moor.inner("weather").number("rain") == 3
    assert file.entry("start").inner("basic").number("morale") == 10


def test_a_list_that_is_not_there_is_empty(file: PackFile) -> None:
    hill = file.one("area", "hill")
    assert (hill.texts("near"), hill.tables("effects"), hill.numbers("faces", 1, 6)) == ((), [], [])
    assert hill.several("near", AREAS) == []


def test_names_are_read_as_their_numbers(moor: Entry) -> None:
    assert moor.among("id", AREAS) == 0
    assert moor.several("near", AREAS) == [1, 2]
    assert moor.among("owner", ("nobody", "us"), "us") == 1


def test_numbers_are_read_within_their_range(moor: Entry) -> None:
    assert moor.whole("cost", 2, 2) == 2
    assert moor.numbers("faces", 1, 6) == [1, 6]


def test_entries_are_found_by_kind_count_and_id(file: PackFile) -> None:
    assert [entry.text("id") for entry in file.counted("area", 2)] == ["moor", "hill"]
    assert [die.number("face") for die in file.entries("die")] == [1, 2]
    assert unique(file.entries("area"), "coast", True).text("id") == "hill"


def test_the_same_text_has_the_same_hash(tmp_path: Path) -> None:
    assert pack(tmp_path).hash == pack(tmp_path).hash
    assert pack(tmp_path).hash != pack(tmp_path, PACK + "\n").hash


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda moor: moor.text("lore"), "'lore' is missing"),
        (lambda moor: moor.text("cost"), "'cost' takes a text"),
        (lambda moor: moor.number("coast"), "'coast' takes a whole number"),
        (lambda moor: moor.flag("cost"), "'cost' takes true or false"),
        (lambda moor: moor.whole("cost", 3, 9), "'cost' takes a whole number from 3 to 9, not 2"),
        (lambda moor: moor.numbers("faces", 1, 5), "'faces' takes a whole number from 1 to 5, not 6"),
        (lambda moor: moor.numbers("near", 1, 5), "'near' takes a whole number from 1 to 5, not 'hill'"),
        (lambda moor: moor.among("name", AREAS), "'name' names 'Moor'; known are moor, hill, wood"),
        (lambda moor: moor.several("near", ("wood",)), "'near' names 'hill'; known are wood"),
        (lambda moor: moor.texts("name"), "'name' takes a list"),
        (lambda moor: moor.texts("faces"), "'faces' takes a list of texts"),
        (lambda moor: moor.tables("near"), "'near' takes a list of tables"),
        (lambda moor: moor.inner("near"), "'near' takes a table"),
    ],
)
def test_a_fault_names_the_entry(moor: Entry, read: Callable[[Entry], object], message: str) -> None:
    with pytest.raises(BadPack) as refused:
        read(moor)
    assert str(refused.value) == f"mine.toml: [[area]] moor: {message}"


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (
            lambda file: file.one("area", "moor").tables("effects")[1].number("by"),
            "[[area]] moor, effects 2: 'by' is missing",
        ),
        (lambda file: file.one("area", "hill").only("id", "name", "coast"), "[[area]] hill: 'cost' is not known here"),
        (lambda file: file.entry("start").inner("advanced"), "[start]: 'advanced' is missing"),
        (lambda file: file.entry("start").inner("basic").text("morale"), "[start.basic]: 'morale' takes a text"),
        (
            lambda file: file.one("area", "moor").inner("weather").flag("rain"),
            "[[area]] moor, weather: 'rain' takes true or false",
        ),
        (lambda file: file.entries("die")[1].text("name"), "[[die]] 2: 'name' is missing"),
        (lambda file: file.counted("area", 3), "[[area]]: there must be 3, not 2"),
        (lambda file: file.one("area", "wood"), "[[area]]: 'wood' is missing"),
        (lambda file: file.entries("river"), "[[river]]: there is none"),
        (lambda file: file.entry("area"), "[area]: it is missing"),
        (lambda file: unique(file.entries("area"), "coast", "no"), "[[area]]: needs exactly one with coast = 'no'"),
    ],
)
def test_a_fault_names_its_place(file: PackFile, read: Callable[[PackFile], object], message: str) -> None:
    with pytest.raises(BadPack) as refused:
        read(file)
    assert str(refused.value) == f"mine.toml: {message}"


def test_a_name_given_twice_in_a_list_is_refused(tmp_path: Path) -> None:
    twice = pack(tmp_path, PACK.replace('["hill", "wood"]', '["hill", "hill"]'))
    with pytest.raises(BadPack, match=r"\[\[area\]\] moor: 'near' names something twice"):
        twice.one("area", "moor").several("near", AREAS)


def test_an_id_that_stands_twice_is_refused(tmp_path: Path) -> None:
    twice = pack(tmp_path, PACK.replace('id = "hill"', 'id = "moor"'))
    with pytest.raises(BadPack, match=r"\[\[area\]\] moor: the id stands twice"):
        twice.entries("area")
