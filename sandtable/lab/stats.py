"""How sure a share of wins is: intervals that hold the true share in 95 of 100 experiments."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Final

Z: Final = NormalDist().inv_cdf(0.975)


@dataclass
class Share:
    """Wins among games."""

    wins: int = 0
    games: int = 0

    def add(self, won: bool) -> None:
        self.wins += won
        self.games += 1

    @property
    def value(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (1927), which stays sensible with few games and near 0 and 1."""
        n = self.games
        if n == 0:
            return 0.0, 1.0
        middle = (self.value + Z * Z / (2 * n)) / (1 + Z * Z / n)
        reach = Z * sqrt(self.value * (1 - self.value) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass
class Pairs:
    """Games that were played twice from the same seed, by who won them."""

    both: int = 0
    first: int = 0
    """Won the first time only."""
    second: int = 0
    neither: int = 0

    def add(self, first: bool, second: bool) -> None:
        if first:
            self.both += second
            self.first += not second
        else:
            self.second += second
            self.neither += not second

    @property
    def games(self) -> int:
        return self.both + self.first + self.second + self.neither

    @property
    def difference(self) -> float:
        """By how much the second share of wins is above the first."""
        return (self.second - self.first) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Newcombe's interval for paired shares (1998, method 10): Wilson's two, less what they have in common."""
        if self.games == 0:
            return -1.0, 1.0
        one = Share(self.both + self.first, self.games)
        two = Share(self.both + self.second, self.games)
        below = _combined(two.value - two.interval[0], one.interval[1] - one.value, self._correlation())
        above = _combined(two.interval[1] - two.value, one.value - one.interval[0], self._correlation())
        return self.difference - below, self.difference + above

    def _correlation(self) -> float:
        """How alike the two results of a seed are, with Newcombe's correction for few games."""
        margins = (self.both + self.first) * (self.second + self.neither)
        margins *= (self.both + self.second) * (self.first + self.neither)
        alike: float = self.both * self.neither - self.first * self.second
        if alike > 0:
            alike = max(0.0, alike - self.games / 2)
        return alike / sqrt(margins) if margins else 0.0


def _combined(one: float, other: float, correlation: float) -> float:
    """The reach of a difference from the reaches of what it is a difference of."""
    return sqrt(one * one - 2 * correlation * one * other + other * other)
