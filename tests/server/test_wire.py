"""What goes over the wire: compressed, kept by browsers, and never fetched twice."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.client import ClientProtocol
from websockets.sync.client import connect

from sandtable import games
from sandtable.server import compress
from tests.server.pages import Client, bearer, buda, serve, settings
from tests.server.serving import Server, server

PACKED = {"accept-encoding": "gzip, deflate, br"}
PLAIN = {"accept-encoding": "identity"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with serve(settings(tmp_path)) as serving:
        yield serving


def sent(answer: httpx.Response) -> int:
    """The bytes of an answer as they were sent."""
    return int(answer.headers["content-length"])


def home(client: Client) -> list[str]:
    """All that the home page fetches: the page, its script and style, the catalogue, and the covers."""
    page = client.get("/").text
    found = re.findall(r'(?:src|href)="\.?(/[^"]+)"', page)
    listed = client.get("/api/games?lang=en").json()["games"]
    covers = [f"/api/games/{g['slug']}/art/cover.svg?v={g['art_version']}" for g in listed if "cover.svg" in g["art"]]
    return ["/", "/api/games?lang=en", "/api/address", *found, *covers]


def test_the_home_page_is_small_on_the_wire(client: Client) -> None:
    paths = home(client)
    assert len(paths) >= 7 and any(path.endswith(".js") for path in paths)
    answers = [client.get(path, headers=PACKED) for path in paths]
    assert all(answer.status_code == 200 for answer in answers)
    assert sum(sent(answer) for answer in answers) < 120_000


@pytest.mark.parametrize("slug", [slug for slug in games.slugs() if (games.load(slug).folder / "art").is_dir()])
def test_a_board_is_compressed_and_kept_for_ever_under_its_version(client: Client, slug: str) -> None:
    game = next(each for each in client.get("/api/games?lang=en").json()["games"] if each["slug"] == slug)
    address = f"/api/games/{slug}/art/board.svg"
    answer = client.get(f"{address}?v={game['art_version']}", headers=PACKED)
    assert answer.content == (games.load(slug).folder / "art" / "board.svg").read_bytes()
    assert answer.headers["content-encoding"] == "gzip" and sent(answer) < len(answer.content) / 2
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert client.get(address, headers=PACKED).headers["cache-control"] == "no-cache"
    assert client.get(f"{address}x?v=1", headers=PACKED).headers["cache-control"] == "no-cache"  # there is none


def test_what_a_browser_has_is_not_sent_again(client: Client) -> None:
    for path in home(client):
        first = client.get(path, headers=PACKED)
        again = client.get(path, headers={**PACKED, "if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert client.get(path, headers={**PACKED, "if-none-match": '"another"'}).content == first.content


def test_who_does_not_understand_compression_gets_the_same_uncompressed(client: Client) -> None:
    packed, plain = (client.get("/api/games?lang=hu", headers=headers) for headers in (PACKED, PLAIN))
    assert packed.content == plain.content and sent(packed) < sent(plain) == len(plain.content)
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"  # or a proxy would mix them up


def test_small_answers_and_errors_are_sent_as_they_are(client: Client) -> None:
    for path in ("/api/address", "/api/nothing"):
        assert "content-encoding" not in client.get(path, headers=PACKED).headers
    assert "etag" not in client.get("/api/nothing").headers


def test_answers_about_a_table_are_compressed_but_never_kept(client: Client) -> None:
    before = compress.pack_once.cache_info().currsize
    token = buda(client)["imperial"]
    answer = client.get("/api/table", headers={**bearer(token), **PACKED})
    assert answer.headers["cache-control"] == "no-store" and "etag" not in answer.headers
    assert compress.pack_once.cache_info().currsize == before


def test_the_same_file_is_compressed_once() -> None:
    text = b"a line of a drawing\n" * 200
    packed = compress.pack(text)
    assert gzip.decompress(packed) == text and len(packed) < 200
    assert compress.pack_once(text) is compress.pack_once(bytes(bytearray(text)))


def test_versions_of_drawings_change_with_any_of_them(tmp_path: Path) -> None:
    from sandtable.server.catalogue import _art_version

    board, cover = tmp_path / "board.svg", tmp_path / "cover.svg"
    board.write_text("<svg/>")
    cover.write_text("<svg>1</svg>")
    first = _art_version({"board.svg": board, "cover.svg": cover})
    assert first == _art_version({"cover.svg": cover, "board.svg": board})
    cover.write_text("<svg>2</svg>")
    assert _art_version({"board.svg": board, "cover.svg": cover}) != first


# ---------------------------------------------------------------------- scenes


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(f"sqlite:///{tmp_path_factory.mktemp('wire') / 'games.sqlite'}") as serving:
        yield serving


@pytest.fixture
def came(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of all that clients are sent over their sockets."""
    sizes: list[int] = []
    receive = ClientProtocol.receive_data

    def counted(protocol: ClientProtocol, data: bytes | bytearray) -> None:
        sizes.append(len(data))
        receive(protocol, data)

    monkeypatch.setattr(ClientProtocol, "receive_data", counted)
    return sizes


def play(serving: Server, compression: str | None) -> tuple[int, list[str]]:
    """Make thirty choices in a game. How many bytes the messages have, and by which extensions they came."""
    seats = {seat: {"kind": "here", "name": ""} for seat in ("imperial", "ottoman")}
    token = serving.post("tables", {"game": "buda_1686", "seats": seats, "options": {}})["links"][0]["token"]
    with connect(serving.address.replace("http", "ws") + "/api/socket", compression=compression) as connection:
        connection.send(json.dumps({"do": "hello", "protocol": 1, "token": token}))
        rng, told, updates = random.Random(5), 0, 0
        while updates < 30:
            text = str(connection.recv(timeout=60))
            told += len(text.encode())
            message = json.loads(text)
            if message["is"] == "update":
                updates += 1
                choice = rng.choice(message["ask"]["options"])["choice"]
                connection.send(json.dumps({"do": "choose", "id": str(updates), "n": message["n"], "choice": choice}))
        return told, [extension.name for extension in connection.protocol.extensions]


@pytest.mark.slow
def test_scenes_travel_compressed(running: Server, came: list[int]) -> None:
    told, extensions = play(running, "deflate")
    assert extensions == ["permessage-deflate"] and told > 30 * 5_000
    assert sum(came) < told / 8
    came.clear()
    told, extensions = play(running, None)  # who does not ask for it gets plain frames
    assert extensions == [] and sum(came) > told
