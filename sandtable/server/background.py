"""Tasks that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Final

from sandtable.server.errors import DatabaseUnavailable

LOG: Final = logging.getLogger(__name__)


class Background:
    """Runs tasks on the side: their errors are logged, and they are cancelled when the server stops."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.tasks.add(task)  # the event loop itself would forget it
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, DatabaseUnavailable):  # that was logged where it was noticed
            LOG.error("a background task failed", exc_info=error)

    async def close(self) -> None:
        """Cancel what is still running, and wait until it has ended."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
