"""The scribe watches a game and notes what a report wants to know: estimates, what was chosen, what turned the game."""

from __future__ import annotations

from collections import Counter
from heapq import nlargest
from typing import Final, Generic

from msgspec import Struct

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator

SWINGS: Final = 5
"""How many points of decision are kept of a game."""


class Swing(Struct, forbid_unknown_fields=True):
    """An order, and how the prospects of the seat that gave it changed until the next one."""

    decision: int
    """How many decisions had been made before it."""
    turn: int
    seat: str
    prompt: str
    choice: Choice
    """The choice that began the order."""
    before: float
    """What the seat that chose could expect, from 0 to 1."""
    after: float


class Details(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was like. Lists by seat are in the order of the match's seats."""

    course: list[tuple[int, tuple[float, ...]]]
    """At the first decision of every turn: the turn, and what each seat could expect."""
    choices: tuple[dict[str, int], ...]
    """Per seat, how often it made a choice of each kind, by 'prompt verb'."""
    named: tuple[dict[str, int], ...]
    """Per seat, how often its choices named each thing on the table."""
    swings: list[Swing]
    """The orders that changed most, the largest first."""


class Scribe(Generic[S]):
    """Notes the decisions of one game as they are made. Positions are judged once an order, since that costs most."""

    def __init__(self, match: Match[S]) -> None:
        self.match = match
        self.evaluator = Evaluator(match.game, match.options, match.game.insights.of(match.options).forecasting())
        self.passes = 0
        self.turn = -1
        self.course: list[tuple[int, tuple[float, ...]]] = []
        self.choices: list[Counter[str]] = [Counter() for _ in match.seats]
        self.named: list[Counter[str]] = [Counter() for _ in match.seats]
        self.orders: list[Swing] = []

    def note(self, seat: int, choice: Choice) -> None:
        """A choice that is about to be made."""
        ask = self.match.ask
        assert ask is not None
        self.choices[seat][f"{ask.prompt} {choice[0]}"] += 1
        self.named[seat].update(thing for thing in choice[1:] if isinstance(thing, str))
        if self.match.passes > self.passes:
            self.passes = self.match.passes
            self._begin_order(seat, ask.prompt, choice)

    def details(self) -> Details:
        """Everything noted, once the game is over."""
        self._end_order()
        return Details(
            self.course,
            tuple(dict(sorted(counts.items())) for counts in self.choices),
            tuple(dict(sorted(counts.items())) for counts in self.named),
            nlargest(SWINGS, self.orders, key=lambda order: abs(order.after - order.before)),
        )

    def _begin_order(self, seat: int, prompt: str, choice: Choice) -> None:
        match = self.match
        last = self._end_order()
        turn = match.game.clock(match.state)
        if turn != self.turn:
            self.turn = turn
            self.course.append((turn, tuple(self._worth(other) for other in range(len(match.seats)))))
        name = match.seats[seat]
        before = last.after if last is not None and last.seat == name else self._worth(seat)
        self.orders.append(Swing(match.number, turn, name, prompt, choice, before, before))

    def _end_order(self) -> Swing | None:
        """What the last order led to is seen when the next one begins."""
        if not self.orders:
            return None
        last = self.orders[-1]
        last.after = self._worth(self.match.seats.index(last.seat))
        return last

    def _worth(self, seat: int) -> float:
        return round(self.evaluator.value(self.match.game, self.match.state, seat), 4)
