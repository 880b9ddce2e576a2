"""What holds for all tests: the model game stands beside the games of the house, and files are written in memory.

The model game is written as `sandtable new-game` writes it.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sandtable import games
from sandtable.cli import new_game

MODEL = "model"
WRITTEN = "SANDTABLE_TESTED"
"""The variable by which the processes of one run of the tests know that the game is written."""
MEMORY = Path("/dev/shm")
BROWSER = Path(__file__).parent / "web"
ALL_SLOW = "\npytestmark = pytest.mark.slow\n"
"""This line says that all tests of a file are slow."""
GC_THRESHOLDS = (10_000, 10, 20)
"""As in the server, where by default collecting takes much of the time."""
ROOM = 4 * 2**30
"""Bytes that must be free there."""


signal.signal(signal.SIGINT, signal.default_int_handler)
"""A shell starts what runs in the background with this signal ignored, and programs under test would inherit that."""

settings.register_profile("sandtable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sandtable")  # a busy machine makes no test fail


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that in the end there is something for every process.

    Each of two processes has one half of the tests to begin with: the first compiles everything, the second plays whole
    games in a browser, and then its other tests.
    """
    half = len(items) // 2
    items.sort(key=lambda item: item.path.name != "test_compiled.py")
    browser = [item for item in items if item.path.parent == BROWSER]
    browser.sort(key=lambda item: item.path.name != "test_whole_games.py")
    others = [item for item in items if item.path.parent != BROWSER]
    items[:] = [*others[:half], *browser, *others[half:]]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are wanted, files without any are not even imported."""
    if config.option.markexpr != "not slow":
        return None
    if collection_path.is_dir():
        return collection_path == BROWSER or None
    return ALL_SLOW in collection_path.read_text(encoding="utf-8", errors="ignore") or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read here stays to the end: the garbage collector need not look at it, neither now nor in the tests.

    Nor need it look as often as by default at what the tests make.
    """
    gc.disable()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def write_in_memory() -> None:
    """Keep temporary files off the disk, where there is room: a server waits for it at every choice."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # Python looks at the variable only once


def write_model() -> None:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-games-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    new_game.write(MODEL, folder / MODEL, "Model")
    os.environ[games.FOLDERS] = os.pathsep.join(filter(None, [str(folder), os.environ.get(games.FOLDERS)]))
    os.environ[WRITTEN] = str(folder)


# Test modules look up which games there are when they are imported, so this cannot wait for a fixture.
if WRITTEN not in os.environ:
    write_in_memory()
    write_model()
