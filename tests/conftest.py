"""What holds for all tests: the model game stands beside the games of the house, and files are written in memory.

The model game is written as `sandtable new-game` writes it.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from sandtable import games
from sandtable.cli import new_game

MODEL = "model"
WRITTEN = "SANDTABLE_TESTED"
"""The variable by which the processes of one run of the tests know that the game is written."""
MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""Bytes that must be free there."""


settings.register_profile("sandtable", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sandtable")  # a busy machine makes no test fail


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Compiling everything takes longer than any other test, so it comes first, and all others run beside it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")


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
