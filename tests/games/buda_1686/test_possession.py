"""Map: who possesses a wall zone, and how a wall without defenders falls by itself."""

from __future__ import annotations

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege


def owner(table: Table, wall: str) -> str:
    return next(area.owner for area in table.scene().areas if area.id == f"zone:{wall}")


def turn_ends(position: Siege) -> Table:
    """Let turn 2 end; the imperial morale then rises for each wall zone held."""
    return position.set(phase="turn_end", turn=2).counters(8, 5).start()


@rule("map.possession.definition")
def test_a_wall_belongs_to_the_side_with_units_in_it() -> None:
    table = turn_ends(siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").levels(cms=2))
    assert (owner(table, "becsi_kapu"), owner(table, "palota")) == ("imperial", "ottoman")
    assert table.level("cms") == 3


@rule("map.possession.definition")
def test_units_in_the_breaches_do_not_possess_the_wall() -> None:
    table = turn_ends(siege().breach("becsi_kapu", "kaiserlich_1").levels(cms=2))
    assert owner(table, "becsi_kapu") == "ottoman"
    assert table.level("cms") == 2


@rule("map.possession.empty")
def test_an_empty_wall_belongs_to_nobody() -> None:
    table = turn_ends(siege().gone("sipahi_1").levels(cms=2))
    assert owner(table, "becsi_kapu") == ""
    assert table.level("cms") == 2
    assert table.refused("move", "unit:kaiserlich_1", "zone:becsi_kapu") == "move.imperial.no_empty_wall_entry"


@rule("map.possession.empty")
def test_a_wall_that_its_conquerors_have_left_counts_for_nobody() -> None:
    """At the start of turn 6 a held wall adds 1 to the morale roll, from which seven units take 2; 4 is too much."""
    table = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").go("imperial").start()
    table.choose("move", "unit:kaiserlich_1", "zone:felheviz")
    assert owner(table, "becsi_kapu") == ""
    left = siege().gone("sipahi_1").before_turn(6).roll(5).counters(8, 5)
    assert left.start().level("tms") == 4  # 5 - 2 = 3
    assert left.wall("becsi_kapu", "kaiserlich_1").start().level("tms") == 3  # 5 + 1 - 2 = 4


@rule("map.possession.auto_capture", "map.possession.auto_capture_timing")
def test_a_wall_falls_at_once_when_its_last_defender_moves_away() -> None:
    table = siege().breach("fehervari_rondella", "saxon").go("ottoman", actions=1, moves=2).start()
    table.choose("move", "unit:azab_2", "zone:palota")
    assert table.at("saxon") == "fehervari_rondella"
    assert (owner(table, "fehervari_rondella"), table.asked) == ("imperial", "ottoman")
    assert table.refused("move", "unit:janissary_1", "zone:fehervari_rondella") == "map.wall.one_side"


@rule("map.possession.auto_capture", "map.possession.auto_capture_entry")
def test_all_units_in_the_breaches_enter_a_wall_that_falls() -> None:
    units = ("charles", "kaiserlich_1", "kaiserlich_2")
    table = siege().breach("becsi_kapu", *units).go("ottoman", moves=1).start()
    table.choose("move", "unit:sipahi_1", "zone:kozepso")
    assert [table.at(unit) for unit in units] == ["becsi_kapu"] * 3


@rule("map.possession.auto_capture")
def test_a_wall_with_a_defender_left_does_not_fall() -> None:
    held = siege().breach("becsi_kapu", "charles").wall("becsi_kapu", "azab_1")
    table = held.go("ottoman", moves=1).start().choose("move", "unit:azab_1", "zone:kozepso")
    assert table.at("charles") == "breaches:becsi_kapu"


@rule("map.possession.auto_capture_timing")
def test_a_wall_falls_when_a_loss_takes_its_last_defender_in_the_ottoman_go() -> None:
    """A sortie out of the Fehérvár Rondella rolls 1 - 1 (Saxons in the breach) - 1 (Kaiserlich near) = -1: a loss."""
    position = siege().unit("azab_2", "fehervari_rondella", wounded=True).breach("fehervari_rondella", "saxon")
    table = position.go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:azab_2")
    assert (table.at("azab_2"), table.at("saxon")) == ("dead", "fehervari_rondella")
    assert table.asked == "ottoman"


@rule("map.possession.auto_capture_timing")
def test_an_empty_wall_falls_to_the_unit_that_is_placed_in_its_breach() -> None:
    table = siege().gone("sipahi_1").officers(abdurrahman=0).go("imperial").roll(1).start()
    table.choose("artillery", "zone:becsi_kapu").choose("enter", "unit:kaiserlich_3")
    assert (table.at("kaiserlich_3"), owner(table, "becsi_kapu")) == ("becsi_kapu", "imperial")


@rule("map.possession.auto_capture_timing")
def test_a_wall_that_abdurrahman_leaves_falls_before_the_fight_goes_on() -> None:
    """He hurries from the palace to the Fehérvár Rondella next door, and the Bavarians enter the palace at once."""
    position = siege().wall("kozepso", "sipahi_2").wall("palota", "abdurrahman").breach("palota", "bavarian_1")
    position.breach("fehervari_rondella", "max_emanuel", "saxon").go("imperial")
    table = position.start().choose("assault", "zone:fehervari_rondella").choose("rush")
    assert table.prompt == "boost"  # the die of the assault is still to be rolled
    assert (table.at("abdurrahman"), table.at("bavarian_1")) == ("fehervari_rondella", "palota")


@rule("map.possession.auto_capture_timing")
def test_an_epidemic_among_the_attackers_leaves_the_wall_to_its_defenders() -> None:
    position = siege().breach("becsi_kapu", "kaiserlich_1", "kaiserlich_2").draw(6).counters(9, 4).roll(2)
    table = position.start().choose("sicken", "unit:kaiserlich_1")
    assert (table.at("kaiserlich_1"), table.at("kaiserlich_2")) == ("sick", "breaches:becsi_kapu")
    assert owner(table, "becsi_kapu") == "ottoman"


@rule("map.breach.only_against_enemy_walls")
def test_units_stand_in_breaches_only_while_the_wall_is_defended() -> None:
    undefended = siege().gone("sipahi_1").breach("becsi_kapu", "kaiserlich_1").go("imperial")
    assert "map.possession.auto_capture" in undefended.impossible()


@rule("map.breach.only_against_enemy_walls")
def test_the_breaches_of_a_captured_wall_are_part_of_it() -> None:
    held = siege().gone("sipahi_1").wall("becsi_kapu", "kaiserlich_1").go("imperial", actions=2)
    table = held.start()
    assert table.refused("artillery", "zone:becsi_kapu") == "artillery.imperial.target_not_own"
    assert table.refused("spring", "zone:becsi_kapu") == "mining.spring.target_not_own"
    assert table.refused("move", "unit:charles", "breach:becsi_kapu_b1") == "move.imperial.no_breach_entry"
    # They are no stop on the way: one move leads from the camp into the wall zone.
    assert table.choose("move", "unit:charles", "zone:becsi_kapu").at("charles") == "becsi_kapu"
