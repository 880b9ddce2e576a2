"""Reading packs: every value is read by name and type, and an error names its place in the file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from sandtable.engine.errors import BadPack


class Entry:
    """One entry (TOML table) of a pack."""

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
        """The list under a key; empty if there is none."""
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
        """The list of entries under a key, such as the effects of a card."""
        return self._tables(key, self.items(key), key)

    def lists(self, key: str) -> list[list[Entry]]:
        """The list of lists of entries under a key, such as effects to choose from."""
        lists: list[list[Entry]] = []
        for at, values in enumerate(self.items(key), 1):
            if not isinstance(values, list):
                raise self.bad(f"'{key}' takes a list of lists of tables")
            lists.append(self._tables(key, values, f"{key} {at}, step"))
        return lists

    def _tables(self, key: str, values: list[object], called: str) -> list[Entry]:
        tables: list[Entry] = []
        for at, value in enumerate(values, 1):
            if not isinstance(value, dict):
                raise self.bad(f"'{key}' takes a list of tables")
            tables.append(Entry(self.path, f"{self.where}, {called} {at}", value))
        return tables

    def one_of(self, key: str, names: Sequence[str]) -> tuple[int, Entry]:
        """The entry under a key, whose only key must be one of the names: the number of that name, and the entry."""
        table = self.inner(key)
        if len(table.data) != 1 or not set(table.data) <= set(names):
            raise self.bad(f"'{key}' takes a table with exactly one of {', '.join(names)}")
        return names.index(next(iter(table.data))), table

    def inner(self, key: str) -> Entry:
        """The entry under a key, such as `[start.basic]` in `[start]`."""
        data = self.data.get(key)
        if not isinstance(data, dict):
            raise self.bad(f"'{key}' takes a table" if key in self.data else f"'{key}' is missing")
        where = f"{self.where[:-1]}.{key}]" if self.where.endswith("]") else f"{self.where}, {key}"
        return Entry(self.path, where, data)

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within a range."""
        return self._within(key, self.number(key), low, high)

    def numbers(self, key: str, low: int, high: int) -> list[int]:
        """The list of whole numbers under a key, each within a range; empty if there is none."""
        return [self._within(key, value, low, high) for value in self.items(key)]

    def _within(self, key: str, value: object, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.bad(f"'{key}' takes a whole number from {low} to {high}, not {value!r}")
        return value

    def among(self, key: str, names: Sequence[str], default: str | None = None) -> int:
        """The number of the name under a key, which must be one of `names`."""
        return self._which(key, self.text(key, default), names)

    def several(self, key: str, names: Sequence[str]) -> list[int]:
        """The numbers of the names in the list under a key, each at most once; empty if there is none."""
        found = [self._which(key, name, names) for name in self.texts(key)]
        if len(set(found)) < len(found):
            raise self.bad(f"'{key}' names something twice")
        return found

    def _which(self, key: str, name: str, names: Sequence[str]) -> int:
        if name not in names:
            raise self.bad(f"'{key}' names '{name}'; known are {', '.join(names)}")
        return names.index(name)

    def only(self, *keys: str) -> None:
        """Allow only these keys, since a misspelt one would have no effect."""
        for key in self.data:
            if key not in keys:
                raise self.bad(f"'{key}' is not known here")


class PackFile:
    """The TOML file of a pack."""

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
        """All `[[kind]]` entries; ids must be unique."""
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

    def counted(self, kind: str, count: int) -> list[Entry]:
        """All `[[kind]]` entries, which must be as many as the rulebook says."""
        entries = self.entries(kind)
        if len(entries) != count:
            raise BadPack(self.path.name, f"[[{kind}]]", f"there must be {count}, not {len(entries)}")
        return entries

    def one(self, kind: str, name: str) -> Entry:
        """The `[[kind]]` entry with this id, which the rules need."""
        for entry in self.entries(kind):
            if entry.text("id") == name:
                return entry
        raise BadPack(self.path.name, f"[[{kind}]]", f"'{name}' is missing")

    def entry(self, kind: str) -> Entry:
        """The `[kind]` entry, of which there is one."""
        data = self.data.get(kind)
        if not isinstance(data, dict):
            raise BadPack(self.path.name, f"[{kind}]", "it is missing")
        return Entry(self.path, f"[{kind}]", data)


def unique(entries: list[Entry], key: str, value: str | bool) -> Entry:
    """The entry that has this value under a key; there must be exactly one."""
    found = [entry for entry in entries if entry.data.get(key) == value]
    if len(found) != 1:
        raise BadPack(entries[0].path.name, entries[0].where.split()[0], f"needs exactly one with {key} = {value!r}")
    return found[0]
