"""Words: prompts, choices, log lines and names in the reader's language, made from ids and arguments."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from pathlib import Path

from sandtable.engine.ask import Fact
from sandtable.engine.errors import Choice
from sandtable.engine.game import Game, S
from sandtable.engine.state import LogLine

LANGUAGES = ("en", "hu")


def load_locale(folder: Path, lang: str) -> dict[str, dict[str, str]]:
    """The templates of a game in one language: `prompt`, `choice`, `log`, `status`, `option`, `name`."""
    return tomllib.loads((folder / "locale" / f"{lang}.toml").read_text(encoding="utf-8"))


class Words:
    """Says what a game means in one language."""

    def __init__(self, game: Game[S], lang: str) -> None:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        self.lang = lang
        self.templates = load_locale(game.folder, lang)
        self.names: dict[str, str] = {**self.templates.get("name", {}), **game.names[lang]}

    def name(self, thing: Fact) -> str:
        """The name of a thing on the table; numbers and unknown ids stand for themselves."""
        if isinstance(thing, int):
            return str(thing)
        return self.names.get(thing, thing)

    def prompt(self, key: str, facts: Mapping[str, Fact]) -> str:
        """What the asked seat must decide."""
        return self._fill("prompt", key, (), facts)

    def choice(self, choice: Choice) -> str:
        """What a choice means; `{all}` stands for all the things that it names, however many."""
        listed = ", ".join(self.name(thing) for thing in choice[1:])
        return self._fill("choice", str(choice[0]), choice[1:], {"all": listed})

    def line(self, line: LogLine) -> str:
        """A line of the battle report."""
        return self._fill("log", line.key, line.args, {})

    def status(self, key: str, value: Fact) -> str:
        """A line of the table's status, such as the turn."""
        return self._fill("status", key, (value,), {})

    def option(self, key: str) -> str:
        """What an option of the game, or (as 'option.value') one of its values, does."""
        return self._fill("option", key, (), {})

    def _fill(self, section: str, key: str, args: tuple[Fact, ...], facts: Mapping[str, Fact]) -> str:
        template = self.templates.get(section, {}).get(key)
        if template is None:
            listed = " ".join(self.name(arg) for arg in args)
            return f"{key} {listed}".strip()
        named = {name: self.name(value) for name, value in facts.items()}
        return _FORMAT.vformat(template, [self.name(arg) for arg in args], named)


class _Forgiving(string.Formatter):
    """Fills templates; a place without a value stays visible rather than ending the program."""

    def get_value(self, key: int | str, args: object, kwargs: object) -> object:
        try:
            return super().get_value(key, args, kwargs)  # type: ignore[arg-type]
        except (IndexError, KeyError):
            return "{" + str(key) + "}"


_FORMAT = _Forgiving()
