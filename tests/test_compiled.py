"""The compiled build plays exactly like the interpreted one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.fast import build

GAMES = "50"
SCRIPT = Path(__file__).parent / "random_games.py"
compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler on this machine")


def run(path: str) -> dict[str, object]:
    env = os.environ | {"PYTHONPATH": path}
    done = subprocess.run([sys.executable, str(SCRIPT), GAMES], check=True, env=env, capture_output=True, text=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


@pytest.mark.slow
@compiler
def test_compiled_and_interpreted_games_have_the_same_hashes(tmp_path: Path) -> None:
    build(tmp_path / "fast", quick=True)
    compiled = run(str(tmp_path / "fast"))
    interpreted = run(str(SCRIPT.parent.parent))
    assert compiled["compiled"] and not interpreted["compiled"]
    assert compiled["hashes"] == interpreted["hashes"]
