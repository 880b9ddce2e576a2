"""Files on the disk: whole or not at all, and private ones from their first byte on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable import disk


def test_a_private_file_is_private_before_anything_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    replace = os.replace

    def watched(part: Path, path: Path) -> None:
        modes.append(part.stat().st_mode & 0o777)
        replace(part, path)

    monkeypatch.setattr(os, "replace", watched)
    disk.write(tmp_path / "game.json", "{}", private=True)
    assert modes == [0o600] and (tmp_path / "game.json").read_text() == "{}"
