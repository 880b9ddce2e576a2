"""A player that looks one choice ahead and takes the option with the best position after it, on average."""

from __future__ import annotations

from time import monotonic
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.evaluation import Evaluator

EVALUATIONS: Final = 240
"""Positions evaluated for one choice, times what is at stake; every option is tried at least once."""
FOLLOW_UPS: Final = 16
"""Choices made at random, at most, to finish the pass that an option begins before the position is evaluated."""


class GreedyPlayer:
    """Tries every option in a few worlds, and evaluates the positions that follow."""

    def __init__(self, seed: str, budget_ms: int | None = None, evaluations: int = EVALUATIONS) -> None:
        self.chance = Chance.from_seed(seed)
        self.budget_ms = budget_ms
        self.evaluations = evaluations

    def choose(self, match: Match[S], seat: int) -> Choice:
        options = match.choices
        if len(options) == 1:
            return options[0]
        totals = self.totals(match, seat)
        best = max(totals)
        equals = [option for option, total in zip(options, totals, strict=True) if total == best]
        return equals[self.chance.below("tie", len(equals))]

    def totals(self, match: Match[S], seat: int) -> list[float]:
        """For each option, the sum of its values; all options are tried equally often, so the sums are comparable."""
        deadline = None if self.budget_ms is None else monotonic() + self.budget_ms / 1000
        evaluator = Evaluator(match.game, match.options)
        totals = [0.0] * len(match.choices)
        evaluations = round(self.evaluations * match.asked().stake)
        for _ in range(max(1, evaluations // len(totals))):
            # All options of a round meet the same world and the same dice, so luck favours none of them.
            world = self.chance.fresh()
            for i, option in enumerate(match.choices):
                totals[i] += self._value(evaluator, match, seat, option, world.copy())
            if deadline is not None and monotonic() >= deadline:
                break
        return totals

    def _value(self, evaluator: Evaluator, match: Match[S], seat: int, option: Choice, world: Chance) -> float:
        """The value of the position at the end of the pass; what else the pass asks is answered at random."""
        simulation = match.determinized(seat, world)
        passes = simulation.passes
        simulation.choose_unchecked(option)
        for _ in range(FOLLOW_UPS):
            if simulation.ask is None or simulation.passes > passes:
                break
            simulation.choose_unchecked(simulation.choices[world.below("follow-up", len(simulation.choices))])
        return evaluator.value(match.game, simulation.state, seat)
