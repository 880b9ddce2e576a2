"""Battles in the air and on land: rounds, losses, going on or breaking off, retreat, and who holds the area."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import again, fight, flags, rolled, step
from tests.games.battle_for_europe.situations import in_spring, spring_of_1940
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 40


def facing(own: dict[str, Json], enemy: dict[str, Json], *dice: int) -> War:
    """Germans in the Netherlands against French units in Belgium, in the open; one in Lyon keeps the turn going."""
    return (
        war()
        .season("1940_spring")
        .stack("netherlands", germany=own)
        .held("germany", "netherlands", "lyon")
        .stack("belgium", france=enemy)
        .held("france", "belgium")
        .stack("lyon", germany={"infantry": 1})
        .roll(*dice)
    )


def attack(setting: War, **kinds: int) -> Table:
    return fight(setting, "belgium", "germany", {"netherlands": {f"germany_{kind}": n for kind, n in kinds.items()}})


# ---------------------------------------------------------------------- in the air


@rule("air.when", "seq.battle.steps")
def test_without_aircraft_on_both_sides_the_land_battle_comes_at_once() -> None:
    table = attack(facing({"infantry": 1, "aircraft": 1}, {"infantry": 1}, *MISSES), infantry=1, aircraft=1)
    assert step(table) == "land"


@rule("air.when", "unit.used.no_action", "unit.air.once")
def test_used_aircraft_do_not_defend() -> None:
    enemy: dict[str, Json] = {"infantry": 1, "aircraft": {"used": 2}}
    table = attack(facing({"infantry": 1, "aircraft": 1}, enemy, *MISSES), infantry=1, aircraft=1)
    assert step(table) == "land" and set(rolled(table, 1)) == {"france_infantry"}


@rule("air.attackers_all", "air.dice.groups", "air.dice.defender")
def test_all_aircraft_fight_in_groups_of_equal_value() -> None:
    """Three German aircraft at 3 and two Italian ones at 2 against British ones at 4."""
    setting = (
        war("barbarossa")
        .season("1941_summer")
        .stack("sicily", germany={"aircraft": 3}, italy={"aircraft": 2})
        .stack("tunis", britain={"aircraft": 3, "infantry": 1})
        .held("britain", "tunis")
        .roll(2, 4, 5, 1, 3, 6, 6, 6)
    )
    table = fight(setting, "tunis", "italy", {"sicily": {"germany_aircraft": 3, "italy_aircraft": 2}})
    assert step(table) == "air"
    assert rolled(table, 0) == {"germany_aircraft": (3, 3, 3), "italy_aircraft": (2, 2, 2)}
    assert rolled(table, 1) == {"britain_aircraft": (4, 3, 3)}
    lines = [(line.args[0], line.args[3], line.args[4]) for line in table.told("roll_battle")]
    assert lines == [("2, 4, 5", 3, 1), ("1, 3", 2, 1), ("6, 6, 6", 4, 0)]  # two hits in all


@rule("air.simultaneous", "air.losses", "air.losses.only_air")
def test_both_sides_lose_aircraft_at_once_and_surplus_hits_are_lost() -> None:
    """Two German hits fall on one French aircraft; it hits all the same. No infantry is touched."""
    setting = facing({"infantry": 2, "aircraft": 2}, {"infantry": 2, "aircraft": 1}, 1, 1, 1)
    table = attack(setting, infantry=2, aircraft=2)
    assert table.count("belgium", "france_aircraft") == 0 and table.count("belgium", "france_infantry") == 2
    assert table.count("netherlands", "germany_aircraft") == 1 and table.count("belgium", "germany_infantry") == 2


@rule("air.survivors", "land.air_joins", "land.air_joins.attacker")
def test_survivors_of_the_air_battle_fight_on_land() -> None:
    setting = facing({"infantry": 1, "aircraft": 2}, {"infantry": 1, "aircraft": 1}, 1, 6, 6, *MISSES)
    table = attack(setting, infantry=1, aircraft=2).choose("go_on")  # not asked whether they join
    assert step(table) == "land"
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2), "germany_infantry": (1, 1, 1)}


@rule("air.round_end.choice", "air.no_defender_retreat")
def test_after_a_round_the_attacker_decides_and_nobody_else() -> None:
    table = attack(
        facing({"infantry": 1, "aircraft": 1}, {"infantry": 1, "aircraft": 1}, *MISSES), infantry=1, aircraft=1
    )
    assert (table.asked, table.prompt, table.verbs()) == ("axis", "battle.air", {"go_on", "break_off"})
    table.choose("go_on")
    assert (table.asked, step(table), table.state.battle_now().round) == ("axis", "air", 2)


@rule("air.end.conditions")
def test_the_air_battle_ends_when_one_side_has_no_aircraft() -> None:
    table = attack(
        facing({"infantry": 1, "aircraft": 1}, {"infantry": 1, "aircraft": 1}, 6, 3, 6), infantry=1, aircraft=1
    )
    assert table.prompt == "battle.land" and not table.count("netherlands", "germany_aircraft")


@rule("air.breakoff", "air.breakoff.others")
def test_breaking_off_in_the_air_sends_aircraft_home_and_the_others_may_go_on() -> None:
    table = attack(
        facing({"infantry": 1, "aircraft": 1}, {"infantry": 1, "aircraft": 1}, *MISSES), infantry=1, aircraft=1
    )
    table.choose("break_off")
    assert flags(table, "netherlands", "germany_aircraft") == [{"used", "attacked"}]
    assert (table.prompt, table.verbs()) == ("battle.land", {"go_on", "break_off"})
    table.choose("go_on").choose("yes")
    assert set(rolled(table, 0)) == {"germany_infantry"}


@rule("air.breakoff.others")
def test_after_breaking_off_in_the_air_the_others_may_retreat_too() -> None:
    table = attack(
        facing({"infantry": 1, "aircraft": 1}, {"infantry": 1, "aircraft": 1}, *MISSES), infantry=1, aircraft=1
    )
    table.choose("break_off").choose("break_off")
    table.choose("go", "kind:germany_infantry", "area:netherlands", "number:one")
    assert table.state.battle is None and table.count("netherlands", "germany_infantry") == 1


@rule("land.air_joins", "unit.used.mark", "unit.used.no_action")
def test_the_defender_says_whether_his_aircraft_join_the_land_battle() -> None:
    setting = facing({"infantry": 1}, {"infantry": 1, "aircraft": 1}, *MISSES)
    table = attack(setting, infantry=1)
    assert (table.asked, table.prompt) == ("allies", "battle.join")
    table.choose("no")
    assert set(rolled(table, 1)) == {"france_infantry"}
    assert flags(table, "belgium", "france_aircraft") == [set()]  # still unused
    table = attack(setting, infantry=1).choose("yes")
    assert set(rolled(table, 1)) == {"france_infantry", "france_aircraft"}
    assert flags(table, "belgium", "france_aircraft") == [{"used"}]


# ---------------------------------------------------------------------- losses


@rule("land.losses.choice")
def test_each_owner_chooses_his_losses_in_one_choice() -> None:
    """Two French hits: every way to lose two of two infantry, two armour and one aircraft."""
    setting = facing({"infantry": 2, "tank": 2, "aircraft": 1}, {"infantry": 3}, 6, 6, 6, 6, 6, 1, 2, 6)
    table = attack(setting, infantry=2, tank=2, aircraft=1)
    assert (table.asked, table.prompt) == ("axis", "losses")
    infantry, tank, aircraft = "loss:germany_infantry_", "loss:germany_tank_", "loss:germany_aircraft_1"
    assert set(table.choices) == {
        ("lose", f"{infantry}2"),
        ("lose", f"{infantry}1", f"{tank}1"),
        ("lose", f"{infantry}1", aircraft),
        ("lose", f"{tank}2"),
        ("lose", f"{tank}1", aircraft),
    }
    assert table.choices[0] == ("lose", f"{infantry}2")  # the usual one
    table.choose("lose", f"{tank}1", aircraft)
    assert table.count("belgium", "germany_tank") == 1 and table.count("belgium", "germany_infantry") == 2
    assert table.count("netherlands", "germany_aircraft") == 0


@rule("land.losses.choice", "air.losses.only_air", "unit.used.not_a_loss")
def test_losses_that_do_not_fit_are_refused() -> None:
    enemy: dict[str, Json] = {"infantry": 2, "tank": 2, "fleet": 1, "aircraft": {"used": 1}}
    table = attack(facing({"infantry": 3}, enemy, 1, 6, 6, 6, 6, 6, 6), infantry=3)
    assert (table.asked, table.prompt) == ("allies", "losses")
    assert table.refused("lose", "loss:france_infantry_2") == "land.losses.choice"  # one hit only
    assert table.refused("lose", "loss:france_infantry_1", "loss:france_tank_1") == "land.losses.choice"
    assert table.refused("lose", "loss:france_aircraft_1") == "unit.used.not_a_loss"
    assert table.refused("lose", "loss:france_fleet_1") == "land.losses.choice"  # unit.fleet.no_land_battle
    assert table.refused("lose", "loss:germany_infantry_1") == "land.losses.choice"


@rule("air.losses.only_air")
def test_land_units_are_not_lost_in_the_air() -> None:
    setting = (
        war("barbarossa")
        .season("1941_summer")
        .stack("sicily", germany={"aircraft": 3}, italy={"aircraft": 2})
        .stack("malta", britain={"aircraft": 1, "infantry": 1})
        .roll(6, 6, 6, 6, 6, 1)
    )
    table = fight(setting, "malta", "italy", {"sicily": {"germany_aircraft": 3, "italy_aircraft": 2}})
    assert set(table.choices) == {("lose", "loss:germany_aircraft_1"), ("lose", "loss:italy_aircraft_1")}
    assert table.refused("lose", "loss:italy_infantry_1") == "air.losses.only_air"


@rule("air.losses", "land.losses.choice")
def test_nobody_is_asked_when_there_is_nothing_to_choose() -> None:
    """All units are hit, or those left are alike."""
    setting = facing({"infantry": 3}, {"infantry": 1, "tank": 1}, 1, 1, 1, 1, 6)
    table = attack(setting, infantry=3)
    assert table.prompt == "phase_one" and table.count("belgium", "germany_infantry") == 2
    assert table.holder("belgium") == "germany"


@rule("land.losses.choice")
def test_more_losses_than_are_listed_can_be_put_together() -> None:
    """Four hits on four sorts of units: more than twelve ways."""
    setting = (
        war("barbarossa")
        .season("1942_summer")
        .stack("alexandria", germany={"infantry": 2, "tank": 1}, italy={"infantry": 3, "tank": 2})
        .held("italy", "alexandria")
        .stack("cairo", britain={"infantry": 4})
        .roll(*[6] * 8, 1, 1, 1, 1)
    )
    kinds = {"germany_infantry": 2, "germany_tank": 1, "italy_infantry": 3, "italy_tank": 2}
    table = fight(setting, "cairo", "italy", {"alexandria": kinds})
    several = table.match.several()
    assert len(table.choices) == 12 and several is not None and several.checked
    unlisted = ("lose", "loss:germany_tank_1", "loss:italy_tank_2", "loss:italy_infantry_1")
    assert not table.offers(*unlisted)
    twice = ("lose", "loss:italy_infantry_1", "loss:italy_infantry_3")  # one sort, named two times
    assert table.refused(*twice) == "land.losses.choice"
    assert table.refused("lose", "loss:italy_infantry_4") == "land.losses.choice"  # there are three
    table.choose(*unlisted)
    assert table.count("cairo", "germany_tank") == 0 and table.count("cairo", "italy_tank") == 0


@rule("land.losses.alike")
def test_of_aircraft_the_single_one_of_a_base_is_lost_first() -> None:
    setting = facing({"infantry": 1}, {"aircraft": 1, "infantry": 2}, 6, 6, 6, 6, 3)
    setting.stack("essen", germany={"aircraft": 3}).stack("stuttgart", germany={"aircraft": 1})
    force = {"essen": {"germany_aircraft": 3}, "stuttgart": {"germany_aircraft": 1}}
    table = fight(setting, "belgium", "germany", {**force, "netherlands": {"germany_infantry": 1}})
    assert (table.count("essen", "germany_aircraft"), table.count("stuttgart", "germany_aircraft")) == (3, 0)


@rule("land.losses.alike")
def test_of_armour_the_one_that_has_come_farthest_is_lost_first() -> None:
    """That from Stuttgart has come two areas; that from Essen could go on to another attack."""
    setting = facing({"infantry": 1}, {"infantry": 2}, 6, 6, 6, 2, 6)
    setting.stack("essen", germany={"tank": 1}).stack("stuttgart", germany={"tank": 1})
    force = {"stuttgart": {"germany_tank": 1}, "essen": {"germany_tank": 1}, "netherlands": {"germany_infantry": 1}}
    table = fight(setting, "belgium", "germany", force).choose("lose", "loss:germany_tank_1")
    armour = [unit for unit in table.units("belgium") if "tank" in unit]
    assert [table.state.steps[PACK.unit_keys.index(unit)] for unit in armour] == [1]


@rule("unit.unlimited_losses")
def test_lost_units_return_to_the_pool() -> None:
    table = attack(facing({"infantry": 2}, {"infantry": 2}, 6, 6, 1, 6), infantry=2)
    assert table.last("battle_lost") == (1, "kind:germany_infantry", "area:belgium")
    off = [unit for unit, place in enumerate(table.state.place) if place < 0 and table.state.flags[unit]]
    assert [PACK.kind_keys[PACK.kind[unit]] for unit in off] == ["germany_infantry"]  # it may be built again


# ---------------------------------------------------------------------- on land: the end


@rule("land.rounds", "land.retreat", "air.simultaneous")
def test_rounds_go_on_until_somebody_ends_them() -> None:
    table = attack(facing({"infantry": 2}, {"infantry": 2}, 1, 6, 2, 6, *MISSES), infantry=2)
    assert (table.asked, table.prompt) == ("axis", "battle.land")
    assert table.count("belgium", "germany_infantry") == 1 == table.count("belgium", "france_infantry")
    table.choose("go_on")
    assert rolled(table, 0) == {"germany_infantry": (1, 1, 1)} and rolled(table, 1) == {"france_infantry": (2, 1, 1)}


@rule("land.victory", "ctl.capture")
def test_the_victor_takes_the_area() -> None:
    table = attack(facing({"infantry": 2}, {"infantry": 1}, 1, 6, 6), infantry=2)
    assert table.holder("belgium") == "germany" and table.count("belgium", "germany_infantry") == 2
    assert table.last("captured") == ("nation:germany", "area:belgium")


@rule("land.both_gone", "ctl.capture")
def test_if_both_are_gone_the_area_stays_with_its_controller() -> None:
    table = attack(facing({"infantry": 1}, {"infantry": 1}, 1, 1), infantry=1)
    assert table.holder("belgium") == "france" and table.units("belgium") == []
    assert table.last("battle_both_gone") == ("area:belgium",)


@rule("ctl.air_naval_no_capture", "land.both_gone")
def test_aircraft_alone_take_nothing() -> None:
    table = attack(facing({"aircraft": 2}, {"infantry": 1}, 1, 6, 6), aircraft=2)
    assert table.holder("belgium") == "france" and table.units("belgium") == []


@rule("land.air_only_continue")
def test_aircraft_go_on_alone_or_break_off() -> None:
    setting = facing({"infantry": 1, "aircraft": 2}, {"infantry": 2}, 6, 6, 6, 1, 6, *MISSES)
    table = attack(setting, infantry=1, aircraft=2).choose("lose", "loss:germany_infantry_1")
    assert (table.prompt, table.verbs()) == ("battle.land", {"go_on", "break_off"})
    table.choose("go_on")
    assert rolled(table, 0) == {"germany_aircraft": (3, 2, 2)}
    table.choose("break_off")
    assert table.state.battle is None and table.holder("belgium") == "france"


@rule("land.retreat.air_home", "unit.air.base", "unit.used.mark")
def test_attacking_aircraft_are_home_and_used_when_the_battle_ends() -> None:
    table = attack(facing({"infantry": 1, "aircraft": 1}, {"infantry": 1}, 1, 6, 6), infantry=1, aircraft=1)
    assert table.holder("belgium") == "germany"
    assert flags(table, "netherlands", "germany_aircraft") == [{"used", "attacked"}]
    assert table.last("battle_home") == (1, "kind:germany_aircraft", "area:netherlands")


@rule("unit.air.no_defence_alone", "unit.air.flee")
def test_aircraft_do_not_hold_an_area_when_the_land_units_are_gone() -> None:
    """The French infantry dies, the aircraft is left: it leaves Belgium, and Belgium falls."""
    setting = facing({"infantry": 3}, {"infantry": 1, "aircraft": 1}, 1, 6, 6, 6, 6)
    table = attack(setting, infantry=3).choose("yes").choose("lose", "loss:france_infantry_1")
    assert table.holder("belgium") == "germany" and table.prompt == "leaving.flight"


@rule("unit.one_attack", "unit.land_defends_always", "unit.tank.two_attacks")
def test_who_has_attacked_is_marked() -> None:
    table = attack(facing({"infantry": 1, "tank": 1}, {"infantry": 1}, 1, 6, 6), infantry=1, tank=1)
    assert flags(table, "belgium", "germany_infantry") == [{"moved", "attacked"}]
    assert flags(table, "belgium", "germany_tank") == [{"moved", "attacked"}]
    table = again(
        fight(
            facing({"tank": 1}, {"infantry": 1}, 1, 6).stack("calais", france={"infantry": 1}),
            "belgium",
            "germany",
            {"netherlands": {"germany_tank": 1}},
        ),
        "calais",
        "germany",
        {"belgium": {"germany_tank": 1}},
        *MISSES,
    )
    assert flags(table, "calais", "germany_tank") == [{"moved", "attacked", "attacked_twice"}]


# ---------------------------------------------------------------------- retreat


@rule("land.retreat", "land.retreat.all", "land.retreat.one_area", "land.retreat.where")
def test_a_retreat_takes_all_land_units_back_one_area() -> None:
    """From Belgium there are the Netherlands and Essen to go to; armour too goes one area only."""
    table = attack(facing({"infantry": 2, "tank": 1}, {"infantry": 1}, *MISSES), infantry=2, tank=1)
    table.choose("break_off")
    assert (table.asked, table.prompt) == ("axis", "leaving.retreat")
    goals = {choice[2] for choice in table.choices if choice[0] == "go"}
    assert goals == {"area:netherlands", "area:essen"}
    assert table.refused("go", "kind:germany_tank", "area:kiel", "number:one") == "land.retreat.where"
    table.choose("go", "kind:germany_infantry", "area:essen", "number:one")
    table.choose("go", "kind:germany_infantry", "area:netherlands", "number:one")
    table.choose("go", "kind:germany_tank", "area:netherlands", "number:one")
    assert table.count("essen", "germany_infantry") == 1 and table.count("netherlands", "germany_infantry") == 1
    assert table.holder("belgium") == "france" and table.count("belgium", "germany_tank") == 0


@rule("land.retreat.where")
def test_all_may_go_back_to_where_they_came_from() -> None:
    table = attack(facing({"infantry": 2, "tank": 1}, {"infantry": 1}, *MISSES), infantry=2, tank=1)
    table.choose("break_off").choose("back")
    assert table.count("netherlands", "germany_infantry") == 2 and table.count("netherlands", "germany_tank") == 1


@rule("land.retreat.ends")
def test_who_retreated_does_nothing_more_in_phases_1_and_2() -> None:
    table = attack(facing({"tank": 1, "infantry": 1}, {"infantry": 1}, *MISSES), tank=1, infantry=1)
    table.choose("break_off").choose("back")
    assert all("retreated" in each for each in flags(table, "netherlands", "germany_tank"))
    table.choose("enter", "area:maginot")  # the infantry in Lyon may, the armour by way of Essen may not
    assert {choice[2] for choice in table.choices if choice[0] == "send"} == {"area:lyon"}


@rule("land.retreat.none")
def test_who_has_no_area_to_go_to_fights_on() -> None:
    """Next to Belgium all is French: after a round without hits the infantry is not asked, and dies in the second."""
    setting = facing({"infantry": 1}, {"infantry": 1}, 6, 6, 6, 1).held("france", "netherlands", "essen")
    table = attack(setting, infantry=1)
    assert table.told("battle_round")[-1].args == ("battle:land", "area:belgium", 2)
    assert table.count("belgium", "germany_infantry") == 0 and table.holder("belgium") == "france"


@rule("coop.soviet_apart", "land.retreat.where")
def test_nobody_retreats_where_he_may_not_be() -> None:
    """Soviet infantry from Lyon and British units in Essen: of two areas one is open to it."""
    setting = (
        war("bagration_overlord")
        .phase("fighting", 0)
        .season("1944_spring")
        .stack("maginot", germany={"infantry": 1})
        .held("germany", "maginot")
        .stack("lyon", ussr={"infantry": 2})
        .held("ussr", "lyon", "essen", "stuttgart")
        .stack("essen", britain={"infantry": 1})
        .held("france", "calais", "belgium")
        .roll(*MISSES)
    )
    table = fight(setting, "maginot", "ussr", {"lyon": {"ussr_infantry": 2}}).choose("break_off")
    goals = {choice[2] for choice in table.choices if choice[0] == "go"}
    assert "area:lyon" in goals and "area:stuttgart" in goals and "area:essen" not in goals


# ---------------------------------------------------------------------- beginning, and fortresses


@rule("atk.all_move_first", "unit.inf.move", "unit.tank.second_needs_point")
def test_everybody_has_entered_before_the_first_step() -> None:
    """In the air battle the land units are in Belgium already; armour has one point left, infantry none."""
    setting = facing({"infantry": 1, "tank": 1, "aircraft": 1}, {"infantry": 1, "aircraft": 1}, *MISSES)
    table = attack(setting, infantry=1, tank=1, aircraft=1)
    assert step(table) == "air" and table.count("belgium", "germany_tank") == 1
    spent = {PACK.unit_keys[unit]: table.state.steps[unit] for unit in members(table.state.battle_now().attackers)}
    assert sorted(spent.values()) == [0, 1, 1] and table.count("netherlands", "germany_aircraft") == 1


@rule("unit.inf.land_only", "unit.tank.land_only", "unit.air.land_sea")
def test_land_units_fight_on_land_only_and_aircraft_everywhere() -> None:
    setting = facing({"infantry": 1, "tank": 1, "aircraft": 1}, {"infantry": 1, "fleet": 1}, *MISSES)
    table = attack(setting, infantry=1, tank=1, aircraft=1).choose("yes")
    assert step(table) == "sea" and set(rolled(table, 0)) == {"germany_aircraft"}
    assert set(rolled(table, 1)) == {"france_fleet"}
    table.choose("break_off").choose("go_on")
    assert step(table) == "land" and set(rolled(table, 0)) == {"germany_infantry", "germany_tank"}


@rule("mod.fortress.changed_hands")
def test_the_maginot_line_is_no_fortress_where_germany_holds_it_from_the_start() -> None:
    for scenario in ("barbarossa", "bagration_overlord"):
        assert PACK.area_keys.index("maginot") in members(war(scenario).start().state.fortress_lost)


@rule("mod.fortress.once_captured")
def test_a_captured_fortress_is_lost_for_good() -> None:
    setting = war().season("1940_spring").stack("calais", germany={"infantry": 2}).held("germany", "calais", "lyon")
    setting.stack("maginot", france={"infantry": 1}).stack("lyon", germany={"infantry": 1}).roll(1, 6, 6)
    table = fight(setting, "maginot", "germany", {"calais": {"germany_infantry": 2}})
    assert table.holder("maginot") == "germany"
    assert members(table.state.fortress_lost) == (PACK.area_keys.index("maginot"),)


# ---------------------------------------------------------------------- losses


@rule("land.losses.choice", "air.losses")
def test_nobody_loses_fewer_units_than_were_hit() -> None:
    """Two hits on two infantry and a tank: both losses are named, in one choice."""
    setting = spring_of_1940().held("germany", "netherlands").stack("netherlands", germany={"infantry": 2, "tank": 1})
    setting.held("france", "belgium").stack("belgium", france={"infantry": 2, "tank": 1}).roll(6, 6, 6, 1, 1, 6)
    table = setting.start().choose("attack", "area:belgium").choose("force", "force:all")
    assert (table.prompt, table.facts["hits"]) == ("losses", 2)
    assert table.refused("lose", "loss:germany_infantry_1") == "land.losses.choice"
    assert table.refused("lose", "loss:germany_tank_1") == "land.losses.choice"
    table.choose("lose", "loss:germany_infantry_1", "loss:germany_tank_1")
    assert table.count("belgium", "germany_infantry") == 1 and table.count("belgium", "germany_tank") == 0


# ---------------------------------------------------------------------- retreat


@rule("land.retreat.ends")
def test_armour_that_has_retreated_attacks_nobody_else_in_this_turn() -> None:
    setting = in_spring().held("france", "belgium", "netherlands").stack("essen", germany={"tank": 2}).roll(6, 6, 6, 6)
    setting = setting.stack("belgium", france={"infantry": 2}).stack("netherlands", france={"infantry": 1})
    table = setting.stack("kiel", germany={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.count("essen", "germany_tank") == 2
    table.choose("attack", "area:netherlands").choose("by_hand")
    assert [choice[1] for choice in table.choices if choice[0] == "send"] == ["kind:germany_infantry"]
