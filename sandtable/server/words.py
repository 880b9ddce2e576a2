"""The server's own words, and those of the games, read once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from sandtable import games
from sandtable.engine.words import LANGUAGES, Words

FOLDER: Final = Path(__file__).parent / "locale"
DEFAULT: Final = LANGUAGES[0]


def language(wanted: str) -> str:
    """A language that we speak."""
    return wanted if wanted in LANGUAGES else DEFAULT


@cache
def _load(lang: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def say(lang: str, key: str, **facts: object) -> str:
    """A sentence by its key, such as 'undo.chance'."""
    section, _, name = key.partition(".")
    return _load(lang)[section][name].format(**facts)


@cache
def words(slug: str, lang: str) -> Words:
    """How a game speaks a language."""
    return Words(games.load(slug), lang)
