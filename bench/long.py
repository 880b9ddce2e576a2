"""Measure what a long game costs on the server: matches of 500 and 5,000 choices, side by side.

    python bench/long.py            # prints a row for each length as JSON, in milliseconds

The game is the model of `sandtable new-game` with many more rounds. Of each length: opening the table from its
checkpoint and making the first update, the last turn again, "play on from here" near the end, and what an opponent is
sent and reads; and how many bytes the first update has.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:  # the server is imported when the game is written: it looks for games then
    from sandtable.server.open_table import OpenTable
    from sandtable.server.tables import Tables

SHORT, LONG = 500, 5_000
TIMES = 20
"""How often each is measured; the quickest counts."""
GAME = "model"
CHANGES = (
    ("__init__.py", 'Option("rounds", (6, 2))', f'Option("rounds", (6, 2, {LONG}))'),
    ("position.py", "FAR: Final = 999", "FAR: Final = 999_999"),
    ("scene.py", "list(range(1, g.rounds + 1))", "list(range(g.round, g.round + 4))"),
)
"""What makes the model game a long one: more rounds, no end of points, and a track of no more than four cells."""


def write_game(folder: Path) -> None:
    """The model game with as many rounds as are needed."""
    from sandtable import games
    from sandtable.cli import new_game

    new_game.write(GAME, folder / GAME, "Model")
    for name, old, new in CHANGES:
        text = (folder / GAME / name).read_text(encoding="utf-8")
        assert old in text, f"{name} of the model game has changed: {old}"
        (folder / GAME / name).write_text(text.replace(old, new), encoding="utf-8")
    os.environ[games.FOLDERS] = str(folder)


async def quickest(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds of processor time of the quickest of several runs, so that a busy machine does not matter."""
    found = []
    for _ in range(TIMES):
        began = time.process_time()
        await work()
        found.append(1_000 * (time.process_time() - began))
    return round(min(found), 2)


async def play(folder: Path, choices: int) -> tuple[Tables, OpenTable, int]:
    """Play so many choices at a table of its own; gives also the seats (a mask) of its link."""
    from sandtable.server.background import Background
    from sandtable.server.create_table import Seating, open_table
    from sandtable.server.models import ChoiceRow
    from sandtable.server.settings import NO_LIMITS, Settings
    from sandtable.server.store import Store, connect, migrate
    from sandtable.server.tables import Tables

    settings = Settings(f"sqlite:///{folder / f'{choices}.sqlite'}", workers=1, limits=NO_LIMITS)
    engine = connect(settings.database)
    migrate(engine)
    tables = Tables(Store(engine), settings, Background())
    seats = {seat: Seating("here") for seat in ("north", "east", "west")}
    made = await open_table(tables.store, GAME, {"rounds": LONG}, seats, False)
    table, mask = await tables.enter(made.links[0].token)
    rng = random.Random(choices)
    async with tables.live(table) as live:
        while live.version < choices:
            assert live.match.ask is not None
            seat, choice = live.match.ask.seat, rng.choice(live.match.choices)
            number = live.version
            live.match.choose(choice, seat)
            assert await tables.append(table, live, ChoiceRow(table.id, number, seat, list(choice), None))
    await asyncio.gather(*tables.background.tasks)
    return tables, table, mask


async def measure(folder: Path, choices: int) -> dict[str, Any]:
    """Play so many choices, and measure what is done with the table then."""
    from sandtable.server import views
    from sandtable.server.recap import _lately, _recap
    from sandtable.server.steps import since
    from sandtable.server.thinking import DecisionPoint

    tables, table, mask = await play(folder, choices)
    viewer = views.Viewer(mask, 0, "en")

    async def opening() -> None:
        table.live = None
        async with tables.live(table) as again:
            views.update(again, viewer, -1, table.people)

    async def last_turn() -> None:
        recording = await _lately(tables.store, table)
        _recap(recording, recording.total - 10, viewer, "any")

    async def play_on() -> None:
        (await since(tables.store, table.row, choices - 5)).match_at(choices - 5)

    async def opponent() -> None:
        async with tables.live(table) as asked:
            DecisionPoint(GAME, asked.for_thinking(), 0, "any").match()

    async with tables.live(table) as opened:
        size = len(msgspec.json.encode(views.update(opened, viewer, -1, table.people)))
    parts = {"opening": opening, "last turn again": last_turn, "play on from here": play_on, "opponent": opponent}
    return {"choices": choices, "bytes": size, **{name: await quickest(part) for name, part in parts.items()}}


def main() -> None:
    with TemporaryDirectory() as folder:
        write_game(Path(folder))
        short, long = (asyncio.run(measure(Path(folder), choices)) for choices in (SHORT, LONG))
    ratios = {name: round(long[name] / short[name], 2) for name in short}
    print("\n".join(json.dumps(row) for row in (short, long, {**ratios, "choices": "ratio"})))


if __name__ == "__main__":
    main()
