"""Threat: which districts a Konev card compares, and which of them is the most dangerous."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.nights_of_fire.budapest import City
from tests.games.nights_of_fire.marshal import ASSAULT, HUNT, SWEEP, attacks, is_over, moves, performs


def sweep() -> City:
    """Sweep compares 13 (reg_4) and 9 (reg_104), each with one insurgent."""
    return (
        performs(SWEEP)
        .insurgents("13", "fighter_01!")
        .regiments("13", "reg_4")
        .insurgents("9", "fighter_06!")
        .regiments("9", "reg_104")
    )


def taken(place: City) -> str:
    """The district that a card took."""
    table = place.start()
    assert is_over(table)
    return attacks(table)[0][0]


# ---------------------------------------------------------------------- the tests of threat


@rule("konev.threat.civilian")
@pytest.mark.parametrize(("north", "south", "worse"), [("civ_04", "civ_08", "9"), ("civ_08", "civ_04", "13")])
def test_the_more_valuable_civilian_is_the_higher_threat(north: str, south: str, worse: str) -> None:
    place = sweep().civilian("13", north).civilian("9", south)
    other = "13" if worse == "9" else "9"
    assert taken(place.insurgents(other, "fighter_02!", "fighter_03!")) == worse  # whatever else there is


@rule("konev.threat.zero_civilian")
def test_a_worthless_civilian_is_a_higher_threat_than_none() -> None:
    assert taken(sweep().civilian("9", "civ_01").insurgents("13", "fighter_02!", "fighter_03!")) == "9"


@rule("konev.threat.insurgents")
def test_more_insurgents_are_a_higher_threat_wounded_ones_included() -> None:
    assert taken(sweep().insurgents("13", "fighter_01!w", "fighter_10w")) == "13"  # two, both wounded, against one


@rule("konev.threat.objective")
def test_an_objective_without_garrison_is_a_higher_threat_than_none() -> None:
    place = performs(SWEEP).insurgents("14", "fighter_01!").regiments("14", "reg_4")
    assert taken(place.insurgents("9", "fighter_06!").regiments("9", "reg_104")) == "9"  # 14 has no objective


@rule("konev.threat.objective")
def test_a_garrison_makes_an_objective_harmless() -> None:
    assert taken(sweep().garrisons("13")) == "9"


@rule("konev.threat.objective.disabled")
def test_so_does_a_disabled_garrison() -> None:
    assert taken(sweep().garrisons("13-")) == "9"
    assert taken(sweep().garrisons("13-", "9").roll("district:9")) == "9"  # nothing to choose between them


@rule("konev.threat.regiments")
def test_fewer_active_regiments_are_a_higher_threat() -> None:
    assert taken(sweep().regiments("9", "reg_106")) == "13"


@rule("konev.threat.regiments")
def test_disabled_regiments_do_not_count() -> None:
    assert taken(sweep().regiments("9", "reg_106-").roll("district:9")) == "9"  # one active each


@rule("konev.threat.random", "konev.random")
@pytest.mark.parametrize("district", ["13", "9"])
def test_equal_districts_are_decided_at_random(district: str) -> None:
    assert taken(sweep().roll(f"district:{district}")) == district


@rule("konev.threat.qualified")
def test_only_districts_within_the_limits_of_the_card_are_compared() -> None:
    place = sweep().garrisons("13").insurgents("8", "fighter_02", "fighter_03", "fighter_04")  # no Regiment in 8
    assert taken(place.insurgents("11", "fighter_07", "fighter_08").regiments("11", "reg_315-")) == "9"


@rule("konev.threat.now")
def test_threat_is_judged_anew_for_every_step() -> None:
    """The civilian makes 1 the higher threat; once it is arrested, 11 is."""
    place = performs(HUNT).regiments("1", "reg_315").civilian("1", "civ_04").insurgents("1", "fighter_01")
    place = place.regiments("11", "reg_319").insurgents("11", "fighter_10!", "fighter_06!")
    table = place.start()
    assert is_over(table)
    assert table.civilian("1") == "killed_arrested"
    assert attacks(table) == [("11", 2)]


# ---------------------------------------------------------------------- adjacency


@rule("konev.adjacent.district", "konev.adjacent.regiment")
@pytest.mark.parametrize(
    ("district", "near"), [("5B", True), ("6", True), ("14", True), ("2", False), ("3", False), ("7", False)]
)
def test_adjacent_means_a_border_inside_the_sector(district: str, near: bool) -> None:
    """13 borders 5B, 6 and 14; 2 and 3 lie across the Danube, and 7 does not touch it at all."""
    place = performs(ASSAULT).regiments("13", "reg_4").insurgents(district, "fighter_01!", "fighter_02!")
    table = place.roll("insurgent:fighter_01").start() if near else place.start()
    assert attacks(table) == ([(district, 3)] if near else [])
    assert moves(table) == ([("reg_4", district)] if near else [])


@rule("konev.adjacent.district")
def test_the_border_between_north_and_south_pest_separates() -> None:
    """6 and 7 share a border, but lie in different sectors."""
    table = performs(ASSAULT).regiments("7", "reg_104").insurgents("6", "fighter_01!", "fighter_02!").start()
    assert attacks(table) == []


@rule("konev.adjacent.regiment")
@pytest.mark.parametrize(("district", "near"), [("11", True), ("1", False), ("12", False)])
def test_a_staging_area_is_adjacent_to_its_own_district_only(district: str, near: bool) -> None:
    place = performs(ASSAULT).insurgents(district, "fighter_01!")
    table = place.roll("regiment:reg_319").start() if near else place.start()
    assert moves(table) == ([("reg_319", "11")] if near else [])
