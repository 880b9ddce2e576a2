"""Opponents: they think in worker processes, and their choices are accepted like those of people."""

from __future__ import annotations

import asyncio
from typing import Final

from sandtable.engine.match import Match
from sandtable.engine.outlook_text import OddsText
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.players import Pace
from sandtable.players.advice import Hint
from sandtable.players.plans import NOTHING_PLANNED
from sandtable.server import thinking
from sandtable.server.errors import DatabaseUnavailable, RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.live import LiveMatch
from sandtable.server.models import ChoiceRow, SeatRow
from sandtable.server.open_table import OpenTable
from sandtable.server.tables import Tables
from sandtable.server.workers import Workers

FIRST_PAUSE: Final = 1.0
"""Seconds after which a choice that could not be written is tried again; twice as many the next time."""
LONGEST_PAUSE: Final = 30.0


class Opponents:
    """Makes the choices of seats where nobody sits, and gives hints and odds to those who do."""

    def __init__(self, tables: Tables, workers: Workers) -> None:
        self.tables = tables
        self.workers = workers

    def carry_on(self, table: OpenTable) -> None:
        """Let an opponent think if it is asked, and nobody is thinking for this table yet."""
        if table.has_opponents and not table.is_thinking:
            table.thinking = self.tables.background.start(self._play(table))

    async def _play(self, table: OpenTable) -> None:
        """Make the opponents' choices until a person is asked, or nobody is there to watch."""
        pause = FIRST_PAUSE
        pace = Pace()
        while table.has_people or table.pages:
            if not table.has_people:
                pace.start_again()
            try:
                if not await self._choose(table, pace):
                    return
                pause = FIRST_PAUSE
            except DatabaseUnavailable:
                if not table.pages:
                    return  # whoever comes back lets them carry on
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
            except RequestRefused:
                return  # the table was removed, or is damaged: whoever looks at it is told

    async def _choose(self, table: OpenTable, pace: Pace) -> bool:
        """Make one choice; False if no opponent is asked, or another process makes it."""
        async with self.tables.live(table) as live:
            seat = _asked_opponent(table, live.match)
            if seat is None:
                return False
            position, version = _position(table, live, seat.number), live.version
        assert seat.played_by is not None
        choice, table.planned[seat.number] = await self.workers.run(
            _turn(table), thinking.choose, position, seat.played_by, pace.budget_ms()
        )
        if not table.has_people:
            await asyncio.sleep(self.tables.settings.pace)
        async with self.tables.live(table) as live:
            if live.version != version or table.seats[seat.number].is_persons:
                return True
            live.match.choose(choice, seat.number)
            return await self.tables.append(table, live, ChoiceRow(table.id, version, seat.number, list(choice), None))

    async def hint(self, table: OpenTable, seat: int, turn: Turn) -> tuple[int, list[Hint]]:
        """The number of the current ask, which must be the seat's, and the best answers to it."""
        async with self.tables.live(table) as live:
            live.match.asked(seat)
            position, number = _position(table, live, seat), live.number
        return number, await self.workers.run(turn, thinking.advise, position)

    async def odds(
        self, table: OpenTable, seat: int, choice: Choice | None, lang: str, turn: Turn
    ) -> tuple[int, list[OddsText]]:
        """The number of the current ask, which must be the seat's, and what an option of it may bring, or each."""
        async with self.tables.live(table) as live:
            live.match.asked(seat)
            if choice is not None:
                live.match.check(choice)
            position, number = _position(table, live, seat), live.number
        if choice is None:
            return number, await self.workers.run(turn, thinking.look_at_all, position, lang)
        found = await self.workers.run(turn, thinking.look_ahead, position, choice, lang)
        return number, [] if found is None else [found]


def _turn(table: OpenTable) -> Turn:
    """For whom an opponent thinks: for the people at its table; those who only watch can wait."""
    return Turn(table.client, not table.has_people)


def _position(table: OpenTable, live: LiveMatch, seat: int) -> thinking.DecisionPoint:
    seed = f"{table.row.seed}/{live.version}"
    planned = table.planned.get(seat, NOTHING_PLANNED)
    return thinking.DecisionPoint(table.row.game, live.for_thinking(), seat, seed, planned)


def _asked_opponent(table: OpenTable, match: Match[State]) -> SeatRow | None:
    """The opponent that is to answer. An ask that is open to a team is left to the people in it, if there are any."""
    if match.ask is None:
        return None
    seat = table.seats[match.ask.answering(table.people)]
    return None if seat.is_persons else seat
