"""Doing jobs on a Ray cluster. Ray is an optional extra: `pip install 'sandtable[cluster]'`."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar
from urllib.parse import urlsplit

from sandtable.engine.errors import SandtableError
from sandtable.lab.pool import MAX_TRIES, WorkerLost

J = TypeVar("J")
R = TypeVar("R")

AUTO: Final = "auto"
"""The cluster that this machine belongs to."""
CONNECT_TIMEOUT: Final = 5.0
"""Seconds in which the head of a cluster must answer; Ray itself would retry for minutes."""
JOBS_PER_CORE: Final = 2
"""Jobs per core that the cluster is given at a time, so that no core waits for its next one."""


class NoCluster(SandtableError):
    """There is no Ray cluster at that address, or Ray is not installed."""


def run_on(address: str, work: Callable[[J], R], jobs: Sequence[J]) -> Generator[tuple[J, R], None, None]:
    """Do every job on the cluster at an address, and yield each result as soon as it is there."""
    with _connected(address):
        import ray
        from ray.exceptions import RayError, RayTaskError

        do = ray.remote(max_retries=MAX_TRIES - 1, num_cpus=1)(_do)  # Ray replaces dead workers and lost machines
        shared = ray.put(work)  # so that it is sent once to each machine, not with each job
        capacity = JOBS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = list(reversed(jobs))
        running: dict[ray.ObjectRef[R], J] = {}
        while waiting or running:
            while waiting and len(running) < capacity:
                job = waiting.pop()
                running[do.remote(shared, job)] = job
            (done, *_), _ = ray.wait(list(running))
            job = running.pop(done)
            try:
                result = ray.get(done)
            except RayTaskError:
                raise  # the job itself failed, not its worker
            except RayError as error:
                raise WorkerLost(job) from error
            yield job, result


def _do(work: Callable[[J], R], job: J) -> R:
    return work(job)


@contextmanager
def _connected(address: str) -> Iterator[None]:
    """Connect to a cluster while the block runs."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # do not send usage statistics to the makers of Ray
    try:
        import ray
    except ImportError as error:
        raise NoCluster("--ray: Ray is not installed; pip install 'sandtable[cluster]'") from error
    if address != AUTO:
        _check_reachable(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except ConnectionError as error:
        raise NoCluster(f"--ray: there is no cluster at '{address}'; start one with: ray start --head") from error
    try:
        yield
    finally:
        ray.shutdown()


def _check_reachable(address: str) -> None:
    """Check that something answers at an address such as HOST:PORT or ray://HOST:PORT."""
    try:
        parts = urlsplit(address if "://" in address else f"//{address}")
        if parts.hostname is None or parts.port is None:
            raise ValueError
    except ValueError as error:
        raise NoCluster(f"--ray: '{address}' is neither {AUTO} nor of the form HOST:PORT") from error
    try:
        socket.create_connection((parts.hostname, parts.port), CONNECT_TIMEOUT).close()
    except OSError as error:
        raise NoCluster(f"--ray: nothing answers at '{address}': {error.strerror or error}") from error
