"""The search for three sides beside exact play: with open hands the last turns of the model game hold no secrets."""

from __future__ import annotations

import random

import pytest

from sandtable import games
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.players.evaluation import final_values
from sandtable.players.search import SearchPlayer
from tests.conftest import MODEL

pytestmark = pytest.mark.slow

GAME = games.load(MODEL)
OPEN = {"hands": "open", "rounds": 2}
SIDES = GAME.sides(GAME.settle(OPEN))
TURNS = 6


def last_turns(seed: int, turns: int) -> Match[State]:
    """A game played at random up to its last turns."""
    match = start(GAME, OPEN, Origin(f"exact {seed}"), explain=False)
    rng = random.Random(seed)
    while match.passes < TURNS - turns:
        match.choose(rng.choice(match.choices))
    return match


def exact_values(match: Match[State]) -> list[float]:
    """What every side gets if each takes what is best for itself, and of equals any (what is drawn is of no use)."""
    if match.outcome is not None:
        return final_values(match.outcome, SIDES)
    assert match.ask is not None
    side = SIDES[match.ask.seat]
    after = by_choice(match)
    best = max(values[side] for values in after)
    equals = [values for values in after if values[side] > best - 1e-9]
    return [sum(column) / len(equals) for column in zip(*equals, strict=True)]


def by_choice(match: Match[State]) -> list[list[float]]:
    """The same after each option of the ask."""
    found = []
    for choice in match.choices:
        fork = match.fork(keep=True)
        fork.choose(choice)
        found.append(exact_values(fork))
    return found


@pytest.mark.parametrize(("turns", "matches"), [(1, 6), (2, 3)])
def test_with_many_lines_the_last_turns_of_three_sides_are_played_exactly(turns: int, matches: int) -> None:
    """Up to a hundredth, where a third of a win is worth thirty: among lost positions a search sees no difference."""
    for seed in range(matches):
        match = last_turns(seed, turns)
        while match.ask is not None and match.passes == TURNS - turns:
            seat = match.ask.seat
            values = [each[SIDES[seat]] for each in by_choice(match)]
            choice = SearchPlayer(f"exact {seed}", 3000).choose(match, seat)
            assert values[match.choices.index(choice)] > max(values) - 0.01, (seed, choice)
            match.choose(choice)
