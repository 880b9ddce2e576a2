"""Hands without a browser: they bring tables to a position quickly, over the same socket as a page."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

from websockets.sync.client import connect

from sandtable.engine.types import Choice
from sandtable.server.links import new_token

Seats = Mapping[str, Mapping[str, str]]
PATIENCE = 60
IDS = count()


def person(kind: str = "here", name: str = "") -> dict[str, str]:
    return {"kind": kind, "name": name}


def opponent(level: str = "random") -> dict[str, str]:
    return {"kind": "opponent", "level": level}


def call(address: str, token: str | None = None, body: object = None) -> Any:
    """Ask the server over HTTP."""
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=PATIENCE) as answer:
        return json.load(answer)


def new_table(address: str, game: str, options: Mapping[str, object], seats: Seats) -> dict[str, str]:
    """Make a table where all seats are taken; gives the keys by their seats, with commas, or 'watch'."""
    body = {"game": game, "options": options, "seats": seats, "watch": True}
    made = call(f"{address}/api/tables", body=body)
    return {",".join(link["seats"]) or "watch": key_to(address, link) for link in made["links"]}


def key_to(address: str, link: Mapping[str, Any]) -> str:
    """The key to the seats of a link: an invitation is exchanged for one."""
    token = str(link["token"])
    if link["kind"] != "away":
        return token
    key = new_token()
    call(f"{address}/api/invitation", token, {"key": key})
    return key


class Hand:
    """An open socket, and the table as it was last told."""

    def __init__(self, address: str, token: str) -> None:
        self.open = ExitStack()
        self.socket = self.open.enter_context(connect(f"{address.replace('http', 'ws')}/api/socket", max_size=None))
        self.update: Any = None
        self._send(do="hello", protocol=1, token=token, lang="en")
        while self.update is None:
            self._hear()

    def ask(self, **request: object) -> Any:
        """Send a request; gives its answer."""
        message = f"robot-{next(IDS)}"
        self._send(**request, id=message)
        while (answer := self._hear()).get("id") != message:
            pass
        assert answer["is"] != "refused", answer
        return answer

    def choose(self, n: int, seat: str, choice: Choice) -> None:
        if self.update["seat"] != seat:
            self.ask(do="sit", seat=seat)
        version = self.ask(do="choose", n=n, choice=list(choice))["version"]
        while self.update["version"] < version:
            self._hear()

    def _send(self, **request: object) -> None:
        self.socket.send(json.dumps(request))

    def _hear(self) -> Any:
        heard = json.loads(self.socket.recv(timeout=PATIENCE))
        if heard["is"] == "update":
            self.update = heard
        return heard


def play(address: str, tokens: Mapping[str, str], choices: Sequence[Choice]) -> None:
    """Make these choices, each under the link of the seat that is asked, or of the first of several."""
    links = {seat: token for seats, token in tokens.items() if seats != "watch" for seat in seats.split(",")}
    hands = {token: Hand(address, token) for token in set(links.values())}
    try:
        update = next(iter(hands.values())).update
        for choice in choices:
            seat = update["ask"]["seats"][0]
            hand = hands[links[seat]]
            hand.choose(update["n"], seat, choice)
            update = hand.update
    finally:
        for hand in hands.values():
            hand.open.close()
