"""Matches that belong together: the ladder of levels, and a variant beside the base."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.engine.game import Game, Options
from sandtable.engine.state import State
from sandtable.lab.spec import Comparison, Ladder, Spec, specify

BASE = "base"
VARIANT = "variant"


def ladder(
    game: Game[State], options: Options, levels: Sequence[str], games: int, seed: str, mode: str, command: str
) -> Ladder:
    """Each level against the one below, changing sides; where all are on one side, each level by itself."""
    sides = game.sides(options)
    matches: dict[str, Spec] = {}
    if max(sides) == 0:
        for level in levels:
            matches[level] = specify(game, options, [level] * len(sides), games, seed, command, mode)
    else:
        for below, level in pairwise(levels):
            seated = [below if side else level for side in sides]
            matches[f"{level}-{below}"] = specify(game, options, seated, games, seed, command, mode, swap=True)
    return Ladder(command, matches)


def comparison(base: Spec, variant: Spec, command: str) -> Comparison:
    """A variant beside the base: the same players in the same seats, from the same seeds."""
    assert base.seats == variant.seats
    return Comparison(command, {BASE: base, VARIANT: variant})
