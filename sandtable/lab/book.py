"""Writing a book into a game's `insight.toml`; the rest of the file stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import tomlkit
from tomlkit.items import Table

from sandtable.disk import write
from sandtable.engine.insight import Insight


def put(path: Path, name: str, book: Insight) -> None:
    """Write a book to a file of books, replacing the one of the same name."""
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    books = document["book"]
    assert isinstance(books, Table)
    books[name] = _table(book)
    write(path, _end_with_newline(tomlkit.dumps(document)))


def text(name: str, book: Insight) -> str:
    """A book as TOML, as it stands in the file."""
    document = tomlkit.document()
    books = tomlkit.table(is_super_table=True)
    books[name] = _table(book)
    document["book"] = books
    return _end_with_newline(tomlkit.dumps(document))


def _end_with_newline(written: str) -> str:
    return written.rstrip() + "\n"


def _table(book: Insight) -> Table:
    table = tomlkit.table()
    table["made_by"] = book.made_by
    table["patience"] = book.patience
    if book.horizon:
        table["horizon"] = book.horizon
        if book.horizon_lines:
            table["horizon_lines"] = book.horizon_lines
        table["first_share"] = book.first_share
    if book.plans:
        table["plans"] = book.plans
        if book.plan_stages:
            table["plan_stages"] = book.plan_stages
    if book.narrow:
        table["narrow"] = book.narrow
        table["widest"] = book.widest
    table["start"] = rounded(book.start)
    table["scale"] = rounded(book.scale)
    table.add(tomlkit.nl())
    if book.random_choices:
        table["random_choices"] = _numbers(book.random_choices)
    if book.random_choices_of:
        table["random_choices_of"] = _by_name(book.random_choices_of)
    table["weights"] = _numbers(book.weights)
    if book.priorities:
        table["priorities"] = _by_name(book.priorities)
    return table


def _by_name(tables: Mapping[str, Mapping[str, float]]) -> Table:
    """Tables inside a table that has nothing else."""
    outer = tomlkit.table(is_super_table=True)
    for name, values in tables.items():
        outer[name] = _numbers(values)
    return outer


def _numbers(values: Mapping[str, float]) -> Table:
    table = tomlkit.table()
    for name, value in values.items():
        table[name] = rounded(value)
    table.add(tomlkit.nl())
    return table


def rounded(value: float) -> float:
    """A number with four significant digits; more would suggest false accuracy."""
    return float(f"{value:.4g}")
