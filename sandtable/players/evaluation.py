"""The value of a position for a seat: the share of games that it may expect to win from there, from 0 to 1."""

from __future__ import annotations

from math import exp
from typing import Final

from sandtable.engine.game import Game, Options, Outcome, S
from sandtable.engine.insight import Insight
from sandtable.engine.types import Choice

WIN_VALUE: Final = 0.9
"""The part of a finished game's value that depends on winning; the rest depends on the score, so that opponents also
fight for points in a game that is lost."""
MAX_LOG_ODDS: Final = 30.0
"""Log-odds are cut off here, so that `exp` cannot overflow."""


def reward(outcome: Outcome, seat: int) -> float:
    """The value of a finished game for a seat."""
    win = WIN_VALUE if seat in outcome.winners else 0.0
    return win + (1.0 - WIN_VALUE) * min(1.0, outcome.scores[seat])


def probability(log_odds: float) -> float:
    """The probability that has these log-odds."""
    return 1.0 / (1.0 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))))


class Evaluator:
    """Evaluates positions and kinds of options by a book: the given one, or else the game's own."""

    def __init__(self, game: Game[S], options: Options, book: Insight | None = None) -> None:
        if book is None:
            book = game.insights.of(options)
        self.weights: list[float] = list(book.weights.values())
        self.patience: float = book.patience
        self.prior_weights: dict[str, dict[str, float]] = {
            prompt: {verb: exp(priority) for verb, priority in verbs.items()}
            for prompt, verbs in book.priorities.items()
        }
        """By prompt and verb: how likely an option is to be the best one, relative to the others."""
        self.sides: tuple[int, ...] = game.sides(options)
        self.seats: int = len(self.sides)
        self.two_sides: bool = set(self.sides) == {0, 1}
        """With exactly two sides, the value for one gives the value for the other."""

    def value(self, game: Game[S], state: S, seat: int) -> float:
        """The value of a position for a seat."""
        outcome = game.outcome(state)
        return probability(self.log_odds(game, state, seat)) if outcome is None else reward(outcome, seat)

    def log_odds(self, game: Game[S], state: S, seat: int) -> float:
        """A seat's log-odds of winning from a position: the weighted sum of its features."""
        total = 0.0
        features = game.measure(state, seat)
        for at in range(len(features)):
            total += self.weights[at] * features[at]
        return total

    def add_values(self, totals: list[float], game: Game[S], state: S, weight: float) -> None:
        """Add the value of a position for every seat, times a weight, to the totals. Seats of a side share a value."""
        outcome = game.outcome(state)
        if outcome is not None:
            for seat in range(self.seats):
                totals[seat] += weight * reward(outcome, seat)
            return
        values: dict[int, float] = {}
        for seat in range(self.seats):
            side = self.sides[seat]
            if side not in values:
                values[side] = probability(self.log_odds(game, state, seat))
                if self.two_sides:
                    values[1 - side] = 1.0 - values[side]
            totals[seat] += weight * values[side]

    def priors(self, prompt: str, choices: list[Choice]) -> list[float]:
        """For each option, the probability that it is the best one, before anything is tried. They add up to 1."""
        verbs = self.prior_weights.get(prompt)
        if verbs is None:
            return [1.0 / len(choices)] * len(choices)
        total = 0.0
        weights: list[float] = []
        for choice in choices:
            verb = choice[0]
            weight = verbs.get(verb, 1.0) if isinstance(verb, str) else 1.0
            weights.append(weight)
            total += weight
        return [weight / total for weight in weights]
