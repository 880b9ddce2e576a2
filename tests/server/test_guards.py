"""What protects a server that strangers can reach: limits per client, sizes, headers, and the file that sets them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from sandtable.cli.main import main
from sandtable.server.limits import Limiter, TooMany, client_network
from sandtable.server.settings import Limits
from tests.clocks import Clock
from tests.server.pages import (
    Client,
    Page,
    bearer,
    buda,
    person,
    play_out,
    serve,
    services_of,
    settings,
    short_game,
    think_little,
)

JSON = {"content-type": "application/json"}
BUDA = {"game": "buda_1686", "seats": {"imperial": person("away"), "ottoman": person("away")}}


def test_an_allowance_is_used_up_and_grows_back() -> None:
    clock = Clock()
    limiter = Limiter(Limits(talk=6), clock)
    for _ in range(6):
        limiter.count("talk", "anna")
    with pytest.raises(TooMany) as refused:
        limiter.count("talk", "anna")
    assert refused.value.seconds == 10  # six in sixty seconds: one in ten
    limiter.count("talk", "béla")
    clock.now += 9.9
    with pytest.raises(TooMany):
        limiter.count("talk", "anna")
    clock.now += 0.2
    limiter.count("talk", "anna")
    with pytest.raises(TooMany):
        limiter.count("talk", "anna")
    clock.now += 60
    limiter.sweep()
    assert limiter.used == {}


def test_no_limit_counts_nothing() -> None:
    limiter = Limiter(Limits(talk=0))
    for _ in range(1000):
        limiter.count("talk", "anna")
    assert limiter.used == {}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        (None, "testclient", False),
    ],
)
def test_who_counts_as_one_client(one: str | None, other: str, same: bool) -> None:
    assert (client_network(one) == client_network(other)) == same


@pytest.mark.slow
def test_tables_and_links_are_limited(tmp_path: Path) -> None:
    with serve(settings(tmp_path, limits=Limits(tables=3))) as client:
        links = buda(client, watch=True)
        assert client.post("/api/table/share", headers=bearer(links["imperial"])).status_code == 201
        assert client.post("/api/tables", json=BUDA).status_code == 201
        for route in ("/api/tables", "/api/table/share", "/api/table/rematch", "/api/table/fork"):
            body = {"at": 0, "seats": {}} if route.endswith("fork") else BUDA
            refused = client.post(route, json=body, headers=bearer(links["imperial"]))
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many"), route
            assert 0 < int(refused.headers["retry-after"]) <= 1200
        texts = [
            client.post("/api/tables", json=BUDA, **how).json()["text"]  # type: ignore[arg-type]
            for how in ({}, {"params": {"lang": "hu"}}, {"headers": {"accept-language": "hu-HU,hu;q=0.9"}})
        ]
        assert texts[0] == "Too many requests. Try again later."
        assert texts[1] == texts[2] == "Túl sok kérés. Próbáld meg később."
        assert client.get("/api/table", headers=bearer(links["imperial"])).status_code == 200


@pytest.mark.slow
def test_talk_hints_and_last_turns_are_limited_and_play_is_not(tmp_path: Path) -> None:
    with serve(settings(tmp_path, limits=Limits(talk=2, hints=1, recaps=2))) as client:
        links = buda(client)
        with Page(client, links["imperial"], "hu") as page, Page(client, links["ottoman"]) as other:
            assert page.ask("say", text="egy")["is"] == page.ask("rename", name="Anna")["is"] == "done"
            refused = page.ask("say", text="három")
            assert (refused["code"], refused["text"]) == ("too_many", "Túl sok kérés. Próbáld meg később.")
            asked = page if page.mine else other
            assert asked.ask("hint")["is"] == "hints"
            assert asked.ask("hint")["code"] == "too_many"
            play_out([page, other], random.Random(1), 20)
            assert [page.ask("recap").get("code") for _ in range(3)] == [None, None, "too_many"]
            assert len(page.talk) == 1


@pytest.mark.slow
def test_costly_reads_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(settings(tmp_path, limits=Limits(reads=3))) as client:
        links, _, _ = short_game(client, monkeypatch)
        link = bearer(links["imperial"])
        routes = ("/api/table/replay", "/api/table/steps", "/api/table/steps", "/api/table/replay", "/api/table/steps")
        assert [client.get(route, headers=link).status_code for route in routes] == [200, 200, 200, 429, 429]


def test_questions_why_not_are_limited(tmp_path: Path) -> None:
    with serve(settings(tmp_path, limits=Limits(reads=2))) as client:
        links = buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            page = one if one.mine else two
            asked = [page.ask("why", about="zone:vizivaros") for _ in range(3)]
            assert [answer.get("code") for answer in asked] == [None, None, "too_many"]


def test_refused_and_repeated_choices_are_limited_where_they_are_made(tmp_path: Path) -> None:
    with serve(settings(tmp_path, limits=Limits(repeats=3))) as client:
        links, elsewhere = buda(client), buda(client)
        with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
            page = one if one.mine else two
            n = page.update["n"]
            answers = [page.choose(id="once"), *(page.ask("choose", id="once", n=n, choice=["x"]) for _ in range(3))]
            assert [answer["is"] for answer in answers] == ["done"] * 4
            assert page.ask("choose", id="once", n=n, choice=["x"])["code"] == "too_many"
            assert page.ask("undo", n=0)["code"] == "too_many"
        with Page(client, elsewhere["imperial"]) as one, Page(client, elsewhere["ottoman"]) as two:
            page = one if one.mine else two
            assert page.choose(["nonsense"])["code"] == "illegal_choice"
            assert page.choose()["is"] == "done"


@pytest.mark.slow
def test_analyses_are_limited_but_not_those_that_are_made_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve(settings(tmp_path, limits=Limits(analyses=1))) as client:
        think_little(client, monkeypatch)
        links, _, _ = short_game(client, monkeypatch)
        link = bearer(links["imperial"])
        assert client.get("/api/table/analysis", headers=link).status_code == 200
        assert client.get("/api/table/analysis", headers=link).status_code == 200
        (table,) = services_of(client).tables.open.values()
        table.analysis = None  # as after it has left memory
        assert client.get("/api/table/analysis", headers=link).status_code == 429


def test_every_answer_carries_the_headers_that_protect_a_page(tmp_path: Path) -> None:
    built = tmp_path / "static"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<title>table</title>", encoding="utf-8")
    (built / "assets" / "index-1.js").write_text("", encoding="utf-8")
    with serve(settings(tmp_path, static=built)) as client:
        answers = {
            path: client.get(path, headers=bearer("guessed"))
            for path in ("/", "/assets/index-1.js", "/nothing", "/api/games", "/api/table", "/api/games/x/art/y.svg")
        }
        answers["too large"] = client.post("/api/tables", content=b" " * 70_000, headers=JSON)
    assert {path: answer.status_code for path, answer in answers.items()} == {
        "/": 200,
        "/assets/index-1.js": 200,
        "/nothing": 404,
        "/api/games": 200,
        "/api/table": 401,
        "/api/games/x/art/y.svg": 404,
        "too large": 413,
    }
    for path, answer in answers.items():
        policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'" and "script-src" not in policy, path  # no script but our own files
        assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers and "x-powered-by" not in answer.headers
    assert answers["/api/table"].headers["cache-control"] == "no-store"
    assert "immutable" in answers["/assets/index-1.js"].headers["cache-control"]
    assert answers["/"].headers["cache-control"] == "no-cache"


def test_what_is_too_long_is_refused(client: Client) -> None:
    seats = {"imperial": person("away", "x" * 70_000), "ottoman": person("away")}
    refused = client.post("/api/tables", json={**BUDA, "seats": seats}, params={"lang": "hu"})
    assert (refused.status_code, refused.json()) == (413, {"code": "too_large", "text": "Ez túl hosszú.", "rule": None})
    assert (
        client.post("/api/tables", json={**BUDA, "seats": seats | {"imperial": person("here", "x" * 41)}}).status_code
        == 400
    )


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("idle = 'long'", "idle"),
        ("patience = 3", "patience"),
        ("[limits]\ntables = -1", "limits.tables"),
        ("[keep]\nfinished = 1e9", "keep.finished"),
        ("idle =", "settings.toml"),
    ],
)
def test_a_file_of_settings_that_makes_no_sense_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["serve", "--settings", str(file), "--database", f"sqlite:///{tmp_path / 'games.sqlite'}"]) != 0
    error = capsys.readouterr().err
    assert error.startswith("sandtable: ") and complaint in error and error.count("\n") == 1


def test_costly_reads_leave_the_event_loop_to_others(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def run(work: Callable[..., object], *args: object) -> object:
        """As a worker would, and not where all tables are served."""
        made.append(work.__name__)
        return await asyncio.to_thread(work, *args)

    monkeypatch.setattr(services_of(client).workers, "_run", run)
    links = buda(client)
    with Page(client, links["imperial"]) as one, Page(client, links["ottoman"]) as two:
        play_out([one, two], random.Random(1), 3)
        assert one.ask("recap")["is"] == "recap"
        one.ask("resign")
    link = bearer(links["imperial"])
    assert client.get("/api/table/replay", headers=link).status_code == 200
    assert client.get("/api/table/steps", headers=link).status_code == 200
    body = {"at": 2, "seats": {"imperial": person(), "ottoman": person()}}
    assert client.post("/api/table/fork", json=body, headers=link).status_code == 201
    assert made == ["_recap", "recorded", "_steps", "_position_at_checkpoint"]
