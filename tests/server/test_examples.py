"""Worked examples over HTTP: listed, stepped through, and tried at a table of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.lesson.play import played
from sandtable.engine.words import LANGUAGES
from sandtable.games import load, slugs
from tests.playing import book_of
from tests.server.pages import Client, Message, Page, serve, services_of, settings

pytestmark = pytest.mark.slow

SLUGS = [slug for slug in slugs() if book_of(load(slug)).examples]
VIZIVAROS = "ex.assault.vizivaros"


def get(client: Client, slug: str, name: str = "", status: int = 200, **query: Any) -> Any:
    answer = client.get(f"/api/games/{slug}/examples" + (f"/{name}" if name else ""), params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def try_it(client: Client, status: int = 201, **body: Any) -> Any:
    answer = client.post("/api/tables", json={"game": "buda_1686", **body})
    assert answer.status_code == status, answer.text
    return answer.json()


# ---------------------------------------------------------------------- listed


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_example_of_the_ledger_is_listed_with_its_lines(client: Client, slug: str, lang: str) -> None:
    book, ledger = book_of(load(slug)), load(slug).ledger
    listed = get(client, slug, lang=lang)["examples"]
    assert [each["id"] for each in listed] == [name for name in ledger.examples if ledger.in_play(name)]
    for each in listed:
        example = book.examples[each["id"]]
        assert each["title"] == (example.hu if lang == "hu" else example.en)
        assert each["text"] and each["rules"] == list(ledger.examples[each["id"]].rules)
        assert [line["id"] for line in each["lines"]] == [line.id for line in book.lines_of(example.id)]
        assert all(line["text"] for line in each["lines"])


def test_a_grid_is_a_table_whose_cells_name_their_lines(client: Client) -> None:
    listed = {each["id"]: each for each in get(client, "nights_of_fire")["examples"]}
    grid = listed["ex.attack.table"]["grid"]
    assert grid["across"] == ["1", "2", "3", "4", "5", "6"] and len(grid["down"]) == len(grid["cells"]) > 1
    for value, row in zip(grid["down"], grid["cells"], strict=True):
        assert [cell["line"] for cell in row] == [f"{value}/{face}" for face in grid["across"]]
        assert all(cell["kind"] and cell["text"] for cell in row)
    assert listed["ex.attack.table"]["lines"][0]["id"] == grid["cells"][0][0]["line"]
    fate = next(each for each in get(client, "buda_1686")["examples"] if each["id"] == "cx.assault.limits")["grid"]
    assert fate["down"] == [] and len(fate["cells"]) == 1 and len(fate["cells"][0]) == 6


# ---------------------------------------------------------------------- stepped


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_can_be_stepped_through(client: Client, slug: str) -> None:
    for name, example in book_of(load(slug)).examples.items():
        shown = get(client, slug, name, lang="hu")
        assert [step["at"] for step in shown["steps"]] == list(range(1, len(shown["steps"]) + 1))
        assert shown["look"] == example.look and shown["seat"] in (None, *shown["seats"])
        for step in shown["steps"]:
            assert step["text"] and step["rules"] and step["scene"]["seat"] == shown["seat"]


def test_a_step_has_what_was_chosen_what_chance_gave_and_the_table_after_it(client: Client) -> None:
    shown = get(client, "buda_1686", VIZIVAROS, line="one_unit")
    assert (shown["id"], shown["line"], shown["seat"]) == (VIZIVAROS, "one_unit", "imperial")
    look, storm, stay, losses = shown["steps"]
    assert not look["chosen"] and look["ask"]["seat"] == "imperial"
    assert [offer["choice"] for offer in look["ask"]["offers"]] == [["assault", "zone:vizivaros"]]
    assert storm["chosen"] == [
        {"seat": "imperial", "choice": ["assault", "zone:vizivaros"], "text": storm["chosen"][0]["text"]}
    ]
    assert storm["ask"]["seat"] == "ottoman" and storm["ask"]["text"]
    assert stay["chance"] == [3] and [line["key"] for line in stay["lines"]].count("roll_fight") == 1
    assert stay["sum"]["total"] == 6 and [term["amount"] for term in stay["sum"]["terms"]] == [16, -10, 0]
    wall = next(area for area in losses["scene"]["areas"] if area["id"] == "zone:vizivaros")
    assert [piece["id"] for piece in wall["pieces"]] == ["unit:janissary_1", "unit:azab_1"]
    assert shown["steps"][0]["rules"] == ["map.vizivaros.breaches", "map.vizivaros.terrain"]


def test_what_is_refused_and_how_it_ends_are_shown(client: Client) -> None:
    refused = [
        refusal
        for step in get(client, "buda_1686", "cx.castle.ottoman")["steps"]
        for refusal in step["refusals"]
        if refusal["choice"] == ["join", "unit:azab_1"]
    ]
    assert refused[0]["rule"] == "castle.ottoman.origin"
    assert refused[0]["why"] == load("buda_1686").ledger.text("castle.ottoman.origin")
    last = get(client, "buda_1686", "cx.victory.units_not_enough", line="either", lang="hu")["steps"][-1]
    assert last["ask"] is None and last["outcome"]["winners"] == ["imperial"]
    assert last["outcome"]["text"] == load("buda_1686").ledger.text(last["outcome"]["rule"], "hu")


def test_each_seat_is_shown_what_it_may_see(client: Client) -> None:
    book = book_of(load("nights_of_fire"))
    name = next(
        each
        for each, lines in book.lines.items()
        if str(lines[0].options.get("ruleset", "")).startswith("conflict") and each.startswith("ex.")
    )
    views = {seat: get(client, "nights_of_fire", name, seat=seat) for seat in ("revolutionary", "commander", "")}
    assert [view["seat"] for view in views.values()] == ["revolutionary", "commander", None]
    for seat, view in views.items():
        for step in view["steps"]:
            for hand in step["scene"]["hands"]:
                assert len(hand["cards"]) == (hand["count"] if hand["owner"] == seat else 0)
    for step in get(client, "nights_of_fire", name, seat="")["steps"]:
        assert step["scene"]["seat"] is None


@pytest.mark.parametrize(
    ("slug", "name", "query", "status"),
    [
        ("buda_1686", "ex.no_such", {}, 404),
        ("buda_1686", VIZIVAROS, {"line": "no_such"}, 404),
        ("buda_1686", VIZIVAROS, {"seat": "commander"}, 404),
        ("no_such_game", VIZIVAROS, {}, 404),
        ("buda_1686", VIZIVAROS, {"line": "x" * 300}, 400),
    ],
)
def test_what_there_is_not_is_not_found(
    client: Client, slug: str, name: str, query: dict[str, str], status: int
) -> None:
    get(client, slug, name, status, **query)


def test_a_browser_that_has_an_example_is_not_sent_it_again(client: Client) -> None:
    path = f"/api/games/buda_1686/examples/{VIZIVAROS}"
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and not again.content


# ---------------------------------------------------------------------- tried


def page_at(client: Client, made: Message) -> Page:
    return Page(client, made["links"][0]["token"])


def test_a_step_is_tried_at_a_table_of_ones_own(client: Client) -> None:
    made = try_it(client, example={"id": VIZIVAROS, "line": "one_unit", "step": 2})
    (link,) = made["links"]
    assert link["kind"] == "here" and link["seats"] == ["imperial", "ottoman"]
    with page_at(client, made) as page:
        assert page.welcome["table"]["example"] == {"id": VIZIVAROS, "line": "one_unit", "step": 2}
        assert {seat["kind"] for seat in page.welcome["table"]["seats"]} == {"here"}
        shown = get(client, "buda_1686", VIZIVAROS, line="one_unit")["steps"][1]["scene"]
        assert page.update["scene"]["areas"] == shown["areas"]
        assert page.options == [["rush"], ["stay"]] and page.update["seat"] == "ottoman"
        assert page.choose(["stay"])["is"] == "done"  # dice of its own: nothing is scripted
        assert [line["key"] for line in page.log].count("roll_fight") == 1


def test_a_line_left_out_is_the_first_and_step_0_is_the_beginning(client: Client) -> None:
    with page_at(client, try_it(client, example={"id": VIZIVAROS})) as page:
        assert page.welcome["table"]["example"] == {"id": VIZIVAROS, "line": "one_unit", "step": 0}
        assert ["assault", "zone:vizivaros"] in page.options


def test_a_tried_table_comes_back_from_the_disk(tmp_path: Path) -> None:
    """In the middle of a pass the position holds the last checkpoint and what was chosen and rolled since."""
    example = {"id": VIZIVAROS, "line": "two_units", "step": 3}
    with serve(settings(tmp_path)) as client:
        made = try_it(client, example=example)
        with page_at(client, made) as page:
            scene, options = page.update["scene"], page.options
            assert ["hit", "unit:azab_1"] in options
    with serve(settings(tmp_path)) as client, page_at(client, made) as page:
        assert (page.update["scene"], page.options) == (scene, options)
        assert page.choose(["hit", "unit:azab_1"])["is"] == "done"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_example_can_be_tried_from_its_last_step_unless_it_ends_the_game(client: Client, slug: str) -> None:
    game = load(slug)
    for name, lines in list(book_of(game).lines.items())[::4]:
        line = lines[-1]
        end = played(game, line).match
        body: Message = {"game": slug, "example": {"id": name, "line": line.id, "step": len(line.steps)}}
        if end.outcome is not None:
            assert try_it(client, 400, **body)["code"] == "over"
            continue
        made = try_it(client, **body)
        live = services_of(client).tables.open
        with page_at(client, made) as page:
            seat = end.seat_number(page.update["seat"])
            match = live[made["table"]].live
            assert match is not None and game.describe(match.match.state) == game.describe(end.state)
            assert page.update["ask"]["mine"] == (end.ask is not None and end.ask.open_to(seat))


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"seats": {"imperial": {"kind": "here"}, "ottoman": {"kind": "here"}}}, 400, "bad_request"),
        ({"options": {"victory": "either_victory"}}, 400, "bad_request"),
        ({"shared": True}, 400, "bad_request"),
        ({"absence": 3600}, 400, "bad_request"),
        ({"position": {"turn": 8}}, 400, "bad_request"),
        ({"example": {"id": VIZIVAROS, "position": {"turn": 8}}}, 400, "bad_request"),
        ({"example": {"id": VIZIVAROS, "step": -1}}, 400, "bad_request"),
        ({"example": {"id": VIZIVAROS, "step": 9}}, 404, "not_found"),
        ({"example": {"id": VIZIVAROS, "line": "three_units"}}, 404, "not_found"),
        ({"example": {"id": "ex.no_such"}}, 404, "not_found"),
        ({"game": "no_such_game"}, 404, "unknown_game"),
    ],
)
def test_an_example_is_the_only_position_that_is_taken_and_decides_the_rest(
    client: Client, more: Message, status: int, code: str
) -> None:
    assert try_it(client, status, **{"example": {"id": VIZIVAROS, "step": 1}, **more})["code"] == code


def test_a_table_that_was_not_opened_from_an_example_says_so(client: Client) -> None:
    made = try_it(client, seats={"imperial": {"kind": "here"}, "ottoman": {"kind": "here"}})
    with page_at(client, made) as page:
        assert page.welcome["table"]["example"] is None
    assert try_it(client, 400)["code"] == "bad_seats"


def test_a_roll_says_what_it_needed(client: Client) -> None:
    """16 against 10 makes +6, against a morale of 4: any roll is a success, and 2 or more a double one."""
    told = get(client, "buda_1686", VIZIVAROS)["steps"][2]["lines"]
    (roll,) = [line for line in told if line["key"] == "roll_fight"]
    assert roll["needs"] == ["any roll", "2 or more"]
    assert all(not line["needs"] for line in told if line is not roll)
