"""Leaving a game before its end: people resign, and those who stay away are replaced or lose by it."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Final

from sandtable.engine.errors import GameOver, StaleAsk
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.players.levels import UnknownLevel, parse_level
from sandtable.server import models
from sandtable.server.choices import Sender
from sandtable.server.errors import RequestRefused
from sandtable.server.live import CLAIM, RESIGN, LiveMatch
from sandtable.server.models import ChoiceRow, SeatRow
from sandtable.server.open_table import OpenTable
from sandtable.server.opponents import Opponents
from sandtable.server.people import People
from sandtable.server.tables import Tables

GRACE: Final = timedelta(seconds=60)
"""What everybody has at least to come back after the server has opened a table, however long it was down."""
USUAL_LEVEL: Final = "3"
"""The opponent who plays on for somebody who resigns where more than two sides play."""


class Leaving:
    """Accepts resignations, and what the others may do about somebody who stays away."""

    def __init__(self, tables: Tables, opponents: Opponents, people: People) -> None:
        self.tables = tables
        self.opponents = opponents
        self.people = people

    async def resign(self, table: OpenTable, by: Sender, seat: int) -> int:
        """Give up for the sender's seats on the side of a seat. The game is over when all people of a side have."""
        while True:
            with suppress(StaleAsk):  # another process has written a choice meanwhile, which changes nothing here
                return await self._resign(table, by, seat)

    async def _resign(self, table: OpenTable, by: Sender, seat: int) -> int:
        async with self.tables.live(table) as live:
            if live.match.outcome is not None:
                return await self._repeated(table, by)
            mine = _mask(by.seats & _side(live.match, seat))
            if _sides(live.match) > 2:
                await self._set_stand_in(table, mine, USUAL_LEVEL)
            else:
                await self._change(table, {"resigned": True}, mine)
                if _all_resigned(table, _side(live.match, seat)):
                    await self._end(table, live, ChoiceRow(table.id, live.version, seat, [RESIGN], by.message))
            return live.version

    async def claim(self, table: OpenTable, by: Sender, absent: str) -> int:
        """End the game in favour of the sender's side, because a seat of the other one stays away."""
        async with self.tables.live(table) as live:
            if live.match.outcome is not None:
                return await self._repeated(table, by)
            seat = _seat(table, absent)
            side = _side(live.match, seat)
            await self.people.read(table)  # another process may have seen them leave
            if _sides(live.match) != 2 or by.seats & side or not by.seats:
                raise RequestRefused("not_allowed")
            if not _is_absent(table, live.match, seat) or any(table.open_pages().seats[at] for at in _mask(side)):
                raise RequestRefused("not_absent")
            await self._end(table, live, ChoiceRow(table.id, live.version, seat, [CLAIM], by.message))
            return live.version

    async def replace(self, table: OpenTable, by: Sender, absent: str, level: str) -> int:
        """Let an opponent play for a seat that stays away, until its owner comes back."""
        try:
            strength = parse_level(level)
        except UnknownLevel as error:
            raise RequestRefused("bad_seats") from error
        async with self.tables.live(table) as live:
            seat = _seat(table, absent)
            if not by.seats or by.seats >> seat & 1:
                raise RequestRefused("not_allowed")
            await self.people.read(table)  # another process may have seen them leave
            if table.seats[seat].stand_in is None:  # else it was done already
                if not _is_absent(table, live.match, seat):
                    raise RequestRefused("not_absent")
                await self._set_stand_in(table, [seat], strength)
            return live.version

    async def come_back(self, table: OpenTable, by: Sender) -> int:
        """Take the sender's seats back from opponents that stand in."""
        async with self.tables.live(table) as live:
            await self._set_stand_in(table, _mask(by.seats), None)
            return live.version

    # ------------------------------------------------------------------ what is written

    async def _end(self, table: OpenTable, live: LiveMatch, row: ChoiceRow) -> None:
        live.concede(row)
        if not await self.tables.append(table, live, row):
            raise StaleAsk()

    async def _set_stand_in(self, table: OpenTable, seats: list[int], level: str | None) -> None:
        await self._change(table, {"stand_in": level, "resigned": False}, seats)
        self.opponents.carry_on(table)

    async def _change(self, table: OpenTable, values: dict[str, str | bool | None], seats: list[int]) -> None:
        await self.tables.store.change_seats(table.id, seats, values, self.tables.news(table, "people").text())
        await self.people.read(table)

    async def _repeated(self, table: OpenTable, by: Sender) -> int:
        """The version that the same request led to before; refused if the game was over otherwise."""
        row = await self.tables.store.by_message(table.id, by.message)
        if row is None:
            raise GameOver("the game is over")
        return row.number + 1


# ---------------------------------------------------------------------- who is absent


def waits(table: OpenTable, match: Match[State]) -> dict[int, int]:
    """By seat that is asked and not there, the seconds until it counts as absent; empty where nobody ever does."""
    if table.row.absence is None or match.ask is None:
        return {}
    pages = table.open_pages().seats
    asked = [seat for seat in table.seats if match.ask.open_to(seat.number) and seat.is_persons]
    if any(pages[seat.number] for seat in asked):
        return {}  # one of them can answer
    return {seat.number: _seconds_left(table, seat) for seat in asked}


def _is_absent(table: OpenTable, match: Match[State], seat: int) -> bool:
    return waits(table, match).get(seat, 1) == 0


def _seconds_left(table: OpenTable, seat: SeatRow) -> int:
    assert table.row.absence is not None
    time = timedelta(seconds=table.row.absence)
    last = max(models.aware(moment) for moment in (table.changed, seat.seen, table.row.made) if moment is not None)
    left = max(last + time, table.opened + min(time, GRACE)) - models.now()
    return max(0, -(-left // timedelta(seconds=1)))


# ---------------------------------------------------------------------- sides


def _sides(match: Match[State]) -> int:
    """How many sides play."""
    return len(set(match.game.sides(match.options)))


def _side(match: Match[State], seat: int) -> int:
    """The seats (a mask) of the side of a seat."""
    game: Game[State] = match.game
    sides = game.sides(match.options)
    return sum(1 << other for other, side in enumerate(sides) if side == sides[seat])


def _all_resigned(table: OpenTable, side: int) -> bool:
    """Whether all people of a side (a mask) have resigned; opponents do as they are told."""
    return all(seat.resigned for seat in table.seats if side >> seat.number & 1 and seat.is_persons)


def _seat(table: OpenTable, name: str) -> int:
    if name not in table.names:
        raise RequestRefused("wrong_seat")
    return table.names.index(name)


def _mask(mask: int) -> list[int]:
    """The seats of a mask."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]
