"""Pages of other sites: they cannot make tables, nor reach the server by a name of their own."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.server.errors import RequestRefused
from sandtable.server.guard import Guard
from sandtable.server.settings import Settings
from tests.server.pages import TEST_HOST, Client, Page, bearer, buda, person, serve, settings

pytestmark = pytest.mark.slow

BUDA = {"game": "buda_1686", "seats": {"imperial": person("away"), "ottoman": person("away")}}
FORM = b'{"game": "buda_1686", "seats": {"imperial": {"kind": "away"}, "ottoman": {"kind": "away"}}}'


@pytest.mark.parametrize("origin", ["https://evil.example", "null", f"http://{TEST_HOST}:81", "http://[", ""])
def test_a_foreign_page_makes_no_table(client: Client, origin: str) -> None:
    refused = client.post("/api/tables", json=BUDA, headers={"origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")
    links = buda(client)
    assert client.get("/api/table", headers={**bearer(links["imperial"]), "origin": origin}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/api/socket", headers={"origin": origin}) as page,
    ):
        page.receive_json(timeout=10)


@pytest.mark.parametrize("host", ["localhost:99999", "127.0.0.1:port"])
def test_where_a_port_is_none_no_page_is_ours(client: Client, host: str) -> None:
    headers = {"host": host, "origin": "null"}
    refused = client.post("/api/tables", json=BUDA, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign_origin")


def test_our_own_page_does(client: Client) -> None:
    assert client.post("/api/tables", json=BUDA, headers={"origin": f"http://{TEST_HOST}"}).status_code == 201
    with client.websocket_connect("/api/socket", headers={"origin": f"https://{TEST_HOST}"}) as page:
        page.send_json({"do": "hello", "protocol": 1, "token": "x"})
        assert page.receive_json(timeout=10)["code"] == "unknown_link"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_could_send_makes_no_table(client: Client, kind: str) -> None:
    refused = client.post("/api/tables", content=FORM, headers={"content-type": kind} if kind else {})
    assert (refused.status_code, refused.json()["code"]) == (415, "not_json")
    whole = {"content-type": "Application/JSON; charset=utf-8"}
    assert client.post("/api/tables", content=FORM, headers=whole).status_code == 201


def test_a_request_without_a_body_needs_no_type(client: Client) -> None:
    links = buda(client, watch=True)
    assert client.post("/api/table/share", headers=bearer(links["imperial"])).status_code == 201


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "evil.example:1686", "", "[", "."])
def test_a_name_that_is_not_ours_is_refused(client: Client, host: str) -> None:
    refused = client.get("/api/games", headers={"host": host})
    assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host")
    assert "address or hosts" in refused.json()["text"]
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8686",
        "localhost.",
        "127.0.0.1:1686",
        "[::1]:1686",
        "192.168.1.7:1686",
        socket.gethostname(),
        f"{socket.gethostname()}.local:1686",
        "tables.example.org",
        "club.example:8443",
    ],
)
def test_names_that_are_ours(host: str) -> None:
    guard = Guard(Settings("sqlite://", address="https://tables.example.org", hosts=("Club.example",)))
    guard.check({"host": host})
    with pytest.raises(RequestRefused):
        guard.check({"host": "other.example"})


def test_any_name_where_that_is_set(tmp_path: Path) -> None:
    with serve(settings(tmp_path, hosts=("*",))) as client:
        assert client.get("/api/games", headers={"host": "whatever.example"}).status_code == 200


def test_behind_a_proxy_that_changes_the_host_the_set_address_is_ours() -> None:
    guard = Guard(Settings("sqlite://", address="https://tables.example.org"))
    guard.check({"host": "127.0.0.1:8686", "origin": "https://tables.example.org"})
    with pytest.raises(RequestRefused):
        guard.check({"host": "127.0.0.1:8686", "origin": "https://other.example.org"})


def test_pages_still_play(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        page = one if one.mine else two
        assert page.choose()["is"] == "done"
