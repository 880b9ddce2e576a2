"""Words: prompts, choices, log lines and names in the reader's language, made from ids and arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from sandtable.engine.files import read_toml, typed_each
from sandtable.engine.game import Game, S
from sandtable.engine.pack import PackFile
from sandtable.engine.state import LogLine
from sandtable.engine.types import Choice, Fact

LANGUAGES = ("en", "hu")
PLACE = re.compile(r"\{(\w+(?::[^{}|]*\|[^{}|]*)?)\}")
"""A placeholder: `{0}` is the first argument, `{cost}` a fact; `{0:unit|units}` is the noun that fits the number."""
Locale = dict[str, dict[str, str]]
"""The templates of a game in one language, by section (`prompt`, `choice`, `log`, `status`, …) and key."""
Names = dict[str, str]
"""What things are called in one language, by id."""


def load_locale(folder: Path, lang: str) -> Locale:
    """The templates of a game in one language; none where it does not speak it yet."""
    path = folder / "locale" / f"{lang}.toml"
    if not path.exists():
        return {}
    called = f"{path.name} of {folder.name}"
    return {name: typed_each(words, str, f"{called}: {name}") for name, words in read_toml(path, called).items()}


def _over(base: Locale, own: Locale) -> Locale:
    """Templates with those of another language put over them, so that what is not translated is still said."""
    return {section: {**base.get(section, {}), **own.get(section, {})} for section in {**base, **own}}


def pack_names(file: PackFile, kinds: Iterable[tuple[str, str, str]]) -> dict[str, Names]:
    """The names that a pack gives, by language; of each kind of entry what ids begin with and the field of the name.

    The field alone is English; with '_hu' behind it, where an entry has that, Hungarian.
    """
    names: dict[str, Names] = {lang: {} for lang in LANGUAGES}
    for kind, prefix, field in kinds:
        for entry in file.entries(kind):
            key = f"{prefix}:{entry.text('id')}"
            names["en"][key] = entry.text(field)
            for lang in LANGUAGES[1:]:
                if entry.has(f"{field}_{lang}"):
                    names[lang][key] = entry.text(f"{field}_{lang}")
    return names


def game_names(
    folder: Path,
    from_pack: Mapping[str, Names],
    *makers: Callable[[Locale, Names], Iterable[tuple[str, str]]],
) -> dict[str, Names]:
    """What everything in a game is called, by language: names of its pack, of its locale, and made ones.

    Each maker makes names from the templates of a locale and from the names known so far. What a pack does not say in
    a language stays in English.
    """
    names: dict[str, Names] = {}
    for lang in LANGUAGES:
        locale = load_locale(folder, lang)
        known = {**from_pack["en"], **locale.get("name", {}), **from_pack[lang]}
        for make in makers:
            known.update(dict(make(locale, known)))
        names[lang] = known
    return names


def plural(number: object, forms: str) -> str:
    """The form of a noun that fits a number, of two as in `unit|units`. (Hungarian needs only one after a number.)"""
    one, many = forms.split("|")
    return one if number == 1 else many


class Words:
    """Says what a game means in one language."""

    def __init__(self, game: Game[S], lang: str) -> None:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        self.lang = lang
        self.templates: Locale = {}
        self.names: Names = {}
        for spoken in dict.fromkeys((LANGUAGES[0], lang)):
            own = load_locale(game.folder, spoken)
            self.templates = _over(self.templates, own)
            self.names |= {**own.get("name", {}), **game.names.get(spoken, {})}
        self.cut: dict[tuple[str, str], list[str]] = {}
        """The templates that were used, cut up."""

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

    def standing(self, key: str, value: int) -> str:
        """What a seat has so far of something that the game counts, such as points."""
        return self._fill("standing", key, (value,), {})

    def option(self, key: str) -> str:
        """What an option of the game, or (as 'option.value') one of its values, does."""
        return self._fill("option", key, (), {})

    def speaks_of_facts(self, key: str) -> bool:
        """Whether a prompt says more than its words: numbers or things that the ask tells."""
        return len(self._template("prompt", key) or ()) > 1

    def _fill(self, section: str, key: str, args: tuple[Fact, ...], facts: Mapping[str, Fact]) -> str:
        template = self._template(section, key)
        if template is None:
            listed = " ".join(self.name(arg) for arg in args)
            return f"{key} {listed}".strip()
        said = list(template)
        for at in range(1, len(said), 2):
            place, _, forms = template[at].partition(":")
            value = args[int(place)] if place.isdigit() and int(place) < len(args) else facts.get(place)
            if forms:
                said[at] = plural(value, forms)
            else:
                # A place without a value stays visible rather than ending the program.
                said[at] = f"{{{place}}}" if value is None else self.name(value)
        return "".join(said)

    def _template(self, section: str, key: str) -> list[str] | None:
        """A template cut up: words and places to be filled, in turns, words first."""
        cut = self.cut.get((section, key))
        if cut is None:
            template = self.templates.get(section, {}).get(key)
            if template is None:
                return None
            cut = self.cut[section, key] = PLACE.split(template)
        return cut
