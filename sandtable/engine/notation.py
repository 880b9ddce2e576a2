"""One table for describing a state in names and for restoring it.

    ATTACK = Section({"district": Maybe(districts), "attackers": Members(regiments), "points": Number(0, 9)}, "attack")

A table says by which codec each field of a position is written and read; both directions come from it. A codec belongs
to the field of the same name, in the part that the section names, unless it says otherwise:
`Pile(cards, part="konev")`. What no codec can say is `Special`.
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
"""The names of numbered things, or where a state finds them."""
Limit = int | Callable[[S], int]
"""A number, or where a state finds it."""


def names_of(g: S, names: Names[S]) -> Sequence[str]:
    return names(g) if callable(names) else names


def limit_of(g: S, limit: Limit[S]) -> int:
    return limit(g) if callable(limit) else limit


# ---------------------------------------------------------------------- codecs


class Codec(Generic[S]):
    """How one field is written in a position, and read back."""

    def __init__(self, field: str = "", part: str = "") -> None:
        """A codec belongs to the field of the same name, in the part of its section, unless these say otherwise."""
        self.field = field
        self.part = part

    def describe(self, g: S, value: object) -> Json:
        raise NotImplementedError

    def read(self, g: S, value: Json, where: str) -> object:
        """The value of the field; a fault names where it stands in the position."""
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
    """Yes or no."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, bool)
        return value

    def read(self, g: S, value: Json, where: str) -> bool:
        return as_flag(value, where)


class Text(Codec[S]):
    """Anything written."""

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
    """What is written with the names of numbered things."""

    def __init__(self, names: Names[S], field: str = "", part: str = "") -> None:
        super().__init__(field, part)
        self.names = names

    def known(self, g: S) -> dict[str, int]:
        return index(names_of(g, self.names))


class Name(_OfNames[S]):
    """One thing."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        return names_of(g, self.names)[value]

    def read(self, g: S, value: Json, where: str) -> int:
        return named(value, self.known(g), where)


class Maybe(Name[S]):
    """One thing, or null for NONE."""

    def describe(self, g: S, value: object) -> Json:
        return None if value == NONE else super().describe(g, value)

    def read(self, g: S, value: Json, where: str) -> int:
        return NONE if value is None else super().read(g, value, where)


class Listed(_OfNames[S]):
    """Things in their order."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        names = names_of(g, self.names)
        return [names[thing] for thing in value]

    def read(self, g: S, value: Json, where: str) -> list[int]:
        return all_named(value, self.known(g), where)


class Pile(Listed[S]):
    """Things in their order from the top, which is the end of the list in the state."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, list)
        return super().describe(g, value[::-1])

    def read(self, g: S, value: Json, where: str) -> list[int]:
        return super().read(g, value, where)[::-1]


class Slots(_OfNames[S]):
    """A row with so many places, each with a thing or null."""

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
    """A set, as the list of its members."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        names = names_of(g, self.names)
        return [names[thing] for thing in members(value)]

    def read(self, g: S, value: Json, where: str) -> int:
        return mask(all_named(value, self.known(g), where))


class Flags(_OfNames[S]):
    """A set, as an object that says of every thing whether it belongs."""

    def describe(self, g: S, value: object) -> Json:
        assert isinstance(value, int)
        return {name: bool(value >> thing & 1) for thing, name in enumerate(names_of(g, self.names))}

    def read(self, g: S, value: Json, where: str) -> int:
        fields = as_table(value, where)
        names = names_of(g, self.names)
        return mask(thing for thing, name in enumerate(names) if as_flag(fields.get(name), f"{where}.{name}"))


class Counts(_OfNames[S]):
    """A list of numbers, as an object that has one for every thing."""

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
    """A list, as an object that has for every thing what another codec writes."""

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
    """Gets the object in which the field stands, and where that is; None if another entry restores this one too."""


class Section(Generic[S]):
    """An object of a position: by key, what is written there."""

    def __init__(self, table: Mapping[str, Codec[S] | Special[S] | Section[S]], part: str = "") -> None:
        """Codecs without a part belong to the given one, or to the state itself."""
        self.table = table
        self.places: dict[str, tuple[str, str]] = {}
        """Where the value of a field is: the part, or nothing for the state itself, and the attribute."""
        for key, entry in table.items():
            if isinstance(entry, Codec):
                self.places[key] = (entry.part or part, entry.field or key)
        self.empty: dict[str, object] = {}
        """What the parts that may be None look like then."""
        self.writers = [(key, self._writer(key, entry)) for key, entry in table.items()]

    def may_be_none(self, **parts: type) -> Section[S]:
        """Say which parts of the state are None while they do not happen, and of which class they are otherwise.

        Such a part is described as if nothing in it had been set, and one that is read like that becomes None again.
        """
        own = {part for part, _ in self.places.values()}
        self.empty = {name: cls() for name, cls in parts.items() if name in own}
        self.writers = [(key, self._writer(key, entry)) for key, entry in self.table.items()]
        for entry in self.table.values():
            if isinstance(entry, Section):
                entry.may_be_none(**parts)
        return self

    def describe(self, g: S) -> dict[str, Json]:
        """What stands in the object."""
        return {key: write(g) for key, write in self.writers}

    def restore(self, g: S, fields: Mapping[str, Json], where: str = "") -> None:
        """Set all that the table speaks of; `where` ends in a dot, or is empty."""
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
        """What describes a field, with all that can be looked up before there is a state."""
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
        """Whether two values of a part are alike in all that the table speaks of."""
        return all(getattr(one, name) == getattr(other, name) for owner, name in self.places.values() if owner == part)
