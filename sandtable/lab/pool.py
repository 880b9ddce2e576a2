"""Many jobs at once: in this process, in several, or on a Ray cluster, each result exactly once."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Final, Generic, TypeVar

from sandtable.engine.errors import SandtableError

J = TypeVar("J")
R = TypeVar("R")

TRIES: Final = 3
"""How often a job may cost a worker its life before it is given up."""
CONTEXT: Final = get_context("spawn")
"""Workers start from nothing, on every system alike, and hold no file of ours open."""


class WorkerLost(SandtableError):
    """A job killed every worker that took it up."""

    def __init__(self, job: object) -> None:
        super().__init__(f"{job}: the process that worked on it died {TRIES} times; was it out of memory?")


def run(
    work: Callable[[J], R], jobs: Sequence[J], processes: int, ray: str | None = None
) -> Generator[tuple[J, R], None, None]:
    """Do every job and give its result as soon as it is there; close this to end early, with nothing left running."""
    if ray is not None:
        from sandtable.lab.cluster import run_on

        yield from run_on(ray, work, jobs)
    elif processes == 1:
        for job in jobs:
            yield job, work(job)
    else:
        yield from _Crew(work, jobs, min(processes, len(jobs))).run()


class _Crew(Generic[J, R]):
    """Workers and what they are at. Each is a pool of one: when it dies, we know over which job."""

    def __init__(self, work: Callable[[J], R], jobs: Sequence[J], size: int) -> None:
        self.work = work
        self.jobs = jobs
        self.waiting = deque(range(len(jobs)))
        self.deaths = [0] * len(jobs)
        self.running: dict[Future[R], tuple[ProcessPoolExecutor, int]] = {}
        self.leash, self.hand = CONTEXT.Pipe(duplex=False)
        self.idle = [self._hire() for _ in range(size)]

    def run(self) -> Generator[tuple[J, R], None, None]:
        """All jobs in the order in which they are finished."""
        try:
            while self.waiting or self.running:
                self._hand_out()
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                results = [self._result(future) for future in done]
                self._hand_out()  # before anybody takes the results, so that no worker waits for that
                yield from (result for result in results if result is not None)
        finally:
            self._dismiss()

    def _hire(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, CONTEXT, begin_work, (self.leash,))

    def _hand_out(self) -> None:
        while self.idle and self.waiting:
            worker, at = self.idle.pop(), self.waiting.popleft()
            try:
                future = worker.submit(self.work, self.jobs[at])
            except BrokenProcessPool:  # it died while it had nothing to do
                worker.shutdown()
                worker = self._hire()
                future = worker.submit(self.work, self.jobs[at])
            self.running[future] = worker, at

    def _result(self, future: Future[R]) -> tuple[J, R] | None:
        """What a job gave; nothing if its worker died, and then another one takes it up."""
        worker, at = self.running.pop(future)
        try:
            result = future.result()
        except BrokenProcessPool as error:
            worker.shutdown()
            self.idle.append(self._hire())
            self.waiting.appendleft(at)
            self.deaths[at] += 1
            if self.deaths[at] == TRIES:
                raise WorkerLost(self.jobs[at]) from error
            return None
        self.idle.append(worker)
        return self.jobs[at], result

    def _dismiss(self) -> None:
        self.hand.close()
        for worker in [*self.idle, *(worker for worker, _ in self.running.values())]:
            worker.shutdown(cancel_futures=True)
        self.leash.close()


def begin_work(leash: Connection) -> None:
    """A worker leaves Ctrl-C to its parent, and ends at once when that lets go of the leash, be it by dying."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait_for_the_end() -> None:
        leash.poll(None)
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()
