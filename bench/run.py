"""Benchmarks: the speed of engine, search and lab, interpreted and compiled, compared with python-chess and OpenSpiel;
and how many choices per second a server handles.

Everything is measured in one run, in several rounds, because machines are noisy: compare the ratios. The lab with two
processes, and the server with its players, need two cores that nothing else uses.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

HERE = Path(__file__).parent
FAST = HERE.parent / "build" / "fast"
ROUNDS = 3
LAB_MODES = ("buda_1686/standard", "nights_of_fire/conflict_basic_1")
"""Measured compiled only: the faster the play, the more the lab's overhead matters."""
TABLES = (50, 200, 1000)
COMPRESSED = 200
"""Tables at which compression is measured too."""
CORES = 2
PEER = "OpenSpiel gin rummy"

Numbers = dict[str, float]
Results = dict[tuple[str, bool], Numbers]
Measurement = tuple[str, str, str, bool]
"""Its name, the script, its arguments, and whether the compiled build is measured."""


def measure(script: str, argument: str, compiled: bool = False) -> Numbers:
    """Run one measurement in its own process."""
    env = dict(os.environ)
    env["SANDTABLE_INTERPRETED"] = "1"  # what the environment may have compiled is not what is measured
    if compiled:
        env["PYTHONPATH"] = str(FAST)
    command = [sys.executable, str(HERE / script), *argument.split()]
    done = subprocess.run(command, check=True, env=env, capture_output=True, text=True)
    numbers: Numbers = json.loads(done.stdout)
    return numbers


def best(results: list[Numbers]) -> Numbers:
    """The best of several rounds: the highest rates and the lowest times."""
    return {key: (max if key.endswith("/s") else min)(r[key] for r in results) for key in results[0]}


def main() -> None:
    modes = json.loads(subprocess.run([sys.executable, str(HERE / "play.py")], check=True, capture_output=True).stdout)
    builds = (False, True)
    play: list[Measurement] = [(mode, "play.py", mode, compiled) for mode in modes for compiled in builds]
    play += [("python-chess", "peers.py", "chess", False), ("OpenSpiel backgammon", "peers.py", "backgammon", False)]
    search: list[Measurement] = [(mode, "search.py", mode, compiled) for mode in modes for compiled in builds]
    search += [(PEER, "peers.py", "ismcts-python", False), (PEER, "peers.py", "ismcts", True)]
    lab: list[Measurement] = [(mode, "lab.py", mode, True) for mode in LAB_MODES]
    load: list[Measurement] = [(f"{tables} tables", "load.py", str(tables), False) for tables in TABLES]
    load.append((f"{COMPRESSED} tables, compressed", "load.py", f"{COMPRESSED} compressed", False))
    with Progress(transient=True) as progress:
        task = progress.add_task("measuring", total=len(play + search + lab) * ROUNDS + len(load))
        found = [measured(jobs, ROUNDS, lambda: progress.advance(task)) for jobs in (play, search, lab)]
        found.append(measured(load, 1, lambda: progress.advance(task)))
    for report, results in zip((report_play, report_search, report_lab, report_load), found, strict=True):
        Console(width=120).print(report(results))


def measured(jobs: list[Measurement], times: int, done: Callable[[], None]) -> Results:
    """The best of several rounds; every round runs all measurements."""
    rounds: dict[tuple[str, bool], list[Numbers]] = {}
    for _ in range(times):
        for name, script, argument, compiled in jobs:
            rounds.setdefault((name, compiled), []).append(measure(script, argument, compiled))
            done()
    return {key: best(numbers) for key, numbers in rounds.items()}


def report_play(results: Results) -> Table:
    columns = ["decisions/s", "games/s", "copy µs", "fork µs", "state bytes"]
    table = Table("", "build", *columns, "× chess", "× backgammon", title="random play on one core")
    chess = results[("python-chess", False)]["decisions/s"]
    backgammon = results[("OpenSpiel backgammon", False)]["decisions/s"]
    for (name, compiled), numbers in results.items():
        rate = numbers["decisions/s"]
        cells = [f"{numbers[c]:,.1f}" if c in numbers else "" for c in columns]
        build = "compiled" if compiled else "interpreted" if "copy µs" in numbers else "as it comes"
        table.add_row(name, build, *cells, f"{rate / chess:.1f}", f"{rate / backgammon:.1f}")
    return table


def report_search(results: Results) -> Table:
    """Each build compared with OpenSpiel's search of the same kind, which exists in Python and in C++."""
    table = Table("", "build", "iterations/s", "× interpreted", "× OpenSpiel", title="search on one core")
    for (name, compiled), numbers in results.items():
        rate = numbers["iterations/s"]
        interpreted = results[(name, False)]["iterations/s"]
        peer = results[(PEER, compiled)]["iterations/s"]
        build = "compiled" if compiled else "interpreted"
        table.add_row(name, build, f"{rate:,.0f}", f"{rate / interpreted:.1f}", f"{rate / peer:.1f}")
    return table


def report_lab(results: Results) -> Table:
    title = "the lab, games/s at level 3 (aims: overhead below 5 %, two processes at least 1.8 times one)"
    table = Table("", "bare", "in the lab", "overhead", "one process", "two", "two / one", title=title)
    for (name, _), numbers in results.items():
        ratio = numbers["by 2/s"] / numbers["by 1/s"]
        table.add_row(
            name,
            f"{numbers['bare/s']:.2f}",
            f"{numbers['one/s']:.2f}",
            f"{100 * (numbers['bare/s'] / numbers['one/s'] - 1):.1f} %",
            f"{numbers['by 1/s']:.2f}",
            f"{numbers['by 2/s']:.2f}",
            f"{ratio:.2f}" if ratio <= CORES else f"{ratio:.2f} (void: the machine was busy)",
        )
    return table


def report_load(results: Results) -> Table:
    title = "one server process on one core, every choice committed (aims: 500 choices/s, p50 below 10 ms, 200 kB)"
    table = Table(
        "", "choices/s", "per second of its core", "p50 ms", "p99 ms", "kB a table", "idle", "bytes", title=title
    )
    columns = ("choices/s", "choices/core/s", "p50 ms", "p99 ms", "live kB", "idle kB", "bytes/choice")
    for (name, _), numbers in results.items():
        table.add_row(name, *(f"{numbers[column]:,.{column.endswith('ms'):d}f}" for column in columns))
    return table


if __name__ == "__main__":
    main()
