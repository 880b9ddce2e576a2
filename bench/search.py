"""Measure the search in one mode, given as slug/mode: iterations per second on one core."""

from __future__ import annotations

import json
import random
import sys
import time

from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.games import load
from sandtable.players.search import SearchPlayer

SECONDS = 2.0
ITERATIONS = 100
POSITIONS = 12
CHOICES_BETWEEN = 9
"""Random choices between two positions, at least; each position has more than one option."""


def positions(slug: str, mode: str) -> list[Match[State]]:
    """Some positions of a random game, the same in every build."""
    game = load(slug)
    match = start(game, game.modes[mode], Origin("bench"), explain=False)
    rng = random.Random(1)
    found: list[Match[State]] = []
    last = 0
    while match.ask is not None and len(found) < POSITIONS:
        if match.number >= last + CHOICES_BETWEEN and len(match.choices) > 1:
            found.append(match.fork(keep=True))
            last = match.number
        match.choose(rng.choice(match.choices))
    return found


def iterations(slug: str, mode: str) -> dict[str, float]:
    """Iterations per second of processor time, so that a busy machine does not matter.

    Lines are short ones, also where the book names a horizon: lines to the end of the round are a few times as long,
    and their number says more of the book than of the search.
    """
    matches = positions(slug, mode)
    player = SearchPlayer("bench", ITERATIONS, far=False)
    lines = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        for match in matches:
            assert match.ask is not None
            lines += sum(thought.visits for thought in player.think(match, match.ask.seat))
    return {"iterations/s": lines / spent}


if __name__ == "__main__":
    slug, mode = sys.argv[1].split("/")
    print(json.dumps(iterations(slug, mode)))
