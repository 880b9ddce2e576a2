"""The value of a position for a seat: the share of games that it may expect to win from there, from 0 to 1."""

from __future__ import annotations

from math import exp, log
from typing import Final

from sandtable.engine.game import Game, Options, Outcome, S
from sandtable.engine.insight import Insight
from sandtable.engine.types import Choice

WIN_VALUE: Final = 0.9
"""The part of a finished game's value that depends on winning; the rest depends on the score, so that opponents also
fight for points in a game that is lost."""
LOST: Final = 1e-12
"""The value of a game that is lost: a little more than that of the worst position, which has log-odds of -30. So who
pays for putting off the end (`called_off` in Battle for Europe) lets a lost game end after a while."""
MAX_LOG_ODDS: Final = 30.0
"""Log-odds are cut off here, so that `exp` cannot overflow."""


def final_values(outcome: Outcome, sides: tuple[int, ...]) -> list[float]:
    """The value of a finished game for every side; those of several sides add up to 1.

    Sides that win together share the win, and all of them do when nobody wins. What is left is shared by score.
    """
    count = max(sides) + 1
    winners = {sides[seat] for seat in outcome.winners}
    scores = [0.0] * count
    for seat, side in enumerate(sides):
        scores[side] = outcome.scores[seat]
    if count == 1:
        return [max(LOST, WIN_VALUE * len(winners) + (1.0 - WIN_VALUE) * min(1.0, scores[0]))]
    total = sum(scores)
    win = WIN_VALUE / (len(winners) or count)
    return [
        max(
            LOST,
            (win if side in winners or not winners else 0.0)
            + (1.0 - WIN_VALUE) * (scores[side] / total if total > 0.0 else 1.0 / count),
        )
        for side in range(count)
    ]


def win_shares(outcome: Outcome, sides: tuple[int, ...]) -> list[float]:
    """Every side's part of the win: all of it, an equal part of a shared one or of a draw, or nothing."""
    count = max(sides) + 1
    winners = {sides[seat] for seat in outcome.winners}
    if outcome.drawn:
        winners = set(range(count))
    return [1.0 / len(winners) if side in winners else 0.0 for side in range(count)]


def probability(log_odds: float) -> float:
    """The probability that has these log-odds."""
    return 1.0 / (1.0 + exp(-max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log_odds))))


def log_odds_of(value: float) -> float:
    """The log-odds that make this probability, cut off like all others."""
    if value <= 0.0 or value >= 1.0:
        return MAX_LOG_ODDS if value > 0.5 else -MAX_LOG_ODDS
    return max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, log(value / (1.0 - value))))


def shares(log_odds: list[float]) -> list[float]:
    """The values of three or more sides, which add up to 1, from the log-odds of each."""
    shrink = (len(log_odds) - 1) / len(log_odds)
    highest = max(log_odds)  # taken off, so that `exp` cannot overflow
    weights = [exp(max(-MAX_LOG_ODDS, shrink * (each - highest))) for each in log_odds]
    total = sum(weights)
    return [weight / total for weight in weights]


class Evaluator:
    """Evaluates positions and kinds of options by a book: the given one, or else the game's own."""

    def __init__(self, game: Game[S], options: Options, book: Insight | None = None) -> None:
        if book is None:
            book = game.insights.of(options)
        self.weights: list[float] = list(book.weights.values())
        self.patience: float = book.patience
        self.horizon: str = book.horizon
        self.horizon_lines: int = book.horizon_lines
        self.first_share: float = book.first_share
        self.plans: str = book.plans
        self.narrow: float = book.narrow
        self.widest: int = book.widest
        self.prior_weights: dict[str, dict[str, float]] = {
            prompt: {verb: exp(priority) for verb, priority in verbs.items()}
            for prompt, verbs in book.priorities.items()
        }
        """By prompt and verb: how likely an option is to be the best one, relative to the others."""
        self.sides: tuple[int, ...] = game.sides(options)
        self.seats: int = len(self.sides)
        self.side_count: int = max(self.sides) + 1
        self.speakers: list[int] = [self.sides.index(side) for side in range(self.side_count)]
        """By side: its first seat, with whose eyes positions are measured."""

    def value(self, game: Game[S], state: S, seat: int) -> float:
        """The value of a position for a seat."""
        return self.side_values(game, state)[self.sides[seat]]

    def side_values(self, game: Game[S], state: S) -> list[float]:
        """The value of a position for every side; those of several sides add up to 1.

        Of two sides, one look is enough. Of more, each has its share of e to the power of its own log-odds, these
        shrunk so that two sides would come out as they do by the logistic function.
        """
        outcome = game.outcome(state)
        if outcome is not None:
            return final_values(outcome, self.sides)
        if self.side_count > 2:
            return shares(self.all_log_odds(game, state))
        first = probability(self.log_odds(game, state, 0))
        if self.side_count == 1:
            return [first]
        return [first, 1.0 - first] if self.sides[0] == 0 else [1.0 - first, first]

    def all_log_odds(self, game: Game[S], state: S) -> list[float]:
        """Every side's log-odds of winning from a position."""
        if game.measure_all is None:
            return [self.log_odds(game, state, seat) for seat in self.speakers]
        features = game.measure_all(state)
        return [self.weighed(features[seat]) for seat in self.speakers]

    def log_odds(self, game: Game[S], state: S, seat: int) -> float:
        """A seat's log-odds of winning from a position: the weighted sum of its features."""
        return self.weighed(game.measure(state, seat))

    def weighed(self, features: list[float]) -> float:
        total = 0.0
        for at in range(len(features)):
            total += self.weights[at] * features[at]
        return total

    def add_values(self, totals: list[float], game: Game[S], state: S, weight: float) -> None:
        """Add the value of a position for every seat, times a weight, to the totals. Seats of a side share a value."""
        values = self.side_values(game, state)
        for seat in range(self.seats):
            totals[seat] += weight * values[self.sides[seat]]

    def even(self, game: Game[S], prompt: str) -> bool:
        """Whether all options of a prompt have the same prior, because neither book nor game tells them apart."""
        return game.lean is None and prompt not in self.prior_weights

    def priors(self, game: Game[S], state: S, prompt: str, choices: list[Choice]) -> list[float]:
        """For each option, the probability that it is the best one, before anything is tried. They add up to 1.

        The state is that of a world, in which nothing is known that the asked seat does not know.
        """
        priors = self._priors_of_verbs(prompt, choices)
        if game.lean is None or len(choices) == 1:
            return priors
        leans = game.lean(state, choices)
        for at in range(len(choices)):
            priors[at] *= exp(max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, leans[at])))
        total = sum(priors)
        return [prior / total for prior in priors]

    def _priors_of_verbs(self, prompt: str, choices: list[Choice]) -> list[float]:
        """The same by what the book says of their verbs."""
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
