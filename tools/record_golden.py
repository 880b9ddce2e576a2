"""Record the golden games anew: two whole games for every mode of every registered game, one of the long ones.

Of a game with very many modes some are recorded, those in which the laws are played (tests/playing.py).

Only for a new rules version: `make golden`, then look at the difference before committing it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from sandtable.engine.game import Game
from sandtable.engine.replay import record
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.games import load, slugs

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
from tests.playing import telling_modes  # noqa: E402  (the tests are no part of the package)

GOLDEN = ROOT / "tests" / "golden"
GAMES_PER_MODE = 2
LONG = 165_000
"""Of games whose replay has more characters than this one is enough."""


def play_one(game: Game[State], mode: str, number: int) -> str:
    """One random game, as the lines of its replay file."""
    origin = Origin(f"golden {game.slug} {mode} {number}")
    match = start(game, game.modes[mode], origin, explain=False)
    rng = random.Random(origin.seed)
    while match.ask is not None:
        match.choose(rng.choice(match.choices))
    return record(match, origin).to_lines()


def main(wanted: list[str]) -> None:
    for slug in wanted or slugs():
        game = load(slug)
        (GOLDEN / slug).mkdir(parents=True, exist_ok=True)
        for mode in telling_modes(game):
            for number in range(1, GAMES_PER_MODE + 1):
                path = GOLDEN / slug / f"{mode}-{number}.jsonl"
                replay = play_one(game, mode, number)
                path.write_text(replay, encoding="utf-8")
                print(path.relative_to(GOLDEN))
                if len(replay) > LONG:
                    break


if __name__ == "__main__":
    main(sys.argv[1:])
