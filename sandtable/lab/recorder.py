"""Records what a report needs to know of a game: win estimates, what was chosen, and the largest swings."""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from typing import Final, Generic

from msgspec import Struct

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator

KEPT_SWINGS: Final = 5
"""How many swings are kept of a game: the largest."""


class Swing(Struct, forbid_unknown_fields=True):
    """One pass of the flow, and how it changed the win estimate of the seat that began it."""

    decision: int
    """How many decisions came before it."""
    turn: int
    seat: str
    prompt: str
    choice: Choice
    """The choice that began the pass."""
    before: float
    """The seat's win estimate before the pass, from 0 to 1."""
    after: float
    """The estimate at the start of the next pass."""


class Details(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened in a game. Lists by seat are in the order of the match's seats."""

    course: list[tuple[int, tuple[float, ...]]]
    """At the first decision of every turn: the turn, and the win estimate of each seat."""
    choices: tuple[dict[str, int], ...]
    """Per seat, how often it made each kind of choice; the key is 'prompt verb'."""
    named: tuple[dict[str, int], ...]
    """Per seat, how often its choices named each thing of the game."""
    swings: list[Swing]
    """The passes with the largest swings, largest first."""


class GameRecorder(Generic[S]):
    """Records the decisions of one game as they are made. It evaluates once per pass, because that costs most."""

    def __init__(self, match: Match[S]) -> None:
        self.match = match
        self.evaluator = Evaluator(match.game, match.options, match.game.insights.of(match.options).forecasting())
        self.passes = 0
        self.turn = -1
        self.course: list[tuple[int, tuple[float, ...]]] = []
        self.choices: list[Counter[str]] = [Counter() for _ in match.seats]
        self.named: list[Counter[str]] = [Counter() for _ in match.seats]
        self.swings: list[Swing] = []
        """Every pass so far; the last one is still open."""

    def record(self, seat: int, choice: Choice) -> None:
        """Record a choice that is about to be made."""
        ask = self.match.ask
        assert ask is not None
        self.choices[seat][f"{ask.prompt} {choice[0]}"] += 1
        self.named[seat].update(thing for thing in choice[1:] if isinstance(thing, str))
        if self.match.passes > self.passes:
            self.passes = self.match.passes
            self._begin_pass(seat, ask.prompt, choice)

    def details(self) -> Details:
        """Everything recorded, once the game is over."""
        self._end_pass()
        return Details(
            self.course,
            tuple(dict(sorted(counts.items())) for counts in self.choices),
            tuple(dict(sorted(counts.items())) for counts in self.named),
            nlargest(KEPT_SWINGS, self.swings, key=lambda swing: abs(swing.after - swing.before)),
        )

    def _begin_pass(self, seat: int, prompt: str, choice: Choice) -> None:
        match = self.match
        last = self._end_pass()
        turn = match.game.clock(match.state)
        if turn != self.turn:
            self.turn = turn
            self.course.append((turn, tuple(self._estimate(other) for other in range(len(match.seats)))))
        name = match.seats[seat]
        before = last.after if last is not None and last.seat == name else self._estimate(seat)
        self.swings.append(Swing(match.number, turn, name, prompt, choice, before, before))

    def _end_pass(self) -> Swing | None:
        """Close the last pass: its result is the position in which the next one begins."""
        if not self.swings:
            return None
        last = self.swings[-1]
        last.after = self._estimate(self.match.seats.index(last.seat))
        return last

    def _estimate(self, seat: int) -> float:
        return round(self.evaluator.value(self.match.game, self.match.state, seat), 4)
