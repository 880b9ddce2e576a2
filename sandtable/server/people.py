"""The people at a table: who is there, what they are called, and what they say to each other."""

from __future__ import annotations

from datetime import datetime

from sandtable.server import models
from sandtable.server.open_table import OpenTable, Page
from sandtable.server.opponents import Opponents
from sandtable.server.tables import Tables


class People:
    """Keeps presence, names, talk and the wish for a rematch, and tells pages and other processes of them."""

    def __init__(self, tables: Tables, opponents: Opponents) -> None:
        self.tables = tables
        self.opponents = opponents
        self.background = tables.background

    def attach(self, table: OpenTable, page: Page) -> None:
        """A page opens at a table."""
        self.tables.open.setdefault(table.id, table)
        if not table.pages:
            self.background.start(self.tables.notify(table, "who"))
        table.pages.add(page)
        self._show_presence(table)
        self.opponents.carry_on(table)

    def detach(self, table: OpenTable, page: Page) -> None:
        table.pages.discard(page)
        if table.row.absence is not None and page.seats:
            self.background.start(self._note_leaving(table, page.seats, models.now()))
        self._show_presence(table)

    async def _note_leaving(self, table: OpenTable, seats: int, at: datetime) -> None:
        """Keep when the last page of a seat was closed: from then on the others wait."""
        left = [seat for seat, pages in enumerate(table.pages_here().seats) if seats >> seat & 1 and not pages]
        for seat in left:
            table.seats[seat].seen = at
        await self.tables.store.saw(table.id, left, at)

    def _show_presence(self, table: OpenTable) -> None:
        table.wake("presence")
        self.background.start(self.tables.notify(table, "presence"))

    async def say(self, table: OpenTable, seat: int, said: str, message: str) -> None:
        await self.tables.store.say(table.id, seat, said, message, self.tables.news(table, "talk").text())
        table.wake("talk")

    async def rename(self, table: OpenTable, seats: list[int], name: str) -> None:
        await self.tables.store.rename(table.id, seats, name)
        await self.read(table)
        await self.tables.notify(table, "people")

    async def read(self, table: OpenTable) -> None:
        """Show what the people are called now, and which seats are taken."""
        table.seats = await self.tables.store.seats(table.id)
        table.taken = await self.tables.store.taken(table.id)
        if not table.row.begun:
            await self._begin(table)
        table.wake("presence", "talk")

    async def _begin(self, table: OpenTable) -> None:
        """Let the game begin, if the last player has added to the dice."""
        row = await self.tables.store.table(table.id)
        if row is not None and row.begun:
            table.row = row
            table.wake("update")

    async def offer_rematch(self, table: OpenTable) -> None:
        """Let everybody know that somebody plays again."""
        table.rematch = True
        table.wake("presence")
        await self.tables.notify(table, "rematch")
