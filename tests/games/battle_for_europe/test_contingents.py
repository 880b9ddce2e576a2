"""Contingents that defend separately, Bulgaria, and areas that several powers take together."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.battle_for_europe.battles import Force, again, fight, flags, rolled
from tests.games.battle_for_europe.war import Table, War, war

MISSES = (6,) * 40


# ---------------------------------------------------------------------- separate contingents


def allied_belgium(*dice: int) -> War:
    return (
        war()
        .season("1940_spring")
        .stack("netherlands", germany={"infantry": 2, "tank": 1})
        .held("germany", "netherlands", "lyon")
        .stack("lyon", germany={"infantry": 1})
        .stack("belgium", france={"infantry": 1}, britain={"infantry": 1, "tank": 1})
        .held("france", "belgium")
        .roll(*dice)
    )


@rule("coop.anglo_french.defend", "land.separate_contingents")
@pytest.mark.parametrize("group", ["france", "britain"])
def test_british_and_french_units_defend_separately(group: str) -> None:
    table = fight(allied_belgium(*MISSES), "belgium", "germany", {"netherlands": {"germany_infantry": 2}}, group=group)
    assert all(kind.startswith(group) for kind in rolled(table, 1))


@rule("land.separate_contingents.capture", "land.separate_contingents.second")
def test_the_victors_wait_until_all_groups_are_gone() -> None:
    force: Force = {"netherlands": {"germany_tank": 1, "germany_infantry": 1}}
    table = fight(allied_belgium(1, 6, 6), "belgium", "germany", force, group="france")
    assert table.holder("belgium") == "france" and table.count("belgium", "germany_tank") == 1
    assert table.last("battle_waits") == ("area:belgium",)
    # The armour makes its second attack without a movement point, the other infantry its first; armour is inside.
    force = {"belgium": {"germany_tank": 1}, "netherlands": {"germany_infantry": 1}}
    table = again(table, "belgium", "germany", force, 1, 1, 6, 6, group="britain")
    assert table.holder("belgium") == "germany"
    assert flags(table, "belgium", "germany_tank") == [{"moved", "attacked", "attacked_twice"}]


@rule("land.separate_contingents.capture")
def test_victors_fall_back_at_the_end_of_phase_1() -> None:
    force: Force = {"netherlands": {"germany_infantry": 1}}
    table = fight(allied_belgium(1, 6), "belgium", "germany", force, group="france")
    assert table.count("belgium", "germany_infantry") == 1
    table.choose("stand_by")
    assert (table.asked, table.prompt) == ("axis", "leaving.fall_back")
    table.choose("go", "kind:germany_infantry", "area:essen", "number:one")
    assert table.count("essen", "germany_infantry") == 1 and table.holder("belgium") == "france"


@rule("east.bulgaria_dissolves", "east.bulgaria_no_battle")
def test_bulgarian_units_are_removed_when_they_have_to_defend_against_soviet_units() -> None:
    setting = (
        war("bagration_overlord")
        .phase("fighting", 0)
        .season("1944_spring")
        .stack("bucharest", ussr={"infantry": 2})
        .held("ussr", "bucharest")
        .stack("sofia", bulgaria={"infantry": 1}, germany={"infantry": 1})
        .roll(*MISSES)
    )
    table = fight(setting, "sofia", "ussr", {"bucharest": {"ussr_infantry": 2}})
    assert table.count("sofia", "bulgaria_infantry") == 0 and set(rolled(table, 1)) == {"germany_infantry"}


# ---------------------------------------------------------------------- joint conquest


def joint(players: int, *dice: int) -> Table:
    setting = (
        war("barbarossa", players)
        .season("1942_summer")
        .phase("fighting", 0, 1)
        .stack("alexandria", germany={"infantry": 2}, italy={"infantry": 1})
        .held("italy", "alexandria")
        .stack("cairo", britain={"infantry": 1})
        .roll(*dice)
    )
    kinds = {"germany_infantry": 2, "italy_infantry": 1}
    return fight(setting, "cairo", "italy", {"alexandria": kinds})


@rule("ctl.joint.same_player")
def test_a_player_who_runs_all_powers_names_who_controls_the_area() -> None:
    table = joint(2, 1, 6, 6, 6)
    assert set(table.choices) == {("hold", "nation:germany"), ("hold", "nation:italy")}
    assert table.refused("hold", "nation:britain") == "ctl.joint.agree"
    table.choose("hold", "nation:italy")
    assert table.holder("cairo") == "italy"


@rule("ctl.joint.agree")
def test_players_agree_who_controls_the_area() -> None:
    table = joint(4, 1, 6, 6, 6)
    assert (table.asked, table.prompt) == ("italy", "hold")
    table.choose("hold", "nation:italy")
    assert (table.asked, table.prompt) == ("germany", "hold.agree")
    table.choose("yes")
    assert table.holder("cairo") == "italy"


@rule("ctl.joint.disagree")
def test_without_agreement_more_units_in_the_area_decide() -> None:
    table = joint(4, 1, 6, 6, 6).choose("hold", "nation:italy").choose("no")
    assert table.holder("cairo") == "germany"


def joint_of(italians: int, elsewhere: int) -> Table:
    """One German infantry and some Italians take Cairo, with more Italians elsewhere; Germany does not agree."""
    setting = (
        war("barbarossa", 4)
        .season("1942_summer")
        .phase("fighting", 0, 1)
        .stack("alexandria", germany={"infantry": 1}, italy={"infantry": italians})
        .held("italy", "alexandria")
        .stack("tripoli", italy={"infantry": elsewhere})
        .stack("cairo", britain={"infantry": 1})
        .roll(1, *[6] * (italians + 1))
    )
    kinds = {"germany_infantry": 1, "italy_infantry": italians}
    table = fight(setting, "cairo", "germany", {"alexandria": kinds})
    return table.choose("hold", "nation:germany").choose("no")


@rule("ctl.joint.disagree", "ctl.joint.tie")
def test_equal_numbers_are_decided_by_the_whole_board_and_then_by_the_leader() -> None:
    assert joint_of(1, 1).holder("cairo") == "italy"  # one each in Cairo, two to one on the board
    assert joint_of(1, 0).holder("cairo") == "germany"  # one each everywhere: Germany led the battle
    assert joint_of(2, 0).holder("cairo") == "italy"
