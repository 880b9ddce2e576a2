"""The pack of Nights of Fire as its file says it, and packs that differ from it in one entry."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.nights_of_fire.pack import DEFAULT
from tests.games.packs import PackText

PACK = PackText(DEFAULT)
printed = PACK.printed


def changed(folder: Path, kind: str, entry: str, old: str, new: str) -> Path:
    """A copy of the pack in which one line of one entry reads differently."""
    return PACK.changed(folder, f'[[{kind}]]\nid = "{entry}"', old, new)


def without(folder: Path, kind: str, entry: str) -> Path:
    """A copy of the pack that lacks one entry."""
    return PACK.without(folder, f'[[{kind}]]\nid = "{entry}"')
