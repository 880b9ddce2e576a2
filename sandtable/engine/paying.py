"""Paying with cards. Cards of one sort are worth the same, so payments that differ only within a sort are offered once.

A few payments are listed as options; any other is put together card by card after MORE, and ended with DONE.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.types import Numbers

SHOWN: Final = 12
"""How many payments are listed at most."""


def by_sort(cards: list[int], sort: Numbers) -> dict[int, list[int]]:
    """The cards by sort, in their order; `sort` has the sort of every card."""
    stock: dict[int, list[int]] = {}
    for card in cards:
        stock.setdefault(sort[card], []).append(card)
    return stock


def cards_of(sorts: Numbers, stock: dict[int, list[int]]) -> list[int]:
    """One card for each of these sorts (a sorted list); a sort that occurs twice gives its first two cards."""
    return [stock[sort][at - sorts.index(sort)] for at, sort in enumerate(sorts)]
