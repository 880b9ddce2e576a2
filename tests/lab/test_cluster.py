"""The same match on a Ray cluster: the same rows, dead workers replaced, and clear words where there is no cluster."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from sandtable.lab import pool
from sandtable.lab.cluster import NoCluster
from tests.lab.conftest import QUICK, QUICK_MODE, play_all, quick
from tests.lab.test_pool import always_die, die_once, fail

STARTS = 3
"""How often it is tried to start a cluster."""
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of one machine with two cores, and its address."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # so that workers find the jobs of these tests
        machine = start_cluster()
        yield str(machine.address)
        machine.shutdown()


def start_cluster() -> Any:
    """Ray gives up when it has not started in half a minute, which happens on a busy machine: then once more."""
    from ray.cluster_utils import Cluster

    for left in reversed(range(STARTS)):
        try:
            return Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
    raise AssertionError


@needs_ray
@pytest.mark.slow
def test_a_match_on_a_cluster_has_the_same_rows(cluster: str, tmp_path: Path) -> None:
    """By the program itself, in a process that joins the cluster by its address."""
    play_all(tmp_path / "here", quick(games=12))
    options = f"--mode {QUICK_MODE} --seats random --seed test --games 12 --ray {cluster} --out {tmp_path / 'there'}"
    command = [sys.executable, "-m", "sandtable", "lab", "match", QUICK, *options.split()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    there, here = ((tmp_path / folder / "games.csv").read_bytes() for folder in ("there", "here"))
    assert there == here


@needs_ray
@pytest.mark.slow
def test_a_dead_worker_is_replaced_and_every_job_done_once(cluster: str, tmp_path: Path) -> None:
    results = list(pool.run(partial(die_once, tmp_path), range(30), 1, ray=cluster))
    assert (tmp_path / "died").exists()
    assert sorted(results) == [(n, n) for n in range(30)]


@needs_ray
@pytest.mark.slow
def test_a_job_that_kills_every_worker_is_named(cluster: str) -> None:
    with pytest.raises(pool.WorkerLost, match=r"^3: "):
        list(pool.run(always_die, range(4), 1, ray=cluster))


@needs_ray
@pytest.mark.slow
def test_an_error_in_a_job_is_told(cluster: str) -> None:
    with pytest.raises(ArithmeticError, match="has no result"):
        list(pool.run(fail, range(4), 1, ray=cluster))


@pytest.mark.slow
@needs_ray
@pytest.mark.parametrize("address", ["nonsense", "host:port", "://"])
def test_an_address_that_is_none_is_named(address: str) -> None:
    with pytest.raises(NoCluster, match=f"'{address}' is neither auto nor of the form HOST:PORT"):
        list(pool.run(fail, range(4), 1, ray=address))


@needs_ray
def test_an_address_where_nobody_answers_is_named() -> None:
    with socket.socket() as taken:  # bound but not listening: nobody else gets the port meanwhile
        taken.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(NoCluster, match=f"nothing answers at '{address}'"):
            list(pool.run(fail, range(4), 1, ray=address))


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match="sandtable\\[cluster\\]"):
        list(pool.run(fail, range(4), 1, ray="auto"))
