"""① Tüzérségi támadás: the besiegers shoot breaches, the garrison shoots at their guns."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.buda_1686 import GAME
from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege


def guns(actions: int = 1) -> Siege:
    """An imperial go in which Abdurrahman, at the end of his powers, does not disturb the guns."""
    return siege().officers(abdurrahman=0).go("imperial", actions)


def board(table: Table) -> dict[str, Json]:
    """Everything on the table except the die and the actions spent."""
    return {key: value for key, value in GAME.describe(table.state).items() if key not in ("die", "actions")}


# ---------------------------------------------------------------------- imperial


@rule("artillery.imperial.target")
def test_the_guns_are_aimed_at_one_wall() -> None:
    table = guns().roll(1).start()
    outer = ("vizivaros", "becsi_kapu", "esztergomi_rondella", "fehervari_rondella", "palota", "nagyrondella")
    assert [choice[1] for choice in table.choices if choice[0] == "artillery"] == [f"zone:{wall}" for wall in outer]
    table.choose("artillery", "zone:becsi_kapu").choose("enter", "unit:kaiserlich_1")
    assert table.at("kaiserlich_1") == "breaches:becsi_kapu"  # not in Víziváros, though Felhévíz is next to both


@rule("artillery.imperial.target_not_own")
def test_the_guns_are_aimed_at_enemy_or_empty_walls_only() -> None:
    table = guns().gone("sipahi_1", "azab_1").wall("becsi_kapu", "kaiserlich_3").start()
    assert table.refused("artillery", "zone:becsi_kapu") == "artillery.imperial.target_not_own"
    assert table.offers("artillery", "zone:vizivaros")  # empty
    assert table.offers("artillery", "zone:palota")  # Ottoman


@rule("artillery.imperial.target_not_middle")
def test_the_guns_do_not_reach_the_middle_zone() -> None:
    table = guns().start()
    assert table.refused("artillery", "zone:kozepso") == "artillery.imperial.target_not_middle"


@rule("artillery.imperial.needs_unit")
def test_the_guns_need_a_unit_in_a_camp_before_the_wall() -> None:
    position = guns().wall("varosmajor", "charles", "kaiserlich_1", "kaiserlich_2")
    assert position.start().refused("artillery", "zone:vizivaros") == "artillery.imperial.needs_unit"
    assert position.wall("felheviz", "kaiserlich_2").start().offers("artillery", "zone:vizivaros")


@rule("artillery.imperial.needs_unit")
def test_a_unit_in_the_breach_is_no_unit_in_a_camp() -> None:
    position = guns().wall("varosmajor", "charles", "kaiserlich_1").breach("vizivaros", "kaiserlich_2")
    assert position.start().refused("artillery", "zone:vizivaros") == "artillery.imperial.needs_unit"


@rule("artillery.imperial.needs_breach")
def test_the_guns_need_a_free_breach() -> None:
    # Two breaches at the Fehérvár Rondella, and kaiserlich_3 in Városmajor before it.
    position = guns().breach("fehervari_rondella", "saxon")
    assert position.start().offers("artillery", "zone:fehervari_rondella")
    position.breach("fehervari_rondella", "bavarian_1")
    assert position.start().refused("artillery", "zone:fehervari_rondella") == "artillery.imperial.needs_breach"


@rule("artillery.imperial.roll")
@pytest.mark.parametrize(
    ("cts", "die", "place"),
    [
        (4, 4, "breaches:esztergomi_rondella"),
        (4, 5, "varosmajor"),
        (2, 2, "breaches:esztergomi_rondella"),
        (2, 3, "varosmajor"),
        (1, 1, "breaches:esztergomi_rondella"),
    ],
)
def test_a_roll_up_to_the_artillery_level_succeeds(cts: int, die: int, place: str) -> None:
    table = guns().levels(cts=cts).roll(die).start()
    table.choose("artillery", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_3") == place


@rule("artillery.imperial.success")
def test_a_success_brings_one_unit_from_an_adjacent_camp_into_a_breach() -> None:
    # Before the Vienna Gate lie Felhévíz and Városmajor, not Naphegy and Gellért Hill.
    table = guns().roll(1).start()
    table.choose("artillery", "zone:becsi_kapu")
    near = {("enter", f"unit:{unit}") for unit in ("charles", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")}
    assert set(table.choices) == near
    table.choose("enter", "unit:kaiserlich_3")
    assert table.at("kaiserlich_3") == "breaches:becsi_kapu"
    assert [table.at(unit) for unit in ("charles", "kaiserlich_1", "kaiserlich_2")] == ["felheviz"] * 3


@rule("artillery.imperial.unit_choice")
@pytest.mark.parametrize("unit", ["charles", "kaiserlich_2"])
def test_the_unit_is_chosen_after_the_ottomans_have_declined_to_use_an_entrenchment(unit: str) -> None:
    table = guns().work("ottoman", "vizivaros", 1).roll(2).start()
    table.choose("artillery", "zone:vizivaros")
    assert table.asked == "ottoman"
    table.choose("bear")
    assert table.asked == "imperial"
    table.choose("enter", f"unit:{unit}")
    assert table.at(unit) == "breaches:vizivaros"


@rule("artillery.imperial.unit_must_enter")
def test_after_a_success_a_unit_must_enter() -> None:
    table = guns().roll(1).start()
    table.choose("artillery", "zone:vizivaros")
    assert table.verbs() == {"enter"}
    table.refused("end")
    position = guns().wall("varosmajor", "kaiserlich_1", "kaiserlich_2").roll(1)  # only Charles is left in Felhévíz
    table = position.start().choose("artillery", "zone:vizivaros")
    assert table.at("charles") == "breaches:vizivaros"


@rule("artillery.imperial.fail")
def test_a_failed_attack_changes_nothing() -> None:
    table = guns().roll(5).start()
    before = board(table)
    table.choose("artillery", "zone:vizivaros")
    assert board(table) == before
    assert table.state.actions == 0


@rule("artillery.imperial.empty_wall")
def test_the_unit_that_enters_a_breach_of_an_empty_wall_takes_it() -> None:
    table = guns().gone("janissary_2").roll(1).start()
    table.choose("artillery", "zone:esztergomi_rondella")
    assert table.at("kaiserlich_3") == "esztergomi_rondella"


@rule("artillery.imperial.no_losses")
def test_guns_cause_no_losses() -> None:
    table = guns().unit("azab_1", "vizivaros", wounded=True).wall("vizivaros", "azab_2").roll(1).start()
    table.choose("artillery", "zone:vizivaros").choose("enter", "unit:kaiserlich_1")
    assert table.at("kaiserlich_1") == "breaches:vizivaros"
    assert (table.at("azab_1"), table.at("azab_2")) == ("vizivaros", "vizivaros")
    assert not table.wounded("azab_2")


# ---------------------------------------------------------------------- Ottoman


def bombard(die: int, *more: int, tms: int = 4) -> Table:
    """The Ottoman guns fire in a go of two actions."""
    table = siege().levels(tms=tms).go("ottoman", actions=2).roll(die, *more).start()
    return table.choose("bombard")


@rule("artillery.ottoman.first_roll")
@pytest.mark.parametrize(("tms", "die"), [(4, 3), (4, 1), (2, 1)])
def test_a_first_roll_below_the_ottoman_morale_gives_a_second_roll(tms: int, die: int) -> None:
    table = bombard(die, 2, tms=tms)
    assert table.script_left() == 0
    assert table.level("cts") == 3


@rule("artillery.ottoman.first_fail")
@pytest.mark.parametrize(("tms", "die"), [(4, 4), (4, 6), (2, 2)])
def test_a_first_roll_of_the_ottoman_morale_or_more_does_nothing(tms: int, die: int) -> None:
    table = bombard(die, 2, tms=tms)
    assert table.script_left() == 1  # no second roll
    assert table.level("cts") == 4


@rule("artillery.ottoman.second_roll")
@pytest.mark.parametrize(("die", "cts"), [(1, 4), (2, 3), (3, 4), (4, 3), (5, 4), (6, 3)])
def test_an_even_second_roll_lowers_the_artillery_level(die: int, cts: int) -> None:
    assert bombard(3, die).level("cts") == cts


@rule("artillery.ottoman.no_zone")
def test_the_ottoman_guns_have_no_target_and_no_entrenchment_stops_them() -> None:
    position = siege().breach("vizivaros", "kaiserlich_1").work("imperial", "vizivaros", 2)
    table = position.go("ottoman", actions=2).roll(1, 2).start()
    table.refused("bombard", "zone:vizivaros")
    table.choose("bombard")
    assert table.asked == "ottoman"  # the imperials were not asked for a level of their entrenchment
    assert table.level("cts") == 3
    assert table.work("imperial", "vizivaros") == 2


@rule("artillery.ottoman.useful")
@pytest.mark.parametrize(("cts", "tms", "allowed"), [(1, 4, False), (4, 1, False), (4, 0, False), (2, 2, True)])
def test_the_ottoman_guns_fire_only_while_they_can_do_something(cts: int, tms: int, allowed: bool) -> None:
    table = siege().levels(cts=cts, tms=tms).go("ottoman", actions=2).start()
    assert table.offers("bombard") == allowed
    if not allowed:
        assert table.refused("bombard") == "artillery.ottoman.useful"


# ---------------------------------------------------------------------- the artillery level


@rule("level.cts.min")
def test_the_artillery_level_never_falls_below_one() -> None:
    table = siege().levels(cts=2).go("ottoman", actions=3).roll(1, 2).start()
    table.choose("bombard")
    assert table.level("cts") == 1
    assert table.refused("bombard") == "artillery.ottoman.useful"
    assert table.refused("sortie", "unit:azab_1") == "sortie.useful"


@rule("level.cts.max")
def test_the_artillery_level_never_rises_above_four() -> None:
    table = siege().levels(cts=3).go("imperial").start()
    table.choose("raise_cts", "unit:charles")
    assert table.level("cts") == 4
    assert table.refused("raise_cts", "unit:max_emanuel") == "generals.raise_cts_amount"
