"""What a client may choose for a player: cards to pay with, the cost of a Move on the way, many cards at once."""

from __future__ import annotations

from typing import Final

from sandtable.engine.choices import DONE
from sandtable.engine.shortcuts import Each, Shortcuts
from sandtable.engine.types import Choice
from sandtable.games.nights_of_fire.flow.payment import worth
from sandtable.games.nights_of_fire.state import State


def frugal(g: State, options: list[Choice]) -> Choice | None:
    """The payment that loses least: the smallest sum, of these the fewest cards, of these the fewest icons."""
    return min([choice for choice in options if choice[0] == "pay"], key=lambda choice: _lost(g, choice), default=None)


def _lost(g: State, payment: Choice) -> tuple[int, int, int]:
    cards = [g.pack.number[card] for card in payment[1:]]
    return worth(g.pack, cards), len(cards), sum([g.pack.card_icons[card].bit_count() for card in cards])


SHORTCUTS: Final[Shortcuts[State]] = Shortcuts(
    begins={"rev.order": "move"},
    prefer={"pay": frugal},
    each={
        "draw.discard": Each("discard", "over"),
        "tactics.select": Each("take", "left", DONE),
        "konev.set_aside": Each("set_aside", "left", DONE),
    },
)
