"""Several processes on one PostgreSQL: what another one has done is carried over to the tables that are open here."""

from __future__ import annotations

from sandtable.server.news import News
from sandtable.server.open_table import OpenTable
from sandtable.server.people import People
from sandtable.server.tables import Tables


class OtherProcesses:
    """Hears the news of the other processes."""

    def __init__(self, tables: Tables, people: People) -> None:
        self.tables = tables
        self.people = people

    def heard(self, news: News | None) -> None:
        """Something is new at a table; None: news may have been missed."""
        if news is None:
            for table in self.tables.open.values():
                self.tables.background.start(self.tables.catch_up(table))
                self.tables.background.start(self.people.read(table))
        elif news.table in self.tables.open and news.sender != self.tables.process:
            self._carry_over(self.tables.open[news.table], news)

    def _carry_over(self, table: OpenTable, news: News) -> None:
        start = self.tables.background.start
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
            case "rematch":
                table.rematch = True
                table.wake("presence")
            case "presence":
                table.wake("presence")
