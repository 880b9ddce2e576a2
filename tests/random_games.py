"""Play random games and print, as JSON, which build was used and the hash of every game's states.

python tests/random_games.py GAMES [WITHOUT ...]
"""

from __future__ import annotations

import json
import random
import sys
from hashlib import blake2b

from sandtable.engine import match as match_module
from sandtable.engine.start import Origin, start, state_hash
from sandtable.games import load, slugs

LONGEST = 1_000
"""After so many choices a game is broken off: a whole war takes as long as twenty other games."""
MANY_MODES = 16
"""A game with more modes than this is played once in each."""


def play(slug: str, mode: str, seed: int) -> str:
    """The hash over the states of a random game."""
    game = load(slug)
    match = start(game, game.modes[mode], Origin(f"random {seed}"), explain=False)
    rng = random.Random(seed)
    total = blake2b(digest_size=16)
    while match.ask is not None and match.number < LONGEST:
        match.choose(rng.choice(match.choices))
        total.update(state_hash(match).encode())
    return total.hexdigest()


if __name__ == "__main__":
    hashes: dict[str, str] = {}
    for slug in (slug for slug in slugs() if slug not in sys.argv[2:]):
        modes = list(load(slug).modes)
        for seed in range(int(sys.argv[1]) if len(modes) <= MANY_MODES else len(modes)):
            mode = modes[seed % len(modes)]
            hashes[f"{slug}/{mode}/{seed}"] = play(slug, mode, seed)
    print(json.dumps({"compiled": not str(match_module.__file__).endswith(".py"), "hashes": hashes}))
