"""Playing a line of an example step by step, and checking its expectations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.errors import DeadEnd, SandtableError
from sandtable.engine.game import Game, Outcome
from sandtable.engine.lesson.book import BadExample, Line
from sandtable.engine.lesson.expect import Found, missing, tells
from sandtable.engine.lesson.format import Script, Step, Then
from sandtable.engine.lesson.notation import laid_out
from sandtable.engine.match import Match
from sandtable.engine.scene import things
from sandtable.engine.start import Origin, detached, start
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice, Fact, Json

S = TypeVar("S", bound=State)
SEED = "example"
"""The seed for everything that an example leaves to chance, so that it is the same each time."""


@dataclass(frozen=True)
class Question:
    """The ask after a step."""

    seat: int
    prompt: str
    rule: str
    facts: Mapping[str, Fact]
    options: tuple[Choice, ...]


@dataclass(frozen=True)
class Moment(Generic[S]):
    """What is shown after a step of a line."""

    step: Step
    state: S
    """A copy of the state after this step."""
    chosen: tuple[tuple[int, Choice], ...]
    """What was chosen in this step, and by which seat."""
    told: tuple[LogLine, ...]
    """The log lines of this step."""
    question: Question | None
    """What is asked next; None in a step with a frame, and when the game is over."""
    outcome: Outcome | None


class Playing(Generic[S]):
    """A line that is being played."""

    def __init__(self, game: Game[S], line: Line, seed: str = SEED) -> None:
        """Set up the position, play up to the first ask, and check what must hold there."""
        self.game = game
        self.line = line
        self.number = 0
        """How many steps were played."""
        self.photos: list[S] = []
        """A copy of the state at each log line."""
        self.match: Match[S]
        self.before: dict[str, Json]
        """The position when the line began."""
        if line.after is None:
            self.match, self.before = self._begin(seed)
            self._all_used()
        else:
            earlier = played(game, line.after, seed)
            self.match, self.photos = earlier.match, earlier.photos
            self.before = game.describe(self.match.state)
        self.read = len(self.photos) if line.after is not None else 0
        """How many log lines belong to the steps played so far."""
        self.seat = self._eyes()
        """The seat from whose point of view the example is shown."""
        self._demand(line.then, self.match.state, line.example.look, self._lines()[self.read :])

    def _eyes(self) -> int | None:
        wanted = self.line.example.seat
        if wanted is not None:
            return self._seat(wanted)
        return None if self.match.ask is None else self.match.ask.seat

    def step(self) -> Moment[S]:
        """Play the next step."""
        step = self.line.steps[self.number]
        self.number += 1
        chosen = self._choose(step)
        if step.frame:
            at = self._frame(step.frame)
            state, end = self.photos[at], at + 1
        else:
            state, end = self.match.state.copy(), len(self._lines())
        told = self._lines()[self.read : end]
        self.read = end
        self._demand((step.then,), state, step.show, told)
        question = None if step.frame else self.question()
        return Moment(step, state, chosen, tuple(told), question, None if step.frame else self.match.outcome)

    def question(self) -> Question | None:
        """What is asked now."""
        ask = self.match.ask
        return (
            None
            if ask is None
            else Question(ask.seat, ask.prompt, ask.rule, self.match.facts(), tuple(self.match.choices))
        )

    @property
    def over(self) -> bool:
        """Whether every step was played."""
        return self.number == len(self.line.steps)

    # ------------------------------------------------------------------ the beginning

    def _begin(self, seed: str) -> tuple[Match[S], dict[str, Json]]:
        line = self.line
        try:
            options = self.game.settle(line.options)
            script = _script(line.chance)
            chance = Chance.from_seed(seed)
            if not line.layers:
                chance.script = script
                before = self.game.describe(self.game.new(options, chance))
                return start(self.game, options, Origin(seed, script), watch=self._photograph), before
            before = laid_out(self.game.describe(self.game.new(options, chance)), line.layers)
            return start(self.game, options, Origin(seed, script, before), watch=self._photograph), before
        except (SandtableError, DeadEnd) as error:
            raise self._fault(str(error)) from error

    def _photograph(self, state: S, line: LogLine) -> None:
        self.photos.append(state.copy())

    # ------------------------------------------------------------------ the steps

    def _choose(self, step: Step) -> tuple[tuple[int, Choice], ...]:
        if not step.choose:
            return ()
        match = self.match
        seat = None if step.seat is None else self._seat(step.seat)
        self.read = len(self._lines())
        match.script(_script(step.chance))
        chosen: list[tuple[int, Choice]] = []
        for choice in step.choices:
            try:
                ask = match.asked(seat)
                match.choose(choice)
            except (SandtableError, DeadEnd) as error:
                raise self._fault(self._with_ask(error)) from error
            chosen.append((ask.seat, choice))
        self._all_used()
        return tuple(chosen)

    def _with_ask(self, error: Exception) -> str:
        ask = self.match.ask
        return f"{error}; {self.match.seats[ask.seat]} is asked {ask.prompt!r}" if ask is not None else str(error)

    def _all_used(self) -> None:
        chance = self.match.state.chance
        if chance.script is not None and chance.used < len(chance.script):
            rest = list(chance.script[chance.used :])
            raise self._fault(f"chance: {rest} was not asked for")

    def _frame(self, frame: Sequence[str | int]) -> int:
        key, *args = frame
        lines = self._lines()
        for at in range(self.read, len(lines)):
            if tells(lines[at], key, args):
                return at
        told = ", ".join(line.key for line in lines[self.read :])
        raise self._fault(f"frame: the report does not tell {list(frame)} from here on; it tells {told or 'nothing'}")

    def _lines(self) -> list[LogLine]:
        assert self.match.log is not None
        return self.match.log.lines

    def _seat(self, name: str) -> int:
        if name not in self.match.seats:
            raise self._fault(f"seat: {name!r} is unknown; known are {', '.join(self.match.seats)}")
        return self.match.seats.index(name)

    # ------------------------------------------------------------------ what is expected

    def _demand(self, thens: Sequence[Then], state: S, shown: Sequence[str], told: Sequence[LogLine]) -> None:
        """Check the expectations, and that everything that is shown is in the scene."""
        looks = shown or any(then.sees for then in thens)
        reads = any(then.position or then.change or then.tally for then in thens)
        seen: dict[str, Json] = {**things(self.game.scene(state, self.seat))} if looks else {}
        found = Found(self.match, self.game.describe(state) if reads else {}, self.before, seen, told)
        try:
            wrong = [f"{thing} is shown, but not on the table" for thing in shown if thing not in seen]
            wrong += [sentence for then in thens for sentence in missing(then, found)]
        except SandtableError as error:
            raise self._fault(str(error)) from error
        if wrong:
            raise self._fault("; ".join(wrong))

    def _fault(self, why: str) -> BadExample:
        return self.line.fault(self.number, why)


def _script(chance: Script) -> tuple[Scripted, ...] | None:
    return None if chance == "free" else tuple(chance)


def played(game: Game[S], line: Line, seed: str = SEED) -> Playing[S]:
    """Play a line to its end."""
    playing = Playing(game, line, seed)
    while not playing.over:
        playing.step()
    return playing


def moments(game: Game[S], line: Line) -> tuple[int | None, list[Moment[S]]]:
    """All steps of a line, and the seat from whose point of view they are shown."""
    playing = Playing(game, line)
    seat = playing.seat
    return seat, [playing.step() for _ in line.steps]


def taken_up(game: Game[S], line: Line, steps: int, seed: str) -> tuple[Match[S], Origin]:
    """An independent match that continues after so many steps of a line, with dice of its own."""
    playing = Playing(game, line)
    while playing.number < steps:
        playing.step()
    return detached(playing.match, seed)
