"""Compare the speed of two source trees, measured alternately in one run: has a change made anything slower?

python bench/compare.py ../before . buda_1686/standard nights_of_fire/conflict_basic_1 --rounds 5
python bench/compare.py ../before . buda_1686/standard --compiled ../before/build/fast build/fast

Each tree is measured by its own `bench/play.py` and `bench/search.py`, in processes of its own. Everything but the
load of the machine is the same for both, and that changes slowly: a ratio is the median over the rounds, each of which
compares two neighbours.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

RATES = (("play.py", "decisions/s"), ("play.py", "copies/s"), ("search.py", "iterations/s"))
"""The scripts, and what is compared of the numbers that they print."""


def measure(tree: Path, imported: Path, script: str, mode: str) -> dict[str, float]:
    """Run a script of a tree, with the package that lies in a folder."""
    environment = {**os.environ, "PYTHONPATH": str(imported.resolve()), "SANDTABLE_INTERPRETED": "1"}
    command = [sys.executable, str(tree / "bench" / script), mode]
    done = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    numbers: dict[str, float] = json.loads(done.stdout)
    if "copy µs" in numbers:
        numbers["copies/s"] = 1e6 / numbers["copy µs"]
    return numbers


def main() -> None:
    parser = argparse.ArgumentParser(description="compare the speed of two source trees")
    parser.add_argument("first", type=Path, help="a folder that holds a checkout")
    parser.add_argument("second", type=Path)
    parser.add_argument("modes", nargs="+", metavar="slug/mode")
    parser.add_argument("--compiled", type=Path, nargs=2, metavar=("FIRST", "SECOND"), help="folders of tools/fast.py")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    trees = (given.first, given.second)
    imported = given.compiled or trees
    for mode in given.modes:
        for script in dict(RATES):
            rounds = []
            for number in range(given.rounds):
                order = (0, 1) if number % 2 == 0 else (1, 0)
                found = {tree: measure(trees[tree], imported[tree], script, mode) for tree in order}
                rounds.append((found[0], found[1]))
            for rate in [rate for name, rate in RATES if name == script]:
                ratios = [after[rate] / before[rate] for before, after in rounds]
                rates = [f"{median(numbers[rate] for numbers in tree):,.0f}" for tree in zip(*rounds, strict=True)]
                spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
                print(f"{mode} {rate}: {rates[0]} → {rates[1]}, ratio {median(ratios):.2f} ({spread})", flush=True)


if __name__ == "__main__":
    main()
