"""Abdurrahman's special actions: against the guns, for miners and sorties, and in castle fights."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

GATE = "zone:becsi_kapu"
MIDDLE = "zone:kozepso"

# ---------------------------------------------------------------------- against the guns


@rule("abdurrahman.artillery")
def test_from_elsewhere_he_cannot_disturb_the_guns_not_even_at_the_wall_under_fire() -> None:
    table = siege().wall("becsi_kapu", "abdurrahman").go("imperial").roll(4).start()
    table.choose("artillery", GATE)
    assert table.prompt == "enter_breach"


@rule("abdurrahman.artillery_once")
def test_he_adds_1_at_most_to_each_artillery_roll_and_pays_1_each_time() -> None:
    table = siege().levels(cts=4).go("imperial", actions=2).roll(3, 4).start()
    table.choose("artillery", GATE).choose("aid")
    assert table.prompt == "enter_breach"  # 3 + 1 = 4 hits, and he was not asked again
    assert table.officer("abdurrahman") == 5
    table.choose("enter", "unit:kaiserlich_1")
    table.choose("artillery", GATE).choose("aid")
    assert table.prompt == "go_imperial"  # 4 + 1
    assert table.officer("abdurrahman") == 4


# ---------------------------------------------------------------------- for miners and sorties


@rule("abdurrahman.countermine")
@pytest.mark.parametrize(("answer", "hit", "marker"), [("aid", True, 5), ("no_aid", False, 6)])
def test_at_the_wall_he_adds_1_to_a_countermining_roll(answer: str, hit: bool, marker: int) -> None:
    position = siege().wall("becsi_kapu", "abdurrahman").breach("becsi_kapu", "kaiserlich_1").levels(cms=4)
    table = position.go("ottoman", actions=2).roll(4).start()
    table.choose("countermine", GATE).choose(answer)  # 5 is above the CMS of 4, and 4 is not
    assert table.wounded("kaiserlich_1") is hit
    assert table.officer("abdurrahman") == marker


@rule("abdurrahman.countermine")
def test_from_another_wall_he_cannot_help_the_miners() -> None:
    table = siege().breach("becsi_kapu", "kaiserlich_1").go("ottoman", actions=2).roll(4).start()
    table.choose("countermine", GATE)  # he is next door, in the middle zone
    assert table.prompt == "go_ottoman"  # the die has fallen without a question
    assert not table.wounded("kaiserlich_1")
    assert table.officer("abdurrahman") == 6


@rule("abdurrahman.sortie")
@pytest.mark.parametrize(("answer", "cts", "marker"), [("aid", 3, 5), ("no_aid", 4, 6)])
def test_at_the_wall_he_adds_1_to_a_sortie_roll(answer: str, cts: int, marker: int) -> None:
    # kaiserlich_3 and the Saxons are near the Fehérvár Rondella: 6 - 2 = 4, and 5 with him, against a CMS of 4.
    position = siege().wall("fehervari_rondella", "abdurrahman").levels(cms=4)
    table = position.go("ottoman", actions=2).roll(6).start()
    table.choose("sortie", "unit:azab_2").choose(answer)
    assert table.level("cts") == cts
    assert table.officer("abdurrahman") == marker


@rule("abdurrahman.sortie")
def test_from_another_wall_he_cannot_help_a_sortie() -> None:
    table = siege().levels(cms=4).go("ottoman", actions=2).roll(6).start()
    table.choose("sortie", "unit:azab_2")  # he is next door, in the middle zone
    assert table.prompt == "go_ottoman"
    assert table.level("cts") == 4
    assert table.officer("abdurrahman") == 6


@rule("abdurrahman.sortie_self")
def test_he_may_add_the_bonus_to_his_own_sortie() -> None:
    position = siege().wall("fehervari_rondella", "abdurrahman").levels(cms=4)
    table = position.go("ottoman", actions=2).roll(6).start()
    table.choose("sortie", "unit:abdurrahman").choose("aid")  # 6 + 1 - 2 = 5
    assert table.level("cts") == 3
    assert table.officer("abdurrahman") == 5


@rule("abdurrahman.roll_bonus_once")
def test_the_bonus_to_a_countermining_or_sortie_roll_is_1_at_most() -> None:
    mining = siege().wall("becsi_kapu", "abdurrahman").breach("becsi_kapu", "kaiserlich_1").levels(cms=4)
    table = mining.go("ottoman", actions=2).roll(3).start()
    table.choose("countermine", GATE).choose("aid")  # 3 + 1 = 4 is not enough, and there is no second step
    assert table.prompt == "go_ottoman"
    assert not table.wounded("kaiserlich_1")
    assert table.officer("abdurrahman") == 5
    out = siege().wall("fehervari_rondella", "abdurrahman").levels(cms=4)
    table = out.go("ottoman", actions=2).roll(5).start()
    table.choose("sortie", "unit:azab_2").choose("aid")  # 5 + 1 - 2 = 4
    assert table.prompt == "go_ottoman"
    assert table.level("cts") == 4
    assert table.officer("abdurrahman") == 5


# ---------------------------------------------------------------------- in castle fights


def middle_attacked() -> Table:
    """kaiserlich_1, 2 and 3 (12) out of the Vienna Gate attack Abdurrahman and janissary_1 (10) in the middle zone."""
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2", "kaiserlich_3")
    table = position.go("imperial").roll(1).start()
    table.choose("castle", MIDDLE)
    for unit in ("kaiserlich_1", "kaiserlich_2", "kaiserlich_3"):
        table.choose("join", f"unit:{unit}")
    return table


def garrison_attacks(*units: str) -> Table:
    """Some of Abdurrahman, janissary_1 and 2 out of the middle zone attack kaiserlich_1 in the Vienna Gate."""
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("kozepso", "janissary_2")
    return attack(position, *units)


def attack(position: Siege, *units: str) -> Table:
    table = position.go("ottoman", actions=2).roll(1).start()
    table.choose("castle", GATE)
    for unit in units:
        table.choose("join", f"unit:{unit}")
    return table


@rule("abdurrahman.boost", "abdurrahman.boost_cost", "abdurrahman.boost_both")
@pytest.mark.parametrize(("boosts", "modifier", "marker"), [(0, 2, 6), (1, 1, 5)])
def test_in_defence_he_raises_units_of_his_wall_for_1_each(boosts: int, modifier: int, marker: int) -> None:
    table = middle_attacked()
    assert (table.asked, table.prompt) == ("ottoman", "boost")
    table.choose(*(("boost", "unit:abdurrahman", "unit:janissary_1") if boosts else ("ready",)))
    assert table.last("fight")[0] == modifier  # 12 - 10, or 12 - 11
    assert table.officer("abdurrahman") == marker


@rule("abdurrahman.boost")
def test_he_raises_nobody_at_other_walls() -> None:
    table = middle_attacked()
    assert table.refused("boost", "unit:abdurrahman", "unit:sipahi_2") == "abdurrahman.boost"


@rule("abdurrahman.boost")
def test_he_raises_no_defenders_of_another_wall() -> None:
    # He stands in the palace and has tried to come before: janissary_1 (4) is on his own against 8.
    position = siege().set(rushed=True).gone("sipahi_1").wall("palota", "abdurrahman")
    table = position.wall("becsi_kapu", "kaiserlich_1", "kaiserlich_2").go("imperial").roll(1).start()
    table.choose("castle", MIDDLE).choose("join", "unit:kaiserlich_1").choose("join", "unit:kaiserlich_2")
    assert table.last("fight")[0] == 4
    assert table.officer("abdurrahman") == 6


@rule("abdurrahman.boost_cost", "abdurrahman.boost_both")
def test_in_attack_each_raised_unit_costs_1() -> None:
    table = garrison_attacks("abdurrahman", "janissary_1", "janissary_2")
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1")
    assert table.officer("abdurrahman") == 5
    table.choose("boost", "unit:abdurrahman", "unit:janissary_2")
    assert table.officer("abdurrahman") == 4
    assert table.last("fight")[0] == 6 + 4 + 4 + 2 - 4


@rule("abdurrahman.boost_both")
def test_in_attack_he_raises_only_participants() -> None:
    table = garrison_attacks("abdurrahman", "janissary_1")
    table.choose("launch")
    assert table.refused("boost", "unit:abdurrahman", "unit:janissary_2") == "abdurrahman.boost_both"
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1")
    assert table.last("fight")[0] == 6 + 4 + 1 - 4


@rule("abdurrahman.boost_both", "abdurrahman.boost")
def test_in_attack_he_raises_no_participants_from_another_wall() -> None:
    # The janissaries of the Esztergom Rondella take part as well; they are not in his wall zone.
    position = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").wall("esztergomi_rondella", "sipahi_2")
    table = attack(position, "janissary_1", "janissary_2")
    table.choose("launch")
    assert table.refused("boost", "unit:abdurrahman", "unit:janissary_2") == "abdurrahman.boost"
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1")
    assert table.last("fight")[0] == 4 + 4 + 1 - 4


@rule("abdurrahman.boost_not_assault")
def test_in_an_assault_he_raises_nobody() -> None:
    position = siege().wall("vizivaros", "abdurrahman").breach("vizivaros", "kaiserlich_1", "kaiserlich_2")
    table = position.go("imperial").roll(5).start()
    table.choose("assault", "zone:vizivaros")  # 5 + 8 - 9 = 4: the die has fallen without a question
    assert table.last("fight")[0] == 8 - 9
    assert table.prompt == "take_loss"
    assert table.officer("abdurrahman") == 6


@rule("abdurrahman.boost_not_self")
def test_he_does_not_raise_himself() -> None:
    table = garrison_attacks("abdurrahman", "janissary_1")
    table.choose("launch")
    assert table.refused("boost", "unit:abdurrahman", "unit:abdurrahman") == "abdurrahman.boost_not_self"


@rule("abdurrahman.boost_needs_no_participation")
def test_he_raises_attackers_of_his_wall_without_attacking_himself() -> None:
    table = garrison_attacks("janissary_1", "janissary_2")
    table.choose("launch")
    table.choose("boost", "unit:abdurrahman", "unit:janissary_1").choose("ready")
    assert table.last("fight")[0] == 4 + 4 + 1 - 4
