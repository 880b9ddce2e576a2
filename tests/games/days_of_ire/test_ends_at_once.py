"""Immediate ends in any phase and from any cause, and what they leave behind."""

from __future__ import annotations

import pytest

from sandtable.games.days_of_ire import GAME
from tests.citing import rule
from tests.games.days_of_ire.street import Table, street

HERE = "corvin_koz"


FATAL = {
    "a headline": lambda place: place.phase("headlines").headlines("h15").start().choose("effect", "headline:h15"),
    "an event": lambda place: place.phase("events", points=4).display("e06").start().choose("buy", "event:e06"),
    "tank fire": lambda place: place.tanks("kossuth_ter").roll(3).turn().start().choose("draw"),
    "an ÁVH attack": lambda place: (
        place.phase("avh").militia("kossuth_ter", 6).roll(6, 6).start().drive("avh avh:a4", "at location:kossuth_ter")
    ),
}


@rule("instant.any_time", "instant.injury_1", "instant.injury_23")
@pytest.mark.parametrize("cause", list(FATAL))
@pytest.mark.parametrize(("team", "limit"), [(1, 5), (2, 4), (3, 4)])
def test_the_last_injury_ends_the_game_in_any_phase(cause: str, team: int, limit: int) -> None:
    for injuries in (limit - 2, limit - 1):
        place = street(team).rev("kossuth_ter", injuries=injuries).tracks(morale=6)
        for other in range(1, team):
            place.rev("csepel", seat=other, injuries=limit - 1)  # what the others have does not count
        table = FATAL[cause](place)
        assert table.state.injuries[0] == injuries + 1 and table.over == (injuries == limit - 1)
    assert table.reason == ("instant.injury_1" if team == 1 else "instant.injury_23")
    assert table.outcome.winners == (team,)


@rule("instant.any_time", "instant.morale")
@pytest.mark.parametrize("cause", ["a headline", "a show of force", "a penalty"])
def test_morale_below_nothing_ends_the_game_in_any_phase(cause: str) -> None:
    for morale in (2, 1):
        place = street().tracks(morale=morale)
        if cause == "a headline":
            table = place.phase("headlines").headlines("h06").start().choose("effect", "headline:h06")
        elif cause == "a show of force":
            table = (
                place.phase("avh").militia("astoria", 9).roll(1, 1).start().drive("avh avh:a4", "at location:astoria")
            )
        else:
            table = place.phase("penalties", day=7).event("e15", "csepel").start()
        assert table.state.morale == morale - 1
        assert (table.over and table.reason == "instant.morale") == (morale == 1)


@rule("instant.rev_clear_board", "instant.snipers_ignored", "instant.clear_board_check")
@pytest.mark.parametrize(("tanks", "militia", "over"), [(0, 1, False), (1, 0, False), (0, 0, True)])
def test_the_board_is_clear_without_tanks_and_without_militia(tanks: int, militia: int, over: bool) -> None:
    place = street().militia("mdp_szekhaz", militia).tanks("csepel", tanks).snipers("astoria", 2)
    assert place.phase("order").start().over == over
    attack = place.rev(HERE, "r01-1").militia(HERE).turn().start().drive("attack 1", "pay card:r01-1")
    assert attack.over == over
    if over:
        assert attack.reason == "instant.rev_clear_board" and attack.outcome.winners == (0,)


@rule("instant.rev_clear_board")
def test_a_board_cleared_in_another_phase_is_no_win_unless_it_stays_clear() -> None:
    table = street().militia("mdp_szekhaz", 1).phase("headlines").headlines("h39 h12").start()
    table.choose("play", "headline:h39")
    assert sum(table.state.militia) == 0 and not table.over
    again = Table(table.match.fork())
    table.drive("done", "done")  # no headline, no tank
    assert table.over and table.reason == "instant.rev_clear_board"  # the Revolutionary phase begins
    again.drive("effect headline:h12", "at location:csepel", "done", "done")
    assert again.prompt == "turn"  # one militia came in time


@rule("instant.injury_1", "avh.strength_once")
def test_nothing_of_an_attack_is_left_when_it_ends_the_game() -> None:
    place = street().rev("astoria", injuries=4).phase("avh").snipers("astoria", 3).roll(1, 6)
    table = place.start().drive("avh avh:a4", "at location:astoria")
    assert table.over and table.state.force == 0
    shot = street().rev(HERE, "r08-1", injuries=4).tanks(HERE).turn().roll(1).start()
    assert shot.drive("ability card:r08-1", "draw").over and shot.state.turn.free_steps == 0


@rule("instant.injury_23")
def test_injuries_of_different_revolutionaries_are_not_added_up() -> None:
    place = street(2).rev(HERE, injuries=2).rev("csepel", seat=1, injuries=2).tanks(HERE).turn(0, 2).roll(1)
    table = place.start().choose("draw")
    assert not table.over and table.state.injuries == [3, 2]


@rule("tankfire.settled", "instant.any_time")
def test_nothing_is_in_progress_when_the_game_is_over() -> None:
    place = street(2).rev(HERE, injuries=3).rev("csepel", seat=1).tanks(HERE).turn(0, 2, queue=(1,)).roll(1)
    table = place.start().choose("draw")
    assert table.over and table.reason == "instant.injury_23"
    assert table.state.queue == [] and table.state.seat == -1 and GAME.invariants(table.state) == []
