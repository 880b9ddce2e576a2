"""Benchmarks: how quickly the engine plays, interpreted and compiled, beside python-chess and OpenSpiel.

Everything is measured in one run on one core, in turns, because machines are noisy: compare the ratios.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

HERE = Path(__file__).parent
FAST = HERE.parent / "build" / "fast"
ROUNDS = 3

Numbers = dict[str, float]


def measure(script: str, argument: str, compiled: bool = False) -> Numbers:
    """Run one measurement in a process of its own."""
    env = dict(os.environ)
    if compiled:
        env["PYTHONPATH"] = str(FAST)
    command = [sys.executable, str(HERE / script), argument]
    done = subprocess.run(command, check=True, env=env, capture_output=True, text=True)
    numbers: Numbers = json.loads(done.stdout)
    return numbers


def best(results: list[Numbers]) -> Numbers:
    """The quickest of several rounds: rates at their highest, times at their lowest."""
    return {key: (max if key.endswith("/s") else min)(r[key] for r in results) for key in results[0]}


def main() -> None:
    modes = json.loads(subprocess.run([sys.executable, str(HERE / "play.py")], check=True, capture_output=True).stdout)
    jobs = [(mode, "play.py", mode, compiled) for mode in modes for compiled in (False, True)]
    jobs += [("python-chess", "peers.py", "chess", False), ("OpenSpiel backgammon", "peers.py", "backgammon", False)]
    results: dict[tuple[str, bool], list[Numbers]] = {}
    with Progress(transient=True) as progress:
        task = progress.add_task("measuring", total=len(jobs) * ROUNDS)
        for _ in range(ROUNDS):
            for name, script, argument, compiled in jobs:
                results.setdefault((name, compiled), []).append(measure(script, argument, compiled))
                progress.advance(task)
    report({key: best(rounds) for key, rounds in results.items()})


def report(results: dict[tuple[str, bool], Numbers]) -> None:
    columns = ["decisions/s", "games/s", "copy µs", "fork µs", "state bytes"]
    table = Table("", "build", *columns, "× chess", "× backgammon", title="random play on one core")
    chess = results[("python-chess", False)]["decisions/s"]
    backgammon = results[("OpenSpiel backgammon", False)]["decisions/s"]
    for (name, compiled), numbers in results.items():
        rate = numbers["decisions/s"]
        cells = [f"{numbers[c]:,.1f}" if c in numbers else "" for c in columns]
        build = "compiled" if compiled else "interpreted" if "copy µs" in numbers else "as it comes"
        table.add_row(name, build, *cells, f"{rate / chess:.1f}", f"{rate / backgammon:.1f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
