"""Ki nyeri a játékot? Who wins, when, and under which option."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.buda_1686.siege import Siege, Table, siege

GARRISON = (
    "azab_1",
    "azab_2",
    "sipahi_1",
    "sipahi_2",
    "janissary_1",
    "janissary_2",
    "janissary_3",
    "abdurrahman",
)
STANDARD, EITHER = "standard", "either_victory"
BOTH_OPTIONS = pytest.mark.parametrize("victory", [STANDARD, EITHER])


def left(count: int, victory: str = STANDARD) -> Siege:
    """So many Ottoman units are left; Abdurrahman is among the removed ones."""
    position = siege().gone(*GARRISON[count:]).option(victory=victory)
    return position if count == len(GARRISON) else position.officers(abdurrahman=0)


def round_over(position: Siege, turn: int = 6) -> Table:
    """A round passes without a go (both draw 1); if the game is not over, the next one gives the imperials a go."""
    return position.draw(turn=turn).counters(1, 1).counters(3, 2).start()


def turn_8_over(position: Siege) -> Table:
    """Both zeros come out in turn 8."""
    return position.draw(turn=8).counters(0, 0).start()


# ---------------------------------------------------------------------- standard: both conditions


@rule("victory.imperial.both")
def test_morale_0_in_the_last_round_and_four_units_win_at_the_end_of_turn_8() -> None:
    # The morale roll of turn 8 (6 - 1 for four units) takes the TMS to 0; then both zeros end the turn at once.
    table = left(4).levels(tms=1).before_turn(8).roll(6).counters(0, 0).start()
    assert (table.winner, table.reason) == ("imperial", "victory.imperial.both")


@rule("victory.imperial.both", "victory.ottoman")
@pytest.mark.parametrize(("count", "tms"), [(5, 0), (8, 0), (4, 1), (1, 1), (8, 4)])
def test_one_condition_alone_is_not_enough(count: int, tms: int) -> None:
    table = turn_8_over(left(count).levels(tms=tms))
    assert (table.winner, table.reason) == ("ottoman", "victory.ottoman")


@rule("victory.ottoman")
def test_the_ottomans_win_only_when_turn_8_is_over() -> None:
    table = siege().draw(turn=7).counters(0, 0).roll(1).counters(3, 2).start()
    assert table.winner is None
    assert table.state.turn == 8
    table.script("counter:imperial_00", "counter:ottoman_00").choose("end").choose("end")
    assert table.winner == "ottoman"


@rule("victory.imperial.latch")
def test_a_morale_of_0_at_the_end_of_a_round_counts_for_good() -> None:
    # Round 1 ends with a TMS of 0; the relief army of round 2 lifts it to 1; then four units are enough.
    position = left(5).levels(tms=0).draw(turn=8).counters(1, 1).counters(12, 12).roll(2).counters(3, 2)
    table = position.start()
    assert table.winner is None
    assert table.level("tms") == 1
    assert table.state.morale_broken
    after = left(4).levels(tms=1).set(morale_broken=True)
    assert turn_8_over(after).winner == "imperial"


@rule("victory.imperial.round_end_only")
@pytest.mark.parametrize(("die", "latched"), [(2, False), (1, True)])
def test_a_morale_of_0_in_mid_round_does_not_count_if_it_is_lifted_again(die: int, latched: bool) -> None:
    # Turn 8 starts with a fall from 1 to 0 (6 - 1); the relief army of round 1 may lift it to 1.
    position = left(5).levels(tms=1).before_turn(8).roll(6).counters(12, 12).roll(die).counters(3, 2)
    table = position.start()
    assert table.level("tms") == (0 if latched else 1)
    assert table.state.morale_broken is latched


@rule("victory.imperial.round_end_only")
def test_by_option_too_a_morale_of_0_in_mid_round_does_not_win() -> None:
    position = left(5, EITHER).levels(tms=1).before_turn(8).roll(6).counters(12, 12).roll(2).counters(3, 2)
    assert position.start().winner is None


@rule("victory.imperial.unit_count")
def test_every_ottoman_unit_on_the_map_counts() -> None:
    # Víziváros, a wounded unit and Abdurrahman: five with the others, then four.
    position = siege().gone("janissary_2", "janissary_3", "sipahi_2").levels(tms=0)
    position.unit("azab_1", "vizivaros", wounded=True)
    position.unit("abdurrahman", "kozepso", wounded=True).officers(abdurrahman=3)
    assert round_over(position).winner is None
    position.script = ()
    assert round_over(position.gone("azab_1")).winner == "imperial"


@rule("victory.imperial.early_end")
@pytest.mark.parametrize(("count", "tms", "over"), [(4, 0, True), (5, 0, False), (4, 1, False)])
def test_with_both_conditions_met_the_game_ends_with_the_round(count: int, tms: int, over: bool) -> None:
    table = round_over(left(count).levels(tms=tms))
    assert (table.winner == "imperial") is over
    if over:
        assert table.reason == "victory.imperial.early_end"


@rule("victory.imperial.early_end", "victory.either.early_end")
@pytest.mark.parametrize(("victory", "tms"), [(STANDARD, 0), (EITHER, 4)])
def test_a_round_of_the_last_turn_before_its_end_ends_the_game_early_too(victory: str, tms: int) -> None:
    reason = {STANDARD: "victory.imperial.early_end", EITHER: "victory.either.early_end"}[victory]
    position = left(4, victory).levels(tms=tms).set(morale_broken=victory == STANDARD)
    assert round_over(position, turn=8).reason == reason


@rule("victory.imperial.annihilation")
@BOTH_OPTIONS
@pytest.mark.parametrize("turn", [2, 8])
def test_a_castle_without_defenders_is_taken(victory: str, turn: int) -> None:
    table = round_over(left(0, victory).levels(tms=4), turn)
    assert (table.winner, table.reason) == ("imperial", "victory.imperial.annihilation")


@rule("victory.imperial.annihilation")
def test_one_defender_is_enough_to_hold_out_in_the_standard_game() -> None:
    assert round_over(left(1).levels(tms=4), 2).winner is None


# ---------------------------------------------------------------------- option: either condition


@rule("victory.either.morale")
@pytest.mark.parametrize(("victory", "winner"), [(EITHER, "imperial"), (STANDARD, None)])
def test_by_option_a_morale_of_0_at_the_end_of_a_round_wins(victory: str, winner: str | None) -> None:
    table = round_over(left(8, victory).levels(tms=0))
    assert table.winner == winner
    if winner:
        assert table.reason == "victory.either.morale"


@rule("victory.either.early_end")
@pytest.mark.parametrize(
    ("victory", "count", "winner"), [(EITHER, 4, "imperial"), (EITHER, 5, None), (STANDARD, 4, None)]
)
def test_by_option_four_units_end_the_game_with_the_round(victory: str, count: int, winner: str | None) -> None:
    table = round_over(left(count, victory).levels(tms=4), turn=3)
    assert table.winner == winner
    if winner:
        assert table.reason == "victory.either.early_end"


@rule("victory.either.ottoman", "victory.either.units")
def test_by_option_the_ottomans_win_if_neither_condition_is_met() -> None:
    table = turn_8_over(left(5, EITHER).levels(tms=1))
    assert (table.winner, table.reason) == ("ottoman", "victory.either.ottoman")


# ---------------------------------------------------------------------- no draw


@rule("victory.no_draw")
@BOTH_OPTIONS
@pytest.mark.parametrize("count", [0, 4, 5, 8])
@pytest.mark.parametrize("tms", [0, 1, 4])
def test_after_turn_8_exactly_one_side_has_won(count: int, tms: int, victory: str) -> None:
    outcome = turn_8_over(left(count, victory).levels(tms=tms)).match.outcome
    assert outcome is not None
    assert len(outcome.winners) == 1
    assert sorted(outcome.scores) == [0.0, 1.0]
