"""How long opponents may think in a row."""

from __future__ import annotations

from sandtable.players.pace import BUDGET_MS, LEAST_BUDGET_MS, LONGEST_WAIT, Pace
from tests.clocks import Clock


def test_the_first_choices_have_all_their_time_and_the_last_ones_little() -> None:
    clock = Clock(now=100.0)
    pace = Pace(clock)
    given = {}
    for waited in (0.0, 4.0, 12.0, 19.0, 20.0, 60.0):
        clock.now = 100.0 + waited
        given[waited] = pace.budget_ms()
    # An eighth of what is left of 20 seconds.
    assert given == {
        0.0: BUDGET_MS,
        4.0: BUDGET_MS,
        12.0: 1000,
        19.0: 125,
        20.0: LEAST_BUDGET_MS,
        60.0: LEAST_BUDGET_MS,
    }


def test_after_a_choice_of_a_person_all_the_time_is_there_again() -> None:
    clock = Clock(now=100.0)
    pace = Pace(clock)
    clock.now += 2 * LONGEST_WAIT
    pace.start_again()
    assert pace.budget_ms() == BUDGET_MS


def test_nobody_waits_half_a_minute_for_a_hundred_choices_that_use_all_their_time() -> None:
    clock = Clock(now=100.0)
    pace = Pace(clock)
    for _ in range(100):
        clock.now += pace.budget_ms() / 1000
    assert clock.now - 100.0 < 30.0
