"""Game End: what a surrender costs, and who wins."""

from __future__ import annotations

import pytest

from sandtable.games.nights_of_fire.phases import OVER
from tests.citing import rule
from tests.games.nights_of_fire.budapest import City, Table, city

FIGHTERS = [f"fighter_{number:02}" for number in range(1, 21)]


def ending(prestige: int, armed: int = 6, ruleset: str = "konev_basic", revolutionaries: int = 1) -> City:
    """Before a surrender, with so much Prestige and so many armed insurgents on the map."""
    table = city(ruleset, revolutionaries).clear().insurgents("8", *FIGHTERS[:armed]).civilian("8", "civ_01")
    return table.tracks(prestige=prestige).phase("prestige").freely()


def surrender(table: City) -> Table:
    started = table.start()
    while started.match.ask is not None:
        started.choose("surrender")
    return started


# ---------------------------------------------------------------------- deductions


@rule("end.surrender.armed")
@pytest.mark.parametrize(("armed", "loss"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_half_of_the_armed_insurgents_cost_prestige(armed: int, loss: int) -> None:
    assert surrender(ending(20, armed)).state.prestige == 20 - loss


@rule("end.surrender.civilians")
def test_civilians_who_fled_cost_their_value() -> None:
    table = ending(20, 2).civilian("9", "civ_08", "austria").civilian("7", "civ_04", "austria")  # values 2 and 1
    assert surrender(table).state.prestige == 20 - 1 - 3


@rule("end.surrender.civilians", "info.killed_civilian_secret")
def test_the_civilians_are_shown_to_the_commander_at_the_end() -> None:
    table = ending(20, 2, "conflict_basic").civilian("9", "civ_08", "austria")
    started = table.start()
    assert fled_values(started, 1) == [None]
    assert fled_values(started.choose("surrender"), 1) == [2]


def fled_values(table: Table, seat: int) -> list[int | None]:
    area = next(area for area in table.scene(seat).areas if area.id == "area:austria")
    return [piece.value for piece in area.pieces]


@rule("end.surrender.others", "end.surrender.civilians")
def test_nothing_else_counts() -> None:
    """Neither civilians at home or arrested, nor the pool, nor a single Momentum token."""
    table = ending(20, 2).civilian("9", "civ_08").civilian("7", "civ_09", "killed_arrested").pool(*FIGHTERS[10:15])
    assert surrender(table.tracks(momentum=1)).state.prestige == 19


# ---------------------------------------------------------------------- results


@rule("end.revolutionary", "end.equal")
@pytest.mark.parametrize("prestige", [3, 2, 1])
def test_without_prestige_after_a_surrender_the_revolution_wins(prestige: int) -> None:
    table = surrender(ending(prestige))  # less 3: 0, -1, -2
    assert (table.result, table.reason) == ("revolutionary", "end.revolutionary")
    assert table.outcome.winners == (0,) and table.outcome.scores == (0.75,)


@rule("end.soviet")
@pytest.mark.parametrize("prestige", [4, 5, 6])
def test_little_prestige_is_a_normal_soviet_victory(prestige: int) -> None:
    table = surrender(ending(prestige, ruleset="conflict_basic"))  # less 3: 1, 2, 3
    assert (table.result, table.reason) == ("soviet", "end.soviet")
    assert table.outcome.winners == (1,) and table.outcome.scores == (0.25, 0.75)


@rule("end.grand_soviet", "end.soviet")
@pytest.mark.parametrize("prestige", [7, 20])
def test_more_prestige_is_a_grand_soviet_victory(prestige: int) -> None:
    table = surrender(ending(prestige, ruleset="conflict_basic"))
    assert (table.result, table.reason) == ("grand_soviet", "end.grand_soviet")
    assert table.outcome.winners == (1,) and table.outcome.scores == (0.0, 1.0)


@rule("end.grand_revolutionary")
def test_prestige_gone_before_a_surrender_or_ten_rounds_are_a_grand_victory() -> None:
    for table in (ending(1).tracks(momentum=2), ending(20).round(10)):
        started = table.start()
        assert started.result == "grand_revolutionary"
        assert started.outcome.winners == (0,) and started.outcome.scores == (1.0,)
    assert surrender(ending(3)).result == "revolutionary"  # after a surrender it is a normal one


@rule("adjust.grand.anytime", "sov.assault.outrage")
def test_prestige_may_be_gone_at_any_moment() -> None:
    table = city("conflict_advanced").clear().insurgents("9", "fighter_18w", "fighter_01").regiments("9", "reg_104")
    table.tracks(prestige=1).hand("rev_01").headline(None).combat("M2").soviet("S2")
    started = table.start().choose("play", "tactics:S2").choose("assault", "regiment:reg_104")
    started.choose("hit_hidden", "block:28")
    assert started.state.phase == OVER
    assert (started.result, started.reason) == ("grand_revolutionary", "adjust.grand.anytime")


@rule("adjust.grand.anytime", "headline.H2.penalty")
def test_a_headline_may_take_the_last_prestige() -> None:
    table = ending(1, 6, "conflict_advanced").headline("H2").phase("headline").start()
    assert (table.result, table.reason) == ("grand_revolutionary", "adjust.grand.anytime")
    assert not table.told("surrendered")


@rule("end.konev_loss")
@pytest.mark.parametrize("prestige", [4, 20])
def test_where_konev_wins_all_players_lose(prestige: int) -> None:
    table = surrender(ending(prestige, revolutionaries=2))
    assert table.outcome.winners == ()
    assert table.outcome.scores == ((0.25, 0.25) if prestige == 4 else (0.0, 0.0))


@rule("end.team")
@pytest.mark.parametrize(("prestige", "winners"), [(3, (0, 1)), (20, (2,))])
def test_two_revolutionaries_win_or_lose_together(prestige: int, winners: tuple[int, ...]) -> None:
    outcome = surrender(ending(prestige, ruleset="conflict_basic", revolutionaries=2)).outcome
    assert outcome.winners == winners
    assert outcome.scores[0] == outcome.scores[1] == 1 - outcome.scores[2]
