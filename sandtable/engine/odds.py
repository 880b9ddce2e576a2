"""Exact odds of fights with dice, as pure mathematics: two rows of units, each with its dice and its order of losses.

In a round every unit that is left rolls; each die that does not exceed the unit's number is a hit, hits of both sides
count at once, and each side loses the first units of its row. The fight is a chain of such rounds, whose states are the
losses of both sides, so that its end is worked out without rolling anything.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

FACES: Final = 6
KEPT: Final = 4096
"""How many fights are remembered."""

Fighter = tuple[int, int]
"""The number that a unit must not exceed, and how many dice it rolls; no dice for one that can only be lost."""
Fighters = tuple[Fighter, ...]
"""In the order in which they are lost."""
End = tuple[int, int, float]
"""The losses of both sides, and how likely the fight ends with them."""


def hits_of(fighters: Fighters) -> list[list[float]]:
    """By the number of units lost already: how likely the others score 0, 1, 2 … hits in a round."""
    spread = [1.0]
    found = [spread]
    for number, dice in reversed(fighters):
        chance = max(0, min(number, FACES)) / FACES
        for _ in range(dice):
            wider = [0.0] * (len(spread) + 1)
            for hits, share in enumerate(spread):
                wider[hits] += share * (1.0 - chance)
                wider[hits + 1] += share * chance
            spread = wider
        found.append(spread)
    found.reverse()
    return found


@lru_cache(maxsize=KEPT)
def fight(ours: Fighters, theirs: Fighters, our_end: int, their_end: int) -> tuple[End, ...]:
    """How a fight ends that goes on until one side has lost so many units; all ends that can happen, with their odds.

    A fight in which nobody can hit ends at once.
    """
    ours_hit, theirs_hit = hits_of(ours), hits_of(theirs)
    reached = [[0.0] * (len(theirs) + 1) for _ in range(len(ours) + 1)]
    reached[0][0] = 1.0
    ends: list[End] = []
    for lost in range(len(ours) + 1):
        for killed in range(len(theirs) + 1):
            share = reached[lost][killed]
            if share == 0.0:
                continue
            idle = ours_hit[lost][0] * theirs_hit[killed][0]
            if lost >= our_end or killed >= their_end or idle >= 1.0:
                ends.append((lost, killed, share))
                continue
            _spread(
                reached,
                lost,
                killed,
                share / (1.0 - idle),
                _capped(theirs_hit[killed], len(ours) - lost),
                _capped(ours_hit[lost], len(theirs) - killed),
            )
    return tuple(ends)


def _capped(spread: list[float], most: int) -> list[float]:
    """Hits beyond the units that are left are lost."""
    if len(spread) <= most + 1:
        return spread
    return [*spread[:most], sum(spread[most:])]


def _spread(
    reached: list[list[float]], lost: int, killed: int, share: float, on_us: list[float], on_them: list[float]
) -> None:
    """What a round makes of one state: every pair of hits but none at all, which is the same state again."""
    for ours, one in enumerate(on_us):
        if one == 0.0:
            continue
        row, weight = reached[lost + ours], share * one
        for theirs, other in enumerate(on_them):
            if ours or theirs:
                row[killed + theirs] += weight * other
