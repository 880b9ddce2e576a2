"""Second clauses of the basic level about battles, sea transport and what a new turn forgets."""

from __future__ import annotations

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import rolls
from sandtable.games.battle_for_europe.parts import AIR_BATTLE, ATTACKER, FIVE, LAND_BATTLE
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.test_basic_clauses import MISSES, NATION, in_the_axis
from tests.games.battle_for_europe.war import PACK, Table, War, war

# ---------------------------------------------------------------------- battles


@rule("hpp.battle_cost.joint", "coop.combine.same_player")
def test_a_power_without_units_in_an_attack_neither_leads_nor_pays_for_it() -> None:
    """Only Italians reach Lyon: the player is not asked which of his powers leads."""
    setting = in_the_axis().stack("lyon", france={"infantry": 1}).stack("milan", italy={"infantry": 2})
    table = setting.stack("essen", germany={"infantry": 1}).roll(*MISSES).start()
    before = table.purse("italy"), table.purse("germany")
    table.choose("attack", "area:lyon")
    assert table.prompt == "force"
    table.choose("force", "force:all")
    assert (table.purse("italy"), table.purse("germany")) == (before[0] - 1, before[1])


@rule("unit.used.mark", "unit.fleet.no_land_battle")
def test_a_fleet_whose_base_is_attacked_by_land_is_not_used_by_that() -> None:
    setting = war().season("1940_spring").held("germany", "belgium").stack("belgium", germany={"infantry": 2})
    setting = setting.stack("calais", france={"infantry": 1, "fleet": 1, "aircraft": 1}).roll(*MISSES)
    table = setting.start().choose("attack", "area:calais").choose("force", "force:all")
    table.choose("yes").choose("break_off")
    flags = {key: table.state.flags[PACK.unit_keys.index(key)] & USED for key in table.units("calais")}
    assert [bool(flags[key]) for key in sorted(flags)] == [True, False, False]  # aircraft, fleet, infantry


@rule("atk.reach", "mod.lowest_direction")
def test_armour_comes_by_the_way_that_gives_the_defenders_least() -> None:
    """From Minsk to Königsberg: over the river from Riga, or from Brest-Litovsk without one."""
    setting = war("bagration_overlord").season("1944_summer").held("ussr", "minsk", "riga", "brest_litovsk")
    setting = setting.stack("minsk", ussr={"tank": 1}).stack("konigsberg", germany={"infantry": 1}).roll(*MISSES)
    table = setting.start().choose("attack", "area:konigsberg").choose("force", "force:all")
    assert [line.args[3] for line in table.told("roll_battle")][1] == 2
    over_the_river = setting.held("germany", "brest_litovsk").start()
    over_the_river.choose("attack", "area:konigsberg").choose("force", "force:all")
    assert [line.args[3] for line in over_the_river.told("roll_battle")][1] == 3


@rule("mod.fortress.land_battle_only")
def test_a_fortress_does_not_lower_aircraft_in_the_air_battle() -> None:
    """German aircraft attack at 3 in the air and at 1 on land; the odds ask before a battle has come so far."""
    aircraft = PACK.unit_keys.index("germany_aircraft_1")
    values = []
    for step in (AIR_BATTLE, LAND_BATTLE):
        terms = rolls.Terms(step, False, 0, 0, rolls.Ground(FIVE, True))
        values.append(rolls.roll_of(PACK, terms, ATTACKER, aircraft))
    assert values == [(3, 1), (1, 1)]


def first_winter(turn: int) -> War:
    """Winter 1941 in Barbarossa, half a year after the German attack."""
    axis: list[Json] = ["germany", "italy", "hungary"]
    wars: dict[str, Json] = {key: ["britain", "ussr"] for key in ("germany", "italy", "hungary")}
    wars |= {"britain": axis, "ussr": axis}
    setting = war("barbarossa").season("1941_winter").phase("fighting", turn).set(at_war_with=wars)
    attack = PACK.cell_keys.index("1941_summer")
    return setting.set(german_attack=attack, alliance={"ussr": "allies"}).roll(*MISSES)


def dice_of_attackers(table: Table) -> int:
    """How many dice the first row of the last round has."""
    return len(str(table.told("roll_battle")[0].args[0]).split(", "))


@rule("east.winter_soviet_double")
def test_in_the_first_winter_soviet_units_roll_twice_against_allies_of_germany_too() -> None:
    setting = first_winter(1).held("hungary", "kiev").stack("kiev", hungary={"infantry": 1})
    table = setting.stack("kursk", ussr={"infantry": 2}).start()
    assert dice_of_attackers(table.choose("attack", "area:kiev").choose("force", "force:all")) == 4


@rule("east.winter_soviet_double")
def test_in_the_first_winter_british_units_roll_once() -> None:
    setting = first_winter(1).held("germany", "alexandria").stack("alexandria", germany={"infantry": 1})
    table = setting.stack("cairo", britain={"infantry": 2}).start()
    assert dice_of_attackers(table.choose("attack", "area:alexandria").choose("force", "force:all")) == 2


# ---------------------------------------------------------------------- sea transport


@rule("usa.first_to_britain", "nc.transport")
def test_american_fleets_carry_nobody_before_they_have_come_to_britain() -> None:
    setting = war("bagration_overlord").season("1944_spring").phase("moving", 0, 2).held("usa", "casablanca")
    setting = setting.stack("usa", usa={"fleet": 1}).stack("plymouth", usa={"infantry": 1})
    assert setting.start().refused("ship", "area:plymouth") == "usa.first_to_britain"
    assert setting.stack("plymouth", usa={"infantry": 1, "fleet": 1}).start().offers("ship", "area:plymouth")


@rule("vichy.units.stay", "vichy.attacked")
def test_fleets_of_vichy_france_carry_no_german_units() -> None:
    wars: dict[str, Json] = {"germany": ["britain"], "italy": ["britain"], "vichy_france": ["britain"]}
    wars |= {"britain": ["germany", "italy", "vichy_france"]}
    setting = war("barbarossa").phase("moving", 0, 1).set(at_war_with=wars, alliance={"vichy_france": "axis"})
    setting = setting.stack("tunis", germany={"infantry": 1}, vichy_france={"fleet": 1})
    assert setting.start().refused("ship", "area:tunis") == "unit.fleet.embark_where"
    german = setting.stack("sicily", germany={"fleet": 1}).start()
    assert german.offers("ship", "area:tunis")


# ---------------------------------------------------------------------- from turn to turn


@rule("war.must_follow")
def test_an_attack_on_units_of_the_target_in_an_allys_area_is_deed_enough() -> None:
    """Italy declares war on Britain, whose Malta it could invade, and attacks the British in French Lyon."""
    setting = (
        war("full_war_a", 4).season("1940_spring").phase("fighting", 0, 1).hpp(italy=40).set(opening={"italy": 40})
    )
    setting = setting.stack("sicily", italy={"infantry": 1, "fleet": 1}).stack("milan", italy={"infantry": 1})
    table = setting.stack("lyon", britain={"infantry": 1}).roll(*MISSES).start().choose("declare", "nation:britain")
    while table.asked != "italy":
        table.choose("stand_by")
    assert table.refused("stand_by") == "war.must_follow_enforced"
    table.choose("attack", "area:lyon").choose("force", "force:all")
    assert not table.state.owed[NATION["italy"]]


@rule("war.must_follow", "war.must_follow_impossible")
def test_a_deed_that_could_not_follow_is_not_owed_in_the_next_turn() -> None:
    wars: dict[str, Json] = {"germany": ["britain", "france", "denmark"], "denmark": ["germany"]}
    setting = war().season("1940_spring").phase("opening").set(at_war_with=wars, owed={"germany": ["denmark"]})
    setting = setting.stack("denmark", denmark={"infantry": 1}).stack("kiel", germany={"infantry": 1})
    table = setting.start()
    assert table.offers("attack", "area:denmark") and table.offers("stand_by")


@rule("east.ploesti")
def test_the_axis_without_oil_makes_one_attack_in_every_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").held("ussr", "ploesti").set(attacks={"germany": 1})
    setting = (
        setting.stack("konigsberg", germany={"infantry": 2}).stack("riga", ussr={"infantry": 1}).held("ussr", "riga")
    )
    assert setting.phase("opening", 1).start().offers("attack", "area:riga")
    made = setting.stack("berlin", germany={"aircraft": 1}).phase("fighting", 1).start()
    assert made.refused("attack", "area:riga") == "east.ploesti"


@rule("usa.ocean_four")
def test_four_american_units_cross_the_ocean_in_every_turn() -> None:
    setting = war("bagration_overlord").season("1944_summer").phase("opening").set(crossed=4)
    table = setting.hpp(usa=0).stack("usa", usa={"infantry": 1}).stack("london", usa={"infantry": 1}).start()
    while table.prompt != "phase_four":
        table.choose("stand_by" if table.prompt == "phase_one" else "done")
    assert table.offers("transfer", "kind:usa_infantry", "area:usa")


@rule("acc.loss.deduct")
def test_a_conquest_that_is_not_retaken_comes_off_at_the_end_of_phase_one() -> None:
    """Germany counted Belgium, worth 4, and France has taken it since then."""
    setting = war().season("1940_summer").held("france", "belgium").set(credited={"belgium": "germany"})
    table = setting.hpp(germany=20).stack("essen", germany={"aircraft": 1}).start()
    assert table.purse("germany") == 20
    assert table.choose("stand_by").purse("germany") == 16


@rule("coop.soviet_apart")
def test_soviet_units_do_not_go_where_french_units_stand() -> None:
    wars: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "ussr": ["germany"]}
    setting = war("full_war_a").season("1941_winter").phase("moving", 1, 3)
    setting = setting.set(at_war_with=wars, alliance={"ussr": "allies"}).stack("minsk", ussr={"infantry": 1})
    table = setting.stack("smolensk", france={"infantry": 1}).start().choose("move", "area:minsk")
    assert not table.offers("go", "kind:ussr_infantry", "area:smolensk", "number:one")
    assert table.offers("go", "kind:ussr_infantry", "area:kiev", "number:one")
    assert table.refused("go", "kind:ussr_infantry", "area:smolensk", "number:one") == "coop.soviet_apart"
