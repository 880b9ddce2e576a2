"""Phase 2: movement without battle, changes of base and sea transport."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
ALLIED_TURN = 1


def german_move() -> War:
    return war().phase("moving").season("1940_spring")


def allied_move(acting: int = 0) -> War:
    return war().phase("moving", ALLIED_TURN, acting).season("1940_spring")


def go(table: Table, start: str, kind: str, area: str, number: str = "one") -> Table:
    return table.choose("move", f"area:{start}").choose("go", f"kind:{kind}", f"area:{area}", f"number:{number}")


@rule("nc.who", "unit.inf.move", "map.move.land_cost", "map.terrain.no_move_effect")
def test_infantry_moves_one_area_and_armour_two() -> None:
    table = german_move().stack("berlin", germany={"infantry": 1, "tank": 1}).start().choose("move", "area:berlin")
    assert table.offers("go", "kind:germany_infantry", "area:breslau", "number:one")
    assert table.refused("go", "kind:germany_infantry", "area:prague", "number:one") == "nc.through"
    assert table.offers("go", "kind:germany_tank", "area:prague", "number:one")


@rule("nc.who", "unit.move_once")
def test_one_or_all_of_a_kind_go_once() -> None:
    table = german_move().stack("berlin", germany={"infantry": 3}).stack("munich", germany={"infantry": 1}).start()
    go(table, "berlin", "germany_infantry", "breslau", "all")
    assert table.count("breslau", "germany_infantry") == 3
    assert table.refused("move", "area:breslau") == "nc.who"


@rule("nc.who")
def test_units_that_moved_or_fought_in_phase_1_stay() -> None:
    for condition in ("moved", "attacked"):
        position = german_move().stack("berlin", germany={"tank": {condition: 1}})
        table = position.stack("munich", germany={"infantry": 1}).start()
        assert table.refused("move", "area:berlin") == "nc.who"


@rule("land.retreat.ends", "sup.no_move")
def test_units_that_retreated_or_are_cut_off_stay() -> None:
    position = german_move().stack("munich", germany={"infantry": 1})
    table = position.stack("berlin", germany={"infantry": {"retreated": 1}}).start()
    assert table.refused("move", "area:berlin") == "land.retreat.ends"
    cut = german_move().stack("munich", germany={"infantry": 1})
    table = cut.stack("berlin", germany={"infantry": {"cut_off": 1}}).start()
    assert table.refused("move", "area:berlin") == "sup.no_move"


@rule("setup.sichel.germany.satellites_pinned", "setup.sichel.britain.pinned")
def test_pinned_units_never_leave() -> None:
    table = german_move().all_units().start()
    assert table.refused("move", "area:budapest") == "setup.sichel.germany.satellites_pinned"
    allied = allied_move(1).all_units().start()
    assert allied.refused("move", "area:malta") == "setup.sichel.britain.pinned"


@rule("nc.enter_empty_enemy", "nc.through")
def test_an_empty_enemy_area_is_captured_and_armour_goes_on_with_its_second_point() -> None:
    position = german_move().held("germany", "belgium").stack("belgium", germany={"tank": 1, "infantry": 1})
    table = position.start()
    go(table, "belgium", "germany_tank", "calais")
    assert table.holder("calais") == "germany"
    go(table, "calais", "germany_tank", "paris")
    assert table.holder("paris") == "germany" and table.count("paris", "germany_tank") == 1
    assert table.refused("move", "area:paris") == "nc.who"


@rule("nc.empty_means_no_unit")
def test_an_enemy_area_with_any_unit_is_closed_in_phase_2() -> None:
    for kind in ("infantry", "aircraft", "fleet"):
        position = german_move().held("germany", "belgium").stack("belgium", germany={"tank": 1})
        table = position.stack("calais", france={kind: 1}).start().choose("move", "area:belgium")
        calais = ("go", "kind:germany_tank", "area:calais", "number:one")
        assert table.refused(*calais) == "nc.empty_means_no_unit"
        assert table.refused("go", "kind:germany_tank", "area:paris", "number:one") == "nc.through"


@rule("war.neutral.entry", "map.denmark_sweden", "map.finland_sweden", "map.scandinavian_mountains")
def test_neutral_countries_and_borders_without_a_way() -> None:
    table = german_move().stack("essen", germany={"infantry": 1}).start().choose("move", "area:essen")
    assert table.refused("go", "kind:germany_infantry", "area:belgium", "number:one") == "war.neutral.entry"
    held = ("denmark", "goteborg", "stockholm", "lulea", "bergen", "oslo")
    for start, goal in (("denmark", "goteborg"), ("bergen", "stockholm"), ("bergen", "lulea")):
        position = german_move().held("germany", *held).stack(start, germany={"infantry": 1})
        table = position.start().choose("move", f"area:{start}")
        assert table.refused("go", "kind:germany_infantry", f"area:{goal}", "number:one") == "nc.through"


@rule("map.arrow.crossings")
def test_land_units_cross_the_marked_straits() -> None:
    for start, goal in (("naples", "sicily"), ("sevastopol", "krasnodar"), ("istanbul", "izmit")):
        position = german_move().held("germany", start, goal).stack(start, germany={"infantry": 1})
        table = position.start().choose("move", f"area:{start}")
        assert table.offers("go", "kind:germany_infantry", f"area:{goal}", "number:one")


@rule("unit.air.rebase_phase2", "unit.air.base_friendly", "unit.used.plain_move")
def test_aircraft_change_base_by_two_areas_and_stay_fresh() -> None:
    position = german_move().stack("berlin", germany={"aircraft": 2})
    table = position.start().choose("move", "area:berlin")
    assert table.offers("go", "kind:germany_aircraft", "area:prague", "number:all")
    assert table.refused("go", "kind:germany_aircraft", "area:denmark", "number:one") == "war.neutral.entry"
    table.choose("go", "kind:germany_aircraft", "area:prague", "number:one")
    moved = members(table.state.here[AREA["prague"]])[0]
    assert not table.state.flags[moved] & USED
    assert table.refused("move", "area:prague") == "nc.who"


@rule("unit.air.rebase_phase2")
def test_aircraft_that_acted_or_changed_base_before_stay() -> None:
    for condition, reason in (("used", "unit.air.rebase_phase2"), ("rebased", "nc.who")):
        position = german_move().stack("berlin", germany={"aircraft": {condition: 1}})
        table = position.stack("munich", germany={"infantry": 1}).start()
        assert table.refused("move", "area:berlin") == reason


@rule("nc.rebase_naval", "unit.fleet.move", "unit.used.plain_move")
def test_fleets_change_base_within_six_points() -> None:
    position = allied_move(1).stack("plymouth", britain={"fleet": 1})
    table = position.start().choose("move", "area:plymouth")
    assert table.offers("go", "kind:britain_fleet", "area:gibraltar", "number:one")  # 4 points
    suez = ("go", "kind:britain_fleet", "area:suez", "number:one")  # 7 points
    assert table.refused(*suez) == "nc.rebase_naval"
    table.choose("go", "kind:britain_fleet", "area:gibraltar", "number:one")
    fleet = members(table.state.here[AREA["gibraltar"]])[0]
    assert not table.state.flags[fleet] & USED


@rule("coop.maginot")
def test_british_units_do_not_enter_the_maginot_line() -> None:
    table = allied_move(1).stack("calais", britain={"infantry": 1}).start().choose("move", "area:calais")
    line = ("go", "kind:britain_infantry", "area:maginot", "number:one")
    assert table.refused(*line) == "coop.maginot"


# ---------------------------------------------------------------------- sea transport


def channel() -> War:
    """A British fleet and army in Dover."""
    return allied_move(1).stack("dover", britain={"infantry": 3, "tank": 1, "aircraft": 1, "fleet": 1})


@rule("nc.transport", "unit.fleet.carry_transport", "nc.transport.returns")
def test_a_fleet_carries_two_units_returns_and_is_used() -> None:
    table = channel().start().choose("ship", "area:dover").choose("to", "area:calais")
    table.choose("pick", "kind:britain_infantry").choose("pick", "kind:britain_aircraft")
    assert table.count("calais", "britain_infantry") == 1 and table.count("calais", "britain_aircraft") == 1
    fleet = members(table.state.here[AREA["dover"]] & PACK.naval_units)[0]
    assert table.state.flags[fleet] & USED
    assert table.refused("ship", "area:dover") == "unit.fleet.one_action"


@rule("unit.inf.sea_no_move", "unit.tank.after_transport", "unit.air.transport")
def test_after_the_voyage_infantry_stays_and_armour_and_aircraft_go_one_area() -> None:
    table = channel().stack("liverpool", britain={"fleet": 1}).start()
    table.choose("ship", "area:dover").choose("to", "area:calais").choose("by", "area:dover")
    table.choose("pick", "kind:britain_infantry").choose("pick", "kind:britain_tank")
    table.choose("move", "area:calais")
    assert table.refused("go", "kind:britain_infantry", "area:paris", "number:one") == "nc.who"
    assert table.offers("go", "kind:britain_tank", "area:paris", "number:one")
    assert table.refused("go", "kind:britain_tank", "area:vichy", "number:one") == "nc.through"
    table.choose("call_off").choose("ship", "area:dover").choose("to", "area:brest")
    table.choose("pick", "kind:britain_aircraft").choose("done").choose("move", "area:brest")
    assert table.offers("go", "kind:britain_aircraft", "area:paris", "number:one")
    assert table.refused("go", "kind:britain_aircraft", "area:vichy", "number:one") == "unit.air.rebase_phase2"


@rule("nc.transport.unit_unmoved", "unit.tank.no_embark_after_move")
def test_only_units_that_have_not_moved_embark() -> None:
    position = allied_move(1).stack("london", britain={"tank": 1}).stack("dover", britain={"fleet": 1})
    table = go(position.stack("plymouth", britain={"infantry": 1}).start(), "london", "britain_tank", "dover")
    assert table.refused("ship", "area:dover") == "nc.transport.unit_unmoved"


@rule("unit.fleet.embark_where")
def test_base_loading_port_and_destination_lie_within_six_points() -> None:
    position = allied_move(1).stack("edinburgh", britain={"fleet": 1}).stack("dover", britain={"infantry": 1})
    table = position.stack("brest", britain={"infantry": 1}).start()
    table.choose("ship", "area:dover")
    assert table.offers("to", "area:gibraltar")  # North Sea, Dover, Channel, Biscay, Lusitanian Sea, Gibraltar: 6
    assert table.refused("to", "area:corsica") == "unit.fleet.embark_where"  # one more


@rule("nc.transport", "map.finland.no_sea_delivery")
def test_transport_runs_between_ports_of_the_own_side() -> None:
    table = channel().start()
    assert table.refused("ship", "area:london") == "nc.transport"
    table.choose("ship", "area:dover")
    assert table.refused("to", "area:kiel") == "nc.transport"
    finland = war("barbarossa").phase("moving", 0, 1).stack("konigsberg", germany={"fleet": 1, "infantry": 1})
    table = finland.start().choose("ship", "area:konigsberg")
    assert table.refused("to", "area:helsinki") == "map.finland.no_sea_delivery"


@rule("unit.fleet.carry_allies")
def test_a_fleet_carries_allied_units_if_their_player_agrees() -> None:
    position = War("sichelschnitt", 3).phase("moving", ALLIED_TURN, 1).season("1940_spring")
    position.stack("calais", france={"infantry": 2}).stack("dover", britain={"fleet": 1, "infantry": 1})
    table = position.start().choose("ship", "area:calais").choose("to", "area:dover")
    table.choose("pick", "kind:france_infantry")
    assert table.asked == "france" and table.prompt == "ship.agree"
    table.choose("yes").choose("done")
    assert table.count("dover", "france_infantry") == 1
    refused = position.start().choose("ship", "area:calais").choose("to", "area:dover")
    refused.choose("pick", "kind:france_infantry").choose("no")
    assert refused.count("calais", "france_infantry") == 2 and refused.prompt == "phase_two"
    alone = allied_move(1).stack("calais", france={"infantry": 2}).stack("dover", britain={"fleet": 1, "infantry": 1})
    table = (
        alone.start().choose("ship", "area:calais").choose("to", "area:dover").choose("pick", "kind:france_infantry")
    )
    assert table.asked == "allies" and table.prompt == "ship.load"
