"""Clauses of rules that come second: what else a rule says beside its main point."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting, entry, fall
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, War, war

MISSES = (6,) * 60


def nation(key: str) -> int:
    return PACK.nation_keys.index(key)


def area(key: str) -> int:
    return PACK.area_keys.index(key)


def spring(scenario: str = "sichelschnitt", players: int = 2) -> War:
    """An aircraft in Königsberg keeps the Germans from being passed over."""
    setting = war(scenario, players).season("1940_spring").stack("konigsberg", germany={"aircraft": 1})
    return setting.roll(*MISSES)


# ---------------------------------------------------------------------- invasions


@rule("hpp.invasion_cost.even_failed", "inv.turn_back")
def test_an_invasion_that_turns_back_has_cost_five() -> None:
    setting = spring().phase("fighting", 1).stack("dover", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    setting = setting.stack("calais", germany={"infantry": 1, "aircraft": 2}).held("germany", "calais")
    table = setting.start().choose("invade", "area:calais").choose("force", "force:all").choose("break_off")
    while table.state.battle is not None:
        table.choose("break_off")
    assert table.purse("britain") == 20 and table.holder("calais") == "germany"
    assert table.count("dover", "britain_infantry") == 1


@rule("unit.air.invasion_range", "unit.air.not_carried_to_battle")
def test_only_aircraft_within_two_areas_join_an_invasion() -> None:
    """Dover reaches Calais, Edinburgh does not; nobody carries aircraft there."""
    stack: dict[str, Json] = {"infantry": 1, "fleet": 2, "aircraft": 1}
    setting = spring().phase("fighting", 1).stack("dover", britain=stack).stack("edinburgh", britain=stack)
    table = setting.held("germany", "calais").start().choose("invade", "area:calais").choose("by_hand")
    assert table.offers("send", "kind:britain_aircraft", "area:dover")
    assert table.refused("send", "kind:britain_aircraft", "area:edinburgh") == "unit.air.invasion_range"
    for kind in ("aircraft", "fleet", "fleet", "infantry"):
        table.choose("send", f"kind:britain_{kind}", "area:dover")
    table.choose("march")
    assert table.count("dover", "britain_aircraft") == 1  # it flew, and is home again
    assert table.units("calais") == ["britain_infantry_1"]


@rule("map.finland.no_invasion")
def test_finland_is_not_invaded() -> None:
    foes: dict[str, Json] = {
        "ussr": ["finland", "germany"],
        "finland": ["ussr"],
        "germany": ["ussr", "britain", "france"],
    }
    setting = war("full_war_a", 5).season("1941_winter").phase("fighting", 1, 3).roll(*MISSES)
    setting = setting.set(at_war_with=foes, alliance={"ussr": "allies"}, commander={"finland": "germany"})
    setting = setting.stack("leningrad", ussr={"infantry": 1, "fleet": 1})
    table = setting.start()
    assert table.refused("invade", "area:helsinki") == "map.finland.no_invasion"
    assert table.offers("enter", "area:helsinki")


@rule("unit.fleet.no_reload", "unit.fleet.embark_where")
def test_a_carried_unit_does_not_change_ships() -> None:
    """From Plymouth to Suez two fleets would be needed: no transport goes there, but a transfer does."""
    setting = spring().phase("moving", 1, 1).stack("plymouth", britain={"infantry": 1, "fleet": 1})
    setting = setting.stack("gibraltar", britain={"fleet": 1})
    table = setting.start().choose("ship", "area:plymouth")
    assert table.refused("to", "area:suez") == "unit.fleet.embark_where"
    table.choose("to", "area:gibraltar").choose("pick", "kind:britain_infantry")
    assert ("ship", "area:gibraltar") not in table.choices  # a second fleet does not take it on


# ---------------------------------------------------------------------- the map


@rule("map.sea.only_fleets_carry")
def test_land_units_do_not_cross_the_sea_by_themselves() -> None:
    setting = spring().phase("moving", 1, 1).stack("dover", britain={"infantry": 1, "tank": 1})
    table = setting.stack("liverpool", britain={"aircraft": 1}).start().choose("move", "area:dover")
    assert table.refused("go", "kind:britain_tank", "area:calais", "number:one") == "nc.through"
    assert ("ship", "area:dover") not in table.choices
    transfers = setting.phase("transferring", 1, 1).start().choose("transfer", "kind:britain_tank", "area:dover")
    assert transfers.refused("to", "area:calais") == "strat.land_over_sea"


@rule("map.strait.in_combat_moves", "map.denmark.owner")
def test_a_strait_taken_in_this_phase_is_open_at_once() -> None:
    """German ships in Stettin reach the North Sea by Denmark once an infantry has taken it; the canal is closed."""
    foes: dict[str, Json] = {"germany": ["france", "britain", "denmark"], "denmark": ["germany"]}
    setting = spring().set(at_war_with=foes, commander={"denmark": "france"}, canal_closed=True)
    setting = setting.stack("kiel", germany={"infantry": 1}).stack("stettin", germany={"fleet": 1, "infantry": 1})
    table = setting.stack("edinburgh", britain={"fleet": 1}).start()
    assert table.refused("strike", "area:edinburgh") == "atk.naval_strike"
    table.choose("enter", "area:denmark").choose("send", "kind:germany_infantry", "area:kiel")
    assert table.offers("strike", "area:edinburgh")


@rule("unit.fleet.where")
def test_ships_move_and_fight_at_sea_and_on_coasts_only() -> None:
    """No ship comes to Berlin or Madrid, and none joins a land attack."""
    setting = spring().stack("kiel", germany={"fleet": 1, "infantry": 2}).stack("denmark", britain={"infantry": 1})
    table = setting.held("britain", "denmark").start()
    table.choose("attack", "area:denmark").choose("by_hand")
    assert table.refused("send", "kind:germany_fleet", "area:kiel") == "unit.fleet.no_land_battle"
    moving = setting.phase("moving").start().choose("move", "area:kiel")
    assert moving.refused("go", "kind:germany_fleet", "area:berlin", "number:one") == "map.coast.port"


# ---------------------------------------------------------------------- control and bases


@rule("ctl.stays_without_garrison", "ctl.enter_empty")
def test_control_stays_when_the_captors_leave() -> None:
    setting = spring("bagration_overlord").season("1944_summer").phase("fighting", 1)
    setting = setting.stack("minsk", germany={"tank": 1}).stack("berlin", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:smolensk").choose("send", "kind:germany_tank", "area:minsk")
    assert table.holder("smolensk") == "germany"
    table.choose("enter", "area:kursk").choose("send", "kind:germany_tank", "area:smolensk")
    assert table.units("smolensk") == [] and table.holder("smolensk") == "germany" == table.holder("kursk")


@rule("unit.air.base_new_conquest", "unit.air.rebase_before")
def test_aircraft_use_a_base_captured_in_this_phase() -> None:
    setting = spring().stack("essen", germany={"infantry": 1, "aircraft": 1}).stack("paris", france={"infantry": 1})
    foes: dict[str, Json] = {"germany": ["france", "britain", "belgium"], "belgium": ["germany"]}
    table = setting.set(at_war_with=foes, commander={"belgium": "france"}).start()
    table.choose("rebase", "area:essen")
    assert table.refused("go", "kind:germany_aircraft", "area:belgium", "number:one") == "unit.air.base_friendly"
    table.choose("call_off").choose("enter", "area:belgium").choose("send", "kind:germany_infantry", "area:essen")
    table.choose("rebase", "area:essen").choose("go", "kind:germany_aircraft", "area:belgium", "number:one")
    assert table.offers("attack", "area:paris")  # two areas from Belgium


@rule("unit.tank.second_costs", "unit.tank.second_joins")
def test_the_second_attack_of_armour_costs_again_unless_it_joins_another() -> None:
    """Armour takes Belgium, and goes on against Calais together with infantry that makes its first attack."""
    setting = spring().stack("essen", germany={"tank": 1}).stack("belgium", france={"infantry": 1})
    setting = setting.held("france", "belgium").stack("calais", france={"infantry": 1})
    setting = setting.stack("maginot", germany={"infantry": 1}).held("germany", "maginot")
    table = setting.start().script(1, 6, *MISSES)
    table.choose("attack", "area:belgium").choose("by_hand").choose("send", "kind:germany_tank", "area:essen")
    table.choose("march")
    assert table.holder("belgium") == "germany" and table.purse("germany") == 29
    table.choose("attack", "area:calais").choose("force", "force:all")
    attackers = table.state.battle_now().attackers
    kinds = sorted(PACK.kind_keys[PACK.kind[unit]] for unit in range(PACK.units) if attackers >> unit & 1)
    assert kinds == ["germany_infantry", "germany_tank"]  # one battle for both
    assert table.purse("germany") == 28


# ---------------------------------------------------------------------- cooperation


@rule("coop.anglo_french.same_area")
def test_british_and_french_units_may_stand_together() -> None:
    setting = spring().phase("moving", 1, 1).stack("calais", france={"infantry": 1}, britain={"infantry": 1})
    table = setting.stack("paris", france={"infantry": 1}).start().choose("move", "area:calais")
    table.choose("go", "kind:britain_infantry", "area:paris", "number:one")
    assert table.count("paris", "france_infantry") == 1 == table.count("paris", "britain_infantry")


@rule("coop.soviet_apart.sea", "coop.soviet_apart")
def test_soviet_and_western_ships_meet_at_sea_but_not_in_port() -> None:
    """A British fleet crosses the Baltic, where Soviet ships are based around, but does not enter their port."""
    setting = war("bagration_overlord", 4).season("1944_summer").phase("moving", 0, 1)
    setting = setting.held("britain", "denmark", "kiel", "stettin").stack("edinburgh", britain={"fleet": 1})
    table = setting.stack("leningrad", ussr={"fleet": 1}).start().choose("move", "area:edinburgh")
    assert table.offers("go", "kind:britain_fleet", "area:stettin", "number:one")
    assert table.refused("go", "kind:britain_fleet", "area:leningrad", "number:one") == "coop.soviet_apart"


@rule("coop.soviet_apart")
@pytest.mark.parametrize("western", ["britain", "france", "usa"])
def test_soviet_units_and_those_of_each_western_power_keep_out_of_each_others_areas(western: str) -> None:
    """Vienna is Soviet, and both would be let into it, if the other's units were not there."""
    setting = war("full_war_a").season("1944_spring").held("ussr", "vienna")
    sides: dict[str, Json] = {"ussr": "allies", "usa": "allies", "france": "allies", "britain": "allies"}
    setting = setting.set(alliance=sides)
    vienna, soviets, others = area("vienna"), nation("ussr"), nation(western)
    empty = at_first(setting)
    assert entry.barred(empty, soviets, vienna) is None and entry.barred(empty, others, vienna) is None
    taken = at_first(setting.stack("vienna", **{western: {"infantry": 1}}))
    assert entry.barred(taken, soviets, vienna) == "coop.soviet_apart" and entry.barred(taken, others, vienna) is None
    taken = at_first(setting.stack("vienna", ussr={"infantry": 1}))
    assert entry.barred(taken, others, vienna) == "coop.soviet_apart" and entry.barred(taken, soviets, vienna) is None


# ---------------------------------------------------------------------- neutrals, agreements, falls


@rule("war.stay_neutral", "war.agreements")
def test_italy_and_the_soviet_union_may_stay_neutral_to_the_end() -> None:
    """Nothing but their own wish takes them into the war, and no agreement is kept by the program."""
    table = war("full_war_b", 5).phase("opening").freely().start()
    while table.match.ask is not None:
        quiet = [choice for choice in (("done",), ("stand_by",)) if table.offers(*choice)]
        table.choose(*(quiet or table.choices)[0])
    g = table.state
    assert not g.foes[nation("italy")] and not g.foes[nation("ussr")]
    assert table.reason == "win.full_b.targets"
    free = war("full_war_b", 4).season("1941_autumn").phase("fighting", 0, 0).stack("warsaw", germany={"infantry": 1})
    assert free.stack("brest_litovsk", ussr={"infantry": 1}).start().offers("declare", "nation:ussr")


@rule("fall.recapture_by_ally", "acc.great", "fall.hpp_gone")
def test_a_fallen_power_does_not_return() -> None:
    """Britain retakes Paris long after the fall of France: nine HPP, and France takes no more turns."""
    setting = war("full_war_a").season("1942_summer").phase("fighting", 1).set(fallen=["france"])
    setting = setting.held("germany", *[key for key in PACK.area_keys if PACK.areas_of[2] >> area(key) & 1])
    setting = setting.stack("calais", britain={"infantry": 1, "aircraft": 1}).held("britain", "calais")
    table = setting.start().choose("enter", "area:paris").choose("send", "kind:britain_infantry", "area:calais")
    assert table.holder("paris") == "britain" and table.state.fallen >> nation("france") & 1
    assert nation("france") not in table.state.on_turn()
    assert accounting.value(table.state, area("paris")) == 9 and accounting.yields(table.state, 3, area("paris"))


@rule("fall.usa", "usa.no_invasion")
def test_the_united_states_never_fall() -> None:
    """Not even if the box could be taken: it is no capital whose loss counts."""
    setting = war("bagration_overlord").phase("settling").set(last_chance=[])
    g = at_first(setting.held("germany", "usa"))
    assert not fall.lost_capitals(g)
    german = war("bagration_overlord").phase("fighting", 1).stack("brest", germany={"fleet": 1, "infantry": 1}).start()
    assert german.refused("invade", "area:usa") == "usa.no_invasion"
    assert german.refused("enter", "area:usa") == "map.usa_box"


@rule("usa.no_axis_declaration")
@pytest.mark.parametrize(("power", "acting"), [("germany", 0), ("italy", 1)])
def test_no_axis_power_declares_war_on_the_united_states(power: str, acting: int) -> None:
    setting = war("full_war_a", 5).season("1942_summer").phase("fighting", 0, acting)
    setting = setting.stack("rome" if power == "italy" else "berlin", **{power: {"infantry": 1, "aircraft": 1}})
    table = setting.start()
    assert table.asked == power and table.refused("declare", "nation:usa") == "usa.no_axis_declaration"


# ---------------------------------------------------------------------- the east


@rule("east.no_other_growth", "war.neutral.hpp_later")
def test_conquests_bring_nothing_before_the_accounting() -> None:
    setting = spring("full_war_a").stack("kiel", germany={"infantry": 2})
    foes: dict[str, Json] = {"germany": ["france", "britain", "denmark"], "denmark": ["germany"]}
    table = setting.set(at_war_with=foes, commander={"denmark": "france"}).start()
    before = table.state.hpp[:]
    table.choose("enter", "area:denmark").choose("send", "kind:germany_infantry", "area:kiel")
    assert table.holder("denmark") == "germany" and table.state.hpp == before


@rule("east.satellites_fall", "war.neutral.capital_falls", "acc.loss.satellite")
def test_a_satellite_falls_with_its_capital() -> None:
    setting = war("bagration_overlord").phase("fighting", 0).season("1944_summer").roll(*MISSES)
    setting = setting.stack("jassy", ussr={"infantry": 2}).held("ussr", "jassy")
    setting = setting.stack("ploesti", romania={"infantry": 1}).stack("cluj", germany={"infantry": 1})
    table = setting.start().choose("enter", "area:bucharest").choose("send", "kind:ussr_infantry", "area:jassy")
    assert table.units("ploesti") == [] and table.holder("ploesti") == "ussr"
    assert table.holder("cluj") == "germany"  # an ally stands there
    assert table.state.fallen >> nation("romania") & 1


@rule("east.satellite_attacked_early", "war.neutral.survives")
def test_a_satellite_that_the_west_attacks_joins_the_axis() -> None:
    setting = war("full_war_a", 5).season("1940_summer").phase("fighting", 1, 1).roll(*MISSES)
    setting = setting.stack("salonika", britain={"infantry": 1}).held("britain", "salonika")
    setting = setting.stack("london", britain={"aircraft": 1}).hpp(germany=1, italy=50)
    table = setting.start().choose("declare", "nation:bulgaria")
    assert table.asked == "germany" and table.prompt == "war.place"  # though Italy has more HPP, it is neutral
    table.choose("at", "area:sofia")
    assert table.state.commander[nation("bulgaria")] == nation("germany")
    while table.asked != "west":
        table.choose("stand_by")
    table.choose("attack", "area:sofia").choose("force", "force:all").choose("break_off")
    assert table.state.alliance[nation("bulgaria")] == -1
    while table.state.turn == 1:
        table.choose("stand_by" if table.offers("stand_by") else "done")
    assert table.state.alliance[nation("bulgaria")] == 0  # Axis
    assert table.state.friendly(nation("germany"), area("varna"))


@rule("med.regain", "med.gibraltar_suez")
def test_the_base_is_restored_when_the_area_is_allied_again() -> None:
    g = at_first(war("barbarossa").held("italy", "suez"))
    assert accounting.base_lost(g, nation("britain")) == 5
    g = at_first(war("barbarossa").held("usa", "suez").set(alliance={"usa": "allies"}))
    assert accounting.base_lost(g, nation("britain")) == 0


@rule("unit.tank.no_embark_after_move", "unit.inf.sea_no_move", "unit.fleet.carry_invasion")
@pytest.mark.parametrize("condition", ["moved", "attacked", "retreated", "carried", "cut_off"])
def test_units_that_moved_or_fought_do_not_embark_for_an_invasion(condition: str) -> None:
    setting = spring().phase("fighting", 1).stack("dover", britain={"fleet": 1, "tank": {condition: 1}})
    setting = setting.held("germany", "calais").stack("london", britain={"aircraft": 1})
    table = setting.start()
    assert table.refused("invade", "area:calais") == "unit.fleet.embark_where"


# ---------------------------------------------------------------------- wars


@rule("war.historic_allies")
def test_no_ally_by_history_is_attacked_even_while_it_is_neutral() -> None:
    setting = war("full_war_b", 5).season("1941_autumn").phase("fighting", 1, 1)
    table = setting.stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1}).start()
    assert table.refused("declare", "nation:ussr") == "war.historic_allies"
    assert table.refused("declare", "nation:france") == "war.historic_allies"


@rule("war.pay_self", "war.must_follow_enforced")
def test_the_attack_of_an_ally_does_not_release_the_one_who_declared_war() -> None:
    setting = war("sichelschnitt", 3).season("1940_spring").phase("fighting", 1, 0).roll(*MISSES)
    setting = setting.stack("calais", france={"infantry": 1, "aircraft": 1}, britain={"infantry": 1})
    table = setting.start().choose("declare", "nation:belgium")
    assert table.asked == "britain"
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("break_off")
    assert table.asked == "france" and table.refused("stand_by") == "war.must_follow_enforced"


@rule("war.italy.alliance")
def test_a_declaration_of_the_allies_makes_italy_germanys_ally_too() -> None:
    setting = war("full_war_a", 5).season("1940_spring").phase("fighting", 1, 0).roll(*MISSES)
    table = setting.stack("lyon", france={"infantry": 1}).stack("milan", italy={"infantry": 1}).start()
    table.choose("declare", "nation:italy")
    g = table.state
    assert g.alliance[nation("italy")] == 0 and g.friendly(nation("germany"), area("rome"))
    assert g.at_war(nation("italy"), nation("britain"))


@rule("usa.enter_side")
def test_america_does_not_fight_a_neutral_italy() -> None:
    setting = war("full_war_a", 5).season("1942_summer").phase("fighting", 1, 2).hpp(usa=40).set(opening={"usa": 40})
    table = setting.stack("berlin", germany={"infantry": 1}).start()
    while not table.offers("declare", "nation:germany"):
        table.choose("stand_by")
    table.choose("declare", "nation:germany")
    assert table.state.at_war(nation("usa"), nation("germany")) and not table.state.at_war(
        nation("usa"), nation("italy")
    )


@rule("war.ussr.alliance")
def test_the_soviet_union_is_an_ally_also_when_it_attacks_first() -> None:
    setting = war("full_war_a", 5).season("1941_autumn").phase("fighting", 1, 3).roll(*MISSES)
    setting = setting.stack("brest_litovsk", ussr={"infantry": 1}).stack("warsaw", germany={"infantry": 1})
    table = setting.start().choose("declare", "nation:germany")
    assert table.state.alliance[nation("ussr")] == 1 and table.state.friendly(nation("ussr"), area("cairo"))


@rule("war.neutral.moves", "war.neutral.units_combine")
def test_units_of_an_allied_country_attack_abroad_in_their_commanders_turn() -> None:
    foes: dict[str, Json] = {"germany": ["france", "britain", "belgium"], "belgium": ["germany"]}
    setting = spring().set(at_war_with=foes, commander={"belgium": "france"}, alliance={"belgium": "allies"})
    setting = setting.stack("belgium", belgium={"infantry": 1}, france={"infantry": 1}).phase("fighting", 1, 0)
    table = setting.stack("essen", germany={"infantry": 1}).start().choose("attack", "area:essen")
    table.choose("force", "force:all")
    assert table.count("essen", "belgium_infantry") == 1 == table.count("essen", "france_infantry")
    table.choose("break_off")
    while table.prompt == "leaving.retreat":
        table.choose(*table.choices[0])
    assert table.count("essen", "belgium_infantry") == 0


@rule("east.satellites_units")
def test_satellite_units_attack_in_the_turn_in_which_they_join() -> None:
    setting = war("full_war_a").season("1941_summer").phase("fighting", 0, 0).roll(*MISSES)
    setting = setting.stack("warsaw", germany={"infantry": 1}).stack("brest_litovsk", ussr={"infantry": 1})
    table = setting.stack("kiev", ussr={"infantry": 1}).start().choose("declare", "nation:ussr")
    while table.prompt == "war.place":
        table.choose(*table.choices[0])
    assert table.units("budapest") == ["hungary_infantry_1", "hungary_infantry_2"]
    table.choose("attack", "area:kiev").choose("by_hand")
    assert table.offers("send", "kind:hungary_infantry", "area:budapest")


# ---------------------------------------------------------------------- spending


@rule("hpp.half_cap.includes_all", "hpp.half_cap")
def test_invasions_and_declarations_count_against_the_limit_too() -> None:
    """Britain has 25, and may spend 13 a turn: after 9 an invasion is too dear, after 8 it is not."""
    setting = spring().phase("fighting", 1).stack("dover", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    setting = setting.held("germany", "calais")
    assert setting.set(spent={"britain": 8}).start().offers("invade", "area:calais")
    dear = setting.set(spent={"britain": 9}).start()
    assert dear.refused("invade", "area:calais") in ("hpp.half_cap", "war.needed")
    declared = spring().stack("essen", germany={"infantry": 1}).start().choose("declare", "nation:belgium")
    declared.choose("attack", "area:belgium").choose("force", "force:all")
    assert declared.state.spent[0] == 3


# ---------------------------------------------------------------------- the map


@rule("map.shore")
def test_aircraft_count_the_adriatic_shore_like_any_border() -> None:
    assert PACK.flight[area("rome")][area("adriatic_sea")] == 1 == PACK.flight[area("florence")][area("adriatic_sea")]


@rule("map.kiel.base")
def test_kiel_is_invaded_from_the_north_sea_by_those_who_may_not_base_there() -> None:
    setting = spring().phase("fighting", 1).stack("edinburgh", britain={"infantry": 1, "fleet": 1, "aircraft": 1})
    table = setting.start().choose("invade", "area:kiel").choose("force", "force:all")
    assert table.holder("kiel") == "britain"


@rule("map.urals_box.use", "map.urals_box")
def test_soviet_units_move_through_the_eastern_box() -> None:
    """From Gorky by the box to Astrakhan: two areas for armour; aircraft base there."""
    setting = war("bagration_overlord", 4).season("1944_summer").phase("moving", 0, 0)
    table = setting.stack("gorky", ussr={"tank": 1, "aircraft": 1}).start().choose("move", "area:gorky")
    assert table.offers("go", "kind:ussr_tank", "area:astrakhan", "number:one")
    assert table.offers("go", "kind:ussr_aircraft", "area:urals", "number:one")


# ---------------------------------------------------------------------- separate groups


@rule("land.separate_contingents.second", "unit.one_attack")
def test_infantry_that_beat_one_group_does_not_attack_the_next() -> None:
    setting = spring().stack("netherlands", germany={"infantry": 1}).held("germany", "netherlands")
    setting = setting.stack("belgium", france={"infantry": 1}, britain={"infantry": 1}).held("france", "belgium")
    table = setting.roll(*MISSES).start().script(1, 6, *MISSES)
    table.choose("attack", "area:belgium").choose("against", "nation:france").choose("force", "force:all")
    assert table.count("belgium", "germany_infantry") == 1 and table.count("belgium", "france_infantry") == 0
    assert table.refused("attack", "area:belgium") == "atk.reach"


@rule("build.satellites", "war.neutral.no_rebuild")
def test_germany_builds_nothing_for_a_satellite_that_fights_it() -> None:
    foes: dict[str, Json] = {"germany": ["france", "britain", "ussr", "romania"], "romania": ["germany"]}
    foes |= {"ussr": ["germany"]}
    setting = war("full_war_a").season("1941_winter").phase("building", 0, 0).set(at_war_with=foes, soviet_attack=8)
    table = setting.set(alliance={"ussr": "allies", "romania": "allies"}, commander={"romania": "ussr"}).start()
    assert table.refused("build", "kind:romania_infantry", 1) == "war.neutral.no_rebuild"
