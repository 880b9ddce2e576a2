"""Measure random play of one mode; without an argument, list the modes as JSON."""

from __future__ import annotations

import json
import random
import sys
import time

from sandtable.engine.chance import Chance
from sandtable.engine.playout import playout
from sandtable.engine.start import Origin, described, start
from sandtable.engine.types import Choice, Json
from sandtable.games import load, slugs

SECONDS = 2.0
COPIES = 2_000


def decisions(slug: str, mode: str) -> dict[str, float]:
    """Decisions and games per second of random play."""
    game = load(slug)
    options = game.settle(game.modes[mode])
    rng = random.Random(1)

    def pick(choices: list[Choice]) -> Choice:
        return choices[int(rng.random() * len(choices))]

    made = games = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        made += playout(game, game.new(options, Chance.from_seed(str(games))), pick)
        games += 1
    return {"decisions/s": made / spent, "games/s": games / spent}


def copies(slug: str, mode: str) -> dict[str, float]:
    """Microseconds for a copy and for a fork in mid-game, and the size of the state as JSON."""
    game = load(slug)
    match = start(game, game.modes[mode], Origin("bench"), explain=False)
    rng = random.Random(1)
    copied = forked = 0.0
    points = 0
    while match.ask is not None and points < 40:
        for _ in range(7):
            if match.ask is not None:
                match.choose(rng.choice(match.choices))
        points += 1
        began = time.process_time()
        for _ in range(COPIES // 40):
            match.state.copy()
        between = time.process_time()
        for _ in range(COPIES // 40):
            match.fork()
        copied += between - began
        forked += time.process_time() - between
    times = points * (COPIES // 40) / 1e6
    size: Json = described(game, match.state)
    return {"copy µs": copied / times, "fork µs": forked / times, "state bytes": float(len(json.dumps(size)))}


if __name__ == "__main__":
    if len(sys.argv) > 1:
        slug, mode = sys.argv[1].split("/")
        print(json.dumps(decisions(slug, mode) | copies(slug, mode)))
    else:
        print(json.dumps([f"{slug}/{mode}" for slug in slugs() for mode in load(slug).modes]))
