"""Whatever comes over the socket is answered, and nothing breaks."""

from __future__ import annotations

import json

import pytest

from tests.server.pages import PATIENCE, Client, Page, buda

BAD = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"choose"',
    "{}",
    '{"do": "choose"}',
    '{"do": "dance", "id": "x"}',
    '{"do": "choose", "id": "x", "n": -1, "choice": ["pass"]}',
    '{"do": "choose", "id": "x", "n": 0, "choice": []}',
    '{"do": "choose", "id": "x", "n": 0, "choice": [[]]}',
    '{"do": "choose", "id": "x", "n": 1e400, "choice": ["pass"]}',
    '{"do": "choose", "id": "x", "n": 0, "choice": ["pass"], "seat": "ottoman"}',
    '{"do": "choose", "id": "x", "n": 0, "choice": ["' + "x" * 200 + '"]}',
    '{"do": "say", "id": "x", "text": ""}',
    '{"do": "say", "id": "x", "text": "a\\u0000b"}',
    '{"do": "say", "id": "x", "text": "\\ud800"}',
    '{"do": "say", "id": "x", "text": "' + "x" * 501 + '"}',
    '{"do": "rename", "id": "x", "name": "' + "x" * 41 + '"}',
    '{"do": "ping", "id": "' + "x" * 41 + '"}',
    '{"do": "hello", "protocol": 1, "token": "x"}',
    "[" * 5_000,
    "x" * 100_000,
]


@pytest.mark.parametrize("at", range(len(BAD)))
def test_a_frame_that_is_no_request_is_refused_and_play_goes_on(client: Client, at: int) -> None:
    with Page(client, buda(client)["imperial"]) as page:
        page.session.send_text(BAD[at])
        answer = page.wait(lambda message: message["is"] == "refused")
        assert answer["code"] == "bad_request" and answer["id"] in (None, "x")
        page.session.send_bytes(b"\xff\x00")
        assert page.wait(lambda message: message["is"] == "refused")["code"] == "bad_request"
        assert page.ask("ping")["is"] == "done"


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ("", "bad_request"),
        ("[" * 5_000, "bad_request"),
        ('{"do": "ping", "id": "x"}', "bad_request"),
        ('{"do": "hello"}', "bad_request"),
        (json.dumps({"do": "hello", "protocol": 2, "token": "x"}), "unknown_protocol"),
        (json.dumps({"do": "hello", "protocol": 1, "token": "x", "lang": "xx"}), "unknown_link"),
        (json.dumps({"do": "hello", "protocol": 1, "token": "x" * 101}), "bad_request"),
    ],
)
def test_a_bad_hello_is_refused(client: Client, hello: str, code: str) -> None:
    with client.websocket_connect("/api/socket") as socket:
        socket.send_text(hello)
        assert socket.receive_json(timeout=PATIENCE)["code"] == code
