"""Clauses of both levels worked out from the rulebook a third time: who passes through, who pays, who is paid."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import accounting
from sandtable.games.battle_for_europe.pack import ALLIES, BRITAIN
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.war import PACK, Table, War, war

# ---------------------------------------------------------------------- passing through


def behind_the_line(phase: str) -> War:
    """British armour in Belgium; the only way into the south of France leads through the Maginot Line."""
    setting = (
        war().season("1940_spring").phase(phase, 1, 1).held("germany", "calais", "paris").held("france", "belgium")
    )
    return setting.stack("belgium", britain={"tank": 1, "aircraft": 1}).stack("paris", germany={"infantry": 1})


@rule("coop.passing", "coop.maginot")
def test_british_armour_does_not_march_through_the_maginot_line() -> None:
    table = behind_the_line("moving").stack("calais", germany={"infantry": 1}).start().choose("move", "area:belgium")
    assert table.refused("go", "kind:britain_tank", "area:lyon", "number:one") == "coop.passing"
    assert table.refused("go", "kind:britain_tank", "area:maginot", "number:one") == "coop.maginot"
    assert table.offers("go", "kind:britain_aircraft", "area:lyon", "number:one")
    fallen = behind_the_line("moving").set(fortress_lost=["maginot"]).start().choose("move", "area:belgium")
    assert fallen.offers("go", "kind:britain_tank", "area:lyon", "number:one")


@rule("coop.passing", "strat.distance")
def test_nor_does_a_strategic_transfer_lead_through_it() -> None:
    table = behind_the_line("transferring").start()
    assert table.refused("transfer", "kind:britain_tank", "area:belgium") == "strat.distance"
    table.choose("transfer", "kind:britain_aircraft", "area:belgium")
    assert table.offers("to", "area:lyon")


@rule("coop.passing", "atk.reach")
def test_nor_does_british_armour_attack_through_it() -> None:
    setting = war().season("1940_spring").phase("fighting", 1).held("france", "belgium")
    setting.stack("stuttgart", germany={"infantry": 1}).stack("essen", germany={"infantry": 1})
    british = setting.stack("belgium", britain={"tank": 1}).start()
    assert british.refused("attack", "area:stuttgart") == "atk.reach" and british.offers("attack", "area:essen")
    assert setting.stack("belgium", france={"tank": 1}).start().offers("attack", "area:stuttgart")


def danube(phase: str) -> War:
    """Soviet armour in Prague, and Zagreb beyond Vienna; the Germans hold everything round about."""
    setting = war("bagration_overlord").phase(phase, 0, 0).held("ussr", "prague", "zagreb").held("britain", "vienna")
    setting.stack("prague", ussr={"tank": 1})
    for area in ("budapest", "munich"):
        setting.stack(area, germany={"infantry": 1})
    return setting


@rule("coop.passing", "coop.soviet_apart")
def test_soviet_armour_does_not_pass_british_units_but_their_empty_areas() -> None:
    for phase, order in (("moving", ("move", "area:prague")), ("transferring", ("transfer", "kind:ussr_tank"))):
        goal = ("go", "kind:ussr_tank", "area:zagreb", "number:one") if phase == "moving" else ("to", "area:zagreb")
        words = order if phase == "moving" else (*order, "area:prague")
        empty = danube(phase).start().choose(*words)
        assert empty.offers(*goal)
        occupied = danube(phase).held("ussr", "breslau").stack("vienna", britain={"infantry": 1}).start().choose(*words)
        assert occupied.refused(*goal) == "coop.passing"


# ---------------------------------------------------------------------- the Soviet Union attacks a satellite


def on_the_dniester(**soviet: int) -> War:
    """Autumn 1941: only Romania is within reach of the Soviet infantry; a French aircraft keeps the turn going."""
    setting = war("full_war_a").season("1941_autumn").phase("fighting", 1).stack("dnepropetrovsk", ussr={**soviet})
    return setting.stack("paris", france={"aircraft": 1}).hpp(ussr=44).set(opening={"ussr": 44}).roll(*(1,) * 8)


@rule("east.ussr_satellite", "east.ussr_cost", "war.must_follow_enforced")
def test_the_soviet_union_may_attack_a_satellite_alone_for_both_prices() -> None:
    table = on_the_dniester(infantry=3).start()
    assert table.refused("declare", "nation:romania") == "east.ussr_cost"
    table.choose("declare", "nation:germany")
    assert table.purse("ussr") == 37 and table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("declare", "nation:romania")
    while table.prompt == "war.place":
        table.choose("at", "area:jassy")
    assert table.purse("ussr") == 35 and table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:jassy").choose("force", "force:all")
    assert table.holder("jassy") == "ussr" and table.purse("ussr") == 34
    table.choose("stand_by")
    assert table.prompt == "phase_two"


@rule("east.ussr_satellite")
def test_taking_an_empty_area_of_a_satellite_is_enough_too() -> None:
    table = on_the_dniester(infantry=3).start().choose("declare", "nation:germany").choose("declare", "nation:romania")
    while table.prompt == "war.place":
        table.choose("at", "area:bucharest")
    table.choose("enter", "area:jassy").choose("send_all", "area:dnepropetrovsk")
    assert table.offers("stand_by")


@rule("east.ussr_satellite", "war.must_follow_enforced")
def test_the_soviet_union_must_be_able_to_pay_for_both_declarations_and_a_battle() -> None:
    for spent, reason in ((12, None), (13, "war.must_follow_enforced")):  # 22 less 12 are 7 + 2 + 1
        table = on_the_dniester(infantry=3).set(spent={"ussr": spent}).start()
        if reason is None:
            assert table.offers("declare", "nation:germany")
        else:
            assert table.refused("declare", "nation:germany") == reason


@rule("east.ussr_satellite")
def test_other_powers_attack_whom_they_declared_war_on() -> None:
    """France borders on Belgium; an attack on the Netherlands beyond does not follow up a declaration on Belgium."""
    setting = war("full_war_a").season("1940_spring").phase("fighting", 1).stack("calais", france={"infantry": 2})
    setting.stack("paris", france={"aircraft": 1}).set(owed={"france": ["belgium"]})
    foes: dict[str, Json] = {
        "france": ["germany", "belgium", "romania"],
        "britain": ["germany", "belgium", "romania"],
        "germany": ["france", "britain"],
        "belgium": ["france", "britain"],
        "romania": ["france", "britain"],
    }
    setting.set(at_war_with=foes, commander={"belgium": "germany", "romania": "germany"})
    table = setting.stack("jassy", france={"infantry": 1}).held("france", "jassy").start()
    table.choose("enter", "area:ploesti").choose("send", "kind:france_infantry", "area:jassy")
    assert table.refused("stand_by") == "war.must_follow_enforced"


# ---------------------------------------------------------------------- whose HPP a country brings


@rule("war.neutral.hpp_ally", "war.neutral_power.victim")
def test_a_country_that_stands_alone_brings_nobody_hpp() -> None:
    """Neutral Italy has attacked Yugoslavia, whose army Britain commands; only an ally of Britain pays 3 HPP."""
    foes: dict[str, Json] = {"italy": ["yugoslavia"], "yugoslavia": ["italy"]}
    setting = war("full_war_a").season("1940_winter").phase("accounting").set(at_war_with=foes)
    setting.set(commander={"yugoslavia": "britain"}).stack("belgrade", yugoslavia={"infantry": 1})
    alone = at_first(setting)
    accounting.annual(alone)
    assert alone.opening[BRITAIN] == 27
    foes["italy"] = ["yugoslavia", "britain", "france"]
    joined = at_first(setting.set(alliance={"yugoslavia": "allies", "italy": "axis"}, at_war_with=foes))
    accounting.annual(joined)
    assert joined.opening[BRITAIN] == 30


# ---------------------------------------------------------------------- after a sea transport


@rule("bomb.as_aircraft", "unit.air.transport")
def test_a_bomber_that_was_carried_changes_base_by_one_area_like_an_aircraft() -> None:
    setting = war("bagration_overlord").advanced().phase("moving", 0, 1).held("britain", "brest", "calais", "belgium")
    table = setting.stack("edinburgh", britain={"fleet": 1, "bomber": 1}).start()
    table.choose("ship", "area:edinburgh").choose("to", "area:brest").choose("pick", "kind:britain_bomber")
    table.choose("move", "area:brest")
    assert table.offers("go", "kind:britain_bomber", "area:calais", "number:one")
    far = table.refused("go", "kind:britain_bomber", "area:belgium", "number:one")
    assert far == "unit.air.rebase_phase2"


# ---------------------------------------------------------------------- Vichy falls to the Axis


def vichy_attacked() -> Table:
    """Germany has declared war on Vichy France, whose army stands in Lyon and Tunis."""
    setting = war("barbarossa").season("1942_spring").stack("paris", germany={"infantry": 4})
    setting.stack("london", britain={"aircraft": 1})
    setting.stack("lyon", vichy_france={"infantry": 1}).stack("tunis", vichy_france={"infantry": 1})
    return setting.start().choose("declare", "nation:vichy_france")


@rule("vichy.axis_may_declare", "war.neutral.capital_falls", "war.neutral.capital_falls_country")
def test_with_vichy_the_whole_state_falls_to_the_axis() -> None:
    table = vichy_attacked().choose("enter", "area:vichy").choose("send", "kind:germany_infantry", "area:paris")
    held = ("vichy", "lyon", "corsica", "casablanca", "algiers", "tunis", "damascus")
    assert [table.holder(area) for area in held] == ["germany"] * 7
    assert not table.units("lyon") and not table.units("tunis") and table.state.vichy_ended


@rule("vichy.axis_may_declare", "war.neutral.survives")
def test_without_vichy_the_state_stands_and_belongs_to_the_allies() -> None:
    table = vichy_attacked().script(*(1, 1), *(6,) * 4).choose("attack", "area:lyon").choose("force", "force:all")
    while table.prompt != "phase_one":
        table.choose(*table.choices[0])
    assert table.holder("lyon") == "germany" and table.holder("vichy") == "vichy_france"
    table.choose("stand_by")
    while table.asked == "axis":
        table.choose("done")
    vichy = PACK.nation_keys.index("vichy_france")
    assert table.count("tunis", "vichy_france_infantry") == 1 and table.state.alliance[vichy] == ALLIES


# ---------------------------------------------------------------------- the most exact reason


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


@rule("sup.no_move", "ctl.enter_empty", "nc.transport")
def test_units_that_are_cut_off_neither_enter_an_empty_area_nor_embark() -> None:
    setting = war().season("1940_spring").phase("fighting", 1, 0).stack("paris", france={"aircraft": 1})
    setting.stack("calais", france={"infantry": {"cut_off": 1}}).held("germany", "belgium")
    assert setting.start().refused("enter", "area:belgium") == "sup.no_move"
    setting.stack("brest", france={"fleet": 1}).phase("moving", 1, 0)
    assert setting.start().refused("ship", "area:calais") == "sup.no_move"
    table = setting.stack("calais", france={"infantry": {"cut_off": 1}, "aircraft": 1}).start()
    table.choose("ship", "area:calais").choose("to", "area:brest")
    assert table.refused("pick", "kind:france_infantry") == "sup.no_move"


# ---------------------------------------------------------------------- room in Africa


@rule("med.africa_three", "ctl.enter_empty")
def test_of_many_germans_who_march_into_africa_as_many_go_as_find_room() -> None:
    setting = (
        war("barbarossa").season("1942_spring").held("germany", "jerusalem").stack("berlin", germany={"aircraft": 1})
    )
    setting.stack("jerusalem", germany={"infantry": 3})
    for there, coming in ((0, 3), (1, 2)):
        setting.stack("tripoli", germany={"infantry": there})
        table = setting.start().choose("enter", "area:suez").choose("send_all", "area:jerusalem")
        assert table.count("suez", "germany_infantry") == coming
    table = setting.stack("tripoli", germany={"infantry": 2}).start().choose("enter", "area:suez")
    assert table.refused("send_all", "area:jerusalem") == "med.africa_three"
    table.choose("send", "kind:germany_infantry", "area:jerusalem")
    assert table.refused("enter", "area:cairo") == "unit.move_once"


@rule("inv.target", "coop.soviet_apart")
def test_of_several_powers_the_one_whose_coast_it_is_says_why_it_is_not_invaded() -> None:
    """The allied seat runs the Soviet Union too, whose units may not stand beside the British in Dover."""
    setting = war("bagration_overlord").phase("fighting", 0).stack("dover", britain={"infantry": 1, "fleet": 1})
    table = setting.stack("leningrad", ussr={"infantry": 1, "fleet": 1}).start()
    assert table.refused("invade", "area:dover") == "inv.target"
