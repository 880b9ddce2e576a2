"""95 % confidence intervals for shares of wins and for differences between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

Z: Final = NormalDist().inv_cdf(0.975)
"""The two-sided 95 % quantile of the normal distribution."""


def decimals_of(wins: float) -> int:
    """How many decimals a number of wins is shown with: none if it is whole, one if there are parts of wins in it."""
    return 0 if abs(wins - round(wins)) < 0.05 else 1


@dataclass
class Share:
    """A number of wins out of a number of games. Of a win that several sides share, each has a part."""

    wins: float = 0
    games: int = 0

    def add(self, won: float) -> None:
        self.wins += won
        self.games += 1

    @property
    def value(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (1927), which is accurate even with few games and near 0 and 1.

        Parts of wins vary less than whole ones, so that with them it is a little too wide, never too narrow.
        """
        n = self.games
        if n == 0:
            return 0.0, 1.0
        middle = (self.value + Z * Z / (2 * n)) / (1 + Z * Z / n)
        half_width = Z * sqrt(self.value * (1 - self.value) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - half_width), min(1.0, middle + half_width)


@dataclass
class Pairs:
    """Counts of paired games, played from the same seed in two matches, by who won which."""

    both: float = 0
    first: float = 0
    """Won in the first match only; `second` likewise."""
    second: float = 0
    neither: float = 0

    def add(self, first: float, second: float) -> None:
        """Count a pair. Parts of wins count in proportion, so that each match's own share comes out exactly."""
        self.both += first * second
        self.first += first * (1 - second)
        self.second += (1 - first) * second
        self.neither += (1 - first) * (1 - second)

    @property
    def games(self) -> int:
        return round(self.both + self.first + self.second + self.neither)

    @property
    def difference(self) -> float:
        """The second share of wins minus the first."""
        return (self.second - self.first) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Newcombe's interval for paired shares (1998, method 10), from the two Wilson intervals."""
        if self.games == 0:
            return -1.0, 1.0
        one = Share(self.both + self.first, self.games)
        two = Share(self.both + self.second, self.games)
        below = _half_width(two.value - two.interval[0], one.interval[1] - one.value, self._correlation())
        above = _half_width(two.interval[1] - two.value, one.value - one.interval[0], self._correlation())
        return self.difference - below, self.difference + above

    def _correlation(self) -> float:
        """The correlation of the two results of a seed, with Newcombe's continuity correction."""
        margins = (self.both + self.first) * (self.second + self.neither)
        margins *= (self.both + self.second) * (self.first + self.neither)
        covariance: float = self.both * self.neither - self.first * self.second
        if covariance > 0:
            covariance = max(0.0, covariance - self.games / 2)
        return covariance / sqrt(margins) if margins else 0.0


def _half_width(one: float, other: float, correlation: float) -> float:
    """Half-width of a difference's interval, from the half-widths of its two parts (Newcombe)."""
    return sqrt(one * one - 2 * correlation * one * other + other * other)
