"""Dice that nobody can choose: the server commits to a secret, every player's page to something of its own.

Only when all have promised, and so can change nothing any more, are the players' parts shown to the server.
"""

from __future__ import annotations

from msgspec import Struct

from sandtable.engine.chance import seed_hash
from sandtable.server.errors import RequestRefused
from sandtable.server.live import origin_of
from sandtable.server.models import TableRow
from sandtable.server.open_table import OpenTable
from sandtable.server.opponents import Opponents
from sandtable.server.people import People
from sandtable.server.tables import Tables


class DiceProof(Struct):
    """From what the dice of a finished game came; docs/server.md has the formula."""

    commitment: str
    """The hash of the secret, known from the beginning."""
    secret: str
    entropy: dict[str, str]
    """By seat, what its player's page added; empty where only the server made the dice."""
    seed: str
    """What all dice, draws and shuffles follow from."""


class Dice:
    """Takes what pages add, and begins the game with the last of them."""

    def __init__(self, tables: Tables, opponents: Opponents, people: People) -> None:
        self.tables = tables
        self.opponents = opponents
        self.people = people

    async def promise(self, table: OpenTable, seats: int, value: str) -> None:
        """Promise, by its hash, what the sender's seats (a mask) will add; the last promise of all settles them."""
        if table.row.shared:
            news = self.tables.news(table, "people").text()
            taken = await self.tables.store.promise(table.id, _numbers(seats), value, news)
            await self.people.read(table)
            if not taken:
                raise RequestRefused("added_already")

    async def add(self, table: OpenTable, seats: int, value: str) -> None:
        """Add to the dice for the sender's seats (a mask) what was promised, once everybody has promised."""
        if not table.row.shared:
            return
        news = self.tables.news(table, "people").text()
        refused = await self.tables.store.add_entropy(table.id, _numbers(seats), value, table.names, news)
        await self.people.read(table)
        self.opponents.carry_on(table)
        if refused is not None:
            raise RequestRefused(refused)


def _numbers(seats: int) -> list[int]:
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def proof(table: TableRow) -> DiceProof:
    """How the dice of a finished game came about."""
    return DiceProof(seed_hash(table.seed), table.seed, table.entropy or {}, origin_of(table).seed)
