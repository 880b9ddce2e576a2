"""ÁVH cards that come back from the row into the kit, the oldest first (icon.avh_bottom)."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.games.days_of_ire.state import State


def take_back(g: State, most: int) -> Flow[State]:
    """The commander may take up to so many cards back (icon.avh_take_back, icon.avh_empty)."""
    g.taking_back = min(most, len(g.avh_row))
    if g.taking_back:
        choice = yield Ask(g.rules.soviet, "take_back", TAKE_BACK, "icon.avh_take_back")
        count = choice[1]
        assert isinstance(count, int)
        take(g, count, "icon.avh_take_back")
        g.taking_back = 0


def take(g: State, count: int, rule: str) -> None:
    """So many cards from the oldest end go back."""
    for card in g.avh_row[:count]:
        g.avh_kit |= 1 << card
        if g.log is not None:
            g.log.add("taken_back", g.pack.avh_ids[card], rule=rule)
    del g.avh_row[:count]


def numbers(g: State, offer: Offer) -> None:
    """Most first."""
    for count in range(g.taking_back, -1, -1):
        offer.add(g.pack.take_back[count])


def refusal(g: State, count: int) -> str | None:
    """The rule against taking so many back."""
    if count <= g.taking_back:
        return None
    return "icon.avh_empty" if count > len(g.avh_row) else "icon.avh_take_back"


TAKE_BACK: Final[Legality[State]] = Legality(numbers, {"take_back": one(refusal)})
