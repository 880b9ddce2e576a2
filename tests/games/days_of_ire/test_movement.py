"""Steps of the Revolutionaries, what they cost, and the companions who come along."""

from __future__ import annotations

import pytest

from tests.citing import rule
from tests.games.days_of_ire.street import Street, street, walker

HERE = "corvin_koz"


# ---------------------------------------------------------------------- steps


@rule("move.before_action", "move.optional", "move.split_steps")
def test_steps_may_be_spread_over_the_turn() -> None:
    table = walker("r01-1 r01-2").start().drive("draw", "step location:csepel", "draw")
    table.drive("step location:moricz_korter", "drop card:r01-1", "draw")
    assert table.at() == "moricz_korter" and table.state.actions == [1]
    table.choose("draw")
    assert table.at() == "moricz_korter"  # nobody has to move


@rule("move.not_after_last", "fighter.after_last_action")
def test_no_step_after_the_last_action() -> None:
    table = walker("r08-1 r01-1", 1).start().choose("draw")
    assert table.refused("step", "location:csepel") == "move.not_after_last"
    assert table.refused("ability", "card:r08-1") == "fighter.after_last_action"  # it only gives steps


@rule("move.free_step", "move.paid_steps", "move.paid_any_number")
def test_one_free_step_a_day_then_a_card_each() -> None:
    table = walker("r01-1 r01-2 r01-3").start()
    table.choose("step", "location:csepel")
    assert len(table.hand()) == 3
    for card, goal in (("r01-1", "corvin_koz"), ("r01-2", "csepel"), ("r01-3", "corvin_koz")):
        table.choose("step", f"location:{goal}")
        assert table.refused("drop", "card:r12-1") == "move.paid_steps"  # not in the own hand
        table.choose("drop", f"card:{card}")
    assert table.hand() == set() and table.discards() == {"r01-1", "r01-2", "r01-3"}
    assert table.refused("step", "location:csepel") == "move.paid_steps"


@rule("move.free_step", "dayend.reset")
def test_the_free_step_is_one_a_day() -> None:
    table = street().rev("corvin_koz").turn().stepped(0).start()
    assert table.refused("step", "location:csepel") == "move.paid_steps"
    table.drive("pass", "done", "done")
    assert table.state.day == 4 and table.state.stepped == 0
    assert table.offers("step", "location:csepel")


@rule("move.adjacent")
def test_a_step_leads_to_an_adjacent_location() -> None:
    table = walker().start()
    assert table.named("step") == {"blaha_lujza_ter", "magyar_radio", "csepel", "moricz_korter"}
    assert table.refused("step", "location:astoria") == "move.adjacent"
    assert table.refused("step", "location:corvin_koz") == "move.adjacent"


@rule("move.no_blocking", "move.no_fire_on_move", "barricade.stays")
def test_nothing_hinders_a_step_and_no_tank_fires_at_it() -> None:
    place = walker().tanks("corvin_koz", 3).militia("corvin_koz", 2).snipers("corvin_koz").barricade("corvin_koz")
    table = place.tanks("csepel", 2).militia("csepel", 3).barricade("csepel").start()
    table.choose("step", "location:csepel")
    assert table.at() == "csepel" and table.barricade("corvin_koz") and table.barricade("csepel")


@rule("move.before_action", "move.not_after_last", "move.optional")
@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_a_step_may_come_before_each_of_four_actions(before: int) -> None:
    table = street().rev(HERE, "r12-1").turn().start()
    for action in range(4):
        if action == before:
            table.choose("step", "location:csepel")
        table.choose("draw")
    assert table.at() == "csepel" and table.state.actions == [0]
    assert table.refused("step", "location:corvin_koz") == "move.not_after_last"


@rule("move.no_fire_on_move")
@pytest.mark.parametrize(("start", "goal"), [(2, 0), (0, 2), (2, 2)])
def test_tanks_fire_neither_at_who_leaves_nor_at_who_comes(start: int, goal: int) -> None:
    place = street().rev(HERE, "r01-1").active(HERE, "f01").tanks(HERE, start).tanks("csepel", goal).stepped(0)
    table = place.turn().start().drive("step location:csepel", "drop card:r01-1", "join fighter:f01")
    assert table.at() == "csepel" and table.active("csepel") == {"f01"} and table.state.injuries == [0]
    assert not table.told("roll_fire")


@rule("move.free_step", "move.paid_steps", "rev.turn_once")
def test_each_has_one_free_step_a_day() -> None:
    place = street(3).rev(HERE, "r01-1").rev(HERE, "r01-2 r02-2", 1).rev(HERE, "r01-3", 2).turn(1, 2, (2, 0))
    table = place.start().choose("step", "location:csepel")
    assert table.prompt == "turn" and len(table.hand(1)) == 2
    table.drive("step location:corvin_koz", "drop card:r01-2")  # the second one costs a card
    table.drive("draw", "step location:csepel")
    assert table.prompt == "step_price"  # also before another action
    table.drive("drop card:r02-2", "pass", "step location:csepel")  # the next one has a free step too
    assert table.asked == "third" and table.hand(2) == {"r01-3"} and table.at(2) == "csepel"
    assert table.choose("step", "location:corvin_koz").prompt == "step_price"


# ---------------------------------------------------------------------- companions


def guide(*companions: str) -> Street:
    return walker("r01-1 r01-2").active("corvin_koz", *companions)


@rule("move.take_two", "revtank.is_active_fighter")
def test_up_to_two_companions_tanks_included() -> None:
    table = guide("f01", "f02", "rt1").start().choose("step", "location:csepel")
    assert table.named("join") == {"f01", "f02", "rt1"}
    table.drive("join fighter:rt1", "join fighter:f01")
    assert table.prompt == "turn"  # a third is not asked about
    assert table.active("csepel") == {"rt1", "f01"} and table.active("corvin_koz") == {"f02"}


@rule("move.take_two")
def test_fewer_or_none_is_allowed() -> None:
    table = guide("f01", "f02").start().drive("step location:csepel", "done")
    assert table.active("csepel") == set()
    one = guide("f01", "f02").start().drive("step location:csepel", "join fighter:f02", "done")
    assert one.active("csepel") == {"f02"}
    assert (
        guide("f01").active("astoria", "f03").start().choose("step", "location:csepel").refused("join", "fighter:f03")
        == "move.fighters_need_player"
    )  # from the location that is left


@rule("move.take_per_step")
def test_companions_are_chosen_anew_for_every_step() -> None:
    table = guide("f01", "f02").active("csepel", "f03").start()
    table.drive("step location:csepel", "join fighter:f01", "join fighter:f02")
    table.drive("step location:corvin_koz", "drop card:r01-1", "join fighter:f03", "join fighter:f01")
    assert table.active("corvin_koz") == {"f03", "f01"} and table.active("csepel") == {"f02"}


@rule("move.location_cap")
def test_nobody_is_taken_into_a_full_location() -> None:
    table = guide("f01", "f02").active("csepel", "f03", "f04", "rt1").start().choose("step", "location:csepel")
    table.choose("join", "fighter:f01")
    assert table.prompt == "turn" and len(table.active("csepel")) == 4  # there was room for one
    full = guide("f01").active("csepel", "f03", "f04", "f05", "rt1").start().choose("step", "location:csepel")
    assert full.prompt == "turn" and full.at() == "csepel"


@rule("move.fighters_need_player", "move.passive_stay")
def test_passive_fighters_stay() -> None:
    table = guide("f01", "f03").passive("corvin_koz", "f02").start().choose("step", "location:csepel")
    assert table.refused("join", "fighter:f02") == "move.passive_stay"
    table.choose("join", "fighter:f01").choose("done")
    assert table.passive("corvin_koz") == "f02" and table.active("corvin_koz") == {"f03"}


@rule("move.take_two", "ability.fighter_permanent")
def test_the_miner_does_not_count_towards_the_two_but_towards_the_four() -> None:
    table = guide("f01", "f02", "f03", "f21").start().choose("step", "location:csepel")
    table.drive("join fighter:f01", "join fighter:f02")
    assert table.named("join") == {"f21"}
    assert table.refused("join", "fighter:f03") == "move.take_two"
    table.choose("join", "fighter:f21")
    assert table.active("csepel") == {"f01", "f02", "f21"}
    full = guide("f01", "f21").active("csepel", "f03", "f04", "f05").start()
    full.drive("step location:csepel", "join fighter:f01")
    assert full.active("csepel") == {"f01", "f03", "f04", "f05"} and full.active("corvin_koz") == {"f21"}


@rule("move.fighters_need_player", "move.passive_stay", "move.take_two")
@pytest.mark.parametrize("taken", [(), ("f02",), ("f01", "f03")])
def test_who_is_not_taken_along_stays(taken: tuple[str, ...]) -> None:
    place = street(2).rev(HERE).rev(HERE, seat=1).active(HERE, "f01", "f02", "f03").passive(HERE, "f04", "f05")
    table = place.turn(0, 2, (1,)).start().choose("step", "location:csepel")
    table.drive(*[f"join fighter:{key}" for key in taken])
    if table.prompt == "companions":
        table.choose("done")
    assert table.active("csepel") == set(taken) and table.active(HERE) == {"f01", "f02", "f03"} - set(taken)
    assert table.passive(HERE) == "f04" and table.passive("csepel") is None
    assert (table.at(0), table.at(1)) == ("csepel", HERE)


@rule("move.take_two", "ability.fighter_permanent")
def test_two_may_come_along_after_the_miner_too() -> None:
    table = street().rev(HERE).active(HERE, "f21", "f01", "f02", "f03").turn().start()
    table.drive("step location:csepel", "join fighter:f21", "join fighter:f01", "join fighter:f02")
    assert table.active("csepel") == {"f21", "f01", "f02"} and table.active(HERE) == {"f03"}  # not a fourth


@rule("move.location_cap", "ability.fighter_permanent")
def test_the_miner_counts_towards_the_four_of_a_location() -> None:
    table = street().rev(HERE).active(HERE, "f21", "f01", "f02").active("csepel", "f03", "f04").turn().start()
    table.drive("step location:csepel", "join fighter:f21", "join fighter:f01")
    assert table.active("csepel") == {"f03", "f04", "f21", "f01"} and table.active(HERE) == {"f02"}
