"""Texts of cards, made from the effects that are carried out, so that text and play cannot differ.

The templates are the `[card]` section of a locale. A game's own writer adds a method for every kind of effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.engine.words import plural


class Writer:
    """Makes the texts of one language."""

    def __init__(self, templates: Mapping[str, str], names: Mapping[str, str]) -> None:
        self.templates = templates
        self.names = names

    def say(self, key: str, *parts: str | int) -> str:
        """A template with its placeholders filled; `{1:unit|units}` is the form that fits the number."""
        return self.templates[key].format(*(Counted(part) if isinstance(part, int) else part for part in parts))

    def count(self, key: str, number: int, *parts: str) -> str:
        """The template `key` for one thing, `key.many` for several; the number fills the first placeholder."""
        return self.say(key if number == 1 else f"{key}.many", number, *parts)

    def join(self, key: str, parts: Iterable[str]) -> str:
        """Texts joined by the template `key`, such as a comma."""
        return self.templates[key].join(parts)

    def name(self, thing: str) -> str:
        """The name of a thing on the table; an unknown id stands for itself."""
        return self.names.get(thing, thing)


class Counted(int):
    """A number that also finds the noun that fits it."""

    def __format__(self, spec: str) -> str:
        return plural(self, spec) if "|" in spec else super().__format__(spec)


def signed(number: int) -> str:
    """A change with its sign, such as +1 or −2."""
    return f"+{number}" if number >= 0 else f"−{-number}"


def sentence(text: str) -> str:
    """The text with a capital at its start and a stop at its end."""
    return f"{text[0].upper()}{text[1:]}."
