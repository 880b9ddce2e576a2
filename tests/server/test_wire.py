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
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from sandtable import games
from sandtable.server import compress
from sandtable.server.deflate import Deflating
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


def deflating(offer: list[tuple[str, str | None]]) -> PerMessageDeflate:
    """The server's end of a socket whose client offers compression with these parameters."""
    agreed, server = Deflating().process_request_params(offer, [])
    assert ("client_no_context_takeover", None) in agreed
    return server


@pytest.mark.parametrize(
    "offer",
    [
        [("client_max_window_bits", None)],  # what browsers offer
        [("server_no_context_takeover", None), ("client_max_window_bits", None)],
        [("server_max_window_bits", "10"), ("client_max_window_bits", None)],
    ],
    ids=["usual", "no context", "small window"],
)
def test_any_reader_can_read_what_was_compressed(offer: list[tuple[str, str | None]]) -> None:
    """Frames of all sizes in a row, also longer than the window, read by a client that keeps what it agreed to."""
    server = deflating(offer)
    alone, bits = server.local_no_context_takeover, server.local_max_window_bits
    client = PerMessageDeflate(alone, False, bits, 12)
    rng, scene = random.Random(1), bytes(random.Random(2).choices(b"abcdefgh", k=9_000))
    for size in (9_000, 9_000, 999, 1_000, 0, 9_000, 3_000, 70_000, 9_000, 40_000, 9_000):
        told = (scene * 8)[rng.randrange(50) :][:size]
        frame = server.encode(Frame(Opcode.TEXT, told))
        assert frame.rsv1 == (size >= 1_000) and (not frame.rsv1 or len(frame.data) < size)
        assert bytes(client.decode(frame).data) == told


def test_a_scene_takes_little_after_one_that_is_much_like_it() -> None:
    rng = random.Random(3)
    scene = bytes(rng.choices(range(256), k=12_000))  # what cannot be compressed by itself
    server = deflating([("client_max_window_bits", None)])
    sizes = [len(server.encode(Frame(Opcode.TEXT, scene[:at] + b"new" + scene[at:])).data) for at in (5_000, 7_000)]
    assert sizes[0] > 12_000 and sizes[1] < 400
    server = deflating([("server_no_context_takeover", None), ("client_max_window_bits", None)])
    assert [len(server.encode(Frame(Opcode.TEXT, scene)).data) > 12_000 for _ in range(2)] == [True, True]


def test_parts_of_messages_and_control_frames_are_sent_as_they_are() -> None:
    server = deflating([("client_max_window_bits", None)])
    for frame in (
        Frame(Opcode.TEXT, b"x" * 2_000, fin=False),
        Frame(Opcode.CONT, b"x" * 2_000),
        Frame(Opcode.PING, b"x" * 2_000),
    ):
        assert server.encode(frame) is frame


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
    assert sum(came) < told / 15
    came.clear()
    told, extensions = play(running, None)  # who does not ask for it gets plain frames
    assert extensions == [] and sum(came) > told
