"""The WebSocket of one open page: requests are answered in order, and news are sent as fast as it reads them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from msgspec import Struct

from sandtable.engine.errors import SandtableError
from sandtable.engine.types import Choice
from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.choices import Sender
from sandtable.server.errors import (
    DAMAGED,
    INTERNAL,
    UNAVAILABLE,
    DamagedTable,
    RequestRefused,
    code_of,
)
from sandtable.server.fair_queue import Turn
from sandtable.server.leaving import waits
from sandtable.server.limits import client_network
from sandtable.server.live import LiveMatch
from sandtable.server.open_table import OpenTable, Topic
from sandtable.server.recap import earlier, recap
from sandtable.server.services import Services
from sandtable.server.views import Viewer
from sandtable.server.words import DEFAULT, language
from sandtable.version import VERSION

HELLO_TIMEOUT: Final = 10.0
"""Seconds that a page has to say hello."""
MOST_LOOKS: Final = 8
"""Questions for odds of one page that are worked on at the same time."""
BAD_HELLO, UNKNOWN_LINK, OTHER_VERSION, TRY_AGAIN_LATER = 4400, 4401, 4409, 1013
CLOSE_CODES: Final = {
    **dict.fromkeys(("unknown_link", "invitation", "spent_link"), UNKNOWN_LINK),
    "version": OTHER_VERSION,
    "unknown_protocol": OTHER_VERSION,
    DAMAGED: OTHER_VERSION,
    UNAVAILABLE: TRY_AGAIN_LATER,
}
"""By what was refused, the code that the socket is closed with."""
Socket = WebSocket[Any, Any, Any]
Change = m.Choose | m.Undo | m.Resign | m.Replace | m.Claim | m.ComeBack
"""What a player does with the match itself; it is answered with the version that it led to."""
LOG: Final = logging.getLogger(__name__)

_hello = msgspec.json.Decoder(m.Hello)
_request = msgspec.json.Decoder(m.AnyRequest)
_encode = msgspec.json.Encoder().encode


class RequestId(Struct):
    """The id of a request that is otherwise not understood."""

    id: m.Id | None = None


@websocket("/api/socket")
async def socket(socket: Socket, services: NamedDependency[Services]) -> None:
    """Play at a table."""
    try:
        services.guard.check(socket.headers)
    except RequestRefused:
        await socket.close()  # before it is accepted: status 403
        return
    await socket.accept()
    try:
        connection = await _greet(socket, services)
        if connection is not None:
            await connection.run()
    except WebSocketDisconnect:
        pass


async def _greet(socket: Socket, services: Services) -> Connection | None:
    """Wait for `hello`, and find the table that it leads to."""
    lang = DEFAULT
    try:
        hello = _hello.decode(await asyncio.wait_for(_receive(socket), HELLO_TIMEOUT))
        lang = language(hello.lang)
        if hello.protocol != m.PROTOCOL:
            raise RequestRefused("unknown_protocol")
        table, seats = await services.tables.enter(hello.token)
        connection = Connection(socket, services, table, seats, hello)
        await connection.sit_down()
        return connection
    except (msgspec.DecodeError, TimeoutError, RecursionError):
        code = "bad_request"
    except SandtableError as error:
        code = code_of(error)
        if isinstance(error, DamagedTable):
            LOG.error("%s", error)
    await _send(socket, views.refused(code, lang))
    await _close(socket, CLOSE_CODES.get(code, BAD_HELLO))
    return None


async def _send(socket: Socket, message: m.AnyAnswer) -> None:
    """Send a message; a page that has gone meanwhile is a disconnect like any other."""
    data = _encode(message)
    try:
        await socket.send_data(data, mode="text")
    except (OSError, RuntimeError) as error:
        raise WebSocketDisconnect(detail="gone") from error


async def _close(socket: Socket, code: int) -> None:
    """Close the socket, unless it is closed already."""
    with suppress(OSError, RuntimeError):
        await socket.close(code)


async def _receive(socket: Socket) -> str:
    """The next text frame. One that is too long or binary comes as an empty text, which is no valid request."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone")
    text = cast("str | None", event.get("text"))
    return text if text is not None and len(text) <= m.LONGEST_FRAME else ""


class Connection:
    """A page at a table."""

    def __init__(self, socket: Socket, services: Services, table: OpenTable, seats: int, hello: m.Hello) -> None:
        self.socket = socket
        self.client = client_network(socket.client.host if socket.client is not None else None)
        self.services = services
        self.table = table
        self.seats = seats
        self.viewer = Viewer(seats, self._first_seat(hello.seat), language(hello.lang))
        self.version = hello.version if hello.seat == self._name() else -1
        """The version that the page has."""
        self.talk = hello.talk
        """How many lines of talk it has."""
        self.pending: set[Topic] = {"presence", "talk", "update"}
        self.news = asyncio.Event()
        self.hinting: asyncio.Task[None] | None = None
        self.looking: set[asyncio.Task[None]] = set()
        """Looks at what options may bring, which are under way."""

    def _first_seat(self, wanted: str | None) -> int | None:
        """The seat in view: the one that was, or the first of the link's."""
        mine = [seat for seat in range(len(self.table.names)) if self.seats >> seat & 1]
        return next((seat for seat in mine if self.table.names[seat] == wanted), mine[0] if mine else None)

    def _name(self) -> str | None:
        return None if self.viewer.seat is None else self.table.names[self.viewer.seat]

    def follow(self, live: LiveMatch) -> None:
        """Look at the match from the asked seat, where that is this page's and sees the same table."""
        self.viewer = views.follow_turn(live, self.viewer)

    def wake(self, *topics: Topic) -> None:
        self.pending.update(topics)
        self.news.set()

    async def sit_down(self) -> None:
        """Join the table. Refused if its game cannot go on."""
        if self.table.row.begun:
            async with self.services.tables.live(self.table) as live:
                self.follow(live)
        self.services.people.attach(self.table, self)

    async def run(self) -> None:
        """Serve the page until it goes."""
        table, people = self.table, self.services.people
        sender: asyncio.Task[None] | None = None
        try:
            welcome = views.table(table.row, table.seats, table.names, self.seats)
            await self._send(m.Welcome(m.PROTOCOL, VERSION, welcome))
            sender = asyncio.create_task(self._send_news())
            while True:
                await self._answer(await _receive(self.socket))
        finally:
            people.detach(table, self)
            for task in (sender, self.hinting, *self.looking):
                if task is not None:
                    task.cancel()

    # ------------------------------------------------------------------ sending

    async def _send(self, message: m.AnyAnswer) -> None:
        await _send(self.socket, message)

    async def _send_news(self) -> None:
        """Send what is new, for ever. What changes several times while we send is sent once."""
        try:
            while True:
                topics, self.pending = self.pending, set()
                self.news.clear()
                if "presence" in topics:
                    await self._send_presence()
                if "talk" in topics and self.seats:
                    await self._send_talk()
                if "update" in topics and self.table.row.begun:
                    await self._send_update()
                if not self.pending:
                    await self.news.wait()
        except WebSocketDisconnect:
            return
        except RequestRefused as error:  # the database is gone for a while, or the table for good
            await _close(self.socket, CLOSE_CODES.get(error.code, OTHER_VERSION))
        except Exception:
            LOG.exception("a page could not be told what is new")
            await _close(self.socket, 1011)

    async def _send_presence(self) -> None:
        table = self.table
        seconds: dict[int, int] = {}
        if table.row.absence is not None and table.row.begun:
            async with self.services.tables.live(table) as live:
                seconds = waits(table, live.match)
        await self._send(views.presence(table, seconds))

    async def _send_talk(self) -> None:
        rows = await self.services.store.talk(self.table.id, self.talk)
        message = views.talk(self.talk, rows, self.table.seats, self.table.names)
        self.talk += len(rows)
        await self._send(message)

    async def _send_update(self) -> None:
        async with self.services.tables.live(self.table) as live:
            update = views.update(live, self.viewer, self.version, self.table.people)
            self.version = live.version
        await self._send(update)

    # ------------------------------------------------------------------ answering

    async def _answer(self, frame: str) -> None:
        """Answer one request, whatever stands in it."""
        message: str | None = None
        try:
            request = _request.decode(frame)
            message = request.id
            answer = await self._do(request)
        except (msgspec.DecodeError, RecursionError):
            answer = views.refused("bad_request", self.viewer.lang, _id_in(frame))
        except SandtableError as error:
            answer = views.refused(code_of(error), self.viewer.lang, message, error.rule)
        except WebSocketDisconnect:
            raise
        except Exception:
            LOG.exception("a request could not be answered")
            answer = views.refused(INTERNAL, self.viewer.lang, message)
        if answer is not None:
            await self._send(answer)

    async def _do(self, request: m.AnyRequest) -> m.AnyAnswer | None:
        table, services = self.table, self.services
        if isinstance(request, m.Ping):
            return m.Done(request.id, self.version)
        if isinstance(request, m.GetRecap):
            services.limiter.count("recaps", self.client)
            turn = Turn(self.client)
            return await recap(services.store, services.workers, turn, table, self.viewer, request.first, request.id)
        if isinstance(request, m.GetLog):
            services.limiter.count("reads", self.client)
            turn = Turn(self.client)
            return await earlier(services.store, services.workers, turn, table, self.viewer, request.before, request.id)
        seat = self.viewer.seat
        if seat is None:
            raise RequestRefused("watching")
        if isinstance(request, Change):
            return m.Done(request.id, await self._change(request, seat))
        match request:
            case m.PromiseEntropy():
                await services.dice.promise(table, self.seats, request.hash)
            case m.AddEntropy():
                await services.dice.add(table, self.seats, request.entropy)
            case m.Why():
                services.limiter.count("reads", self.client)
                about = request.about if isinstance(request.about, str) else tuple(request.about)
                async with services.tables.live(table) as live:
                    return views.reasons(live.match, self.viewer, about, request.id)
            case m.GetHint():
                await self._begin_hint(seat, request.id)
                return None
            case m.GetOdds():
                await self._begin_odds(seat, None if request.choice is None else tuple(request.choice), request.id)
                return None
            case m.Sit():
                await self._sit(request.seat)
            case m.Say():
                services.limiter.count("talk", self.client)
                await services.people.say(table, seat, request.text, request.id)
            case m.Rename():
                services.limiter.count("talk", self.client)
                mine = [at for at in range(len(table.names)) if self.seats >> at & 1]
                await services.people.rename(table, mine if len(mine) == 1 else [seat], request.name)
        return m.Done(request.id, self.version)

    async def _change(self, request: Change, seat: int) -> int:
        """Change the match, or who plays on; gives the version that it led to."""
        table, services = self.table, self.services
        by = Sender(self.client, self.seats, request.id)
        match request:
            case m.Choose():
                return await services.choices.choose(table, by, seat, request.n, tuple(request.choice))
            case m.Undo():
                return await services.choices.undo(table, by, request.n)
            case m.Resign():
                return await services.leaving.resign(table, by, seat)
            case m.Replace():
                return await services.leaving.replace(table, by, request.seat, request.level)
            case m.Claim():
                return await services.leaving.claim(table, by, request.seat)
            case m.ComeBack():
                return await services.leaving.come_back(table, by)

    async def _sit(self, name: str) -> None:
        """Look at the table with the eyes of another seat of this link."""
        if name not in self.table.names or not self.seats >> self.table.names.index(name) & 1:
            raise RequestRefused("wrong_seat")
        async with self.services.tables.live(self.table) as live:
            self.viewer = replace(self.viewer, seat=self.table.names.index(name))
            self.version = -1
            self.follow(live)
        self.wake("update")

    async def _begin_hint(self, seat: int, message: str) -> None:
        """Start to think in the background, so that the table goes on meanwhile."""
        if self.hinting is not None and not self.hinting.done():
            raise RequestRefused("busy")
        self.services.limiter.count("hints", self.client)
        async with self.services.tables.live(self.table) as live:
            live.match.asked(seat)
        self.hinting = asyncio.create_task(self._hint(seat, message))

    async def _hint(self, seat: int, message: str) -> None:
        lang = self.viewer.lang
        try:
            number, best = await self.services.opponents.hint(self.table, seat, Turn(self.client))
            await self._send(views.hints(self.table.row.game, best, number, lang, message))
        except WebSocketDisconnect:
            return
        except Exception as error:
            LOG.exception("a hint could not be given")
            await self._send(views.refused(code_of(error), lang, message))

    async def _begin_odds(self, seat: int, choice: Choice | None, message: str) -> None:
        """Start to look ahead in the background: whoever looks may choose meanwhile."""
        if len(self.looking) >= MOST_LOOKS:
            raise RequestRefused("too_many")
        self.services.limiter.count("reads", self.client)
        task = asyncio.create_task(self._odds(seat, choice, message))
        self.looking.add(task)
        task.add_done_callback(self.looking.discard)

    async def _odds(self, seat: int, choice: Choice | None, message: str) -> None:
        lang = self.viewer.lang
        try:
            found = await self.services.opponents.odds(self.table, seat, choice, lang, Turn(self.client))
            await self._send(m.Odds(message, *found))
        except WebSocketDisconnect:
            return
        except SandtableError as error:
            await self._send(views.refused(code_of(error), lang, message, error.rule))
        except Exception as error:
            LOG.exception("the odds could not be told")
            await self._send(views.refused(code_of(error), lang, message))


def _id_in(frame: str) -> str | None:
    """The id of a request that is not understood, if it has one."""
    try:
        return msgspec.json.decode(frame, type=RequestId).id
    except (msgspec.DecodeError, RecursionError):
        return None
