"""Worker processes, so that thinking never holds up a table; one that dies is replaced and its job tried again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from sandtable.lab.pool import CONTEXT, TRIES, WorkerLost, begin_work

P = ParamSpec("P")
T = TypeVar("T")


def default_size() -> int:
    """As many as there are processors, and at least two, so that a long analysis does not keep opponents waiting."""
    return max(2, os.cpu_count() or 1)


class Workers:
    """A pool of processes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.leash, self.hand = CONTEXT.Pipe(duplex=False)
        self.pool = self._hire()

    def _hire(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, CONTEXT, begin_work, (self.leash,))

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something in another process. It is done again if the process dies over it."""
        for _ in range(TRIES):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
            except BrokenProcessPool:
                if self.pool is pool:  # the first who notices hires a new crew
                    pool.shutdown(wait=False)
                    self.pool = self._hire()
        raise WorkerLost(work.__name__)

    def close(self) -> None:
        """Let everybody go at once, whatever they are at."""
        self.hand.close()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.leash.close()
