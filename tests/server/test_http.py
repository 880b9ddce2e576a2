"""What is asked over HTTP: games, new tables, finished games, rematches, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.replay import Replay, run
from sandtable.engine.words import LANGUAGES
from sandtable.games import load, slugs
from sandtable.server import words
from sandtable.server.schema import document
from tests.server.pages import (
    Client,
    Page,
    bearer,
    buda,
    open_table,
    opponent,
    person,
    play_out,
    serve,
    settings,
    short_game,
)


class Finished:
    """A game that was played to its end, and its links."""

    def __init__(self, client: Client) -> None:
        self.client = client
        with pytest.MonkeyPatch.context() as patch:
            self.links, self.final, self.log = short_game(client, patch)

    def get(self, route: str, link: str = "imperial", **query: Any) -> Any:
        answer = self.client.get(f"/api/table{route}", headers=bearer(self.links[link]), params=query)
        assert answer.status_code == 200, answer.text
        return answer

    def post(self, route: str, seat: str = "imperial", body: Any = None) -> Any:
        answer = self.client.post(f"/api/table{route}", headers=bearer(self.links[seat]), json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    with serve(settings(tmp_path_factory.mktemp("finished"))) as client:
        yield Finished(client)


def test_health_and_the_client_if_there_is_one(tmp_path: Path) -> None:
    built = tmp_path / "static"
    with serve(settings(tmp_path, static=built)) as client:
        assert client.get("/api/health").json()["status"] == "ok"
        assert "openapi" in client.get("/").text
    built.mkdir()
    (built / "index.html").write_text("<title>table</title>", encoding="utf-8")
    with serve(settings(tmp_path, static=built)) as client:
        page = client.get("/")
        assert page.text == "<title>table</title>" and page.headers["referrer-policy"] == "no-referrer"
        assert client.get("/api/health").json()["status"] == "ok"
        assert client.get("/../games.sqlite").status_code == 404


@pytest.mark.parametrize("path", ["/%00", "/assets/%00.js", "/" + "a" * 300, "/" + "%C5%91" * 130, "/" + "a/" * 2_000])
def test_a_path_that_no_file_can_have_is_not_found(tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str) -> None:
    (tmp_path / "index.html").touch()
    with serve(settings(tmp_path, static=tmp_path)) as client:
        answer = client.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert not [record for record in caplog.records if record.exc_info]  # no traceback


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_games_are_listed_with_everything_that_is_needed_to_begin(client: Client, lang: str) -> None:
    listed = client.get("/api/games", params={"lang": lang}).json()
    assert [game["slug"] for game in listed["games"]] == list(slugs())
    assert [level["level"] for level in listed["levels"]] == ["1", "2", "3", "4", "5", "6"]
    for game in listed["games"]:
        for mode in game["modes"]:
            assert set(mode["seats"]) <= set(game["seat_names"]) and len(mode["sides"]) == len(mode["seats"])
        assert all(value["text"] for option in game["options"] for value in option["values"])
        assert client.get(f"/api/games/{game['slug']}/names", params={"lang": lang}).json()
        rules = client.get(f"/api/games/{game['slug']}/rules", params={"lang": lang}).json()
        ledger = load(game["slug"]).ledger
        assert {rule["id"]: rule["why"] for rule in rules["rules"]} == {
            name: ledger.why(name, lang) for name in ledger.rules
        }
        short = client.get(f"/api/games/{game['slug']}/primer?lang={lang}")
        assert short.status_code == (200 if game["primer"] else 404)
        for drawing in game["art"]:
            found = client.get(f"/api/games/{game['slug']}/art/{drawing}")
            assert found.headers["content-type"].split(";")[0] in ("image/svg+xml", "text/css")
        assert client.get(f"/api/games/{game['slug']}/art/nothing.svg").status_code == 404


def test_both_languages_have_the_same_words() -> None:
    english, hungarian = (words._load(lang) for lang in LANGUAGES)
    assert {s: set(table) for s, table in english.items()} == {s: set(table) for s, table in hungarian.items()}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "seats": {}}, 404, "unknown_game"),
        ({"game": "buda_1686", "seats": {}}, 400, "bad_seats"),
        ({"game": "buda_1686", "seats": {"imperial": person(), "ottoman": {"kind": "ghost"}}}, 400, "bad_seats"),
        ({"game": "buda_1686", "seats": {"imperial": person(), "ottoman": opponent("99")}}, 400, "bad_seats"),
        ({"game": "buda_1686", "seats": {"imperial": person(), "ottoman": {"kind": "opponent"}}}, 400, "bad_seats"),
        ({"game": "buda_1686", "seats": {}, "options": {"victory": "never"}}, 400, "bad_options"),
        ({"game": "buda_1686", "seats": {}, "colour": "red"}, 400, "bad_request"),
        ({"game": "buda_1686", "seats": {"imperial": person("here", "x" * 41)}}, 400, "bad_request"),
        ({"game": 5}, 400, "bad_request"),
        ([], 400, "bad_request"),
        (None, 400, "bad_request"),
    ],
)
def test_a_table_that_cannot_be_is_refused(client: Client, body: object, status: int, code: str) -> None:
    answer = client.post("/api/tables?lang=hu", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"] == words.say("hu", f"refused.{code}")


def test_what_is_too_large_or_not_there(client: Client) -> None:
    assert client.post(
        "/api/tables", content=b"x" * 200_000, headers={"content-type": "application/json"}
    ).status_code in (400, 413)
    assert client.post("/api/tables", content=b"{", headers={"content-type": "application/json"}).status_code == 400
    assert client.get("/api/games/nothing/rules").status_code == 404
    assert client.get("/api/games/buda_1686/art/..%2Frules.toml").status_code == 404
    assert client.get("/api/nothing").json()["code"] == "not_found"
    assert client.put("/api/tables").status_code == 405


@pytest.mark.parametrize(
    "body",
    [b"[" * 5_000, b'{"a":' * 5_000, b'{"game": "\xff\xfe", "seats": {}}', b"\xff", b'{"game": ' + b"9" * 6_000 + b"}"],
    ids=["nested lists", "nested objects", "not UTF-8 in a text", "not UTF-8", "a number of 6000 digits"],
)
def test_a_body_that_cannot_be_read_is_a_bad_request(
    client: Client, caplog: pytest.LogCaptureFixture, body: bytes
) -> None:
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert not [record for record in caplog.records if record.exc_info]  # no traceback


def test_links_by_who_sits_where(client: Client) -> None:
    both = {"imperial": person(), "ottoman": person()}
    assert set(open_table(client, "buda_1686", both)) == {"imperial,ottoman"}
    away = {"imperial": person(), "ottoman": person("away")}
    assert set(open_table(client, "buda_1686", away, True)) == {"imperial", "ottoman", "watch"}
    assert set(open_table(client, "buda_1686", {"imperial": opponent(), "ottoman": opponent()})) == {"watch"}


@pytest.mark.slow
def test_nothing_of_a_game_under_way_can_be_replayed(client: Client) -> None:
    links = buda(client)
    for route in ("replay", "steps", "analysis"):
        answer = client.get(f"/api/table/{route}", headers=bearer(links["imperial"]))
        assert (answer.status_code, answer.json()["code"]) == (409, "too_early")
    body = {"at": 0, "seats": {"imperial": person(), "ottoman": opponent()}}
    assert client.post("/api/table/fork", headers=bearer(links["imperial"]), json=body).status_code == 409
    assert client.post("/api/table/rematch", headers=bearer(links["imperial"])).status_code == 409
    assert client.post("/api/table/share", headers=bearer(links["imperial"])).status_code == 403


@pytest.mark.slow
def test_the_replay_file_of_a_finished_game_reproduces_it(finished: Finished) -> None:
    answer = finished.get("/replay")
    assert "attachment" in answer.headers["content-disposition"]
    *_, last = run(load("buda_1686"), Replay.from_lines(answer.text))
    assert last.outcome is not None
    assert [last.seats[seat] for seat in last.outcome.winners] == finished.final["outcome"]["winners"]


@pytest.mark.slow
def test_a_finished_game_is_gone_through_step_by_step(finished: Finished) -> None:
    total = finished.get("/steps", count=1).json()["total"]
    lines, at = [], 0
    while at <= total:
        steps = finished.get("/steps", first=at, count=50).json()["steps"]
        assert [step["at"] for step in steps] == list(range(at, min(at + 50, total + 1)))
        lines += [line for step in steps for line in step["lines"]]
        at += len(steps)
    assert steps[-1]["scene"] == finished.final["scene"]
    assert [line["text"] for line in lines] == [line["text"] for line in finished.log]
    begun = finished.get("/steps", seat="", count=2).json()["steps"]
    assert begun[0]["seat"] is None and begun[0]["scene"]["seat"] is None and begun[1]["text"]
    answer = finished.client.get("/api/table/steps?seat=nobody", headers=bearer(finished.links["watch"]))
    assert answer.status_code == 404


@pytest.mark.slow
def test_play_on_from_a_past_position(finished: Finished) -> None:
    seats = {"imperial": person(), "ottoman": person("away")}
    made = finished.post("/fork", body={"at": 30, "seats": seats})
    before = finished.get("/steps", first=0, count=31).json()["steps"]
    with Page(finished.client, made["links"][0]["token"]) as page:
        assert page.update["version"] == 0 and page.update["outcome"] is None
        assert page.update["scene"]["areas"] in [step["scene"]["areas"] for step in before[-12:]]
    again = finished.client.post(
        "/api/table/fork", headers=bearer(finished.links["imperial"]), json={"at": 10**6, "seats": seats}
    )
    assert again.status_code == 404
    wrong = finished.client.post(
        "/api/table/fork", headers=bearer(finished.links["imperial"]), json={"at": -1, "seats": seats}
    )
    assert wrong.status_code == 400


@pytest.mark.slow
def test_a_rematch_swaps_sides_and_brings_everybody_to_one_table(finished: Finished) -> None:
    with Page(finished.client, finished.links["ottoman"]) as page:
        one = finished.post("/rematch", "imperial")
        page.wait(lambda message: message["is"] == "company" and message["rematch"])
    two, three = finished.post("/rematch", "ottoman"), finished.post("/rematch", "watch")
    assert (one["seats"], two["seats"], three["seats"]) == (["ottoman"], ["imperial"], [])
    with Page(finished.client, one["token"]) as here, Page(finished.client, two["token"]) as there:
        assert here.welcome["table"]["id"] == there.welcome["table"]["id"]
        names = {place["seat"]: place["name"] for place in here.welcome["table"]["seats"]}
        assert names == {"ottoman": "Anna", "imperial": "Béla"}
        assert here.welcome["table"]["options"]["victory"] == "either_victory"
        play_out([here, there], random.Random(1), 5)


@pytest.mark.slow
def test_a_finished_game_is_shared_by_a_link(finished: Finished) -> None:
    token = finished.post("/share")["token"]
    with Page(finished.client, token) as page:
        assert page.update["outcome"] == finished.final["outcome"] and page.update["seat"] is None
    finished.links["shared"] = token
    assert finished.get("/steps", "shared").json()["steps"][0]["scene"]["seat"] is None


@pytest.mark.slow
def test_the_analysis_of_a_finished_game(finished: Finished) -> None:
    total = finished.get("/steps", count=1).json()["total"]
    made = finished.get("/analysis", lang="hu").json()
    assert [moment["at"] for moment in made["moments"]] == list(range(1, total + 1))
    assert all(0 <= win <= 1 for moment in made["moments"] for win in moment["win"].values())
    assert all(1 <= point["at"] <= total and point["text"] for point in made["turning_points"])
    assert finished.get("/analysis", "watch").json()["start"] == made["start"]


def test_the_document_describes_every_route_and_message() -> None:
    described = document()
    schemas = described["components"]["schemas"]
    assert {"Update", "Hello", "Scene", "SocketRequest", "SocketAnswer", "NewTable", "Catalogue"} <= set(schemas)
    assert "/api/table/steps" in described["paths"]
    assert described["paths"]["/api/table"]["get"]["security"] == [{"link": []}]


@pytest.mark.slow
def test_the_server_gives_the_same_document(client: Client, tmp_path: Path) -> None:
    assert (
        client.get("/api/openapi.json").json()["components"]["schemas"].keys()
        == document()["components"]["schemas"].keys()
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_in_short_is_told_with_its_rules_and_chapters(client: Client, lang: str) -> None:
    told = client.get("/api/games/buda_1686/primer", params={"lang": lang}).json()
    ledger = load("buda_1686").ledger
    assert told["aim"]["text"] and [win["seats"] for win in told["win"]] == [["imperial"], ["ottoman"]]
    assert {"phase": ["phase:go"], "go": ["ottoman"]} in [step["when"] for step in told["course"]]
    assert next(entry for entry in told["about"] if "fact terrain" in entry["of"])["rules"][0] == "map.wall.terrain"
    assert sum(chapter["rules"] for chapter in told["chapters"]) == len(ledger.rules)
    assert sum(chapter["examples"] for chapter in told["chapters"]) == len(ledger.examples)
    assert client.get("/api/games/no_such_game/primer").status_code == 404


@pytest.mark.slow
def test_the_whole_report_of_a_finished_game_says_each_lines_step(finished: Finished) -> None:
    header = bearer(finished.links["watch"])
    steps = finished.client.get("/api/table/steps?count=50&seat=", headers=header).json()
    told = finished.client.get("/api/table/report?seat=", headers=header).json()["lines"]
    last = steps["steps"][-1]["at"]
    wanted = [(step["at"], line["text"]) for step in steps["steps"] for line in step["lines"]]
    assert wanted and [(line["at"], line["text"]) for line in told if line["at"] <= last] == wanted
    assert max(line["at"] for line in told) == steps["total"]
    assert finished.client.get("/api/table/report?seat=nobody", headers=header).status_code == 404
