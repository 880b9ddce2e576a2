"""Plans: the choices of a whole turn thought out together, where a turn is many small orders.

A plan is what a seat means to choose, one step after the other, until a clock of the game changes: until its turn is
over, say. It is tried in worlds in which many dice together have no luck (`Spread`), and is worth what the position is
where it ends. The best plan so far is tried again with a step changed, put in or left out, and gives way to whatever is
better. What is left of it after a choice is remembered for the next one, so that only the first choice of a turn takes
long. A mean over many lines, as search takes it, would judge an order by what a turn is worth that goes on at random.

A plan seldom fits to the letter: a battle takes a round more, an order is put in. So a step is followed only in the
stage of the turn that it is for, and no choice passes over a step at which more is at stake: how a battle goes on is
never taken from the next battle of the plan, nor the force of a new attack from the attack after it.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from sandtable.engine.chance import Spread
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match, S
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator, log_odds_of
from sandtable.players.search import new_world, pick

if TYPE_CHECKING:
    from sandtable.players import Player

NO_TURN: Final = -1
"""What no clock shows."""
NO_VALUE: Final = -1.0
"""The value of a plan that was not tried in every world; less than that of any other."""
WORLDS: Final = 2
"""Worlds in which every plan is tried."""
SURPRISE: Final = 0.4
"""Once what is left of a plan is worth so much more or less than it was, in log-odds, the rest is planned again."""
LATER: Final = 10
"""Once there is a plan, one part in this many of the lines goes into each further choice of the turn, and less where
less is at stake."""
AFRESH: Final = 0.25
"""The share of plans that are made from nothing while the first choice of a turn is thought about."""
EARLY: Final = 0.4
"""The share of changes that are made rather early in a plan than anywhere."""
LEFT_OUT: Final = 0.2
"""The share of changes that leave out a step with what belongs to it."""
MAX_CHOICES: Final = 250
"""Choices after which a plan ends in any case."""
BAD_LUCK: Final = 1.0
"""A plan that is worse than the best one by more log-odds than this in the first world is not tried in others."""
OWN: Final = 1.5
VARIED: Final = 0.7
OTHERS: Final = 3.0
"""How much more often a likely choice is drawn than by its prior (as the exponent of it): where a plan has nothing to
say, where it is to change, and where others choose."""


class Step(NamedTuple):
    """One choice of a plan."""

    choice: Choice
    stage: int = 0
    """What the book's clock of stages shows where it is to be made; it is made in no other."""
    stake: float = 1.0
    """How much thought it deserves (`Ask.stake`)."""


class Planned(NamedTuple):
    """A plan, to be handed on."""

    until: int
    """What the clock shows in the turn that it is for."""
    value: float
    steps: tuple[Step, ...]
    """What is left of it."""


NOTHING_PLANNED: Final = Planned(NO_TURN, NO_VALUE, ())


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
        begun = self.planned.until == trials.now and bool(self.planned.steps)
        best, value = trials.rated(list(self.planned.steps) if begun else [], None, NO_VALUE)
        if begun and abs(log_odds_of(value) - log_odds_of(self.planned.value)) < SURPRISE:
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
        self.planned = Planned(trials.now, value, tuple(best[1:]))
        return best[0].choice


class Change:
    """Where a plan is changed: a step is left out, or something else is chosen instead of it or before it."""

    __slots__ = ("at", "before", "left_out")

    def __init__(self, at: int, before: bool = False, left_out: bool = False) -> None:
        self.at = at
        self.before = before
        self.left_out = left_out


class Trials(Generic[S]):
    """Tries plans from one position, all in the same worlds."""

    def __init__(self, match: Match[S], seat: int, random: Random, book: Insight) -> None:
        self.match = match
        self.seat = seat
        self.random = random
        self.evaluator = Evaluator(match.game, match.options, book)
        self.clock: Callable[[S], int] = match.game.clocks[book.plans]
        self.stage: Callable[[S], int] = match.game.clocks[book.plan_stages or book.plans]
        self.now: int = self.clock(match.state)
        self.worlds: list[bytes] = [new_world(random) for _ in range(WORLDS)]

    def change(self, plan: list[Step]) -> Change:
        """A place in a plan to change it, the earlier steps rather than the later ones."""
        part = self.random.random()
        if self.random.random() < EARLY:
            part *= part
        kind = self.random.random()
        return Change(int(part * len(plan)), kind > 0.5 + LEFT_OUT / 2, kind < LEFT_OUT)

    def rated(self, plan: list[Step], change: Change | None, best: float) -> tuple[list[Step], float]:
        """A plan, changed and made whole in the first world, and its mean value in all of them.

        It is tried in no more worlds than it takes to see that it is no better than the best one.
        """
        made, total = self.played(self.worlds[0], plan, change)
        if best != NO_VALUE and log_odds_of(total) < log_odds_of(best) - BAD_LUCK:
            return made, NO_VALUE
        tried = 1
        while tried < WORLDS and total + (WORLDS - tried) > best * WORLDS:
            total += self.played(self.worlds[tried], made, None)[1]
            tried += 1
        return made, total / tried if tried == WORLDS else NO_VALUE

    def played(self, world: bytes, plan: list[Step], change: Change | None) -> tuple[list[Step], float]:
        """Follow a plan as far as it goes in a world; returns what was chosen, and the value in the end.

        What cannot be chosen is left out of the plan. Where it has nothing to say, options are drawn by their priors:
        in a plan that is only tried by the world, so that it is worth the same whenever it is tried there.
        """
        random = Random(world) if plan and change is None else self.random
        simulation = self.match.determinized(self.seat, Spread(world))
        made: list[Step] = []
        following = 0
        for _ in range(MAX_CHOICES):
            ask = simulation.ask
            if ask is None or self.clock(simulation.state) != self.now:
                break
            if len(simulation.choices) == 1:
                choice = simulation.choices[0]
            elif ask.seat != self.seat:
                choice = self.drawn(simulation, OTHERS, random)
            else:
                changed = change if change is not None and len(made) == change.at else None
                choice, following = self.own_choice(simulation, plan, following, changed, random)
                made.append(Step(choice, self.stage(simulation.state), ask.stake))
            simulation.choose_unchecked(choice)
        return made, self.evaluator.value(simulation.game, simulation.state, self.seat)

    def own_choice(
        self, simulation: Match[S], plan: list[Step], following: int, change: Change | None, random: Random
    ) -> tuple[Choice, int]:
        """What a plan says from a place on, changed or not, and where it is followed from then on."""
        ask = simulation.ask
        assert ask is not None
        planned: Choice | None = None
        if change is not None:
            if following < len(plan):
                planned = plan[following].choice
                if not change.before:
                    following = order_ends(plan, following)
            if not change.left_out:
                return self.drawn(simulation, VARIED, random, planned), following
        at = next_of(plan, following, simulation.choices, self.stage(simulation.state), ask.stake)
        if at < len(plan):
            return plan[at].choice, at + 1
        return self.drawn(simulation, OWN, random, planned), following

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


def next_of(plan: list[Step], begin: int, choices: list[Choice], stage: int, stake: float) -> int:
    """Where in a plan, from a place on, the first step stands that can be made now; its length if none can.

    It must be for this stage, and what matters less passes over no step that matters more.
    """
    options = set(choices)
    for at in range(begin, len(plan)):
        step = plan[at]
        if step.stage < stage:
            continue
        if step.stage > stage:
            break
        if step.choice in options:
            return at
        if step.stake > stake:
            break
    return len(plan)


def order_ends(plan: list[Step], begin: int) -> int:
    """Where the next step stands that is no part of an order: parts matter less than the step that begins it."""
    at = begin + 1
    while at < len(plan) and plan[at].stake < plan[begin].stake:
        at += 1
    return at


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
