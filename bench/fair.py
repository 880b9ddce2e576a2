"""Measure how long somebody waits for an opponent to answer, alone on a server and beside another client's tables.

    python bench/fair.py                          # a Recruit beside forty watched tables of Marshals
    python bench/fair.py --level 4 --crowd 3      # a stronger one, beside weaker ones

Both are measured in turns, because machines are noisy: compare the ratio, which should be below two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import time
from asyncio.subprocess import PIPE, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

LONE, OTHER = "127.0.0.1", "127.0.0.2"
"""The addresses of the two clients."""
SETTINGS = "pace = 0.0\n[limits]\ntables = 0\n"
"""Watched tables play as fast as they can, and one client may make all of them."""
SEATS = ("imperial", "ottoman")


class Lone:
    """Somebody who plays alone, at random, and notes how long each answer of the opponent takes."""

    def __init__(self, address: str, level: str) -> None:
        self.address = address
        self.level = level
        self.rng = random.Random(1)
        self.page: ClientConnection | None = None
        self.update: Any = None

    async def answers(self, wanted: int) -> list[float]:
        """Play until the opponent has answered so often; gives the seconds of each answer."""
        found: list[float] = []
        while len(found) < wanted:
            if self.page is None or self.update["ask"] is None:
                await self._begin()
            elif self.update["ask"]["mine"]:
                await self._choose()
            else:
                began = time.perf_counter()
                await self._read()
                found.append(time.perf_counter() - began)
        return found

    async def _begin(self) -> None:
        if self.page is not None:
            await self.page.close()
        seats = {SEATS[0]: {"kind": "here"}, SEATS[1]: {"kind": "opponent", "level": self.level}}
        self.page = await look(self.address, LONE, await new_table(self.address, LONE, seats))
        await self._read()

    async def _choose(self) -> None:
        assert self.page is not None
        version = self.update["version"]
        choice = self.rng.choice(self.update["ask"]["options"])["choice"]
        request = {"do": "choose", "id": str(version), "n": self.update["n"], "choice": choice}
        await self.page.send(json.dumps(request))
        while self.update["version"] == version:
            await self._read()

    async def _read(self) -> None:
        """Read until the table has gone on."""
        assert self.page is not None
        while (message := json.loads(await self.page.recv()))["is"] != "update":
            assert message["is"] != "refused", message
        self.update = message


async def new_table(address: str, client: str, seats: dict[str, Any]) -> str:
    """Make a table; gives the key to it."""
    transport = httpx.AsyncHTTPTransport(local_address=client)
    async with httpx.AsyncClient(base_url=address, timeout=60, transport=transport) as http:
        made = await http.post("/api/tables", json={"game": "buda_1686", "seats": seats})
        made.raise_for_status()
        return str(made.json()["links"][0]["token"])


async def look(address: str, client: str, token: str) -> ClientConnection:
    """A page at a table."""
    socket = address.replace("http", "ws", 1) + "/api/socket"
    page = await connect(socket, local_addr=(client, 0), compression=None, max_size=None, ping_interval=None)
    await page.send(json.dumps({"do": "hello", "protocol": 1, "token": token}))
    return page


@asynccontextmanager
async def crowd(address: str, tables: int, level: str) -> AsyncIterator[None]:
    """So many tables of opponents that one client watches."""
    seats = {seat: {"kind": "opponent", "level": level} for seat in SEATS}
    async with AsyncExitStack() as stack:
        reading = []
        for _ in range(tables):
            page = await look(address, OTHER, await new_table(address, OTHER, seats))
            stack.push_async_callback(page.close)
            reading.append(asyncio.create_task(_watch(page)))
        yield
        for task in reading:
            task.cancel()


async def _watch(page: ClientConnection) -> None:
    async for _ in page:
        pass


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[str]:
    """Run `sandtable serve`; yields its address."""
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    words = ["serve", "--port", "0", "--database", f"sqlite:///{folder / 'games.sqlite'}"]
    words += ["--settings", str(folder / "settings.toml")]
    process = await create_subprocess_exec(sys.executable, "-m", "sandtable", *words, stdout=PIPE)
    try:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        yield next(word for word in line.split() if word.startswith("http"))
    finally:
        process.terminate()
        await process.wait()


async def measure(given: argparse.Namespace) -> tuple[list[float], list[float]]:
    """The answers alone and beside the crowd."""
    alone: list[float] = []
    beside: list[float] = []
    with TemporaryDirectory() as folder:
        async with server(Path(folder)) as address:
            lone = Lone(address, given.level)
            await lone.answers(3)  # everything that is loaded only once is in memory then
            for _ in range(given.rounds):
                alone += await lone.answers(given.answers)
                async with crowd(address, given.tables, given.crowd):
                    await lone.answers(1)
                    beside += await lone.answers(given.answers)
    return alone, beside


def said(seconds: list[float]) -> str:
    """The median, and what nine of ten stay below."""
    return f"{1000 * median(seconds):7.0f} ms, nine of ten below {1000 * quantiles(seconds, n=10)[8]:7.0f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description="how long a lone player waits beside the tables of another client")
    parser.add_argument("--tables", type=int, default=40, help="watched tables of the other client")
    parser.add_argument("--level", default="1", help="the lone player's opponent")
    parser.add_argument("--crowd", default="6", help="the opponents at the watched tables")
    parser.add_argument("--answers", type=int, default=20, help="in each round")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    alone, beside = asyncio.run(measure(given))
    print(f"level {given.level} alone:                {said(alone)}")
    print(f"beside {given.tables} tables of level {given.crowd}: {said(beside)}")
    worst = quantiles(beside, n=10)[8] / quantiles(alone, n=10)[8]
    print(f"ratio: {median(beside) / median(alone):.2f}, of nine of ten {worst:.2f}; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
