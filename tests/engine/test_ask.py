"""Asks: who answers where several may; and steps in which nobody is asked."""

from __future__ import annotations

import pytest

from sandtable.engine.ask import Ask, Legality, unasked
from sandtable.engine.state import State

NOTHING: Legality[State] = Legality(lambda g, offer: None, {})


@pytest.mark.parametrize(
    ("asked", "team", "people", "answers"),
    [
        (0, 0b000, 0b000, 0),  # nobody else may answer
        (0, 0b000, 0b110, 0),  # people elsewhere have no say
        (0, 0b110, 0b000, 0),  # only opponents: the asked one
        (0, 0b110, 0b100, 2),  # a person in the team comes before the opponent that is asked
        (0, 0b110, 0b110, 1),  # the first of several
        (0, 0b110, 0b111, 0),  # the asked one, if it is a person
        (2, 0b011, 0b1000, 2),  # a person outside of the team
    ],
)
def test_people_in_a_team_answer_before_opponents(asked: int, team: int, people: int, answers: int) -> None:
    assert Ask(asked, "way", NOTHING, team=team).answering(people) == answers


@pytest.mark.parametrize(
    ("asked", "team", "people", "waited_for"),
    [
        (0, 0b000, 0b000, 0b001),  # an opponent alone
        (0, 0b110, 0b000, 0b001),  # only opponents: the asked one, and not its partners
        (0, 0b110, 0b100, 0b100),  # the person in the team, and not the opponents
        (0, 0b110, 0b111, 0b111),  # all people, the asked one among them
        (2, 0b011, 0b1010, 0b0010),  # a person outside of the team has no say
    ],
)
def test_a_team_is_waited_for_as_far_as_it_is_people(asked: int, team: int, people: int, waited_for: int) -> None:
    assert Ask(asked, "way", NOTHING, team=team).left_to(people) == waited_for


def test_a_step_in_which_nobody_is_asked_is_carried_out_when_the_flow_runs() -> None:
    done: list[str] = []
    flow = unasked(done.append)("state")
    assert done == []
    assert list(flow) == [] and done == ["state"]
