"""What examples and their lines are called, in the reader's language."""

from __future__ import annotations

from typing import Protocol

from sandtable.engine.lesson.book import Line
from sandtable.engine.words import Words


class Bilingual(Protocol):
    """Something that is written in both languages."""

    @property
    def en(self) -> str: ...
    @property
    def hu(self) -> str: ...


def in_language(text: Bilingual, lang: str) -> str:
    """A text in the reader's language."""
    return text.hu if lang == "hu" else text.en


def label(line: Line, words: Words) -> str:
    """What tells a line from the others: the name of a case, or the heading of a grid with the values of a cell."""
    values = [cell_value(at, value, words) for at, value in line.cell]
    name = in_language(line, words.lang)
    return f"{name}: {', '.join(values)}" if values else name


def cell_value(at: str, value: str, words: Words) -> str:
    """What a value of a grid is called; `at` is the path in the example where it stands."""
    place, _, option = at.partition(".")
    return words.option(f"{option}.{value}") if place == "options" else words.name(value)
