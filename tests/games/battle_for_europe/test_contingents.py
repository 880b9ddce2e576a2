"""Contingents that defend separately, Bulgaria, and areas that several powers take together."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import Force, again, fight, flags, rolled
from tests.games.battle_for_europe.situations import german_spring, in_spring
from tests.games.battle_for_europe.war import Table, War, war

MISSES = (6,) * 60


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


# ---------------------------------------------------------------------- falling back


@rule("land.separate_contingents.capture", "war.neutral.moves")
def test_units_of_a_satellite_fall_back_with_the_others() -> None:
    foes: dict[str, Json] = {"hungary": ["britain", "france"], "germany": ["britain", "france"]}
    foes |= {"britain": ["germany", "hungary"], "france": ["germany", "hungary"]}
    setting = in_spring("full_war_a").phase("settling").set(at_war_with=foes, alliance={"hungary": "axis"})
    setting = setting.set(commander={"hungary": "germany"}).stack("essen", germany={"aircraft": 1})
    table = setting.stack("belgium", britain={"infantry": 1}, hungary={"infantry": 1}).held("france", "belgium").start()
    assert table.count("belgium", "hungary_infantry") == 0 and table.count("essen", "hungary_infantry") == 1


# ---------------------------------------------------------------------- one group after the other


@rule("land.separate_contingents.second", "unit.one_attack")
def test_infantry_that_beat_one_group_does_not_attack_the_next() -> None:
    setting = german_spring().stack("netherlands", germany={"infantry": 1}).held("germany", "netherlands")
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 1}).held("france", "belgium")
    table = setting.roll(*MISSES).start().script(1, 6, *MISSES)
    table.choose("attack", "area:belgium").choose("against", "nation:france").choose("force", "force:all")
    assert table.count("belgium", "germany_infantry") == 1 and table.count("belgium", "france_infantry") == 0
    assert table.refused("attack", "area:belgium") == "atk.reach"


@rule("land.separate_contingents.second", "mod.terrain.plus_one")
def test_armour_that_is_inside_already_attacks_the_next_group_without_a_river() -> None:
    """Over the river from Essen the French have 2 + 1; when the tanks turn on the British in Belgium, these have 2."""
    setting = in_spring().held("france", "belgium").stack("essen", germany={"tank": 2}).roll(1, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 2}).stack(
        "calais", france={"tank": 1}
    )
    table = setting.start().choose("attack", "area:belgium").choose("against", "nation:france")
    table.choose("force", "force:all").script(6, 6, 6, 6)
    assert table.offers("attack", "area:belgium")
    table.choose("attack", "area:belgium").choose("force", "force:all")
    assert rolled(table, 1)["britain_infantry"] == (2, 2, 2)
