"""The terminal's own texts in English and Hungarian; those of a game are in its package."""

from __future__ import annotations

import os
import string
import sys
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

from sandtable.cli.errors import Usage
from sandtable.engine.words import LANGUAGES, plural

FOLDER = Path(__file__).parent / "locale"


@cache
def load(lang: str) -> dict[str, dict[str, str]]:
    """The sections of one language's file."""
    return tomllib.loads((FOLDER / f"{lang}.toml").read_text(encoding="utf-8"))


def default_language() -> str:
    """The language without `--lang`: that of SANDTABLE_LANG, or of the system if we have it, or English."""
    for name in ("SANDTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := os.environ.get(name, ""):
            found = wanted.partition("_")[0].partition(".")[0]
            return found if found in LANGUAGES else "en"
    return "en"


def language_asked(arguments: list[str]) -> str:
    """The language that a command line asks for. It is looked up before parsing, so that `--help` is in it too."""
    for at, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == "--lang":
            wanted = value or "".join(arguments[at + 1 : at + 2])
            return wanted if wanted in LANGUAGES else default_language()
    return default_language()


class _Formatter(string.Formatter):
    """Formats texts as `str.format` does; `{count:line|lines}` is the noun that fits the number."""

    def format_field(self, value: object, format_spec: str) -> str:
        return plural(value, format_spec) if "|" in format_spec else format(value, format_spec)


FORMATTER = _Formatter()


class Say:
    """The texts of one language, by key: `say("play.saved", path=...)`."""

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise Usage(Say(default_language())("error.language", given=lang, known=", ".join(LANGUAGES)))
        self.lang = lang
        self.sections = load(lang)

    def __call__(self, key: str, **facts: object) -> str:
        section, _, name = key.partition(".")
        return FORMATTER.vformat(self.sections[section][name], (), facts)

    def known(self, section: str, name: str, otherwise: str) -> str:
        """The text of a name, or another text if we have none."""
        return self.sections[section].get(name, otherwise)

    def meanings(self, section: str) -> dict[str, str]:
        """All words that a person may type, each with its key. English words work in every language."""
        keys: dict[str, str] = {}
        for sections in (load("en"), self.sections):
            for name, listed in sections[section].items():
                keys.update((fold(word), name) for word in listed.split())
        return keys


def fold(text: str) -> str:
    """Text without case and accents, to compare what people type."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in split if not unicodedata.combining(c))


SAY = Say(language_asked(sys.argv[1:]))
"""The texts for help, which is made when the program starts; commands make their own from `--lang`."""
