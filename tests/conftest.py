"""The model game, written as `sandtable new-game` writes it, stands beside the games of the house in all tests."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from sandtable import games
from sandtable.cli import new_game

MODEL = "model"
WRITTEN = "SANDTABLE_TESTED"
"""The variable by which the processes of one run of the tests know that the game is written."""


def write_model() -> None:
    folder = Path(tempfile.mkdtemp(prefix="sandtable-games-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    new_game.write(MODEL, folder / MODEL, "Model")
    os.environ[games.FOLDERS] = os.pathsep.join(filter(None, [str(folder), os.environ.get(games.FOLDERS)]))
    os.environ[WRITTEN] = str(folder)


# Test modules look up which games there are when they are imported, so this cannot wait for a fixture.
if WRITTEN not in os.environ:
    write_model()
