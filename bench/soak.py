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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games for each mode (default 1000)")
    parser.add_argument("slugs", nargs="*", help="games to soak (default all)")
    args = parser.parse_args()
    wanted = args.slugs or slugs()
    jobs = [(slug, mode, seed) for slug in wanted for mode in load(slug).modes for seed in range(args.games)]
    with Pool() as pool:
        faults = [f for f in track(pool.imap_unordered(soak, jobs, chunksize=8), total=len(jobs)) if f]
    print(*faults[:20], sep="\n")
    print(f"{len(jobs)} games, {len(faults)} faults")
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
