"""Positions by hand: short ways of writing, and what they mean."""

from __future__ import annotations

import pytest

from sandtable.engine.errors import BadPosition
from sandtable.engine.types import Json
from tests.games.battle_for_europe.war import PACK, war


def test_areas_written_in_lines_are_kept_when_the_others_are_cleared() -> None:
    table = (
        war().lines("essen", "germany infantry 5", "germany tank 1 moved").stack("paris", france={"tank": 1}).start()
    )
    assert table.units("essen") == ["germany_infantry_5", "germany_tank_1"] and table.count("paris", "france_tank") == 1
    assert not table.units("berlin") and sum(map(int.bit_count, table.state.here)) == 3


def test_nothing_is_cleared_without_the_word() -> None:
    table = war().all_units().lines("essen", "germany infantry 5").start()
    assert table.units("essen") == ["germany_infantry_5"] and sum(map(int.bit_count, table.state.here)) > 1
    with pytest.raises(BadPosition, match=r"units\.others: takes null or 'off'"):
        war().set(units={"others": "on"}).start()


@pytest.mark.parametrize("field", ["german_attack", "soviet_attack"])
def test_the_season_of_a_declaration_has_a_name_or_a_number(field: str) -> None:
    number = PACK.cell_keys.index("1941_summer")
    written: tuple[Json, ...] = ("1941_summer", number)
    for value in written:
        table = war("barbarossa").season("1941_autumn").set(**{field: value}).start()
        assert getattr(table.state, field) == number
    with pytest.raises(BadPosition, match=field):
        war("barbarossa").season("1941_autumn").set(**{field: "1941_midsummer"}).start()
