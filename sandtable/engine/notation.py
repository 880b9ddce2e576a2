"""Positions: one table per game both describes a state in names and restores it.

    ATTACK = Section({"district": Maybe(districts), "attackers": Members(regiments), "points": Number(0, 9)}, "attack")

The table has a codec for each field of a position, which writes the field and reads it back. A codec belongs to the
field of the same name, in the part of the state that the section names, unless it says otherwise:
`Pile(cards, part="konev")`. A field that no codec fits is `Special`: two functions written by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.engine.errors import BadPosition
from sandtable.engine.position import all_named, as_flag, as_number, as_table, index, named
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.state import State
from sandtable.engine.types import Json

S = TypeVar("S", bound=State)

Names = Sequence[str] | Callable[[S], Sequence[str]]
"""The names of numbered things, or a function that gets them from the state."""
Limit = int | Callable[[S], int]
"""A number, or a function that gets it from the state."""


def names_of(g: S, names: Names[S]) -> Sequence[str]:
    return names(g) if callable(names) else names


def limit_of(g: S, limit: Limit[S]) -> int:
    return limit(g) if callable(limit) else limit


# ---------------------------------------------------------------------- codecs


class Codec(Generic[S]):
    """How one field is written in a position, and read back."""

    def __init__(self, field: str = "", part: str = "") -> None:
        """Without `field`, the field is called like the key; without `part`, it is in the part of the section."""
        self.field = field
        self.part = part

    def describe(self, g: S, value: object) -> Json:
        raise NotImplementedError

    def read(self, g: S, value: Json, where: str) -> object:
        """The value of the field; an error names its place in the position."""
        raise NotImplementedError


class Number(Codec[S]):
    """A whole number between two limits."""

    def __init__(self, low: Limit[S], high: Limit[S], field: str = "", part: str = "") -> None:
        super().__init__(field, part)
        self.low = low
        self.high = high

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        return value

    def read(self, g: S, value: Json, where: str) -> int:
        return as_number(value, limit_of(g, self.low), limit_of(g, self.high), where)


class MaybeNumber(Number[S]):
    """A whole number, or null for NONE."""

    def describe(self, g: S, value: object) -> Json:
        return None if value == NONE else super().describe(g, value)

    def read(self, g: S, value: Json, where: str) -> int:
        return NONE if value is None else super().read(g, value, where)


class Flag(Codec[S]):
    """True or false."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, bool)
        return value

    def read(self, g: S, value: Json, where: str) -> bool:
        return as_flag(value, where)


class Text(Codec[S]):
    """Any text."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, str)
        return value

    def read(self, g: S, value: Json, where: str) -> str:
        return str(value)


class Coded(Codec[S]):
    """A number that has a name of its own, or null for NONE."""

    def __init__(self, codes: Mapping[str, int], field: str = "", part: str = "") -> None:
        super().__init__(field, part)
        self.codes = codes

    def describe(self, g: S, value: object) -> Json:
        return next((name for name, code in self.codes.items() if code == value), None)

    def read(self, g: S, value: Json, where: str) -> int:
        return NONE if value is None else named(value, self.codes, where)


class _OfNames(Codec[S]):
    """Base of codecs that write numbered things by their names."""

    def __init__(self, names: Names[S], field: str = "", part: str = "") -> None:
        super().__init__(field, part)
        self.names = names

    def known(self, g: S) -> Mapping[str, int]:
        return index(names_of(g, self.names))


class Name(_OfNames[S]):
    """One thing, by its name."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        return names_of(g, self.names)[value]

    def read(self, g: S, value: Json, where: str) -> int:
        return named(value, self.known(g), where)


class Maybe(Name[S]):
    """One thing by its name, or null for NONE."""

    def describe(self, g: S, value: object) -> Json:
        return None if value == NONE else super().describe(g, value)

    def read(self, g: S, value: Json, where: str) -> int:
        return NONE if value is None else super().read(g, value, where)


class Listed(_OfNames[S]):
    """A list of things, in its order."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        names = names_of(g, self.names)
        return [names[thing] for thing in value]

    def read(self, g: S, value: Json, where: str) -> list[int]:
        return all_named(value, self.known(g), where)


class Pile(Listed[S]):
    """A pile, written from the top; in the state the top is the end of the list."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        return super().describe(g, value[::-1])

    def read(self, g: S, value: Json, where: str) -> list[int]:
        return super().read(g, value, where)[::-1]


class Slots(_OfNames[S]):
    """A list of fixed length: in each place a thing, or null for NONE."""

    def __init__(self, names: Names[S], count: Limit[S], field: str = "", part: str = "") -> None:
        super().__init__(names, field, part)
        self.count = count

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        names = names_of(g, self.names)
        return [None if thing == NONE else names[thing] for thing in value]

    def read(self, g: S, value: Json, where: str) -> list[int]:
        known = self.known(g)
        row = list_of(value, limit_of(g, self.count), where)
        return [NONE if thing is None else named(thing, known, where) for thing in row]


def list_of(value: Json, count: int, where: str) -> list[Json]:
    """A list of a fixed length."""
    if not isinstance(value, list) or len(value) != count:
        raise BadPosition(f"{where}: takes a list of {count}")
    return value


class Members(_OfNames[S]):
    """A set (a bit mask), as the list of its members."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        names = names_of(g, self.names)
        return [names[thing] for thing in members(value)]

    def read(self, g: S, value: Json, where: str) -> int:
        return mask(all_named(value, self.known(g), where))


class Flags(_OfNames[S]):
    """A set (a bit mask), as an object with true or false for every thing."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        return {name: bool(value >> thing & 1) for thing, name in enumerate(names_of(g, self.names))}

    def read(self, g: S, value: Json, where: str) -> int:
        fields = as_table(value, where)
        names = names_of(g, self.names)
        return mask(thing for thing, name in enumerate(names) if as_flag(fields.get(name), f"{where}.{name}"))


class Counts(_OfNames[S]):
    """A list of numbers, as an object with the number of every thing."""

    def __init__(self, names: Names[S], low: Limit[S], high: Limit[S], field: str = "", part: str = "") -> None:
        super().__init__(names, field, part)
        self.low = low
        self.high = high

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        return dict(zip(names_of(g, self.names), value, strict=True))

    def read(self, g: S, value: Json, where: str) -> list[int]:
        fields = as_table(value, where)
        low, high = limit_of(g, self.low), limit_of(g, self.high)
        return [as_number(fields.get(name), low, high, f"{where}.{name}") for name in names_of(g, self.names)]


class Each(_OfNames[S]):
    """A list, as an object with an entry for every thing, each written by another codec."""

    def __init__(self, names: Names[S], each: Codec[S], field: str = "", part: str = "") -> None:
        super().__init__(names, field, part)
        self.each = each

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        return {name: self.each.describe(g, one) for name, one in zip(names_of(g, self.names), value, strict=True)}

    def read(self, g: S, value: Json, where: str) -> list[object]:
        fields = as_table(value, where)
        return [self.each.read(g, fields.get(name), f"{where}.{name}") for name in names_of(g, self.names)]


# ---------------------------------------------------------------------- tables


@dataclass(frozen=True)
class Special(Generic[S]):
    """A field of a position that is described and restored by hand."""

    describe: Callable[[S], Json]
    restore: Callable[[S, Mapping[str, Json], str], None] | None = None
    """Gets the state, the object that has the field, and its path; None if another entry restores this field too."""


class Section(Generic[S]):
    """An object in a position: by key, the codec of a field or a section inside."""

    def __init__(self, table: Mapping[str, Codec[S] | Special[S] | Section[S]], part: str = "") -> None:
        """`part` is the part of the state for codecs that name none; empty for the state itself."""
        self.table = table
        self.places: dict[str, tuple[str, str]] = {}
        """By key, where the value is: the part (empty for the state itself) and the attribute."""
        for key, entry in table.items():
            if isinstance(entry, Codec):
                self.places[key] = (entry.part or part, entry.field or key)
        self.empty: dict[str, object] = {}
        """By part that may be None, an empty instance of it."""
        self.writers = [(key, self._writer(key, entry)) for key, entry in table.items()]

    def may_be_none(self, **parts: type) -> Section[S]:
        """Name the parts of the state that may be None, with their classes.

        None is described like a part with default values, and such a description is read as None.
        """
        own = {part for part, _ in self.places.values()}
        self.empty = {name: cls() for name, cls in parts.items() if name in own}
        self.writers = [(key, self._writer(key, entry)) for key, entry in self.table.items()]
        for entry in self.table.values():
            if isinstance(entry, Section):
                entry.may_be_none(**parts)
        return self

    def describe(self, g: S) -> dict[str, Json]:
        """The object for a state."""
        return {key: write(g) for key, write in self.writers}

    def restore(self, g: S, fields: Mapping[str, Json], where: str = "") -> None:
        """Set every field of the table from an object; `where` is its path with a dot at the end, or empty."""
        for part, empty in self.empty.items():
            setattr(g, part, type(empty)())
        for key, entry in self.table.items():
            if isinstance(entry, Section):
                entry.restore(g, as_table(fields.get(key), where + key), f"{where}{key}.")
            elif isinstance(entry, Codec):
                part, name = self.places[key]
                setattr(getattr(g, part) if part else g, name, entry.read(g, fields.get(key), where + key))
            elif entry.restore is not None:
                entry.restore(g, fields, where)
        for part, empty in self.empty.items():
            if self._same(getattr(g, part), empty, part):
                setattr(g, part, None)

    def _writer(self, key: str, entry: Codec[S] | Special[S] | Section[S]) -> Callable[[S], Json]:
        """The function that describes a field; everything that does not depend on the state is looked up here, once."""
        if not isinstance(entry, Codec):
            return entry.describe
        codec = entry
        part, name = self.places[key]
        empty = self.empty.get(part)

        def write(g: S) -> Json:
            return codec.describe(g, getattr(g, name))

        def write_part(g: S) -> Json:
            holder: object = getattr(g, part)
            return codec.describe(g, getattr(empty if holder is None else holder, name))

        return write_part if part else write

    def _same(self, one: object, other: object, part: str) -> bool:
        """Whether two instances of a part are equal in all fields of this table."""
        return all(getattr(one, name) == getattr(other, name) for owner, name in self.places.values() if owner == part)
