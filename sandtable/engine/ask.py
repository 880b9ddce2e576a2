"""Asks and offers: the one place where a rule meets a player's decision."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

from sandtable.engine.types import Choice, Fact

S = TypeVar("S")


class Offer:
    """Collects the options of an ask; what is refused is dropped at once."""

    __slots__ = ("options", "explaining")

    def __init__(self, explaining: bool = False) -> None:
        self.options: list[Choice] = []
        self.explaining = explaining
        """Whether refusals are wanted: builders list what is plainly out of question only then."""

    def add(self, choice: Choice, refused: str | None = None) -> None:
        """Offer a choice, or name the rule that refuses it."""
        if refused is None:
            self.options.append(choice)

    def tell(self, **facts: Fact) -> None:
        """Name the numbers and things that the prompt speaks of."""


class Explained(Offer):
    """An offer that also keeps what is refused and by which rule, and what the prompt says."""

    __slots__ = ("refusals", "facts")

    def __init__(self) -> None:
        super().__init__(True)
        self.refusals: list[tuple[Choice, str]] = []
        self.facts: dict[str, Fact] = {}

    def add(self, choice: Choice, refused: str | None = None) -> None:
        if refused is None:
            self.options.append(choice)
        else:
            self.refusals.append((choice, refused))

    def tell(self, **facts: Fact) -> None:
        self.facts.update(facts)


class Ask(Generic[S]):
    """A decision that a rule needs from a seat."""

    __slots__ = ("seat", "prompt", "build", "rule", "always", "team")

    def __init__(
        self,
        seat: int,
        prompt: str,
        build: Callable[[S, Offer], None],
        rule: str = "",
        always: bool = False,
        team: int = 0,
    ) -> None:
        self.seat = seat
        self.prompt = prompt
        """The id of the words that say what is to be decided."""
        self.build = build
        """Fills an offer from the state alone, so that it can be called late, again, or not at all."""
        self.rule = rule
        self.always = always
        """Asked even with a single option, because not asking would give something away."""
        self.team = team
        """A mask of further seats that may answer in the asked seat's place."""

    def open_to(self, seat: int) -> bool:
        """Whether a seat may answer."""
        return seat == self.seat or bool(self.team >> seat & 1)


Flow = Generator[Ask[S], Choice, None]
"""A rule in progress: it yields what it must ask and receives what was chosen."""
