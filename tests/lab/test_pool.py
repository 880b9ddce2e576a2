"""Many jobs at once: nothing is lost, nothing comes twice, and nothing is left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from sandtable.lab import pool

TIMEOUT = 60.0
"""Seconds after which a program that should have ended is a failure."""


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def die_once(folder: Path, number: int) -> int:
    """Kills its own process at the first try of job 3."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_die(number: int) -> int:
    if number == 3:
        os._exit(9)
    return number


def fail(number: int) -> int:
    raise ArithmeticError(f"job {number} has no result")


def write_pid_and_wait(folder: Path, number: int) -> int:
    """The first job ends; all others run until somebody stops them."""
    (folder / str(number)).write_text(str(os.getpid()))
    while number > 0:
        signal.pause()
    return number


def test_one_process_is_this_one_and_keeps_the_order() -> None:
    results = list(pool.run(square, range(5), 1))
    assert results == [(n, (n * n, os.getpid())) for n in range(5)]


@pytest.mark.slow
@pytest.mark.parametrize("processes", [2, 3])
def test_several_processes_do_every_job_once(processes: int) -> None:
    results = list(pool.run(square, range(20), processes))
    assert sorted((job, result[0]) for job, result in results) == [(n, n * n) for n in range(20)]
    workers = {result[1] for _, result in results}
    assert os.getpid() not in workers
    assert len(workers) <= processes


def test_without_jobs_nothing_happens() -> None:
    assert list(pool.run(square, [], 2)) == []


@pytest.mark.slow
def test_a_killed_worker_is_replaced_and_its_job_done_again(tmp_path: Path) -> None:
    results = list(pool.run(partial(die_once, tmp_path), range(8), 2))
    assert (tmp_path / "died").exists()
    assert sorted(results) == [(n, n) for n in range(8)]


@pytest.mark.slow
def test_a_job_that_kills_every_worker_is_named() -> None:
    with pytest.raises(pool.WorkerLost, match=r"^3: .* died 3 times"):
        list(pool.run(always_die, range(8), 2))


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_in_a_job_is_told(processes: int) -> None:
    with pytest.raises(ArithmeticError, match="has no result"):
        list(pool.run(fail, range(4), processes))


@pytest.mark.slow
def test_ending_early_leaves_nothing_running(tmp_path: Path) -> None:
    work: Callable[[int], int] = partial(write_pid_and_wait, tmp_path)
    with closing(pool.run(work, [0, 1, 2, 3], 2)) as results:
        assert next(results) == (0, 0)
    for path in tmp_path.iterdir():
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.read_text()), 0)


SCRIPT = """
import sys
from pathlib import Path
from functools import partial
from sandtable.lab import pool
from tests.lab.test_pool import write_pid_and_wait

if __name__ == "__main__":
    for job, _ in pool.run(partial(write_pid_and_wait, Path(sys.argv[1])), range(4), 2):
        print(job, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_their_parent(tmp_path: Path, number: signal.Signals) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    pids = tmp_path / "pids"
    pids.mkdir()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([sys.executable, str(script), str(pids)], stdout=subprocess.PIPE, env=environment)
    assert parent.stdout is not None
    assert parent.stdout.readline() == b"0\n"
    parent.send_signal(number)
    # The workers hold the other end of the pipe too: it is at its end only when all of them are gone.
    assert parent.communicate(timeout=TIMEOUT)[0] == b""
    assert parent.returncode != 0
