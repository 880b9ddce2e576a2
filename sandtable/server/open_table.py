"""One table in memory: its match, and the pages that are open at it."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final, Literal, Protocol

from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.players.advice import Analysis
from sandtable.server.live import LiveMatch, game_of
from sandtable.server.models import SeatRow, TableRow

OPPONENT: Final = "opponent"
Topic = Literal["update", "presence", "talk"]


class Page(Protocol):
    """A browser page at a table."""

    seats: int
    """A mask; none for a spectator."""

    def follow(self, match: Match[State]) -> None:
        """Look at the match from the asked seat, where that is this page's and sees the same table."""

    def wake(self, *topics: Topic) -> None:
        """These are new, and are to be sent."""


class OpenTable:
    """A table that somebody uses. Its match may leave memory; the table stays as long as a page is open at it."""

    def __init__(self, row: TableRow, seats: list[SeatRow], rematch: bool) -> None:
        self.row = row
        self.seats = seats
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
        self.analysis: asyncio.Task[Analysis] | None = None
        """How the finished game went, or the work on it, once somebody has asked."""
        self.elsewhere: dict[str, tuple[int, int]] = {}
        """By other process, the seats and the number of spectators that it serves."""
        self.used = monotonic()
        """When somebody last did something with it."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def has_people(self) -> bool:
        """Whether any seat is a person's."""
        return any(seat.kind != OPPONENT for seat in self.seats)

    @property
    def has_opponents(self) -> bool:
        return any(seat.kind == OPPONENT for seat in self.seats)

    @property
    def is_thinking(self) -> bool:
        return self.thinking is not None and not self.thinking.done()

    def local_presence(self) -> tuple[int, int]:
        """The seats and the number of spectators that this process serves."""
        online = 0
        for page in self.pages:
            online |= page.seats
        return online, sum(not page.seats for page in self.pages)

    def presence(self) -> tuple[int, int]:
        """The seats and the number of spectators that any process serves."""
        online, watchers = self.local_presence()
        for seats, count in self.elsewhere.values():
            online |= seats
            watchers += count
        return online, watchers

    def wake(self, *topics: Topic) -> None:
        """Let every page know that something is new."""
        for page in self.pages:
            page.wake(*topics)

    def follow(self, match: Match[State]) -> None:
        """The match is as the disk has it: every page looks at it from the right seat."""
        for page in self.pages:
            page.follow(match)

    def moved(self, match: Match[State]) -> None:
        """The match has gone on: every page follows the turn, and shows it."""
        self.follow(match)
        self.wake("update")
