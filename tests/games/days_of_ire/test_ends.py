"""The days and their ends, penalties, evaluation, and the limits of the immediate ends."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, street


def last_evening(events: str = "") -> Street:
    return street().phase("avh", 7).events(events)


# ---------------------------------------------------------------------- the day


@rule("day.phases", "dayend.marker", "soviet.steps")
def test_the_phases_of_a_day_in_their_order() -> None:
    place = street(2).phase("headlines", 1, 0).headlines("h06 h07 h08 h09 h10", first="h02 h03").display("e18 e21 e04")
    table = place.event_deck("e10 e11 e12 e13").tanks("csepel").start()
    seen = [table.prompt]
    table.choose("points", "headline:h08")
    for answer in ("done", "done", "done", "keep event:e18", "keep event:e21", "order order:first_second"):
        table.drive(answer)
        seen.append(table.prompt)
    assert seen == ["headlines", "events", "army", "keep", "keep", "order", "turn"]
    table.drive("pass", "pass", "who seat:first")
    assert table.prompt == "avh"
    table.choose("done")
    assert table.state.day == 2 and table.prompt == "headlines"


@rule("day.seven_days", "end.day7")
def test_the_seventh_evening_is_the_last() -> None:
    table = street().phase("avh", 6).start().choose("done")
    assert table.state.day == 7 and not table.over
    assert last_evening().start().choose("done").over


@rule("dayend.continuing_off")
def test_continuing_cards_are_discarded_in_the_evening() -> None:
    place = street().phase("avh").headlines(continuing="h27").set(events={"continuing": ["e29"]})
    table = place.mods(tank_hit_max=1, doctor_heal=2).start().choose("done")
    assert "h27" in table.headlines("headline_discard") and "e29" in table.discarded_events()
    assert table.state.day_mods == [0] * 16


@rule("dayend.reset")
def test_markers_are_reset_for_the_next_day() -> None:
    table = street().phase("avh").stepped(0).start()
    table.choose("done")
    assert (table.state.stepped == 0 and table.state.actions == [4]) or table.prompt == "headlines"
    table.drive("done")
    assert table.state.actions == [4]


@rule("soviet.steps", "soviet.icons_not_a_step", "day.phases")
def test_the_five_steps_of_the_soviet_phase_and_what_follows_them() -> None:
    place = street().phase("headlines", day=2).headlines("h07", first="h02 h03 h04", second="h14 h15 h16")
    table = place.display("e01 e02 e03 e18 e19 e20").tanks("csepel").tracks(support=5).start()  # hand limit 4
    asked = []
    table.choose("points", "headline:h07")
    while table.asked == "soviet" and table.state.day == 2:
        asked.append(table.prompt)
        table.choose(*(("done",) if table.offers("done") else table.choices[0]))
        if table.prompt == "turn":
            table.choose("pass")
    assert asked == ["headlines", "events", "army", "deck", "deck", "deck", "keep", "keep", "avh"]
    assert table.state.day == 3 and table.prompt == "headlines"


@rule("dayend.marker", "day.seven_days", "end.day7", "dayend.reset")
@pytest.mark.parametrize("day", range(1, 8))
def test_every_day_is_followed_by_the_next_and_the_seventh_by_the_end(day: int) -> None:
    place = street(3).phase("avh", day=day).stepped(0, 1, 2).headlines("h06")
    table = place.start().choose("done")
    if day == 7:
        assert table.over and table.reason == "end.rev_win"  # no event lies on the board
        return
    assert table.state.day == day + 1 and table.prompt == "headlines" and table.asked == "soviet"
    assert table.state.stepped == 0 and table.state.actions == [0, 0, 0] and table.last("day")[0] == day + 1


@rule("dayend.reset")
def test_the_dice_are_taken_up_at_the_end_of_the_day() -> None:
    table = street().phase("avh").militia("astoria").roll(6, 6).start()
    table.drive("avh avh:a4", "at location:astoria")
    assert table.state.dice == [6, 6] and [die.face for die in table.scene().dice] == [6, 6]
    assert table.choose("done").state.dice == []


@rule("dayend.reset")
def test_action_markers_are_reset_for_the_next_day() -> None:
    table = street().turn(actions=2).phase("avh").start()
    assert table.state.actions == [2]
    assert table.choose("done").state.actions == [0]


# ---------------------------------------------------------------------- penalties and evaluation


@rule("end.penalties", "end.penalty_before_evaluation", "end.penalty_count")
def test_penalties_come_before_the_evaluation() -> None:
    # Four events, one of which counts as two: five.
    table = last_evening("e01 e18 e21 s1").start().choose("done")
    assert table.reason == "end.soviet_win" and table.last("evaluation") == (5, 4)
    keys = [line.key for line in table.match.lines(None)]
    assert keys.index("penalty") < keys.index("evaluation")
    both = last_evening("e01 e08 s1").start().choose("done")
    assert both.last("evaluation") == (5, 4)


@rule("end.penalties")
def test_a_penalty_of_morale_and_none_for_what_is_resolved() -> None:
    table = last_evening("e06").tracks(morale=5).start().choose("done")
    assert table.state.morale == 3 and table.reason == "end.rev_win"
    without = last_evening("s1").tracks(morale=5).start().choose("done")
    assert without.state.morale == 5


@rule("end.penalty_order")
def test_the_soviet_side_orders_different_penalties() -> None:
    table = last_evening("e06 e01").tracks(morale=5).start().choose("done")
    assert table.prompt == "penalty" and table.asked == "soviet"
    assert table.named("penalty") == {"e06", "e01"}
    assert table.refused("penalty", "event:e18") == "end.penalties"
    table.choose("penalty", "event:e01")
    assert [line.args[0] for line in table.told("penalty")] == ["event:e01", "event:e06"]


@rule("end.penalty_instant_loss", "instant.morale")
def test_a_penalty_can_end_the_game() -> None:
    table = last_evening("e06").tracks(morale=2).start().choose("done")
    assert table.reason == "instant.morale" and table.outcome.winners == (1,)
    assert table.told("evaluation") == []


@rule("end.rev_win", "end.soviet_win", "end.count_all_kinds", "end.no_draw")
@pytest.mark.parametrize(
    ("events", "winner"),
    [("", 0), ("s1 s2 s3 e18", 0), ("e18 e21 e24 e04", 0), ("s1 s2 s3 e18 e21", 1), ("s1 e04 e09 e18 e21 e24", 1)],
)
def test_four_or_fewer_events_of_all_kinds(events: str, winner: int) -> None:
    table = last_evening(events).start().choose("done")
    assert table.outcome.winners == (winner,)
    assert sum(table.outcome.scores) == 1.0 and not table.outcome.drawn
    assert table.reason == ("end.rev_win", "end.soviet_win")[winner]


@rule("roles.revolution", "end.rev_win")
def test_the_team_wins_together() -> None:
    table = street(3).phase("avh", 7).start().choose("done")
    assert table.outcome.winners == (0, 1, 2) and table.outcome.scores == (1.0, 1.0, 1.0, 0.0)


@rule("end.penalty_before_evaluation", "end.penalties", "end.penalty_instant_loss")
def test_penalties_are_carried_out_whatever_the_count_says() -> None:
    lost = street().phase("penalties", day=7).events("e02 e03 e04 e06 e25").tracks(morale=6).start()
    assert [line.key for line in lost.match.lines(None)] == ["penalty", "morale", "evaluation", "won_soviet"]
    assert lost.reason == "end.soviet_win" and lost.state.morale == 4  # five events; Bloody Thursday costs two cells
    broken = street().phase("penalties", day=7).events("e02 e03 e04 e06 e25").tracks(morale=2).start()
    assert broken.reason == "instant.morale" and not broken.told("evaluation")


# ---------------------------------------------------------------------- immediate ends


@rule("instant.injury_1", "instant.injury_23", "instant.solo_term")
@pytest.mark.parametrize(("count", "limit"), [(1, 5), (2, 4), (3, 4)])
def test_the_last_injury_ends_the_game(count: int, limit: int) -> None:
    for injuries, over in ((limit - 2, False), (limit - 1, True)):
        place = street(count).phase("headlines").headlines("h15").rev("kossuth_ter", injuries=injuries)
        table = place.start().choose("effect", "headline:h15")
        assert table.over == over
        if over:
            assert table.reason == ("instant.injury_1" if count == 1 else "instant.injury_23")
            assert table.outcome.winners == (count,)
            assert table.state.morale == 5  # the rest of the card is not carried out


@rule("difficulty.rev.injuries", "instant.injury_1", "instant.injury_23")
@pytest.mark.parametrize(("count", "normal"), [(1, 5), (2, 4), (3, 4)])
def test_with_one_injury_more_the_usual_last_one_does_not_end_the_game(count: int, normal: int) -> None:
    place = street(count).option(injury_more=True).rev("csepel", injuries=normal - 1).tanks("csepel")
    table = place.turn(actions=2).roll(1, 1).start().choose("draw")
    assert not table.over and table.state.injuries[0] == normal and len(table.hand()) == 1
    table.choose("draw")
    assert table.over and table.reason == ("instant.injury_1" if count == 1 else "instant.injury_23")
    assert table.state.injuries[0] == normal + 1 and len(table.hand()) == 1  # the action is not carried out


@rule("instant.morale", "instant.any_time")
@pytest.mark.parametrize(("morale", "over"), [(2, False), (1, True)])
def test_morale_below_nothing_ends_the_game_in_any_phase(morale: int, over: bool) -> None:
    table = street().phase("headlines").headlines("h06").tracks(morale=morale).start()
    table.choose("effect", "headline:h06")
    assert table.over == over
    if over:
        assert table.reason == "instant.morale" and table.outcome.winners == (1,)


def last_unit() -> Street:
    """One militia on the whole board, beside a revolutionary with ammunition."""
    return street().militia("mdp_szekhaz", 0).militia("corvin_koz").rev("corvin_koz", "r01-1")


@rule("instant.rev_clear_board", "instant.snipers_ignored")
def test_a_board_without_tanks_and_militia_is_a_win() -> None:
    table = last_unit().snipers("astoria", 3).turn().start().drive("attack 1", "pay card:r01-1")
    assert table.reason == "instant.rev_clear_board" and table.outcome.winners == (0,)


@rule("instant.rev_clear_board")
def test_a_tank_prevents_it() -> None:
    table = last_unit().tanks("astoria").turn().start().drive("attack 1", "pay card:r01-1")
    assert not table.over
    tank = (
        street().militia("mdp_szekhaz", 0).tanks("corvin_koz").barricade("corvin_koz").rev("corvin_koz", "r06-1 r02-1")
    )
    assert tank.turn().start().drive("destroy", "pay card:r02-1 card:r06-1").reason == "instant.rev_clear_board"


@rule("instant.clear_board_check")
def test_it_is_checked_at_the_start_of_the_phase_and_not_before() -> None:
    place = street().militia("mdp_szekhaz", 0).militia("astoria", 2).phase("headlines").headlines("h39 h06")
    table = place.start().drive("play headline:h39")
    assert not table.over and sum(table.state.militia) == 0
    table.choose("done")  # a green card in front: nothing can be bought for 4 points but a tank
    assert table.prompt == "army"
    assert table.choose("done").reason == "instant.rev_clear_board"
    evening = street().militia("mdp_szekhaz", 0).phase("avh").start().choose("done")
    assert not evening.over  # not in the ÁVH phase


@rule("instant.clear_board_check")
def test_it_holds_until_the_new_cards_are_drawn() -> None:
    assert street().militia("mdp_szekhaz", 0).phase("new_cards").start().reason == "instant.rev_clear_board"


@rule("instant.precedence")
def test_a_soviet_win_comes_first() -> None:
    # The last injury falls before the action that would clear the board.
    place = last_unit().rev("corvin_koz", "r06-1 r02-1", injuries=4).militia("corvin_koz", 0).tanks("corvin_koz")
    table = place.turn().roll(1).start().drive("destroy", "pay card:r02-1 card:r06-1")
    assert table.reason == "instant.injury_1"
