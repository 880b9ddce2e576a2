"""Whatever comes over the socket is answered, and nothing breaks."""

from __future__ import annotations

import json
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.playing import first_quick
from tests.server.pages import PATIENCE, Client, Page, buda
from tests.server.test_serve import address_in, started

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


@pytest.mark.parametrize("at", first_quick(range(len(BAD))))
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


def frame(first: int, payload: bytes, mask: bool = True, length: bytes | None = None) -> bytes:
    """A frame as it goes over the wire, its first byte and its length as told, right or wrong."""
    said = bytes([len(payload)]) if length is None else length
    said = bytes([said[0] | (0x80 if mask else 0)]) + said[1:]
    return bytes([first]) + said + (b"\0\0\0\0" if mask else b"") + payload


RAW = {
    "not masked": frame(0x81, b"{}", mask=False),
    "reserved bits": frame(0xF1, b"{}"),
    "unknown kind": frame(0x83, b"{}"),
    "no text": frame(0x81, b"\xff\xfe\xfd"),
    "goes on without a beginning": frame(0x80, b"{}"),
    "begins twice": frame(0x01, b"{") + frame(0x01, b"}"),
    "never ends": frame(0x01, b"{") * 3,
    "longer than can be": frame(0x81, b"", length=b"\x7f" + b"\xff" * 8),
    "far too long": frame(0x81, b"x", length=b"\x7f" + (2**40).to_bytes(8, "big")),
    "a ping that is too long": frame(0x89, b"", length=b"\x7e\x01\x00"),
    "a close without sense": frame(0x88, b"\x00\x01"),
    "half a frame": frame(0x81, b"", length=b"\x7e")[:2],
    "not a frame": b"GET / HTTP/1.1\r\n\r\n" * 50,
}
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
REQUESTS = (
    b"\0" * 100,
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    UPGRADE.replace(b"13", b"99"),
    UPGRADE.replace(b"AAAA", b""),
)


@pytest.mark.slow
def test_broken_frames_and_requests_break_only_their_own_connection(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0") as (process, line):
        address = address_in(line)
        assert httpx.get(f"{address}/api/health", timeout=PATIENCE).status_code == 200
        host, port = address.removeprefix("http://").split(":")

        def send(*parts: bytes) -> None:
            with socket.create_connection((host, int(port)), timeout=PATIENCE) as raw, suppress(OSError):
                for part in parts:
                    raw.sendall(part)
                    raw.recv(65536)

        with ThreadPoolExecutor(len(RAW)) as senders:  # together: some are closed only after a while
            list(senders.map(partial(send, UPGRADE), RAW.values()))
        for request in REQUESTS:
            send(request)
        assert httpx.get(f"{address}/api/health", timeout=PATIENCE).status_code == 200
        process.send_signal(signal.SIGINT)
        _, complaints = process.communicate(timeout=PATIENCE)
        # The library may say what it did not understand; nothing may have failed.
        assert process.returncode == 0
        for failure in ("could not", "Exception in ASGI", "Traceback"):
            assert failure not in complaints, complaints
