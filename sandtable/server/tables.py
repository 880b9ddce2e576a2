"""The tables that are open: who is at them, and how choices are accepted, kept and passed on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, Protocol

from sandtable.engine.errors import NoUndo, SandtableError, StaleAsk
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.players.advice import Analysis, Hint
from sandtable.server import thinking
from sandtable.server.errors import Refusal
from sandtable.server.limits import Limiter
from sandtable.server.links import digest
from sandtable.server.live import Live, game_of, revive, undo_target
from sandtable.server.models import ChoiceRow, SeatRow, TableRow
from sandtable.server.news import News
from sandtable.server.settings import Settings
from sandtable.server.store import Store
from sandtable.server.workers import Workers

LOG: Final = logging.getLogger(__name__)
OPPONENT: Final = "opponent"
SWEEP: Final = 30.0
"""Seconds between two looks for idle tables."""


class Guest(Protocol):
    """Somebody at a table."""

    seats: int
    """A mask; none for a spectator."""

    def wake(self, *topics: str) -> None:
        """Something is new: 'update', 'company' or 'talk'."""


class Room:
    """A table and everybody at it. The match comes and goes, the room stays as long as somebody is there."""

    def __init__(self, table: TableRow, seats: list[SeatRow], rematch: bool) -> None:
        self.table = table
        self.seats = seats
        self.rematch = rematch
        """Whether somebody wants to play again."""
        game = game_of(table)
        self.names = game.seats(game.settle(table.options))
        self.guests: set[Guest] = set()
        self.lock = asyncio.Lock()
        """Held by whoever looks at the match or changes it, until the change is on the disk."""
        self.live: Live | None = None
        self.thinker: asyncio.Task[None] | None = None
        self.elsewhere: dict[str, tuple[int, int]] = {}
        """By process, the seats and the number of spectators that are there."""
        self.analysis: asyncio.Task[Analysis] | None = None
        """How the finished game went, or the work on it, once somebody has asked."""
        self.touched = monotonic()

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def people(self) -> bool:
        """Whether any seat is a person's."""
        return any(seat.kind != OPPONENT for seat in self.seats)

    @property
    def thinking(self) -> bool:
        return self.thinker is not None and not self.thinker.done()

    def here(self) -> tuple[int, int]:
        """The seats and the number of spectators that this process serves."""
        online = 0
        for guest in self.guests:
            online |= guest.seats
        return online, sum(not guest.seats for guest in self.guests)

    def present(self) -> tuple[int, int]:
        """The seats and the number of spectators that are there."""
        online, watchers = self.here()
        for seats, count in self.elsewhere.values():
            online |= seats
            watchers += count
        return online, watchers

    def wake(self, *topics: str) -> None:
        for guest in self.guests:
            guest.wake(*topics)


class Tables:
    """All tables that this process knows of."""

    def __init__(self, store: Store, workers: Workers, settings: Settings) -> None:
        self.store = store
        self.workers = workers
        self.settings = settings
        self.limiter = Limiter(settings.limits)
        self.name = secrets.token_hex(4)
        """What this process is called in the news."""
        self.rooms: dict[str, Room] = {}
        self.errands: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Stop thinking; what was accepted is on the disk."""
        for room in self.rooms.values():
            for task in (room.thinker, room.analysis):
                if task is not None:
                    task.cancel()
        for errand in self.errands:
            errand.cancel()
        await asyncio.gather(*self.errands, return_exceptions=True)

    # ------------------------------------------------------------------ coming and going

    async def enter(self, token: str) -> tuple[Room, int]:
        """The table that a link leads to, and the seats that it stands for."""
        link = await self.store.link(digest(token))
        if link is None:
            raise Refusal("unknown_link")
        return await self.room(link.table), link.seats

    async def room(self, table: str) -> Room:
        if table not in self.rooms:
            row = await self.store.table(table)
            assert row is not None
            rematch = await self.store.rematch_of(table) is not None
            room = Room(row, await self.store.seats(table), rematch)
            self.rooms.setdefault(table, room)
        return self.rooms[table]

    def attach(self, room: Room, guest: Guest) -> None:
        """Somebody sits down or looks on."""
        self.rooms.setdefault(room.id, room)
        if not room.guests:
            self._errand(self._tell(room, "who"))
        room.guests.add(guest)
        self._presence(room)
        self._carry_on(room)

    def detach(self, room: Room, guest: Guest) -> None:
        room.guests.discard(guest)
        self._presence(room)

    @asynccontextmanager
    async def looking(self, room: Room) -> AsyncIterator[Live]:
        """The match as it stands on the disk; nothing changes while somebody looks."""
        async with room.lock:
            yield await self._live(room)

    async def _live(self, room: Room) -> Live:
        room.touched = monotonic()
        if room.live is None:
            live = revive(room.table, await self.store.checkpoint(room.id))
            for row in await self.store.choices(room.id, live.version):
                live.apply(row)
            room.live = live
        return room.live

    # ------------------------------------------------------------------ choosing

    async def choose(self, room: Room, seats: int, seat: int, number: int, choice: Choice, message: str) -> int:
        """Make a choice for a seat; returns the version that it led to, once that is on the disk."""
        async with self.looking(room) as live:
            try:
                live.match.choose(choice, seat, number)
            except SandtableError as error:
                return await self._repeated(room, seats, message, error)
            row = ChoiceRow(room.id, live.version, seat, list(choice), message)
            return await self._accept(room, live, row, seats, message)

    async def undo(self, room: Room, seats: int, number: int, message: str) -> int:
        """Take back the last choice, if one of these seats made it."""
        async with self.looking(room) as live:
            match = live.match
            if number != match.number:
                return await self._repeated(room, seats, message, StaleAsk())
            try:
                seat = match.history[undo_target(match, seats)].seat
            except NoUndo as error:
                return await self._repeated(room, seats, message, error)
            match.undo(seats)
            row = ChoiceRow(room.id, live.version, seat, None, message)
            return await self._accept(room, live, row, seats, message)

    async def _accept(self, room: Room, live: Live, row: ChoiceRow, seats: int, message: str) -> int:
        if await self._keep(room, live, row):
            return live.version
        return await self._repeated(room, seats, message, StaleAsk())

    async def _repeated(self, room: Room, seats: int, message: str, error: SandtableError) -> int:
        """The version that an earlier request of that id led to; an error if there was none."""
        row = await self.store.by_message(room.id, message)
        if row is None or not seats >> row.seat & 1:
            raise error
        return row.number + 1

    async def _keep(self, room: Room, live: Live, row: ChoiceRow) -> bool:
        """Put on the disk what the match has just done; False if somebody else was quicker."""
        accepted = False
        try:
            accepted = await self.store.append(row, self._news(room, "choices").text())
        finally:
            if not accepted:  # memory is ahead of the disk, or behind another process
                room.live = None
                room.wake("update")
        if accepted:
            live.advance()
            room.wake("update")
            if live.version - live.saved >= self.settings.checkpoint_every:
                self._errand(self.store.keep(live.checkpoint(room.id)))
            self._carry_on(room)
        return accepted

    # ------------------------------------------------------------------ opponents

    def _carry_on(self, room: Room) -> None:
        """Let an opponent think if it is asked, and nobody is thinking for this table yet."""
        if not room.thinking and any(seat.kind == OPPONENT for seat in room.seats):
            room.thinker = asyncio.create_task(self._play_opponents(room))
            room.thinker.add_done_callback(_complain)

    async def _play_opponents(self, room: Room) -> None:
        """Make the opponents' choices until a person is asked, or nobody is there to watch."""
        while room.people or room.guests:
            async with self.looking(room) as live:
                seat = _asked_opponent(room, live.match)
                if seat is None:
                    return
                position, version = self._position(room, live, seat.number), live.version
            assert seat.level is not None
            choice = await self.workers.run(thinking.choose, position, seat.level)
            if not room.people:
                await asyncio.sleep(self.settings.pace)
            async with self.looking(room) as live:
                if live.version != version:
                    continue
                live.match.choose(tuple(choice), seat.number)
                if not await self._keep(room, live, ChoiceRow(room.id, version, seat.number, choice, None)):
                    return  # another process plays them

    async def hint(self, room: Room, seat: int) -> tuple[int, list[Hint]]:
        """The best choices of the current ask, which must be the seat's, and its number."""
        async with self.looking(room) as live:
            live.match.asked(seat)
            position, number = self._position(room, live, seat), live.match.number
        return number, await self.workers.run(thinking.advise, position)

    def _position(self, room: Room, live: Live, seat: int) -> thinking.Position:
        return thinking.Position(room.table.game, live.for_thinking(), seat, f"{room.table.seed}/{live.version}")

    # ------------------------------------------------------------------ company

    async def say(self, room: Room, seat: int, said: str, message: str) -> None:
        await self.store.say(room.id, seat, said, message, self._news(room, "talk").text())
        room.wake("talk")

    async def rename(self, room: Room, seats: list[int], name: str) -> None:
        await self.store.rename(room.id, seats, name)
        await self._refresh(room)
        await self._tell(room, "names")

    async def offer_rematch(self, room: Room) -> None:
        """Let everybody know that somebody plays again."""
        room.rematch = True
        room.wake("company")
        await self._tell(room, "rematch")

    async def _refresh(self, room: Room) -> None:
        room.seats = await self.store.seats(room.id)
        room.wake("company", "talk")

    def _presence(self, room: Room) -> None:
        room.wake("company")
        self._errand(self._tell(room, "presence"))

    # ------------------------------------------------------------------ other processes

    def _news(self, room: Room, what: str) -> News:
        return News(room.id, self.name, what, *room.here())

    async def _tell(self, room: Room, what: str) -> None:
        await self.store.tell(self._news(room, what).text())

    def heard(self, news: News | None) -> None:
        """Another process has done something; None: it may have, and we have not heard of it."""
        if news is None:
            for room in self.rooms.values():
                self._errand(self._catch_up(room))
            return
        room_ = self.rooms.get(news.table)
        if room_ is None or news.sender == self.name:
            return
        room_.elsewhere[news.sender] = (news.online, news.watchers)
        if news.what == "choices":
            self._errand(self._catch_up(room_))
        elif news.what == "talk":
            room_.wake("talk")
        elif news.what == "names":
            self._errand(self._refresh(room_))
        elif news.what == "who":
            self._errand(self._tell(room_, "presence"))
        else:
            room_.rematch |= news.what == "rematch"
            room_.wake("company")

    async def _catch_up(self, room: Room) -> None:
        """Make the choices that other processes have accepted."""
        async with room.lock:
            live = room.live
            if live is not None:
                for row in await self.store.choices(room.id, live.version):
                    live.apply(row)
        room.wake("update")

    # ------------------------------------------------------------------ housekeeping

    async def sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.settings.idle))
            await self.sweep()

    async def sweep(self) -> None:
        """Let matches that nobody touches leave memory, and rooms where nobody is."""
        self.limiter.sweep()
        for room in list(self.rooms.values()):
            if room.lock.locked() or room.thinking or monotonic() - room.touched < self.settings.idle:
                continue
            live, room.live = room.live, None
            if not room.guests:
                del self.rooms[room.id]
            if live is not None and live.version > live.saved:
                await self.store.keep(live.checkpoint(room.id))

    def _errand(self, work: Coroutine[object, object, None]) -> None:
        """Do something on the side."""
        task = asyncio.create_task(work)
        self.errands.add(task)
        task.add_done_callback(self.errands.discard)
        task.add_done_callback(_complain)


def _asked_opponent(room: Room, match: Match[State]) -> SeatRow | None:
    """The asked seat, if an opponent sits there."""
    if match.ask is None:
        return None
    seat = room.seats[match.ask.seat]
    return seat if seat.kind == OPPONENT else None


def _complain(task: asyncio.Task[None]) -> None:
    """Errors of tasks that nobody waits for."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("something went wrong on the side", exc_info=error)
