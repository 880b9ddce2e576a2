"""Exact odds of fights with dice, compared with what can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.engine.odds import Fighters, fight, hits_of


def ends(ours: Fighters, theirs: Fighters, our_end: int, their_end: int) -> dict[tuple[int, int], float]:
    return {(lost, killed): share for lost, killed, share in fight(ours, theirs, our_end, their_end)}


def test_hits_are_binomial() -> None:
    """Two dice against 3: 1/4, 1/2, 1/4; with one unit gone one die is left."""
    assert hits_of(((3, 1), (3, 1))) == [[0.25, 0.5, 0.25], [0.5, 0.5], [1.0]]


def test_a_unit_that_rolls_twice_may_hit_twice() -> None:
    first = hits_of(((1, 2),))[0]
    assert first == pytest.approx([25 / 36, 10 / 36, 1 / 36])


def test_one_against_one() -> None:
    """With p and q the chances to hit, a round that changes something has the weight 1 - (1-p)(1-q)."""
    p, q = Fraction(3, 6), Fraction(2, 6)
    decided = 1 - (1 - p) * (1 - q)
    found = ends(((3, 1),), ((2, 1),), 1, 1)
    assert found[0, 1] == pytest.approx(float(p * (1 - q) / decided))
    assert found[1, 0] == pytest.approx(float(q * (1 - p) / decided))
    assert found[1, 1] == pytest.approx(float(p * q / decided))


def test_surplus_hits_are_lost() -> None:
    """Two sure hitters against one: the one always hits too."""
    assert ends(((6, 1), (6, 1)), ((6, 1),), 2, 1) == {(1, 1): 1.0}


def test_a_fight_can_end_before_everybody_is_gone() -> None:
    """The second unit of the first side rolls nothing: when the first one is gone the fight is over."""
    found = ends(((6, 1), (0, 0)), ((6, 1), (6, 1), (6, 1)), 1, 3)
    assert found == {(2, 1): 1.0}  # three hits on two units, one hit on theirs


def test_nobody_can_hit() -> None:
    assert ends(((0, 1),), ((0, 1),), 1, 1) == {(0, 0): 1.0}


def test_all_ends_add_up_to_one() -> None:
    found = fight(((1, 1),) * 7 + ((3, 1),) * 4, ((2, 1),) * 5 + ((4, 1),), 11, 5)
    assert sum(share for _, _, share in found) == pytest.approx(1.0)
    assert all(lost == 11 or killed >= 5 for lost, killed, _ in found)
