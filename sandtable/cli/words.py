"""The terminal's own words: everything it prints that no game says, in the reader's language."""

from __future__ import annotations

import os
import sys
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from sandtable.cli.errors import Usage
from sandtable.engine.words import LANGUAGES

FOLDER = Path(__file__).parent / "locale"


@cache
def load(lang: str) -> dict[str, dict[str, str]]:
    """The tables of one language's file."""
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def default_language() -> str:
    """The language that is spoken unless `--lang` says otherwise."""
    wanted = os.environ.get("SANDTABLE_LANG", "")
    return wanted if wanted in LANGUAGES else "en"


def language_asked(arguments: list[str]) -> str:
    """The language that a command line asks for, looked up before it is parsed so that even `--help` speaks it."""
    for at, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            wanted = value or "".join(arguments[at + 1 : at + 2])
            return wanted if wanted in LANGUAGES else default_language()
    return default_language()


class Say:
    """Says things in one language, by key: `say("play.saved", path=...)`."""

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise Usage(Say(default_language())("error.language", given=lang, known=", ".join(LANGUAGES)))
        self.lang = lang
        self.tables = load(lang)

    def __call__(self, key: str, **facts: object) -> str:
        section, _, name = key.partition(".")
        return self.tables[section][name].format(**facts)

    def known(self, section: str, name: str, otherwise: str) -> str:
        """The word for something that a game may name and we may know."""
        return self.tables[section].get(name, otherwise)

    def meanings(self, section: str) -> dict[str, str]:
        """Every word that the reader may type, and the key that it stands for; English is always understood."""
        table: dict[str, str] = {}
        for tables in (load("en"), self.tables):
            for name, listed in tables[section].items():
                table.update((fold(word), name) for word in listed.split())
        return table


def fold(text: str) -> str:
    """Text without case and accents, as people type it."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))


SAY = Say(language_asked(sys.argv[1:]))
"""The words of the language that this run of the program began with; commands take their own from `--lang`."""
