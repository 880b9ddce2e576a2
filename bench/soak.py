"""Play thousands of random games and check all invariants after every choice; `--games N` per mode."""

from __future__ import annotations

import argparse
import random
from multiprocessing import Pool

from rich.progress import track

from sandtable.engine.start import Origin, start
from sandtable.games import load, slugs


def soak(job: tuple[str, str, int]) -> str | None:
    """Play one game; returns what went wrong, if anything did."""
    slug, mode, seed = job
    game = load(slug)
    rng = random.Random(seed)
    try:
        match = start(game, game.modes[mode], Origin(f"soak {seed}"), explain=False)
        while match.ask is not None:
            match.choose(rng.choice(match.choices))
            broken = game.invariants(match.state)
            if broken:
                return f"{slug}/{mode} seed {seed}, choice {match.number}: {broken[0]}"
    except Exception as error:
        return f"{slug}/{mode} seed {seed}: {type(error).__name__}: {error}"
    return None


def modes_of(given: str) -> list[tuple[str, str]]:
    """Slug and mode of all modes of a game, or of one that is named as slug/mode."""
    slug, _, mode = given.partition("/")
    return [(slug, each) for each in load(slug).modes if mode in ("", each)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each mode (default 1000)")
    parser.add_argument("--processes", type=int, help="how many games are played at once (default: one a processor)")
    parser.add_argument("games_or_modes", nargs="*", help="what to soak: slug or slug/mode (default all games)")
    args = parser.parse_args()
    modes = [mode for given in args.games_or_modes or slugs() for mode in modes_of(given)]
    jobs = [(slug, mode, seed) for slug, mode in modes for seed in range(args.games)]
    with Pool(args.processes) as pool:
        faults = [f for f in track(pool.imap_unordered(soak, jobs, chunksize=8), total=len(jobs)) if f]
    print(*faults[:20], sep="\n")
    print(f"{len(jobs)} games, {len(faults)} faults")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
