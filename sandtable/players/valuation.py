"""What a position is worth to a seat: the share of games that it may expect to win, from 0 to 1."""

from __future__ import annotations

from math import exp
from typing import Final

from sandtable.engine.game import Game, Options, Outcome, S
from sandtable.engine.insight import Insight
from sandtable.engine.types import Choice

WINNING: Final = 0.9
"""What a win is worth; the rest is for how grand it is, so that a lost game is still played well."""
SURE: Final = 30.0
"""Log-odds beyond which nothing changes any more."""


def reward(outcome: Outcome, seat: int) -> float:
    """What a finished game was worth to a seat."""
    worth = WINNING if seat in outcome.winners else 0.0
    return worth + (1.0 - WINNING) * min(1.0, outcome.scores[seat])


def odds(worth: float) -> float:
    """The chance that belongs to log-odds."""
    return 1.0 / (1.0 + exp(-max(-SURE, min(SURE, worth))))


class Judge:
    """Judges the positions of a match and the kinds of its options, by the game's book unless it is given another."""

    def __init__(self, game: Game[S], options: Options, book: Insight | None = None) -> None:
        if book is None:
            book = game.insights.of(options)
        self.weights: list[float] = list(book.weights.values())
        self.patience: float = book.patience
        self.likely: dict[str, dict[str, float]] = {
            prompt: {verb: exp(worth) for verb, worth in verbs.items()} for prompt, verbs in book.priorities.items()
        }
        """By prompt and verb: how likely an option is to be the one to take, beside its rivals."""
        self.sides: tuple[int, ...] = game.sides(options)
        self.seats: int = len(self.sides)
        self.opposed: bool = set(self.sides) == {0, 1}
        """Whether there are two sides, so that what one may hope for the other must fear: one look is enough."""

    def worth(self, game: Game[S], state: S, seat: int) -> float:
        """What a seat may expect of a position."""
        outcome = game.outcome(state)
        return odds(self.lead(game, state, seat)) if outcome is None else reward(outcome, seat)

    def lead(self, game: Game[S], state: S, seat: int) -> float:
        """How far a seat is ahead in a position, as log-odds of winning."""
        total = 0.0
        numbers = game.measure(state, seat)
        for at in range(len(numbers)):
            total += self.weights[at] * numbers[at]
        return total

    def add(self, rewards: list[float], game: Game[S], state: S, weight: float) -> None:
        """Add what every seat may expect of a position, times a weight. Those of one side expect the same."""
        outcome = game.outcome(state)
        if outcome is not None:
            for seat in range(self.seats):
                rewards[seat] += weight * reward(outcome, seat)
            return
        hopes: dict[int, float] = {}
        for seat in range(self.seats):
            side = self.sides[seat]
            if side not in hopes:
                hopes[side] = odds(self.lead(game, state, seat))
                if self.opposed:
                    hopes[1 - side] = 1.0 - hopes[side]
            rewards[seat] += weight * hopes[side]

    def promises(self, prompt: str, choices: list[Choice]) -> list[float]:
        """How likely each option is to be the one to take, before anything is tried; they add up to 1."""
        verbs = self.likely.get(prompt)
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
