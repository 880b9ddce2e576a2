"""A match as the tests of any game see it: act on it, and look at what is asked."""

from __future__ import annotations

from typing import Generic, Self, TypeVar

from sandtable.engine.chance import Scripted
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.engine.types import Choice

S = TypeVar("S", bound=State)


class MatchTable(Generic[S]):
    """What the tables of all games have; a game's own adds its pieces."""

    def __init__(self, match: Match[S]) -> None:
        self.match = match

    # ------------------------------------------------------------------ acting

    def choose(self, *choice: str | int) -> Self:
        self.match.choose(choice)
        return self

    def script(self, *values: Scripted) -> Self:
        """Replace what chance gives next."""
        self.match.script(values)
        return self

    def refused(self, *choice: str | int) -> str | None:
        """The rule by which a choice is refused; fails if it is allowed."""
        try:
            self.match.choose(choice)
        except IllegalChoice as error:
            return error.rule
        raise AssertionError(f"{choice} is allowed")

    # ------------------------------------------------------------------ the ask

    @property
    def state(self) -> S:
        return self.match.state

    @property
    def asked(self) -> str:
        """The seat that is asked."""
        assert self.match.ask is not None, "the game is over"
        return self.match.seats[self.match.ask.seat]

    @property
    def prompt(self) -> str:
        assert self.match.ask is not None, "the game is over"
        return self.match.ask.prompt

    @property
    def choices(self) -> list[Choice]:
        return list(self.match.choices)

    def offers(self, *choice: str | int) -> bool:
        return choice in self.match.choices

    def verbs(self) -> set[str]:
        return {str(choice[0]) for choice in self.match.choices}
