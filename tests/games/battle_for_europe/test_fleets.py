"""Fleets: where they act, what they carry, and how far they flee."""

from __future__ import annotations

from sandtable.engine.sets import first
from sandtable.games.battle_for_europe.flow import landing
from sandtable.games.battle_for_europe.pack import FLEET
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.situations import AREA, german_spring, in_dover
from tests.games.battle_for_europe.test_intervention import channel
from tests.games.battle_for_europe.war import PACK, war


@rule("unit.fleet.move", "unit.fleet.one_action")
def test_ships_do_not_act_off_a_coast_that_is_too_far() -> None:
    """From Plymouth there are four points to Gibraltar, and seven to Suez."""
    g = at_first(channel())
    fleet = first(g.here[AREA["plymouth"]] & PACK.of_type[FLEET])
    assert landing.can_sail(g, fleet, AREA["gibraltar"]) and not landing.can_sail(g, fleet, AREA["suez"])


@rule("unit.fleet.where")
def test_ships_move_and_fight_at_sea_and_on_coasts_only() -> None:
    """No ship comes to Berlin or Madrid, and none joins a land attack."""
    setting = (
        german_spring().stack("kiel", germany={"fleet": 1, "infantry": 2}).stack("denmark", britain={"infantry": 1})
    )
    table = setting.held("britain", "denmark").start()
    table.choose("attack", "area:denmark").choose("by_hand")
    assert table.refused("send", "kind:germany_fleet", "area:kiel") == "unit.fleet.no_land_battle"
    moving = setting.phase("moving").start().choose("move", "area:kiel")
    assert moving.refused("go", "kind:germany_fleet", "area:berlin", "number:one") == "map.coast.port"


@rule("unit.fleet.retreat_reach")
def test_a_fleet_flees_no_farther_than_six_points() -> None:
    """From Algiers the sixth point leads to Varna, by the straits that the Axis holds; Krasnodar is one more."""
    setting = war("barbarossa").season("1942_spring").phase("fighting", 1, 1).held("germany", "algiers", "istanbul")
    setting.held("germany", "izmit", "varna", "krasnodar").held("britain", "tunis").stack("algiers", italy={"fleet": 1})
    table = setting.stack("tunis", britain={"infantry": 2}).start()
    table.choose("enter", "area:algiers").choose("send", "kind:britain_infantry", "area:tunis")
    assert table.offers("go", "kind:italy_fleet", "area:varna", "number:one")
    assert table.refused("go", "kind:italy_fleet", "area:krasnodar", "number:one") == "unit.fleet.retreat_base"


@rule("unit.fleet.one_action", "nc.transport")
def test_a_fleet_that_has_changed_base_carries_nothing() -> None:
    table = in_dover(infantry=2).stack("plymouth", britain={"fleet": 1}).start()
    assert table.offers("ship", "area:dover")
    table.choose("move", "area:plymouth").choose("go", "kind:britain_fleet", "area:dover", "number:one")
    assert table.refused("ship", "area:dover") == "unit.fleet.one_action"


@rule("unit.fleet.one_action", "unit.move_once")
def test_a_fleet_that_has_changed_base_carries_nobody() -> None:
    setting = war().season("1940_spring").phase("moving", 1, 1).stack("dover", britain={"infantry": 1})
    setting = setting.stack("plymouth", britain={"fleet": 1, "aircraft": 1})
    assert setting.start().offers("ship", "area:dover")
    table = setting.start().choose("move", "area:plymouth")
    table.choose("go", "kind:britain_fleet", "area:dover", "number:one")
    assert table.refused("ship", "area:dover") == "unit.fleet.one_action"


@rule("unit.fleet.no_reload", "unit.fleet.embark_where")
def test_a_carried_unit_does_not_change_ships() -> None:
    """From Plymouth to Suez two fleets would be needed: no transport goes there, but a transfer does."""
    setting = german_spring().phase("moving", 1, 1).stack("plymouth", britain={"infantry": 1, "fleet": 1})
    setting = setting.stack("gibraltar", britain={"fleet": 1})
    table = setting.start().choose("ship", "area:plymouth")
    assert table.refused("to", "area:suez") == "unit.fleet.embark_where"
    table.choose("to", "area:gibraltar").choose("pick", "kind:britain_infantry")
    assert ("ship", "area:gibraltar") not in table.choices  # a second fleet does not take it on


@rule("unit.fleet.embark_where", "usa.britain_fallen")
def test_once_britain_has_fallen_the_box_is_no_longer_why_fleets_without_troops_do_not_land() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("fighting", 0).set(fallen=["britain"])
    setting = setting.stack("usa", usa={"fleet": 1}).stack("naples", usa={"aircraft": 1, "infantry": 1})
    table = setting.held("usa", "naples").stack("moscow", ussr={"aircraft": 1}).start()
    assert table.refused("invade", "area:brest") == "unit.fleet.embark_where"
