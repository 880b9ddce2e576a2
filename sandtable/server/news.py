"""Messages between the processes that share a PostgreSQL, by NOTIFY and LISTEN."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Engine

from sandtable.server.open_table import OpenPages
from sandtable.server.store import CHANNEL

RETRY_PAUSE: Final = 1.0
"""Seconds between two tries to reach a database that has gone away."""
LOG: Final = logging.getLogger(__name__)
What = Literal["choices", "talk", "people", "rematch", "presence", "who", "used", "alive"]
"""What is new. 'who' asks every process to say who is there, and so does 'used', before a table is removed;
'alive' says that the sender still runs."""


class News(Struct, frozen=True):
    """Something has changed at a table."""

    table: str
    """None (an empty text) where it is about the sender itself."""
    sender: str
    """The process that tells it."""
    what: What
    pages: OpenPages
    """The pages that the sender serves."""

    def text(self) -> str:
        return msgspec.json.encode(self).decode()


class Listener:
    """A thread that passes the other processes' news to the event loop; None says that some may have been missed."""

    def __init__(self, engine: Engine, loop: asyncio.AbstractEventLoop, heard: Callable[[News | None], None]) -> None:
        self.address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self.loop = loop
        self.heard = heard
        self.stopped = Event()
        self.ready = Event()
        self.thread = Thread(target=self._run, name="listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopped.set()
        self.thread.join()

    def _run(self) -> None:
        import psycopg

        while not self.stopped.is_set():
            try:
                self._listen()
            except psycopg.Error as error:
                LOG.warning("the database cannot be heard: %s", error)
                self.stopped.wait(RETRY_PAUSE)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self.address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._pass_on(None)
            self.ready.set()
            while not self.stopped.is_set():
                for notice in connection.notifies(timeout=RETRY_PAUSE):
                    self._pass_on(_read(notice.payload))

    def _pass_on(self, news: News | None) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.heard, news)


def _read(payload: str) -> News | None:
    """News; none if it is something else, which may stand for anything."""
    try:
        return msgspec.json.decode(payload, type=News)
    except msgspec.DecodeError as error:
        LOG.warning("not understood on the channel %s: %s", CHANNEL, error)
        return None
