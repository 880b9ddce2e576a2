"""Guided first games over HTTP: played through without a table, and left for one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.pages import Client, Page

pytestmark = pytest.mark.slow

GUIDE = "/api/games/buda_1686/guides/first"


def leave(client: Client, status: int = 201, **guide: Any) -> Any:
    more = guide.pop("more", {})
    answer = client.post("/api/tables", json={"game": "buda_1686", "guide": {"id": "first", **guide}, **more})
    assert answer.status_code == status, answer.text
    return answer.json()


def test_guides_are_listed(client: Client) -> None:
    (entry,) = client.get("/api/games/buda_1686/guides", params={"lang": "hu"}).json()["guides"]
    assert entry == {
        "id": "first",
        "title": "Első játék: be a Vízivárosba",
        "minutes": 10,
        "seat": "imperial",
        "decisions": 15,
    }
    assert client.get("/api/games/no_such_game/guides").status_code == 404


def test_the_shelf_names_the_guides_of_each_game(client: Client) -> None:
    games = client.get("/api/games", params={"lang": "en"}).json()["games"]
    (entry,) = next(game["guides"] for game in games if game["slug"] == "buda_1686")
    assert (entry["id"], entry["minutes"], entry["seat"]) == ("first", 10, "imperial")


def test_a_guide_says_why_something_cannot_be_done_now(client: Client) -> None:
    asked = client.get(f"{GUIDE}/why", params={"step": 0, "about": "zone:vizivaros"}).json()
    refused = {each["choice"][0]: each["rule"] for each in asked["refusals"]}
    assert refused["assault"] == "assault.precondition" and asked["offered"]
    assert client.get(f"{GUIDE}/why", params={"step": 2, "about": "zone:vizivaros"}).status_code == 404  # others choose
    assert client.get(f"{GUIDE}/why", params={"step": 99, "about": "zone:vizivaros"}).status_code == 404


def test_a_guide_has_every_moment_with_what_each_option_means(client: Client) -> None:
    guide = client.get(GUIDE).json()
    assert len(guide["pages"]) == 3 and [each["at"] for each in guide["moments"]] == list(range(24))
    first = guide["moments"][0]
    advised = [each for each in first["decision"]["options"] if each["answer"] == "advised"]
    assert [each["choice"] for each in advised] == [["move", "unit:kaiserlich_3", "zone:felheviz"]]
    others = [each for each in first["decision"]["options"] if each["answer"] == "other"]
    assert others and all(each["note"] for each in others)
    numbers = [each["decision"]["number"] for each in guide["moments"] if each["decision"]]
    assert numbers == list(range(1, 16))
    assert guide["moments"][-1]["decision"] is None and guide["end"] and guide["level"]
    moved = guide["moments"][1]
    assert moved["said"].startswith("Four units now stand") and moved["chosen"][0]["seat"] == "imperial"
    shot = guide["moments"][3]
    assert shot["chance"] == [3] and shot["said"] and shot["decision"]["number"] == 3


def test_a_choice_that_serves_as_well_goes_on_with_the_names_exchanged(client: Client) -> None:
    entering = client.get(GUIDE).json()["moments"][3]["decision"]["options"]
    also = next(each for each in entering if each["choice"] == ["enter", "unit:kaiserlich_2"])
    assert (also["answer"], also["also"]) == ("also", "3.0")
    other = client.get(GUIDE, params={"also": also["also"]}).json()
    assert other["also"] == "3.0"
    assert other["moments"][4]["chosen"][0]["choice"] == ["enter", "unit:kaiserlich_2"]
    assert client.get(GUIDE, params={"also": "3.7"}).status_code == 404
    assert client.get(GUIDE, params={"also": "99.0"}).status_code == 404
    assert client.get(GUIDE, params={"also": "x"}).status_code == 400


def test_the_guide_is_left_for_a_table_by_ones_own_choice(client: Client) -> None:
    made = leave(client, step=0, choice=["spring", "zone:vizivaros"])
    (link,) = made["links"]
    assert link["seats"] == ["imperial"]
    with Page(client, link["token"]) as page:
        assert page.welcome["table"]["guide"]["step"] == 0 and page.welcome["table"]["example"] is None
        seats = {seat["seat"]: (seat["kind"], seat["level"]) for seat in page.welcome["table"]["seats"]}
        assert seats == {"imperial": ("here", None), "ottoman": ("opponent", "1")}


def test_at_its_end_one_plays_on_from_there(client: Client) -> None:
    last = client.get(GUIDE).json()["moments"][-1]
    made = leave(client, step=last["at"])
    with Page(client, made["links"][0]["token"]) as page:
        assert page.update["scene"]["areas"] == last["scene"]["areas"] and page.mine


@pytest.mark.parametrize(
    ("guide", "status", "code"),
    [
        ({"id": "second"}, 404, "not_found"),
        ({"step": 99}, 404, "not_found"),
        ({"step": 0, "choice": ["assault", "zone:palota"]}, 400, "illegal_choice"),
        ({"step": 2, "choice": ["aid"]}, 400, "wrong_seat"),
        ({"step": 0, "also": "3.9"}, 404, "not_found"),
        ({"step": 0, "also": "a"}, 400, "bad_request"),
        ({"step": 0, "position": {}}, 400, "bad_request"),
        ({"step": 0, "more": {"watch": True}}, 400, "bad_request"),
        ({"step": 0, "more": {"options": {"victory": "either_victory"}}}, 400, "bad_request"),
        ({"step": 0, "more": {"example": {"id": "ex.assault.vizivaros"}}}, 400, "bad_request"),
    ],
)
def test_nothing_else_is_taken_from_outside(client: Client, guide: dict[str, Any], status: int, code: str) -> None:
    assert leave(client, status, **guide)["code"] == code
