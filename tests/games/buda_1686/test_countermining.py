"""⑤ Ellen-aknázás: counter-mining against the units in a breach, or against the mines."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, siege

AT_VIENNA_GATE = ("countermine", "zone:becsi_kapu")


def breached(*units: str) -> Siege:
    """Imperial units in the breaches of the Vienna Gate, which the sipahis hold, in an Ottoman go of two actions."""
    return siege().breach("becsi_kapu", *(units or ("kaiserlich_1", "kaiserlich_2"))).go("ottoman", actions=2)


@rule("countermine.ottoman_only")
def test_the_besiegers_cannot_countermine() -> None:
    table = breached().go("imperial").start()
    assert table.refused(*AT_VIENNA_GATE) == "countermine.ottoman_only"


@rule("countermine.target")
def test_the_target_is_an_ottoman_wall_with_imperial_units_in_its_breaches() -> None:
    held = breached().gone("azab_2").wall("fehervari_rondella", "kaiserlich_3")
    table = held.start()
    assert [choice for choice in table.choices if choice[0] == "countermine"] == [AT_VIENNA_GATE]
    assert table.refused("countermine", "zone:vizivaros") == "countermine.target"  # nobody in its breaches
    assert table.refused("countermine", "zone:fehervari_rondella") == "countermine.target"  # imperial
    assert table.refused("countermine", "zone:kozepso") == "countermine.target"  # it has no breaches


@rule("countermine.roll")
@pytest.mark.parametrize(
    ("cms", "die", "success"), [(4, 4, False), (4, 5, True), (3, 3, False), (3, 4, True), (5, 5, False), (5, 6, True)]
)
def test_only_a_roll_above_the_imperial_morale_succeeds(cms: int, die: int, success: bool) -> None:
    table = breached("kaiserlich_1").levels(cms=cms).roll(die).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.wounded("kaiserlich_1") is success


@rule("countermine.roll", "abdurrahman.countermine")
def test_the_roll_is_taken_with_its_modifier() -> None:
    # 4 + 1 = 5 is above 4.
    table = breached("kaiserlich_1").wall("becsi_kapu", "abdurrahman").levels(cms=4).roll(4).start()
    table.choose(*AT_VIENNA_GATE).choose("aid")
    assert table.wounded("kaiserlich_1")


@rule("countermine.success_choice")
def test_a_success_lowers_the_mining_level_if_the_garrison_wishes() -> None:
    table = breached().levels(cas=3, cms=4).roll(5).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.asked == "ottoman"
    assert table.choices == [("strike",), ("lower_cas",)]
    table.choose("lower_cas")
    assert table.level("cas") == 2
    assert not table.wounded("kaiserlich_1")
    assert not table.wounded("kaiserlich_2")
    assert table.prompt == "go_ottoman"


@rule("countermine.success_choice")
def test_a_success_hits_one_unit_if_the_garrison_wishes() -> None:
    table = breached().levels(cas=3, cms=4).roll(5).start()
    table.choose(*AT_VIENNA_GATE).choose("strike").choose("hit", "unit:kaiserlich_2")
    assert table.wounded("kaiserlich_2")
    assert not table.wounded("kaiserlich_1")
    assert table.level("cas") == 3


@rule("countermine.loss_is_one_step")
def test_a_full_unit_is_wounded_and_a_wounded_one_destroyed() -> None:
    table = breached("kaiserlich_1").go("ottoman", actions=3).levels(cms=4).roll(5, 5).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.at("kaiserlich_1") == "breaches:becsi_kapu"
    assert table.wounded("kaiserlich_1")
    assert table.level("cms") == 4
    table.choose(*AT_VIENNA_GATE)
    assert table.at("kaiserlich_1") == "lost"
    assert table.level("cms") == 3  # a destroyed unit costs morale


@rule("countermine.unit_choice", "countermine.unit_choice_actor")
@pytest.mark.parametrize(
    ("losses", "refusing"),
    [("owner_losses", "countermine.unit_choice"), ("actor_losses", "countermine.unit_choice_actor")],
)
def test_only_units_in_the_breaches_of_the_target_can_be_hit(losses: str, refusing: str) -> None:
    # kaiserlich_3 is in its camp, the saxons are in the breach of another wall.
    table = breached().breach("palota", "saxon").option(losses=losses).roll(5).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.refused("hit", "unit:kaiserlich_3") == refusing
    assert table.refused("hit", "unit:saxon") == refusing


@rule("countermine.choice_after_roll")
def test_the_result_is_chosen_after_the_roll() -> None:
    table = breached().levels(cas=2, cms=4).roll(6).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.script_left() == 0
    assert table.prompt == "countermine"


@rule("countermine.choice_after_roll")
@pytest.mark.parametrize(("cas", "offered"), [(1, False), (2, True)])
def test_the_mining_level_can_be_lowered_only_from_2_on(cas: int, offered: bool) -> None:
    table = breached().levels(cas=cas, cms=4).roll(6).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.offers("lower_cas") is offered
    assert (table.prompt == "countermine_loss") is not offered  # without a choice the loss comes at once


@rule("countermine.fail")
def test_a_failure_changes_nothing() -> None:
    table = breached().levels(cas=3, cms=4, cts=3).roll(4).start()
    table.choose(*AT_VIENNA_GATE)
    assert [table.level(name) for name in ("cas", "tms", "cms", "cts")] == [3, 4, 4, 3]
    assert table.state.wounded == 0
    assert table.at("kaiserlich_1") == table.at("kaiserlich_2") == "breaches:becsi_kapu"
    assert table.at("sipahi_1") == "becsi_kapu"
    assert table.prompt == "go_ottoman"


@rule("countermine.no_entrench")
@pytest.mark.parametrize("losses", ["owner_losses", "actor_losses"])
def test_an_entrenchment_does_not_help_against_countermining(losses: str) -> None:
    table = breached().work("imperial", "becsi_kapu", 2).option(losses=losses).levels(cas=3).roll(5).start()
    table.choose(*AT_VIENNA_GATE)
    assert table.asked == "ottoman"  # nothing cancels the success
    table.choose("strike")
    assert table.refused("absorb", "zone:becsi_kapu") == "countermine.no_entrench"
    table.choose("hit", "unit:kaiserlich_1")
    assert table.wounded("kaiserlich_1")
    assert table.work("imperial", "becsi_kapu") == 2
    assert table.prompt == "go_ottoman"


@rule("countermine.no_entrench")
def test_an_entrenchment_does_not_save_the_mines() -> None:
    table = breached().work("imperial", "becsi_kapu", 2).levels(cas=3).roll(5).start()
    table.choose(*AT_VIENNA_GATE).choose("lower_cas")
    assert table.level("cas") == 2
    assert table.work("imperial", "becsi_kapu") == 2
