"""A game in its first hour, without a single drawing: the page makes what is missing, and shows what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from sandtable.engine.types import Choice
from sandtable.games import FOLDERS, load
from tests.conftest import MODEL
from tests.web.conftest import Server, Visitors
from tests.web.robot import new_table, person, play
from tests.web.tables import OVER, TablePage
from tests.web.truth import MARKET, begin, short_game

GAME = load(MODEL)
HERE = {seat: person() for seat in GAME.seats({})}
FILLS = """seats => seats.map(seat => {
  const card = document.querySelector(`[data-key="cart:${seat}"] rect.card`);
  return getComputedStyle(card).fill;
})"""


def test_from_the_shelf_to_the_first_choice(table: TablePage) -> None:
    table.open("/")
    shelf = table.page.get_by_role("listitem").filter(has_text="Three carts, seven towns")
    expect(shelf.locator("svg text")).to_have_text("M")  # in place of a cover, the first letter of its title
    shelf.get_by_role("link", name="Play: Model").click()
    table.button("Start the game").click()
    assert table.wait_for_ask()
    expect(table.page.locator("svg.drawn path.road")).to_have_count(9)
    for area in GAME.scene(begin(*MARKET).state, None).areas:
        expect(table.page.locator(f'[data-id="{area.id}"]')).to_be_visible()


def test_seats_without_colours_of_their_own_have_different_ones(table: TablePage) -> None:
    table.sit_down(MODEL)
    assert len(set(table.page.evaluate(FILLS, list(HERE)))) == len(HERE)


def test_names_and_facts_of_places_are_in_the_readers_language(table: TablePage) -> None:
    table.set_up(lang="hu")
    table.sit_down(MODEL)
    table.expect_text("g.drawn", "Északi kapu")
    table.expect_text("g.drawn", "keresi: posztó")


def test_options_that_clash_are_refused_with_the_rule_and_can_be_mended(table: TablePage) -> None:
    table.expected.append("400")
    table.open(f"/new/{MODEL}")
    table.page.get_by_label("Everybody.").check()
    table.page.get_by_label("They may rob").check()
    table.button("Start the game").click()
    expect(table.page.get_by_role("alert")).to_contain_text(GAME.ledger.text("theft.blind"))
    table.page.get_by_label("Only the merchant itself.").check()
    expect(table.page.get_by_role("alert")).to_have_count(0)
    table.button("Start the game").click()
    assert table.wait_for_ask()


def test_a_stolen_card_is_seen_among_hidden_ones(table: TablePage) -> None:
    """North was robbed and had no point to pay with: it knows one of East's five cards, and sees four backs."""
    robbery: list[Choice] = [("move", "town:mill"), ("keep",), ("move", "town:mill"), ("rob", "cart:north")]
    tokens = new_table(table.address, *MARKET, {name: person("away") for name in HERE})
    play(table.address, tokens, robbery)
    table.enter(tokens["north"])
    east = table.page.locator(".hand", has_text="East")
    expect(east.locator("[data-id]")).to_have_count(1)
    expect(east.locator("li.back")).to_have_count(4)


def test_the_end_shows_everybodys_points(table: TablePage) -> None:
    table.join(*MARKET, len(short_game(*MARKET)))
    match = begin(*MARKET)
    for choice in short_game(*MARKET):
        match.choose(choice)
    assert match.outcome is not None
    over = table.page.locator(OVER)
    for seat, points in zip(match.seats, match.outcome.points, strict=True):
        expect(over.get_by_role("row").filter(has_text=seat.capitalize())).to_contain_text(str(points))
    table.expect_no_faults()


@pytest.mark.parametrize(("width", "shown"), [(1280, ".said"), (390, "b")])
def test_what_a_merchant_has_stands_beside_its_name(table: TablePage, width: int, shown: str) -> None:
    """In words, and on a phone as a number that a screen reader still reads in words."""
    count = len(short_game(*MARKET)) - 1
    match = begin(*MARKET)
    for choice in short_game(*MARKET)[:count]:
        match.choose(choice)
    points = GAME.scene(match.state, None).standing
    assert any(counts["points"] for counts in points.values())
    table.page.set_viewport_size({"width": width, "height": 844})
    table.join(*MARKET, count)
    for seat, counts in points.items():
        number = counts["points"]
        place = table.page.locator(".seats li").filter(has_text=seat.capitalize()).locator(".standing")
        expect(place.locator(".said")).to_have_text(f"{number} {'point' if number == 1 else 'points'}")
        expect(place.locator(shown)).to_contain_text(str(number))
        assert (place.locator(shown).bounding_box() or {"width": 0})["width"] > 4
    table.expect_no_faults()


def test_a_finished_game_of_three_has_a_curve_for_each_and_an_even_share(table: TablePage) -> None:
    token = next(iter(table.join(*MARKET, len(short_game(*MARKET))).values()))
    table.open(f"/replay/{token}")
    table.page.get_by_role("img", name="Chance to win").wait_for(timeout=60_000)
    expect(table.page.locator("figure path.curve")).to_have_count(3)
    dashes = table.page.locator("figure path.curve").evaluate_all(
        "all => all.map(one => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 3
    table.expect_text("figure ul", "Even share (33 %)")
    # The strip is 80 high, and a third of it from below is an even share.
    assert str(table.page.locator("figure path.even").first.get_attribute("d")).startswith("M0 53.3333")
    table.button("Last").click()
    for seat in HERE:
        table.expect_text(".counted", f"{seat.capitalize()}: ")


def test_an_undrawn_board_has_nothing_serious(table: TablePage) -> None:
    table.join(*MARKET, 4)
    table.expect_no_faults()


def test_a_game_that_cannot_be_loaded_is_named_beside_the_others(
    visitor: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games" / "half_written").mkdir(parents=True)
    (tmp_path / "games" / "half_written" / "__init__.py").write_text("GAME = (", encoding="utf-8")
    monkeypatch.setenv(FOLDERS, str(tmp_path / "games"))
    server = Server(tmp_path)
    try:
        page = visitor(server.address)
        page.open("/")
        page.expect_text("main", "The Retaking of Buda, 1686")
        page.expect_text(".unplayable", "half_written")
    finally:
        server.stop()
