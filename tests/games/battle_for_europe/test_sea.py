"""Battles at sea: invasions with carriers and cargo, strikes by fleets and aircraft, and flight from captured bases."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import Force, Ride, fight, flags, rolled, step
from tests.games.battle_for_europe.war import Table, War, war

MISSES = (6,) * 60
INFANTRY: Ride = ("britain_fleet", "plymouth", "britain_infantry", "plymouth")
ARMOUR: Ride = ("britain_fleet", "plymouth", "britain_tank", "plymouth")


def calais(enemy: dict[str, Json], *dice: int) -> War:
    """British units in Plymouth against Germans in Calais; a Briton in Brest keeps the turn going."""
    return (
        war()
        .season("1940_spring")
        .phase("fighting", 1)
        .stack("plymouth", britain={"fleet": 4, "infantry": 2, "tank": 1, "aircraft": 3})
        .stack("calais", germany=enemy)
        .held("germany", "calais", "la_rochelle")
        .stack("brest", britain={"infantry": 1})
        .roll(*dice)
    )


def invade(setting: War, escorts: int = 2, aircraft: int = 3, *rides: Ride, force: Force | None = None) -> Table:
    kinds = {"britain_fleet": escorts, "britain_aircraft": aircraft}
    taken: Force = {"plymouth": kinds, **(force or {})}
    return fight(setting, "calais", "britain", taken, kind="invade", rides=rides or (INFANTRY, ARMOUR))


# ---------------------------------------------------------------------- before the landing


@rule("unit.carried.no_fight", "sea.carriers_out", "sea.when", "mod.fleet.invasion", "sea.like_air")
@rule("sea.air_joins", "sea.air_joins.always")
def test_who_rolls_at_sea() -> None:
    """Two escorts and three aircraft at 3, without having been asked; a German fleet at 5 and no cargo."""
    table = invade(calais({"fleet": 1, "infantry": 1}, *MISSES))
    assert step(table) == "sea"
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2), "britain_aircraft": (3, 3, 3)}
    assert rolled(table, 1) == {"germany_fleet": (5, 1, 1)}


@rule("sea.air_joins", "sea.air_joins.always")
def test_the_defenders_aircraft_fight_at_sea_without_being_asked() -> None:
    """One German fleet at 5 and one aircraft at 4 against ships alone; the Allies are asked, not the Axis."""
    table = invade(calais({"fleet": 1, "aircraft": 1}, *MISSES), 2, 0)
    assert (table.asked, step(table)) == ("allies", "sea")
    assert rolled(table, 1) == {"germany_fleet": (5, 1, 1), "germany_aircraft": (4, 1, 1)}


@rule("unit.carried.no_fight", "air.when")
def test_neither_cargo_nor_carriers_fight_in_the_air() -> None:
    table = invade(calais({"aircraft": 1}, *MISSES))
    assert step(table) == "air" and set(rolled(table, 0)) == {"britain_aircraft"}


@rule("air.losses.only_air")
def test_hits_in_the_air_fall_on_no_ship_and_surplus_ones_are_lost() -> None:
    """Three German aircraft hit three times; one British aircraft is there, with two escorts and two carriers."""
    table = invade(calais({"aircraft": 3, "infantry": 1}, 6, 1, 1, 1, *MISSES), 2, 1)
    assert table.count("plymouth", "britain_aircraft") == 2  # of three, two of which stayed at home
    assert table.count("plymouth", "britain_fleet") == 4


@rule("inv.no_naval_defence", "inv.success", "unit.fleet.carry_invasion", "ctl.capture")
def test_an_undefended_coast_is_taken_without_a_battle() -> None:
    table = invade(calais({}))
    assert table.holder("calais") == "britain"
    assert table.count("calais", "britain_infantry") == 1 and table.count("calais", "britain_tank") == 1
    assert table.count("plymouth", "britain_fleet") == 4  # back at their base, used
    assert all(each == {"used", "attacked"} for each in flags(table, "plymouth", "britain_fleet"))


@rule("inv.used_no_block")
def test_used_ships_and_aircraft_stop_no_landing_and_flee() -> None:
    enemy: dict[str, Json] = {"fleet": {"used": 1}, "aircraft": {"used": 1}}
    table = invade(calais(enemy).stack("belgium").held("germany", "belgium"))
    assert table.holder("calais") == "britain" and table.prompt == "leaving.flight"


@rule("inv.clear_sea_first", "sea.when.vs_aircraft")
def test_nobody_lands_while_an_unused_aircraft_is_left() -> None:
    table = invade(calais({"aircraft": 1}, *MISSES), 2, 0)
    assert table.prompt == "battle.sea" and table.offers("break_off")  # if the attacker wishes
    table.choose("go_on")
    assert step(table) == "sea" and rolled(table, 1) == {"germany_aircraft": (4, 1, 1)}
    assert table.count("calais", "britain_infantry") == 0 and table.verbs() == {"go_on", "break_off"}


@rule("sea.when.vs_aircraft", "inv.turn_back")
def test_an_invader_who_does_not_fight_aircraft_turns_back() -> None:
    table = invade(calais({"aircraft": 1}), 2, 0).choose("break_off")
    assert table.holder("calais") == "germany" and table.count("plymouth", "britain_infantry") == 2
    assert flags(table, "plymouth", "britain_tank") == [{"moved", "attacked", "attacked_twice", "carried"}]


@rule("inv.clear_sea_first", "coop.anglo_french.defend")
def test_ships_of_another_contingent_keep_everybody_from_landing_too() -> None:
    """Germans land in Dover against its British infantry; an unused French fleet lies there."""
    setting = (
        war().season("1940_spring").stack("belgium", germany={"fleet": 1, "infantry": 1}).held("germany", "belgium")
    )
    setting.stack("lyon", germany={"infantry": 1}).held("germany", "lyon")
    setting.stack("dover", britain={"infantry": 1}, france={"fleet": 1})
    ride: Ride = ("germany_fleet", "belgium", "germany_infantry", "belgium")
    table = fight(setting, "dover", "germany", {}, kind="invade", group="britain", rides=[ride])
    assert table.state.battle is None and table.told("battle_turned_back")[-1].rule == "inv.clear_sea_first"
    assert table.count("belgium", "germany_infantry") == 1


@rule("unit.fleet.escorts", "unit.fleet.not_at_sea", "unit.fleet.base")
def test_escorts_fight_and_all_fleets_are_in_their_base_again() -> None:
    table = invade(calais({"fleet": 1}, *MISSES), 2, 0)
    assert rolled(table, 0) == {"britain_fleet": (3, 2, 2)}
    table.choose("break_off")
    assert table.count("plymouth", "britain_fleet") == 4


@rule("sea.end.no_fighters")
def test_carriers_without_anybody_to_fight_for_them_turn_back() -> None:
    table = invade(calais({"fleet": 1}), 0, 0)
    assert table.state.battle is None and table.holder("calais") == "germany"
    assert table.last("battle_turned_back") == ("nation:britain", "area:calais")


@rule("sea.breakoff", "inv.turn_back", "inv.failed_unlanded")
def test_breaking_off_at_sea_takes_the_cargo_home_and_it_is_spent() -> None:
    table = invade(calais({"fleet": 1}, *MISSES)).choose("break_off")
    assert table.state.battle is None and table.count("plymouth", "britain_infantry") == 2
    spent = {"moved", "attacked", "attacked_twice", "carried"}
    assert sorted(map(len, flags(table, "plymouth", "britain_infantry"))) == [0, 4]
    assert flags(table, "plymouth", "britain_tank") == [spent]
    assert all("used" in each for each in flags(table, "plymouth", "britain_fleet"))


@rule("inv.failed_unlanded")
def test_cargo_from_another_port_returns_to_the_base_of_its_fleet() -> None:
    setting = calais({"fleet": 1}, *MISSES).stack("dover", britain={"infantry": 1})
    ride: Ride = ("britain_fleet", "plymouth", "britain_infantry", "dover")
    table = invade(setting, 2, 0, ride).choose("break_off")
    assert table.count("dover", "britain_infantry") == 0 and table.count("plymouth", "britain_infantry") == 3


@rule("inv.failed_unlanded.malta", "inv.failed_unlanded")
@pytest.mark.parametrize(("garrison", "there", "back"), [({"infantry": 1}, 1, 1), ({}, 1, 0)])
def test_cargo_without_room_on_malta_goes_back_to_where_it_embarked(
    garrison: dict[str, Json], there: int, back: int
) -> None:
    """A fleet of Malta takes infantry from Suez to Tobruk and turns back: one land unit has room on Malta."""
    setting = war("barbarossa").season("1941_autumn").phase("fighting", 1).roll(*MISSES)
    setting.stack("malta", britain={"fleet": 1, **garrison}).stack("suez", britain={"infantry": 1, "aircraft": 1})
    setting.stack("tobruk", italy={"fleet": 1}).held("italy", "tobruk").held("britain", "suez", "malta")
    ride: Ride = ("britain_fleet", "malta", "britain_infantry", "suez")
    force: Force = {"suez": {"britain_aircraft": 1}}
    table = fight(setting, "tobruk", "britain", force, kind="invade", rides=(ride,)).choose("break_off")
    assert table.count("malta", "britain_infantry") == there and table.count("suez", "britain_infantry") == back


@rule("inv.turn_back")
def test_after_the_air_battle_the_invader_may_turn_back() -> None:
    """The German aircraft is shot down and nothing else bars the way: land or turn back."""
    table = invade(calais({"aircraft": 1, "infantry": 1}, 1, 6, 6, 6))
    assert (table.prompt, table.verbs()) == ("battle.landing", {"go_on", "break_off"})
    table.choose("break_off")
    assert table.holder("calais") == "germany" and table.count("plymouth", "britain_tank") == 1


# ---------------------------------------------------------------------- losses at sea


@rule("sea.losses.choice", "sea.losses.carriers")
def test_carriers_may_be_chosen_as_losses_and_go_down_with_their_cargo() -> None:
    table = invade(calais({"fleet": 1}, *(6,) * 5, 5, *MISSES))
    assert set(table.choices) == {
        ("lose", "loss:britain_aircraft_1"),
        ("lose", "loss:britain_fleet_1"),
        ("lose", "aboard:britain_infantry_1"),
        ("lose", "aboard:britain_tank_1"),
    }
    assert table.refused("lose", "aboard:britain_infantry_2") == "sea.losses.choice"
    table.choose("lose", "aboard:britain_infantry_1")
    assert table.count("plymouth", "britain_fleet") == 3 and table.count("plymouth", "britain_infantry") == 1
    assert [line.args[:2] for line in table.told("battle_lost")] == [
        (1, "kind:britain_infantry"),
        (1, "kind:britain_fleet"),
    ]
    assert rolled(table, 0)["britain_fleet"] == (3, 2, 2)  # the escorts are both there


@rule("sea.losses.carriers", "sea.end.no_fighters")
def test_carriers_must_be_lost_when_nothing_else_is_left() -> None:
    """Three hits on two escorts and two carriers: the owner chooses which carrier; the other turns back."""
    table = invade(calais({"aircraft": 3}, 6, 6, 1, 1, 1), 2, 0).choose("go_on")
    table.choose("lose", "loss:britain_fleet_2", "aboard:britain_infantry_1")
    assert table.state.battle is None and table.holder("calais") == "germany"
    assert table.count("plymouth", "britain_fleet") == 1 and table.count("plymouth", "britain_tank") == 1
    assert table.count("plymouth", "britain_infantry") == 1


# ---------------------------------------------------------------------- after the landing


@rule("mod.invasion.defence", "land.when")
def test_defenders_have_five_against_a_landing() -> None:
    table = invade(calais({"infantry": 1, "tank": 1}, 6, 6, 6, 6, 6, 1, 5))
    assert rolled(table, 0) == {"britain_aircraft": (3, 3, 3), "britain_tank": (3, 1, 1), "britain_infantry": (1, 1, 1)}
    assert rolled(table, 1) == {"germany_infantry": (5, 1, 1), "germany_tank": (5, 1, 1)}


@rule("land.invasion_no_retreat")
def test_landed_units_cannot_retreat() -> None:
    """No hits in the first round: nobody is asked, a second one is fought, and the infantry is gone."""
    table = invade(calais({"infantry": 1}, 6, 6, 6, 1), 0, 0, INFANTRY)
    assert table.told("battle_round")[-1].args[2] == 2 and table.state.battle is None
    assert table.holder("calais") == "germany" and table.count("calais", "britain_infantry") == 0


@rule("inv.combined_with_land", "mod.river_coast.lost", "inv.combined.overland_retreat")
def test_an_attack_from_land_and_sea() -> None:
    """The coast gives nothing any more; the units from Brest may leave, the landed ones fight on."""
    setting = calais({"infantry": 1}, 6, 6, 6, *(6, 6), 6, 6).stack("brest", britain={"infantry": 2})
    table = invade(setting, 0, 0, ARMOUR, force={"brest": {"britain_infantry": 1}})
    assert rolled(table, 1) == {"germany_infantry": (2, 1, 1)} and table.prompt == "battle.land"
    table.script(6, 6, 1, 6).choose("break_off")
    table.choose("go", "kind:britain_infantry", "area:brest", "number:one")
    assert table.count("brest", "britain_infantry") == 2
    assert table.count("calais", "britain_tank") == 1 and table.holder("calais") == "britain"  # it won the third round


@rule("unit.tank.after_invasion", "unit.inf.sea_no_move")
def test_armour_goes_on_after_a_successful_invasion_and_infantry_does_not() -> None:
    table = invade(calais({}).held("germany", "paris"), 0, 0)
    assert table.holder("calais") == "britain"
    table.choose("enter", "area:paris")
    assert ("send", "kind:britain_tank", "area:calais") in table.choices
    assert ("send", "kind:britain_infantry", "area:calais") not in table.choices


@rule("inv.self", "inv.self.cost")
def test_units_land_in_an_area_of_their_own_without_a_battle() -> None:
    table = invade(calais({}).held("britain", "calais"))
    assert table.holder("calais") == "britain" and table.count("calais", "britain_tank") == 1
    assert table.told("captured") == []


# ---------------------------------------------------------------------- strikes


def strike(setting: War, **kinds: int) -> Table:
    force: Force = {"plymouth": {f"britain_{kind}": n for kind, n in kinds.items()}}
    return fight(setting, "calais", "britain", force, kind="strike")


@rule("atk.naval_strike", "mod.fleet.invasion", "unit.fleet.no_land_battle")
def test_a_strike_is_fought_at_sea_and_against_no_land_unit() -> None:
    table = strike(calais({"fleet": 1, "infantry": 2}, *MISSES), fleet=2, aircraft=1)
    assert step(table) == "sea"
    assert rolled(table, 1) == {"germany_fleet": (3, 1, 1)}  # not 5: no invasion
    table.script(1, 6, 6, 6).choose("go_on")
    assert table.state.battle is None and table.holder("calais") == "germany"
    assert table.count("calais", "germany_fleet") == 0 and table.count("calais", "germany_infantry") == 2


@rule("unit.air.alone_vs_fleets", "sea.when.vs_aircraft")
@pytest.mark.parametrize(("own", "enemy"), [("aircraft", "fleet"), ("fleet", "aircraft")])
def test_aircraft_alone_against_ships_and_ships_against_aircraft(own: str, enemy: str) -> None:
    table = strike(calais({enemy: 1}, *MISSES), **{own: 1})
    assert step(table) == "sea"
    assert set(rolled(table, 0)) == {f"britain_{own}"} and set(rolled(table, 1)) == {f"germany_{enemy}"}
    table.choose("break_off")
    assert table.state.battle is None


@rule("unit.fleet.one_action", "unit.used.mark")
def test_ships_that_attacked_or_defended_are_used() -> None:
    table = strike(calais({"fleet": 1}, *MISSES), fleet=1).choose("break_off")
    assert sorted(map(len, flags(table, "plymouth", "britain_fleet"))) == [0, 0, 0, 2]
    assert flags(table, "calais", "germany_fleet") == [{"used"}]


@rule("sea.when.vs_aircraft")
def test_aircraft_in_a_land_attack_attack_ships_if_the_attacker_wishes() -> None:
    force: Force = {"plymouth": {"britain_aircraft": 1}, "brest": {"britain_infantry": 1}}
    setting = calais({"fleet": 1, "infantry": 1}, *MISSES)
    table = fight(setting, "calais", "britain", force)
    assert (table.asked, table.prompt) == ("allies", "battle.ships")
    table.choose("no")
    assert step(table) == "land" and set(rolled(table, 0)) == {"britain_aircraft", "britain_infantry"}
    table = fight(setting, "calais", "britain", force).choose("yes")
    assert step(table) == "sea" and set(rolled(table, 0)) == {"britain_aircraft"}
    assert rolled(table, 1) == {"germany_fleet": (3, 1, 1)}


# ---------------------------------------------------------------------- flight


def base(units: dict[str, Json], *friendly: str) -> War:
    """German units in Calais, which falls to a Briton from Brest without a battle."""
    setting = war().season("1940_spring").phase("fighting", 1).stack("brest", britain={"infantry": 2})
    return setting.stack("calais", germany=units).held("germany", "calais", "lyon", "la_rochelle", *friendly)


def take_calais(setting: War) -> Table:
    table = setting.start().choose("enter", "area:calais")
    return table.choose("send", "kind:britain_infantry", "area:brest")


@rule("atk.only_aircraft_defending", "unit.air.flee", "unit.fleet.no_land_battle", "ctl.enter_empty")
def test_aircraft_and_ships_leave_an_area_that_land_units_take() -> None:
    table = take_calais(base({"aircraft": 1}, "belgium"))
    assert table.holder("calais") == "britain" and (table.asked, table.prompt) == ("axis", "leaving.flight")
    goals = {choice[2] for choice in table.choices}
    assert goals >= {"area:belgium", "area:lyon", "area:essen"}  # within two areas and friendly
    assert table.refused("go", "kind:germany_aircraft", "area:berlin", "number:one") == "unit.air.flee"
    assert table.refused("go", "kind:germany_aircraft", "area:paris", "number:one") == "unit.air.flee"
    table.choose("go", "kind:germany_aircraft", "area:belgium", "number:one")
    assert flags(table, "belgium", "germany_aircraft") == [{"fled"}]


@rule("unit.flee.no_action")
def test_flight_neither_uses_nor_refreshes() -> None:
    table = take_calais(base({"aircraft": {"used": 1}}, "belgium"))
    table.choose("go", "kind:germany_aircraft", "area:belgium", "number:one")
    assert flags(table, "belgium", "germany_aircraft") == [{"used", "fled"}]
    table = take_calais(base({"aircraft": 1, "fleet": 1}, "belgium"))
    for kind, rules in (("aircraft", "unit.air.flee"), ("fleet", "unit.fleet.retreat_base")):
        table.choose("go", f"kind:germany_{kind}", "area:belgium", "number:one")
        assert flags(table, "belgium", f"germany_{kind}") == [{"fled"}] and table.told("moved")[-1].rule == rules


@rule("unit.air.flee_once", "unit.fleet.retreat_once")
def test_whoever_fled_this_turn_is_lost() -> None:
    table = take_calais(base({"aircraft": {"fled": 1}, "fleet": {"fled": 1}}, "belgium"))
    assert table.count("belgium", "germany_aircraft") == 0
    assert [line.rule for line in table.told("lost")] == ["unit.air.flee_once", "unit.fleet.retreat_once"]


@rule("unit.air.flee_once")
def test_in_the_next_turn_they_may_flee_again() -> None:
    table = take_calais(base({"aircraft": 1, "tank": 0}, "belgium").stack("lyon", germany={"infantry": 1}))
    table.choose("go", "kind:germany_aircraft", "area:belgium", "number:one").choose("stand_by")
    while table.state.turn:  # the rest of the Allied turn
        table.choose("done")
    assert flags(table, "belgium", "germany_aircraft") == [set()]


@rule("unit.fleet.retreat_base", "unit.fleet.retreat_reach")
def test_ships_go_to_a_base_of_their_side_within_six_points() -> None:
    table = take_calais(base({"fleet": 1}, "belgium"))
    goals = {choice[2] for choice in table.choices}
    assert {"area:belgium", "area:kiel"} <= goals
    assert "area:lyon" not in goals  # no port
    assert table.refused("go", "kind:germany_fleet", "area:brest", "number:one") == "unit.fleet.retreat_base"


@rule("unit.fleet.retreat_reach", "unit.air.flee_no_base")
def test_units_without_a_base_to_go_to_are_lost() -> None:
    """Algiers: nothing German is near, and Gibraltar is British."""
    setting = war().season("1940_spring").phase("fighting", 1).stack("tunis", britain={"infantry": 2})
    setting.stack("algiers", germany={"fleet": 1, "aircraft": 1}).held("germany", "algiers").held("britain", "tunis")
    table = setting.start().choose("enter", "area:algiers").choose("send", "kind:britain_infantry", "area:tunis")
    assert table.units("algiers") == ["britain_infantry_1"]
    assert {line.rule for line in table.told("lost")} == {"unit.fleet.retreat_reach", "unit.air.flee_no_base"}
