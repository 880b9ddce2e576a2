"""Graphs: a small map worked out by hand, and any map against the plain definitions.

0 - 1 - 2
|       |
3 - 4 - 5   6 - 7   8
"""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.graph import EVERYWHERE, Graph, neighbours
from sandtable.engine.sets import NONE, mask
from sandtable.engine.types import Rows

BORDERS = [(0, 1), (1, 2), (0, 3), (2, 5), (3, 4), (4, 5), (6, 7)]
MAP = Graph(neighbours(9, BORDERS))


def test_borders_are_crossed_both_ways_and_listed_from_the_lowest() -> None:
    assert neighbours(4, [(2, 0), (0, 1), (0, 2)]) == ((1, 2), (0,), (0,), ())
    assert neighbours(9, BORDERS) == ((1, 3), (0, 2), (1, 5), (0, 4), (3, 5), (2, 4), (7,), (6,), ())


def test_what_lies_around_a_set() -> None:
    assert MAP.around(mask([0, 1])) == mask([0, 1, 2, 3])
    assert MAP.around(0) == 0


def test_what_is_reached_over_any_area() -> None:
    assert MAP.reached(mask([4])) == mask([0, 1, 2, 3, 4, 5])
    assert MAP.reached(mask([0, 8])) == mask([0, 1, 2, 3, 4, 5, 8])


def test_a_chain_ends_where_the_set_ends() -> None:
    """From 0 over 1 to 2; 3 and 5 are closed, so 4 is cut off although it is open."""
    assert MAP.reached(mask([0]), mask([1, 2, 4])) == mask([0, 1, 2])


def test_the_parts_of_a_map() -> None:
    assert MAP.components() == [mask([0, 1, 2, 3, 4, 5]), mask([6, 7]), mask([8])]
    assert MAP.components(mask([0, 2, 4, 5, 7])) == [mask([0]), mask([2, 4, 5]), mask([7])]
    assert MAP.components(0) == []


def test_steps_are_counted_from_the_nearest_start() -> None:
    assert MAP.distances(mask([0])) == [0, 1, 2, 1, 2, 3, NONE, NONE, NONE]
    assert MAP.distances(mask([0, 5])) == [0, 1, 1, 1, 1, 0, NONE, NONE, NONE]


def test_steps_go_around_what_is_closed() -> None:
    """With 1 closed, 2 is reached by 3, 4 and 5."""
    assert MAP.distances(mask([0]), EVERYWHERE & ~mask([1])) == [0, NONE, 4, 1, 2, 3, NONE, NONE, NONE]


def test_a_way_around_is_taken_where_it_is_cheaper() -> None:
    """To 2: by 1 it costs 5 + 1, by 3, 4 and 5 it costs 1 + 1 + 1 + 1."""
    price = [0, 5, 1, 1, 1, 1, 1, 1, 1]
    assert MAP.costs(0, price) == [0, 5, 4, 1, 2, 3, NONE, NONE, NONE]
    assert MAP.path(0, 2, price) == [3, 4, 5, 2]


def test_of_equally_cheap_ways_the_shorter_is_taken() -> None:
    """To 2: by 1 it costs 3 + 1 in two steps, by 3, 4 and 5 as much in four."""
    assert MAP.path(0, 2, [1, 3, 1, 1, 1, 1, 1, 1, 1]) == [1, 2]


def test_a_closed_area_is_never_entered_but_may_be_left() -> None:
    price = [NONE, NONE, 1, 1, 1, 1, 1, 1, 1]
    assert MAP.path(0, 2, price) == [3, 4, 5, 2]
    assert MAP.path(2, 0, price) == []
    assert MAP.costs(2, price)[0] == NONE


def test_no_way_and_no_step() -> None:
    free = [0] * 9
    assert MAP.path(0, 8, free) == []
    assert MAP.path(4, 4, free) == []


def test_a_border_can_lead_one_way_only() -> None:
    river = Graph(((1,), (2,), ()))
    assert river.reached(mask([0])) == mask([0, 1, 2])
    assert river.reached(mask([2])) == mask([2])
    assert river.distances(mask([1])) == [NONE, 0, 1]


def test_a_map_of_more_areas_than_a_machine_word_has_bits() -> None:
    road = Graph(neighbours(200, [(area, area + 1) for area in range(199)]))
    assert road.distances(1) == list(range(200))
    assert road.components(EVERYWHERE & ~(1 << 100)) == [mask(range(100)), mask(range(101, 200))]
    assert road.path(199, 0, [1] * 200) == list(range(198, -1, -1))


@st.composite
def maps(draw: st.DrawFn) -> tuple[Rows, int]:
    """A map of up to six areas, and which of them are open."""
    count = draw(st.integers(1, 6))
    area = st.integers(0, count - 1)
    borders = draw(st.lists(st.tuples(area, area).filter(lambda pair: pair[0] != pair[1]), max_size=9))
    return neighbours(count, borders), draw(st.integers(0, (1 << count) - 1))


def ways(near: Rows, start: int, goal: int, through: int) -> list[tuple[int, ...]]:
    """Every way without a detour, by trying all orders of the areas between."""
    between = [area for area in range(len(near)) if through >> area & 1 and area not in (start, goal)]
    tried = [
        (*order, goal)
        for count in range(len(between) + 1)
        for order in permutations(between, count)
        if through >> goal & 1
    ]
    return [way for way in tried if all(b in near[a] for a, b in zip((start, *way), way, strict=False))]


@given(maps(), st.data())
def test_distances_and_costs_are_those_of_the_best_way(drawn: tuple[Rows, int], data: st.DataObject) -> None:
    near, through = drawn
    graph = Graph(near)
    price = [data.draw(st.integers(0, 4)) if through >> area & 1 else NONE for area in range(len(near))]
    steps, costs = graph.distances(1, through), graph.costs(0, price)
    for goal in range(1, len(near)):
        found = ways(near, 0, goal, through)
        assert steps[goal] == min((len(way) for way in found), default=NONE)
        assert costs[goal] == min((sum(price[area] for area in way) for way in found), default=NONE)
        assert (graph.reached(1, through) >> goal & 1 == 1) == bool(found)
        path = tuple(graph.path(0, goal, price))
        assert (path in found and sum(price[area] for area in path) == costs[goal]) if found else path == ()


@pytest.mark.parametrize("count", [1, 5])
def test_areas_without_borders_hang_together_with_nothing(count: int) -> None:
    assert Graph(neighbours(count, [])).components() == [1 << area for area in range(count)]
