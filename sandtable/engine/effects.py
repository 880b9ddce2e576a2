"""Effects of cards, events and powers as a pack lists them: tables with a verb and its arguments.

A verb or an argument that is not known is refused with its place in the file. What verbs do stays in the game, which
reads the arguments by name and type and turns them into numbers of its own.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from sandtable.engine.pack import Entry, PackFile


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a list."""

    verb: int
    """Its number among the verbs that the game knows."""
    arguments: Entry
    """The table that it stands in: nothing but the verb and arguments that the verb takes."""


class VerbTable:
    """The verbs that a game can carry out, with the arguments that each takes."""

    def __init__(self, verbs: Sequence[str], arguments: Mapping[str, Sequence[str]], key: str = "do") -> None:
        self.verbs = verbs
        self.arguments = arguments
        """By verb; one without an entry does not stand in this pack."""
        self.key = key
        """The field of an effect that names its verb."""

    @classmethod
    def declared(cls, file: PackFile, verbs: Sequence[str], key: str = "do") -> VerbTable:
        """The verbs of a pack's own `[[verb]]` entries; the game must know every verb that they declare."""
        arguments: dict[str, Sequence[str]] = {}
        for entry in file.entries("verb"):
            verb = verbs[entry.among("name", verbs)]
            if verb in arguments:
                raise entry.bad(f"'{verb}' stands twice")
            arguments[verb] = entry.texts("args")
        return cls(verbs, arguments, key)

    def effects(self, entry: Entry, field: str, allowed: Container[int] | None = None) -> list[Effect]:
        """A list of effects; without one, none. Where only some verbs may stand, `allowed` has their numbers."""
        return [self._effect(table, allowed) for table in entry.tables(field)]

    def options(self, entry: Entry, field: str, allowed: Container[int] | None = None) -> list[list[Effect]]:
        """Several lists of effects, one of which is to be carried out."""
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
