"""Positions in names, like FEN in chess: merging a partial position into a complete one, and reading fields."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from types import MappingProxyType
from typing import Final, TypeVar

from sandtable.engine.errors import BadPosition
from sandtable.engine.types import Json

T = TypeVar("T")

KEPT: Final = 256
"""How many lists of names are kept with their numbers: all of them, and a position reads hundreds of names."""


def merge(base: dict[str, Json], over: Mapping[str, Json], where: str = "") -> dict[str, Json]:
    """The base with the given fields replaced, object by object; a field that the base does not have is an error."""
    merged = dict(base)
    for key, value in over.items():
        path = f"{where}{key}"
        if key not in base:
            raise BadPosition(f"{path}: there is no such field")
        old = base[key]
        if isinstance(old, dict):
            if not isinstance(value, dict):
                raise BadPosition(f"{path}: takes an object")
            merged[key] = merge(old, value, f"{path}.")
        else:
            merged[key] = value
    return merged


def number(fields: Mapping[str, Json], key: str, low: int, high: int, where: str = "") -> int:
    """A whole number of a position, checked against its range."""
    return as_number(fields.get(key), low, high, where + key)


def as_number(value: Json, low: int, high: int, where: str) -> int:
    """A value as a whole number, checked against its range."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadPosition(f"{where}: takes a whole number from {low} to {high}, not {value!r}")
    return value


def flag(fields: Mapping[str, Json], key: str, where: str = "") -> bool:
    """A true or false of a position."""
    return as_flag(fields.get(key), where + key)


def as_flag(value: Json, where: str) -> bool:
    """A value as true or false."""
    if not isinstance(value, bool):
        raise BadPosition(f"{where}: takes true or false, not {value!r}")
    return value


def named(value: Json, known: Mapping[str, T], where: str) -> T:
    """What a name in a position means."""
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"{where}: {value!r} is unknown; known are {', '.join(known)}")
    return known[value]


def all_named(value: Json, known: Mapping[str, T], where: str) -> list[T]:
    """What each of a list of names in a position means."""
    if not isinstance(value, list):
        raise BadPosition(f"{where}: takes a list of names, not {value!r}")
    return [named(item, known, where) for item in value]


def table(fields: Mapping[str, Json], key: str, where: str = "") -> dict[str, Json]:
    """A field of a position that is an object."""
    return as_table(fields.get(key), where + key)


def as_table(value: Json, where: str) -> dict[str, Json]:
    """A value as an object."""
    if not isinstance(value, dict):
        raise BadPosition(f"{where}: takes an object, not {value!r}")
    return value


def index(names: Sequence[str]) -> Mapping[str, int]:
    """The number of each name."""
    return _index(tuple(names))


@lru_cache(maxsize=KEPT)
def _index(names: tuple[str, ...]) -> Mapping[str, int]:
    return MappingProxyType({name: i for i, name in enumerate(names)})


def fingerprint(value: Json) -> str:
    """A short hash of a JSON value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode(), digest_size=16).hexdigest()
