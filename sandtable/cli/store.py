"""Where saves and replays of this user are kept."""

from __future__ import annotations

import os
import secrets
from datetime import datetime
from pathlib import Path

from sandtable.engine.errors import BadFile

SAVE = ".save.json"
REPLAY = ".replay.jsonl"


def home() -> Path:
    """The folder of this user's games."""
    own = os.environ.get("SANDTABLE_HOME")
    if own:
        return Path(own)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "sandtable"


def new_name(slug: str) -> str:
    """A name for the files of a new game."""
    return f"{slug}-{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def save_path(name: str) -> Path:
    """The file of an unfinished game."""
    return home() / "saves" / f"{name}{SAVE}"


def replay_path(name: str) -> Path:
    """The file of a finished game."""
    return home() / "replays" / f"{name}{REPLAY}"


def latest_save() -> Path | None:
    """The unfinished game that was played last."""
    saves = (home() / "saves").glob(f"*{SAVE}")
    return max(saves, key=lambda path: path.stat().st_mtime_ns, default=None)


def name_of(path: Path) -> str | None:
    """The name of an unfinished game, if the file is in our folder of saves."""
    if path.parent.resolve() == (home() / "saves").resolve() and path.name.endswith(SAVE):
        return path.name.removesuffix(SAVE)
    return None


def read(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: it is not a text file") from error
