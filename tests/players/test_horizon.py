"""Where a book names a horizon: lines that run to it, after short ones, and what of their differences counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import exp

import pytest

from sandtable.engine.errors import BadFile
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.players import search as search_module
from sandtable.players.search import MAX_CHOICES_TO_HORIZON, SearchPlayer, shrunk
from tests.clocks import Clock
from tests.players.test_search import ENDLESS, contest
from tests.players.tiny_game import START, Place, Places, TinyGame, Trace, tiny_match

RED = 0


MARCH: Places = {
    START: Place({"a": "one", "b": "one"}),
    "one": Place({"c": "two", "d": "two"}, looks=1.0),
    "two": Place({"e": "three", "f": "three"}, looks=5.0),
    "three": Place({"g": START, "h": START}, looks=-2.0),
}
"""Passes of one choice each."""


ROUNDS: Mapping[str, Callable[[TinyGame], int]] = {"round": lambda g: int(g.at == "three")}
"""A clock that changes between the second place and the third."""
MARCHING = Insight("by hand", 0.9, {"looks": 1.0}, {}, "round")


def horizon_match(name: str, first_share: float, trace: Trace | None = None) -> Match[TinyGame]:
    """The march, with a book that names a horizon."""
    book = Insight("by hand", 0.0, {"looks": 1.0}, {}, name, first_share)
    return tiny_match(MARCH, trace, clocks=ROUNDS, book=book)


def test_after_short_lines_others_run_on_to_the_horizon_and_no_further() -> None:
    trace = Trace()
    SearchPlayer("seed", 20).think(horizon_match("round", 0.3, trace), RED)
    # Two options: one short line for two long ones, first all the short ones; the book has no patience.
    assert [len(line) for line in trace.thoughts] == [1] * 10 + [3] * 20


def test_with_a_horizon_the_first_pass_and_the_end_share_the_value() -> None:
    # 0.3 for what the first pass led to, 0.7 for the position at the horizon; what lies between does not count.
    for thought in SearchPlayer("seed", 20).think(horizon_match("round", 0.3), RED):
        assert thought.value == pytest.approx(0.3 / (1 + exp(-1.0)) + 0.7 / (1 + exp(2.0)))


def test_there_are_no_more_short_lines_than_tell_something_new() -> None:
    trace = Trace()
    SearchPlayer("seed", 10_000).think(horizon_match("round", 0.3, trace), RED)
    # Of 300 short lines 32 worlds of two options are enough, as ever; of the 10,000 long ones 500 worlds.
    assert Counter(len(line) for line in trace.thoughts) == {1: 64, 3: 1000}


@pytest.mark.parametrize(
    ("iterations", "far"),
    [
        # Three rounds for eight options would have one world each, two for four options as well: two are left.
        (8, [4, 4, 0, 0, 0, 0, 0, 0]),
        # Two rounds of eight lines: two worlds for four options, four for two.
        (16, [6, 6, 2, 2, 0, 0, 0, 0]),
        # Three rounds of sixteen: two worlds for all eight.
        (48, [14, 14, 6, 6, 2, 2, 2, 2]),
    ],
)
def test_too_many_options_for_lines_to_the_horizon_are_left_out_by_short_lines(iterations: int, far: list[int]) -> None:
    places = contest(8)
    ends = {name: Place({"on": "far", "off": "far"}, looks=place.score) for name, place in places.items()}
    places = {**ends, START: places[START], "far": Place({"a": START, "b": START})}
    clocks: Mapping[str, Callable[[TinyGame], int]] = {"round": lambda g: int(g.at == "far")}
    book = Insight("by hand", 0.0, {"looks": 1.0}, {}, "round")
    thoughts = SearchPlayer("seed", iterations).think(tiny_match(places, clocks=clocks, book=book), RED)
    assert [thought.visits for thought in thoughts] == far
    assert [thought.choice for thought in thoughts[:2]] == [("take 7",), ("take 6",)], "they look best"


def test_short_lines_have_a_quarter_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "monotonic", Clock(step=1.0))
    trace = Trace()
    SearchPlayer("seed", 10**6, budget_ms=40_000).think(horizon_match("round", 0.3, trace), RED)
    # Looking at the clock takes a second, after each world and between the two kinds of lines.
    assert Counter(len(line) for line in trace.thoughts) == {1: 20, 3: 58}


def fork_match(**looks: float) -> Match[TinyGame]:
    """Two ways to the horizon; each passes one place on the way and has two ends, which rollouts take at random."""
    places = {
        START: Place({"left": "left one", "right": "right one"}),
        "left one": Place({"on": "left two", "off": "left three"}, looks=looks["left"]),
        "right one": Place({"on": "right two", "off": "right three"}, looks=looks["right"]),
        **{
            f"{way} {end}": Place({"a": START, "b": START}, looks=looks[f"{way}_{end}"])
            for way in ("left", "right")
            for end in ("two", "three")
        },
    }
    clocks: Mapping[str, Callable[[TinyGame], int]] = {"round": lambda g: int(g.at.endswith(("two", "three")))}
    return tiny_match(places, clocks=clocks, book=Insight("by hand", 0.0, {"looks": 1.0}, {}, "round", 0.3))


def test_what_is_clear_at_the_horizon_outweighs_the_first_pass() -> None:
    clear = fork_match(left=0.5, right=0.0, left_two=-2.0, left_three=-2.0, right_two=2.0, right_three=2.0)
    assert all(SearchPlayer(str(n), 40).choose(clear, RED) == ("right",) for n in range(10))


def test_differences_at_the_horizon_that_may_be_luck_do_not_count() -> None:
    """Both ways lead to the same ends, and the left one looks a little better after the first pass."""
    ends = {f"{way}_{end}": looks for way in ("left", "right") for end, looks in (("two", 3.0), ("three", -3.0))}
    match = fork_match(left=0.2, right=0.0, **ends)
    right = sum(SearchPlayer(str(n), 8).choose(match, RED) == ("right",) for n in range(100))
    assert right < 25, "by the plain means of four lines it would be nearly half of the time"


@pytest.mark.parametrize(
    ("results", "values"),
    [
        # One world is better for both: that sets nothing apart, and no luck is left.
        ([[0.6, 0.4], [0.4, 0.2]], [0.5, 0.3]),
        # 0.1 around each mean in both worlds: the distance of the means, 0.1 around 0.4, may be luck as well.
        ([[0.6, 0.4], [0.2, 0.4]], [0.4, 0.4]),
        # 0.05 in both worlds: four squares are 0.01; 2 x 1 x (2 x 0.15 squared) is 0.09; so one ninth of 0.15 goes.
        ([[0.7, 0.5], [0.3, 0.3]], [0.45 + 0.15 * 8 / 9, 0.45 - 0.15 * 8 / 9]),
        # What luck does is unknown after one world.
        ([[0.9], [0.1]], [0.5, 0.5]),
        ([[0.5, 0.7], [0.7, 0.5]], [0.6, 0.6]),
    ],
)
def test_means_are_drawn_together_as_far_as_luck_would_set_them_apart(
    results: list[list[float]], values: list[float]
) -> None:
    assert shrunk(results) == pytest.approx(values)


def test_a_player_that_does_not_look_far_leaves_the_horizon_alone() -> None:
    trace = Trace()
    SearchPlayer("seed", 20, far=False).think(horizon_match("round", 0.3, trace), RED)
    assert {len(line) for line in trace.thoughts} == {1}, "the book has no patience"


@pytest.mark.parametrize(
    ("iterations", "most_iterations", "budget_ms", "longest"),
    [
        (20, 0, None, 3),
        (19, 0, None, 1),
        # With a time limit, the lines count that it may have then.
        (19, 20, 10**6, 3),
        (19, 20, None, 1),
    ],
)
def test_a_book_may_keep_the_horizon_for_searches_of_many_lines(
    iterations: int, most_iterations: int, budget_ms: int | None, longest: int
) -> None:
    trace = Trace()
    book = Insight("by hand", 0.0, {"looks": 1.0}, {}, "round", horizon_lines=20)
    player = SearchPlayer("seed", iterations, budget_ms, most_iterations=most_iterations)
    player.think(tiny_match(MARCH, trace, clocks=ROUNDS, book=book), RED)
    assert max(len(line) for line in trace.thoughts) == longest


@pytest.mark.parametrize(
    ("far", "budget_ms", "visits"),
    [
        (True, 10**6, 32),
        # Without a time limit, or with the short view, the usual number of lines.
        (True, None, 5),
        (False, 10**6, 5),
    ],
)
def test_lines_to_a_horizon_may_use_the_time_up(far: bool, budget_ms: int | None, visits: int) -> None:
    player = SearchPlayer("seed", 10, budget_ms, far=far, most_iterations=64)
    assert [thought.visits for thought in player.think(horizon_match("round", 0.3), RED)] == [visits] * 2


def test_a_tree_grows_only_without_a_horizon() -> None:
    for far, grown in ((True, False), (False, True)):
        trace = Trace()
        player = SearchPlayer("seed", 20, far=far)
        found = player._searched(tiny_match(MARCH, trace, clocks=ROUNDS, book=MARCHING), RED)
        assert all(bool(option.children) == grown for option in found.root.children.values())


def test_a_horizon_that_never_comes_ends_a_line_after_many_choices() -> None:
    trace = Trace()
    clocks: Mapping[str, Callable[[TinyGame], int]] = {"round": lambda g: 0}
    book = Insight("by hand", 0.0, {"looks": 1.0}, {}, "round")
    SearchPlayer("seed", 4).think(tiny_match(ENDLESS, trace, clocks=clocks, book=book), RED)
    assert {len(line) for line in trace.thoughts} == {3, MAX_CHOICES_TO_HORIZON}, "short lines end with the pass"


def test_a_book_cannot_name_a_horizon_that_the_game_has_not() -> None:
    with pytest.raises(BadFile, match="there is no clock 'siege'; there are round"):
        horizon_match("siege", 0.3)
