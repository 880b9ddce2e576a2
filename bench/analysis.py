"""Measure how long the analysis of a finished game takes, from the request to the whole answer of a server.

    python -m bench.analysis                              # one game of each of the modes below
    python -m bench.analysis buda_1686 nights_of_fire     # only of these games

Random players play each game to its end over WebSocket; then its analysis is asked for. The server may use all cores.
Prints one JSON object per game, with the processor time of server and workers together, which other work on the machine
hardly changes. The first game comes twice, because its first analysis also starts the workers.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from bench.load import Load, Table, server

GAMES: list[dict[str, Any]] = [
    {"game": "buda_1686", "seats": ("imperial", "ottoman"), "options": {}},
    {"game": "nights_of_fire", "seats": ("revolutionary", "commander"), "options": {"ruleset": "conflict_basic"}},
    {"game": "days_of_ire", "seats": ("revolutionary", "soviet"), "options": {"revolutionaries": 1}},
    {"game": "rogue_agent", "seats": ("purple", "yellow"), "options": {"mode": "agent-2p"}},
    {"game": "battle_for_europe", "seats": ("axis", "allies"), "options": {"scenario": "sichelschnitt"}},
]


class OneGame(Table):
    """Two random players at a table, for one game."""

    def __init__(self, load: Load, game: dict[str, Any]) -> None:
        super().__init__(load, 0)
        self.game = game
        self.key = ""
        """The key to one of the seats."""
        self.over = asyncio.Event()

    async def _key_to(self, link: dict[str, Any]) -> str:
        self.key = await super()._key_to(link)
        return self.key

    async def begin_again(self) -> None:
        self.over.set()


def processor_seconds(server: int) -> float:
    """What a server and its workers have used of the processors."""
    used = 0
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = file.read_text().rpartition(")")[2].split()
            if server in (int(file.parent.name), int(fields[1])):
                used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


async def analyse(load: Load, game: dict[str, Any], server: int) -> dict[str, Any]:
    """Play one game, and measure its analysis."""
    table = OneGame(load, game)
    await table.sit_down()
    await table.over.wait()
    began, used = time.perf_counter(), processor_seconds(server)
    answer = await load.http.get("/api/table/analysis", headers={"authorization": f"Bearer {table.key}"})
    answer.raise_for_status()
    return {
        "game": game["game"],
        "moments": len(answer.json()["moments"]),
        "choices": table.version + 1,
        "seconds": round(time.perf_counter() - began, 2),
        "processor_seconds": round(processor_seconds(server) - used, 2),
    }


async def measure(games: Sequence[dict[str, Any]]) -> None:
    with TemporaryDirectory() as folder:
        async with (
            server(Path(folder)) as (process, address),
            httpx.AsyncClient(base_url=address, timeout=300) as http,
        ):
            os.sched_setaffinity(process.pid, os.sched_getaffinity(0))
            load = Load(address, http, compressed=False)
            load.eager = True
            for game in [*games[:1], *games]:  # the first one twice: its first analysis starts the workers
                print(json.dumps(await analyse(load, game, process.pid)), flush=True)


if __name__ == "__main__":
    wanted = sys.argv[1:]
    asyncio.run(measure([game for game in GAMES if not wanted or game["game"] in wanted]))
