"""What people choose: checked by the match, put on the disk, and only then told to anybody."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.engine.errors import NoUndo, SandtableError, StaleAsk
from sandtable.engine.types import Choice
from sandtable.server.errors import RequestRefused
from sandtable.server.limits import Limiter
from sandtable.server.live import LiveMatch, undo_target
from sandtable.server.models import ChoiceRow
from sandtable.server.open_table import OpenTable
from sandtable.server.opponents import Opponents
from sandtable.server.tables import Tables


@dataclass(frozen=True)
class Sender:
    """Who sent a request: the client, the seats (a mask) of its link, and the id that it gave the request."""

    client: str
    seats: int
    message: str

    def at(self, table: OpenTable) -> str:
        """What repeated requests are counted by: whoever shares the address and plays elsewhere is not concerned."""
        return f"{self.client} {table.id}"


class Choices:
    """Accepts choices and undos. Each answers with the version that it led to.

    A request that is repeated with the same id after its answer was lost is answered again, and not carried out again.
    """

    def __init__(self, tables: Tables, opponents: Opponents, limiter: Limiter) -> None:
        self.tables = tables
        self.opponents = opponents
        self.limiter = limiter

    async def choose(self, table: OpenTable, by: Sender, seat: int, number: int, choice: Choice) -> int:
        """Answer ask `number` for a seat."""
        self.limiter.check("repeats", by.at(table))
        async with self.tables.live(table) as live:
            if not table.seats[seat].is_persons:
                raise RequestRefused("stand_in")
            try:
                live.match.choose(choice, seat, number - live.decisions)
            except SandtableError as error:
                return await self._repeated(table, by, error)
            row = ChoiceRow(table.id, live.version, seat, list(choice), by.message)
            return await self._accept(table, live, row, by)

    async def undo(self, table: OpenTable, by: Sender, number: int) -> int:
        """Take back the last choice before ask `number`, if one of the sender's seats made it."""
        self.limiter.check("repeats", by.at(table))
        async with self.tables.live(table) as live:
            match = live.match
            if number != live.number:
                return await self._repeated(table, by, StaleAsk())
            try:
                seat = match.history[undo_target(match, by.seats)].seat
            except NoUndo as error:
                return await self._repeated(table, by, error)
            match.undo(by.seats)
            row = ChoiceRow(table.id, live.version, seat, None, by.message)
            return await self._accept(table, live, row, by)

    async def _accept(self, table: OpenTable, live: LiveMatch, row: ChoiceRow, by: Sender) -> int:
        if await self.tables.append(table, live, row):
            self.opponents.carry_on(table)
            return live.version
        return await self._repeated(table, by, StaleAsk())

    async def _repeated(self, table: OpenTable, by: Sender, error: SandtableError) -> int:
        """The version that an earlier request of that id led to; the error if there was none."""
        self.limiter.count("repeats", by.at(table))
        row = await self.tables.store.by_message(table.id, by.message)
        if row is None or not by.seats >> row.seat & 1:
            raise error
        return row.number + 1
