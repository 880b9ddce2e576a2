"""The player who looks one choice ahead and takes what leads to the best position on average."""

from __future__ import annotations

from time import monotonic
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.valuation import Judge

EVALUATIONS: Final = 240
"""Positions looked at for one choice, unless there are more options than that."""

FOLLOW_UPS: Final = 16
"""Further choices of the same order that are made at random before a position is valued."""


class GreedyPlayer:
    """Tries every option in a few worlds that its seat may believe in, and values where each leads."""

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
        """The sum of what each option led to. Every round tries all options, so that sums compare like averages."""
        deadline = None if self.budget_ms is None else monotonic() + self.budget_ms / 1000
        judge = Judge(match.game, match.options)
        totals = [0.0] * len(match.choices)
        for _ in range(max(1, self.evaluations // len(totals))):
            # One world and one run of dice for all options of a round: luck then favours none of them.
            world = self.chance.fresh()
            for i, option in enumerate(match.choices):
                totals[i] += self._value(judge, match, seat, option, world.copy())
            if deadline is not None and monotonic() >= deadline:
                break
        return totals

    def _value(self, judge: Judge, match: Match[S], seat: int, option: Choice, world: Chance) -> float:
        """What an option is worth once its order is over, whatever else must be decided until then going anyhow."""
        twin = match.determinized(seat, world)
        order = twin.passes
        twin.choose(option)
        for _ in range(FOLLOW_UPS):
            if twin.ask is None or twin.passes > order:
                break
            twin.choose(twin.choices[world.below("follow-up", len(twin.choices))])
        return judge.worth(match.game, twin.state, seat)
