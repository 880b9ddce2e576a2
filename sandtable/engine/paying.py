"""Paying with cards: those of one sort pay alike, so that a payment is offered once for each choice of sorts.

A few payments are listed; any other is put together card by card behind MORE, and ended with DONE.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.types import Numbers

SHOWN: Final = 12
"""How many payments are listed."""


def by_sort(cards: list[int], sort: Numbers) -> dict[int, list[int]]:
    """The cards of each sort that is there, in their order; `sort` has the sort of every card."""
    stock: dict[int, list[int]] = {}
    for card in cards:
        stock.setdefault(sort[card], []).append(card)
    return stock


def cards_of(sorts: Numbers, stock: dict[int, list[int]]) -> list[int]:
    """Cards of these sorts, which stand in order: of a sort wanted twice its first two cards."""
    return [stock[sort][at - sorts.index(sort)] for at, sort in enumerate(sorts)]
