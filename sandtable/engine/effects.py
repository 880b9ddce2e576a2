"""Effects of cards, events and powers as a pack lists them: tables with a verb and its arguments.

An unknown verb or argument is an error that names its place in the file. What a verb does is up to the game, which
reads the arguments by name and type.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from sandtable.engine.pack import Entry, PackFile


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: a verb and its arguments."""

    verb: int
    """Its number among the verbs that the game knows."""
    arguments: Entry
    """Its entry in the pack, checked to hold only the verb and arguments that the verb takes."""


class VerbTable:
    """The verbs that a game can carry out, with the arguments that each takes."""

    def __init__(self, verbs: Sequence[str], arguments: Mapping[str, Sequence[str]], key: str = "do") -> None:
        self.verbs = verbs
        self.arguments = arguments
        """By verb, the names of its arguments; a verb that is missing here may not be used in this pack."""
        self.key = key
        """The field of an effect that names its verb."""

    @classmethod
    def declared(cls, file: PackFile, verbs: Sequence[str], key: str = "do") -> VerbTable:
        """The verbs that a pack declares in its `[[verb]]` entries; the game must know all of them."""
        arguments: dict[str, Sequence[str]] = {}
        for entry in file.entries("verb"):
            verb = verbs[entry.among("name", verbs)]
            if verb in arguments:
                raise entry.bad(f"'{verb}' stands twice")
            arguments[verb] = entry.texts("args")
        return cls(verbs, arguments, key)

    def effects(self, entry: Entry, field: str, allowed: Container[int] | None = None) -> list[Effect]:
        """The list of effects under a key; empty if there is none. `allowed` limits the verbs, by number."""
        return [self._effect(table, allowed) for table in entry.tables(field)]

    def options(self, entry: Entry, field: str, allowed: Container[int] | None = None) -> list[list[Effect]]:
        """Alternative lists of effects, of which one is carried out."""
        options = [[self._effect(table, allowed) for table in tables] for tables in entry.lists(field)]
        if not all(options):
            raise entry.bad(f"'{field}' has a list without an effect")
        return options

    def _effect(self, entry: Entry, allowed: Container[int] | None) -> Effect:
        number = entry.among(self.key, self.verbs)
        verb = self.verbs[number]
        if verb not in self.arguments:
            raise entry.bad(f"the pack has no [[verb]] '{verb}'")
        if allowed is not None and number not in allowed:
            raise entry.bad(f"'{verb}' cannot stand here")
        for key in entry.data:
            if key != self.key and key not in self.arguments[verb]:
                listed = ", ".join(self.arguments[verb]) or "nothing"
                raise entry.bad(f"'{verb}' takes no '{key}'; it takes {listed}")
        return Effect(number, entry)
