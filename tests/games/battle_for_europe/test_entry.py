"""Entering areas that nobody defends, and what keeps units out."""

from __future__ import annotations

from tests.citing import rule
from tests.games.battle_for_europe.war import war


@rule("ctl.enter_empty", "hpp.battle_cost.empty_area")
def test_an_undefended_area_is_taken_at_no_cost() -> None:
    table = war().stack("belgium", germany={"infantry": 2}).held("germany", "belgium").season("1940_spring").start()
    table.choose("enter", "area:calais").choose("send", "kind:germany_infantry", "area:belgium")
    assert table.holder("calais") == "germany" and table.purse("germany") == 30
    assert table.count("calais", "germany_infantry") == 1 and table.count("belgium", "germany_infantry") == 1


@rule("unit.inf.move", "unit.move_once")
def test_infantry_enters_once() -> None:
    table = war().stack("belgium", germany={"infantry": 2}).held("germany", "belgium").season("1940_spring").start()
    table.choose("enter", "area:calais").choose("send", "kind:germany_infantry", "area:belgium")
    assert table.offers("enter", "area:maginot")  # the other one
    assert table.refused("enter", "area:paris") == "unit.move_once"


@rule("unit.tank.through_empty", "unit.tank.move")
def test_armour_enters_a_second_area_with_its_second_point() -> None:
    force = {"tank": 1, "infantry": 1}
    table = war().stack("belgium", germany=force).held("germany", "belgium").season("1940_spring").start()
    table.choose("enter", "area:calais").choose("send", "kind:germany_tank", "area:belgium")
    table.choose("enter", "area:paris").choose("send", "kind:germany_tank", "area:calais")
    assert table.holder("paris") == "germany" == table.holder("calais")
    assert table.offers("enter", "area:maginot")  # the infantry
    assert table.refused("enter", "area:brest") == "unit.tank.second_needs_point"


@rule("atk.land_combat_stop", "ctl.ally_entry", "war.neutral.entry", "setup.sichel.satellites_closed")
def test_what_cannot_be_entered_without_a_battle() -> None:
    table = (
        war()
        .stack("essen", germany={"infantry": 1})
        .stack("la_rochelle", germany={"infantry": 1})
        .held("germany", "la_rochelle")
        .stack("maginot", france={"infantry": 1})
        .season("1940_spring")
        .start()
    )
    assert table.refused("enter", "area:maginot") == "atk.land_combat_stop"
    assert table.refused("enter", "area:stuttgart") == "ctl.ally_entry"
    assert table.refused("enter", "area:belgium") == "war.neutral.entry"
    assert table.refused("enter", "area:budapest") == "setup.sichel.satellites_closed"
    assert table.refused("enter", "area:calais") == "atk.reach"
