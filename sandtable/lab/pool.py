"""Doing many jobs: in this process, in several, or on a Ray cluster. Every job gives exactly one result."""

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

MAX_TRIES: Final = 3
"""How many worker processes a job may crash before it is given up."""
CONTEXT: Final = get_context("spawn")
"""Workers start as new processes on every system, so they inherit no open files."""


class WorkerLost(SandtableError):
    """A job crashed every worker that tried it."""

    def __init__(self, job: object) -> None:
        super().__init__(f"{job}: the process that worked on it died {MAX_TRIES} times; was it out of memory?")


def run(
    work: Callable[[J], R], jobs: Sequence[J], processes: int, ray: str | None = None
) -> Generator[tuple[J, R], None, None]:
    """Do every job and yield each result as soon as it is there. Closing the generator stops all workers."""
    if ray is not None:
        from sandtable.lab.cluster import run_on

        yield from run_on(ray, work, jobs)
    elif processes == 1:
        for job in jobs:
            yield job, work(job)
    else:
        yield from _WorkerPool(work, jobs, min(processes, len(jobs))).run()


class _WorkerPool(Generic[J, R]):
    """Worker processes and their jobs. Each worker is an executor with one process: if it dies, we know its job."""

    def __init__(self, work: Callable[[J], R], jobs: Sequence[J], size: int) -> None:
        self.work = work
        self.jobs = jobs
        self.waiting = deque(range(len(jobs)))
        self.crashes = [0] * len(jobs)
        self.running: dict[Future[R], tuple[ProcessPoolExecutor, int]] = {}
        self.worker_end, self.parent_end = CONTEXT.Pipe(duplex=False)
        """A pipe on which nothing is sent: workers exit when the parent's end is closed."""
        self.idle = [self._start_worker() for _ in range(size)]

    def run(self) -> Generator[tuple[J, R], None, None]:
        """Yield all jobs with their results, in the order in which they are finished."""
        try:
            while self.waiting or self.running:
                self._submit_waiting()
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                results = [self._result(future) for future in done]
                self._submit_waiting()  # before the caller handles the results, so that no worker is idle meanwhile
                yield from (result for result in results if result is not None)
        finally:
            self._stop()

    def _start_worker(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, CONTEXT, init_worker, (self.worker_end,))

    def _submit_waiting(self) -> None:
        while self.idle and self.waiting:
            worker, at = self.idle.pop(), self.waiting.popleft()
            try:
                future = worker.submit(self.work, self.jobs[at])
            except BrokenProcessPool:  # it died while it was idle
                worker.shutdown()
                worker = self._start_worker()
                future = worker.submit(self.work, self.jobs[at])
            self.running[future] = worker, at

    def _result(self, future: Future[R]) -> tuple[J, R] | None:
        """The result of a job; None if its worker died, and then the job goes to another one."""
        worker, at = self.running.pop(future)
        try:
            result = future.result()
        except BrokenProcessPool as error:
            worker.shutdown()
            self.idle.append(self._start_worker())
            self.waiting.appendleft(at)
            self.crashes[at] += 1
            if self.crashes[at] == MAX_TRIES:
                raise WorkerLost(self.jobs[at]) from error
            return None
        self.idle.append(worker)
        return self.jobs[at], result

    def _stop(self) -> None:
        self.parent_end.close()
        for worker in [*self.idle, *(worker for worker, _ in self.running.values())]:
            worker.shutdown(cancel_futures=True)
        self.worker_end.close()


def init_worker(parent_pipe: Connection) -> None:
    """Ignore Ctrl-C (the parent handles it); exit as soon as the parent closes its end of the pipe or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def exit_with_parent() -> None:
        parent_pipe.poll(None)
        os._exit(1)

    Thread(target=exit_with_parent, daemon=True).start()
