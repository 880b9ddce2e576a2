"""The tables that this process has open, each kept in step with the database."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from hmac import compare_digest
from time import monotonic
from typing import Final

from sandtable.server.background import Background
from sandtable.server.errors import DamagedTable, RequestRefused
from sandtable.server.links import digest
from sandtable.server.live import LiveMatch, begin, follow, revive
from sandtable.server.models import ChoiceRow, LinkRow
from sandtable.server.news import News, What
from sandtable.server.open_table import NO_PAGES, OpenTable
from sandtable.server.settings import Settings
from sandtable.server.store import Store

ANSWERED: Final = 3.0
"""Seconds after which the other processes have answered a question."""


def _days(days: float) -> timedelta | None:
    """So many days; none if things are kept for ever."""
    return timedelta(days=days) if days else None


class Tables:
    """Opens tables, brings their matches into memory, writes what these do, and closes what nobody uses."""

    def __init__(self, store: Store, settings: Settings, background: Background) -> None:
        self.store = store
        self.settings = settings
        self.background = background
        self.process = secrets.token_hex(4)
        """What this process is called in the news."""
        self.open: dict[str, OpenTable] = {}
        self.used_elsewhere: set[str] | None = None
        """Tables at which other processes say that they have pages open; none while nobody wants to know."""

    def close(self) -> None:
        """Stop analysing finished games; what was accepted is on the disk."""
        for table in self.open.values():
            if table.analysis is not None:
                table.analysis.cancel()

    # ------------------------------------------------------------------ opening

    async def enter(self, token: str) -> tuple[OpenTable, int]:
        """The table that a link leads to, and the seats (a mask) that it stands for."""
        link = await self.link(token)
        if link.invitation:
            raise RequestRefused("invitation" if link.taken_by is None else "spent_link")
        return await self.get(link.table), link.seats

    async def link(self, token: str) -> LinkRow:
        """What is kept of a link, be it a key or an invitation."""
        link = await self.store.link(digest(token))
        if link is None or not compare_digest(link.hash, digest(token)):
            raise RequestRefused("unknown_link")
        return link

    async def get(self, table: str) -> OpenTable:
        if table not in self.open:
            row = await self.store.table(table)
            assert row is not None
            rematch = await self.store.rematch_of(table) is not None
            opened = OpenTable(row, await self.store.seats(table), await self.store.taken(table), rematch)
            self.open.setdefault(table, opened)
        return self.open[table]

    # ------------------------------------------------------------------ the match

    @asynccontextmanager
    async def live(self, table: OpenTable) -> AsyncIterator[LiveMatch]:
        """The match as it stands on the disk; nobody else changes it meanwhile."""
        if not table.row.begun:
            raise RequestRefused("not_begun")
        async with table.lock:
            table.used = monotonic()
            if table.live is None:
                table.live = await self._revive(table)
                if table.row.absence is not None:
                    table.changed = await self.store.last_choice(table.id)
                table.follow(table.live)
            yield table.live

    async def _revive(self, table: OpenTable) -> LiveMatch:
        """The match from its checkpoint and the choices since; from all choices if those do not fit it."""
        if await self.store.table(table.id) is None:
            raise RequestRefused("unknown_link")  # it was removed while a page was open
        checkpoint = await self.store.checkpoint(table.id)
        if checkpoint is not None and checkpoint.number > await self.store.count_choices(table.id):
            checkpoint = None  # it knows of choices that are not there
        live = await asyncio.to_thread(revive, table.row, checkpoint)
        try:
            await asyncio.to_thread(follow, live, table.id, await self.store.choices(table.id, live.version))
        except DamagedTable:
            if checkpoint is None:
                raise
            live = await asyncio.to_thread(begin, table.row)
            await asyncio.to_thread(follow, live, table.id, await self.store.choices(table.id, 0))
        return live

    async def append(self, table: OpenTable, live: LiveMatch, row: ChoiceRow) -> bool:
        """Put on the disk what the match has just done; False if another process was quicker."""
        accepted = False
        try:
            over = live.match.outcome is not None
            accepted = await self.store.append(row, self.news(table, "choices").text(), over)
        finally:
            if not accepted:  # memory is ahead of the disk, or behind another process: read it again
                table.live = None
                table.wake("update")
        if accepted:
            live.advance()
            table.moved(live)
            table.changed = row.made
            if live.unsaved() >= self.settings.checkpoint_every:
                milestone = live.milestone(table.id)
                self.background.start(self.store.save_checkpoint(live.checkpoint(table.id), milestone))
        return accepted

    async def catch_up(self, table: OpenTable) -> None:
        """Make the choices that other processes have accepted."""
        async with table.lock:
            live = table.live
            if live is None:
                table.wake("update")
                return
            rows = await self.store.choices(table.id, live.version)
            follow(live, table.id, rows)
            if rows:
                table.changed = rows[-1].made
            table.moved(live)

    # ------------------------------------------------------------------ other processes

    def news(self, table: OpenTable, what: What) -> News:
        return News(table.id, self.process, what, table.pages_here())

    async def notify(self, table: OpenTable, what: What) -> None:
        """Tell the other processes that something is new at a table."""
        await self.store.notify(self.news(table, what).text())

    async def say_alive(self) -> None:
        """Tell the other processes that this one still runs."""
        await self.store.notify(News("", self.process, "alive", NO_PAGES).text())

    async def _used_elsewhere(self, tables: list[str]) -> set[str]:
        """Those of some tables at which other processes have pages open."""
        self.used_elsewhere = set()
        for table in tables:
            await self.store.notify(News(table, self.process, "used", NO_PAGES).text())
        if tables:
            await asyncio.sleep(ANSWERED)
        used, self.used_elsewhere = self.used_elsewhere, None
        return used

    # ------------------------------------------------------------------ closing

    async def remove_old(self) -> None:
        """Remove the tables that were kept long enough and that nobody looks at, if the settings say so."""
        finished, abandoned = _days(self.settings.keep.finished), _days(self.settings.keep.abandoned)
        if finished is None and abandoned is None:
            return
        elsewhere: set[str] = set()
        if self.store.shared:
            elsewhere = await self._used_elsewhere(await self.store.old(finished, abandoned))
        here = {table.id for table in self.open.values() if table.pages}
        for table in await self.store.remove_old(finished, abandoned, here | elsewhere):
            self.open.pop(table, None)

    async def sweep(self) -> None:
        """Let matches that nobody uses leave memory, and tables without pages."""
        for table in list(self.open.values()):
            if table.lock.locked() or table.is_thinking or monotonic() - table.used < self.settings.idle:
                continue
            live, table.live = table.live, None
            if not table.pages:
                del self.open[table.id]
            if live is not None and live.unsaved():
                await self.store.save_checkpoint(live.checkpoint(table.id))
