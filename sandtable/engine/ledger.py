"""The ledger: every rule of a game, atomic and with an id; also the rulebook inside the program."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sandtable.engine.errors import BadFile

KINDS = frozenset({"definition", "setup", "sequence", "action", "constraint", "effect", "option", "scoring"})
STATUSES = frozenset({"rulebook", "ruling"})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words."""

    id: str
    section: str
    kind: str
    modes: tuple[str, ...]
    text: str
    source: str
    status: str
    why: str
    """The reason for a ruling where the rulebook is silent."""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: a scenario with its result."""

    id: str
    rules: tuple[str, ...]
    given: str
    when: str
    then: str
    note: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """All rules and examples of a game, in the rulebook's order."""

    titles: dict[str, str]
    """What the game is called, by language."""
    rules: dict[str, Rule]
    examples: dict[str, Example]
    translations: dict[str, dict[str, str]]
    """Per language, the text of each rule and example; of each section and reason, under a prefix of their own."""

    def title(self, lang: str = "en") -> str:
        """What the game is called; in English where it has no name in the language."""
        return self.titles.get(lang) or self.titles["en"]

    def text(self, rule: str, lang: str = "en") -> str:
        """What a rule says."""
        return self.translations.get(lang, {}).get(rule) or self.rules[rule].text

    def why(self, rule: str, lang: str = "en") -> str:
        """The reason for a ruling; nothing for what the rulebook says itself."""
        return self.translations.get(lang, {}).get(f"why:{rule}") or self.rules[rule].why

    def section(self, name: str, lang: str = "en") -> str:
        """The title of a chapter."""
        return self.translations.get(lang, {}).get(f"section:{name}") or name


def load_ledger(folder: Path) -> Ledger:
    """Read `rules.toml` of a game's room and its translations beside it."""
    path = folder / "rules.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{path.name}: {error}") from error
    rules = [_rule(entry, path) for entry in data.get("rule", [])]
    examples = [_example(entry, path) for entry in data.get("example", [])]
    _unique((rule.id for rule in rules), path)
    _unique((example.id for example in examples), path)
    translations = {
        file.stem.removeprefix("rules_"): _translation(file) for file in (folder / "locale").glob("rules_*.toml")
    }
    return Ledger(_titles(data.get("game"), path), {r.id: r for r in rules}, {e.id: e for e in examples}, translations)


def _titles(game: object, path: Path) -> dict[str, str]:
    """The titles in the `[game]` table."""
    keys = {"en": "title", "hu": "title_hu"}
    titles = {lang: str(game[key]) for lang, key in keys.items() if isinstance(game, dict) and key in game}
    if "en" not in titles:
        raise BadFile(f"{path.name}: [game] has no title")
    return titles


def _rule(entry: dict[str, object], path: Path) -> Rule:
    try:
        rule = Rule(
            id=str(entry["id"]),
            section=str(entry["section"]),
            kind=str(entry["kind"]),
            modes=_strings(entry["modes"]),
            text=str(entry["text"]),
            source=str(entry["source"]),
            status=str(entry["status"]),
            why=str(entry.get("why", "")),
        )
    except KeyError as error:
        raise BadFile(f"{path.name}: rule {entry.get('id', '?')} has no {error}") from error
    if rule.kind not in KINDS:
        raise BadFile(f"{path.name}: rule {rule.id}: unknown kind {rule.kind!r}")
    if rule.status not in STATUSES:
        raise BadFile(f"{path.name}: rule {rule.id}: unknown status {rule.status!r}")
    return rule


def _example(entry: dict[str, object], path: Path) -> Example:
    try:
        return Example(
            id=str(entry["id"]),
            rules=_strings(entry["rules"]),
            given=str(entry["given"]),
            when=str(entry["when"]),
            then=str(entry["then"]),
            note=str(entry.get("note", "")),
        )
    except KeyError as error:
        raise BadFile(f"{path.name}: example {entry.get('id', '?')} has no {error}") from error


def _translation(path: Path) -> dict[str, str]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {f"section:{name}": text for name, text in data.get("section", {}).items()}
    texts.update((f"why:{name}", text) for name, text in data.get("why", {}).items())
    texts.update(data.get("rule", {}))
    texts.update(data.get("example", {}))
    return texts


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _unique(ids: Iterable[str], path: Path) -> None:
    seen: set[str] = set()
    for name in ids:
        if name in seen:
            raise BadFile(f"{path.name}: the id {name} stands twice")
        seen.add(name)
