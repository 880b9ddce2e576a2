"""The pack of Buda 1686 as its file says it, and packs that differ from it in one entry."""

from __future__ import annotations

from pathlib import Path

from sandtable.games.buda_1686.pack import DEFAULT
from tests.games.packs import PackText

PACK = PackText(DEFAULT)
printed = PACK.printed


def changed(folder: Path, entry: str, old: str, new: str) -> Path:
    """A copy of the pack in which one line of one entry reads differently."""
    return PACK.changed(folder, f'id = "{entry}"', old, new)


def without(folder: Path, entry: str) -> Path:
    """A copy of the pack that lacks one entry."""
    return PACK.without(folder, f'id = "{entry}"')
