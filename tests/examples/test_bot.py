"""The example bot plays a whole game through the real command."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
REFEREE = [sys.executable, "-m", "sandtable", "referee"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BOT), *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )


@pytest.mark.slow
def test_the_bot_plays_a_whole_game() -> None:
    first = run("a seed", *REFEREE)
    assert first.returncode == 0, first.stderr
    assert re.fullmatch(r"(imperial|ottoman) won after \d+ choices \([a-z_.]+\)\.\n", first.stdout)
    assert run("a seed", *REFEREE).stdout == first.stdout


def test_the_bot_is_about_thirty_lines() -> None:
    code = [line for line in BOT.read_text(encoding="utf-8").split('"""', 2)[2].splitlines() if line.strip()]
    assert len(code) <= 30
