"""`sandtable new-game`: a game of one's own that plays at once, written from the model game."""

from __future__ import annotations

import keyword
import os
from pathlib import Path
from typing import Final

from rich.console import Console

from sandtable import disk, games
from sandtable.cli.errors import Usage
from sandtable.cli.words import Say

MODEL: Final = "three_merchants"
"""The game that is copied. Its folder is among the games, but it is not registered: no list of games shows it."""
TITLES: Final = ("Three Merchants", "Három kalmár")
WRITTEN: Final = (".py", ".toml")
"""What of the model's folder is text to be copied."""


def run(slug: str, into: Path | None, title: str | None, console: Console, say: Say) -> None:
    """Write a game and say how to play it."""
    folder = (_usual_folder() if into is None else into) / slug
    _check(slug, folder, say)
    write(slug, folder, title or slug.replace("_", " ").title())
    for key in ("written", "play", "serve", "go_on"):
        console.print(say(f"new.{key}", slug=slug, folder=folder.parent), markup=False, soft_wrap=True)


def write(slug: str, folder: Path, title: str) -> None:
    """The model game under another name."""
    source = games.HERE / MODEL
    for path in sorted(source.rglob("*")):
        if path.suffix in WRITTEN:
            text = path.read_text(encoding="utf-8").replace(MODEL, slug)
            for own in TITLES:
                text = text.replace(own, title)
            disk.write(folder / path.relative_to(source), text)


def _usual_folder() -> Path:
    """Where further games lie already, or here."""
    return Path(os.environ.get(games.FOLDERS, "").split(os.pathsep)[0] or ".")


def _check(slug: str, folder: Path, say: Say) -> None:
    if not games.SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise Usage(say("new.bad_name", slug=slug))
    if slug in games.slugs() or (games.HERE / slug).exists() or folder.exists():
        raise Usage(say("new.taken", slug=slug))
