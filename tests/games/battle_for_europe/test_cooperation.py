"""Cooperation of powers: who passes through, stands, fights and defends with whom."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import cooperation, entry
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first, fight, rolled
from tests.games.battle_for_europe.situations import (
    MISSES,
    area_index,
    german_spring,
    in_spring,
    nation,
    summer_of_1942,
)
from tests.games.battle_for_europe.war import PACK, War, war


def behind_the_line(phase: str) -> War:
    """British armour in Belgium; the only way into the south of France leads through the Maginot Line."""
    setting = (
        war().season("1940_spring").phase(phase, 1, 1).held("germany", "calais", "paris").held("france", "belgium")
    )
    return setting.stack("belgium", britain={"tank": 1, "aircraft": 1}).stack("paris", germany={"infantry": 1})


def danube(phase: str) -> War:
    """Soviet armour in Prague, and Zagreb beyond Vienna; the Germans hold everything round about."""
    setting = war("bagration_overlord").phase(phase, 0, 0).held("ussr", "prague", "zagreb").held("britain", "vienna")
    setting.stack("prague", ussr={"tank": 1})
    for area in ("budapest", "munich"):
        setting.stack(area, germany={"infantry": 1})
    return setting


@rule("coop.anglo_french.defend", "coop.others_combine")
def test_americans_defend_with_the_british_where_french_units_stand_too() -> None:
    foes: dict[str, Json] = {"usa": ["germany"], "germany": ["france", "britain", "usa"]}
    setting = war("full_war_a").season("1942_spring").set(at_war_with=foes, alliance={"usa": "allies"})
    setting.stack("calais", france={"infantry": 1}, britain={"infantry": 2}, usa={"infantry": 1})
    setting.held("germany", "belgium").stack("belgium", germany={"infantry": 4}).roll(*(6,) * 8)
    table = fight(setting, "calais", "germany", {"belgium": {"germany_infantry": 4}}, group="britain")
    assert {kind: row[1] for kind, row in rolled(table, 1).items()} == {"britain_infantry": 2, "usa_infantry": 1}


@rule("coop.anglo_french.defend", "war.neutral.units_combine")
def test_belgians_under_british_command_defend_apart_from_the_french() -> None:
    foes: dict[str, Json] = {"belgium": ["germany"], "germany": ["britain", "france", "belgium"]}
    setting = war().season("1940_spring").set(at_war_with=foes, alliance={"belgium": "allies"})
    setting = setting.set(commander={"belgium": "britain"}).stack("essen", germany={"infantry": 3})
    table = setting.stack("belgium", belgium={"infantry": 1}, france={"infantry": 1}).start()
    table.choose("attack", "area:belgium")
    assert set(table.choices) == {("against", "nation:belgium"), ("against", "nation:france")}


@rule("coop.anglo_french.same_area")
def test_british_and_french_units_may_stand_together() -> None:
    setting = german_spring().phase("moving", 1, 1).stack("calais", france={"infantry": 1}, britain={"infantry": 1})
    table = setting.stack("paris", france={"infantry": 1}).start().choose("move", "area:calais")
    table.choose("go", "kind:britain_infantry", "area:paris", "number:one")
    assert table.count("paris", "france_infantry") == 1 == table.count("paris", "britain_infantry")


@rule("coop.maginot")
def test_british_units_enter_the_maginot_line_once_it_has_fallen() -> None:
    setting = in_spring().phase("moving", 1, 1).stack("calais", britain={"infantry": 1})
    table = setting.start()
    assert table.prompt == "phase_two"
    table.choose("move", "area:calais")
    assert table.refused("go", "kind:britain_infantry", "area:maginot", "number:one") == "coop.maginot"
    fallen = setting.set(fortress_lost=["maginot"]).start().choose("move", "area:calais")
    assert fallen.offers("go", "kind:britain_infantry", "area:maginot", "number:one")


@rule("coop.combine.same_player")
def test_a_great_power_leads_though_its_satellite_has_more_units() -> None:
    setting = war("bagration_overlord").season("1944_summer")
    table = setting.stack("budapest", germany={"infantry": 1}, hungary={"infantry": 2}).start()
    area = PACK.area_keys.index("budapest")
    assert cooperation.leader(table.state, table.state.here[area]) == nation("germany")


@rule("coop.soviet_apart", "build.where")
def test_the_soviet_union_builds_nothing_where_british_units_stand() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("building", 0, 0)
    setting = setting.stack("leningrad", britain={"infantry": 1}).stack("moscow", ussr={"infantry": 1})
    table = setting.start().choose("build", "kind:ussr_infantry", 1)
    assert table.offers("at", "area:moscow") and not table.offers("at", "area:leningrad")
    assert table.refused("at", "area:leningrad") == "coop.soviet_apart"


@rule("coop.soviet_apart")
def test_soviet_units_do_not_go_where_french_units_stand() -> None:
    wars: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "ussr": ["germany"]}
    setting = war("full_war_a").season("1941_winter").phase("moving", 1, 3)
    setting = setting.set(at_war_with=wars, alliance={"ussr": "allies"}).stack("minsk", ussr={"infantry": 1})
    table = setting.stack("smolensk", france={"infantry": 1}).start().choose("move", "area:minsk")
    assert not table.offers("go", "kind:ussr_infantry", "area:smolensk", "number:one")
    assert table.offers("go", "kind:ussr_infantry", "area:kiev", "number:one")
    assert table.refused("go", "kind:ussr_infantry", "area:smolensk", "number:one") == "coop.soviet_apart"


@rule("coop.soviet_apart")
@pytest.mark.parametrize("western", ["britain", "france", "usa"])
def test_soviet_units_and_those_of_each_western_power_keep_out_of_each_others_areas(western: str) -> None:
    """Vienna is Soviet, and both would be let into it, if the other's units were not there."""
    setting = war("full_war_a").season("1944_spring").held("ussr", "vienna")
    sides: dict[str, Json] = {"ussr": "allies", "usa": "allies", "france": "allies", "britain": "allies"}
    setting = setting.set(alliance=sides)
    vienna, soviets, others = area_index("vienna"), nation("ussr"), nation(western)
    empty = at_first(setting)
    assert entry.barred(empty, soviets, vienna) is None and entry.barred(empty, others, vienna) is None
    taken = at_first(setting.stack("vienna", **{western: {"infantry": 1}}))
    assert entry.barred(taken, soviets, vienna) == "coop.soviet_apart" and entry.barred(taken, others, vienna) is None
    taken = at_first(setting.stack("vienna", ussr={"infantry": 1}))
    assert entry.barred(taken, others, vienna) == "coop.soviet_apart" and entry.barred(taken, soviets, vienna) is None


@rule("coop.soviet_apart.sea", "coop.soviet_apart")
def test_soviet_and_western_ships_meet_at_sea_but_not_in_port() -> None:
    """A British fleet crosses the Baltic, where Soviet ships are based around, but does not enter their port."""
    setting = war("bagration_overlord", 4).season("1944_summer").phase("moving", 0, 1)
    setting = setting.held("britain", "denmark", "kiel", "stettin").stack("edinburgh", britain={"fleet": 1})
    table = setting.stack("leningrad", ussr={"fleet": 1}).start().choose("move", "area:edinburgh")
    assert table.offers("go", "kind:britain_fleet", "area:stettin", "number:one")
    assert table.refused("go", "kind:britain_fleet", "area:leningrad", "number:one") == "coop.soviet_apart"


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


@rule("coop.passing", "coop.soviet_apart")
def test_soviet_armour_does_not_pass_british_units_but_their_empty_areas() -> None:
    for phase, order in (("moving", ("move", "area:prague")), ("transferring", ("transfer", "kind:ussr_tank"))):
        goal = ("go", "kind:ussr_tank", "area:zagreb", "number:one") if phase == "moving" else ("to", "area:zagreb")
        words = order if phase == "moving" else (*order, "area:prague")
        empty = danube(phase).start().choose(*words)
        assert empty.offers(*goal)
        occupied = danube(phase).held("ussr", "breslau").stack("vienna", britain={"infantry": 1}).start().choose(*words)
        assert occupied.refused(*goal) == "coop.passing"


@rule("coop.combine.same_player")
def test_of_equal_powers_the_first_in_the_order_of_play_leads_the_defence() -> None:
    def leader(**stack: dict[str, Json]) -> str:
        setting = summer_of_1942().phase("fighting", 1, 1).stack("cairo", britain={"infantry": 1, "aircraft": 1})
        setting = setting.stack("tobruk", **stack)
        setting = setting.stack("alexandria", britain={"infantry": 2})
        table = fight(setting, "tobruk", "britain", {"alexandria": {"britain_infantry": 2}})
        return PACK.nation_keys[table.state.battle_now().group]

    assert leader(germany={"infantry": 1}, italy={"infantry": 1}) == "italy"  # Italy + Germany
    assert leader(germany={"infantry": 2}, italy={"infantry": 1}) == "germany"


@rule("coop.others_combine", "war.neutral.units_combine")
def test_units_of_small_countries_fight_with_those_of_their_commander() -> None:
    setting = war("bagration_overlord").phase("fighting", 1).season("1944_summer")
    setting = setting.stack("bucharest", germany={"infantry": 1}, romania={"infantry": 2})
    setting = setting.stack("jassy", ussr={"infantry": 1}).held("ussr", "jassy").roll(*MISSES)
    table = setting.start().choose("attack", "area:jassy").choose("force", "force:all")
    battle = table.state.battle_now()
    kinds = {PACK.kind_keys[PACK.kind[unit]] for unit in range(PACK.units) if battle.attackers >> unit & 1}
    assert kinds == {"germany_infantry", "romania_infantry"}


@rule("coop.combine.no_agreement", "coop.combine.leader")
def test_whoever_defends_alone_leads_himself() -> None:
    """Italy proposes itself, and Germany refuses: the losses of the German group are Germany's to choose."""
    setting = war("barbarossa", 4).season("1942_summer").phase("fighting", 1, 1).roll(1, 6, 6, *MISSES)
    setting.stack("alexandria", britain={"infantry": 3})
    table = setting.stack("tobruk", italy={"infantry": 3}, germany={"infantry": 1, "tank": 1}).start()
    while table.asked != "west":
        table.choose("stand_by")
    table.choose("attack", "area:tobruk").choose("lead", "nation:italy")
    assert (table.asked, table.prompt) == ("germany", "defence.agree")
    table.choose("no").choose("against", "nation:germany").choose("force", "force:all")
    assert (table.asked, table.prompt) == ("germany", "losses")


@rule("coop.maginot")
def test_only_the_british_keep_out_of_the_maginot_line() -> None:
    foes: dict[str, Json] = {"germany": ["france", "britain", "usa"]}
    foes |= {key: ["germany"] for key in ("france", "britain", "usa")}
    stack: dict[str, Json] = {"infantry": 1}
    setting = war("full_war_a", 3).season("1942_summer").phase("moving", 1).set(at_war_with=foes)
    table = setting.set(alliance={"usa": "allies"}).stack("lyon", france=stack, britain=stack, usa=stack).start()
    for power in ("france", "britain", "usa"):
        assert table.facts["power"] == f"nation:{power}"
        table.choose("move", "area:lyon")
        order = ("go", f"kind:{power}_infantry", "area:maginot", "number:one")
        if power == "britain":
            assert table.refused(*order) == "coop.maginot"
            table.choose("call_off").choose("done")
        else:
            table.choose(*order)
    assert table.count("maginot", "france_infantry") == 1 == table.count("maginot", "usa_infantry")
