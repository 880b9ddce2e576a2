"""Hints for people: the best choices here, for any game and any user interface.

Everything is judged by what the seat in question may know: a search plays its lines in worlds, in which everything
hidden from the seat is drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.engine.game import S
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.players.search import SearchPlayer

HINT_COUNT: Final = 3
"""Choices in a hint, unless the caller says otherwise."""
ITERATIONS: Final = 1000
"""Iterations of the search for a hint, and for the most doubtful choices of an analysis."""
CLOSE_MARGIN: Final = 0.02
"""Choices whose values differ by less are called equally good."""
CLEAR_MARGIN: Final = 0.1
"""A choice that is ahead of the next one by this much is called clearly the best."""


@dataclass(frozen=True)
class Hint:
    """One of the best choices."""

    choice: Choice
    win: float
    """The share of games that the asked seat may expect to win with it."""
    share: float
    """The share of the search's iterations that were spent on it."""


def hints(
    match: Match[S],
    seat: int,
    seed: str,
    count: int = HINT_COUNT,
    budget_ms: int | None = None,
    iterations: int = ITERATIONS,
) -> list[Hint]:
    """The best options of the current ask, which must be for this seat; with a budget it thinks at most that long."""
    thoughts = SearchPlayer(seed, iterations, budget_ms, forecasting_book(match)).think(match, seat)
    total = sum(thought.visits for thought in thoughts)
    tried = [thought for thought in thoughts[:count] if thought.visits]
    return [Hint(thought.choice, thought.value, thought.visits / total) for thought in tried]


def verdict(best: list[Hint]) -> str:
    """How certain it is that the first hint is the best choice: 'clear', 'likely' or 'close'."""
    ahead = best[0].win - max((hint.win for hint in best[1:]), default=0.0)
    return "clear" if ahead >= CLEAR_MARGIN else "likely" if ahead >= CLOSE_MARGIN else "close"


def forecasting_book(match: Match[S]) -> Insight:
    """The book whose win estimates are calibrated: people read them as probabilities."""
    return match.game.insights.of(match.options).forecasting()
