"""The people at a table: who is there, what they are called, and what they say to each other."""

from __future__ import annotations

from sandtable.server import models
from sandtable.server.models import SeatRow
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
        if not table.pages and self.tables.store.shared:
            table.opened = models.now()  # until they have answered, nobody can be taken for absent
            self.background.start(self.tables.notify(table, "who"))
        table.pages.add(page)
        self._show_presence(table)
        self.opponents.carry_on(table)

    def detach(self, table: OpenTable, page: Page) -> None:
        table.pages.discard(page)
        self._note_leaving(table, page.seats)
        self._show_presence(table)

    def lose(self, table: OpenTable, process: str) -> None:
        """Another process is gone, with all the pages that it served."""
        pages = table.elsewhere.pop(process, None)
        if pages is not None:
            self._note_leaving(table, sum(1 << seat for seat, count in enumerate(pages.seats) if count))
            table.wake("presence")

    def _note_leaving(self, table: OpenTable, seats: int) -> None:
        """Keep when the last page of a seat (a mask) was closed: from then on the others wait."""
        left = [seat for seat, pages in enumerate(table.pages_here().seats) if seats >> seat & 1 and not pages]
        if table.row.absence is not None and left:
            at = models.now()
            for seat in left:
                table.seats[seat].seen = at
            self.background.start(self.tables.store.saw(table.id, left, at))

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
        table.seats = _with_later(await self.tables.store.seats(table.id), table.seats)
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


def _with_later(read: list[SeatRow], known: list[SeatRow]) -> list[SeatRow]:
    """Seats as they were read; that somebody has just left may be known and not be on the disk yet."""
    for seat, before in zip(read, known, strict=True):
        times = [models.aware(at) for at in (seat.seen, before.seen) if at is not None]
        seat.seen = max(times, default=None)
    return read
