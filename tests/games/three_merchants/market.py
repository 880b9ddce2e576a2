"""Set any position of Three Merchants in words, act, and look at the table.

>>> table = market().cart("north", "mill").cards("north", "salt_5").prices(6).start()
>>> table.choose("stay").choose("sell", "card:salt_5")
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.start import Origin, start
from sandtable.games.three_merchants import GAME
from sandtable.games.three_merchants.pack import DEFAULT, SEATS, Pack
from sandtable.games.three_merchants.state import State
from tests.games.table import MatchTable, Setting

PACK: Final = Pack(DEFAULT)
NORTH, EAST, WEST = range(3)


class Market(Setting):
    """A table being set up. What is not mentioned: North's turn in the first round, usual prices, no cards in hand."""

    def __init__(self) -> None:
        super().__init__()
        self.set(cards=dict.fromkeys(PACK.card_keys, "deck"))
        self.turn(1, len(SEATS)).prices(3)

    def cart(self, merchant: str, town: str) -> Market:
        return self.set(carts={merchant: town})

    def cards(self, place: str, *cards: str) -> Market:
        """Cards with a merchant, in a town, in the deck or among the discards."""
        return self.set(cards=dict.fromkeys(cards, place))

    def deck(self, *cards: str) -> Market:
        """What is on top of the deck."""
        return self.set(deck=list(cards)).cards("deck", *cards)

    def points(self, **points: int) -> Market:
        return self.set(points=dict(points))

    def turn(self, number: int, left: int) -> Market:
        """The round, and how many merchants still have their turn in it."""
        return self.set(round=number, left=left)

    def prices(self, die: int) -> Market:
        """The roll for the prices of this round."""
        return self.set(die=die)

    def start(self) -> Table:
        return Table(start(GAME, self.options, Origin("test", self.script, self.fields)))


class Table(MatchTable[State]):
    """A match seen by a test."""

    def where(self, card: str) -> str:
        """The merchant, town or pile where a card is."""
        cards = GAME.describe(self.state)["cards"]
        assert isinstance(cards, dict)
        return str(cards[card])

    def hand(self, seat: int, viewer: int | None) -> tuple[int, list[str]]:
        """How many cards a merchant has, and those that a viewer knows."""
        hand = self.scene(viewer).hands[seat]
        return hand.count, [card.id for card in hand.cards]


def market() -> Market:
    return Market()
