"""Paying with cards: sorts of cards in a hand."""

from __future__ import annotations

from sandtable.engine.paying import by_sort, cards_of

SORT = (0, 2, 1, 2, 2, 0)
"""By card."""


def test_a_hand_is_sorted_and_keeps_its_order() -> None:
    assert by_sort([0, 1, 3, 4], SORT) == {0: [0], 2: [1, 3, 4]}
    assert by_sort([], SORT) == {}


def test_a_payment_takes_the_first_cards_of_each_sort() -> None:
    stock = by_sort([0, 1, 2, 3, 4, 5], SORT)
    assert cards_of((0, 1, 2, 2), stock) == [0, 2, 1, 3]
    assert cards_of((0, 0), stock) == [0, 5]
    assert cards_of((), stock) == []
