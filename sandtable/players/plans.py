"""Plans: the choices of a whole turn thought out together, where a turn is many small orders.

A plan is what a seat means to choose, one choice after the other, until a clock of the game changes: until its turn is
over, say. It is tried in worlds in which many dice together have no luck (`Spread`), and is worth what the position is
where it ends. The best plan so far is tried again with one choice changed or put in, and gives way to whatever is
better. What is left of it after a choice is remembered for the next one, so that only the first choice of a turn takes
long. A mean over many lines, as search takes it, would judge an order by what a turn is worth that goes on at random.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final, Generic

from sandtable.engine.chance import Spread
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match, S
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator
from sandtable.players.search import new_world, pick

if TYPE_CHECKING:
    from sandtable.players import Player

NO_TURN: Final = -1
"""What no clock shows."""
NO_VALUE: Final = -1.0
"""The value of a plan that was not tried in every world; less than that of any other."""
WORLDS: Final = 2
"""Worlds in which every plan is tried."""
SURPRISE: Final = 0.02
"""Once what is left of a plan is worth so much more or less than it was, the rest of the turn is planned again."""
LATER: Final = 10
"""Once there is a plan, one part in this many of the lines goes into each further choice of the turn, and less where
less is at stake."""
AFRESH: Final = 0.25
"""The share of plans that are made from nothing while the first choice of a turn is thought about."""
EARLY: Final = 0.4
"""The share of changes that are made rather early in a plan than anywhere."""
MAX_CHOICES: Final = 250
"""Choices after which a plan ends in any case."""
BAD_LUCK: Final = 0.05
"""A plan that is worse than the best one by more than this in the first world is not tried in others."""
OWN: Final = 1.5
VARIED: Final = 0.7
OTHERS: Final = 3.0
"""How much more often a likely choice is drawn than by its prior (as the exponent of it): where a plan has nothing to
say, where it is to change, and where others choose."""

Planned = tuple[int, float, tuple[Choice, ...]]
"""A plan, to be handed on: what the clock shows in the turn that it is for, its value, and what is left of it."""
NOTHING_PLANNED: Final[Planned] = (NO_TURN, NO_VALUE, ())


class Planner:
    """Plans the turns of one seat, and remembers what it has planned."""

    def __init__(self, seed: str, planned: Planned = NOTHING_PLANNED) -> None:
        self.random = Random(f"{seed}/plans")
        self.planned = planned
        """What it remembers from one choice to the next."""

    def choose(self, match: Match[S], seat: int, book: Insight, lines: int, budget: float | None = None) -> Choice:
        """The first choice of the best plan found with so many lines, or in so many seconds if these are fewer."""
        ends = 0.0 if budget is None else monotonic() + budget
        trials = Trials(match, seat, self.random, book)
        until, expected, plan = self.planned
        begun = until == trials.now and bool(plan)
        best, value = trials.rated(list(plan) if begun else [], None, NO_VALUE)
        if begun and abs(value - expected) < SURPRISE:
            stake = 1.0 if match.ask is None else match.ask.stake
            lines = round(lines * stake / LATER)
        for _ in range(lines):
            if budget is not None and monotonic() >= ends:
                break
            if not begun and self.random.random() < AFRESH:
                made, worth = trials.rated([], None, value)
            else:
                made, worth = trials.rated(best, trials.change(best), value)
            if worth > value:
                best, value = made, worth
        self.planned = trials.now, value, tuple(best[1:])
        return best[0]


class Change:
    """Where a plan is changed: something else is chosen there, instead of or before what the plan says."""

    __slots__ = ("at", "before")

    def __init__(self, at: int, before: bool) -> None:
        self.at = at
        self.before = before


class Trials(Generic[S]):
    """Tries plans from one position, all in the same worlds."""

    def __init__(self, match: Match[S], seat: int, random: Random, book: Insight) -> None:
        self.match = match
        self.seat = seat
        self.random = random
        self.evaluator = Evaluator(match.game, match.options, book)
        self.clock: Callable[[S], int] = match.game.clocks[book.plans]
        self.now: int = self.clock(match.state)
        self.worlds: list[bytes] = [new_world(random) for _ in range(WORLDS)]

    def change(self, plan: list[Choice]) -> Change:
        """A place in a plan to change it, the earlier choices rather than the later ones."""
        part = self.random.random()
        if self.random.random() < EARLY:
            part *= part
        return Change(int(part * len(plan)), self.random.random() < 0.5)

    def rated(self, plan: list[Choice], change: Change | None, best: float) -> tuple[list[Choice], float]:
        """A plan, changed and made whole in the first world, and its mean value in all of them.

        It is tried in no more worlds than it takes to see that it is no better than the best one.
        """
        made, total = self.played(self.worlds[0], plan, change)
        if total < best - BAD_LUCK:
            return made, NO_VALUE
        tried = 1
        while tried < WORLDS and total + (WORLDS - tried) > best * WORLDS:
            total += self.played(self.worlds[tried], made, None)[1]
            tried += 1
        return made, total / tried if tried == WORLDS else NO_VALUE

    def played(self, world: bytes, plan: list[Choice], change: Change | None) -> tuple[list[Choice], float]:
        """Follow a plan as far as it goes in a world; returns what was chosen, and the value in the end.

        What cannot be chosen is left out of the plan. Where it has nothing to say, options are drawn by their priors:
        in a plan that is only tried by the world, so that it is worth the same whenever it is tried there.
        """
        random = Random(world) if plan and change is None else self.random
        simulation = self.match.determinized(self.seat, Spread(world))
        made: list[Choice] = []
        following = 0
        for _ in range(MAX_CHOICES):
            ask = simulation.ask
            if ask is None or self.clock(simulation.state) != self.now:
                break
            choices = simulation.choices
            if len(choices) == 1:
                choice = choices[0]
            elif ask.seat != self.seat:
                choice = self.drawn(simulation, OTHERS, random)
            elif change is not None and len(made) == change.at:
                choice = self.drawn(simulation, VARIED, random, plan[following] if following < len(plan) else None)
                following += not change.before
                made.append(choice)
            else:
                at = next_of(plan, following, choices)
                if at < len(plan):
                    choice = plan[at]
                    following = at + 1
                else:
                    choice = self.drawn(simulation, OWN, random)
                made.append(choice)
            simulation.choose_unchecked(choice)
        return made, self.evaluator.value(simulation.game, simulation.state, self.seat)

    def drawn(self, simulation: Match[S], sharpness: float, random: Random, other_than: Choice | None = None) -> Choice:
        """An option by its prior, and another one than what is given if there is one."""
        choices = simulation.choices
        assert simulation.ask is not None
        priors = self.evaluator.priors(simulation.game, simulation.state, simulation.ask.prompt, choices)
        weights: list[float] = []
        total = 0.0
        for at in range(len(choices)):
            weight = 0.0 if choices[at] == other_than else priors[at] ** sharpness
            weights.append(weight)
            total += weight
        if total <= 0.0:
            return choices[0]
        return pick(choices, [weight / total for weight in weights], random.random())


def next_of(plan: list[Choice], begin: int, choices: list[Choice]) -> int:
    """Where in a plan, from a place on, the first choice stands that is an option; its length if none is."""
    options = set(choices)
    for at in range(begin, len(plan)):
        if plan[at] in options:
            return at
    return len(plan)


class PlanningPlayer:
    """Plans its own turns if the book says so; what it is asked in those of others it leaves to another player."""

    def __init__(self, other: Player, planner: Planner, lines: int, book: Insight | None = None) -> None:
        self.other = other
        self.planner = planner
        self.lines = lines
        self.book = book

    @property
    def budget_ms(self) -> int | None:
        return self.other.budget_ms

    @budget_ms.setter
    def budget_ms(self, budget: int | None) -> None:
        self.other.budget_ms = budget

    def choose(self, match: Match[S], seat: int) -> Choice:
        if len(match.choices) == 1:
            return match.choices[0]
        book = match.game.insights.of(match.options) if self.book is None else self.book
        if not book.plans or not match.game.own_turn(match.state, seat):
            return self.other.choose(match, seat)
        budget = None if self.budget_ms is None else self.budget_ms / 1000
        return self.planner.choose(match, seat, book, self.lines, budget)
