"""Movement: free for the besiegers, a unit or two for the garrison when it has the initiative."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege


def moves_of(table: Table, unit: str) -> set[str]:
    """The zones to which a unit may move."""
    return {str(choice[2]) for choice in table.choices if choice[:2] == ("move", f"unit:{unit}")}


def moves_left(table: Table) -> int:
    return table.state.moves


def vienna_gate_held(*units: str) -> Siege:
    """The imperials hold the Vienna Gate (capacity 3), whose garrison is gone."""
    return siege().gone("sipahi_1").wall("becsi_kapu", *units)


# ---------------------------------------------------------------------- imperial


@rule("move.imperial.free")
def test_imperial_units_move_without_spending_an_action() -> None:
    table = siege().go("imperial", actions=1).start()
    table.choose("move", "unit:kaiserlich_1", "zone:varosmajor")
    assert table.at("kaiserlich_1") == "varosmajor"
    assert table.state.actions == 1
    table.choose("raise_cas")
    table.choose("move", "unit:kaiserlich_2", "zone:varosmajor")
    assert table.at("kaiserlich_2") == "varosmajor"


@rule("move.imperial.every_go")
@pytest.mark.parametrize(("imperial", "ottoman"), [(9, 2), (3, 8)], ids=["with the initiative", "without it"])
def test_the_imperials_move_in_every_go_of_theirs(imperial: int, ottoman: int) -> None:
    table = siege().draw().counters(imperial, ottoman).start()
    if table.asked == "ottoman":
        table.choose("end")
    assert table.asked == "imperial"
    table.choose("move", "unit:saxon", "zone:varosmajor")
    assert table.at("saxon") == "varosmajor"


@rule("move.imperial.every_go")
def test_the_imperials_may_move_and_pass_all_actions() -> None:
    table = siege().draw().counters(9, 2).start()
    table.choose("move", "unit:saxon", "zone:varosmajor").choose("end")
    assert table.asked == "ottoman"
    assert table.at("saxon") == "varosmajor"


@rule("move.imperial.one_zone")
def test_each_imperial_unit_moves_one_zone_per_go() -> None:
    table = siege().go("imperial").counters(9, 2).start()
    table.choose("move", "unit:kaiserlich_1", "zone:varosmajor")
    assert table.refused("move", "unit:kaiserlich_1", "zone:naphegy") == "move.imperial.one_zone"
    assert table.refused("move", "unit:kaiserlich_1", "zone:felheviz") == "move.imperial.one_zone"
    for unit in ("charles", "kaiserlich_2"):
        table.choose("move", f"unit:{unit}", "zone:varosmajor")
        assert table.at(unit) == "varosmajor"
    table.choose("end")  # the next round gives the imperials another go
    table.choose("move", "unit:kaiserlich_1", "zone:naphegy")
    assert table.at("kaiserlich_1") == "naphegy"


@rule("move.imperial.own_zones")
def test_free_movement_goes_only_between_adjacent_zones_of_ones_own() -> None:
    table = vienna_gate_held("kaiserlich_3").go("imperial").start()
    assert table.refused("move", "unit:kaiserlich_1", "zone:vizivaros") == "move.imperial.own_zones"  # adjacent, enemy
    assert table.refused("move", "unit:saxon", "zone:becsi_kapu") == "map.zones.roads"  # own, not adjacent
    assert table.refused("move", "unit:saxon", "zone:felheviz") == "map.zones.roads"
    assert table.offers("move", "unit:kaiserlich_1", "zone:becsi_kapu")  # own and adjacent


@rule("move.imperial.own_zones_definition")
def test_the_imperials_own_camps_held_walls_and_occupied_breaches() -> None:
    position = vienna_gate_held("kaiserlich_3").wall("felheviz", "saxon").breach("vizivaros", "kaiserlich_2")
    table = position.go("imperial").start()
    assert "zone:varosmajor" in moves_of(table, "kaiserlich_1")  # a camp, though nobody is in it
    assert "zone:becsi_kapu" in moves_of(table, "kaiserlich_1")  # a held wall
    assert moves_of(table, "kaiserlich_2") == {"zone:felheviz"}  # out of a breach that he occupies
    assert "zone:vizivaros" not in moves_of(table, "kaiserlich_1")  # an Ottoman wall, whatever is in its breaches


@rule("move.imperial.start_to_start")
def test_a_unit_moves_from_camp_to_adjacent_camp() -> None:
    # Roads along the camps: Felhévíz - Városmajor - Naphegy - Gellért Hill.
    table = siege().go("imperial").start()
    assert moves_of(table, "kaiserlich_3") == {"zone:felheviz", "zone:naphegy"}
    table.choose("move", "unit:kaiserlich_3", "zone:naphegy")
    assert table.at("kaiserlich_3") == "naphegy"


@rule("move.imperial.start_wall")
def test_between_a_camp_and_a_held_wall_is_one_move_either_way() -> None:
    table = vienna_gate_held("kaiserlich_3").go("imperial").start()
    table.choose("move", "unit:kaiserlich_1", "zone:becsi_kapu")
    table.choose("move", "unit:kaiserlich_3", "zone:varosmajor")
    assert table.at("kaiserlich_1") == "becsi_kapu"
    assert table.at("kaiserlich_3") == "varosmajor"


@rule("move.imperial.wall_wall")
def test_a_unit_moves_between_adjacent_held_walls() -> None:
    table = vienna_gate_held("kaiserlich_3").gone("azab_1").wall("vizivaros", "kaiserlich_1").go("imperial").start()
    assert table.refused("move", "unit:kaiserlich_3", "zone:esztergomi_rondella") == "move.imperial.own_zones"
    table.choose("move", "unit:kaiserlich_1", "zone:becsi_kapu")
    assert table.at("kaiserlich_1") == "becsi_kapu"


@rule("move.imperial.wall_capacity")
def test_no_unit_moves_into_a_full_wall() -> None:
    table = vienna_gate_held("kaiserlich_1", "kaiserlich_2", "kaiserlich_3").go("imperial").start()
    assert table.refused("move", "unit:charles", "zone:becsi_kapu") == "move.imperial.wall_capacity"
    table.choose("move", "unit:kaiserlich_3", "zone:varosmajor")  # makes room
    table.choose("move", "unit:charles", "zone:becsi_kapu")
    assert table.at("charles") == "becsi_kapu"


@rule("move.imperial.withdraw")
def test_a_unit_in_a_breach_can_only_withdraw_to_the_camps_before_it() -> None:
    table = siege().breach("palota", "bavarian_1", "bavarian_2").go("imperial").start()
    assert moves_of(table, "bavarian_1") == {"zone:naphegy", "zone:gellerthegy"}
    assert table.refused("move", "unit:bavarian_1", "zone:palota") == "move.imperial.withdraw"
    assert table.refused("move", "unit:bavarian_1", "zone:varosmajor") == "move.imperial.withdraw"
    table.choose("move", "unit:bavarian_1", "zone:naphegy")
    assert table.at("bavarian_1") == "naphegy"


@rule("move.imperial.no_breach_entry")
def test_nobody_walks_into_a_breach_not_even_into_one_just_left() -> None:
    table = siege().breach("vizivaros", "kaiserlich_1").go("imperial").start()
    assert table.refused("move", "unit:kaiserlich_2", "breach:vizivaros_b1") == "move.imperial.no_breach_entry"
    table.choose("move", "unit:kaiserlich_1", "zone:felheviz")
    assert table.refused("move", "unit:kaiserlich_2", "breach:vizivaros_b1") == "move.imperial.no_breach_entry"
    assert not any("breach" in str(choice[-1]) for choice in table.choices)
    assert moves_of(table, "kaiserlich_2") == {"zone:varosmajor"}


@rule("move.imperial.no_empty_wall_entry")
def test_nobody_walks_into_an_empty_wall() -> None:
    table = vienna_gate_held("kaiserlich_3").gone("azab_1").go("imperial").start()
    for unit in ("kaiserlich_1", "kaiserlich_3"):  # from a camp, from a held wall
        assert table.refused("move", f"unit:{unit}", "zone:vizivaros") == "move.imperial.no_empty_wall_entry"


@rule("move.imperial.leave_wall_empty")
def test_the_last_unit_may_leave_a_wall_to_nobody() -> None:
    table = vienna_gate_held("kaiserlich_3").go("imperial").start()
    table.choose("move", "unit:kaiserlich_3", "zone:varosmajor")
    assert table.refused("move", "unit:kaiserlich_1", "zone:becsi_kapu") == "move.imperial.no_empty_wall_entry"
    assert table.offers("artillery", "zone:becsi_kapu")  # it can be a target again


@rule("move.imperial.placement_not_move")
def test_entering_a_breach_does_not_use_up_the_move() -> None:
    table = siege().officers(abdurrahman=0).go("imperial").roll(1).start()
    table.choose("artillery", "zone:esztergomi_rondella")  # only kaiserlich_3 is near: it enters
    assert table.at("kaiserlich_3") == "breaches:esztergomi_rondella"
    table.choose("move", "unit:kaiserlich_3", "zone:varosmajor")
    assert table.at("kaiserlich_3") == "varosmajor"


@rule("move.imperial.placement_not_move")
def test_entering_a_captured_wall_does_not_use_up_the_move() -> None:
    table = siege().gone("janissary_2").officers(abdurrahman=0).go("imperial").roll(1).start()
    table.choose("artillery", "zone:esztergomi_rondella")  # empty: kaiserlich_3 takes it
    assert table.at("kaiserlich_3") == "esztergomi_rondella"
    table.choose("move", "unit:kaiserlich_3", "zone:varosmajor")
    assert table.at("kaiserlich_3") == "varosmajor"


@rule("move.imperial.placement_not_move")
def test_arriving_from_the_cup_does_not_use_up_the_move() -> None:
    position = siege().wall("cup", "kaiserlich_2").draw(turn=3)
    table = position.roll("unit:kaiserlich_2", "counter:ottoman_04", "counter:imperial_07").start()
    table.choose("place", "unit:kaiserlich_2", "zone:gellerthegy")
    table.choose("move", "unit:kaiserlich_2", "zone:naphegy")
    assert table.at("kaiserlich_2") == "naphegy"


# ---------------------------------------------------------------------- Ottoman


@rule("move.ottoman.initiative")
def test_the_garrison_moves_only_in_its_own_go_and_with_the_initiative() -> None:
    table = siege().draw().counters(9, 8).start()
    assert table.refused("move", "unit:azab_1", "zone:kozepso") == "move.ottoman.initiative"  # the imperial go
    table.choose("end")
    assert table.asked == "ottoman"
    assert table.refused("move", "unit:azab_1", "zone:kozepso") == "move.ottoman.initiative"
    assert "move" not in table.verbs()


@rule("move.ottoman.initiative")
def test_the_garrison_with_the_initiative_does_not_move_in_the_imperial_go() -> None:
    table = siege().draw().counters(2, 8).start()
    table.choose("end")
    assert table.asked == "imperial"
    assert table.refused("move", "unit:azab_1", "zone:kozepso") == "move.ottoman.initiative"


@rule("move.ottoman.odd")
def test_an_odd_number_moves_one_ottoman_unit() -> None:
    table = siege().draw().counters(2, 7).start()
    table.choose("move", "unit:azab_1", "zone:kozepso")
    assert table.at("azab_1") == "kozepso"
    assert table.refused("move", "unit:azab_2", "zone:kozepso") == "move.ottoman.odd"
    assert table.refused("move", "unit:azab_1", "zone:vizivaros") == "move.ottoman.odd"


@rule("move.ottoman.even")
def test_an_even_number_moves_two_ottoman_units() -> None:
    table = siege().draw().counters(2, 8).start()
    table.choose("move", "unit:azab_1", "zone:kozepso").choose("move", "unit:azab_2", "zone:kozepso")
    assert (table.at("azab_1"), table.at("azab_2")) == ("kozepso", "kozepso")
    assert table.refused("move", "unit:janissary_2", "zone:becsi_kapu") == "move.ottoman.even"
    assert "move" not in table.verbs()


@rule("move.ottoman.anywhere")
def test_an_ottoman_unit_moves_anywhere_in_the_castle() -> None:
    # Víziváros touches only the Vienna Gate and the palace, and the imperials hold both.
    position = vienna_gate_held("kaiserlich_1").gone("sipahi_2").wall("palota", "bavarian_1")
    table = position.go("ottoman", moves=1).start()
    free = {"zone:esztergomi_rondella", "zone:fehervari_rondella", "zone:nagyrondella", "zone:kozepso"}
    assert moves_of(table, "azab_1") == free
    table.choose("move", "unit:azab_1", "zone:nagyrondella")
    assert table.at("azab_1") == "nagyrondella"


@rule("move.ottoman.not_action")
def test_ottoman_movement_costs_no_action() -> None:
    table = siege().go("ottoman", actions=1, moves=2).roll(6).start()
    table.choose("move", "unit:azab_1", "zone:kozepso")
    assert table.state.actions == 1
    table.choose("bombard")
    assert table.script_left() == 0


@rule("move.ottoman.two_units")
def test_the_two_ottoman_moves_are_made_by_two_units() -> None:
    table = siege().go("ottoman", moves=2).start()
    table.choose("move", "unit:azab_1", "zone:kozepso")
    assert moves_left(table) == 1
    assert table.refused("move", "unit:azab_1", "zone:vizivaros") == "move.ottoman.two_units"
    assert table.offers("move", "unit:azab_2", "zone:vizivaros")


@rule("move.ottoman.timing")
def test_ottoman_moves_come_before_between_or_after_actions() -> None:
    table = siege().go("ottoman", actions=2, moves=2).counters(9, 2).start()  # the draw after the used-up go
    table.choose("move", "unit:azab_1", "zone:becsi_kapu")
    table.choose("entrench", "zone:becsi_kapu")
    table.choose("move", "unit:azab_2", "zone:becsi_kapu")
    table.choose("entrench", "zone:becsi_kapu")
    assert (table.at("azab_1"), table.at("azab_2")) == ("becsi_kapu", "becsi_kapu")

    table = siege().go("ottoman", actions=1, moves=1).counters(9, 2).start()
    table.choose("entrench", "zone:becsi_kapu").choose("move", "unit:azab_1", "zone:becsi_kapu")
    assert table.at("azab_1") == "becsi_kapu"


@rule("move.ottoman.entry_not_move")
def test_entering_after_a_castle_fight_is_none_of_the_moves() -> None:
    # The Vienna Gate is empty; both units of the middle zone go over, then one of them moves on.
    table = siege().gone("sipahi_1").go("ottoman", moves=1).counters(9, 2).start()
    table.choose("castle", "zone:becsi_kapu").choose("join", "unit:abdurrahman").choose("join", "unit:janissary_1")
    table.choose("enter", "unit:abdurrahman").choose("enter", "unit:janissary_1")
    assert moves_left(table) == 1
    table.choose("move", "unit:janissary_1", "zone:palota")
    assert table.at("janissary_1") == "palota"


@rule("move.ottoman.targets")
def test_an_ottoman_unit_moves_into_empty_or_friendly_walls_with_room() -> None:
    # The palace holds two; esztergomi_rondella is empty; the Vienna Gate is imperial.
    position = vienna_gate_held("kaiserlich_1").gone("janissary_2").wall("palota", "janissary_1")
    table = position.go("ottoman", moves=1).start()
    assert table.refused("move", "unit:azab_1", "zone:becsi_kapu") == "map.wall.one_side"
    assert table.refused("move", "unit:azab_1", "zone:palota") == "move.ottoman.targets"
    assert table.offers("move", "unit:azab_1", "zone:esztergomi_rondella")
    assert table.offers("move", "unit:azab_1", "zone:nagyrondella")


@rule("move.ottoman.no_leave")
def test_no_ottoman_unit_leaves_the_castle() -> None:
    table = siege().go("ottoman", moves=2).start()
    assert table.refused("move", "unit:azab_1", "zone:felheviz") == "move.ottoman.no_leave"
    assert table.refused("move", "unit:azab_1", "breach:vizivaros_b1") == "map.breach.imperial_only"
    castle = {f"zone:{zone}" for zone in table.state.pack.zone_keys[: table.state.pack.walls]}
    assert {str(choice[2]) for choice in table.choices if choice[0] == "move"} == castle
