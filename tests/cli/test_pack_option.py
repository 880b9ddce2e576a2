"""Playing with a pack of one's own from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.games.buda_1686.pack import DEFAULT
from tests.games.buda_1686.packs import changed

pytestmark = pytest.mark.slow


def run(home: Path, *arguments: str, typed: str = "quit\n") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sandtable", *arguments]
    env = os.environ | {"SANDTABLE_HOME": str(home), "COLUMNS": "110"}
    return subprocess.run(command, env=env, input=typed, capture_output=True, text=True, check=False)


def test_a_game_with_ones_own_pack_shows_it_and_resumes_only_with_it(tmp_path: Path) -> None:
    mine = str(changed(tmp_path, "saxon", "full = 3", "full = 5"))
    played = run(tmp_path, "play", "buda_1686", "--vs", "random", "--pack", mine)
    assert played.returncode == 0 and "Saxon Corps[5]" in played.stdout
    other = run(tmp_path, "play", "--resume")
    assert other.returncode == 1 and "was played with pack" in other.stderr
    assert run(tmp_path, "play", "--resume", "--pack", mine).returncode == 0


def test_a_pack_with_a_missing_area_is_refused_in_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text(DEFAULT.read_text(encoding="utf-8").replace('id = "naphegy"', 'id = "sunhill"', 1), "utf-8")
    for command in (["play", "buda_1686"], ["referee"]):
        refused = run(tmp_path, *command, "--pack", str(broken))
        assert refused.returncode != 0
        assert refused.stderr.count("\n") == 1 and "[[road]] 2: 'b' names 'naphegy'; known are" in refused.stderr


def test_a_pack_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text('[pack]\nslug = "chess"\n', encoding="utf-8")
    refused = run(tmp_path, "play", "buda_1686", "--pack", str(other))
    assert refused.returncode != 0 and "there is no game 'chess'" in refused.stderr


def test_sides_may_be_drawn(tmp_path: Path) -> None:
    played = run(tmp_path, "play", "buda_1686", "--as", "random", "--vs", "random")
    assert played.returncode == 0
