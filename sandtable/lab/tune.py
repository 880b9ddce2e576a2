"""Tuning: fitting the opponents' books to games among them.

Weights come from a logistic regression of the result on the features of positions; with more than two sides, from a
conditional logit of the winning side on what every side sees, which for two would be the same. Priorities come from a
conditional logit of the verb chosen on the verbs offered. Both use a ridge penalty, so that what was seen rarely stays
near zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from msgspec import structs
from scipy.optimize import minimize
from scipy.special import expit, log_expit, logsumexp, softmax

from sandtable.engine.errors import SandtableError
from sandtable.engine.insight import Insight
from sandtable.lab.samples import Array, Indices, TrainingData, VerbChoice

FOLDS: Final = 5
RIDGES: Final = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
PRIORITY_RIDGE: Final = 1.0
"""Small compared with the number of decisions: it only keeps priorities of verbs always or never chosen finite."""
MIN_OFFERS: Final = 20
"""A verb that was offered in fewer decisions gets no priority."""
MIN_PROBABILITY: Final = 1e-6
"""Forecasts are cut off this far from 0 and 1, or one surprise would outweigh everything."""

Fitter = Callable[[Array, Array, Array, float], Array]
"""Fits weights to rows of features, what was won, how much each row counts, and a ridge."""


class TooFewGames(SandtableError):
    """There are too few games, or too few of either result, to fit anything."""


@dataclass(frozen=True)
class Score:
    """The quality of forecasts: low losses and a high AUC are good."""

    log_loss: float
    brier: float
    auc: float


@dataclass(frozen=True)
class Fit:
    """Fitted weights, and their forecasts for held-out games (cross-validation)."""

    weights: Array
    ridge: float
    forecasts: Array


@dataclass(frozen=True)
class TunedBook:
    """Fitted weights and priorities, and how their forecasts compare with those of the present weights."""

    weights: dict[str, float]
    priorities: dict[str, dict[str, float]]
    ridge: float
    scores: dict[str, Score]
    """By 'base' (forecasting the share of wins for every game), 'old' weights and 'new' weights."""


@dataclass(frozen=True)
class CalibratedBook:
    """A book whose win estimates are calibrated, and how good they are."""

    book: Insight
    scores: dict[str, Score]


def calibrate(book: Insight, constant: bool, data: TrainingData) -> CalibratedBook:
    """Fit the scale, and the start if the first feature is constant, that make the book's win estimates come true."""
    log_odds = data.positions @ np.array(list(book.weights.values()))
    x = np.column_stack([data.positions[:, 0], log_odds]) if constant else log_odds[:, None]
    fit = fit_weights(x, data.won, data.games, data.views)
    start, scale = fit.weights if constant else (0.0, fit.weights[0])
    before = forecast(data.positions, np.array(list(book.forecasting().weights.values())), data.views)
    scores = _scores(data, {"old": before, "new": fit.forecasts})
    return CalibratedBook(structs.replace(book, start=float(start), scale=float(scale)), scores)


def tune(features: tuple[str, ...], old: Mapping[str, float], data: TrainingData) -> TunedBook:
    """Fit weights and priorities to training data."""
    fit = fit_weights(data.positions, data.won, data.games, data.views)
    before = forecast(data.positions, np.array([old[feature] for feature in features]), data.views)
    return TunedBook(
        weights=dict(zip(features, fit.weights.tolist(), strict=True)),
        priorities=fit_priorities(data.decisions),
        ridge=fit.ridge,
        scores=_scores(data, {"old": before, "new": fit.forecasts}),
    )


def _scores(data: TrainingData, forecasts: Mapping[str, Array]) -> dict[str, Score]:
    """The quality of forecasts, and of the share of wins as the forecast for every game."""
    shares = _shares(data.games)
    won = data.won.reshape(-1, data.views)
    base = np.tile(data.views * (shares[:: data.views] @ won), len(won))
    return {name: score(foretold, data.won, shares) for name, foretold in {"base": base, **forecasts}.items()}


# ---------------------------------------------------------------------- weights of features


def forecast(x: Array, weights: Array, views: int) -> Array:
    """Per row, the part of the win that the viewing seat's side may expect: as `Evaluator.side_values` has it."""
    log_odds = x @ weights
    if views == 1:
        return np.asarray(expit(log_odds))
    return np.asarray(softmax(_shrunk(log_odds, views), axis=1).ravel())


def _shrunk(log_odds: Array, views: int) -> Array:
    """A row of log-odds by position, shrunk so that two sides would come out as they do by the logistic function."""
    return log_odds.reshape(-1, views) * (views - 1) / views


def fit_weights(x: Array, won: Array, games: Indices, views: int = 1) -> Fit:
    """Weights, with the ridge that forecasts held-out games best. Each position has a row for every viewing seat."""
    folds = _folds(won, games, views)
    fitted: Fitter = _logistic if views == 1 else partial(_conditional, views=views)
    shares = _shares(games)
    losses = {}
    forecasts = {}
    for ridge in RIDGES:
        foretold = np.empty_like(won)
        for fold in range(FOLDS):
            out = folds == fold
            foretold[out] = forecast(x[out], fitted(x[~out], won[~out], shares[~out], ridge), views)
        forecasts[ridge] = foretold
        losses[ridge] = score(foretold, won, shares).log_loss
    best = min(RIDGES, key=lambda ridge: losses[ridge])
    return Fit(fitted(x, won, shares, best), best, forecasts[best])


def _shares(games: Indices) -> Array:
    """The weight of each position: all games count the same, however long they are."""
    _, of, sizes = np.unique(games, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / (len(sizes) * sizes[of]))


def _folds(won: Array, games: Indices, views: int) -> Indices:
    """The fold of each row. A game lies in one fold; wins and losses, or the winners, are spread evenly."""
    numbers, first = np.unique(games, return_index=True)
    results = won[first] if views == 1 else _winners(won[first[:, None] + np.arange(views)])
    if views == 1 and min(np.sum(results == 1.0), np.sum(results == 0.0)) < FOLDS:
        wins = int(np.sum(results))
        raise TooFewGames(
            f"{wins} of {len(numbers)} games were won by the first seat: at least {FOLDS} won and {FOLDS} lost are "
            "needed; play more games, or choose other levels"
        )
    fold_of = np.empty(len(numbers), dtype=np.intp)
    fold_of[np.argsort(results, kind="stable")] = np.arange(len(numbers)) % FOLDS
    return np.asarray(fold_of[np.searchsorted(numbers, games)])


def _winners(shares: Array) -> Array:
    """Of each game the number of the side that has most of the win; refuses too few games that anybody won alone."""
    won = int(np.sum(shares.max(axis=1) == 1.0))
    if won < 2 * FOLDS:
        raise TooFewGames(
            f"{won} of {len(shares)} games were won by one side alone: at least {2 * FOLDS} are needed; play more games"
        )
    return np.asarray(shares.argmax(axis=1), dtype=np.float64)


def _logistic(x: Array, won: Array, shares: Array, ridge: float) -> Array:
    """Ridge logistic regression, in the features' own units.

    Features are centred and scaled for the fit, so that the ridge treats all alike. A feature that never changes gets
    weight 0, except the one that is always 1: it is the intercept, which the ridge does not shrink.
    """
    shares = shares / shares.sum()
    spread = np.sqrt(shares @ (x - shares @ x) ** 2)
    constant = np.ptp(x, axis=0) == 0.0
    spread[constant] = np.inf
    always = np.flatnonzero(constant & (x[0] == 1.0))[:1]
    centre = shares @ x if always.size else np.zeros(x.shape[1])
    scaled = (x - centre) / spread

    def loss(theta: Array) -> tuple[float, Array]:
        worth, start = theta[:-1], theta[-1] if always.size else 0.0
        z = scaled @ worth + start
        error = shares * (expit(z) - won)
        total = -(shares * (won * log_expit(z) + (1.0 - won) * log_expit(-z))).sum() + ridge / 2 * worth @ worth
        slope = np.append(error @ scaled + ridge * worth, error.sum() if always.size else 0.0)
        return float(total), slope

    theta = _least(loss, x.shape[1] + 1)
    weights = theta[:-1] / spread
    weights[always] = theta[-1] - weights @ centre
    return np.asarray(weights)


def _conditional(x: Array, won: Array, shares: Array, ridge: float, views: int) -> Array:
    """Conditional logit of the winning side with a ridge, in the features' own units.

    The views of all sides add up to nothing, so that nothing needs to be centred. The ridge does not shrink what a side
    has from the start: features that never change for any side, but differ between sides.
    """
    weight = shares.reshape(-1, views)[:, 0] / shares.reshape(-1, views)[:, 0].sum()
    result = won.reshape(-1, views)
    spread = np.sqrt(shares @ np.square(x) / shares.sum())
    spread[spread == 0.0] = np.inf
    by_view = x.reshape(-1, views, x.shape[1])
    shrinking = ridge * (np.ptp(by_view, axis=0).max(axis=0) > 0.0)
    scaled = x / spread

    def loss(worth: Array) -> tuple[float, Array]:
        z = _shrunk(scaled @ worth, views)
        likely = z - logsumexp(z, axis=1, keepdims=True)
        total = -(weight @ (result * likely).sum(axis=1)) + (shrinking * worth) @ worth / 2
        error = weight[:, None] * (np.exp(likely) * result.sum(axis=1, keepdims=True) - result)
        slope = (error * (views - 1) / views).ravel() @ scaled + shrinking * worth
        return float(total), slope

    return np.asarray(_least(loss, x.shape[1]) / spread)


def _least(loss: Callable[[Array], tuple[float, Array]], size: int) -> Array:
    return np.asarray(minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": 2_000}).x)


# ---------------------------------------------------------------------- priorities of verbs


def fit_priorities(decisions: Counter[VerbChoice]) -> dict[str, dict[str, float]]:
    """By prompt and verb: how much more likely an option of that verb is chosen than the others, as log-odds."""
    prompts: dict[str, list[VerbChoice]] = {}
    for decision in decisions:
        prompts.setdefault(decision.prompt, []).append(decision)
    fitted = {prompt: _conditional_logit(prompts[prompt], decisions) for prompt in sorted(prompts)}
    return {prompt: verbs for prompt, verbs in fitted.items() if verbs}


def _conditional_logit(asked: list[VerbChoice], times: Counter[VerbChoice]) -> dict[str, float]:
    """The weight of each verb. All options of a verb share it, and each of them counts."""
    seen: Counter[str] = Counter()
    for decision in asked:
        seen.update({verb: times[decision] for verb, _ in decision.offered})
    verbs = sorted(verb for verb in seen if seen[verb] >= MIN_OFFERS)
    if len(verbs) < 2:
        return {}
    # Rare verbs share the last column, whose weight stays 0.
    at = {verb: verbs.index(verb) if verb in verbs else len(verbs) for verb in seen}
    counts = np.zeros((len(asked), len(verbs) + 1))
    taken = np.zeros_like(counts)
    for row, decision in enumerate(asked):
        for verb, options in decision.offered:
            counts[row, at[verb]] += options
        taken[row, at[decision.chosen]] = 1.0
    how_often = np.array([times[decision] for decision in asked], dtype=np.float64)

    def loss(theta: Array) -> tuple[float, Array]:
        worth = np.append(theta, 0.0)
        total = logsumexp(np.broadcast_to(worth, counts.shape), b=counts, axis=1)
        expected = counts * np.exp(worth - total[:, None])
        penalised = how_often @ (total - taken @ worth) + PRIORITY_RIDGE / 2 * theta @ theta
        return float(penalised), (how_often @ (expected - taken))[:-1] + PRIORITY_RIDGE * theta

    worth = _least(loss, len(verbs))
    return dict(zip(verbs, (worth - worth.mean()).tolist(), strict=True))


# ---------------------------------------------------------------------- quality of forecasts


def score(forecast: Array, won: Array, shares: Array) -> Score:
    """The quality of forecasts."""
    clipped = np.clip(forecast, MIN_PROBABILITY, 1.0 - MIN_PROBABILITY)
    log_loss = -shares @ (won * np.log(clipped) + (1.0 - won) * np.log(1.0 - clipped))
    return Score(float(log_loss), float(shares @ (forecast - won) ** 2), _auc(forecast, won, shares))


def _auc(forecast: Array, won: Array, shares: Array) -> float:
    """How often a position of a won game had a higher forecast than one of a lost game; ties count half."""
    _, step = np.unique(forecast, return_inverse=True)
    wins = np.bincount(step, shares * won)
    losses = np.bincount(step, shares * (1.0 - won))
    below = np.cumsum(losses) - losses / 2
    return float(wins @ below / (wins.sum() * losses.sum()))
