"""One table in memory: its match, and the pages that are open at it."""

from __future__ import annotations

import asyncio
from datetime import datetime
from time import monotonic
from typing import Final, Literal, Protocol

from msgspec import Struct

from sandtable.players.plans import Planned
from sandtable.server import models
from sandtable.server.analysing import GrowingAnalysis
from sandtable.server.live import LiveMatch, game_of
from sandtable.server.models import SeatRow, TableRow

Topic = Literal["update", "presence", "talk"]


class Page(Protocol):
    """A browser page at a table."""

    seats: int
    """A mask; none for a spectator."""
    client: str
    """The client behind it, for limits and turns."""

    def follow(self, live: LiveMatch) -> None:
        """Look at the match from the asked seat, where that is this page's and sees the same table."""

    def wake(self, *topics: Topic) -> None:
        """These are new, and are to be sent."""


class OpenPages(Struct, frozen=True):
    """On how many pages a table is open."""

    seats: list[int]
    """By seat; a page for several seats counts for each of them."""
    watchers: int

    @property
    def none(self) -> bool:
        """Whether it is open nowhere."""
        return not self.watchers and not any(self.seats)


NO_PAGES: Final = OpenPages([], 0)


class OpenTable:
    """A table that somebody uses. Its match may leave memory; the table stays as long as a page is open at it."""

    def __init__(self, row: TableRow, seats: list[SeatRow], taken: int, rematch: bool) -> None:
        self.row = row
        self.seats = seats
        self.taken = taken
        """The seats (a mask) that somebody has taken by an invitation."""
        self.rematch = rematch
        """Whether somebody wants to play again."""
        game = game_of(row)
        self.names = game.seats(game.settle(row.options))
        """What the seats are called in the game, by number."""
        self.pages: set[Page] = set()
        self.lock = asyncio.Lock()
        """Held by whoever reads the match or changes it, until the change is on the disk."""
        self.live: LiveMatch | None = None
        self.thinking: asyncio.Task[None] | None = None
        """The opponents' turn."""
        self.planned: dict[int, Planned] = {}
        """By seat, what its opponent means to do in the turn that it has begun."""
        self.analysis: GrowingAnalysis | None = None
        """How the finished game went, as far as it is known, once somebody has asked."""
        self.elsewhere: dict[str, OpenPages] = {}
        """By other process, the pages that it serves."""
        self.opened = models.now()
        """When this process opened it."""
        self.changed: datetime | None = None
        """When something was last chosen; known where people need not wait for ever."""
        self.used = monotonic()
        """When somebody last did something with it."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def people(self) -> int:
        """The seats at which a person decides, as a mask."""
        return sum(1 << seat.number for seat in self.seats if seat.is_persons)

    @property
    def has_people(self) -> bool:
        """Whether a person decides at any seat."""
        return any(seat.is_persons for seat in self.seats)

    @property
    def has_opponents(self) -> bool:
        return any(not seat.is_persons for seat in self.seats)

    @property
    def is_thinking(self) -> bool:
        return self.thinking is not None and not self.thinking.done()

    @property
    def client(self) -> str:
        """The client that the table's opponents think for: one who is there; else the table itself."""
        return min((page.client for page in self.pages), default=self.id)

    def pages_here(self) -> OpenPages:
        """The pages that this process serves."""
        seats = [sum(page.seats >> seat & 1 for page in self.pages) for seat in range(len(self.names))]
        return OpenPages(seats, sum(not page.seats for page in self.pages))

    def open_pages(self) -> OpenPages:
        """The pages that any process serves."""
        served = [self.pages_here(), *self.elsewhere.values()]
        seats = [sum(counts) for counts in zip(*(each.seats for each in served), strict=True)]
        return OpenPages(seats, sum(each.watchers for each in served))

    def wake(self, *topics: Topic) -> None:
        """Let every page know that something is new."""
        for page in self.pages:
            page.wake(*topics)

    def follow(self, live: LiveMatch) -> None:
        """The match is as the disk has it: every page looks at it from the right seat."""
        for page in self.pages:
            page.follow(live)

    def moved(self, live: LiveMatch) -> None:
        """The match has gone on: every page follows the turn, and shows it."""
        self.follow(live)
        if self.row.absence is None:
            self.wake("update")
        else:
            self.wake("update", "presence")  # who is waited for, and how long still
