"""Units in general: being used, being new, and one attack and one move in a turn."""

from __future__ import annotations

import pytest

from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.situations import MISSES, in_spring
from tests.games.battle_for_europe.war import PACK, war


@rule("unit.one_attack", "unit.move_once", "unit.tank.two_attacks", "land.retreat.ends", "sup.no_move", "unit.air.once")
@pytest.mark.parametrize(
    ("kind", "condition", "reason"),
    [
        ("infantry", "moved attacked", "unit.one_attack"),
        ("infantry", "moved", "unit.move_once"),
        ("tank", "moved attacked attacked_twice", "unit.tank.two_attacks"),
        ("infantry", "moved attacked retreated", "land.retreat.ends"),
        ("infantry", "cut_off", "sup.no_move"),
        ("aircraft", "used", "unit.air.once"),
    ],
)
def test_units_near_an_area_that_have_done_their_part_say_why_they_do_not_attack(
    kind: str, condition: str, reason: str
) -> None:
    setting = war().season("1940_spring").stack("konigsberg", germany={"aircraft": 1})
    setting.stack("belgium", france={"infantry": 1}).held("france", "belgium")
    setting.stack("essen", germany={kind: {condition: 1}})
    assert setting.start().refused("attack", "area:belgium") == reason
    table = setting.held("germany", "netherlands").stack("netherlands", germany={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("by_hand")
    assert table.refused("send", f"kind:germany_{kind}", "area:essen") == reason


@rule("unit.used.mark", "unit.fleet.no_land_battle")
def test_a_fleet_whose_base_is_attacked_by_land_is_not_used_by_that() -> None:
    setting = war().season("1940_spring").held("germany", "belgium").stack("belgium", germany={"infantry": 2})
    setting = setting.stack("calais", france={"infantry": 1, "fleet": 1, "aircraft": 1}).roll(*MISSES)
    table = setting.start().choose("attack", "area:calais").choose("force", "force:all")
    table.choose("yes").choose("break_off")
    flags = {key: table.state.flags[PACK.unit_keys.index(key)] & USED for key in table.units("calais")}
    assert [bool(flags[key]) for key in sorted(flags)] == [True, False, False]  # aircraft, fleet, infantry


@rule("unit.used.refresh", "war.neutral.moves")
def test_what_units_of_a_commanded_country_have_done_is_forgotten_in_their_commanders_turn() -> None:
    setting = war("bagration_overlord").phase("opening", 1).stack("vienna", germany={"infantry": 1})
    table = setting.stack("budapest", hungary={"infantry": {"moved": 1, "attacked": 1}}).start()
    assert table.asked == "axis" and flags(table, "budapest", "hungary_infantry") == [set(), set()]


@rule("unit.used.refresh", "war.neutral.moves")
def test_units_of_satellites_are_refreshed_with_those_of_germany() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("opening", 1)
    setting = setting.stack("cluj", romania={"infantry": {"moved": 1}}).stack("paris", germany={"aircraft": 1})
    assert flags(setting.start(), "cluj", "romania_infantry") == [set()]


@rule("unit.used.new_units_fresh", "unit.unlimited_losses")
def test_an_aircraft_lost_in_its_attack_and_built_again_is_fresh_in_the_same_turn() -> None:
    setting = war().season("1940_spring").phase("fighting", 1).held("germany", "belgium").roll(6, 1)
    setting = setting.stack("belgium", germany={"infantry": 1, "aircraft": 1})
    table = setting.stack("calais", france={"infantry": 1, "aircraft": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    while table.prompt != "phase_three":
        ending = [choice for choice in table.choices if choice[0] in ("stand_by", "done")]
        table.choose(*(ending or table.choices)[0])
    table.choose("build", "kind:france_aircraft", 1).choose("at", "area:calais")
    assert flags(table, "calais", "france_aircraft") == [{"built"}]


@rule("land.separate_contingents.second", "unit.one_attack")
def test_infantry_that_beat_one_group_does_not_attack_the_next() -> None:
    setting = in_spring().held("france", "belgium").stack("essen", germany={"tank": 1, "infantry": 2}).roll(1, 6, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 2})
    table = setting.start().choose("attack", "area:belgium").choose("against", "nation:france")
    table.choose("force", "force:all").choose("attack", "area:belgium").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_tank"]
