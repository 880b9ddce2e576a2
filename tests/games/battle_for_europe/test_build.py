"""Phase 3: new units, pools, sites, and fleets that are rebuilt."""

from __future__ import annotations

import pytest

from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Json
from sandtable.games.battle_for_europe.flow import nations
from sandtable.games.battle_for_europe.flow.build import unraised
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, USA
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.battles import at_first
from tests.games.battle_for_europe.test_diplomacy import with_country
from tests.games.battle_for_europe.test_research import german
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
ALLIED_TURN = 1
BRITISH = 1


def german_build() -> War:
    return war().phase("building").season("1940_spring")


def british_build() -> War:
    return war().phase("building", ALLIED_TURN, BRITISH).season("1940_spring")


def build(table: Table, kind: str, number: int, area: str) -> Table:
    return table.choose("build", f"kind:{kind}", number).choose("at", f"area:{area}")


@rule("build.what", "unit.inf.cost", "unit.tank.cost", "unit.air.cost", "unit.fleet.cost", "hpp.uses")
def test_units_cost_what_their_type_costs() -> None:
    for kind, cost in (("infantry", 1), ("tank", 2), ("aircraft", 3), ("fleet", 6)):
        table = build(british_build().start(), f"britain_{kind}", 1, "dover")
        assert table.purse("britain") == 25 - cost
        assert table.count("dover", f"britain_{kind}") == 1


@rule("hpp.half_cap", "hpp.half_cap.base_fixed")
def test_half_of_the_opening_amount_rounded_up_is_the_limit_of_a_turn() -> None:
    table = british_build().start()  # 25 HPP: 13 a turn
    assert table.offers("build", "kind:britain_aircraft", 4)
    assert table.refused("build", "kind:britain_aircraft", 5) == "hpp.half_cap"
    build(table, "britain_aircraft", 4, "dover")
    assert table.offers("build", "kind:britain_infantry", 1)  # one of the thirteen is left
    assert table.refused("build", "kind:britain_infantry", 2) == "hpp.half_cap"


@rule("hpp.no_credit")
def test_nobody_spends_more_than_he_has() -> None:
    table = british_build().hpp(britain=2).start()
    assert table.refused("build", "kind:britain_aircraft", 1) == "hpp.no_credit"
    assert table.offers("build", "kind:britain_tank", 1)


@rule("build.pool_limit", "build.years")
def test_a_pool_is_used_up_and_later_pools_open_in_their_year() -> None:
    table = british_build().set(opening={"britain": 90}).hpp(britain=90).all_units().start()
    kind = PACK.kind_keys.index("britain_infantry")
    open_now = [
        unit
        for unit in members(PACK.of_kind[kind])
        if table.state.place[unit] < 0 and table.state.rules.scenario.build_from[PACK.pool[unit]] <= 1940
    ]
    assert table.offers("build", "kind:britain_infantry", len(open_now))
    refused = table.refused("build", "kind:britain_infantry", len(open_now) + 1)
    later = [unit for unit in members(PACK.of_kind[kind]) if table.state.place[unit] < 0 and unit not in open_now]
    assert refused == ("build.years" if later else "build.pool_limit")
    assert table.refused("build", "kind:britain_fleet", 12) in ("build.pool_limit", "build.years")


@rule("build.where", "build.where.corsica", "build.where.controlled")
def test_new_units_stand_in_home_areas_under_the_nations_own_control() -> None:
    table = british_build().held("germany", "plymouth").held("france", "liverpool").start()
    table.choose("build", "kind:britain_infantry", 1)
    assert table.offers("at", "area:london")
    assert table.refused("at", "area:plymouth") == "build.where.controlled"
    assert table.refused("at", "area:liverpool") == "build.where.controlled"
    assert table.refused("at", "area:malta") == "build.where.corsica"
    assert table.refused("at", "area:paris") == "build.where"
    french = war().phase("building", ALLIED_TURN).season("1940_spring").start()
    french.choose("build", "kind:france_infantry", 1)
    assert french.refused("at", "area:corsica") == "build.where.corsica"


@rule("build.naval_coast")
def test_new_ships_need_a_port() -> None:
    table = british_build().start().choose("build", "kind:britain_fleet", 1)
    assert table.refused("at", "area:london") == "build.naval_coast"
    assert table.offers("at", "area:dover")


@rule("unit.used.new_units_fresh", "build.new_fleet_at_once")
def test_new_aircraft_and_first_fleets_are_ready_at_once_and_fresh() -> None:
    table = build(british_build().start(), "britain_fleet", 1, "dover")
    fleet = members(table.state.here[AREA["dover"]])[0]
    assert not table.state.flags[fleet] & USED


def lost_fleets(number: int) -> War:
    """British fleets in the pool, of which some counters were on the board before."""
    total = PACK.of_kind[PACK.kind_keys.index("britain_fleet")].bit_count()
    lines: list[str] = [f"britain fleet {at} seen" for at in range(1, total + 1)][:number]
    return british_build().set(units={"others": "off", "pool": [*lines]})


@rule("build.fleet_rebuild.which", "build.fleet_rebuild.pay", "build.fleet_rebuild.delay")
def test_a_fleet_lost_in_battle_is_paid_now_and_ready_three_seasons_later() -> None:
    total = PACK.of_kind[PACK.kind_keys.index("britain_fleet")].bit_count()
    table = build(lost_fleets(total).start(), "britain_fleet", 1, "dover")
    assert table.purse("britain") == 19 and table.count("dover", "britain_fleet") == 0
    fleet = next(unit for unit, yard in enumerate(table.state.yard) if yard == AREA["dover"])
    assert table.state.due[fleet] == table.state.season + 3
    ready = f"season:{PACK.cell_keys[table.state.season + 3]}"
    assert table.last("laid_down") == ("kind:britain_fleet", "area:dover", ready)


@rule("build.fleet_rebuild.which")
def test_fleets_never_built_before_come_first() -> None:
    total = PACK.of_kind[PACK.kind_keys.index("britain_fleet")].bit_count()
    table = build(lost_fleets(total - 1).start(), "britain_fleet", 1, "dover")
    pool_open = table.count("dover", "britain_fleet") or any(yard >= 0 for yard in table.state.yard)
    assert pool_open
    first_open = PACK.pool[PACK.unit_keys.index(f"britain_fleet_{total}")]
    if table.state.rules.scenario.build_from[first_open] <= 1940:
        assert table.count("dover", "britain_fleet") == 1


@rule("build.fleet_rebuild.counter")
def test_a_fleet_under_construction_is_not_built_twice() -> None:
    table = british_build().set(opening={"britain": 200}).hpp(britain=200).start()
    kind = "kind:britain_fleet"
    before = sum(1 for choice in table.choices if choice[:2] == ("build", kind))
    build(table, "britain_fleet", 1, "dover")
    after = sum(1 for choice in table.choices if choice[:2] == ("build", kind))
    assert after == before - 1


@rule("build.fleet_rebuild.lost")
def test_a_captured_yard_loses_the_fleet_and_what_was_paid() -> None:
    position = war().season("1940_spring").set(units={"pool": ["france fleet 1 seen yard:brest due:5"]})
    position.held("germany", "calais").stack("calais", germany={"tank": 1, "infantry": 1})
    table = position.start()
    table.choose("enter", "area:brest").choose("send", "kind:germany_tank", "area:calais")
    assert table.holder("brest") == "germany"
    assert all(yard < 0 for yard in table.state.yard)


@rule("war.neutral.no_rebuild", "hpp.not_transferable")
def test_nobody_builds_for_others() -> None:
    table = british_build().start()
    assert table.refused("build", "kind:france_infantry", 1) == "hpp.not_transferable"
    assert table.refused("build", "kind:belgium_infantry", 1) == "war.neutral.no_rebuild"


@rule("build.satellites.bagration")
def test_in_bagration_lost_satellite_units_are_not_rebuilt() -> None:
    table = war("bagration_overlord").phase("building", 1).season("1944_spring").start()
    assert table.refused("build", "kind:hungary_infantry", 1) == "build.satellites.bagration"


@rule("build.satellites")
def test_germany_rebuilds_units_of_satellites_at_war_in_their_country() -> None:
    position = war("barbarossa").phase("building", 0, 1).season("1941_autumn")
    peace = position.start()
    assert peace.refused("build", "kind:hungary_infantry", 1) == "build.satellites"
    at_war: dict[str, Json] = {"ussr": ["hungary", "germany"], "hungary": ["ussr"], "germany": ["ussr", "britain"]}
    table = position.set(at_war_with={**at_war, "britain": ["germany", "italy"]}).start()
    table.choose("build", "kind:hungary_infantry", 1)
    assert table.offers("at", "area:budapest") and table.refused("at", "area:berlin") == "build.where"


@rule("usa.start_box", "usa.hpp_before")
def test_america_builds_in_its_box_once_it_is_at_war() -> None:
    neutral = war("barbarossa").hpp(usa=20).set(opening={"usa": 20}).start().state
    assert unraised(neutral, USA, USA) == "usa.hpp_before"
    table = war("bagration_overlord").phase("building", 0, 2).season("1944_spring").start()
    table.choose("build", "kind:usa_infantry", 1)
    assert table.refused("at", "area:london") == "build.where"
    table.choose("at", "area:usa")
    assert table.count("usa", "usa_infantry") == 1


@rule("map.urals_box.use")
def test_the_soviet_union_builds_at_the_eastern_edge() -> None:
    table = war("bagration_overlord").phase("building", 0, 0).season("1944_spring").start()
    table.choose("build", "kind:ussr_infantry", 1)
    assert table.offers("at", "area:urals")


@rule("seq.phases.pass", "build.no_cash_carry")
def test_what_is_not_spent_stays_for_the_next_turn() -> None:
    table = british_build().start().choose("done")
    assert table.purse("britain") == 25


@rule("build.new_fleet_at_once", "build.fleet_rebuild.which")
def test_a_fleet_that_was_never_built_is_ready_at_once_though_others_are_lost() -> None:
    """All British fleets of the start are lost; one of the pool of 1939 has never been built."""
    kind = PACK.of_kind[PACK.kind_keys.index("britain_fleet")]
    first = [unit for unit in range(PACK.units) if kind >> unit & 1 and PACK.pool[unit] == 0]
    lost: list[Json] = [f"britain fleet {at} seen" for at in range(1, len(first) + 1)]
    setting = war().season("1940_spring").phase("building", 1, 1).set(units={"others": "off", "pool": lost})
    table = setting.start().choose("build", "kind:britain_fleet", 1).choose("at", "area:dover")
    assert table.count("dover", "britain_fleet") == 1


@rule("build.fleet_rebuild.counter", "build.pool_limit")
def test_while_all_fleets_are_afloat_or_in_a_yard_no_more_are_built() -> None:
    """France has three fleets to start with and as many as its pool of 1939 adds; the last one lies in a yard."""
    fleets = [unit for unit in range(PACK.units) if PACK.of_kind[PACK.kind_keys.index("france_fleet")] >> unit & 1]
    total = len([unit for unit in fleets if PACK.pool[unit] <= 1])
    setting = war().season("1940_spring").phase("building", 1, 0)
    afloat = setting.stack("brest", france={"fleet": total - 1}).start()
    assert afloat.offers("build", "kind:france_fleet", 1)
    line = f"france fleet {total} seen yard:brest due:5"
    built = setting.stack("brest", france={"fleet": total - 1}).set(units={"pool": [line]}).start()
    assert built.refused("build", "kind:france_fleet", 1) == "build.pool_limit"


@rule("build.fleet_rebuild.delay", "opt.satellite_status")
def test_a_rebuilt_fleet_of_a_country_is_launched_in_the_turn_of_its_commander() -> None:
    place = with_country("spain", "germany", german()).phase("opening", 0, 0)
    fleet = next(key for key in PACK.unit_keys if key.startswith("spain_fleet")).replace("_", " ")
    table = place.set(units={"pool": [f"{fleet} seen yard:bilbao due:0"]}).start()
    assert table.count("bilbao", "spain_fleet") == 1


@rule("build.fleet_rebuild.which", "build.fleet_rebuild.delay")
def test_the_only_fleet_left_in_the_pool_is_rebuilt_like_any_other() -> None:
    setting = war().season("1940_spring").phase("building", 1, 0)
    table = setting.stack("brest", france={"fleet": 2}).set(units={"pool": ["france fleet 3 seen"]}).start()
    table.choose("build", "kind:france_fleet", 1).choose("at", "area:brest")
    assert table.count("brest", "france_fleet") == 2 and table.last("laid_down")[2] == "season:1940_winter"


@rule("build.satellites", "war.neutral.no_rebuild")
def test_germany_builds_nothing_for_a_satellite_that_fights_it() -> None:
    foes: dict[str, Json] = {"germany": ["france", "britain", "ussr", "romania"], "romania": ["germany"]}
    foes |= {"ussr": ["germany"]}
    setting = war("full_war_a").season("1941_winter").phase("building", 0, 0).set(at_war_with=foes, soviet_attack=8)
    table = setting.set(alliance={"ussr": "allies", "romania": "allies"}, commander={"romania": "ussr"}).start()
    assert table.refused("build", "kind:romania_infantry", 1) == "war.neutral.no_rebuild"


@rule("build.fleet_rebuild.lost")
def test_a_fleet_is_lost_with_its_own_yard_to_an_enemy_and_not_otherwise() -> None:
    """France rebuilds fleets in Brest and La Rochelle: Brest may come under British control, and La Rochelle fall."""
    yards = ["france fleet 1 seen yard:brest due:5", "france fleet 2 seen yard:la_rochelle due:5"]
    g = at_first(war().season("1940_spring").set(units={"pool": [*yards]}))
    nations.set_control(g, AREA["brest"], BRITAIN)
    nations.set_control(g, AREA["la_rochelle"], GERMANY)
    assert [yard for yard in g.yard if yard != NONE] == [AREA["brest"]]
    nations.set_control(g, AREA["brest"], GERMANY)
    assert set(g.yard) == {NONE}


@rule("build.fleet_rebuild.waits", "coop.soviet_apart")
@pytest.mark.parametrize(("guest", "ready"), [("france", False), ("turkey", True)])
def test_a_soviet_fleet_waits_in_its_yard_for_western_units_to_leave(guest: str, ready: bool) -> None:
    foes: dict[str, Json] = {"germany": ["britain", "france", "ussr"], "ussr": ["germany"]}
    setting = war("full_war_b", 5).season("1942_summer").phase("opening", 1).set(at_war_with=foes)
    setting = setting.set(alliance={"ussr": "allies"}, units={"pool": ["ussr fleet 1 seen yard:tbilisi due:9"]})
    setting = setting.stack("moscow", ussr={"infantry": 1}).stack("tbilisi", **{guest: {"infantry": 1}})
    table = setting.start()
    assert table.count("tbilisi", "ussr_fleet") == int(ready)
    gone = setting.stack("tbilisi").season("1942_autumn").start()
    assert gone.count("tbilisi", "ussr_fleet") == 1


@rule("build.fleet_rebuild.delay")
@pytest.mark.parametrize(("due", "ready"), [("4", 0), ("3", 1), ("2", 1)])
def test_a_fleet_is_not_ready_before_its_day(due: str, ready: int) -> None:
    """Summer 1940 is the third season after autumn 1939."""
    setting = war().season("1940_summer").phase("opening", ALLIED_TURN).stack("paris", france={"infantry": 1})
    setting = setting.set(units={"pool": [f"france fleet 1 seen yard:brest due:{due}"]})
    assert setting.start().count("brest", "france_fleet") == ready
