"""Phase 4: strategic transfer."""

from __future__ import annotations

from sandtable.engine.sets import members
from sandtable.games.battle_for_europe.state import USED
from tests.citing import rule
from tests.games.battle_for_europe.situations import spring_of_1940
from tests.games.battle_for_europe.war import PACK, Table, War, war

AREA = {key: at for at, key in enumerate(PACK.area_keys)}
ALLIED_TURN = 1
BRITISH = 1
GARRISON = {"infantry": 1}


def german_transfer() -> War:
    return war().phase("transferring").season("1940_spring").stack("warsaw", germany=GARRISON)


def british_transfer() -> War:
    return war().phase("transferring", ALLIED_TURN, BRITISH).season("1940_spring")


def transfer(table: Table, kind: str, start: str, goal: str) -> Table:
    return table.choose("transfer", f"kind:{kind}", f"area:{start}").choose("to", f"area:{goal}")


def used_in(table: Table, area: str) -> list[bool]:
    ships = members(table.state.here[AREA[area]] & PACK.naval_units)
    return [bool(table.state.flags[unit] & USED) for unit in ships]


@rule("strat.allowance", "strat.germany_six", "strat.distance")
def test_germany_transfers_six_units_over_any_distance() -> None:
    table = german_transfer().stack("konigsberg", germany={"infantry": 8}).start()
    for _ in range(6):
        transfer(table, "germany_infantry", "konigsberg", "stuttgart")
    assert table.count("stuttgart", "germany_infantry") == 6
    assert (
        table.asked == "allies"
        or table.refused("transfer", "kind:germany_infantry", "area:konigsberg") == "strat.allowance"
    )


@rule("strat.any_unit", "strat.twice")
def test_units_that_moved_fought_or_were_built_and_those_transferred_before_may_go() -> None:
    for condition in ("moved", "attacked", "built"):
        position = german_transfer().stack("berlin", germany={"tank": {condition: 1}})
        table = transfer(position.start(), "germany_tank", "berlin", "munich")
        transfer(table, "germany_tank", "munich", "vienna")
        assert table.count("vienna", "germany_tank") == 1 and table.state.transfers[0] == 2


@rule("strat.used_stays_used", "strat.any_unit")
def test_of_used_and_unused_units_the_player_says_which_is_transferred() -> None:
    for condition, left in (("fresh", [True]), ("used", [False])):
        table = german_transfer().stack("essen", germany={"aircraft": {"used": 1, "fresh": 1}}).start()
        table.choose("transfer", "kind:germany_aircraft", "area:essen")
        assert table.prompt == "transfer.which" and set(table.choices) == {("fresh",), ("used",)}
        table.choose(condition).choose("to", "area:berlin")
        essen, berlin = (members(table.state.here[AREA[area]]) for area in ("essen", "berlin"))
        assert [bool(table.state.flags[unit] & USED) for unit in essen] == left
        assert [bool(table.state.flags[unit] & USED) for unit in berlin] == [condition == "used"]


@rule("strat.no_neutral_enemy", "strat.dest")
def test_a_transfer_passes_and_ends_in_areas_of_the_own_side_only() -> None:
    position = german_transfer().held("germany", "athens").stack("berlin", germany={"infantry": 1})
    table = position.start().choose("transfer", "kind:germany_infantry", "area:berlin")
    assert table.refused("to", "area:belgium") == "strat.dest"
    assert table.refused("to", "area:athens") == "strat.land_over_sea"  # neutral countries lie between


@rule("strat.dest")
def test_an_area_captured_this_turn_is_a_destination() -> None:
    position = german_transfer().held("germany", "belgium").set(captured=["belgium"])
    table = position.stack("berlin", germany={"infantry": 1}).start()
    assert transfer(table, "germany_infantry", "berlin", "belgium").count("belgium", "germany_infantry") == 1


@rule("sup.no_move", "setup.sichel.germany.satellites_pinned")
def test_units_that_are_cut_off_or_pinned_are_not_transferred() -> None:
    table = german_transfer().stack("berlin", germany={"infantry": {"cut_off": 1}}).start()
    assert table.refused("transfer", "kind:germany_infantry", "area:berlin") == "sup.no_move"
    pinned = war().phase("transferring").season("1940_spring").all_units().start()
    kinds = {choice[1] for choice in pinned.choices if choice[0] == "transfer" and choice[2] == "area:budapest"}
    assert not kinds


@rule("strat.land_over_sea", "strat.escort.stays", "strat.escort.range")
def test_each_land_unit_across_the_sea_needs_a_fleet_which_stays_and_is_used() -> None:
    position = british_transfer().stack("dover", britain={"infantry": 2}).stack("plymouth", britain={"fleet": 1})
    table = transfer(position.start(), "britain_infantry", "dover", "calais")
    assert table.count("calais", "britain_infantry") == 1 and used_in(table, "plymouth") == [True]
    table.choose("transfer", "kind:britain_infantry", "area:dover")
    assert table.refused("to", "area:calais") == "strat.land_over_sea"


@rule("strat.escort.unused", "strat.escort.unmoved")
def test_a_fleet_that_acted_or_changed_base_does_not_escort_but_a_new_one_does() -> None:
    for condition, goes in (("used", False), ("rebased", False), ("built", True)):
        position = british_transfer().stack("dover", britain={"infantry": 1})
        table = position.stack("plymouth", britain={"fleet": {condition: 1}}).start()
        table.choose("transfer", "kind:britain_infantry", "area:dover")
        assert table.offers("to", "area:calais") == goes


@rule("strat.escort.range", "strat.escort.relay")
def test_plymouth_to_suez_takes_two_fleets_one_after_the_other() -> None:
    position = british_transfer().stack("plymouth", britain={"infantry": 1, "fleet": 1})
    alone = position.start().choose("transfer", "kind:britain_infantry", "area:plymouth")
    assert alone.offers("to", "area:gibraltar") and alone.refused("to", "area:suez") == "strat.escort.range"
    table = position.stack("gibraltar", britain={"fleet": 1}).start()
    transfer(table, "britain_infantry", "plymouth", "suez")
    assert table.count("suez", "britain_infantry") == 1
    assert used_in(table, "plymouth") == used_in(table, "gibraltar") == [True]


@rule("strat.escort.relay")
def test_a_fleet_takes_a_unit_onward_only_from_a_base_that_the_fleet_before_it_reaches() -> None:
    """Plymouth to Malta is 6 points, to Alexandria 7; from Alexandria by way of Malta to Suez would be 6."""
    position = british_transfer().stack("plymouth", britain={"infantry": 1, "fleet": 1})
    beyond = position.stack("alexandria", britain={"fleet": 1}).start()
    beyond.choose("transfer", "kind:britain_infantry", "area:plymouth")
    assert beyond.offers("to", "area:malta") and not beyond.offers("to", "area:suez")
    assert beyond.refused("to", "area:suez") == "strat.escort.relay"
    within = position.stack("alexandria").stack("malta", britain={"fleet": 1}).start()
    assert transfer(within, "britain_infantry", "plymouth", "suez").count("suez", "britain_infantry") == 1


@rule("strat.escort.relay")
def test_of_the_fleets_that_could_go_on_only_those_are_named_whose_base_was_reached() -> None:
    """Alexandria by way of Malta to Suez is 6 points, but the fleet from Plymouth does not reach Alexandria."""
    position = british_transfer().stack("plymouth", britain={"infantry": 1, "fleet": 1})
    position.stack("gibraltar", britain={"fleet": 1}).stack("alexandria", britain={"fleet": 1})
    table = transfer(position.start(), "britain_infantry", "plymouth", "suez")
    assert table.count("suez", "britain_infantry") == 1
    used = [used_in(table, base) for base in ("plymouth", "gibraltar", "alexandria")]
    assert used == [[True], [True], [False]]


@rule("strat.air_over_sea", "strat.air_escorted")
def test_aircraft_hop_over_the_sea_without_escort() -> None:
    position = british_transfer().stack("dover", britain={"aircraft": 1, "infantry": 1})
    table = position.start().choose("transfer", "kind:britain_aircraft", "area:dover")
    assert table.offers("to", "area:calais") and table.offers("to", "area:lyon")  # step by step, over France
    assert table.refused("to", "area:cyprus") == "strat.air_escorted"
    land = position.start().choose("transfer", "kind:britain_infantry", "area:dover")
    assert land.refused("to", "area:calais") == "strat.land_over_sea"


@rule("strat.air_escorted")
def test_aircraft_that_cannot_hop_go_with_an_escort() -> None:
    position = british_transfer().held("germany", "paris", "calais", "brest", "la_rochelle")
    position.stack("plymouth", britain={"aircraft": 1, "fleet": 1})
    table = transfer(position.start(), "britain_aircraft", "plymouth", "gibraltar")
    assert table.count("gibraltar", "britain_aircraft") == 1 and used_in(table, "plymouth") == [True]


@rule("strat.naval_units", "strat.used_stays_used")
def test_ships_are_transferred_by_open_seas_without_escort_and_stay_as_they_are() -> None:
    position = british_transfer().stack("edinburgh", britain={"fleet": {"used": 1}})
    table = transfer(position.start(), "britain_fleet", "edinburgh", "suez")
    assert used_in(table, "suez") == [True]
    closed = british_transfer().held("germany", "gibraltar").stack("edinburgh", britain={"fleet": 1}).start()
    closed.choose("transfer", "kind:britain_fleet", "area:edinburgh")
    assert closed.refused("to", "area:suez") == "strat.naval_units"


@rule("strat.satellite_units")
def test_satellite_units_go_within_germanys_allowance() -> None:
    position = war("bagration_overlord").phase("transferring", 1).season("1944_spring")
    table = transfer(
        position.stack("budapest", hungary={"infantry": 1}).start(), "hungary_infantry", "budapest", "vienna"
    )
    assert table.state.transfers[0] == 1


@rule("setup.sichel.germany.garrison", "setup.sichel.germany.garrison_enforced")
def test_germany_keeps_a_garrison_in_poland() -> None:
    position = war().phase("transferring").season("1940_spring").stack("berlin", germany={"infantry": 8, "tank": 1})
    table = position.start()
    assert table.refused("done") == "setup.sichel.germany.garrison_enforced"
    for _ in range(5):
        transfer(table, "germany_infantry", "berlin", "essen")
    table.choose("transfer", "kind:germany_infantry", "area:berlin")
    assert table.refused("to", "area:essen") == "setup.sichel.germany.garrison_enforced"
    table.choose("to", "area:krakow")
    assert table.count("krakow", "germany_infantry") == 1


@rule("setup.sichel.germany.garrison_enforced")
def test_where_no_transfer_can_do_it_nothing_happens() -> None:
    position = war().phase("transferring").season("1940_spring").held("britain", "warsaw", "krakow", "poznan")
    assert position.stack("berlin", germany={"infantry": 2}).start().offers("done")


@rule("usa.first_to_britain", "usa.ocean_four", "usa.ocean_no_escort", "usa.onward", "strat.usa_six")
def test_four_american_units_cross_the_ocean_and_may_go_on() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 2).season("1944_spring")
    position.held("usa", "calais").stack("usa", usa={"infantry": 6}).stack("plymouth", usa={"fleet": 1})
    table = position.start().choose("transfer", "kind:usa_infantry", "area:usa")
    assert table.refused("to", "area:calais") == "usa.first_to_britain"
    table.choose("to", "area:plymouth")
    for _ in range(3):
        transfer(table, "usa_infantry", "usa", "plymouth")
    assert table.refused("transfer", "kind:usa_infantry", "area:usa") == "usa.ocean_four"
    transfer(table, "usa_infantry", "plymouth", "calais")
    assert table.count("calais", "usa_infantry") == 1 and table.state.transfers[5] == 5


@rule("usa.britain_fallen", "usa.bridgehead_two", "usa.bridgehead_escort")
def test_once_britain_has_fallen_two_units_a_turn_reach_a_bridgehead() -> None:
    position = war("bagration_overlord").phase("transferring", 0, 1).season("1944_spring")
    position.set(fallen=["britain", "italy", "france"]).stack("usa", usa={"infantry": 4, "tank": 1})
    table = position.held("usa", "brest", "la_rochelle").stack("brest", usa={"infantry": 1}).start()
    for _ in range(2):
        transfer(table, "usa_infantry", "usa", "brest")
    assert table.refused("transfer", "kind:usa_infantry", "area:usa") == "usa.bridgehead_two"


@rule("unit.fleet.carry_allies")
def test_a_fleet_of_another_player_escorts_if_he_agrees() -> None:
    position = War("sichelschnitt", 3).phase("transferring", ALLIED_TURN, 0).season("1940_spring")
    position.stack("calais", france={"infantry": 2}).stack("dover", britain={"fleet": 1})
    table = transfer(position.start(), "france_infantry", "calais", "plymouth")
    assert table.asked == "britain" and table.prompt == "transfer.agree"
    table.choose("no")
    assert table.count("calais", "france_infantry") == 2
    agreed = transfer(position.start(), "france_infantry", "calais", "plymouth").choose("yes")
    assert agreed.count("plymouth", "france_infantry") == 1


@rule("setup.sichel.germany.garrison")
def test_the_last_transfer_does_not_take_the_last_german_out_of_poland() -> None:
    position = german_transfer().stack("berlin", germany={"infantry": 8}).set(transfers={"germany": 5})
    table = position.start().choose("transfer", "kind:germany_infantry", "area:warsaw")
    assert table.refused("to", "area:berlin") == "setup.sichel.germany.garrison"
    table.choose("to", "area:krakow")  # still in Poland
    assert table.count("krakow", "germany_infantry") == 1


@rule("setup.sichel.germany.garrison_enforced")
def test_an_empty_poland_ends_no_turn_in_vain_when_all_transfers_are_used() -> None:
    position = war().phase("transferring").season("1940_spring").stack("berlin", germany={"infantry": 8})
    table = position.set(transfers={"germany": 6}).start()
    assert table.asked == "allies" or table.offers("done")


@rule("sup.no_move", "strat.any_unit")
def test_of_two_units_of_a_kind_the_one_in_supply_is_transferred() -> None:
    position = german_transfer().stack("essen", germany={"infantry": {"cut_off": 1, "fresh": 1}})
    table = position.stack("warsaw", germany={"infantry": 1}).start()
    table.choose("transfer", "kind:germany_infantry", "area:essen").choose("to", "area:berlin")
    assert table.count("essen", "germany_infantry") == 1 == table.count("berlin", "germany_infantry")
    assert table.refused("transfer", "kind:germany_infantry", "area:essen") == "sup.no_move"


@rule("strat.no_neutral_enemy")
def test_an_area_without_coast_that_enemies_surround_is_reached_by_nobody() -> None:
    position = war().phase("transferring").season("1940_spring").held("germany", "paris")
    table = position.stack("essen", germany={"infantry": 1}).stack("kiel", germany={"fleet": 1}).start()
    table.choose("transfer", "kind:germany_infantry", "area:essen")
    assert table.refused("to", "area:paris") == "strat.no_neutral_enemy"


@rule("strat.air_over_sea", "strat.no_neutral_enemy")
def test_aircraft_are_not_transferred_over_an_enemy_area_but_change_base_over_it() -> None:
    """From Stuttgart to Lyon by way of the Maginot Line, which is French."""
    setting = spring_of_1940().phase("transferring").held("germany", "lyon").stack("warsaw", germany={"infantry": 1})
    table = setting.stack("stuttgart", germany={"aircraft": 1}).start()
    table.choose("transfer", "kind:germany_aircraft", "area:stuttgart")
    assert table.refused("to", "area:lyon") == "strat.air_escorted"  # nor does a fleet bring it
    moving = setting.phase("moving").start().choose("move", "area:stuttgart")
    assert moving.offers("go", "kind:germany_aircraft", "area:lyon", "number:one")


@rule("strat.escort.range")
def test_an_escort_counts_its_way_to_the_port_of_departure_too() -> None:
    """From Alexandria to Gibraltar are 4 points, from there to Casablanca 2 and to Brest 4: 8 in all."""
    setting = war("bagration_overlord").phase("transferring", 0, 1).stack("gibraltar", britain={"infantry": 1})
    setting.held("britain", "brest")
    far = setting.stack("alexandria", britain={"fleet": 1}).start()
    far.choose("transfer", "kind:britain_infantry", "area:gibraltar")
    assert far.offers("to", "area:casablanca") and far.refused("to", "area:brest") == "strat.escort.range"
    near = setting.stack("alexandria").stack("gibraltar", britain={"infantry": 1, "fleet": 1}).start()
    assert near.choose("transfer", "kind:britain_infantry", "area:gibraltar").offers("to", "area:brest")


@rule("strat.allowance")
def test_every_turn_has_its_own_transfers() -> None:
    setting = war().season("1940_spring").phase("transferring", 0).set(transfers={"germany": 5})
    table = (
        setting.stack("warsaw", germany={"infantry": 3})
        .start()
        .choose("transfer", "kind:germany_infantry", "area:warsaw")
    )
    table.choose("to", "area:essen")
    while not (table.prompt == "phase_four" and table.state.turn == 0):
        table.choose("stand_by" if table.offers("stand_by") else "done")
    assert table.facts["left"] == 6
