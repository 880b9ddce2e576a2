"""A page in tests: it speaks the protocol, keeps what it was sent, and puts the log together as a client would."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sandtable.players import analysis
from sandtable.server import create_table, store, thinking
from sandtable.server.app import create
from sandtable.server.links import new_token
from sandtable.server.services import Services
from sandtable.server.settings import NO_LIMITS, Settings

Message = dict[str, Any]
Client = TestClient[Litestar]
PATIENCE = 60.0
"""Seconds after which a test gives up waiting: far more than anything takes."""
TEST_HOST = "testserver.local"
"""What the test client calls the server."""
IDS = count()
SHORT_SEED = "short 28"
"""A game of Buda with `either_victory`, this seed and the choices of `Random(3)` is over after 207 choices."""


@cache
def migrated() -> bytes:
    """An empty database with all its tables: to make them takes longer than most tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite"
        engine = store.connect(f"sqlite:///{file}")
        store.migrate(engine)
        engine.dispose()
        return file.read_bytes()


def settings(folder: Path, **changed: Any) -> Settings:
    """The settings of a server whose database is in a folder."""
    if not (folder / "games.sqlite").exists():
        (folder / "games.sqlite").write_bytes(migrated())
    given: dict[str, Any] = {"workers": 1, "pace": 0.0, "limits": NO_LIMITS, "hosts": (TEST_HOST,), **changed}
    return Settings(f"sqlite:///{folder / 'games.sqlite'}", **given)


STATIC = Settings("sqlite://").static
IDLE: list[Litestar] = []
"""Applications that no test uses at the moment: to make one takes longer than most tests."""


class Serving(TestClient[Litestar]):
    """A client of an application that serves another test when this one has left it."""

    def __exit__(self, *error: Any) -> None:
        super().__exit__(*error)
        IDLE.append(self.app)


def serve(given: Settings) -> Client:
    """A server with these settings, as if it had been started with them."""
    if given.static != STATIC:  # an application is made for one client; all other settings are read when it starts
        return TestClient(create(given))
    app = IDLE.pop() if IDLE else create(given)
    app.state.settings = given
    return Serving(app)


def services_of(client: Client) -> Services:
    """What the server works with, for tests that look behind the routes."""
    services: Services = client.app.state.services
    return services


def think_little(client: Client, patch: pytest.MonkeyPatch) -> None:
    """Let analyses be made at once and without care, by the server itself."""
    patch.setattr(thinking, "ANALYSIS_ITERATIONS", 1)
    for worlds in ("SURVEY_WORLDS", "POSITION_WORLDS", "CHOICE_WORLDS", "RECHECK_FACTOR"):
        patch.setattr(analysis, worlds, 1)
    patch.setattr(services_of(client).workers, "_run", asyncio.to_thread)


def person(kind: str = "here", name: str = "") -> Message:
    return {"kind": kind, "name": name}


def opponent(level: str = "random") -> Message:
    return {"kind": "opponent", "level": level}


def open_table(client: Client, game: str, seats: Message, watch: bool = False, **options: Any) -> dict[str, str]:
    """Make a table where all seats are taken; gives the keys by their seats, with commas, or 'watch'."""
    made = make_table(client, game, seats, watch, **options)
    return {",".join(link["seats"]) or "watch": key_to(client, link) for link in made}


def make_table(client: Client, game: str, seats: Message, watch: bool = False, **options: Any) -> list[Message]:
    """Make a table; gives its links."""
    made = client.post("/api/tables", json={"game": game, "seats": seats, "options": options, "watch": watch})
    assert made.status_code == 201, made.text
    links: list[Message] = made.json()["links"]
    return links


def key_to(client: Client, link: Message) -> str:
    """The key to the seats of a link: an invitation is exchanged for one."""
    token = str(link["token"])
    if link["kind"] not in ("away", "device"):
        return token
    key = new_token()
    taken = client.post("/api/invitation", json={"key": key}, headers=bearer(token))
    assert taken.status_code == 201, taken.text
    return key


def buda(client: Client, watch: bool = False) -> dict[str, str]:
    """A table for two people in different places."""
    return open_table(client, "buda_1686", {"imperial": person("away"), "ottoman": person("away")}, watch)


def short_game(client: Client, patch: pytest.MonkeyPatch) -> tuple[dict[str, str], Message, list[Message]]:
    """Play a whole game of two people; gives the links, and the last update and the log of the first."""
    patch.setattr(create_table, "random_seed", lambda: SHORT_SEED)
    seats = {"imperial": person("away", "Anna"), "ottoman": person("away", "Béla")}
    links = open_table(client, "buda_1686", seats, True, victory="either_victory")
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        play_out([one, two], random.Random(3))
        return links, one.update, one.log


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


class Page:
    """An open page."""

    def __init__(self, client: Client, token: str, lang: str = "en", **hello: Any) -> None:
        self.session = client.websocket_connect("/api/socket")
        self.token = token
        self.hello = {"do": "hello", "protocol": 1, "token": token, "lang": lang, **hello}
        self.got: list[Message] = []
        """Everything that was sent."""
        self.update: Message = {}
        self.log: list[Message] = []
        self.log_start = 0
        """How many lines were told before those of `log`."""
        self.talk: list[Message] = []
        self.company: Message = {}

    def __enter__(self) -> Page:
        self.session.__enter__()
        self.session.send_json(self.hello)
        self.welcome = self.wait(lambda message: message["is"] == "welcome")
        self.wait(lambda message: message["is"] == "update")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.session.__exit__(kind, error, trace)

    def wait(self, wanted: Callable[[Message], bool]) -> Message:
        """Read until something wanted comes."""
        while True:
            message: Message = self.session.receive_json(timeout=PATIENCE)
            self._take(message)
            if wanted(message):
                return message

    def _take(self, message: Message) -> None:
        self.got.append(message)
        if message["is"] == "update":
            self.update = message
            told = message["log"]
            if told["after"] is not None:  # what was told before is not sent
                self.log_start, self.log = told["first"], []
            elif told["first"] == 0:
                self.log_start = 0
            self.log = self.log[: told["first"] - self.log_start] + told["lines"]
        elif message["is"] == "talk":
            self.talk = self.talk[: message["first"]] + message["lines"]
        elif message["is"] == "company":
            self.company = message

    def ask(self, do: str, **fields: Any) -> Message:
        """Send a request and read until it is answered."""
        message = fields.pop("id", f"request-{next(IDS)}")
        self.session.send_json({"do": do, "id": message, **fields})
        return self.wait(lambda answer: answer.get("id") == message)

    def until(self, version: int) -> Message:
        """Read until an update of at least that version has come."""
        while self.update.get("version", -1) < version:
            self.wait(lambda message: message["is"] == "update")
        return self.update

    @property
    def options(self) -> list[list[str | int]]:
        return [option["choice"] for option in self.update["ask"]["options"]]

    @property
    def mine(self) -> bool:
        return self.update["ask"] is not None and bool(self.update["ask"]["mine"])

    def choose(self, choice: list[str | int] | None = None, **fields: Any) -> Message:
        """Answer the current ask, with its first option unless told otherwise; then wait for the table after it."""
        wanted = self.options[0] if choice is None else choice
        answer = self.ask("choose", n=fields.pop("n", self.update["n"]), choice=wanted, **fields)
        if answer["is"] == "done":
            self.until(answer["version"])
        return answer


def play_out(pages: list[Page], rng: random.Random, choices: int = 100_000) -> int:
    """Let pages choose at random until the game is over or so many choices are made; all are then up to date."""
    for made in range(choices):
        if pages[0].update["ask"] is None:
            return made
        page = next(page for page in pages if page.mine)
        answer = page.choose(rng.choice(page.options))
        assert answer["is"] == "done", answer
        for other in pages:
            other.until(answer["version"])
    return choices
