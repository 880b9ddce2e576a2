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
What = Literal["choices", "talk", "people", "rematch", "presence", "who"]
"""What is new; 'who' asks every process to say who is there."""


class News(Struct, frozen=True):
    """Something has changed at a table."""

    table: str
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
                    self._pass_on(msgspec.json.decode(notice.payload, type=News))

    def _pass_on(self, news: News | None) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.heard, news)
