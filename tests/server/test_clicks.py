"""Clicks that must do no harm: the wrong seat, a guessed link, old asks, double clicks, two tabs, lost answers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect

from sandtable.server.links import digest, new_token
from tests.server.pages import PATIENCE, Client, Page, bearer, buda, play_out


def test_the_wrong_seat_cannot_choose(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        assert two.ask("choose", n=0, choice=one.options[0])["code"] == "wrong_seat"
        assert client.get("/api/table", headers=bearer(links["ottoman"])).json()["version"] == 0
        assert one.choose()["is"] == "done"


@pytest.mark.parametrize("token", ["", "guessed", new_token()], ids=["empty", "guessed", "well-formed"])
def test_a_guessed_link_leads_nowhere(client: Client, token: str) -> None:
    buda(client)
    with client.websocket_connect("/api/socket") as socket:
        socket.send_json({"do": "hello", "protocol": 1, "token": token, "lang": "hu"})
        answer = socket.receive_json(timeout=PATIENCE)
        assert (answer["is"], answer["code"]) == ("refused", "unknown_link")
        assert answer["text"] == "Ehhez a linkhez nem tartozik asztal."
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_json(timeout=PATIENCE)
        assert gone.value.code == 4401
    for route in ("", "/replay", "/steps", "/analysis"):
        assert client.get(f"/api/table{route}", headers=bearer(token)).status_code == 401
    for route in ("rematch", "share"):
        assert client.post(f"/api/table/{route}", headers=bearer(token)).status_code == 401
    assert client.get("/api/table").status_code == 401


def test_links_are_kept_as_hashes(client: Client, tmp_path: Path) -> None:
    links = buda(client)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in links.values():
        assert len(token) == 26
        assert token.encode() not in stored and digest(token).encode() in stored


def test_old_and_double_clicks_are_harmless(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as page:
        choice = page.options[0]
        page.session.send_json({"do": "choose", "id": "first", "n": 0, "choice": choice})
        page.session.send_json({"do": "choose", "id": "second", "n": 0, "choice": choice})
        assert page.wait(lambda message: message.get("id") == "first")["is"] == "done"
        assert page.wait(lambda message: message.get("id") == "second")["code"] == "stale"
        assert page.ask("undo", n=0)["code"] == "stale"
        page.until(1)
        assert page.update["version"] == 1


def test_what_is_not_offered_is_refused(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as page:
        for choice in (["fly"], ["move", "unit:nobody", "zone:nowhere"], ["move"], [1, 2], ["move", True]):
            assert page.ask("choose", n=0, choice=choice)["code"] in ("illegal_choice", "bad_request")
        assert page.update["version"] == 0


def test_two_tabs_see_the_same_and_cannot_choose_twice(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["imperial"]) as two:
        choice = one.options[0]
        assert one.choose(choice)["is"] == "done"
        assert two.ask("choose", n=0, choice=choice)["code"] == "stale"
        two.until(1)
        assert two.update["scene"] == one.update["scene"]


def test_a_repeated_request_is_answered_but_not_carried_out_again(client: Client) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        rng = random.Random(5)
        while True:
            n, page = one.update["n"], one if one.mine else two
            choice = rng.choice(page.options)
            version = page.choose(choice, id=f"click-{n}-{page.token}")["version"]
            for each in (one, two):
                each.until(version)
            if page.update["undo"]["possible"]:
                break
        repeated = {"n": n, "choice": choice, "id": f"click-{n}-{page.token}"}
        assert page.ask("choose", **repeated) == {"is": "done", "id": repeated["id"], "version": version}
        # Taken back, the old ask is current again: the old request must still not be carried out once more.
        page.until(page.ask("undo", n=page.update["n"], id="back")["version"])
        assert page.update["n"] == n
        assert page.ask("choose", **repeated)["version"] == version
        assert page.ask("undo", n=n, id="back")["version"] == version + 1
        assert client.get("/api/table", headers=bearer(page.token)).json()["version"] == version + 1
        other = two if page is one else one
        assert other.ask("choose", **repeated)["code"] in ("stale", "wrong_seat")
        assert page.choose()["version"] == version + 2


@pytest.mark.slow
def test_a_page_that_comes_back_gets_exactly_what_it_missed(client: Client) -> None:
    links = buda(client)
    rng = random.Random(8)
    with Page(client, links["ottoman"]) as two:
        with Page(client, links["imperial"]) as one:
            play_out([one, two], rng, 20)
            kept = list(one.log)
            seen = {"seat": "imperial", "version": one.update["version"], "talk": len(one.talk)}
        while two.mine:
            two.choose(rng.choice(two.options))
        two.ask("say", text="Are you there?")
        with Page(client, links["imperial"], **seen) as back:
            assert back.update["log"]["first"] == len(kept)
            back.log = kept + back.update["log"]["lines"]
            assert [line["text"] for line in back.log] == [line["text"] for line in two.log]
            if not back.talk:
                back.wait(lambda message: message["is"] == "talk")
            assert [line["text"] for line in back.talk] == ["Are you there?"]
            play_out([back, two], rng, 20)
            assert [line["text"] for line in back.log] == [line["text"] for line in two.log]


def test_a_page_that_comes_back_after_an_undo_loses_what_was_taken_back(client: Client) -> None:
    links = buda(client)
    with Page(client, links["ottoman"]) as two, Page(client, links["imperial"]) as one:
        rng = random.Random(5)
        while not one.update["undo"]["possible"]:
            play_out([one, two], rng, 1)
        kept, seen = list(two.log), two.update["version"]
        one.until(one.ask("undo", n=one.update["n"])["version"])
        one.choose(rng.choice(one.options))
        with Page(client, links["ottoman"], seat="ottoman", version=seen) as back:
            log = kept[: back.update["log"]["first"]] + back.update["log"]["lines"]
            assert [line["text"] for line in log] == [line["text"] for line in one.log]


@pytest.mark.slow
@pytest.mark.parametrize("version", [-1, 0, 3, 10_000])
def test_whatever_a_page_claims_to_have_seen_it_gets_the_whole_log(client: Client, version: int) -> None:
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        play_out([one, two], random.Random(1), 5)
        with Page(client, links["imperial"], seat="imperial", version=version) as back:
            first = back.update["log"]["first"]
            assert one.log[:first] + back.update["log"]["lines"] == one.log
            assert first == 0 or version in (0, 3)
