"""The special actions of the two imperial generals outside fights: restoring, bringing back, guns."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, siege

CHARLES, MAX = "unit:charles", "unit:max_emanuel"

# ---------------------------------------------------------------------- restoring


def wounded(*units: str) -> Siege:
    """Wounded units in Felhévíz, in an imperial go."""
    position = siege()
    for unit in units:
        position.unit(unit, "felheviz", wounded=True)
    return position.go("imperial")


@rule("generals.restore")
@pytest.mark.parametrize(("officer", "marker", "unit"), [(CHARLES, 5, "kaiserlich_1"), (MAX, 4, "bavarian_1")])
def test_a_general_restores_a_wounded_unit_for_1(officer: str, marker: int, unit: str) -> None:
    table = wounded(unit).start()
    assert table.value(unit) == 2
    table.choose("restore", officer, f"unit:{unit}")
    assert table.value(unit) == 4
    assert table.officer(officer.removeprefix("unit:")) == marker - 1


@rule("generals.restore")
def test_an_unhurt_unit_cannot_be_restored() -> None:
    assert wounded("kaiserlich_1").start().refused("restore", CHARLES, "unit:kaiserlich_2") == "generals.restore"


@rule("generals.restore_charles", "generals.restore_max")
def test_each_general_restores_the_troops_of_his_nations() -> None:
    table = wounded("kaiserlich_4", "hungarian", "bavarian_2", "saxon").start()
    for unit in ("kaiserlich_4", "hungarian"):
        assert table.offers("restore", CHARLES, f"unit:{unit}")
        assert table.refused("restore", MAX, f"unit:{unit}") == "generals.restore_max"
    for unit in ("bavarian_2", "saxon"):
        assert table.offers("restore", MAX, f"unit:{unit}")
        assert table.refused("restore", CHARLES, f"unit:{unit}") == "generals.restore_charles"


@rule("generals.restore_place")
def test_the_unit_may_be_anywhere_on_the_map_and_the_general_too() -> None:
    # Charles is in a breach of Víziváros; his units are in another camp, another breach and on a wall.
    position = siege().breach("vizivaros", "charles").unit("kaiserlich_1", "gellerthegy", wounded=True)
    position.unit("kaiserlich_2", "breaches:palota", wounded=True).gone("azab_2")
    table = position.unit("kaiserlich_3", "fehervari_rondella", wounded=True).go("imperial").start()
    for unit in ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3"):
        table.choose("restore", CHARLES, f"unit:{unit}")
        assert not table.wounded(unit)


@rule("generals.restore_not_officers")
def test_a_general_restores_and_brings_back_no_officer() -> None:
    position = wounded("max_emanuel").officers(max_emanuel=2)
    assert position.start().refused("restore", CHARLES, MAX) == "generals.restore_not_officers"
    table = siege().wall("lost", "max_emanuel").officers(max_emanuel=0).go("imperial").start()
    assert table.refused("return", CHARLES, MAX, "wounded") == "generals.restore_not_officers"
    assert table.refused("return", CHARLES, MAX, "full") == "generals.restore_not_officers"


# ---------------------------------------------------------------------- bringing back


def lost(*units: str) -> Siege:
    """Units destroyed in this turn, in an imperial go; Charles is in Felhévíz and Max Emanuel on Gellért Hill."""
    return siege().wall("lost", *units).go("imperial")


@rule("generals.bring_back_full")
def test_a_lost_unit_returns_at_full_strength_to_the_generals_camp_for_2() -> None:
    table = lost("kaiserlich_3").wall("naphegy", "charles").start()
    table.choose("return", CHARLES, "unit:kaiserlich_3", "full")
    assert table.at("kaiserlich_3") == "naphegy"
    assert table.value("kaiserlich_3") == 4
    assert table.officer("charles") == 3


@rule("generals.bring_back_wounded")
def test_a_lost_unit_returns_wounded_for_1() -> None:
    table = lost("bavarian_1").start()
    table.choose("return", MAX, "unit:bavarian_1", "wounded")
    assert table.at("bavarian_1") == "gellerthegy"
    assert table.value("bavarian_1") == 2
    assert table.officer("max_emanuel") == 3


@rule("generals.bring_back_place")
@pytest.mark.parametrize("place", ["breaches:vizivaros", "fehervari_rondella"])
def test_the_general_must_be_in_a_camp(place: str) -> None:
    table = lost("kaiserlich_1").gone("azab_2").wall(place, "charles").start()
    for strength in ("full", "wounded"):
        assert table.refused("return", CHARLES, "unit:kaiserlich_1", strength) == "generals.bring_back_place"


@rule("generals.bring_back_nation")
def test_each_general_brings_back_the_troops_of_his_nations() -> None:
    table = lost("kaiserlich_1", "hungarian", "bavarian_1", "saxon").start()
    own = {CHARLES: ("kaiserlich_1", "hungarian"), MAX: ("bavarian_1", "saxon")}
    for officer, other in ((CHARLES, MAX), (MAX, CHARLES)):
        for unit in own[officer]:
            assert table.offers("return", officer, f"unit:{unit}", "full")
            assert table.offers("return", officer, f"unit:{unit}", "wounded")
            assert table.refused("return", other, f"unit:{unit}", "full") == "generals.bring_back_nation"


@rule("generals.bring_back_source")
def test_only_units_lost_in_this_turn_can_be_brought_back() -> None:
    # kaiserlich_1 in the cup, kaiserlich_2 sick, kaiserlich_4 in reserve, kaiserlich_3 on the map.
    position = siege().wall("cup", "kaiserlich_1").unit("kaiserlich_2", "sick", sick=3).go("imperial")
    table = position.start()
    for unit in ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "kaiserlich_4"):
        for strength in ("full", "wounded"):
            assert table.refused("return", CHARLES, f"unit:{unit}", strength) == "generals.bring_back_source"


# ---------------------------------------------------------------------- guns


@rule("generals.raise_cts", "generals.raise_cts_amount")
@pytest.mark.parametrize(("officer", "marker"), [(CHARLES, 5), (MAX, 4)])
def test_a_general_raises_the_artillery_level_by_1_for_1(officer: str, marker: int) -> None:
    table = siege().levels(cts=2).go("imperial").start()
    table.choose("raise_cts", officer)
    assert table.level("cts") == 3
    assert table.officer(officer.removeprefix("unit:")) == marker - 1


@rule("generals.raise_cts", "generals.raise_cts_amount")
def test_the_artillery_level_is_raised_to_4_at_most() -> None:
    table = siege().levels(cts=3).go("imperial").start()
    table.choose("raise_cts", CHARLES)
    assert table.level("cts") == 4
    assert table.refused("raise_cts", MAX) == "generals.raise_cts_amount"


@rule("generals.raise_cts_once")
def test_each_general_raises_the_artillery_level_once_in_a_turn() -> None:
    table = siege().levels(cts=1).go("imperial").start()
    table.choose("raise_cts", CHARLES)
    assert table.refused("raise_cts", CHARLES) == "generals.raise_cts_once"
    table.choose("raise_cts", MAX)
    assert table.refused("raise_cts", MAX) == "generals.raise_cts_once"
    assert table.level("cts") == 3


@rule("generals.raise_cts_once")
def test_a_later_round_does_not_allow_it_again_but_a_new_turn_does() -> None:
    position = siege().levels(cts=1).go("imperial").counters(3, 2).counters(0, 0).counters(3, 2)
    table = position.start()
    table.choose("raise_cts", CHARLES).choose("end")
    assert table.refused("raise_cts", CHARLES) == "generals.raise_cts_once"
    table.choose("end").choose("end")  # both goes of the round; then both zeros end the turn
    assert table.state.turn == 2
    assert table.offers("raise_cts", CHARLES)
