"""The player that searches in several processes."""

from __future__ import annotations

import pytest

from sandtable import games, players
from sandtable.engine.match import Match
from sandtable.engine.replay import save
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.players.parallel import ParallelSearchPlayer, merge
from sandtable.players.plans import PlanningPlayer
from sandtable.players.random import RandomPlayer
from sandtable.players.search import SearchPlayer


def inside_a_pass() -> Match[State]:
    """A match of Nights of Fire, some random choices old, in the middle of a pass."""
    game = games.load("nights_of_fire")
    match = start(game, game.modes["conflict_basic_1"], Origin("company"), explain=False)
    anybody = RandomPlayer("anybody")
    while match.number < 40 or len(match.choices) < 2 or match.checkpoints[-1].number == match.number:
        assert match.ask is not None
        match.choose(anybody.choose(match, match.ask.seat))
    return match


@pytest.mark.slow
def test_processes_share_the_iterations_and_find_the_same_again() -> None:
    match = inside_a_pass()
    assert match.ask is not None
    before = save(match, Origin("company"))

    def thoughts() -> list[tuple[object, int, float]]:
        assert match.ask is not None
        player = ParallelSearchPlayer("seed", 64, processes=2)
        found = player.think(match, match.ask.seat)
        player.pool.shutdown()
        return [(thought.choice, thought.visits, thought.value) for thought in found]

    found = thoughts()
    assert thoughts() == found
    assert {choice for choice, _, _ in found} == set(match.choices)
    alone = SearchPlayer("seed", 32).think(match, match.ask.seat)
    assert sum(visits for _, visits, _ in found) == 2 * sum(thought.visits for thought in alone)
    assert save(match, Origin("company")) == before


def test_results_of_processes_are_weighed_by_visits() -> None:
    a, b = ("a",), ("b",)
    best, second = merge([a, b], [[(a, 3, 0.5), (b, 1, 0.9)], [(b, 4, 0.4), (a, 1, 0.1)]])
    # a: (3 x 0.5 + 1 x 0.1) / 4 = 0.4; b: (1 x 0.9 + 4 x 0.4) / 5 = 0.5
    assert (best.choice, best.visits, round(best.value, 9)) == (b, 5, 0.5)
    assert (second.choice, second.visits, round(second.value, 9)) == (a, 4, 0.4)


def test_a_level_takes_the_processes_it_is_given() -> None:
    for processes, kind in ((2, ParallelSearchPlayer), (1, SearchPlayer)):
        player = players.make("6", "seed", processes=processes)
        assert isinstance(player, PlanningPlayer) and isinstance(player.other, kind)
