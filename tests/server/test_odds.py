"""Odds over the socket: for the seat that is asked, by what it knows, while everything else goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.pages import Client, Page, open_table, person, serve, services_of, settings

pytestmark = pytest.mark.slow

STORM: list[str | int] = ["assault", "zone:vizivaros"]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    import asyncio

    with serve(settings(tmp_path)) as serving:
        monkeypatch.setattr(services_of(serving).workers, "_run", asyncio.to_thread)
        yield serving


def at_the_wall(client: Client, **more: Any) -> Page:
    body = {"game": "buda_1686", "example": {"id": "ex.assault.vizivaros", "step": 1}, **more}
    return Page(client, client.post("/api/tables", json=body).json()["links"][0]["token"])


def test_the_odds_of_an_option_are_told_with_everything_they_depend_on(client: Client) -> None:
    with at_the_wall(client) as page:
        answer = page.ask("odds", choice=STORM)
        assert answer["is"] == "odds" and answer["n"] == page.update["n"]
        (odds,) = answer["odds"]
        assert odds["choice"] == STORM and odds["exact"] and odds["depends"] == []
        assert sum(term["amount"] for term in odds["terms"]) == 6  # 16 against 10, terrain 0
        assert [(need["kind"], need["die"]) for need in odds["needs"]] == [("at_least", -2), ("at_least", 2)]
        stays, comes = odds["ifs"]
        assert [answer["choice"] for answer in stays["answers"]] == [["stay"]]
        assert [round(each["share"] * 6) for each in stays["outcomes"]] == [5, 1]
        assert [each["faces"] for each in stays["outcomes"]] == [[2, 3, 4, 5, 6], [1]]
        assert comes["answers"][0]["text"] and all(each["text"] for each in comes["outcomes"])


def test_without_a_choice_all_options_with_dice_are_looked_at(client: Client) -> None:
    with at_the_wall(client) as page:
        odds = page.ask("odds")["odds"]
        chosen = [each["choice"] for each in odds]
        assert STORM in chosen and all(choice in page.options for choice in chosen)
        assert not any(choice[0] in ("move", "end", "entrench") for choice in chosen)
        assert page.ask("odds", choice=["end"])["odds"] == []


def test_odds_are_for_options_of_the_seat_that_is_asked(client: Client) -> None:
    with at_the_wall(client) as page:
        assert page.ask("odds", choice=["assault", "zone:palota"])["code"] == "illegal_choice"
        assert page.ask("odds", choice=["no such thing"])["code"] == "illegal_choice"
    links = open_table(client, "buda_1686", {"imperial": person("away"), "ottoman": person("away")}, True)
    with (
        Page(client, links["imperial"]) as one,
        Page(client, links["ottoman"]) as two,
        Page(client, links["watch"]) as it,
    ):
        waiting, asked = (two, one) if one.mine else (one, two)
        assert waiting.ask("odds", choice=asked.options[0])["code"] == "wrong_seat"
        assert it.ask("odds")["code"] == "watching"


def test_asking_leaves_the_table_as_it_is(client: Client) -> None:
    with at_the_wall(client) as page:
        before = page.update
        for _ in range(3):
            page.ask("odds", choice=STORM)
        assert page.choose(STORM)["is"] == "done"
        assert page.update["version"] == before["version"] + 1


def test_the_texts_are_in_the_readers_language(client: Client) -> None:
    made = client.post("/api/tables", json={"game": "buda_1686", "example": {"id": "ex.assault.vizivaros", "step": 1}})
    with Page(client, made.json()["links"][0]["token"], "hu") as page:
        (odds,) = page.ask("odds", choice=STORM)["odds"]
        assert odds["needs"][1]["text"] == "legalább 2"
