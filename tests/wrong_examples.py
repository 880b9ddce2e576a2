"""Examples made wrong on purpose, one demand at a time, to see whether it is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sandtable.engine.lesson.expect import ANY
from sandtable.engine.lesson.notation import HAS, LACKS

Table = Mapping[str, object]
Wrong = Iterator[tuple[str, object]]
"""What was made wrong, and the value with it."""


def wrongs(example: Table) -> Iterator[tuple[str, Table]]:
    """An example, as plain tables, with every single thing that it demands made wrong in turn."""
    for where, wrong in _example(example):
        assert isinstance(wrong, dict)
        yield where, wrong


def _example(example: object) -> Wrong:
    """Cases are made like examples, so that both are made wrong in the same way."""
    yield from _keys(example, {"then": _then, "look": _names, "step": _list_of(_step)})
    if not _all_give_chance(example):
        yield from _keys(example, {"chance": _script})
    yield from _keys(example, {"case": _list_of(_example), "grid": _grid})


def _all_give_chance(example: object) -> bool:
    """Whether every case says itself what chance gives, so that the example's own word is not asked for."""
    cases = example.get("case", []) if isinstance(example, dict) else []
    return bool(cases) and all(case["chance"] is not None for case in cases)


def _grid(grid: object) -> Wrong:
    yield from _keys(grid, {"kind": _table_of(_step)})


def _step(step: object) -> Wrong:
    yield from _keys(step, {"then": _then, "seat": _leaf, "show": _names, "rules": _names, "frame": _choice})
    yield from _keys(step, {"sum": _sum, "chance": _script})


def _sum(added: object) -> Wrong:
    yield from _keys(added, {"is": _leaf, "terms": _list_of(_term)})


def _term(term: object) -> Wrong:
    yield from _keys(term, {"rule": _leaf, "is": _leaf})


def _script(script: object) -> Wrong:
    """A value more, or one less."""
    if isinstance(script, list):
        yield "one more", [*script, 1]
        if script:
            yield "one less", script[:-1]


# ---------------------------------------------------------------------- expectations


def _then(then: object) -> Wrong:
    yield from _keys(then, {"position": _leaves, "change": _leaves, "sees": _leaves, "told": _leaves})
    yield from _keys(then, {"asked": _leaf, "prompt": _leaf, "outcome": _leaves, "tally": _list_of(_tally)})
    yield from _keys(then, {"offers": _list_of(_choice), "only": _list_of(_only), "refuses": _list_of(_refused)})
    yield from _keys(then, {"log": _list_of(_line)})
    assert isinstance(then, dict)
    for key in then.get("silent", []):
        yield f"silent {key}", {**then, "log": [*then.get("log", []), {"key": key}]}


def _tally(tally: object) -> Wrong:
    yield from _keys(tally, {"are": _list, "counts": _leaves})


def _only(only: object) -> Wrong:
    yield from _keys(only, {"are": _list})


def _refused(refused: object) -> Wrong:
    yield from _keys(refused, {"choice": _choice, "rule": _leaf})


def _line(line: object) -> Wrong:
    yield from _keys(line, {"key": _leaf, "rule": _leaf, "args": _list_of(_argument)})


def _argument(argument: object) -> Wrong:
    if argument != ANY:
        yield from _leaf(argument)


def _choice(choice: object) -> Wrong:
    """Another last part."""
    if not choice:
        return
    assert isinstance(choice, list)
    for where, wrong in _leaf(choice[-1]):
        yield where, [*choice[:-1], wrong]


def _names(names: object) -> Wrong:
    yield from _list_of(_leaf)(names)


def _leaves(value: object) -> Wrong:
    """Every number, name and truth in a table, and what it says of lists."""
    if value is None:
        return
    if not isinstance(value, dict):
        yield from (_list(value) if isinstance(value, list) else _leaf(value))
        return
    for key, inner in value.items():
        if key == LACKS:
            rest = {other: test for other, test in value.items() if other != key}
            for name in inner:
                yield f"{key} {name}", {**rest, HAS: [name]}
        else:
            for where, wrong in _names(inner) if key == HAS else _leaves(inner):
                yield f"{key}.{where}", {**value, key: wrong}


def _list(items: object) -> Wrong:
    if items is None:
        return
    assert isinstance(items, list)
    yield "one more", [*items, "x"]
    for at, item in enumerate(items):
        yield f"{item} left out", items[:at] + items[at + 1 :]
        if isinstance(item, dict):
            for where, wrong in _leaves(item):
                yield f"{at}.{where}", [*items[:at], wrong, *items[at + 1 :]]


def _leaf(value: object) -> Wrong:
    """Another number, another name, the opposite; nothing where nothing is said."""
    if isinstance(value, bool):
        yield str(value), not value
    elif isinstance(value, int | float):
        yield str(value), value + 1
    elif isinstance(value, str):
        yield value, value + "x"


# ---------------------------------------------------------------------- going into tables and lists


def _keys(value: object, makers: Mapping[str, Callable[[object], Wrong]]) -> Wrong:
    if value is None:
        return
    assert isinstance(value, dict)
    for key, maker in makers.items():
        if key in value:  # a table without it has no such demand
            for where, wrong in maker(value[key]):
                yield f"{key}.{where}", {**value, key: wrong}


def _table_of(maker: Callable[[object], Wrong]) -> Callable[[object], Wrong]:
    def go(value: object) -> Wrong:
        assert isinstance(value, dict)
        yield from _keys(value, dict.fromkeys(value, maker))

    return go


def _list_of(maker: Callable[[object], Wrong]) -> Callable[[object], Wrong]:
    def go(value: object) -> Wrong:
        assert isinstance(value, list)
        for at, item in enumerate(value):
            for where, wrong in maker(item):
                yield f"{at}.{where}", [*value[:at], wrong, *value[at + 1 :]]

    return go
