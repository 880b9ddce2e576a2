"""Ways by sea and air: straits, the canal, ports and ranges."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.flow import reach
from sandtable.games.battle_for_europe.pack import BRITAIN, GERMANY, ITALY, USSR
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}


def way(table: Table, nation: int, start: str, goal: str) -> int:
    return reach.sea_way(table.state, nation, AREA[start], AREA[goal])


@rule("map.move.sea_cost", "unit.fleet.return_free")
def test_ships_pay_a_point_for_every_sea_area_and_port() -> None:
    table = war().start()
    assert way(table, BRITAIN, "liverpool", "english_channel") == 2  # Irish Sea, Channel
    assert way(table, BRITAIN, "plymouth", "gibraltar") == 4
    assert way(table, BRITAIN, "dover", "dover") == 0


@rule("map.gibraltar.only_way", "map.gibraltar.owner")
def test_only_the_side_that_holds_gibraltar_passes_it() -> None:
    table = war().start()
    assert way(table, BRITAIN, "plymouth", "suez") == 7
    assert way(table, GERMANY, "plymouth", "suez") == NONE
    taken = war().held("germany", "gibraltar").start()
    assert way(taken, GERMANY, "plymouth", "suez") == 7
    assert way(taken, BRITAIN, "plymouth", "suez") == NONE


@rule("map.gibraltar.neutral_italy")
def test_ships_of_a_neutral_italy_do_not_pass_gibraltar() -> None:
    table = war("full_war_a").start()
    assert way(table, ITALY, "rome", "lusitanian_sea") == NONE


@rule("map.denmark.neutral", "map.denmark.owner")
def test_the_danish_straits_are_closed_while_denmark_is_neutral_and_then_open_to_its_holder() -> None:
    neutral = war().start()
    assert way(neutral, BRITAIN, "north_sea", "baltic_sea") == NONE
    taken = war().held("germany", "denmark").start()
    assert way(taken, GERMANY, "north_sea", "baltic_sea") == 1
    assert way(taken, BRITAIN, "north_sea", "baltic_sea") == NONE


@rule("map.kiel.canal", "map.kiel.closed")
def test_the_canal_is_for_german_ships_takes_two_points_and_is_gone_once_kiel_was_taken() -> None:
    table = war().start()
    assert way(table, GERMANY, "north_sea", "baltic_sea") == 2
    assert way(table, BRITAIN, "north_sea", "baltic_sea") == NONE
    assert way(table, GERMANY, "kiel", "north_sea") == way(table, GERMANY, "kiel", "baltic_sea") == 1
    closed = war().set(canal_closed=True).start()
    assert way(closed, GERMANY, "north_sea", "baltic_sea") == NONE


@rule("map.kiel.base")
def test_others_base_in_kiel_only_while_the_danish_straits_are_open_to_them() -> None:
    held = war().held("britain", "kiel").start()
    assert reach.no_base(held.state, BRITAIN, AREA["kiel"]) == "map.kiel.base"
    both = war().held("britain", "kiel", "denmark").start()
    assert reach.no_base(both.state, BRITAIN, AREA["kiel"]) is None
    assert reach.no_base(war().start().state, GERMANY, AREA["kiel"]) is None


@rule("map.turkey.straits", "map.turkey.neutral")
def test_the_turkish_straits_need_both_shores() -> None:
    assert way(war().start(), BRITAIN, "aegean_sea", "western_black_sea") == NONE
    assert way(war().held("britain", "istanbul").start(), BRITAIN, "aegean_sea", "western_black_sea") == NONE
    both = war().held("britain", "istanbul").held("france", "izmit").start()
    assert way(both, BRITAIN, "aegean_sea", "western_black_sea") == 1


@rule("map.finland.no_port", "map.coast.port", "unit.fleet.base")
def test_where_ships_may_base() -> None:
    state = war("barbarossa").start().state
    assert reach.no_base(state, GERMANY, AREA["helsinki"]) == "map.finland.no_port"
    assert reach.no_base(state, GERMANY, AREA["berlin"]) == "map.coast.port"
    assert reach.no_base(state, GERMANY, AREA["dover"]) == "unit.fleet.base"
    assert reach.no_base(state, GERMANY, AREA["brest"]) is None


@rule("map.shore")
def test_no_ship_reaches_rome_or_florence_from_the_adriatic() -> None:
    table = war("barbarossa").start()
    assert way(table, ITALY, "rome", "tyrrhenian_sea") == 1
    assert way(table, ITALY, "rome", "adriatic_sea") > 2
    assert reach.flight(table.state, ITALY, AREA["rome"], AREA["adriatic_sea"]) == 1


@rule("map.naval.no_transit")
def test_a_port_with_two_coasts_is_no_shortcut() -> None:
    table = war().start()
    kiel, north, baltic = AREA["kiel"], "north_sea", "baltic_sea"
    # British ships that enter Kiel from the North Sea leave it by the North Sea.
    assert way(table, BRITAIN, north, baltic) == NONE
    assert reach.by_way_of(table.state, BRITAIN, AREA["edinburgh"], kiel, AREA["konigsberg"]) == NONE
    assert reach.by_way_of(table.state, GERMANY, AREA["netherlands"], kiel, AREA["konigsberg"]) == 4
    # A stop may be left by a sea area that borders the one it was entered from: Plymouth, Channel, Brest, Biscay.
    through = reach.by_way_of(table.state, BRITAIN, AREA["plymouth"], AREA["brest"], AREA["bay_of_biscay"])
    assert through == 3


@rule("unit.air.range", "unit.air.overfly", "unit.air.overfly_neutral")
def test_aircraft_fly_two_areas_over_land_and_sea_whoever_is_there() -> None:
    state = war().stack("dover", britain={"aircraft": 1}).stack("london", britain={"infantry": 1}).start().state
    aircraft = state.here[AREA["dover"]].bit_length() - 1
    assert reach.can_fly(state, aircraft, AREA["calais"])  # over the Channel
    assert reach.can_fly(state, aircraft, AREA["belgium"])  # a neutral country
    assert not reach.can_fly(state, aircraft, AREA["paris"])


@rule("map.urals_box")
def test_the_eastern_box_is_no_way_for_other_aircraft() -> None:
    state = war("barbarossa").start().state
    assert reach.flight(state, USSR, AREA["vologda"], AREA["urals"]) == 1
    assert reach.flight(state, GERMANY, AREA["vologda"], AREA["urals"]) == NONE
