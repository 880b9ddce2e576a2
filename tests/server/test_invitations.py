"""A seat belongs to whoever took it: an invitation is exchanged for a key once, and other devices come by the seat."""

from __future__ import annotations

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import text

from sandtable.server.links import digest, new_token
from sandtable.server.store import connect
from tests.server.pages import (
    PATIENCE,
    Client,
    Message,
    Page,
    bearer,
    key_to,
    make_table,
    open_table,
    person,
    services_of,
)

pytestmark = pytest.mark.slow

SEATS = {"imperial": person("here", "Anna"), "ottoman": person("away")}


def invite(client: Client) -> tuple[str, str]:
    """A table with one seat here and one elsewhere: the maker's key, and the invitation."""
    here, away = make_table(client, "buda_1686", SEATS)
    assert (here["kind"], away["kind"], away["seats"]) == ("here", "away", ["ottoman"])
    return here["token"], away["token"]


def take(client: Client, invitation: str, key: str, lang: str = "en") -> Message:
    answer = client.post(f"/api/invitation?lang={lang}", json={"key": key}, headers=bearer(invitation))
    return {"status": answer.status_code, **answer.json()}


def test_an_invitation_says_what_it_invites_to_and_opens_nothing(client: Client) -> None:
    _, invitation = invite(client)
    said = client.get("/api/invitation", headers=bearer(invitation)).json()
    assert said["game"] == "buda_1686" and set(said) == {"game", "options", "seats"}
    assert {place["seat"]: (place["name"], place["mine"]) for place in said["seats"]} == {
        "imperial": ("Anna", False),
        "ottoman": ("", True),
    }
    for call in (
        client.get("/api/table", headers=bearer(invitation)),
        client.post("/api/table/device", headers=bearer(invitation)),
    ):
        assert (call.status_code, call.json()["code"]) == (403, "invitation")
    assert refused_by_the_socket(client, invitation) == ("invitation", 4401)


def refused_by_the_socket(client: Client, token: str) -> tuple[str, int]:
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"do": "hello", "protocol": 1, "token": token})
        code = socket.receive_json(timeout=PATIENCE)["code"]
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json(timeout=PATIENCE)
    return code, gone.value.code


def test_the_first_who_takes_a_seat_has_it_and_the_maker_has_not(client: Client) -> None:
    maker, invitation = invite(client)
    key = new_token()
    assert take(client, invitation, key)["status"] == 201
    with Page(client, key) as page:
        assert [place["seat"] for place in page.welcome["table"]["seats"] if place["mine"]] == ["ottoman"]
    # Everything that the maker still has: the seat cannot be entered, looked at or passed on with it.
    again = take(client, invitation, new_token())
    assert (again["status"], again["code"]) == (410, "spent_link")
    for path in ("/api/invitation", "/api/table", "/api/table/replay"):
        answer = client.get(path, headers=bearer(invitation))
        assert (answer.status_code, answer.json()["code"]) == (410, "spent_link")
    assert refused_by_the_socket(client, invitation) == ("spent_link", 4401)
    mine = client.get("/api/table", headers=bearer(maker)).json()["table"]["seats"]
    assert [place["mine"] for place in mine] == [True, False]


def test_a_spent_invitation_is_told_in_both_languages(client: Client) -> None:
    _, invitation = invite(client)
    take(client, invitation, new_token())
    assert take(client, invitation, new_token())["text"] == (
        "This invitation has been used: somebody has taken the seat."
    )
    assert take(client, invitation, new_token(), "hu")["text"] == (
        "Ezt a meghívót már felhasználták: valaki elfoglalta a helyet."
    )


def test_whoever_lost_the_answer_asks_again_with_the_same_key(client: Client) -> None:
    _, invitation = invite(client)
    key = new_token()
    assert [take(client, invitation, key)["status"] for _ in range(3)] == [201, 201, 201]
    with Page(client, key) as page:
        assert page.welcome["table"]["seats"][1]["mine"]


def test_a_key_that_is_another_link_is_not_taken(client: Client) -> None:
    """Nobody gets into a seat by choosing a key that exists: not with the invitation itself, nor with another's key."""
    maker, invitation = invite(client)
    for known in (maker, invitation):
        assert take(client, invitation, known)["code"] == "bad_request"
    assert take(client, invitation, new_token())["status"] == 201  # it was not spent by that


@pytest.mark.parametrize(
    "key", ["", "a" * 25, "a" * 27, "A" * 26, "a" * 25 + "1", "a" * 25 + "\n", "a" * 26 + "\n", 7, None]
)
def test_a_key_is_checked_at_the_door(client: Client, key: object) -> None:
    _, invitation = invite(client)
    answer = client.post("/api/invitation", json={"key": key}, headers=bearer(invitation))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert client.get("/api/invitation", headers=bearer(invitation)).status_code == 200


def test_a_key_is_no_invitation_and_a_guess_is_nothing(client: Client) -> None:
    maker, _ = invite(client)
    for token, expected in ((maker, (409, "no_invitation")), (new_token(), (401, "unknown_link"))):
        told = take(client, token, new_token())
        assert (told["status"], told["code"]) == expected


def test_a_seat_lets_another_device_in_once(client: Client) -> None:
    _, invitation = invite(client)
    key = new_token()
    take(client, invitation, key)
    link = client.post("/api/table/device", headers=bearer(key)).json()
    assert (link["kind"], link["seats"]) == ("device", ["ottoman"])
    other = key_to(client, link)
    assert other not in (key, link["token"])
    assert take(client, link["token"], new_token())["code"] == "spent_link"
    with Page(client, key) as one, Page(client, other) as two:
        one.wait(lambda message: message["is"] == "company" and message["pages"]["ottoman"] == 2)
        assert two.update["scene"] == one.update["scene"]


def test_a_spectator_lets_nobody_into_a_seat(client: Client) -> None:
    links = open_table(client, "buda_1686", SEATS, watch=True)
    answer = client.post("/api/table/device", headers=bearer(links["watch"]))
    assert (answer.status_code, answer.json()["code"]) == (400, "watching")


def test_everybody_is_told_on_how_many_pages_a_seat_is_open_and_which_are_taken(client: Client) -> None:
    here, away, watch = make_table(client, "buda_1686", SEATS, watch=True)
    with Page(client, here["token"]) as maker, Page(client, watch["token"]) as watcher:

        def expect(pages: int, taken: list[str]) -> None:
            for page in (maker, watcher):
                while (page.company["pages"], page.company["taken"]) != ({"imperial": 1, "ottoman": pages}, taken):
                    page.wait(lambda message: message["is"] == "company")
                assert page.company["online"] == ["imperial", "ottoman"][: 1 + bool(pages)]

        expect(0, [])
        key = key_to(client, away)
        expect(0, ["ottoman"])
        with Page(client, key), Page(client, key):
            expect(2, ["ottoman"])
        expect(0, ["ottoman"])


def test_only_hashes_of_keys_are_kept(client: Client) -> None:
    _, invitation = invite(client)
    key = new_token()
    take(client, invitation, key)
    database = str(services_of(client).store.engine.url.render_as_string(hide_password=False))
    with connect(database).connect() as connection:
        rows = [tuple(row) for row in connection.execute(text("SELECT hash, taken_by FROM links"))]
    assert (digest(invitation), digest(key)) in rows and (digest(key), None) in rows
    assert not {key, invitation} & {value for row in rows for value in row}
