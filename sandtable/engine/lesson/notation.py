"""Partial positions in examples: merged into a complete position, or compared with one.

Beyond the notation of docs/positions.md there are five shorthands. `"*"` is every key of a table. A number is an
element of a list. `"..."` once among the lists of a table stands for all the names that are in none of its other lists,
sorted. `{lacks = […]}` in place of a list is the list without these. `"null"` is null, which TOML does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from sandtable.engine.errors import BadPosition
from sandtable.engine.types import Json

EVERY = "*"
REST = "..."
NULL = "null"
HAS = "has"
LACKS = "lacks"
TESTS = (HAS, LACKS, "same", "count")
"""What an expectation can say about a list without listing all of it in order."""


def plain(value: object, where: str = "") -> Json:
    """A value from a TOML file as JSON; `"null"` is null."""
    if value == NULL:
        return None
    if isinstance(value, dict):
        return {str(key): plain(inner, f"{where}.{key}") for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner, where) for inner in value]
    if isinstance(value, str | bool | int | float):
        return value
    raise BadPosition(f"{where.removeprefix('.')}: {value!r} cannot stand in a position")


# ---------------------------------------------------------------------- merging


def laid_out(opening: dict[str, Json], layers: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The complete position that results if partial ones are merged, one after the other, into the opening position."""
    laid = opening
    for layer in layers:
        laid = _lay_table(laid, layer, "")
    return _fill_table(opening, laid, "")


def lay(under: Json, over: Json, where: str = "") -> Json:
    """A position with a partial one merged into it."""
    if isinstance(under, dict):
        if not isinstance(over, dict):
            raise BadPosition(f"{_named(where)}: takes a table, not {over!r}")
        return _lay_table(under, over, where)
    if isinstance(under, list) and isinstance(over, dict):
        return _lay_list(under, over, where)
    return over


def _lay_table(under: Mapping[str, Json], over: Mapping[str, Json], where: str) -> dict[str, Json]:
    laid = dict(under)
    if EVERY in over:
        laid = {key: lay(value, over[EVERY], f"{where}.{key}") for key, value in under.items()}
    for key, value in over.items():
        if key == EVERY:
            continue
        if key not in laid:
            raise BadPosition(f"{_named(f'{where}.{key}')}: there is no such field")
        laid[key] = lay(laid[key], value, f"{where}.{key}")
    return laid


def _lay_list(under: list[Json], over: Mapping[str, Json], where: str) -> list[Json]:
    if set(over) == {LACKS}:
        return [item for item in under if item not in _all(over[LACKS], under, f"{where}.{LACKS}")]
    laid = list(under)
    for key, value in over.items():
        at = _element(laid, key, where)
        laid[at] = lay(laid[at], value, f"{where}.{key}")
    return laid


def _fill_table(opening: Mapping[str, Json], laid: dict[str, Json], where: str) -> dict[str, Json]:
    """Replace `...` in a list of a table by the names that are in none of its other lists; tables inside included."""
    filled = {key: _fill(opening.get(key), value, f"{where}.{key}") for key, value in laid.items()}
    unfilled = [key for key, value in filled.items() if isinstance(value, list) and REST in value]
    if len(unfilled) > 1:
        raise BadPosition(f"{_named(where)}: '{REST}' stands in more than one list: {', '.join(unfilled)}")
    known = {name for value in opening.values() for name in _names(value)}
    placed = {name for value in filled.values() for name in _names(value)}
    for key in unfilled:
        rest: list[Json] = [*sorted(known - placed)]
        filled[key] = [item for part in _list(filled[key]) for item in (rest if part == REST else [part])]
    return filled


def _fill(opening: Json, laid: Json, where: str) -> Json:
    if isinstance(laid, dict) and isinstance(opening, dict):
        return _fill_table(opening, laid, where)
    if isinstance(laid, list) and isinstance(opening, list) and len(laid) == len(opening):
        return [_fill(under, over, f"{where}.{at}") for at, (under, over) in enumerate(zip(opening, laid, strict=True))]
    return laid


def _names(value: Json) -> Iterator[str]:
    """The names in a list, without empty places."""
    if isinstance(value, list):
        yield from (name for name in value if isinstance(name, str))


def _all(wanted: Json, known: list[Json], where: str) -> list[Json]:
    """A list of names, each of which must be in another list: this finds misspelt names."""
    names = _list(wanted)
    for name in names:
        if name not in known:
            raise BadPosition(f"{_named(where)}: {name!r} is not in it anyway")
    return names


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def _element(items: list[Json], key: str, where: str) -> int:
    if not key.isdecimal() or int(key) >= len(items):
        raise BadPosition(f"{_named(where)}: has no element {key!r}; it has {len(items)}, the first is 0")
    return int(key)


def _named(where: str) -> str:
    return where.removeprefix(".")


# ---------------------------------------------------------------------- comparing


def differences(is_: Json, wanted: Json, where: str = "") -> Iterator[str]:
    """One sentence for every difference between a partial position and a complete one."""
    if isinstance(is_, dict) and isinstance(wanted, dict):
        for key, value in wanted.items():
            for found in is_ if key == EVERY else [key]:
                if found in is_:
                    yield from differences(is_[found], value, f"{where}.{found}")
                else:
                    yield f"{_named(f'{where}.{found}')}: there is no such field"
    elif isinstance(is_, list) and isinstance(wanted, dict):
        yield from _list_differences(is_, wanted, where)
    elif type(is_) is not type(wanted) or is_ != wanted:
        yield f"{_named(where)} is {is_!r}, not {wanted!r}"


def _list_differences(items: list[Json], wanted: Mapping[str, Json], where: str) -> Iterator[str]:
    for key, value in wanted.items():
        if key not in TESTS:
            at = _element(items, key, where)
            yield from differences(items[at], value, f"{where}.{key}")
        elif key == "count":
            if len(items) != value:
                yield f"{_named(where)} has {len(items)} elements, not {value!r}"
        elif key == "same":
            if sorted(map(repr, items)) != sorted(map(repr, _list(value))):
                yield f"{_named(where)} holds {items!r}, not {value!r} in some order"
        else:
            for item in _list(value):
                if (item in items) != (key == HAS):
                    yield f"{_named(where)} {LACKS if key == HAS else HAS} {item!r}"


def changes(before: Json, after: Json, wanted: Json, where: str = "") -> Iterator[str]:
    """One sentence for every number that has not changed by the expected amount."""
    if isinstance(wanted, dict):
        for key, value in wanted.items():
            yield from changes(_inner(before, key, where), _inner(after, key, where), value, f"{where}.{key}")
    elif isinstance(before, bool) or not isinstance(before, int) or not isinstance(after, int):
        yield f"{_named(where)} is no number"
    elif after - before != wanted:
        yield f"{_named(where)} has changed by {after - before}, not by {wanted!r}"


def _inner(value: Json, key: str, where: str) -> Json:
    if isinstance(value, dict) and key in value:
        return value[key]
    if isinstance(value, list):
        return value[_element(value, key, where)]
    raise BadPosition(f"{_named(f'{where}.{key}')}: there is no such field")


# ---------------------------------------------------------------------- collecting


def collected(position: Json, pattern: str) -> list[str]:
    """The values at all paths that fit a pattern such as `insurgents.local_*.at`, as text."""
    values: list[Json] = [position]
    for part in pattern.split("."):
        values = [inner for value in values for key, inner in _entries(value) if fnmatchcase(key, part)]
    return [word(value) for value in values]


def _entries(value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from ((str(at), inner) for at, inner in enumerate(value))


def word(value: Json) -> str:
    """A value of a position as text, as examples write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return NULL if value is None else str(value)


def tally_differences(found: list[str], are: list[str] | None, counts: Mapping[str, int], of: str) -> Iterator[str]:
    """One sentence for every difference between collected and expected values."""
    if are is not None and sorted(found) != sorted(are):
        yield f"{of} are {sorted(found)}, not {sorted(are)}"
    counted = Counter(found)
    for value, count in counts.items():
        if counted[value] != count:
            yield f"{of}: {counted[value]} times {value!r}, not {count}"
