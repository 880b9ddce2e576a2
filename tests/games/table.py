"""Positions and matches as the tests of any game see them: set one up, act, and look at what is asked and told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, Self, TypeVar

from sandtable.engine.chance import Scripted
from sandtable.engine.errors import BadPosition, IllegalChoice
from sandtable.engine.game import Outcome, Value
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice, Fact, Json
from tests.legality import assert_complete

S = TypeVar("S", bound=State)


class Setting(ABC):
    """A position being set up; what is not mentioned is as at the start of the game. A game's own adds its pieces."""

    def __init__(self) -> None:
        self.fields: dict[str, Json] = {}
        self.options: dict[str, Value] = {}
        self.script: tuple[Scripted, ...] | None = ()

    def set(self, **fields: Json) -> Self:
        """Any other field of the position (see docs/positions.md); objects are laid over what is there."""
        for key, value in fields.items():
            old = self.fields.get(key)
            self.fields[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
        return self

    def option(self, **options: Value) -> Self:
        self.options |= options
        return self

    def roll(self, *values: Scripted) -> Self:
        """What chance gives, in order: die faces, ids of what is drawn, lists of ids for what is shuffled."""
        self.script = (*(self.script or ()), *values)
        return self

    def freely(self) -> Self:
        """Chance is not scripted."""
        self.script = None
        return self

    def over(self, key: str, made: Mapping[str, Json]) -> dict[str, Json]:
        """A part of the position: what was set by hand, over what a game's own setting has made."""
        own = self.fields.get(key, {})
        assert isinstance(own, dict)
        return {**made, **own}

    @abstractmethod
    def start(self) -> object:
        """A match at this position."""

    def impossible(self) -> str:
        """Why this cannot be on the table; fails if it can."""
        try:
            self.start()
        except BadPosition as error:
            return str(error)
        raise AssertionError("the position is possible")


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
        """The rule by which a choice is refused; fails if it is allowed, or if anything else is passed over here."""
        assert_complete(self.match)
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

    def all(self, verb: str) -> list[Choice]:
        """The options of one kind."""
        return [choice for choice in self.match.choices if choice[0] == verb]

    @property
    def facts(self) -> dict[str, Fact]:
        """What the prompt speaks of."""
        return self.match.facts()

    def verbs(self) -> set[str]:
        return {str(choice[0]) for choice in self.match.choices}

    # ------------------------------------------------------------------ what is seen and told

    def scene(self, seat: int | None = None) -> Scene:
        return self.match.game.scene(self.state, seat)

    def told(self, key: str, seat: int | None = None) -> list[LogLine]:
        """The lines of the log of one kind that a seat or (None) a spectator reads, oldest first."""
        return [line for line in self.match.lines(seat) if line.key == key]

    def last(self, key: str, seat: int | None = None) -> tuple[Fact, ...]:
        """What the last log line of a kind says."""
        return self.told(key, seat)[-1].args

    @property
    def outcome(self) -> Outcome:
        assert self.match.outcome is not None, "the game is not over"
        return self.match.outcome

    @property
    def reason(self) -> str:
        return self.outcome.reason

    def script_left(self) -> int:
        """Scripted values that are not used up yet."""
        chance = self.state.chance
        return len(chance.script or ()) - chance.used
