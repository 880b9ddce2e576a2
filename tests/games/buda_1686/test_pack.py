"""Packs that cannot be played with are refused with one line that names the place and the fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.engine.errors import BadPack
from sandtable.games.buda_1686 import with_pack
from sandtable.games.buda_1686.pack import DEFAULT
from tests.games.buda_1686.packs import changed, without


def test_a_missing_area_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"components.toml: \[\[breach\]\] palota_b1: 'wall' names 'palota'"):
        with_pack(without(tmp_path, "palota"))


def test_a_missing_breach_is_counted(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"\[\[zone\]\] palota: 'breaches' is 2, but 1 are listed"):
        with_pack(without(tmp_path, "palota_b2"))


def test_a_missing_officer_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPack, match=r"\[\[unit\]\]: 'charles' is missing"):
        with_pack(without(tmp_path, "charles"))


@pytest.mark.parametrize(
    ("entry", "old", "new", "fault"),
    [
        ("palota", "capacity = 2", "capacity = 3", "'capacity' is not 'breaches'"),
        ("palota", "terrain = 3", 'terrain = "steep"', "'terrain' takes a whole number"),
        ("saxon", "wounded = 2", "wounded = 3", "comp.units.two_sided"),
        ("saxon", 'start = "naphegy"', 'start = "palota"', "setup.units.imperial_in_start_zones"),
        ("azab_1", 'start = "vizivaros"', 'start = "felheviz"', "setup.units.ottoman_all"),
        ("relief_army", 'do = "level"', 'do = "lvl"', "[[event]] relief_army, effects 2: 'do' names 'lvl'"),
        ("relief_army", "max =", "most =", "[[event]] relief_army, effects 2: 'level' takes no 'most'"),
        ("mining_spring", 'marker = "cms"', 'mark = "cms"', "mining_spring, on_fail 2: 'level' takes no 'mark'"),
        ("countermine", "by = -1", "bye = -1", "countermine, effects 2, options 2, step 1: 'level' takes no 'bye'"),
        ("ottoman_00", "number = 0", "number = 20", "exactly one counter with number 0"),
    ],
)
def test_a_fault_in_an_entry_names_it(tmp_path: Path, entry: str, old: str, new: str, fault: str) -> None:
    with pytest.raises(BadPack) as refused:
        with_pack(changed(tmp_path, entry, old, new))
    assert fault in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_toml_or_not_there_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "mine.toml"
    broken.write_text("[[zone]\n", encoding="utf-8")
    with pytest.raises(BadPack, match=r"mine\.toml: the file: it is not TOML"):
        with_pack(broken)
    with pytest.raises(BadPack, match="No such file"):
        with_pack(tmp_path / "nowhere.toml")


def test_a_pack_of_ones_own_is_played_with(tmp_path: Path) -> None:
    mine = with_pack(changed(tmp_path, "saxon", "full = 3", "full = 5"))
    assert mine.pack_hash != with_pack(DEFAULT).pack_hash
