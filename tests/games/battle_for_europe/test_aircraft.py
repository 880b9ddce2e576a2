"""Aircraft: ranges, bases, flight, and being carried."""

from __future__ import annotations

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.situations import german_spring, in_dover, in_spring
from tests.games.battle_for_europe.war import war


@rule("unit.air.range", "unit.fleet.no_land_battle", "atk.reach")
def test_units_that_are_too_far_say_how_far_they_come() -> None:
    setting = (
        war().season("1940_spring").stack("essen", germany={"infantry": 1}).stack("calais", france={"infantry": 1})
    )
    setting.held("germany", "belgium").stack("belgium", germany={"infantry": 1})
    setting.stack("berlin", germany={"aircraft": 1, "infantry": 1}).stack("kiel", germany={"fleet": 1})
    table = setting.start().choose("attack", "area:calais").choose("by_hand")
    assert table.refused("send", "kind:germany_aircraft", "area:berlin") == "unit.air.range"
    assert table.refused("send", "kind:germany_infantry", "area:berlin") == "atk.reach"
    assert table.refused("send", "kind:germany_fleet", "area:kiel") == "unit.fleet.no_land_battle"


@rule("unit.air.base_new_conquest", "unit.air.rebase_before")
def test_aircraft_use_a_base_captured_in_this_phase() -> None:
    setting = (
        german_spring().stack("essen", germany={"infantry": 1, "aircraft": 1}).stack("paris", france={"infantry": 1})
    )
    foes: dict[str, Json] = {"germany": ["france", "britain", "belgium"], "belgium": ["germany"]}
    table = setting.set(at_war_with=foes, commander={"belgium": "france"}).start()
    table.choose("rebase", "area:essen")
    assert table.refused("go", "kind:germany_aircraft", "area:belgium", "number:one") == "unit.air.base_friendly"
    table.choose("call_off").choose("enter", "area:belgium").choose("send", "kind:germany_infantry", "area:essen")
    table.choose("rebase", "area:essen").choose("go", "kind:germany_aircraft", "area:belgium", "number:one")
    assert table.offers("attack", "area:paris")  # two areas from Belgium


@rule("unit.air.flee", "unit.used.not_a_loss")
def test_used_aircraft_flee_when_their_base_is_taken_in_battle() -> None:
    setting = in_spring().held("france", "belgium").stack("essen", germany={"infantry": 2}).roll(1, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 1, "aircraft": {"used": 1}})
    table = setting.start().choose("attack", "area:belgium").choose("force", "force:all")
    assert table.holder("belgium") == "germany" and table.prompt == "leaving.flight"
    table.choose("go", "kind:france_aircraft", "area:calais", "number:one")
    assert table.count("calais", "france_aircraft") == 1


@rule("unit.air.invasion_range", "unit.air.not_carried_to_battle")
def test_only_aircraft_within_two_areas_join_an_invasion() -> None:
    """Dover reaches Calais, Edinburgh does not; nobody carries aircraft there."""
    stack: dict[str, Json] = {"infantry": 1, "fleet": 2, "aircraft": 1}
    setting = german_spring().phase("fighting", 1).stack("dover", britain=stack).stack("edinburgh", britain=stack)
    table = setting.held("germany", "calais").start().choose("invade", "area:calais").choose("by_hand")
    assert table.offers("send", "kind:britain_aircraft", "area:dover")
    assert table.refused("send", "kind:britain_aircraft", "area:edinburgh") == "unit.air.invasion_range"
    for kind in ("aircraft", "fleet", "fleet", "infantry"):
        table.choose("send", f"kind:britain_{kind}", "area:dover")
    table.choose("march")
    assert table.count("dover", "britain_aircraft") == 1  # it flew, and is home again
    assert table.units("calais") == ["britain_infantry_1"]


@rule("unit.air.transport", "unit.used.no_action")
def test_aircraft_that_have_acted_are_not_carried() -> None:
    table = in_dover(fleet=1, aircraft={"used": 1}).start()
    assert table.refused("ship", "area:dover") == "nc.transport.unit_unmoved"
    table = in_dover(fleet=1, aircraft={"used": 1}, infantry=1).start()
    table.choose("ship", "area:dover").choose("to", "area:calais")
    assert set(table.all("pick")) == {("pick", "kind:britain_infantry")}


@rule("unit.air.rebase_before", "seq.phases.joint_one_player")
def test_a_player_changes_the_base_of_any_of_his_aircraft() -> None:
    """French aircraft stand in Calais too, but the British ones go."""
    setting = war().season("1940_spring").phase("fighting", 1, 0)
    table = setting.stack("calais", france={"aircraft": 1}, britain={"aircraft": 1}).start()
    table.choose("rebase", "area:calais").choose("go", "kind:britain_aircraft", "area:dover", "number:one")
    assert table.count("dover", "britain_aircraft") == 1 and table.count("calais", "france_aircraft") == 1


@rule("fall.last_chance")
def test_aircraft_of_a_power_without_its_capital_only_come_nearer_to_it() -> None:
    """Paris is lost: from Lyon two areas reach it, from Corsica they do not."""
    setting = war("sichelschnitt", 3).season("1940_spring").phase("fighting", 1, 0).held("germany", "paris")
    setting = setting.stack("vichy", france={"aircraft": 1}).set(last_chance=["france"])
    setting = setting.stack("paris", germany={"infantry": 1}).stack("damascus", france={"aircraft": 1})
    table = setting.start()
    assert table.refused("rebase", "area:damascus") == "fall.last_chance"
    table.choose("rebase", "area:vichy")
    assert table.offers("go", "kind:france_aircraft", "area:lyon", "number:one")
    assert table.refused("go", "kind:france_aircraft", "area:corsica", "number:one") == "fall.last_chance"
