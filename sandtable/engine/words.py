"""Prompts, choices, log lines and names in the reader's language, made from ids and arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from sandtable.engine.files import read_toml, typed_each
from sandtable.engine.game import Game, S
from sandtable.engine.pack import PackFile
from sandtable.engine.state import LogLine
from sandtable.engine.types import Choice, Fact

LANGUAGES = ("en", "hu")
ELLIPSIS = "…"
"""Stands for what a choice would name; it has no article."""
KEPT_CHOICES = 4096
"""Texts of choices that are kept: the same are offered again and again."""
KEPT_LOCALES = 32
"""Files of templates that are kept, for a dozen games in both languages."""
PLACE = re.compile(r"\{(\w+(?::[^{}|]*\|[^{}|]*)?)\}")
"""A placeholder: `{0}` is the first argument, `{cost}` a fact; `{0:unit|units}` is the word that fits the number."""
WITH_ARTICLE = re.compile(r"[aA]\d+")
"""`{a0}`, `{A0}`: the first argument with its article, small or capital; in English only where the locale has one."""
PLACED = re.compile(r"(at|to|from)(\d+)")
"""`{at0}`, `{to0}`, `{from0}`: where, where to, where from. A language that bends its names has them as data."""
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
"""A part that is left out where it has a placeholder without a value, as in lines of older saves."""
VOWELS = "aáeéiíoóöőuúüű"
SPELT = "AÁEÉFILMNOÓÖŐRSUÚÜŰXY"
"""Letters whose own names begin with a vowel: az MDP, az ÁVH."""
NO_ARGUMENTS = 99
"""Of a template that is only looked at: all its parts are there."""
SENTENCES = ("choice", "log", "outlook")
"""Sections whose texts begin with a capital, also where they begin with a name that is written small."""
ENDS_SENTENCE = (".", "!", "?")
"""After a name that ends with one of these no full stop is written: “Attack!”, “október 24.”."""
GRAMMAR = ("article", "number", "place", "respelled")
"""Sections that a language has for itself: articles, names that are many, places as answers to where, spellings."""
Locale = dict[str, dict[str, str]]
"""The templates of a game in one language, by section (`prompt`, `choice`, `log`, `status`, …) and key."""
Names = dict[str, str]
"""What things are called in one language, by id."""


def load_locale(folder: Path, lang: str) -> Locale:
    """The templates of a game in one language; empty if it has none. They are shared: nobody may change them."""
    path = folder / "locale" / f"{lang}.toml"
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    return _read_locale(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=KEPT_LOCALES)
def _read_locale(path: Path, changed: int, size: int) -> Locale:
    """A file as it is since it was changed: to read it takes longer than anything that is done with it."""
    called = f"{path.name} of {path.parent.parent.name}"
    return {name: typed_each(words, str, f"{called}: {name}") for name, words in read_toml(path, called).items()}


def _over(base: Locale, own: Locale) -> Locale:
    """The templates of a language, with those of a base language for what is not translated."""
    return {section: {**base.get(section, {}), **own.get(section, {})} for section in {**base, **own}}


def pack_names(file: PackFile, kinds: Iterable[tuple[str, str, str]]) -> dict[str, Names]:
    """The names in a pack, by language. `kinds` has triples: kind of entry, what its ids begin with, field of the name.

    The field has the English name; the same field with `_hu` the Hungarian one, if there is one.
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
    """The names of everything in a game, by language: from its pack, from its locale, and from `makers`.

    Each maker makes further names from the templates of the locale and the names known so far. Names that a pack has
    only in English stay English. The section `respelled` of a locale has names that the pack spells badly or only in
    English, and how they are said: a corrected pack would have another hash, and refuse all recorded games.
    """
    names: dict[str, Names] = {}
    for lang in LANGUAGES:
        locale = load_locale(folder, lang)
        respelled = locale.get("respelled", {})
        known = {**from_pack["en"], **locale.get("name", {}), **from_pack[lang]}
        known = {thing: respelled.get(name, name) for thing, name in known.items()}
        for make in makers:
            known.update(dict(make(locale, known)))
        names[lang] = known
    return names


def plural(number: object, forms: str) -> str:
    """The form of a noun that fits a number, of two such as `unit|units`. (Hungarian has one form after numbers.)"""
    one, many = forms.split("|")
    return one if number == 1 else many


def article(said: str) -> str:
    """The Hungarian definite article of what follows, by its first sound; numbers as they are read aloud."""
    word = said.lstrip("„(»[−-")
    if number := re.match(r"\d+", word):
        digits = number[0]
        one = digits[0] == "1" and len(digits) % 3 == 1  # egy, ezer; but tíz, száz
        return "az" if digits[0] == "5" or one else "a"
    if roman := re.match(r"[IVX]+(?=\.|\s|$)", word):
        return "az" if roman[0] in ("I", "V") else "a"  # első, ötödik
    if re.match(r"[A-ZÁÉÍÓÖŐÚÜŰ]{2,}(?![a-záéíóöőúüű])", word):
        return "az" if word[0] in SPELT else "a"
    return "az" if word[:1].lower() in VOWELS else "a"


def capitalised(sentence: str) -> str:
    """A text with a capital at its beginning; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]


class Words:
    """The texts of a game in one language."""

    def __init__(self, game: Game[S], lang: str) -> None:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        self.lang = lang
        self.templates: Locale = {}
        self.names: Names = {}
        for spoken in dict.fromkeys((LANGUAGES[0], lang)):
            own = load_locale(game.folder, spoken)
            self.templates = _over({name: self.templates[name] for name in self.templates if name not in GRAMMAR}, own)
            self.names |= {**own.get("name", {}), **game.names.get(spoken, {})}
        self.cut: dict[tuple[str, str, int], list[str]] = {}
        """Templates that were used before, split at their placeholders."""
        self.choices: dict[Choice, str] = {}
        """The texts of the first choices that were asked for."""

    def name(self, thing: Fact) -> str:
        """The name of a thing; numbers and unknown ids are shown as they are."""
        if isinstance(thing, int):
            return str(thing) if thing >= 0 or self.lang != "hu" else f"−{-thing}"
        return self.names.get(thing, thing)

    def prompt(self, key: str, facts: Mapping[str, Fact]) -> str:
        """The text of a prompt."""
        return self._fill("prompt", key, (), facts)

    def choice(self, choice: Choice) -> str:
        """The text of a choice; `{all}` in its template stands for everything that it names."""
        said = self.choices.get(choice)
        if said is None:
            listed = ", ".join(self.name(thing) for thing in choice[1:])
            said = self._fill("choice", str(choice[0]), choice[1:], {"all": listed})
            if len(self.choices) < KEPT_CHOICES:
                self.choices[choice] = said
        return said

    def noted(self, choice: Choice, notes: Mapping[Choice, tuple[Fact, ...]]) -> str:
        """The text of an option, with what is said about it; `{things}` in a note are all ids among its facts."""
        facts = notes.get(choice)
        if facts is None:
            return self.choice(choice)
        things = ", ".join(self.name(fact) for fact in facts if isinstance(fact, str))
        return f"{self.choice(choice)} – {self._fill('note', str(choice[0]), facts, {'things': things})}"

    def has_notes(self, choices: Iterable[Choice]) -> bool:
        """Whether there may be something to say about some of these options."""
        notes = self.templates.get("note", {})
        return bool(notes) and any(choice[0] in notes for choice in choices)

    def line(self, line: LogLine) -> str:
        """The text of a log line: what happened and, where the rule alone tells it, because of what."""
        said = self._fill("log", line.key, line.args, {})
        cause = self.templates.get("because", {}).get(f"{line.key} {line.rule}")
        if cause is None:
            return said
        said = said.removesuffix(".")
        return f"{said}{' –' if ':' in said else ':'} {cause}."

    def prospect(self, line: LogLine) -> str:
        """What a log line says of an outcome that stands for several: without the numbers in which they differ."""
        section = "outlook" if line.key in self.templates.get("outlook", {}) else "log"
        return self._fill(section, line.key, line.args, {})

    def status(self, key: str, value: Fact) -> str:
        """The text of a status line, such as the turn."""
        return self._fill("status", key, (value,), {})

    def standing(self, key: str, value: int) -> str:
        """The text for a number of a seat's standing, such as its points."""
        return self._fill("standing", key, (value,), {})

    def option(self, key: str) -> str:
        """The text that explains an option of the game, or (as `option.value`) one of its values."""
        return self._fill("option", key, (), {})

    def speaks_of_facts(self, key: str) -> bool:
        """Whether the text of a prompt has placeholders for facts."""
        return len(self._template("prompt", key) or ()) > 1

    def _fill(self, section: str, key: str, args: tuple[Fact, ...], facts: Mapping[str, Fact]) -> str:
        template = self._template(section, key, len(args))
        if template is None:
            listed = " ".join(self.name(arg) for arg in args)
            return f"{key} {listed}".strip()
        said = list(template)
        for at in range(1, len(said), 2):
            place, _, forms = template[at].partition(":")
            if placed := PLACED.fullmatch(place):
                said[at] = self._placed(placed[1], args[int(placed[2])] if int(placed[2]) < len(args) else place)
                continue
            with_article = place[0] if WITH_ARTICLE.fullmatch(place) and place not in facts else ""
            place = place[1:] if with_article else place
            value = args[int(place)] if place.isdigit() and int(place) < len(args) else facts.get(place)
            if forms:
                single = value in self.names and value not in self.templates.get("number", {})
                said[at] = plural(1 if single else value, forms)
            else:
                # A placeholder without a value stays visible rather than ending the program.
                said[at] = f"{{{place}}}" if value is None else self.name(value)
                if with_article and value is not None and value != ELLIPSIS:
                    word = self._article(value, said[at])
                    said[at] = f"{word.capitalize() if with_article == 'A' else word} {said[at]}".lstrip()
                if said[at].endswith(ENDS_SENTENCE) and said[at + 1].startswith("."):
                    said[at + 1] = said[at + 1][1:]
        text = "".join(said)
        return capitalised(text) if section in SENTENCES else text

    def _placed(self, form: str, place: Fact) -> str:
        """A place as an answer to where, where to or where from; with a word before it, if the form is not known."""
        places = self.templates.get("place", {})
        return places.get(f"{form}:{place}", f"{places.get(form, form)}: {self.name(place)}")

    def _article(self, thing: Fact, said: str) -> str:
        """The definite article of a name: as the locale says; else in Hungarian by its sound, and none in English."""
        articles = self.templates.get("article", {})
        usual = articles.get("*", article(said) if self.lang == "hu" else "")
        return articles.get(str(thing), usual)

    def _template(self, section: str, key: str, given: int = NO_ARGUMENTS) -> list[str] | None:
        """A template split into text and placeholders, alternating, text first; None if there is no such template."""
        cut = self.cut.get((section, key, given))
        if cut is None:
            template = self.templates.get(section, {}).get(key)
            if template is None:
                return None
            cut = self.cut[section, key, given] = PLACE.split(_without_unknown(template, given))
        return cut


def _without_unknown(template: str, given: int) -> str:
    """A template without its optional parts that speak of an argument beyond the given ones."""

    def kept(part: re.Match[str]) -> str:
        numbers = [int(number) for number in re.findall(r"\{[a-zA-Z]*(\d+)", part[1])]
        return part[1] if all(number < given for number in numbers) else ""

    return OPTIONAL.sub(kept, template)
