"""Reading component packs: every fact is asked for by name and type, and a fault names its place in the file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from sandtable.engine.errors import BadPack

T = TypeVar("T")


class Entry:
    """One table of a pack file."""

    def __init__(self, path: Path, where: str, data: Mapping[str, object]) -> None:
        self.path = path
        self.where = where
        self.data = data

    def bad(self, why: str) -> BadPack:
        """The error that says what is wrong with this entry."""
        return BadPack(self.path.name, self.where, why)

    def has(self, key: str) -> bool:
        return key in self.data

    def text(self, key: str, default: str | None = None) -> str:
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise self.bad(f"'{key}' takes a text" if key in self.data else f"'{key}' is missing")
        return value

    def number(self, key: str, default: int | None = None) -> int:
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.bad(f"'{key}' takes a whole number" if key in self.data else f"'{key}' is missing")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.bad(f"'{key}' takes true or false" if key in self.data else f"'{key}' is missing")
        return value

    def items(self, key: str) -> list[object]:
        """A list; without one, an empty list."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.bad(f"'{key}' takes a list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.bad(f"'{key}' takes a list of texts")
        return tuple(str(value) for value in values)

    def tables(self, key: str) -> list[Entry]:
        """A list of tables inside this one, such as the effects of a card."""
        tables: list[Entry] = []
        for at, value in enumerate(self.items(key)):
            if not isinstance(value, dict):
                raise self.bad(f"'{key}' takes a list of tables")
            tables.append(Entry(self.path, f"{self.where}, {key} {at + 1}", value))
        return tables

    def known(self, key: str, table: Mapping[str, T]) -> T:
        """The thing that a name stands for."""
        name = self.text(key)
        if name not in table:
            raise self.bad(f"'{key}' names '{name}', which is not there")
        return table[name]


class PackFile:
    """A component pack as it stands in its TOML file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
            self.data: dict[str, object] = tomllib.loads(text)
        except OSError as error:
            raise BadPack(path.name, "the file", str(error.strerror)) from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadPack(path.name, "the file", f"it is not TOML: {error}") from error
        self.hash = blake2b(text.encode(), digest_size=16).hexdigest()

    def entries(self, kind: str) -> list[Entry]:
        """All `[[kind]]` tables; their ids, where they have any, must differ."""
        tables = self.data.get(kind)
        if not isinstance(tables, list) or not tables:
            raise BadPack(self.path.name, f"[[{kind}]]", "there is none")
        entries: list[Entry] = []
        seen: set[object] = set()
        for at, data in enumerate(tables):
            if not isinstance(data, dict):
                raise BadPack(self.path.name, f"[[{kind}]]", "it is not a table")
            name = data.get("id")
            entries.append(Entry(self.path, f"[[{kind}]] {name if name is not None else at + 1}", data))
            if name is not None and name in seen:
                raise entries[-1].bad("the id stands twice")
            seen.add(name)
        return entries

    def entry(self, kind: str) -> Entry:
        """The single `[kind]` table."""
        data = self.data.get(kind)
        if not isinstance(data, dict):
            raise BadPack(self.path.name, f"[{kind}]", "it is missing")
        return Entry(self.path, f"[{kind}]", data)


def unique(entries: list[Entry], key: str, value: str | bool) -> Entry:
    """The one entry whose key has the value."""
    found = [entry for entry in entries if entry.data.get(key) == value]
    if len(found) != 1:
        raise BadPack(entries[0].path.name, entries[0].where.split()[0], f"needs exactly one with {key} = {value!r}")
    return found[0]
