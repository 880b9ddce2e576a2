"""Thinking is shared fairly: people first, clients in turn, and a place is left for whoever comes alone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from sandtable.server.fair_queue import FairQueue, Turn
from tests.server.loops import run
from tests.server.pages import Client, Page, open_table, opponent, person, services_of


class Bench:
    """Jobs that begin when the queue lets them, and end when the test says so."""

    def __init__(self, places: int) -> None:
        self.queue = FairQueue(places)
        self.began: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, name: str, client: str, waits: bool = False) -> None:
        self.ends[name] = asyncio.Event()

        async def job() -> None:
            async with self.queue.place(Turn(client, waits)):
                self.began.append(name)
                await self.ends[name].wait()

        self.tasks[name] = asyncio.create_task(job())
        await self.settle()

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


def test_people_come_before_tables_that_are_only_watched() -> None:
    async def story() -> None:
        bench = Bench(1)
        for name in "abc":
            await bench.add(name, "watcher", waits=True)
        await bench.add("anna", "anna")
        assert bench.began == ["a"]
        await bench.end("a", "anna", "b")
        assert bench.began == ["a", "anna", "b", "c"]
        await bench.close()

    run(story())


def test_people_come_first_even_if_whoever_watches_came_earlier_and_had_nothing_yet() -> None:
    async def story() -> None:
        bench = Bench(1)
        await bench.add("anna's first", "anna")
        await bench.add("watched", "watcher", waits=True)
        await bench.add("anna's second", "anna")
        await bench.end("anna's first")
        assert bench.began == ["anna's first", "anna's second"]
        await bench.close()

    run(story())


@pytest.mark.parametrize(("places", "most"), [(1, 1), (2, 1), (3, 2), (8, 7)])
def test_watched_tables_never_take_every_place(places: int, most: int) -> None:
    async def story() -> None:
        bench = Bench(places)
        for number in range(40):
            await bench.add(f"watched {number}", f"watcher {number}", waits=True)
        assert len(bench.began) == most
        await bench.add("anna", "anna")
        assert ("anna" in bench.began) == (places > 1)
        await bench.close()

    run(story())


def test_one_client_never_takes_every_place() -> None:
    async def story() -> None:
        bench = Bench(2)
        for number in range(40):
            await bench.add(f"many {number}", "busy")
        assert bench.began == ["many 0"]
        await bench.add("anna", "anna")
        assert bench.began == ["many 0", "anna"]
        await bench.close()

    run(story())


def test_one_client_never_takes_every_place_with_tables_of_both_kinds() -> None:
    async def story() -> None:
        bench = Bench(2)
        await bench.add("watched", "busy", waits=True)
        await bench.add("played", "busy")
        await bench.add("anna", "anna")
        assert bench.began == ["watched", "anna"]
        await bench.end("watched")
        assert bench.began == ["watched", "anna", "played"]
        await bench.close()

    run(story())


def test_who_has_fewest_places_comes_before_who_was_served_longest_ago() -> None:
    async def story() -> None:
        bench = Bench(3)
        for name in ("anna", "béla", "cili"):
            await bench.add(f"{name} 1", name)
        for name in ("anna", "béla"):
            await bench.add(f"{name} 2", name)
        await bench.end("béla 1")
        assert bench.began[3:] == ["béla 2"]  # Anna was served before him, but has a place
        await bench.close()

    run(story())


def test_clients_take_turns_however_much_each_asks_for() -> None:
    async def story() -> None:
        bench = Bench(1)
        for number in range(4):
            await bench.add(f"busy {number}", "busy")
        await bench.add("anna", "anna")
        await bench.add("béla", "béla")
        await bench.end("busy 0", "anna", "béla", "busy 1")
        assert bench.began == ["busy 0", "anna", "béla", "busy 1", "busy 2"]
        await bench.close()

    run(story())


def test_who_stops_waiting_leaves_no_trace() -> None:
    async def story() -> None:
        bench = Bench(1)
        await bench.add("a", "anna")
        await bench.add("b", "béla")
        bench.tasks["b"].cancel()
        await bench.settle()
        await bench.add("c", "cili")
        await bench.end("a")
        assert bench.began == ["a", "c"]
        await bench.end("c")
        assert (bench.queue.free, bench.queue.waiting, dict(bench.queue.busy), bench.queue.served) == (1, [], {}, {})

    run(story())


def test_a_place_that_is_free_in_the_moment_when_somebody_stops_waiting_goes_to_the_next() -> None:
    async def story() -> None:
        bench = Bench(1)
        for name in ("anna", "béla", "cili"):
            await bench.add(name, name)
        bench.ends["anna"].set()
        bench.tasks["béla"].cancel()
        await bench.settle()
        assert bench.began == ["anna", "cili"]
        assert bench.tasks["anna"].exception() is None
        await bench.end("cili")
        assert (bench.queue.free, bench.queue.waiting, dict(bench.queue.busy), bench.queue.served) == (1, [], {}, {})

    run(story())


def test_a_failed_job_gives_its_place_back() -> None:
    async def story() -> None:
        queue = FairQueue(1)
        with pytest.raises(ZeroDivisionError):
            async with queue.place(Turn("anna")):
                raise ZeroDivisionError
        async with queue.place(Turn("anna")):
            pass

    run(story())


def test_for_whom_the_server_thinks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[Turn] = []
    workers = services_of(client).workers
    usual = workers.run

    async def run(turn: Turn, work: Callable[..., object], *args: object) -> object:
        turns.append(turn)
        return await usual(turn, work, *args)

    def asked_for(fields: Turn) -> bool:
        found = bool(turns) and set(turns) == {fields}
        turns.clear()
        return found

    monkeypatch.setattr(workers, "_run", asyncio.to_thread)
    monkeypatch.setattr(workers, "run", run)
    alone = open_table(client, "buda_1686", {"imperial": person(), "ottoman": opponent()})
    with Page(client, alone["imperial"]) as page:
        rng = random.Random(4)
        while page.mine:
            page.choose(rng.choice(page.options))
        page.until(page.update["version"] + 1)
        assert asked_for(Turn("testclient", waits=False))
    watched = open_table(client, "buda_1686", {"imperial": opponent(), "ottoman": opponent()})
    turns.clear()
    with Page(client, watched["watch"]) as page:
        page.until(2)
    assert asked_for(Turn("testclient", waits=True))
