"""The boards as Chromium draws them in mid-game: nothing lies on anything else, and it can be read on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from sandtable.engine.types import Choice
from tests.web.robot import new_table, person, play
from tests.web.tables import CARD, CURTAIN, GAMES, OPTION, TablePage
from tests.web.truth import begin

CHOICES = 25
LOOKS = 5
"""Every so many choices the board is looked at."""
READABLE = 18
"""Pixels that the counters in the middle of a phone's screen have at least across."""

OVERLAPS = """() => {
    const hits = [...document.querySelectorAll("svg.board .hit")];
    const all = hits.map(hit => [hit.dataset.id, hit.getBoundingClientRect()]);
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    return all.flatMap(([id, a], at) => all.slice(at + 1).filter(([, b]) => over(a, b)).map(([other]) => [id, other]));
}"""
OFF_THE_SHEET = """() => {
    const sheet = document.querySelector("svg.board svg").getBoundingClientRect();
    return [...document.querySelectorAll("svg.board .hit")].filter(hit => {
        const at = hit.getBoundingClientRect();
        const beside = at.left < sheet.left - 1 || at.right > sheet.right + 1;
        return beside || at.top < sheet.top - 1 || at.bottom > sheet.bottom + 1;
    }).map(hit => hit.dataset.id);
}"""
ZOOM_OVER_BOARD = """() => {
    const [board, zoom] = ["svg.board", ".zoom"].map(found => document.querySelector(found).getBoundingClientRect());
    return Math.min(board.right, zoom.right) > Math.max(board.left, zoom.left) + 0.5
        && Math.min(board.bottom, zoom.bottom) > Math.max(board.top, zoom.top) + 0.5;
}"""
WIDTHS_IN_VIEW = """() => {
    const board = document.querySelector("svg.board").getBoundingClientRect();
    return [...document.querySelectorAll("svg.board .hit")].map(hit => hit.getBoundingClientRect())
        .filter(at => at.left >= board.left && at.right <= board.right)
        .filter(at => at.top >= board.top && at.bottom <= board.bottom)
        .map(at => at.width);
}"""
CARDS = """() => [...document.querySelectorAll(".hand .held")].map(card => {
    const edge = card.getBoundingClientRect(), text = card.querySelector(".text");
    const inside = [text, ...card.querySelectorAll(".icons svg")].map(part => part.getBoundingClientRect())
        .every(at => at.right <= edge.right + 0.5 && at.bottom <= edge.bottom + 0.5);
    return [inside, text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight)];
})"""
"""By card in a hand, whether its icons and its text lie on it, and how many lines of the text are seen."""


@pytest.mark.parametrize("game", GAMES)
def test_counters_lie_side_by_side_and_on_the_board(table: TablePage, game: str) -> None:
    table.sit_down(game)
    rng = random.Random(1956)
    for number in range(CHOICES):
        if not table.wait_for_ask():
            break
        table.click_option(rng.randrange(max(1, table.page.locator(OPTION).count())))
        if number % LOOKS == 0:
            assert table.page.evaluate(OVERLAPS) == []
            assert table.page.evaluate(OFF_THE_SHEET) == []
    assert not table.page.evaluate(ZOOM_OVER_BOARD)


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_board_begins_where_it_can_be_read(phone: TablePage, game: str) -> None:
    phone.sit_down(game)
    phone.wait_for_ask()
    phone.page.wait_for_function(f"least => Math.max(...({WIDTHS_IN_VIEW})()) >= least", arg=READABLE)
    widths = phone.page.evaluate(WIDTHS_IN_VIEW)
    assert not phone.page.evaluate(ZOOM_OVER_BOARD)
    phone.page.get_by_role("button", name="Whole board").click()
    assert len(phone.page.evaluate(WIDTHS_IN_VIEW)) >= len(widths)
    assert phone.page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("width", [1024, 1280, 1920])
def test_no_line_of_a_card_is_cut_through(table: TablePage, width: int) -> None:
    table.page.set_viewport_size({"width": width, "height": 900})
    table.sit_down("days_of_ire")
    table.wait_for_ask()
    cards = table.page.evaluate(CARDS)
    assert len(cards) > 3 and all(inside for inside, _ in cards), cards
    assert all(abs(lines - round(lines)) < 0.1 for _, lines in cards), cards


CUT = """() => [...document.querySelectorAll(".hand .held > strong")].flatMap(title => {
    const words = document.createRange();
    words.selectNodeContents(title);
    const [edge, room] = [title.closest(".held"), title].map(each => each.getBoundingClientRect().bottom);
    const isCut = line => line.top < room - 1 && line.bottom > Math.min(edge, room) + 1.5;
    return [...words.getClientRects()].some(isCut) ? [title.textContent] : [];
})"""
"""Names on cards of which a line is seen in part."""


@pytest.mark.parametrize("lang", ["en", "hu"])
def test_no_line_of_a_name_is_cut_through_on_the_narrowest_cards(table: TablePage, lang: str) -> None:
    """Two hands of Revolutionaries at one screen, the second too large."""
    table.page.set_viewport_size({"width": 1280, "height": 720})
    table.set_up(lang=lang)
    options: dict[str, str | int | bool] = {"ruleset": "conflict_advanced", "revolutionaries": 2}
    match = begin("nights_of_fire", options)
    rng, made = random.Random(1), list[Choice]()
    while match.ask is not None and (match.ask.prompt != "draw.discard" or len(made) < CHOICES):
        made.append(rng.choice(match.choices))
        match.choose(made[-1])
    tokens = new_table(table.address, "nights_of_fire", options, {seat: person() for seat in match.seats})
    play(table.address, tokens, made)
    table.enter(tokens[",".join(match.seats)])
    if table.page.locator(CURTAIN).count():
        table.page.locator(CURTAIN).get_by_role("button").click()
    table.wait_for_ask()
    assert table.page.locator(".hand .held").count() > 18
    assert table.page.evaluate(CUT) == []


def test_a_wide_screen_has_the_scale_beside_the_map(table: TablePage) -> None:
    table.sit_down("buda_1686")
    box = "document.querySelector('svg.board').viewBox.baseVal"
    assert table.page.evaluate(f"{box}.width > {box}.height")
    table.page.set_viewport_size({"width": 700, "height": 1100})
    table.page.wait_for_function(f"() => {box}.width < {box}.height")


SMALL_TYPE = """least => [...document.querySelectorAll("main :is(text, p, button, h2, small, li)")].flatMap(each => {
    const words = [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== "");
    if (!words || each.closest(".unfit:not(.revealed), .unseen, [hidden], symbol")) return [];
    const matrix = each instanceof SVGElement ? each.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(each).fontSize) * (matrix ? Math.hypot(matrix.b, matrix.d) : 1);
    const seen = each.getBoundingClientRect().width > 0;
    return seen && size < least ? [`${each.textContent.trim()}: ${size.toFixed(1)}`] : [];
})"""
"""Words in letters of fewer pixels; those that have no room are not shown."""
LEAST = 11
"""Pixels that letters have at least on a desk."""
FINE_PRINT = """least => [...document.querySelectorAll("svg.board g[data-fine]:not(.far)")].flatMap(each => {
    const matrix = each.getScreenCTM();
    return Number(each.dataset.fine) * Math.hypot(matrix.b, matrix.d) < least ? [each.outerHTML.slice(0, 80)] : [];
})"""
"""Counters whose fine print is drawn in letters of fewer pixels."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_printed_too_small_on_a_desk(table: TablePage, game: str) -> None:
    table.sit_down(game)
    table.wait_for_ask()
    for width, height in ((1440, 900), (1280, 720)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function(f"least => ({SMALL_TYPE})(least).length === 0", arg=LEAST)
        assert table.page.evaluate(FINE_PRINT, LEAST) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_small_desk_opens_with_the_whole_board(table: TablePage, game: str) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 720})
    table.sit_down(game)
    table.wait_for_ask()
    assert table.page.locator("svg.board > g").first.get_attribute("transform") == "translate(0,0) scale(1)"


COVERED = """id => {
    const card = document.querySelector("aside.card").getBoundingClientRect();
    return [...document.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)].map(thing => thing.getBoundingClientRect())
        .some(at => Math.min(at.right, card.right) - Math.max(at.left, card.left) > 1
            && Math.min(at.bottom, card.bottom) - Math.max(at.top, card.top) > 1);
}"""
POINTED_AT = 8


@pytest.mark.parametrize("game", GAMES)
def test_the_card_about_a_thing_never_covers_it(table: TablePage, game: str) -> None:
    table.page.set_viewport_size({"width": 1280, "height": 720})
    table.sit_down(game)
    table.wait_for_ask()
    things = random.Random(3).sample(sorted(table.shown()), 2 * POINTED_AT)
    points = {thing: point for thing in things if (point := table.find(thing, "")) and point["x"] >= 0}
    assert len(points) >= POINTED_AT
    for thing, point in list(points.items())[:POINTED_AT]:
        table.page.mouse.move(point["x"], point["y"])
        table.page.wait_for_selector(CARD)
        assert not table.page.evaluate(COVERED, thing), thing
        table.page.mouse.move(1, 1)
        expect(table.page.locator(CARD)).to_have_count(0)
