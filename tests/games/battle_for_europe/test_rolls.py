"""What units roll against: values, modifiers by direction, fortresses, landings, double rolls."""

from __future__ import annotations

import pytest

from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import rolls
from sandtable.games.battle_for_europe.parts import AIR_BATTLE, ATTACKER, FIVE, LAND_BATTLE, OPEN
from tests.citing import rule
from tests.games.battle_for_europe.battles import Force, Ride, again, fight, rolled
from tests.games.battle_for_europe.situations import area_index, in_spring
from tests.games.battle_for_europe.war import PACK, Table, War, war

MISSES = (6,) * 60
"""Nobody hits: the battle is still there after the round."""


def germans(*areas: str, defenders: str = "france", where: str = "belgium", **types: Json) -> War:
    """German infantry and armour in some areas, which Germany holds, against units of one nation."""
    setting = war().season("1940_spring").roll(*MISSES)
    for area in areas:
        setting.stack(area, germany={"infantry": 1, "tank": 1, "aircraft": 1}).held("germany", area)
    return setting.stack(where, **{defenders: types or {"infantry": 1, "tank": 1}}).held(defenders, where)


def attack(setting: War, where: str, *areas: str, **kinds: int) -> Table:
    force: Force = {area: {f"germany_{kind}": n for kind, n in (kinds or {"infantry": 1}).items()} for area in areas}
    return fight(setting, where, "germany", force)


def defence(table: Table, kind: str) -> int:
    return rolled(table, 1)[kind][0]


@rule("unit.attack_value", "unit.defence_value")
def test_printed_values_in_the_open() -> None:
    table = attack(germans("netherlands"), "belgium", "netherlands", infantry=1, tank=1)
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1), "germany_infantry": (1, 1, 1)}
    assert rolled(table, 1) == {"france_infantry": (2, 1, 1), "france_tank": (2, 1, 1)}


@rule("mod.terrain.plus_one")
@pytest.mark.parametrize(
    ("start", "where"),
    [("essen", "belgium"), ("oslo", "bergen"), ("kiev", "brest_litovsk")],
    ids=["behind a river", "in mountains", "in swamp"],
)
def test_one_more_for_infantry_and_armour(start: str, where: str) -> None:
    table = attack(germans(start, where=where), where, start)
    assert defence(table, "france_infantry") == 3 and defence(table, "france_tank") == 3


@rule("mod.terrain.no_stack")
def test_a_swamp_behind_a_river_is_still_one_more() -> None:
    table = attack(germans("warsaw", where="brest_litovsk"), "brest_litovsk", "warsaw")
    assert defence(table, "france_infantry") == 3


@rule("mod.terrain.not_air")
def test_terrain_does_not_change_aircraft() -> None:
    setting = germans("oslo", where="bergen", infantry=1, aircraft=1)
    table = attack(setting, "bergen", "oslo")
    table.choose("yes")  # the aircraft join the land battle
    assert rolled(table, 1) == {"france_infantry": (3, 1, 1), "france_aircraft": (3, 1, 1)}  # 2 + 1; printed


@rule("map.terrain.directional", "map.terrain.lyon")
def test_mountains_that_count_against_one_neighbour() -> None:
    assert defence(attack(germans("milan", where="lyon"), "lyon", "milan"), "france_infantry") == 3
    assert defence(attack(germans("vichy", where="lyon"), "lyon", "vichy"), "france_infantry") == 2


@rule("mod.river_coast.lost", "atk.several_origins")
def test_one_unit_over_a_free_border_takes_the_river_away() -> None:
    table = attack(germans("essen", "netherlands"), "belgium", "essen", "netherlands")
    assert defence(table, "france_infantry") == 2 and defence(table, "france_tank") == 2


@rule("mod.lowest_direction")
def test_directional_mountains_are_treated_like_rivers() -> None:
    table = attack(germans("milan", "vichy", where="lyon"), "lyon", "milan", "vichy")
    assert defence(table, "france_infantry") == 2


@rule("mod.river_coast.lost")
def test_what_was_lost_stays_lost_for_the_whole_battle() -> None:
    """The unit from the Netherlands dies; the one from Essen does not find the river again."""
    setting = germans("essen", "netherlands")
    setting.script = (6, 6, 1, 6, *MISSES)
    table = fight(setting, "belgium", "germany", {"essen": {"germany_tank": 1}, "netherlands": {"germany_infantry": 1}})
    table.choose("lose", "loss:germany_infantry_1").choose("go_on")
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1)}
    assert defence(table, "france_infantry") == 2


@rule("mod.aircraft_no_direction")
def test_aircraft_neither_give_nor_take_a_modifier() -> None:
    force: Force = {"essen": {"germany_infantry": 1}, "netherlands": {"germany_aircraft": 1}}
    table = fight(germans("essen", "netherlands"), "belgium", "germany", force)
    assert defence(table, "france_infantry") == 3


@rule("mod.attack_only_fortress", "mod.fortress.defence", "map.terrain.maginot")
@pytest.mark.parametrize("start", ["essen", "stuttgart", "belgium"])
def test_a_fortress(start: str) -> None:
    table = attack(germans(start, where="maginot"), "maginot", start, infantry=1, tank=1, aircraft=1)
    assert rolled(table, 0) == {
        "germany_infantry": (1, 1, 1),
        "germany_tank": (1, 1, 1),
        "germany_aircraft": (1, 1, 1),
    }
    assert rolled(table, 1) == {"france_infantry": (5, 1, 1), "france_tank": (5, 1, 1)}


@rule("map.terrain.maginot")
@pytest.mark.parametrize("start", ["calais", "lyon"])
def test_the_maginot_line_is_open_from_behind(start: str) -> None:
    table = attack(germans(start, where="maginot"), "maginot", start, tank=1)
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1)} and defence(table, "france_infantry") == 2


@rule("mod.fortress.outflanked")
def test_an_outflanked_fortress_counts_for_nobody() -> None:
    table = attack(germans("essen", "calais", where="maginot"), "maginot", "essen", "calais", tank=1)
    assert rolled(table, 0) == {"germany_tank": (3, 2, 2)} and defence(table, "france_infantry") == 2


@rule("mod.fortress.landing_too")
def test_a_landing_leaves_a_fortress_its_five_but_lowers_nobody_to_one() -> None:
    """Gibraltar is a fortress against Seville, from where a tank comes by land and infantry by sea."""
    setting = germans("seville", where="gibraltar").stack("seville", germany={"infantry": 1, "tank": 1, "fleet": 1})
    rides: list[Ride] = [("germany_fleet", "seville", "germany_infantry", "seville")]
    force: Force = {"seville": {"germany_tank": 1}}
    table = fight(setting, "gibraltar", "germany", force, kind="invade", rides=rides)
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1), "germany_infantry": (1, 1, 1)}
    assert defence(table, "france_infantry") == 5 and defence(table, "france_tank") == 5


@rule("mod.fortress.landing_too", "mod.fortress.outflanked", "para.cancels_modifier")
def test_other_ways_into_a_fortress_beside_a_landing() -> None:
    """Sevastopol: from Dnepropetrovsk its fortress counts, from Krasnodar not; paratroops know no coast."""
    g = germans("dnepropetrovsk", where="sevastopol").start().state
    sevastopol, dnepropetrovsk, krasnodar = (area_index(key) for key in ("sevastopol", "dnepropetrovsk", "krasnodar"))
    landing, drop = rolls.LANDING, rolls.DROP
    assert rolls.ground(g, sevastopol, [dnepropetrovsk]) == rolls.Ground(FIVE, True)
    assert rolls.ground(g, sevastopol, [landing]) == rolls.Ground(FIVE, False)
    assert rolls.ground(g, sevastopol, [dnepropetrovsk, landing]) == rolls.Ground(FIVE, False)
    assert rolls.ground(g, sevastopol, [dnepropetrovsk, landing, drop]) == rolls.Ground(OPEN, False)
    assert rolls.ground(g, sevastopol, [dnepropetrovsk, landing, krasnodar]) == rolls.Ground(OPEN, False)
    taken = germans("dnepropetrovsk", where="sevastopol").set(fortress_lost=["sevastopol"]).start().state
    assert rolls.ground(taken, sevastopol, [dnepropetrovsk, landing]) == rolls.Ground(OPEN, False)


@rule("mod.fortress.land_battle_only")
def test_the_air_battle_over_a_fortress_is_like_any_other() -> None:
    setting = germans("essen", where="maginot", infantry=1, aircraft=1)
    table = attack(setting, "maginot", "essen", tank=1, aircraft=1)
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 1)} and rolled(table, 1) == {"france_aircraft": (3, 1, 1)}


@rule("mod.fortress.once_captured")
def test_a_fortress_that_was_captured_is_none_any_more() -> None:
    setting = germans("essen", where="maginot").set(fortress_lost=["maginot"])
    table = attack(setting, "maginot", "essen", tank=1)
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1)} and defence(table, "france_infantry") == 2


@rule("mod.air_only_attack", "unit.air.alone_vs_land")
@pytest.mark.parametrize(
    ("start", "where", "own", "enemy"),
    [
        ("essen", "belgium", 3, 2),  # a river
        ("oslo", "bergen", 3, 3),  # mountains all round
        ("milan", "lyon", 3, 2),  # mountains against Milan only
        ("calais", "maginot", 1, 5),  # a fortress, from whatever side
    ],
)
def test_aircraft_alone(start: str, where: str, own: int, enemy: int) -> None:
    table = attack(germans(start, where=where), where, start, aircraft=1)
    assert rolled(table, 0) == {"germany_aircraft": (own, 1, 1)} and defence(table, "france_infantry") == enemy


@rule("mod.second_attack_direction", "unit.tank.second_joins", "unit.tank.two_attacks")
def test_the_second_attack_comes_from_the_area_just_taken() -> None:
    """Armour from Kiel takes the Netherlands and goes on to Belgium, with infantry over the river from Essen."""
    setting = (
        war()
        .season("1940_spring")
        .stack("kiel", germany={"tank": 1, "infantry": 1})
        .stack("essen", germany={"infantry": 1})
        .stack("netherlands", france={"infantry": 1})
        .held("france", "netherlands", "belgium")
        .stack("belgium", france={"infantry": 1})
        .roll(1, 6, 6)
    )
    table = fight(setting, "netherlands", "germany", {"kiel": {"germany_tank": 1}})
    assert table.holder("netherlands") == "germany"
    force: Force = {"netherlands": {"germany_tank": 1}, "essen": {"germany_infantry": 1}}
    table = again(table, "belgium", "germany", force, *MISSES)
    assert rolled(table, 0) == {"germany_tank": (3, 1, 1), "germany_infantry": (1, 1, 1)}
    assert defence(table, "france_infantry") == 2


@rule("mod.lowest_direction", "atk.reach")
def test_armour_on_a_way_of_two_steps_enters_where_it_is_best() -> None:
    """From Stuttgart to Belgium by way of Essen over the river: there is no other way. From Berlin, by Kiel."""
    table = attack(germans("stuttgart"), "belgium", "stuttgart", tank=1)
    assert defence(table, "france_infantry") == 3
    setting = germans("berlin", where="netherlands").held("germany", "kiel", "essen")
    table = attack(setting, "netherlands", "berlin", tank=1)
    assert defence(table, "france_infantry") == 2


@rule("mod.minor_defence")
def test_small_countries_defend_with_one_and_modifiers() -> None:
    wars: dict[str, Json] = {"germany": ["belgium", "france", "britain"], "belgium": ["germany"]}
    setting = germans("essen", "netherlands", defenders="belgium", infantry=1).set(at_war_with=wars)
    setting.set(alliance={"belgium": "allies"}, commander={"belgium": "france"})
    assert defence(attack(setting, "belgium", "netherlands"), "belgium_infantry") == 1
    assert defence(attack(setting, "belgium", "essen"), "belgium_infantry") == 2


@rule("map.arrow.normal_attack")
def test_a_marked_strait_is_an_ordinary_border() -> None:
    table = attack(germans("naples", where="sicily"), "sicily", "naples")
    assert defence(table, "france_infantry") == 2


def barbarossa(season: str, turn: int = 0) -> War:
    return (
        war("barbarossa")
        .season(season)
        .phase("fighting", turn)
        .set(german_attack=PACK.cell_keys.index("1941_summer"))
        .set(at_war_with={"germany": ["ussr", "britain"], "ussr": ["germany", "hungary"], "hungary": ["ussr"]})
        .set(alliance={"ussr": "allies", "hungary": "axis", "germany": "axis"}, commander={"hungary": "germany"})
        .roll(*MISSES)
    )


@rule("east.surprise", "east.double_roll")
def test_in_the_season_of_the_german_attack_units_roll_twice() -> None:
    setting = barbarossa("1941_summer").stack("minsk", ussr={"infantry": 2, "aircraft": 1}).held("ussr", "minsk")
    setting.stack("brest_litovsk", germany={"infantry": 2, "tank": 1, "aircraft": 1}, hungary={"infantry": 1})
    setting.held("germany", "brest_litovsk")
    force = {"germany_infantry": 2, "germany_tank": 1, "germany_aircraft": 1, "hungary_infantry": 1}
    table = fight(setting, "minsk", "germany", {"brest_litovsk": force})
    assert rolled(table, 0) == {"germany_aircraft": (3, 1, 2)} and rolled(table, 1) == {"ussr_aircraft": (3, 1, 1)}
    table.choose("break_off").choose("go_on").choose("yes")
    assert rolled(table, 0) == {
        "germany_tank": (3, 1, 2),
        "germany_infantry": (1, 2, 4),
        "hungary_infantry": (1, 1, 2),
    }
    assert rolled(table, 1)["ussr_infantry"] == (2, 2, 2)


@rule("east.surprise", "bomb.air_only_defend")
def test_bombers_roll_twice_in_the_air_too_though_at_their_defence_value() -> None:
    setting = barbarossa("1941_summer").advanced().stack("minsk", ussr={"infantry": 1, "aircraft": 1})
    setting.stack("brest_litovsk", germany={"bomber": 1, "infantry": 1}).held("germany", "brest_litovsk")
    table = fight(setting.held("ussr", "minsk"), "minsk", "germany", {"brest_litovsk": {"germany_bomber": 1}})
    assert rolled(table, 0) == {"germany_bomber": (2, 1, 2)} and rolled(table, 1) == {"ussr_aircraft": (3, 1, 1)}


@rule("east.surprise", "east.double_roll", "mod.attack_only_fortress")
@pytest.mark.parametrize(("season", "dice"), [("1941_summer", 2), ("1941_autumn", 1)])
def test_against_a_fortress_units_roll_twice_as_well(season: str, dice: int) -> None:
    setting = (
        barbarossa(season).stack("sevastopol", ussr={"infantry": 1}).stack("dnepropetrovsk", germany={"infantry": 1})
    )
    setting = setting.held("germany", "dnepropetrovsk").held("ussr", "sevastopol")
    table = fight(setting, "sevastopol", "germany", {"dnepropetrovsk": {"germany_infantry": 1}})
    assert rolled(table, 0) == {"germany_infantry": (1, 1, dice)} and rolled(table, 1)["ussr_infantry"][0] == 5


@rule("east.surprise")
def test_neither_in_another_season_nor_against_others() -> None:
    setting = barbarossa("1941_autumn").stack("minsk", ussr={"infantry": 1}).held("ussr", "minsk")
    setting.stack("brest_litovsk", germany={"infantry": 2}).held("germany", "brest_litovsk")
    table = fight(setting, "minsk", "germany", {"brest_litovsk": {"germany_infantry": 2}})
    assert rolled(table, 0) == {"germany_infantry": (1, 2, 2)}
    setting = barbarossa("1941_summer").stack("cairo", britain={"infantry": 1})
    setting.stack("alexandria", germany={"infantry": 2}).held("germany", "alexandria")
    table = fight(setting, "cairo", "germany", {"alexandria": {"germany_infantry": 2}})
    assert rolled(table, 0) == {"germany_infantry": (1, 2, 2)}


@rule("east.winter_soviet_double")
def test_soviet_units_roll_twice_in_the_winter_of_the_attack() -> None:
    setting = barbarossa("1941_winter", 1).stack("minsk", germany={"infantry": 1}).held("germany", "minsk")
    setting.stack("vitebsk", ussr={"infantry": 2}).held("ussr", "vitebsk")
    table = fight(setting, "minsk", "ussr", {"vitebsk": {"ussr_infantry": 2}})
    assert rolled(table, 0) == {"ussr_infantry": (1, 2, 4)} and rolled(table, 1)["germany_infantry"] == (2, 1, 1)
    setting.season("1942_winter")
    table = fight(setting, "minsk", "ussr", {"vitebsk": {"ussr_infantry": 2}})
    assert rolled(table, 0) == {"ussr_infantry": (1, 2, 2)}


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


@rule("mod.river_coast.lost", "mod.lowest_direction")
def test_the_river_stays_lost_when_those_who_came_round_it_are() -> None:
    """From Essen over the river and from the Netherlands, where no river is; the one from there is lost at once."""
    setting = in_spring().held("germany", "netherlands").held("france", "belgium").roll(6, 6, 6, 1)
    setting = setting.stack("essen", germany={"infantry": 2}).stack("netherlands", germany={"tank": 1})
    table = setting.stack("belgium", france={"infantry": 1}).start()
    table.choose("attack", "area:belgium").choose("force", "force:all").choose("lose", "loss:germany_tank_1")
    table.script(6, 6, 6).choose("go_on")
    assert rolled(table, 1)["france_infantry"] == (2, 1, 1)
