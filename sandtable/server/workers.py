"""Worker processes for opponents and analyses; if one dies, it is replaced and its job done again."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from sandtable.lab.pool import CONTEXT, MAX_TRIES, WorkerLost, init_worker
from sandtable.server.fair_queue import FairQueue, Turn

P = ParamSpec("P")
T = TypeVar("T")


def default_size() -> int:
    """One worker per core, and one more: an analysis may have every core, and opponents need not wait for its end."""
    return (os.cpu_count() or 1) + 1


class Workers:
    """A pool of processes."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.worker_end, self.parent_end = CONTEXT.Pipe(duplex=False)
        self.pool = self._start()
        self.queue = FairQueue(size)

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.size, CONTEXT, init_worker, (self.worker_end,))

    async def run(self, turn: Turn, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a worker process, when it is the caller's turn."""
        async with self.queue.place(turn):
            return await self._run(work, *args, **kwargs)

    async def _run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a worker process; again in another one, if that process dies."""
        for _ in range(MAX_TRIES):
            pool = self.pool
            try:
                return await asyncio.wrap_future(pool.submit(work, *args, **kwargs))
            except BrokenProcessPool:
                if self.pool is pool:  # of several callers, the first one starts a new pool
                    pool.shutdown(wait=False)
                    self.pool = self._start()
        raise WorkerLost(work.__name__)

    def close(self) -> None:
        """Stop all workers at once, even in the middle of a job."""
        self.parent_end.close()
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.worker_end.close()
