"""Measure a server under load: tables of random players over WebSocket against one server process.

    python bench/load.py 200              # the number of tables; prints the results as JSON
    python bench/load.py 200 compressed   # with pages that ask for compression, as browsers do

The server runs on one core, the players on another. First all players choose as fast as the server answers, then at a
steady rate; at last they wait until the matches have left memory. Every choice is committed to an SQLite file before it
is acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import sys
import time
from asyncio.subprocess import PIPE, Process, create_subprocess_exec
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandtable.server.links import new_token

SECONDS = 10.0
"""How long each part is measured."""
STEADY_RATE = 250.0
"""Choices per second in the second part: half of what one core should manage."""
IDLE = 45.0
"""Seconds until an idle table leaves memory; longer than it takes to set up all tables."""
SWEEP = 35.0
"""Seconds in which the server checks for idle tables at least once."""
BATCH = 20
"""Tables that are set up at the same time."""
GAMES: list[dict[str, Any]] = [
    {"game": "buda_1686", "seats": ("imperial", "ottoman"), "options": {}},
    {"game": "nights_of_fire", "seats": ("revolutionary", "commander"), "options": {"ruleset": "conflict_basic"}},
]
SETTINGS = f"idle = {IDLE}\n[limits]\ntables = 0\n"
MAX_OPEN_FILES = 16_384
SERVER_CORE, PLAYERS_CORE = 0, 1


class Option(Struct):
    choice: list[str | int]


class Ask(Struct):
    mine: bool
    options: list[Option]


class Answer(Struct):
    """The fields of a message from the server that a random player needs."""

    kind: str = msgspec.field(name="is")
    version: int = -1
    n: int = -1
    ask: Ask | None = None
    code: str = ""


_decode = msgspec.json.Decoder(Answer).decode
_encode = msgspec.json.Encoder().encode


class Table:
    """Two random players at a table. When their game is over, they start another."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.game = GAMES[number % len(GAMES)]
        self.rng = random.Random(number)
        self.pages: list[ClientConnection] = []
        self.turn: tuple[ClientConnection, Answer] | None = None
        """The page that must choose next, and the update with its options."""
        self.sent: tuple[ClientConnection, int, float] | None = None
        """The page that chose last, the version after its choice, and the time; None once the other has seen it."""
        self.version = -1
        """The version of the last choice."""

    async def sit_down(self) -> None:
        """Create a table, and open both its pages."""
        seats = {seat: {"kind": "away"} for seat in self.game["seats"]}
        made = await self.load.http.post("/api/tables", json={**self.game, "seats": seats})
        made.raise_for_status()
        self.version = -1
        for link in made.json()["links"]:
            key = await self._key_to(link)
            page = await self.load.open_page()
            await page.send(_encode({"do": "hello", "protocol": 1, "token": key}), text=True)
            self.pages.append(page)
            self.load.spawn(self._read(page))

    async def _key_to(self, link: dict[str, Any]) -> str:
        """The key to the seats of a link: an invitation is exchanged for one."""
        token = str(link["token"])
        if link["kind"] != "away":
            return token
        key = new_token()
        headers = {"authorization": f"Bearer {token}"}
        (await self.load.http.post("/api/invitation", json={"key": key}, headers=headers)).raise_for_status()
        return key

    async def begin_again(self) -> None:
        old, self.pages = self.pages, []
        for page in old:
            await page.close()
        await self.sit_down()

    async def _read(self, page: ClientConnection) -> None:
        try:
            while True:
                answer = _decode(await page.recv(decode=False))
                assert answer.kind != "refused", answer
                if answer.kind == "done":
                    self.load.choices += 1
                elif answer.kind == "update":
                    await self._see(page, answer)
        except ConnectionClosed:
            return

    async def _see(self, page: ClientConnection, update: Answer) -> None:
        if self.sent is not None and page is not self.sent[0] and update.version >= self.sent[1]:
            self.load.delays.append(time.perf_counter() - self.sent[2])
            self.sent = None
        if update.ask is None:
            if self.pages and page is self.pages[0]:
                self.load.spawn(self.begin_again())
        elif update.ask.mine and update.version > self.version:
            self.version = update.version
            self.turn = (page, update)
            await self.load.ready(self)

    async def choose(self) -> None:
        """Make a random choice."""
        assert self.turn is not None
        (page, update), self.turn = self.turn, None
        assert update.ask is not None
        choice = self.rng.choice(update.ask.options).choice
        request = {"do": "choose", "id": f"{update.version}", "n": update.n, "choice": choice}
        self.sent = (page, update.version + 1, time.perf_counter())
        await page.send(_encode(request), text=True)


class Load:
    """All tables, and the rate at which they choose."""

    def __init__(self, address: str, http: httpx.AsyncClient, compressed: bool) -> None:
        self.socket = address.replace("http", "ws", 1) + "/api/socket"
        self.http = http
        self.compressed = compressed
        """Whether pages ask for compression."""
        self.received = 0
        """Bytes that came over the sockets."""
        self.choices = 0
        """How many choices were acknowledged."""
        self.delays: list[float] = []
        """Seconds from sending a choice to reading the update at the other seat."""
        self.eager = False
        """Whether players choose as soon as they can."""
        self.turns: list[Table] = []
        """Tables that wait for their turn to choose."""
        self.tasks: set[asyncio.Task[None]] = set()

    async def open_page(self) -> ClientConnection:
        """Open a socket that counts what comes."""
        load = self

        class Counting(ClientConnection):
            def data_received(self, data: bytes) -> None:
                load.received += len(data)
                super().data_received(data)

        wanted = "deflate" if self.compressed else None
        made = connect(self.socket, create_connection=Counting, compression=wanted, max_size=None, ping_interval=None)
        return await made

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            raise SystemExit(f"a player failed: {task.exception()!r}")

    async def ready(self, table: Table) -> None:
        if self.eager:
            await table.choose()
        else:
            self.turns.append(table)

    async def fill(self, tables: int) -> None:
        """Set up all tables."""
        for first in range(0, tables, BATCH):
            await asyncio.gather(*(Table(self, n).sit_down() for n in range(first, min(tables, first + BATCH))))
        while len(self.turns) < tables:
            await asyncio.sleep(0.1)

    async def flood(self, process: Process) -> dict[str, float]:
        """Let all players choose as fast as the server answers; returns how many choices and bytes that were."""
        self.eager = True
        waiting, self.turns = self.turns, []
        for table in waiting:
            await table.choose()
        await asyncio.sleep(SECONDS / 5)
        before, began, used, received = self.choices, time.perf_counter(), cpu(process), self.received
        await asyncio.sleep(SECONDS)
        made = self.choices - before
        rates = {
            "choices/s": made / (time.perf_counter() - began),
            "choices/core/s": made / (cpu(process) - used),
            "bytes/choice": (self.received - received) / made,
        }
        self.eager = False
        while len(self.turns) < len(waiting):  # the last choices are answered
            await asyncio.sleep(0.1)
        return rates

    async def flow(self, rate: float) -> list[float]:
        """Let tables choose at a steady rate; returns the delays."""
        rng = random.Random(rate)
        self.delays = []
        began = time.perf_counter()
        made = 0
        while (passed := time.perf_counter() - began) < SECONDS:
            due = min(int(passed * rate) - made, len(self.turns))
            for _ in range(due):
                at = rng.randrange(len(self.turns))
                self.turns[at], self.turns[-1] = self.turns[-1], self.turns[at]
                await self.turns.pop().choose()
                made += 1
            await asyncio.sleep(0.001)
        return self.delays


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[tuple[Process, str]]:
    """Run `sandtable serve` on its own core; yields the process and its address."""
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    words = ["serve", "--port", "0", "--database", f"sqlite:///{folder / 'games.sqlite'}"]
    words += ["--settings", str(folder / "settings.toml")]
    process = await create_subprocess_exec(sys.executable, "-m", "sandtable", *words, stdout=PIPE)
    os.sched_setaffinity(process.pid, {SERVER_CORE})
    try:
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        yield process, next(word for word in line.split() if word.startswith("http"))
    finally:
        process.terminate()
        await process.wait()


def cpu(process: Process) -> float:
    """The processor seconds that a process has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: Process) -> float:
    """The memory of a process in kilobytes."""
    for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return float(line.split()[1])
    raise AssertionError("the server is gone")


async def measure(tables: int, compressed: bool) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        # A new connection for every request: the server might close a kept one just before it is used again.
        limits = httpx.Limits(max_keepalive_connections=0)
        async with (
            server(Path(folder)) as (process, address),
            httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as http,
        ):
            load = Load(address, http, compressed)
            await load.fill(len(GAMES))  # so that everything that is loaded only once is in memory
            base = memory(process)
            await load.fill(tables)
            rates = await load.flood(process)
            live = memory(process)
            delays = quantiles(await load.flow(STEADY_RATE), n=100)
            await asyncio.sleep(IDLE + SWEEP)
            return {
                **rates,
                "p50 ms": 1000 * delays[49],
                "p99 ms": 1000 * delays[98],
                "live kB": (live - base) / tables,
                "idle kB": (memory(process) - base) / tables,
            }


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (MAX_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    os.sched_setaffinity(0, {PLAYERS_CORE})
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]), "compressed" in sys.argv[2:]))))
