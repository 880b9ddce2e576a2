"""The worked examples of the rulebook, played; those that we constructed ourselves are in test_more_examples.py."""

from __future__ import annotations

import pytest

from tests.citing import example, rule
from tests.games.buda_1686.siege import Siege, Table, new_game, siege


def fought(table: Table) -> tuple[int, int]:
    """Modifier and result of the last fight."""
    modifier, result, _ = table.told("fight")[-1].args
    return int(modifier), int(result)


# ---------------------------------------------------------------------- setup


@example("ex.setup.abdurrahman_marker")
@rule("setup.scale.officers", "comp.units.abdurrahman_values", "comp.units.officer_value")
def test_abdurrahmans_marker_starts_in_cell_six() -> None:
    [scale] = new_game().scene().tracks
    assert scale.markers["marker:officer_abdurrahman"] == 6


@example("ex.setup.scale")
@rule("setup.scale.time", "setup.scale.cas", "setup.scale.tms", "setup.scale.cms", "setup.scale.cts")
def test_the_levels_of_a_new_game() -> None:
    [scale] = new_game().scene().tracks
    cells = [scale.markers[f"marker:{name}"] for name in ("time", "cas", "tms", "cms", "cts")]
    assert cells == [1, 1, 4, 4, 4]


# ---------------------------------------------------------------------- assault


STORMERS = ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "bavarian_1")
DEFENDERS = ("azab_1", "sipahi_1", "janissary_1")


@example("ex.assault.vizivaros")
@rule("assault.modifier", "assault.roll", "assault.success", "assault.success_double", "assault.no_capture")
@rule("map.vizivaros.terrain", "map.vizivaros.breaches")
@pytest.mark.parametrize("hits", [("sipahi_1", "sipahi_1"), ("azab_1", "janissary_1")])
def test_sixteen_against_ten_at_vizivaros(hits: tuple[str, str]) -> None:
    """16 - 10 - 0 = +6, and a 3 makes 9, more than twice the morale of 4: two losses, on one unit or on two."""
    position = siege().wall("vizivaros", *DEFENDERS).breach("vizivaros", *STORMERS).go("imperial").roll(3)
    table = position.start().choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (6, 9)
    assert table.asked == "ottoman"
    for unit in hits:
        table.choose("hit", f"unit:{unit}")
    if hits[0] == hits[1]:
        assert table.at(hits[0]) == "dead"
    else:
        assert [unit for unit in DEFENDERS if table.wounded(unit)] == list(hits)
    assert table.at("janissary_1") == "vizivaros"
    assert [table.at(unit) for unit in STORMERS] == ["breaches:vizivaros"] * 4
    assert table.prompt == "go_imperial"  # there is no third loss


# ---------------------------------------------------------------------- sortie


@example("ex.sortie.risk")
@rule("sortie.penalty", "sortie.disaster")
def test_a_sortie_with_a_one_past_a_besieger_in_the_breach_costs_the_unit_a_loss() -> None:
    position = siege().breach("fehervari_rondella", "saxon").wall("felheviz", "kaiserlich_3")
    table = position.go("ottoman", actions=2).roll(1).start().choose("sortie", "unit:azab_2")
    assert table.told("sortie_result")[-1].args[0] == 0  # 1 - 1
    assert (table.wounded("azab_2"), table.value("azab_2"), table.level("cts")) == (True, 1, 4)


# ---------------------------------------------------------------------- entrenching


@example("ex.entrench.artillery")
@rule("entrench.place", "artillery.imperial.roll", "entrench.cancel_artillery", "entrench.cancel_artillery_level")
@rule("entrench.optional")
def test_an_entrenchment_is_given_up_against_artillery_or_not() -> None:
    def shelled() -> Table:
        """The Ottomans entrench at the Vienna Gate and pass; then the besiegers shell it and roll a 2."""
        table = siege().draw().counters(4, 9).start().choose("entrench", "zone:becsi_kapu")
        assert table.work("ottoman", "becsi_kapu") == 1
        table.choose("end").script(2).choose("artillery", "zone:becsi_kapu").choose("no_aid")
        assert (table.asked, table.prompt) == ("ottoman", "cancel")
        return table

    table = shelled().choose("absorb", "zone:becsi_kapu")
    assert (table.work("ottoman", "becsi_kapu"), table.state.supply(1)) == (0, 2)
    assert table.prompt == "go_imperial"  # nobody enters
    table = shelled().choose("bear")
    camps = {f"unit:{unit}" for unit in ("charles", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")}
    assert (table.asked, {choice[1] for choice in table.choices}) == ("imperial", camps)
    table.choose("enter", "unit:kaiserlich_3")
    assert (table.at("kaiserlich_3"), table.work("ottoman", "becsi_kapu")) == ("breaches:becsi_kapu", 1)


def wounded_behind_a_work(level: int) -> Table:
    """4 - 1 = +3 against a wounded unit, and a 1 makes 4: one loss, and the owner is asked."""
    position = siege().unit("azab_1", "vizivaros", wounded=True).work("ottoman", "vizivaros", level)
    table = position.breach("vizivaros", "kaiserlich_1").go("imperial").roll(1).start()
    table.choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (3, 4)
    assert (table.asked, table.prompt) == ("ottoman", "take_loss")
    return table


@example("ex.entrench.saves_wounded_unit_level1")
@rule("entrench.absorb_loss", "entrench.absorb_level_one", "loss.owner_entrench")
def test_a_first_level_entrenchment_saves_a_wounded_unit() -> None:
    table = wounded_behind_a_work(1).choose("absorb", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == 0
    assert (table.at("azab_1"), table.wounded("azab_1")) == ("vizivaros", True)
    assert table.at("kaiserlich_1") == "breaches:vizivaros"


@example("ex.entrench.saves_wounded_unit_level2")
@rule("entrench.absorb_loss", "entrench.absorb_level_two_one")
def test_a_second_level_entrenchment_saves_a_wounded_unit_and_falls_to_the_first() -> None:
    table = wounded_behind_a_work(2).choose("absorb", "zone:vizivaros")
    assert table.work("ottoman", "vizivaros") == 1
    assert (table.at("azab_1"), table.wounded("azab_1")) == ("vizivaros", True)


@example("ex.entrench.two_losses")
@rule("entrench.absorb_level_two_two", "assault.success_double", "loss.one_by_one")
def test_a_second_level_entrenchment_takes_two_losses() -> None:
    """4 + 4 - 3 = +5, and a 3 makes 8, twice the morale."""
    position = siege().breach("vizivaros", "kaiserlich_1", "kaiserlich_2").work("ottoman", "vizivaros", 2)
    table = position.go("imperial").roll(3).start().choose("assault", "zone:vizivaros").choose("stay")
    assert fought(table) == (5, 8)
    table.choose("absorb", "zone:vizivaros")
    assert (table.work("ottoman", "vizivaros"), table.prompt) == (1, "take_loss")
    table.choose("absorb", "zone:vizivaros")
    assert (table.work("ottoman", "vizivaros"), table.at("azab_1")) == (0, "vizivaros")
    assert not table.wounded("azab_1")


# ---------------------------------------------------------------------- officers


BAVARIANS = ("max_emanuel", "bavarian_1", "bavarian_2", "saxon")


@example("ex.officer.max_boosts_three")
@rule("generals.boost", "generals.boost_max", "generals.boost_same_place", "officer.cost_default")
@rule("officer.cannot_overspend")
def test_max_emanuel_with_three_raises_three_units() -> None:
    """4 + (4 + 1) + (4 + 1) + (3 + 1) - 3 = +15."""
    position = siege().breach("vizivaros", *BAVARIANS).officers(max_emanuel=3).go("imperial").roll(1)
    table = position.start().choose("assault", "zone:vizivaros").choose("stay")
    for left, unit in zip((3, 2, 1), BAVARIANS[1:], strict=True):
        assert table.officer("max_emanuel") == left
        table.choose("boost", "unit:max_emanuel", f"unit:{unit}")
    assert table.officer("max_emanuel") == 0
    assert fought(table) == (15, 16)
    # Without anything left he raises nobody, while Charles beside him still could.
    position = siege().breach("vizivaros", "max_emanuel", "bavarian_1", "charles", "kaiserlich_1")
    table = position.officers(max_emanuel=0).go("imperial").start().choose("assault", "zone:vizivaros").choose("stay")
    assert table.refused("boost", "unit:max_emanuel", "unit:bavarian_1") == "officer.cannot_overspend"


def abdurrahman_stormed(marker: int) -> Table:
    """Abdurrahman alone in Víziváros: 4 + 4 - 6 = +2, and a 2 makes 4: one loss."""
    position: Siege = siege().wall("vizivaros", "abdurrahman").wall("kozepso", "azab_1")
    position.breach("vizivaros", "kaiserlich_1", "kaiserlich_2").officers(abdurrahman=marker)
    table = position.go("imperial").roll(2).start().choose("assault", "zone:vizivaros")
    assert fought(table) == (2, 4)
    return table


@example("ex.officer.abdurrahman_wounded")
@rule("loss.flip", "officer.wounded_cap", "comp.units.abdurrahman_values", "loss.assigner")
@pytest.mark.parametrize("marker", [6, 5, 4])
def test_a_wounded_abdurrahman_falls_to_three(marker: int) -> None:
    table = abdurrahman_stormed(marker)
    assert (table.wounded("abdurrahman"), table.value("abdurrahman")) == (True, 3)
    assert table.officer("abdurrahman") == 3


@example("ex.officer.abdurrahman_wounded_low")
@rule("officer.wounded_cap")
@pytest.mark.parametrize("marker", [3, 2, 1, 0])
def test_a_wounded_abdurrahman_who_has_spent_much_keeps_what_is_left(marker: int) -> None:
    table = abdurrahman_stormed(marker)
    assert (table.value("abdurrahman"), table.officer("abdurrahman")) == (3, marker)


# ---------------------------------------------------------------------- events


@example("ex.event.too_early")
@rule("event.active_from", "event.from_turn_six", "event.number_counts")
def test_a_relief_army_of_turn_six_is_only_a_seven_in_turn_five() -> None:
    table = siege().draw(5).levels(tms=2).counters(4, 7).start()  # no die is scripted, so none is rolled
    assert table.level("tms") == 2
    assert (table.asked, table.state.actions, table.state.moves) == ("ottoman", 1, 1)


@example("ex.event.late_still_active")
@rule("event.active_from", "event.repeat", "event.relief.roll", "event.roll_at_draw")
def test_a_relief_army_of_turn_six_still_works_in_turn_eight() -> None:
    table = siege().draw(8).levels(tms=2).counters(4, 7).roll(3).start()
    assert table.dice_left() == 0
    assert [line.args for line in table.told("roll_relief")] == [(3,)]
    assert (table.level("tms"), table.state.reinforcements) == (2, 0)
    assert (table.asked, table.state.actions) == ("ottoman", 1)


@example("ex.event.late_still_active")
@rule("event.repeat", "event.relief.roll")
def test_a_relief_army_that_came_in_turn_seven_may_come_again_in_turn_eight() -> None:
    position = siege().unit("kaiserlich_4", "felheviz").levels(tms=1).draw(7).counters(4, 7).roll(2)
    table = position.start()
    assert table.level("tms") == 2
    # Both zeros end the turn; the morale roll (2 - 2) changes nothing; the same counter is drawn again.
    table.choose("end").counters(0, 0, 2, "counter:imperial_04", "counter:ottoman_07", 6).choose("end")
    assert (table.state.turn, table.level("tms")) == (8, 3)


@example("ex.event.fate_two_or_three")
@rule("event.fate.roll", "event.fate.total", "round.initiative.odd", "round.initiative.even")
@pytest.mark.parametrize(("number", "roll", "actions"), [(5, 4, 2), (14, 4, 3), (5, 3, 1), (14, 3, 2)])
def test_the_hand_of_fate_makes_two_or_three_actions(number: int, roll: int, actions: int) -> None:
    table = siege().draw(7).counters(number, 2).roll(roll).start()
    assert (table.asked, table.state.actions) == ("imperial", actions)
