"""Packs as their files say it, and packs that differ in one entry."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


class PackText:
    """The text of a pack. An entry is named by the lines that it begins with, such as 'id = "saxon"'."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text(encoding="utf-8")

    def printed(self, kind: str) -> list[dict[str, Any]]:
        """The `[[kind]]` tables as they stand in the file."""
        tables: list[dict[str, Any]] = tomllib.loads(self.text)[kind]
        return tables

    def changed(self, folder: Path, entry: str, old: str, new: str) -> Path:
        """A copy in which one line of one entry reads differently."""
        head, mark, tail = self.text.partition(f"{entry}\n")
        assert mark and old in tail.partition("\n[[")[0], f"{entry} has no {old}"
        return self._write(folder, head + mark + tail.replace(old, new, 1))

    def without(self, folder: Path, entry: str) -> Path:
        """A copy that lacks one entry."""
        begin = self.text.rindex("\n[[", 0, self.text.index(f"{entry}\n") + 3)
        return self._write(folder, self.text[:begin] + self.text[self.text.index("\n[[", begin + 1) :])

    def _write(self, folder: Path, text: str) -> Path:
        path = folder / "components.toml"
        path.write_text(text, encoding="utf-8")
        return path
