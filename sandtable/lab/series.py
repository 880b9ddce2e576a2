"""Plans of several matches: ladders and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.engine.game import Game, Options
from sandtable.engine.state import State
from sandtable.lab.spec import Comparison, Ladder, MatchSpec, specify

BASE = "base"
VARIANT = "variant"


def ladder(
    game: Game[State], options: Options, levels: Sequence[str], games: int, seed: str, mode: str, command: str
) -> Ladder:
    """Each level against the one below, with sides changed; if all seats are on one side, each level alone."""
    sides = game.sides(options)
    matches: dict[str, MatchSpec] = {}
    if max(sides) == 0:
        for level in levels:
            matches[level] = specify(game, options, [level] * len(sides), games, seed, command, mode)
    else:
        for below, level in pairwise(levels):
            seated = [below if side else level for side in sides]
            matches[f"{level}-{below}"] = specify(game, options, seated, games, seed, command, mode, swap=True)
    return Ladder(command, matches)


def comparison(base: MatchSpec, variant: MatchSpec, command: str) -> Comparison:
    """A variant compared with the base: the same players in the same seats, from the same seeds."""
    assert base.seats == variant.seats
    return Comparison(command, {BASE: base, VARIANT: variant})
