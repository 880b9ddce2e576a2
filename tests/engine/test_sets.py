"""Sets as bit masks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.sets import NONE, bits, first, mask, members, which


@given(st.sets(st.integers(0, 59)))
def test_bits_lists_the_members_from_the_lowest(things: set[int]) -> None:
    assert bits(mask(things)) == tuple(sorted(things))


@pytest.mark.parametrize("member", range(60))
def test_every_member_stands_in_its_table(member: int) -> None:
    assert bits(1 << member) == (member,)
    assert bits((1 << member + 1) - 1) == tuple(range(member + 1))


def test_a_set_too_wide_for_the_tables_is_refused() -> None:
    with pytest.raises(IndexError):
        bits(1 << 60)


@given(st.sets(st.integers(0, 299)))
def test_members_lists_wide_sets(things: set[int]) -> None:
    assert list(members(mask(things))) == sorted(things)


@given(st.sets(st.integers(0, 299)))
def test_first_is_the_lowest_member(things: set[int]) -> None:
    assert first(mask(things)) == min(things, default=NONE)


def test_a_member_named_twice_counts_once() -> None:
    assert mask([3, 1, 3]) == 0b1010


def test_which_takes_a_row_of_answers() -> None:
    assert which([True, False, False, True]) == 0b1001
    assert which([]) == 0
