"""Measure the lab in one mode, given as slug/mode: games per second without the lab, in one process and in two."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sandtable import players
from sandtable.engine.start import Origin, start
from sandtable.games import load
from sandtable.lab.run import open_results, play_missing
from sandtable.lab.spec import MatchSpec, specify

LEVEL = "3"
GAMES = 6
"""Games played without the lab and in it, alternately."""
MANY_GAMES = 60
"""Games played by one process and by two: enough that starting the processes matters little."""


def spec_of(slug: str, mode: str, games: int) -> MatchSpec:
    game = load(slug)
    options = game.settle(game.modes[mode])
    return specify(game, options, [LEVEL] * len(game.seats(options)), games, "bench", mode=mode)


def bare(spec: MatchSpec, number: int) -> None:
    """Play the same game as the lab, without recording or writing anything."""
    seed = spec.seed_of(number)
    match = start(load(spec.game), spec.options, Origin(seed), explain=False)
    names = zip(spec.levels_of(number), spec.players_of(number), match.seats, strict=True)
    seated = [players.make(level, f"{seed}/{player}/{seat}") for level, player, seat in names]
    while match.ask is not None:
        seat = match.ask.seat
        match.choose(seated[seat].choose(match, seat))


def overhead(slug: str, mode: str, folder: Path) -> dict[str, float]:
    """Games per second without the lab and in it, alternately, so that a busy machine slows both."""
    spec = spec_of(slug, mode, GAMES)
    alone = 0.0
    began = time.perf_counter()
    with open_results(folder, spec, {}) as results, closing(play_missing(results, 1)) as played:
        for number in range(GAMES):
            before = time.perf_counter()
            bare(spec, number)
            alone += time.perf_counter() - before
            next(played)
    return {"bare/s": GAMES / alone, "one/s": GAMES / (time.perf_counter() - began - alone)}


def seconds(slug: str, mode: str, folder: Path, processes: int) -> float:
    """Seconds for all games with this many processes, including their start and end."""
    began = time.perf_counter()
    with (
        open_results(folder, spec_of(slug, mode, MANY_GAMES), {}) as results,
        closing(play_missing(results, processes)) as played,
    ):
        for _ in played:
            pass
    return time.perf_counter() - began


def scaling(slug: str, mode: str, home: Path) -> dict[str, float]:
    """Games per second of one process and of two. Only valid while nothing else uses the cores."""
    return {
        f"by {processes}/s": MANY_GAMES / seconds(slug, mode, home / str(processes), processes) for processes in (1, 2)
    }


def measure(slug: str, mode: str) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        home = Path(folder)
        return overhead(slug, mode, home / "turns") | scaling(slug, mode, home)


if __name__ == "__main__":
    slug, mode = sys.argv[1].split("/")
    print(json.dumps(measure(slug, mode)))
