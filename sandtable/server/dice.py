"""Dice that nobody can choose: the server commits to a secret, then every player's page adds something of its own."""

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

    async def add(self, table: OpenTable, seats: int, value: str) -> None:
        """Add to the dice for the sender's seats (a mask). The first value counts; another one is refused."""
        if not table.row.shared:
            return
        mine = [seat for seat in range(len(table.names)) if seats >> seat & 1]
        news = self.tables.news(table, "people").text()
        taken = await self.tables.store.add_entropy(table.id, mine, value, table.names, news)
        await self.people.read(table)
        self.opponents.carry_on(table)
        if not taken:
            raise RequestRefused("added_already")


def proof(table: TableRow) -> DiceProof:
    """How the dice of a finished game came about."""
    return DiceProof(seed_hash(table.seed), table.seed, table.entropy or {}, origin_of(table).seed)
