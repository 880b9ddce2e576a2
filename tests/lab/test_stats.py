"""Intervals, against values worked out elsewhere."""

from __future__ import annotations

import pytest

from sandtable.lab.stats import Pairs, Share


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # And the mirror image of the third.
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    assert Share(wins, games).interval == pytest.approx((low, high), abs=5e-5)


def test_without_a_game_everything_is_possible() -> None:
    assert Share().interval == (0.0, 1.0)
    assert Pairs().interval == (-1.0, 1.0)
    assert Pairs().difference == 0.0


@pytest.mark.parametrize(
    ("pairs", "difference", "low", "high"),
    [
        # Altman et al. (2000), "Statistics with Confidence", table 6.2: 14 both, 5 and 0 one only, 22 neither.
        (Pairs(both=14, first=0, second=5, neither=22), 5 / 41, 0.0115, 0.2265),
        # Bentur et al. (2009), as worked by Fagerland, Lydersen and Laake (2014): −0.507 to −0.026.
        (Pairs(both=1, first=7, second=1, neither=12), -6 / 21, -0.5069, -0.0256),
    ],
)
def test_newcombes_interval_for_paired_shares(pairs: Pairs, difference: float, low: float, high: float) -> None:
    assert pairs.difference == pytest.approx(difference)
    assert pairs.interval == pytest.approx((low, high), abs=5e-5)


def test_the_other_way_round_the_interval_is_mirrored() -> None:
    low, high = Pairs(both=14, first=5, second=0, neither=22).interval
    assert (low, high) == pytest.approx((-0.2265, -0.0115), abs=5e-5)


def test_pairs_that_always_agree_differ_by_nothing() -> None:
    low, high = Pairs(both=30, neither=10).interval
    assert low < 0 < high
    assert low == pytest.approx(-high)


def test_games_are_counted() -> None:
    share, pairs = Share(), Pairs()
    for won in (True, False, True):
        share.add(won)
    for first, second in ((True, True), (True, False), (False, True), (False, True), (False, False)):
        pairs.add(first, second)
    assert share == Share(2, 3)
    assert pairs == Pairs(both=1, first=1, second=2, neither=1)
