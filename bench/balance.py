"""Who wins between equals: whole games of every mode between two greedy players, as a table in Markdown.

python bench/balance.py --games 100 buda_1686
"""

from __future__ import annotations

import argparse
from collections import Counter
from multiprocessing import Pool

from rich.progress import track

from sandtable.engine.start import Origin, start
from sandtable.games import SLUGS, load
from sandtable.players.greedy import GreedyPlayer

EVALUATIONS = 60
"""Positions that a player looks at for one choice: fewer than at the table, so that thousands of games are played."""


def one(job: tuple[str, str, int]) -> tuple[str, str, str]:
    """Slug, mode and winner of one game."""
    slug, mode, number = job
    game = load(slug)
    match = start(game, game.modes[mode], Origin(f"balance {number}"), explain=False)
    players = [GreedyPlayer(f"{seat} {number}", None, EVALUATIONS) for seat in match.seats]
    while match.ask is not None:
        match.choose(players[match.ask.seat].choose(match, match.ask.seat))
    assert match.outcome is not None
    winners = [match.seats[seat] for seat in match.outcome.winners]
    return slug, mode, " and ".join(winners) or "nobody"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games for each mode (default 100)")
    parser.add_argument("slugs", nargs="*", help="games to measure (default all)")
    args = parser.parse_args()
    slugs = args.slugs or SLUGS
    jobs = [(slug, mode, number) for slug in slugs for mode in load(slug).modes for number in range(args.games)]
    with Pool() as pool:
        results = Counter(track(pool.imap_unordered(one, jobs, chunksize=1), total=len(jobs)))
    print("| game | mode | wins |\n| --- | --- | --- |")
    for slug in slugs:
        for mode in load(slug).modes:
            wins = {who: count for (s, m, who), count in results.items() if (s, m) == (slug, mode)}
            shares = ", ".join(f"{who} {100 * count / args.games:.0f} %" for who, count in sorted(wins.items()))
            print(f"| {slug} | {mode} | {shares} |")


if __name__ == "__main__":
    main()
