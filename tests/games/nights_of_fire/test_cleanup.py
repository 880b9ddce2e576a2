"""Clean-up Phase: Soviets recover, insurgents hide, and what is carried into the next round."""

from __future__ import annotations

import pytest

from sandtable.games.nights_of_fire.pack import BOX, KILLED
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city

FIGHTERS = [f"fighter_{number:02}" for number in range(1, 21)]
PLENTY = FIGHTERS[:12]


def cleaning(phase: str = "hide", ruleset: str = "konev_basic") -> City:
    """Clean-up of round 2 with plenty of hidden insurgents in 8."""
    return city(ruleset).clear().insurgents("8", *PLENTY).round(2).phase(phase).freely()


def killed_units(table: Table) -> int:
    return table.state.at[KILLED].bit_count() + table.state.arrested.bit_count()


@rule("cleanup.soviets", "cleanup.order")
def test_all_disabled_soviet_units_become_active() -> None:
    table = cleaning("morale").insurgents("9", "fighter_13!").regiments("9", "reg_104-", "reg_106").garrisons("9-", "8")
    started = table.start()
    assert started.prompt == "cleanup.hide"  # the Soviets come first
    assert (started.regiment("reg_104"), started.regiment("reg_106")) == ("9", "9")
    assert (started.garrison("9"), started.garrison("8")) == ("active", "active")


@rule("cleanup.hide", "cleanup.order")
def test_any_number_of_revealed_insurgents_may_hide() -> None:
    table = cleaning().insurgents("9", "fighter_13!", "fighter_14!", "fighter_15!").killed("fighter_16")
    started = table.start()
    assert {choice[1] for choice in started.all("hide")} == {f"insurgent:fighter_{n}" for n in (13, 14, 15)}
    assert killed_units(started) == 1 and started.state.round == 2  # the rest comes later
    started.choose("hide", "insurgent:fighter_14").choose("done")
    assert [started.hidden(f"fighter_{n}") for n in (13, 14, 15)] == [False, True, False]
    assert started.state.round == 3


@rule("cleanup.hide")
def test_all_may_hide_at_once_or_nobody() -> None:
    table = cleaning().insurgents("9", "fighter_13!", "fighter_14!")
    everybody = table.start().choose("hide_all")
    assert everybody.hidden("fighter_13") and everybody.hidden("fighter_14")
    nobody = table.start().choose("done")
    assert not nobody.hidden("fighter_13") and not nobody.hidden("fighter_14")


@rule("cleanup.hide", "unit.hide.mix")
@pytest.mark.parametrize("taken", ["fighter_13", "fighter_14"])
def test_before_a_commander_those_who_hide_are_mixed(taken: str) -> None:
    """What comes out first gets the lowest block of the district: 23 was fighter_13, 24 was fighter_14."""
    table = cleaning(ruleset="conflict_basic").insurgents("9", "fighter_13!", "fighter_14")
    table.script = ([f"insurgent:{taken}"],)
    started = table.start().choose("hide", "insurgent:fighter_13")
    assert started.block(taken) == "block:23"
    assert started.suspects("fighter_13") == started.suspects("fighter_14") >= {"fighter_13", "fighter_14"}


@rule("cleanup.wounds_stay")
def test_wounds_stay_whether_one_hides_or_not() -> None:
    table = cleaning().insurgents("9", "fighter_13!w", "fighter_14!w", "fighter_15w")
    started = table.start().choose("hide", "insurgent:fighter_13").choose("done")
    assert all(started.wounded(f"fighter_{n}") for n in (13, 14, 15))


@rule("cleanup.killed.odd", "cleanup.killed.even")
@pytest.mark.parametrize(("count", "left"), [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (5, 1)])
def test_killed_units_go_to_the_box_but_for_an_odd_one(count: int, left: int) -> None:
    started = cleaning("cleanup").killed(*FIGHTERS[12 : 12 + count]).start()
    assert killed_units(started) == left
    assert started.state.at[BOX].bit_count() == 30 - 12 - left


@rule("cleanup.killed.odd", "cleanup.killed.which", "unit.hungarian")
def test_one_civilian_or_insurgent_stays_and_counts_again() -> None:
    table = cleaning("morale").civilian("9", "civ_01", "killed_arrested").civilian("8", "civ_02", "killed_arrested")
    started = table.killed("fighter_13").start()
    assert killed_units(started) == 1 and started.state.morale == 24
    again = cleaning("morale").killed("fighter_13", "fighter_14").start()  # the one that stayed, and one more
    assert again.state.morale == 24 and killed_units(again) == 0


@rule("cleanup.momentum.odd", "cleanup.momentum.even")
@pytest.mark.parametrize(("momentum", "left"), [(0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (7, 1)])
def test_momentum_goes_back_but_for_an_odd_token(momentum: int, left: int) -> None:
    assert cleaning("cleanup").tracks(momentum=momentum).start().state.momentum == left


@rule("cleanup.round")
def test_the_round_marker_moves_on() -> None:
    started = cleaning("cleanup").start()
    assert started.state.round == 3 and started.last("round") == (3,)


@rule("cleanup.order")
def test_the_steps_of_clean_up_run_in_their_order() -> None:
    table = cleaning("morale").insurgents("9", "fighter_13!").regiments("9", "reg_104-").tracks(momentum=2)
    started = table.killed("fighter_14", "fighter_15").start().choose("hide_all")
    steps = ["rallied_all", "hidden", "killed_to_box", "momentum_lost", "round"]
    assert [line.key for line in started.match.lines(None) if line.key in steps] == steps
