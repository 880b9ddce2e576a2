"""Reading files into typed values. An error is one line that names the file and the place in it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from sandtable.engine.errors import BadFile

T = TypeVar("T")

STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
"""One step of a path in an error of msgspec, such as `.rule` and `[3]` in `$.rule[3].kind`."""


def read_toml(path: Path, called: str = "") -> dict[str, object]:
    """The contents of a TOML file; errors call it `called`, or by its own name."""
    called = called or path.name
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{called}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{called}: it is not TOML: {error}") from error


def typed(data: object, kind: type[T], where: str) -> T:
    """The data as a value of a type; `where` names the file in errors."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        place, what = explained(error, data)
        raise BadFile(": ".join(part for part in (where, place, what) if part)) from error
    except UnicodeEncodeError as error:  # JSON may name halves of characters (surrogates)
        raise BadFile(f"{where}: it holds half a character: {error.object!r:.40}") from error


def typed_each(data: object, kind: type[T], where: str) -> dict[str, T]:
    """A table whose values all have one type, by key."""
    return {key: typed(value, kind, f"{where} {key}") for key, value in typed(data, dict[str, object], where).items()}


def explained(error: msgspec.ValidationError, data: object) -> tuple[str, str]:
    """An error of msgspec for people: the place in the data, and what is wrong there.

    `$.rule[3].modes[0]` is `rule assault.losses, modes 1`: an entry without an id is called by its number.
    """
    what, _, path = str(error).partition(" - at `$")
    parts: list[str] = []
    for field, number in STEP.findall(path):
        if field:
            data = data.get(field) if isinstance(data, dict) else None
            parts.append(field)
        else:
            data = data[int(number)] if isinstance(data, list) else None
            name = data.get("id") if isinstance(data, dict) else None
            called = name if isinstance(name, str) else str(int(number) + 1)
            parts[-1:] = [" ".join([*parts[-1:], called])]
    return ", ".join(parts), what
