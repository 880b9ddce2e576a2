"""Pay for an action with cards named one by one."""

from __future__ import annotations

from tests.games.nights_of_fire.budapest import Table


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
