"""Several processes on one PostgreSQL: what another one has done is carried over to the tables that are open here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from sandtable.server.errors import DatabaseUnavailable
from sandtable.server.news import News
from sandtable.server.open_table import OpenTable
from sandtable.server.people import People
from sandtable.server.tables import Tables

PULSE: Final = 2.0
"""Seconds between two signs that a process gives of itself."""
SILENCE: Final = 10.0
"""Seconds without a sign after which a process counts as gone, and its pages as closed."""


class OtherProcesses:
    """Hears the news of the other processes, and notices when one is gone."""

    def __init__(self, tables: Tables, people: People, clock: Callable[[], float] = monotonic) -> None:
        self.tables = tables
        self.people = people
        self.clock = clock
        self.last: dict[str, float] = {}
        """By process, when it was last heard of."""

    async def watch(self) -> None:
        """Give signs of life, and forget those who give none, for ever."""
        while True:
            with suppress(DatabaseUnavailable):  # the others hear of us when it is back
                await self.tables.say_alive()
            self.forget_gone()
            await asyncio.sleep(PULSE)

    def forget_gone(self) -> None:
        """Take the pages of processes that are not heard of any more for closed: a killed one cannot say so."""
        now = self.clock()
        for process in [each for each, at in self.last.items() if now - at > SILENCE]:
            del self.last[process]
            for table in self.tables.open.values():
                self.people.lose(table, process)

    def heard(self, news: News | None) -> None:
        """Something is new at a table; None: news may have been missed."""
        start = self.tables.background.start
        if news is None:
            for table in self.tables.open.values():
                start(self.tables.catch_up(table))
                start(self.people.read(table))
                start(self.tables.notify(table, "who"))
        elif news.sender != self.tables.process:
            self.last[news.sender] = self.clock()
            if self.tables.used_elsewhere is not None and not news.pages.none:
                self.tables.used_elsewhere.add(news.table)
            if news.table in self.tables.open:
                self._carry_over(self.tables.open[news.table], news)

    def _carry_over(self, table: OpenTable, news: News) -> None:
        start = self.tables.background.start
        if news.what == "used":
            start(self.tables.notify(table, "presence"))
            return
        table.elsewhere[news.sender] = news.pages
        match news.what:
            case "choices":
                start(self.tables.catch_up(table))
            case "talk":
                table.wake("talk")
            case "people":
                start(self.people.read(table))
            case "who":
                start(self.tables.notify(table, "presence"))
                self._show_presence(table)  # whoever asks has just said who is there
            case "rematch":
                table.rematch = True
                table.wake("presence")
            case "presence":
                self._show_presence(table)

    def _show_presence(self, table: OpenTable) -> None:
        if table.row.absence is None:
            table.wake("presence")
        else:
            self.tables.background.start(self.people.read(table))  # since when somebody is away
