"""A morálszint változása: what raises and lowers the morale of both sides."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

GARRISON = (
    "abdurrahman",
    "janissary_1",
    "janissary_2",
    "janissary_3",
    "sipahi_1",
    "sipahi_2",
    "azab_1",
    "azab_2",
)

# ---------------------------------------------------------------------- the besiegers


@rule("morale.cms.max")
@pytest.mark.parametrize(("before", "after"), [(1, 4), (4, 5), (5, 5)])
def test_the_imperial_morale_never_rises_above_5(before: int, after: int) -> None:
    # Three walls are held when both zeros end the turn.
    position = siege().gone("azab_1", "sipahi_1", "azab_2").wall("vizivaros", "kaiserlich_1")
    position.wall("becsi_kapu", "kaiserlich_2").wall("fehervari_rondella", "saxon").levels(cms=before)
    table = position.draw(turn=1).counters(0, 0).counters(3, 2).start()
    assert table.state.turn == 2
    assert table.level("cms") == after


@rule("morale.cms.min")
def test_the_imperial_morale_never_falls_below_1() -> None:
    destroyed = siege().unit("kaiserlich_1", "breaches:becsi_kapu", wounded=True).levels(cms=1)
    table = destroyed.go("ottoman", actions=2).roll(2).start()
    table.choose("countermine", "zone:becsi_kapu")
    assert table.at("kaiserlich_1") == "lost"
    assert table.level("cms") == 1
    table = siege().levels(cms=1).go("imperial").roll(6).start()
    table.choose("spring", "zone:becsi_kapu")  # the mine fails
    assert table.level("cms") == 1


@rule("morale.cms.not_wounded")
def test_only_destruction_costs_imperial_morale_and_not_a_wound() -> None:
    position = siege().breach("becsi_kapu", "kaiserlich_1").go("ottoman", actions=3).levels(cms=4)
    table = position.roll(5, 5).start()
    table.choose("countermine", "zone:becsi_kapu")
    assert table.wounded("kaiserlich_1")
    assert table.level("cms") == 4
    table.choose("countermine", "zone:becsi_kapu")
    assert table.at("kaiserlich_1") == "lost"
    assert table.level("cms") == 3


@rule("morale.cms.bring_back")
def test_a_unit_that_comes_back_does_not_lift_imperial_morale() -> None:
    table = siege().wall("lost", "kaiserlich_1").levels(cms=3).go("imperial").start()
    table.choose("return", "unit:charles", "unit:kaiserlich_1", "full")
    assert table.level("cms") == 3
    drawn = siege().wall("cup", "kaiserlich_1").levels(cms=3).draw(turn=2)
    table = drawn.roll("unit:kaiserlich_1", "counter:ottoman_02", "counter:imperial_03").start()
    table.choose("place", "unit:kaiserlich_1", "zone:felheviz")
    assert table.level("cms") == 3


# ---------------------------------------------------------------------- the garrison


def pasha_falls(tms: int) -> Table:
    """Abdurrahman, wounded, is destroyed by his own sortie: 1 - 2, with kaiserlich_3 and the Saxons near."""
    position = siege().unit("abdurrahman", "fehervari_rondella", wounded=True).officers(abdurrahman=0)
    table = position.levels(tms=tms).go("ottoman", actions=2).roll(1).start()
    return table.choose("sortie", "unit:abdurrahman")


@rule("morale.tms.abdurrahman")
def test_the_loss_of_abdurrahman_lowers_ottoman_morale_at_once() -> None:
    table = pasha_falls(4)
    assert table.at("abdurrahman") == "dead"
    assert table.level("tms") == 3
    assert table.prompt == "go_ottoman"  # the round is not over


@rule("morale.tms.abdurrahman")
def test_a_wound_of_abdurrahman_does_not_lower_it() -> None:
    position = siege().wall("fehervari_rondella", "abdurrahman").officers(abdurrahman=0)
    table = position.go("ottoman", actions=2).roll(1).start()
    table.choose("sortie", "unit:abdurrahman")
    assert table.wounded("abdurrahman")
    assert table.level("tms") == 4


@rule("morale.tms.min")
def test_ottoman_morale_never_falls_below_0() -> None:
    assert pasha_falls(0).level("tms") == 0
    assert siege().levels(tms=0).before_turn(8).roll(6).counters(3, 2).start().level("tms") == 0


@rule("morale.tms.no_other_change")
def test_neither_lost_troops_nor_a_lost_wall_lower_ottoman_morale() -> None:
    # 6 + 8 - 1 = 13: the wounded azabs are removed and Víziváros is taken.
    position = siege().set(rushed=True).unit("azab_1", "vizivaros", wounded=True)
    position.breach("vizivaros", "kaiserlich_1", "kaiserlich_2").go("imperial").roll(6)
    table = position.start().choose("assault", "zone:vizivaros")
    assert table.at("azab_1") == "dead"
    assert table.at("kaiserlich_1") == "vizivaros"
    assert table.level("tms") == 4


@rule("morale.tms.no_other_change")
def test_the_end_of_a_turn_does_not_change_ottoman_morale() -> None:
    position = siege().gone("azab_1").wall("vizivaros", "kaiserlich_1").levels(tms=3)
    table = position.draw(turn=1).counters(0, 0).counters(3, 2).start()
    assert table.level("tms") == 3


# ---------------------------------------------------------------------- the roll of the late turns


@rule("morale.tms.roll_turns")
@pytest.mark.parametrize("turn", range(1, 9))
def test_a_die_is_rolled_for_ottoman_morale_from_turn_6_on(turn: int) -> None:
    position = siege().before_turn(turn)
    if turn >= 6:
        position.roll(6)  # 6 - 2 for eight units = 4
    table = position.counters(3, 2).start()
    assert len(table.told("roll_morale")) == (1 if turn >= 6 else 0)
    assert table.level("tms") == (3 if turn >= 6 else 4)


def morale_after(position: Siege, die: int) -> int:
    """The Ottoman morale, 3 before, after the roll at the start of turn 6."""
    position.script = ()  # a position may be tried with several dice
    return position.levels(tms=3).before_turn(6).roll(die).counters(3, 2).start().level("tms")


def left(count: int) -> Siege:
    """So many Ottoman units on the map, Abdurrahman among them."""
    position = siege().gone(*GARRISON[count:])
    return position if count else position.officers(abdurrahman=0)


@rule("morale.tms.roll_minus", "morale.tms.roll_result")
@pytest.mark.parametrize(("count", "minus"), [(8, 2), (7, 2), (6, 2), (5, 1), (3, 1), (2, 0), (1, 0)])
def test_every_full_three_units_subtract_1_and_4_is_too_much(count: int, minus: int) -> None:
    assert morale_after(left(count), 3 + minus) == 3
    assert morale_after(left(count), 4 + minus) == 2


@rule("morale.tms.roll_minus")
def test_wounded_units_count_like_others_and_removed_ones_do_not() -> None:
    position = left(3).unit("janissary_1", "kozepso", wounded=True).unit("janissary_2", "kozepso", wounded=True)
    assert morale_after(position, 4) == 3  # 4 - 1
    assert morale_after(position.gone("abdurrahman").officers(abdurrahman=0), 4) == 2  # two are left: 4 - 0


def holding(position: Siege, *walls: str) -> Siege:
    """The besiegers hold walls with a unit in each."""
    for unit, wall in zip(("kaiserlich_1", "kaiserlich_2", "kaiserlich_3", "saxon"), walls, strict=False):
        position.wall(wall, unit)
    return position


@rule("morale.tms.roll_plus", "morale.tms.roll_result")
@pytest.mark.parametrize(
    ("walls", "plus"),
    [
        (("vizivaros",), 0),
        (("becsi_kapu",), 1),
        (("vizivaros", "becsi_kapu"), 1),
        (("esztergomi_rondella", "fehervari_rondella"), 2),
        (("palota", "nagyrondella"), 2),
    ],
)
def test_every_imperial_wall_but_vizivaros_adds_1(walls: tuple[str, ...], plus: int) -> None:
    # Two units are left, both in the middle zone: nothing is subtracted.
    assert morale_after(holding(left(2), *walls), 3 - plus) == 3
    assert morale_after(holding(left(2), *walls), 4 - plus) == 2


@rule("morale.tms.roll_plus_middle")
def test_the_middle_zone_in_imperial_hands_adds_1() -> None:
    position = siege().gone(*GARRISON[:6]).officers(abdurrahman=0)
    assert morale_after(position, 3) == 3
    assert morale_after(holding(position, "kozepso"), 3) == 2


# ---------------------------------------------------------------------- the relief army


@rule("morale.tms.relief", "morale.tms.relief_cap")
@pytest.mark.parametrize(("before", "after"), [(0, 1), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_the_relief_army_lifts_ottoman_morale_to_3_at_most(before: int, after: int) -> None:
    table = siege().levels(tms=before).draw(turn=6).counters(3, 7).roll(2).start()
    assert table.level("tms") == after


@rule("morale.tms.relief")
def test_the_lift_comes_before_any_go_and_only_on_an_even_roll() -> None:
    table = siege().levels(tms=2).draw(turn=6).counters(15, 7).roll(4).start()
    assert table.asked == "imperial"  # his go is first, and the garrison's morale is up already
    assert table.level("tms") == 3
    table = siege().levels(tms=2).draw(turn=6).counters(15, 7).roll(5).start()
    assert table.level("tms") == 2
