"""Orders of phase 1: attacks, invasions, strikes and changes of base: who may, with what, and at what price."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from tests.citing import rule
from tests.games.battle_for_europe.battles import flags
from tests.games.battle_for_europe.situations import in_spring, spring_of_1940
from tests.games.battle_for_europe.war import Table, War, war

MISSES = (6,) * 40


def spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    """Nobody hits anything, and an aircraft that can change base keeps the Germans from being passed over."""
    setting = war(scenario, players).season("1940_spring" if scenario == "sichelschnitt" else "1941_autumn")
    return setting.stack("konigsberg", germany={"aircraft": 1}).roll(*MISSES)


def maginot(**german: int) -> War:
    """Germans in Essen, a Frenchman in the Maginot Line."""
    return spring().stack("essen", germany=german).stack("maginot", france={"infantry": 1})


def send(table: Table, kind: str, area: str) -> Table:
    return table.choose("send", f"kind:{kind}", f"area:{area}")


# ---------------------------------------------------------------------- attacks


@rule("hpp.battle_cost", "atk.sequence", "atk.all_move_first", "hpp.half_cap.includes_all")
def test_an_attack_costs_one_and_moves_everybody_in_before_it_begins() -> None:
    table = maginot(infantry=2, tank=1).start().choose("attack", "area:maginot").choose("force", "force:all")
    assert table.purse("germany") == 29 and table.state.spent[0] == 1
    assert table.state.battle is not None
    assert table.count("maginot", "germany_infantry") == 2 and table.count("maginot", "germany_tank") == 1


@rule("atk.several_origins", "atk.reach", "unit.inf.move")
def test_attackers_come_from_all_areas_within_their_points() -> None:
    setting = maginot(infantry=1).stack("stuttgart", germany={"infantry": 1})
    table = setting.stack("berlin", germany={"infantry": 1, "tank": 1}).start()
    table.choose("attack", "area:maginot").choose("by_hand")
    starts = {choice[2] for choice in table.choices if choice[0] == "send"}
    assert {"area:essen", "area:stuttgart"} <= starts
    assert table.refused("send", "kind:germany_infantry", "area:berlin") == "atk.reach"  # two areas away


@rule("atk.minimum", "war.needed", "atk.only_aircraft_defending")
def test_what_there_is_nothing_to_attack_in() -> None:
    table = maginot(infantry=2).stack("calais", france={"aircraft": 1}).held("germany", "belgium").start()
    assert table.refused("attack", "area:paris") == "atk.minimum"
    assert table.refused("attack", "area:calais") == "atk.minimum"  # aircraft alone are driven out without a battle
    assert table.refused("attack", "area:netherlands") == "war.needed"
    assert table.refused("attack", "area:essen") == "atk.minimum"


@rule("hpp.battle_cost.none_left", "hpp.no_credit", "hpp.half_cap")
@pytest.mark.parametrize(
    ("hpp", "spent", "reason"),
    [(0, 0, "hpp.battle_cost.none_left"), (9, 15, "hpp.battle_cost.none_left")],
)
def test_without_hpp_or_at_the_limit_no_battle_begins(hpp: int, spent: int, reason: str) -> None:
    table = maginot(infantry=2).hpp(germany=hpp).set(spent={"germany": spent}).start()
    assert table.refused("attack", "area:maginot") == reason


@rule("atk.area_once", "unit.one_attack")
def test_an_area_is_attacked_once_a_turn() -> None:
    setting = maginot(infantry=3).set(attacked=[["germany", "maginot", "france"]]).held("germany", "belgium")
    assert setting.start().refused("attack", "area:maginot") == "atk.area_once"


@rule("unit.one_attack", "unit.tank.two_attacks")
def test_armour_attacks_twice_and_others_once() -> None:
    tired: dict[str, Json] = {"infantry": {"attacked": 1}, "tank": {"attacked": 1, "attacked_twice": 1}}
    setting = spring().held("germany", "belgium").stack("belgium", germany=tired)
    table = setting.stack("calais", france={"infantry": 1}).start()
    table.choose("attack", "area:calais").choose("by_hand")
    sends = [choice for choice in table.choices if choice[0] == "send"]
    assert sends == [("send", "kind:germany_tank", "area:belgium")]
    send(table, "germany_tank", "belgium")
    assert not table.offers("send", "kind:germany_tank", "area:belgium")  # the other has attacked twice


@rule("unit.tank.second_needs_point", "unit.tank.through_empty")
def test_armour_that_spent_its_points_attacks_no_more() -> None:
    setting = spring().held("germany", "belgium").stack("belgium", germany={"tank": 1})
    table = setting.stack("brest", france={"infantry": 1}).start()
    send(table.choose("enter", "area:calais"), "germany_tank", "belgium")
    assert table.offers("attack", "area:brest")
    send(table.choose("enter", "area:paris"), "germany_tank", "calais")
    assert table.refused("attack", "area:brest") == "unit.tank.second_needs_point"


@rule("coop.anglo_french.attack", "seq.phases.joint_one_player", "coop.combine.same_player")
def test_french_and_british_attack_separately_and_their_player_says_who() -> None:
    setting = spring().phase("fighting", 1).stack("calais", france={"infantry": 2}, britain={"infantry": 2})
    table = setting.stack("belgium", germany={"infantry": 1}).held("germany", "belgium").start()
    table.choose("attack", "area:belgium")
    assert set(table.choices) == {("lead", "nation:france"), ("lead", "nation:britain")}
    table.choose("lead", "nation:britain").choose("by_hand")
    assert {choice[1] for choice in table.choices if choice[0] == "send"} == {"kind:britain_infantry"}
    table.choose("send_all", "area:calais").choose("march")
    assert table.purse("britain") == 24 and table.purse("france") == 17


@rule("coop.anglo_french.defend", "atk.area_once_per_power", "land.separate_contingents")
def test_the_attacker_names_the_group_that_he_attacks() -> None:
    setting = maginot(infantry=3).stack("maginot", france={"infantry": 1}, britain={"infantry": 1})
    table = setting.start().choose("attack", "area:maginot")
    assert set(table.choices) == {("against", "nation:france"), ("against", "nation:britain")}
    table.choose("against", "nation:britain").choose("force", "force:all")
    assert table.state.battle_now().defenders.bit_count() == 1


@rule("coop.combine", "hpp.battle_cost.joint", "atk.area_once_joint", "coop.combine.same_player")
def test_germans_and_italians_attack_together_and_the_leader_pays() -> None:
    setting = spring("barbarossa").stack("tobruk", britain={"infantry": 1}).held("britain", "tobruk")
    table = setting.stack("benghazi", italy={"infantry": 2}, germany={"tank": 1}).start()
    table.choose("attack", "area:tobruk").choose("lead", "nation:germany").choose("force", "force:all")
    assert table.count("tobruk", "italy_infantry") == 2 and table.count("tobruk", "germany_tank") == 1
    assert table.purse("germany") == 57 and table.purse("italy") == 12
    assert len(table.state.attacked) == 2  # it counts for both


@rule("hpp.battle_cost.joint")
def test_who_leads_an_attack_has_units_in_it() -> None:
    setting = spring("barbarossa").stack("tobruk", britain={"infantry": 1}).held("britain", "tobruk")
    table = setting.stack("benghazi", italy={"infantry": 2}, germany={"tank": 1}).start()
    table.choose("attack", "area:tobruk").choose("lead", "nation:germany").choose("by_hand")
    send(table, "italy_infantry", "benghazi")
    assert table.refused("march") == "hpp.battle_cost.joint"


@rule("unit.air.alone_vs_land", "unit.air.range")
def test_aircraft_alone_attack_land_units() -> None:
    table = maginot(infantry=1, aircraft=2).start()
    table.choose("attack", "area:maginot")
    assert table.offers("force", "force:air_only") and table.offers("force", "force:no_air")
    table.choose("by_hand")
    assert table.refused("send", "kind:germany_aircraft", "area:konigsberg") == "unit.air.range"


@rule("unit.used.no_action", "unit.air.once")
def test_used_aircraft_take_no_part() -> None:
    setting = spring().stack("essen", germany={"infantry": 1, "aircraft": {"used": 2}})
    table = setting.stack("maginot", france={"infantry": 1}).start().choose("attack", "area:maginot")
    assert not table.offers("force", "force:air_only")


def test_ready_made_forces_differ_and_keep_their_promise() -> None:
    setting = spring().stack("essen", germany={"infantry": 7, "tank": 3, "aircraft": 2})
    setting = setting.stack("calais", france={"infantry": 3}).held("germany", "belgium")
    table = setting.stack("belgium", germany={"infantry": 4, "tank": 2}).start().choose("attack", "area:calais")
    order = table.state.order_now()
    made = [force for force in order.ready if force]
    assert len(made) == len(set(made)) >= 3
    facts = table.facts
    for name, wanted in (("least_60", 60), ("least_80", 80), ("least_95", 95)):
        if facts[name] != "–":
            assert int(str(facts[name]).split(", ")[1].removesuffix(" %")) >= wanted


def test_by_hand_units_join_and_leave() -> None:
    table = maginot(infantry=3).start().choose("attack", "area:maginot").choose("by_hand")
    assert table.refused("march") == "atk.minimum"
    table.choose("send_all", "area:essen").choose("leave", "kind:germany_infantry", "area:essen").choose("march")
    assert table.count("maginot", "germany_infantry") == 2 and table.count("essen", "germany_infantry") == 1


def test_an_order_called_off_costs_nothing() -> None:
    table = maginot(infantry=3).start().choose("attack", "area:maginot").choose("call_off")
    assert table.purse("germany") == 30 and table.prompt == "phase_one" and table.state.order is None


# ---------------------------------------------------------------------- invasions


def channel(**defenders: int) -> War:
    """Germans with fleets in Calais, and somebody in Dover."""
    german = {"infantry": 2, "fleet": 2, "aircraft": 1}
    setting = spring().stack("calais", germany=german).held("germany", "calais")
    return setting.stack("dover", britain=defenders) if defenders else setting


@rule("hpp.invasion_cost", "hpp.invasion_cost.includes_battle", "unit.fleet.carry_invasion", "inv.target")
def test_an_invasion_costs_five_and_each_fleet_brings_one_unit() -> None:
    table = channel(infantry=1).start().script(1, 1, 1, 6)
    table.choose("invade", "area:dover").choose("force", "force:all")
    assert table.purse("germany") == 25 and table.holder("dover") == "germany"
    assert table.count("dover", "germany_infantry") == 2
    assert flags(table, "calais", "germany_fleet") == [{"attacked", "used"}] * 2
    assert flags(table, "calais", "germany_aircraft") == [{"attacked", "used"}]


@rule("hpp.invasion_cost.empty_coast", "inv.no_naval_defence", "inv.success")
def test_an_empty_coast_costs_five_all_the_same() -> None:
    table = channel().start().choose("invade", "area:dover").choose("force", "force:no_air")
    assert table.purse("germany") == 25 and table.holder("dover") == "germany"
    assert table.count("dover", "germany_infantry") == 2


@rule("unit.fleet.carry_invasion", "inv.target")
def test_a_landing_needs_a_fleet_for_each_unit() -> None:
    table = channel(infantry=1).start().choose("invade", "area:dover").choose("by_hand")
    send(table, "germany_fleet", "calais")
    assert table.refused("march") == "inv.target"  # nobody would land
    send(send(table, "germany_infantry", "calais"), "germany_infantry", "calais")
    assert table.refused("march") == "unit.fleet.carry_invasion"
    send(table, "germany_fleet", "calais")
    table.script(1, 1, 6).choose("march")
    assert table.count("dover", "germany_infantry") == 2


@rule("inv.target", "unit.fleet.move", "war.needed", "usa.no_invasion")
def test_what_cannot_be_invaded() -> None:
    table = channel(infantry=1).start()
    assert table.refused("invade", "area:london") == "inv.target"  # no port
    assert table.refused("invade", "area:kiel") == "inv.target"  # our own
    assert table.refused("invade", "area:denmark") == "war.needed"
    assert table.refused("invade", "area:algiers") == "unit.fleet.embark_where"


@rule("unit.fleet.one_action", "unit.used.no_action")
def test_used_fleets_carry_nobody() -> None:
    setting = spring().stack("calais", germany={"infantry": 1, "fleet": {"used": 1}}).held("germany", "calais")
    table = setting.stack("dover", britain={"infantry": 1}).start()
    assert table.refused("invade", "area:dover") == "unit.fleet.one_action"


@rule("inv.combined_with_land", "unit.fleet.escorts")
def test_units_overland_join_an_invasion_and_other_fleets_escort() -> None:
    setting = spring().stack("kiel", germany={"infantry": 1, "fleet": 2}).stack("belgium", germany={"infantry": 1})
    table = setting.held("germany", "belgium").stack("calais", france={"infantry": 1}).start()
    table.choose("invade", "area:calais").choose("force", "force:all")
    battle = table.state.battle_now()
    assert len(battle.cargo) == 1 and battle.attackers.bit_count() == 4


# ---------------------------------------------------------------------- strikes


@rule("atk.naval_strike", "hpp.battle_cost", "unit.air.alone_vs_fleets")
def test_fleets_and_aircraft_strike_at_ships_for_one_hpp() -> None:
    table = channel(fleet=1, infantry=1).start().choose("strike", "area:dover").choose("force", "force:all")
    assert table.purse("germany") == 29
    assert table.state.battle_now().attackers.bit_count() == 3  # no land unit
    table = channel(fleet=1, infantry=1).start().choose("strike", "area:dover").choose("force", "force:air_only")
    assert table.state.battle_now().attackers.bit_count() == 1


@rule("atk.minimum", "atk.naval_strike")
def test_a_strike_needs_unused_ships_or_aircraft() -> None:
    table = channel(infantry=1).start()
    assert table.refused("strike", "area:dover") == "atk.minimum"
    used = channel().stack("dover", britain={"fleet": {"used": 1}}).start()
    assert used.refused("strike", "area:dover") == "atk.minimum"


# ---------------------------------------------------------------------- changes of base


@rule("unit.air.rebase_before", "unit.air.base_friendly")
def test_aircraft_change_base_and_attack_from_the_new_one() -> None:
    setting = spring().stack("berlin", germany={"aircraft": 2}).stack("essen", germany={"infantry": 1})
    table = setting.stack("maginot", france={"infantry": 1}).start()
    table.choose("rebase", "area:berlin")
    assert table.refused("go", "kind:germany_aircraft", "area:belgium", "number:one") == "war.neutral.entry"
    table.choose("go", "kind:germany_aircraft", "area:essen", "number:one")
    assert flags(table, "essen", "germany_aircraft") == [{"moved", "rebased"}]
    assert table.refused("rebase", "area:essen") == "nc.who"  # once a turn
    table.choose("attack", "area:maginot").choose("by_hand")
    assert table.offers("send", "kind:germany_aircraft", "area:essen")


# ---------------------------------------------------------------------- limits


@rule("east.ploesti", "east.oil_counts")
def test_without_ploesti_the_axis_attacks_once_a_turn() -> None:
    setting = spring("barbarossa").stack("benghazi", italy={"infantry": 2}).held("britain", "tobruk", "ploesti")
    setting = setting.stack("tobruk", britain={"infantry": 1})
    assert setting.start().offers("attack", "area:tobruk")
    assert setting.set(attacks={"germany": 1}).start().refused("attack", "area:tobruk") == "east.ploesti"


@rule("east.grozny")
def test_without_grozny_the_soviets_attack_once_a_turn() -> None:
    setting = (
        war("bagration_overlord")
        .stack("london", britain={"aircraft": 1})
        .stack("minsk", ussr={"infantry": 2})
        .held("ussr", "minsk")
    )
    setting = setting.stack("riga", germany={"infantry": 1}).held("germany", "grozny", "riga", "brest_litovsk")
    setting = setting.stack("vitebsk", ussr={"infantry": 1}).held("ussr", "vitebsk").season("1944_summer")
    setting = setting.stack("brest_litovsk", germany={"infantry": 1})
    assert setting.start().offers("attack", "area:brest_litovsk")
    assert setting.set(attacks={"ussr": 1}).start().refused("attack", "area:brest_litovsk") == "east.grozny"


def at_war_in_the_east() -> dict[str, Json]:
    return {"germany": ["ussr", "britain"], "ussr": ["germany"], "italy": ["britain"], "britain": ["germany", "italy"]}


@rule("east.winter_ban", "east.winter_ban_empty")
def test_in_the_winter_of_the_attack_nobody_attacks_on_soviet_soil() -> None:
    setting = spring("barbarossa").season("1941_winter").set(german_attack=8, at_war_with=at_war_in_the_east())
    setting = setting.stack("brest_litovsk", germany={"infantry": 2}).held("germany", "brest_litovsk")
    table = setting.stack("minsk", ussr={"infantry": 1}).start()
    assert table.refused("attack", "area:minsk") == "east.winter_ban"
    assert table.offers("enter", "area:kiev")
    later = setting.season("1942_winter").stack("minsk", ussr={"infantry": 1}).start()
    assert later.offers("attack", "area:minsk")


@rule("med.africa_malta", "med.africa_malta_count")
def test_raiders_from_malta_keep_germans_in_africa_from_attacking() -> None:
    setting = spring("barbarossa").stack("tobruk", britain={"infantry": 1}).held("britain", "tobruk")
    setting = setting.stack("benghazi", germany={"tank": 2, "infantry": 1}, italy={"infantry": 1})
    table = setting.stack("malta", britain={"fleet": {"used": 1}, "aircraft": 1}).start()
    table.choose("attack", "area:tobruk").choose("lead", "nation:germany").choose("by_hand")
    send(send(table, "germany_tank", "benghazi"), "germany_tank", "benghazi")
    assert table.refused("march") == "med.africa_malta"  # one of three is left
    table.choose("leave", "kind:germany_tank", "area:benghazi")
    send(table, "italy_infantry", "benghazi").choose("march")
    assert table.count("tobruk", "germany_tank") == 1


@rule("fall.last_chance", "fall.allies_help")
def test_a_power_without_its_capital_may_only_retake_it() -> None:
    setting = spring().phase("fighting", 1).held("germany", "paris", "belgium").set(last_chance=["france"])
    setting = setting.stack("calais", france={"infantry": 2}, britain={"infantry": 1})
    table = setting.stack("paris", germany={"infantry": 1}).stack("belgium", germany={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("by_hand")  # led by Britain alone
    assert {choice[1] for choice in table.choices if choice[0] == "send"} == {"kind:britain_infantry"}
    table.choose("call_off").choose("attack", "area:paris")
    assert {("lead", "nation:france"), ("lead", "nation:britain")} == set(table.choices)


@rule("east.bulgaria_no_battle", "east.bulgaria_dissolves")
def test_soviets_enter_an_area_that_only_bulgarians_hold() -> None:
    setting = war("bagration_overlord").season("1944_summer").stack("jassy", ussr={"infantry": 2}).held("ussr", "jassy")
    setting = setting.held("ussr", "bucharest").stack("bucharest", ussr={"infantry": 2})
    table = setting.stack("varna", bulgaria={"infantry": 1}).start()
    table.choose("enter", "area:varna").choose("send", "kind:ussr_infantry", "area:bucharest")
    assert table.holder("varna") == "ussr" and table.count("varna", "bulgaria_infantry") == 0


@rule("med.africa_three")
def test_no_more_than_three_germans_are_in_africa() -> None:
    setting = spring("barbarossa").phase("moving", 0, 1).stack("tripoli", germany={"infantry": 3})
    setting = setting.stack("sicily", germany={"infantry": 1, "aircraft": 1}, italy={"fleet": 1})
    table = setting.start().choose("move", "area:sicily")
    reason = table.refused("go", "kind:germany_aircraft", "area:tunis", "number:one")
    assert reason == "war.neutral.entry"  # Vichy
    full = table.refused("go", "kind:germany_aircraft", "area:tripoli", "number:one")
    assert full == "med.africa_three"
    room = setting.stack("tripoli", germany={"infantry": 2}).start().choose("move", "area:sicily")
    assert room.offers("go", "kind:germany_aircraft", "area:tripoli", "number:one")


@rule("med.malta_limit")
def test_malta_holds_one_unit_of_each_kind() -> None:
    setting = spring("barbarossa").phase("moving", 1, 1).stack("cairo", britain={"aircraft": 1, "infantry": 1})
    setting = setting.held("britain", "tobruk", "sicily", "naples").stack("sicily", britain={"aircraft": 1})
    crowded = setting.stack("malta", britain={"aircraft": 1, "infantry": 1}).start().choose("move", "area:sicily")
    assert crowded.refused("go", "kind:britain_aircraft", "area:malta", "number:one") == "med.malta_limit"
    room = setting.stack("malta", britain={"infantry": 1}).start().choose("move", "area:sicily")
    assert room.offers("go", "kind:britain_aircraft", "area:malta", "number:one")


@rule("med.malta_limit", "inv.target")
def test_one_land_unit_at_a_time_lands_on_malta() -> None:
    setting = spring("barbarossa").stack("sicily", italy={"infantry": 2, "fleet": 2})
    table = setting.stack("malta", britain={"infantry": 1}).start()
    table.choose("invade", "area:malta").choose("by_hand").choose("send_all", "area:sicily")
    assert table.refused("march") == "med.malta_limit"
    table.choose("leave", "kind:italy_infantry", "area:sicily")
    assert table.offers("march")


# ---------------------------------------------------------------------- why an order is refused


@rule("atk.reach", "atk.minimum", "war.needed", "inv.target")
def test_a_neutral_partner_is_not_why_those_at_war_cannot_attack() -> None:
    """In spring 1940 the Soviet Union and the United States are neutral; France and Britain are at war with Germany."""
    setting = in_spring("full_war_a").phase("fighting", 1).held("germany", "belgium")
    setting = setting.stack("paris", france={"infantry": 1, "aircraft": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.stack("brest_litovsk", ussr={"infantry": 1}).start()
    assert table.refused("attack", "area:berlin") == "atk.reach"
    assert table.refused("attack", "area:belgium") == "atk.minimum"
    assert table.refused("attack", "area:paris") == "atk.minimum"
    assert table.refused("strike", "area:berlin") == "atk.minimum"
    assert table.refused("invade", "area:brest") == "inv.target"
    assert table.refused("attack", "area:madrid") == "war.needed"


@rule("atk.land_combat_stop", "ctl.enter_empty")
def test_of_several_powers_one_that_stands_near_says_why_an_area_is_not_entered() -> None:
    setting = in_spring("full_war_a").phase("fighting", 1).held("germany", "belgium")
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1})
    table = setting.stack("belgium", germany={"infantry": 1}).start()
    assert table.refused("enter", "area:belgium") == "atk.land_combat_stop"


# ---------------------------------------------------------------------- strikes


@rule("atk.naval_strike")
def test_land_units_next_to_a_port_take_no_part_in_a_strike() -> None:
    setting = (
        spring_of_1940().held("germany", "belgium").stack("belgium", germany={"infantry": 1, "tank": 1, "aircraft": 1})
    )
    setting.stack("calais", france={"fleet": 1, "infantry": 1})
    table = setting.start().choose("strike", "area:calais").choose("by_hand")
    assert {choice[1] for choice in table.all("send")} == {"kind:germany_aircraft"}
    assert table.refused("send", "kind:germany_infantry", "area:belgium") == "atk.naval_strike"
