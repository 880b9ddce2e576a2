"""The pack of Three Merchants: goods, cards, towns and roads as immutable tables; every thing is a number."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.engine.choices import PreparedChoices, ids, numbered
from sandtable.engine.graph import neighbours
from sandtable.engine.pack import PackFile
from sandtable.engine.types import Choice, Numbers
from sandtable.engine.words import pack_names

SEATS: Final = ("north", "east", "west")
NAMED: Final = (("good", "good", "name"), ("town", "town", "name"))
"""Kinds of entries, what their ids begin with, and the field of their name."""
HIGHEST: Final = 9
"""No number of the pack is higher."""

# Choices that name nothing.
STAY: Final[Choice] = ("stay",)
KEEP: Final[Choice] = ("keep",)
PAY: Final[Choice] = ("pay",)
YIELD: Final[Choice] = ("yield",)


class Pack:
    """Everything that never changes."""

    def __init__(self, path: Path) -> None:
        file = PackFile(path)
        self.hash = file.hash
        numbers = file.entry("pack")
        self.hand = numbers.whole("hand", 1, HIGHEST)
        self.capacity = numbers.whole("capacity", 1, len(SEATS))
        self.wanted = numbers.whole("wanted", 0, HIGHEST)
        self.again = numbers.whole("again", 0, HIGHEST)
        self.high_from = numbers.whole("high_from", 1, HIGHEST)
        self.high = numbers.whole("high", 0, HIGHEST)
        self._read_goods(file)
        self._read_towns(file)
        self._prepare_choices()
        self.names = pack_names(file, NAMED)

    def _read_goods(self, file: PackFile) -> None:
        entries = file.entries("good")
        self.good_keys = tuple([entry.text("id") for entry in entries])
        self.good_ids = ids("good", self.good_keys)
        cards = [(good, value) for good, entry in enumerate(entries) for value in entry.numbers("cards", 1, HIGHEST)]
        self.good: Numbers = tuple([good for good, _ in cards])
        """By card: its good."""
        self.value: Numbers = tuple([value for _, value in cards])
        self.cards = len(cards)
        self.card_keys = tuple([self._card_key(card) for card in range(self.cards)])
        self.card_ids = ids("card", self.card_keys)

    def _card_key(self, card: int) -> str:
        """The cards of each good are numbered from 1: cloth_1, cloth_2 …"""
        return f"{self.good_keys[self.good[card]]}_{card - self.good.index(self.good[card]) + 1}"

    def _read_towns(self, file: PackFile) -> None:
        entries = file.entries("town")
        self.town_keys = tuple([entry.text("id") for entry in entries])
        self.town_ids = ids("town", self.town_keys)
        self.towns = len(entries)
        self.places = tuple([(entry.whole("x", 0, 1000), entry.whole("y", 0, 1000)) for entry in entries])
        self.wants: Numbers = tuple([entry.among("wants", self.good_keys) for entry in entries])
        roads = [entry.several("between", self.town_keys) for entry in file.entries("road")]
        self.roads = neighbours(self.towns, [(ends[0], ends[1]) for ends in roads])
        self.homes: Numbers = tuple([file.one("merchant", seat).among("home", self.town_keys) for seat in SEATS])

    def _prepare_choices(self) -> None:
        """Every choice of the game, made once."""
        self.cart_ids = ids("cart", SEATS)
        self.choices = PreparedChoices()
        self.choices.singles(STAY, KEEP, PAY, YIELD)
        self.move = self.choices.row("move", self.town_ids)
        self.sell = self.choices.row("sell", self.card_ids)
        self.rob = self.choices.row("rob", self.cart_ids)
        self.number = numbered(self.town_ids, self.card_ids, self.cart_ids)
        """The number of the thing that an id names."""


DEFAULT: Final = Path(__file__).parent / "components.toml"
