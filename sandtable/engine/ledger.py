"""The ledger: every single rule of a game with an id; it is also the rulebook that the program shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec import Struct

from sandtable.engine.errors import BadFile
from sandtable.engine.files import read_toml, typed


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, in our own words."""

    id: str
    section: str
    kind: Literal["definition", "setup", "sequence", "action", "constraint", "effect", "option", "scoring"]
    modes: tuple[str, ...]
    text: str
    source: str
    status: Literal["rulebook", "ruling"]
    why: str = ""
    """The reason for a ruling where the rulebook is silent."""


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example: a scenario with its result."""

    id: str
    rules: tuple[str, ...]
    source: str
    given: str
    when: str
    then: str
    note: str = ""


class About(Struct, frozen=True):
    """What the program reads of the `[game]` table."""

    title: str
    title_hu: str = ""
    unbuilt: tuple[str, ...] = ()
    """Rules that the program does not play yet: ids, or chapters such as `opt` for all whose ids begin with `opt.`."""


class Rulebook(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `rules.toml`."""

    game: About
    rule: list[Rule] = []
    example: list[Example] = []


class Translation(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `locale/rules_hu.toml`: texts by the id of what they translate."""

    section: dict[str, str] = {}
    rule: dict[str, str] = {}
    why: dict[str, str] = {}
    example: dict[str, str] = {}

    def texts(self) -> dict[str, str]:
        """All texts by id; the ids of sections begin with `section:`, those of reasons with `why:`."""
        sections = {f"section:{name}": text for name, text in self.section.items()}
        return sections | {f"why:{name}": text for name, text in self.why.items()} | self.rule | self.example


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rules and examples of a game, in the rulebook's order."""

    titles: dict[str, str]
    """What the game is called, by language."""
    rules: dict[str, Rule]
    examples: dict[str, Example]
    translations: dict[str, dict[str, str]]
    """By language, the translated texts by id; ids of sections begin with `section:`, those of reasons with `why:`."""
    unbuilt: frozenset[str] = frozenset()
    """Rules of the rulebook that the program does not play yet, by their ids or by the chapters that begin them."""

    def in_play(self, name: str) -> bool:
        """Whether the program plays a rule, or all rules of an example."""
        rules = self.examples[name].rules if name in self.examples else (name,)
        return not any(self.unbuilt & {rule, rule.split(".")[0]} for rule in rules)

    def title(self, lang: str = "en") -> str:
        """The name of the game in a language; the English one if it has none there."""
        return self.titles.get(lang) or self.titles["en"]

    def text(self, rule: str, lang: str = "en") -> str:
        """What a rule says."""
        return self.translations.get(lang, {}).get(rule) or self.rules[rule].text

    def why(self, rule: str, lang: str = "en") -> str:
        """The reason for a ruling; empty for a rule of the rulebook."""
        return self.translations.get(lang, {}).get(f"why:{rule}") or self.rules[rule].why

    def told(self, example: str, lang: str, names: Mapping[str, str]) -> str:
        """A worked example as the rulebook has it; what it calls by an id has the name that `names` has for it."""
        translated = self.translations.get(lang, {}).get(example)
        told = self.examples[example]
        return translated or _called(f"{told.given} {told.when} {told.then}", names)

    def section(self, name: str, lang: str = "en") -> str:
        """The title of a chapter."""
        return self.translations.get(lang, {}).get(f"section:{name}") or name


def load_ledger(folder: Path) -> Ledger:
    """Read `rules.toml` in the folder of a game, and its translations beside it."""
    path = folder / "rules.toml"
    book = typed(read_toml(path), Rulebook, path.name)
    _unique((rule.id for rule in book.rule), f"{path.name}: rule")
    _unique((example.id for example in book.example), f"{path.name}: example")
    translations = {
        file.stem.removeprefix("rules_"): typed(read_toml(file), Translation, file.name).texts()
        for file in (folder / "locale").glob("rules_*.toml")
    }
    titles = {"en": book.game.title, "hu": book.game.title_hu}
    unbuilt = frozenset(book.game.unbuilt)
    return Ledger(titles, {r.id: r for r in book.rule}, {e.id: e for e in book.example}, translations, unbuilt)


def _called(text: str, names: Mapping[str, str]) -> str:
    """A text with names for the ids of things, which stand there without their kind, or before the name itself."""
    known = {thing.partition(":")[2]: name for thing, name in names.items()}

    def name(found: re.Match[str]) -> str:
        return known.get(found[1], found[0])

    return re.sub(r"(?<![\w.])([a-z]+(?:_\w+|\d\w*))(?: '[^']*')?", name, text)


def _unique(ids: Iterable[str], where: str) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise BadFile(f"{where} {name}: the id stands twice")
        seen.add(name)
