"""Who thinks next: people before tables that are only watched, and every client in turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True)
class Turn:
    """For whom something is computed."""

    client: str
    """Clients take turns, however much each of them asks for."""
    waits: bool = False
    """It may wait: no person does for it, or only one who knows that it takes long (an analysis)."""


class _Job:
    """Something that waits for a worker."""

    def __init__(self, turn: Turn, number: int) -> None:
        self.turn = turn
        self.number = number
        """By when it came."""
        self.begins: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done early, though still in the queue, if whoever waited was cancelled a moment ago."""


class FairQueue:
    """Hands out so many places: first to people, and among equals to the client who has the fewest, longest ago.

    While there are several places, neither what may wait nor one client alone gets all of them. So somebody
    who comes alone finds one free, whatever the others do.
    """

    def __init__(self, places: int) -> None:
        self.free = places
        self.most = max(1, places - 1)
        """Places for all that may wait, and for one client."""
        self.waiting: list[_Job] = []
        self.busy: Counter[Turn] = Counter()
        """Places by turn."""
        self.served: dict[str, int] = {}
        """By client, when it was last given a place, as a count; only of those who wait or have one."""
        self.numbers = count()

    @asynccontextmanager
    async def place(self, turn: Turn) -> AsyncIterator[None]:
        """Wait for a place, and have it."""
        job = _Job(turn, next(self.numbers))
        self.waiting.append(job)
        self._give()
        try:
            await job.begins
            yield
        finally:
            self._leave(job)

    def _leave(self, job: _Job) -> None:
        """Give the place back, or stop waiting for one."""
        if job in self.waiting:
            self.waiting.remove(job)
        else:
            self.free += 1
            self.busy[job.turn] -= 1
            if not self.busy[job.turn]:
                del self.busy[job.turn]
        client = job.turn.client
        if not self._places_of(client) and all(other.turn.client != client for other in self.waiting):
            self.served.pop(client, None)
        self._give()

    def _give(self) -> None:
        """Give free places to those whose turn it is."""
        while self.free:
            allowed = [job for job in self.waiting if not job.begins.done() and self._may_begin(job.turn)]
            if not allowed:
                return
            job = min(allowed, key=self._order)
            self.waiting.remove(job)
            self.free -= 1
            self.busy[job.turn] += 1
            self.served[job.turn.client] = next(self.numbers)
            job.begins.set_result(None)

    def _may_begin(self, turn: Turn) -> bool:
        if turn.waits and sum(places for busy, places in self.busy.items() if busy.waits) >= self.most:
            return False
        return self._places_of(turn.client) < self.most

    def _places_of(self, client: str) -> int:
        return sum(places for busy, places in self.busy.items() if busy.client == client)

    def _order(self, job: _Job) -> tuple[bool, int, int, int]:
        client = job.turn.client
        return job.turn.waits, self._places_of(client), self.served.get(client, -1), job.number
