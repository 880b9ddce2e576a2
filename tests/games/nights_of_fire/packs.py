"""The pack of Nights of Fire as its file says it, and packs that differ from it in one line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sandtable.games.nights_of_fire.pack import DEFAULT


def printed(kind: str) -> list[dict[str, Any]]:
    """The `[[kind]]` tables of the pack, as they stand in the file."""
    tables: list[dict[str, Any]] = tomllib.loads(DEFAULT.read_text(encoding="utf-8"))[kind]
    return tables


def changed(folder: Path, kind: str, entry: str, old: str, new: str) -> Path:
    """A copy of the pack in which one line of one entry reads differently."""
    text = DEFAULT.read_text(encoding="utf-8")
    head, mark, tail = text.partition(f'[[{kind}]]\nid = "{entry}"\n')
    assert mark and old in tail.partition("\n[[")[0], f"{entry} has no {old}"
    path = folder / "components.toml"
    path.write_text(head + mark + tail.replace(old, new, 1), encoding="utf-8")
    return path


def without(folder: Path, kind: str, entry: str) -> Path:
    """A copy of the pack that lacks one entry."""
    text = DEFAULT.read_text(encoding="utf-8")
    head, mark, tail = text.partition(f'[[{kind}]]\nid = "{entry}"\n')
    assert mark
    path = folder / "components.toml"
    path.write_text(head + tail[tail.index("\n[[") :], encoding="utf-8")
    return path
