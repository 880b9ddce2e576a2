"""Scenes: what they say of a pile."""

from __future__ import annotations

from itertools import permutations

from sandtable.engine.scene import unordered


def test_the_contents_of_a_pile_do_not_tell_its_order() -> None:
    ids = ("card:a", "card:b", "card:c", "card:d")
    assert {tuple(unordered(order, ids)) for order in permutations((3, 0, 2))} == {("card:a", "card:c", "card:d")}
