"""Tuning: the insight of a game's opponents, fitted to what happened in games among them.

Weights come from a logistic regression of the result on the features of positions, priorities from a conditional
logit of what was chosen on what was offered; both with a ridge, so that what was rarely seen stays near nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_expit, logsumexp

from sandtable.engine.errors import SandtableError
from sandtable.engine.insight import Insight
from sandtable.lab.harvest import Array, Decided, Harvest, Indices

FOLDS: Final = 5
RIDGES: Final = (1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)
PRIORITY_RIDGE: Final = 1.0
"""Small beside the decisions that are counted: it only keeps a verb that was always or never taken from infinity."""
SEEN: Final = 20
"""A verb offered in fewer decisions than this gets no priority."""
CERTAIN: Final = 1e-6
"""No forecast is taken to be surer than this, or one surprise would outweigh everything."""


class TooFewGames(SandtableError):
    """There is too little to learn from."""


@dataclass(frozen=True)
class Score:
    """How good forecasts were: the lower the losses and the higher the AUC, the better."""

    log_loss: float
    brier: float
    auc: float


@dataclass(frozen=True)
class Fit:
    """Weights, and what they would have forecast about games that they were not fitted to."""

    weights: Array
    ridge: float
    forecasts: Array


@dataclass(frozen=True)
class Tuned:
    """A book, and how it does beside what was there before."""

    weights: dict[str, float]
    priorities: dict[str, dict[str, float]]
    ridge: float
    scores: dict[str, Score]
    """By 'base' (the share of wins as the forecast of every game), 'old' and 'new' weights."""


@dataclass(frozen=True)
class Calibrated:
    """A book that foretells results, and how well."""

    book: Insight
    scores: dict[str, Score]


def calibrate(book: Insight, constant: bool, harvest: Harvest) -> Calibrated:
    """The same book with the scale, and if its first feature is constant the start, by which leads foretell results."""
    lead = harvest.positions @ np.array(list(book.weights.values()))
    x = np.column_stack([harvest.positions[:, 0], lead]) if constant else lead[:, None]
    fit = fit_weights(x, harvest.won, harvest.games)
    start, scale = fit.weights if constant else (0.0, fit.weights[0])
    before = expit(harvest.positions @ np.array(list(book.forecasting().weights.values())))
    scores = _scores(harvest, {"old": before, "new": fit.forecasts})
    return Calibrated(replace(book, start=float(start), scale=float(scale)), scores)


def tune(features: tuple[str, ...], old: Mapping[str, float], harvest: Harvest) -> Tuned:
    """The book that a harvest teaches."""
    fit = fit_weights(harvest.positions, harvest.won, harvest.games)
    before = expit(harvest.positions @ np.array([old[feature] for feature in features]))
    return Tuned(
        weights=dict(zip(features, fit.weights.tolist(), strict=True)),
        priorities=fit_priorities(harvest.decisions),
        ridge=fit.ridge,
        scores=_scores(harvest, {"old": before, "new": fit.forecasts}),
    )


def _scores(harvest: Harvest, forecasts: Mapping[str, Array]) -> dict[str, Score]:
    """How good forecasts are, beside the share of wins as the forecast of every game."""
    shares = _shares(harvest.games)
    base = np.full(len(harvest.won), shares @ harvest.won)
    return {name: score(forecast, harvest.won, shares) for name, forecast in {"base": base, **forecasts}.items()}


# ---------------------------------------------------------------------- what features are worth


def fit_weights(x: Array, won: Array, games: Indices) -> Fit:
    """Weights with the ridge that forecasts games best which it has not seen."""
    folds = _folds(won, games)
    shares = _shares(games)
    losses = {}
    forecasts = {}
    for ridge in RIDGES:
        forecast = np.empty_like(won)
        for fold in range(FOLDS):
            out = folds == fold
            forecast[out] = expit(x[out] @ _logistic(x[~out], won[~out], shares[~out], ridge))
        forecasts[ridge] = forecast
        losses[ridge] = score(forecast, won, shares).log_loss
    best = min(RIDGES, key=lambda ridge: losses[ridge])
    return Fit(_logistic(x, won, shares, best), best, forecasts[best])


def _shares(games: Indices) -> Array:
    """What each position counts: all games the same, however long."""
    _, of, sizes = np.unique(games, return_inverse=True, return_counts=True)
    return np.asarray(1.0 / (len(sizes) * sizes[of]))


def _folds(won: Array, games: Indices) -> Indices:
    """The fold of each position: whole games, and wins and losses spread evenly."""
    numbers, first = np.unique(games, return_index=True)
    results = won[first]
    if min(np.sum(results == 1.0), np.sum(results == 0.0)) < FOLDS:
        wins = int(np.sum(results))
        raise TooFewGames(
            f"{wins} of {len(numbers)} games were won by the first seat: there must be {FOLDS} won and {FOLDS} lost "
            "to learn from; play more games, or let others sit down"
        )
    fold_of = np.empty(len(numbers), dtype=np.intp)
    fold_of[np.argsort(results, kind="stable")] = np.arange(len(numbers)) % FOLDS
    return np.asarray(fold_of[np.searchsorted(numbers, games)])


def _logistic(x: Array, won: Array, shares: Array, ridge: float) -> Array:
    """Ridge logistic regression, in the features' own units.

    Inside, features are centred and scaled, so that the ridge treats all alike. A feature that never changes gets no
    weight, except the one that is always 1: it takes up what a side has from the start, which no ridge may shrink.
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


def _least(loss: Callable[[Array], tuple[float, Array]], size: int) -> Array:
    return np.asarray(minimize(loss, np.zeros(size), jac=True, method="L-BFGS-B", options={"maxiter": 2_000}).x)


# ---------------------------------------------------------------------- what kinds of orders are worth


def fit_priorities(decisions: Counter[Decided]) -> dict[str, dict[str, float]]:
    """By prompt and verb, how much likelier than its rivals an option of that verb is taken, as log-odds."""
    prompts: dict[str, list[Decided]] = {}
    for decided in decisions:
        prompts.setdefault(decided.prompt, []).append(decided)
    fitted = {prompt: _conditional_logit(prompts[prompt], decisions) for prompt in sorted(prompts)}
    return {prompt: verbs for prompt, verbs in fitted.items() if verbs}


def _conditional_logit(asked: list[Decided], times: Counter[Decided]) -> dict[str, float]:
    """The weight of each verb; options of one verb share it, and their number counts for it."""
    seen: Counter[str] = Counter()
    for decided in asked:
        seen.update({verb: times[decided] for verb, _ in decided.offered})
    verbs = sorted(verb for verb in seen if seen[verb] >= SEEN)
    if len(verbs) < 2:
        return {}
    # Rare verbs share the last column, whose weight stays 0.
    at = {verb: verbs.index(verb) if verb in verbs else len(verbs) for verb in seen}
    counts = np.zeros((len(asked), len(verbs) + 1))
    taken = np.zeros_like(counts)
    for row, decided in enumerate(asked):
        for verb, options in decided.offered:
            counts[row, at[verb]] += options
        taken[row, at[decided.chosen]] = 1.0
    how_often = np.array([times[decided] for decided in asked], dtype=np.float64)

    def loss(theta: Array) -> tuple[float, Array]:
        worth = np.append(theta, 0.0)
        total = logsumexp(np.broadcast_to(worth, counts.shape), b=counts, axis=1)
        expected = counts * np.exp(worth - total[:, None])
        surprise = how_often @ (total - taken @ worth) + PRIORITY_RIDGE / 2 * theta @ theta
        return float(surprise), (how_often @ (expected - taken))[:-1] + PRIORITY_RIDGE * theta

    worth = _least(loss, len(verbs))
    return dict(zip(verbs, (worth - worth.mean()).tolist(), strict=True))


# ---------------------------------------------------------------------- how good forecasts are


def score(forecast: Array, won: Array, shares: Array) -> Score:
    """How good forecasts were."""
    sure = np.clip(forecast, CERTAIN, 1.0 - CERTAIN)
    log_loss = -shares @ (won * np.log(sure) + (1.0 - won) * np.log(1.0 - sure))
    return Score(float(log_loss), float(shares @ (forecast - won) ** 2), _auc(forecast, won, shares))


def _auc(forecast: Array, won: Array, shares: Array) -> float:
    """How often a position of a won game had a better forecast than one of a lost game; equals count half."""
    _, step = np.unique(forecast, return_inverse=True)
    wins = np.bincount(step, shares * won)
    losses = np.bincount(step, shares * (1.0 - won))
    below = np.cumsum(losses) - losses / 2
    return float(wins @ below / (wins.sum() * losses.sum()))
