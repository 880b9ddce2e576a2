"""Choices are made once, when a pack is read; during play they are only looked up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sandtable.engine.types import Choice, Numbers

Choices = tuple[Choice, ...]
"""Choices of one verb, by the number of the thing that they name."""
Grid = tuple[Choices, ...]
"""Choices of one verb, by the numbers of the two things that they name."""

# Choices that name nothing.
DONE: Final[Choice] = ("done",)
"""The choice that ends something done step by step, such as paying card by card."""
MORE: Final[Choice] = ("more",)
"""The choice to put something together step by step that is not among the listed options."""


def ids(kind: str, keys: Iterable[str | int]) -> tuple[str, ...]:
    """The ids of the things of a kind in choices and scenes, such as 'zone:palota'."""
    return tuple(f"{kind}:{key}" for key in keys)


def row(verb: str, things: Iterable[str | int]) -> Choices:
    """A verb and each of the things."""
    return tuple((verb, thing) for thing in things)


def grid(verb: str, things: Iterable[str | int], others: Sequence[str | int], *rest: str | int) -> Grid:
    """A verb with each of the things and each of the others; `rest` is the same in all choices."""
    return tuple(tuple((verb, thing, other, *rest) for other in others) for thing in things)


def numbered(*kinds: Sequence[str]) -> dict[str | int, int]:
    """The number of the thing behind every id; each kind of thing is numbered from 0."""
    return {thing: number for things in kinds for number, thing in enumerate(things)}


class PreparedChoices:
    """Every choice that a game can offer, made once when the pack is read and listed by verb.

    Each choice is kept with the numbers of the things that it names. A verb with too many choices to list, such as
    paying with any cards, is *open*: its choices name one or more different things of a kind.
    """

    def __init__(self) -> None:
        self._listed: dict[str, list[tuple[Choice, Numbers]]] = {}
        self._numbers: dict[Choice, Numbers] = {}
        self._open: dict[str, dict[str | int, int]] = {}

    # ------------------------------------------------------------------ filling

    def singles(self, *choices: Choice) -> None:
        """Prepare choices that name nothing, such as `("pass",)`."""
        for choice in choices:
            self._prepare(choice, ())

    def row(self, verb: str, things: Iterable[str | int]) -> Choices:
        """Prepare a verb with each of the things."""
        choices = row(verb, things)
        for number, choice in enumerate(choices):
            self._prepare(choice, (number,))
        return choices

    def grid(self, verb: str, things: Iterable[str | int], others: Sequence[str | int]) -> Grid:
        """Prepare a verb with each of the things and each of the others."""
        return self._grid(grid(verb, things, others), ())

    def grids(self, verb: str, things: Sequence[str], others: Sequence[str], endings: Sequence[str]) -> list[Grid]:
        """Prepare a verb with each of the things, each of the others and each ending; one grid per ending."""
        return [self._grid(grid(verb, things, others, end), (number,)) for number, end in enumerate(endings)]

    def open(self, verb: str, things: Sequence[str]) -> None:
        """Declare an open verb: its choices may name any number of the things, each once."""
        self._open[verb] = numbered(things)

    def _grid(self, choices: Grid, ending: Numbers) -> Grid:
        for number, line in enumerate(choices):
            for other, choice in enumerate(line):
                self._prepare(choice, (number, other, *ending))
        return choices

    def _prepare(self, choice: Choice, numbers: Numbers) -> None:
        if choice in self._numbers:
            raise ValueError(f"{choice} is prepared twice")
        self._numbers[choice] = numbers
        self._listed.setdefault(str(choice[0]), []).append((choice, numbers))

    # ------------------------------------------------------------------ looking up

    @property
    def verbs(self) -> set[str]:
        """All verbs of the game."""
        return {*self._listed, *self._open}

    def of(self, verb: str) -> list[tuple[Choice, Numbers]]:
        """The prepared choices of a verb with their numbers; empty for an open verb."""
        return self._listed.get(verb, [])

    def things(self, verb: str) -> list[str | int]:
        """The things that an open verb may name; empty for any other verb."""
        return list(self._open.get(verb, {}))

    def unlisted(self, choice: Choice) -> bool:
        """Whether this is a choice of an open verb, which is not prepared."""
        return choice not in self._numbers and self.numbers(choice) is not None

    def numbers(self, choice: Choice) -> Numbers | None:
        """The numbers of the things that a choice names; None if the game has no such choice."""
        if choice in self._numbers:
            return self._numbers[choice]
        known = self._open.get(str(choice[0]), {}) if choice else {}
        found = tuple(known[thing] for thing in choice[1:] if thing in known)
        return found if found and len(set(found)) == len(choice) - 1 else None
