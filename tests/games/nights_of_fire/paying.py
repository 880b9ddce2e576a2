"""A Revolutionary's turn: a bare city, cards in hand, and paying with them."""

from __future__ import annotations

from tests.games.nights_of_fire.budapest import City, Table, city

THREES = ("rev_34", "rev_42", "rev_38")
"""Ambush, Build Barricade and Counterattack, 3 ops each."""


def turn(*hand: str, ruleset: str = "konev_basic") -> City:
    """An empty city on a Revolutionary's turn; a fighter in 3 has somewhere to go."""
    return city(ruleset).clear().insurgents("3", "fighter_20").hand(*(hand or THREES)).turn()


def ids(*insurgents: str) -> set[str]:
    return {f"insurgent:{key}" for key in insurgents}


def who_may(table: Table, verb: str) -> set[str]:
    """The insurgents that may do something."""
    return {str(choice[1]) for choice in table.all(verb)}


def pay(table: Table, *cards: str, seat: int = 0) -> Table:
    """Pay with exactly these cards; where there is no other way the match may have paid already."""
    ids = [f"card:{card}" for card in cards]
    if table.match.ask is not None and table.prompt == "pay":
        if table.offers("pay", *ids):
            table.choose("pay", *ids)
        else:
            table.choose("more")
            lay(table, ids)
    paid = table.discard(seat)[-len(cards) :]
    assert sorted(paid) == sorted(cards), f"paid with {paid}"
    return table


def lay(table: Table, ids: list[str]) -> None:
    """Lay cards one by one, and be done with it."""
    for card in ids:
        if table.prompt == "pay.card" and table.offers("lay", card):
            table.choose("lay", card)
    if table.match.ask is not None and table.prompt == "pay.card":
        table.choose("done")
