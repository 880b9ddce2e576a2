"""What people choose: checked by the match, put on the disk, and only then told to anybody."""

from __future__ import annotations

from sandtable.engine.errors import NoUndo, SandtableError, StaleAsk
from sandtable.engine.types import Choice
from sandtable.server.live import LiveMatch, undo_target
from sandtable.server.models import ChoiceRow
from sandtable.server.open_table import OpenTable
from sandtable.server.opponents import Opponents
from sandtable.server.tables import Tables


class Choices:
    """Accepts choices and undos. Each answers with the version that it led to.

    A request that is repeated with the same id after its answer was lost is answered again, and not carried out again.
    """

    def __init__(self, tables: Tables, opponents: Opponents) -> None:
        self.tables = tables
        self.opponents = opponents

    async def choose(self, table: OpenTable, seats: int, seat: int, number: int, choice: Choice, message: str) -> int:
        """Answer ask `number` for a seat."""
        async with self.tables.live(table) as live:
            try:
                live.match.choose(choice, seat, number)
            except SandtableError as error:
                return await self._repeated(table, seats, message, error)
            row = ChoiceRow(table.id, live.version, seat, list(choice), message)
            return await self._accept(table, live, row, seats)

    async def undo(self, table: OpenTable, seats: int, number: int, message: str) -> int:
        """Take back the last choice before ask `number`, if one of these seats (a mask) made it."""
        async with self.tables.live(table) as live:
            match = live.match
            if number != match.number:
                return await self._repeated(table, seats, message, StaleAsk())
            try:
                seat = match.history[undo_target(match, seats)].seat
            except NoUndo as error:
                return await self._repeated(table, seats, message, error)
            match.undo(seats)
            row = ChoiceRow(table.id, live.version, seat, None, message)
            return await self._accept(table, live, row, seats)

    async def _accept(self, table: OpenTable, live: LiveMatch, row: ChoiceRow, seats: int) -> int:
        if await self.tables.append(table, live, row):
            self.opponents.carry_on(table)
            return live.version
        assert row.message is not None
        return await self._repeated(table, seats, row.message, StaleAsk())

    async def _repeated(self, table: OpenTable, seats: int, message: str, error: SandtableError) -> int:
        """The version that an earlier request of that id led to; the error if there was none."""
        row = await self.tables.store.by_message(table.id, message)
        if row is None or not seats >> row.seat & 1:
            raise error
        return row.number + 1
