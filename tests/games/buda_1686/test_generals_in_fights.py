"""The two imperial generals raise combat values in assaults and castle fights."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

CHARLES, MAX = "unit:charles", "unit:max_emanuel"


def in_breach(*units: str) -> Siege:
    """Units in the breaches of Víziváros, where the azabs (3) are, in an imperial go; Abdurrahman cannot come."""
    return siege().set(rushed=True).breach("vizivaros", *units).go("imperial", actions=2)


def assault(table: Table) -> Table:
    return table.choose("assault", "zone:vizivaros")


def castle(table: Table, wall: str, *units: str) -> Table:
    table.choose("castle", f"zone:{wall}")
    for unit in units:
        table.choose("join", f"unit:{unit}")
    return table


# ---------------------------------------------------------------------- in an assault


@rule("officer.cannot_overspend")
def test_a_general_with_nothing_left_raises_nobody_beside_one_who_can() -> None:
    position = in_breach("max_emanuel", "bavarian_1", "charles", "kaiserlich_1").officers(max_emanuel=0)
    table = assault(position.start())
    assert table.refused("boost", MAX, "unit:bavarian_1") == "officer.cannot_overspend"
    assert table.offers("boost", CHARLES, "unit:kaiserlich_1")


@rule("generals.boost")
def test_nobody_has_to_be_raised() -> None:
    table = assault(in_breach("charles", "kaiserlich_1").roll(1).start())
    table.choose("ready")
    assert table.last("fight")[0] == 5 + 4 - 3
    assert table.officer("charles") == 5


@rule("generals.boost_charles", "generals.boost_max")
def test_each_general_raises_only_the_troops_of_his_nation() -> None:
    table = assault(in_breach("charles", "kaiserlich_1", "hungarian", "saxon").start())
    assert table.refused("boost", CHARLES, "unit:hungarian") == "generals.boost_charles"
    assert table.refused("boost", CHARLES, "unit:saxon") == "generals.boost_charles"
    assert table.offers("boost", CHARLES, "unit:kaiserlich_1")
    table = assault(in_breach("max_emanuel", "bavarian_1", "saxon", "kaiserlich_1").start())
    assert table.refused("boost", MAX, "unit:kaiserlich_1") == "generals.boost_max"
    assert table.offers("boost", MAX, "unit:bavarian_1")
    assert table.offers("boost", MAX, "unit:saxon")


@rule("generals.boost_charles")
def test_charles_is_not_asked_for_the_hungarians_alone() -> None:
    table = assault(in_breach("charles", "hungarian").roll(1).start())
    assert table.last("fight")[0] == 5 + 3 - 3


@rule("generals.boost_not_self")
def test_a_general_raises_no_officer() -> None:
    table = assault(in_breach("charles", "max_emanuel", "kaiserlich_1").start())
    assert table.refused("boost", CHARLES, CHARLES) == "generals.boost_not_self"
    assert table.refused("boost", CHARLES, MAX) == "generals.boost_not_self"


@rule("generals.boost_once_per_unit")
def test_a_unit_is_raised_once_in_a_fight() -> None:
    table = assault(in_breach("charles", "kaiserlich_1", "kaiserlich_2").roll(1).start())
    table.choose("boost", CHARLES, "unit:kaiserlich_1")
    assert table.refused("boost", CHARLES, "unit:kaiserlich_1") == "generals.boost_once_per_unit"
    table.choose("boost", CHARLES, "unit:kaiserlich_2")  # nobody is left to be raised: the die falls
    assert table.last("fight")[0] == 5 + 5 + 5 - 3


@rule("generals.boost_duration")
def test_a_raised_value_lasts_for_one_fight() -> None:
    # 9 against 10; raised 10 against 10. 4 + 0 = 4: one loss, and the azabs fall from 3 to 1.
    position = in_breach("charles", "kaiserlich_1").wall("vizivaros", "janissary_1", "sipahi_1")
    table = assault(position.roll(4, 4).start())
    table.choose("boost", CHARLES, "unit:kaiserlich_1")
    assert table.last("fight")[0] == 0
    table.choose("hit", "unit:azab_1")
    assault(table).choose("ready")
    assert table.last("fight")[0] == 9 - 8


# ---------------------------------------------------------------------- the same place


@rule("generals.boost_same_place")
@pytest.mark.parametrize("place", ["felheviz", "breaches:becsi_kapu"])
def test_a_general_in_camp_or_at_another_wall_raises_nobody(place: str) -> None:
    table = assault(in_breach("kaiserlich_1").wall(place, "charles").roll(1).start())
    assert table.last("fight")[0] == 4 - 3  # the die fell without a question
    assert table.officer("charles") == 5


@rule("generals.boost_same_place")
def test_the_breaches_of_a_wall_are_not_the_same_place_as_the_next_wall() -> None:
    # Max Emanuel joins the castle fight for the palace out of its breach; the Bavarians come from the rondella.
    position = siege().set(rushed=True).gone("janissary_3").breach("palota", "max_emanuel", "saxon")
    position.wall("nagyrondella", "bavarian_1").go("imperial").roll(1)
    table = castle(position.start(), "palota", "max_emanuel", "saxon")  # bavarian_1 must come along: the only one
    assert table.refused("boost", MAX, "unit:bavarian_1") == "generals.boost_same_place"
    table.choose("boost", MAX, "unit:saxon")
    assert table.last("fight")[0] == 4 + 4 + 4 - 3


# ---------------------------------------------------------------------- castle fights


def at_the_gate() -> Siege:
    """Charles, kaiserlich_1 and 2 hold the Vienna Gate; janissary_1 and 2 (8) are alone in the middle zone."""
    position = siege().set(rushed=True).gone("sipahi_1").wall("becsi_kapu", "charles", "kaiserlich_1", "kaiserlich_2")
    return position.wall("kozepso", "janissary_2").wall("palota", "abdurrahman")


@rule("generals.boost", "generals.boost_defence")
def test_in_a_castle_fight_a_general_raises_attackers() -> None:
    table = at_the_gate().go("imperial").roll(1).start()
    castle(table, "kozepso", "charles", "kaiserlich_1").choose("launch")
    table.choose("boost", CHARLES, "unit:kaiserlich_1")
    assert table.last("fight")[0] == 5 + 4 + 1 - 8
    assert table.officer("charles") == 4


@rule("generals.boost_defence")
def test_in_attack_only_participants_are_raised() -> None:
    table = at_the_gate().go("imperial").start()
    castle(table, "kozepso", "charles", "kaiserlich_1").choose("launch")
    assert table.refused("boost", CHARLES, "unit:kaiserlich_2") == "generals.boost_defence"


@rule("generals.boost_defence")
def test_in_a_castle_fight_a_general_raises_defenders() -> None:
    table = at_the_gate().go("ottoman", actions=2).roll(1).start()
    castle(table, "becsi_kapu", "janissary_1", "janissary_2")
    assert (table.asked, table.prompt) == ("imperial", "boost")
    table.choose("boost", CHARLES, "unit:kaiserlich_1").choose("boost", CHARLES, "unit:kaiserlich_2")
    assert table.last("fight")[0] == 8 - (5 + 5 + 5)
    assert table.officer("charles") == 3


@rule("generals.boost_needs_no_participation")
def test_a_general_raises_attackers_without_attacking_himself() -> None:
    table = at_the_gate().go("imperial").roll(1).start()
    castle(table, "kozepso", "kaiserlich_1").choose("launch")
    table.choose("boost", CHARLES, "unit:kaiserlich_1")
    assert table.last("fight")[0] == 4 + 1 - 8
