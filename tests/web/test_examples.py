"""Worked examples on the board: stepping, an address for each, and a table of one's own from any moment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.server import lessons
from tests.web.tables import CURTAIN, PROMPT, TablePage
from tests.web.truth import BUDA

ASSAULT = "ex.assault.vizivaros"
SENTENCE = ".words .sentence"
EXAMPLES = 10
"""Of every game so many are stepped through and tried."""
GAMES = ["buda_1686", "nights_of_fire", "days_of_ire", "rogue_agent", "battle_for_europe"]


def test_from_the_rulebook_to_the_board_and_back_to_the_table(table: TablePage) -> None:
    table.join(*BUDA, 0)
    came_from = table.page.url
    table.tab("Rules")
    table.page.get_by_role("searchbox").fill(ASSAULT)
    table.page.locator(f'[data-example="{ASSAULT}"]').get_by_role("link").click()
    expect(table.page).to_have_url(re.compile(rf"#/rules/buda_1686/{ASSAULT}$"))
    expect(table.page.locator(SENTENCE)).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page).to_have_url(came_from)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_has_its_sentence_and_its_rules_and_can_be_tried(table: TablePage, game: str) -> None:
    """Ten examples of each game: to the end, one step back, and from a moment with a question on by a free choice."""
    tried = 0
    for example in lessons.listed(game, "en").examples:
        line = lessons.stepped(game, example.id, "", None, "en")
        asking = next((step for step in line.steps if step.ask is not None), None)
        if asking is None:
            continue
        step_through(table, game, line)
        try_it(table, line.steps.index(asking), asking)
        tried += 1
        if tried == EXAMPLES:
            return
    raise AssertionError(f"only {tried} examples of {game} can be tried")


def step_through(table: TablePage, game: str, line: lessons.ExampleLine) -> None:
    table.open(f"/rules/{game}/{line.id}")
    table.expect_text("h1", line.title)
    for at, step in enumerate(line.steps):
        table.expect_text(".words .where", f"Step {at + 1} of {len(line.steps)}")
        table.expect_text(SENTENCE, step.text)
        expect(table.page.locator(".words [data-rule]")).to_have_count(len(set(step.rules)))
        table.page.keyboard.press("ArrowRight")
    expect(table.button("Forward")).to_be_disabled()
    if len(line.steps) > 1:
        table.button("Back").click()
        table.expect_text(SENTENCE, line.steps[-2].text)


def try_it(table: TablePage, at: int, step: lessons.ExampleStep) -> None:
    """Play on from a step: its question is asked, and one choice is made by clicks."""
    assert step.ask is not None
    table.page.locator(".dots button").nth(at).click()
    table.button("Try it yourself").click()
    table.page.wait_for_selector(f"{PROMPT}, {CURTAIN}")
    if table.page.locator(CURTAIN).count():
        table.page.locator(CURTAIN).get_by_role("button").click()
    table.expect_text(f"{PROMPT} .said", step.ask.text)
    table.choose_first()


def test_what_a_step_speaks_of_is_marked(table: TablePage) -> None:
    table.open(f"/rules/buda_1686/{ASSAULT}")
    for step in lessons.stepped("buda_1686", ASSAULT, "", None, "en").steps:
        table.expect_text(SENTENCE, step.text)
        marked = table.page.locator(".board .marked[data-id]")
        assert {each.get_attribute("data-id") for each in marked.all()} == set(step.show)
        table.page.keyboard.press("ArrowRight")


def test_each_line_has_an_address(table: TablePage) -> None:
    first, second = lessons.stepped("buda_1686", ASSAULT, "", None, "en").lines
    table.open(f"/rules/buda_1686/{ASSAULT}/{second.id}")
    expect(table.page.get_by_role("combobox")).to_have_value(second.id)
    table.page.get_by_role("combobox").select_option(first.id)
    expect(table.page).to_have_url(re.compile(f"/{first.id}$"))
    expect(table.page.get_by_role("combobox")).to_have_value(first.id)


def test_what_does_not_exist_is_said(table: TablePage) -> None:
    table.expected.append("404")
    table.open("/rules/buda_1686/ex.nothing")
    expect(table.page.get_by_role("alert")).to_be_visible()


def test_nothing_serious_on_a_desk_or_a_phone(table: TablePage, phone: TablePage) -> None:
    for page in (table, phone):
        page.open(f"/rules/buda_1686/{ASSAULT}")
        page.page.wait_for_selector(SENTENCE)
        page.expect_no_faults()
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_grid_is_a_table_whose_cells_lead_to_their_lines(table: TablePage) -> None:
    listed = next(each for each in lessons.listed("nights_of_fire", "en").examples if each.grid is not None)
    assert listed.grid is not None
    table.open(f"/rules/nights_of_fire/{listed.id}")
    cells = table.page.locator(".words figure td a")
    wanted = [cell for row in listed.grid.cells for cell in row]
    expect(cells).to_have_count(len(wanted))
    cells.last.click()
    expect(table.page).to_have_url(re.compile(f"/{wanted[-1].line}$"))
    expect(table.page.locator(".words figure [aria-current]")).to_have_attribute("aria-label", wanted[-1].text)
    table.page.keyboard.press("End")
    steps = lessons.stepped("nights_of_fire", listed.id, wanted[-1].line, None, "en").steps
    table.expect_text(SENTENCE, steps[-1].text)


def test_the_board_looks_at_what_an_example_is_about_and_dots_lead_to_its_steps(table: TablePage) -> None:
    line = lessons.stepped("buda_1686", ASSAULT, "", None, "en")
    table.open(f"/rules/buda_1686/{ASSAULT}")
    zoomed = "() => new DOMMatrix(getComputedStyle(document.querySelector('svg.board > g')).transform).a > 1.2"
    table.page.wait_for_selector("svg.board > g")
    table.page.wait_for_function(zoomed)
    for thing in line.look:
        expect(table.page.locator(f'.board [data-id="{thing}"]').first).to_be_in_viewport()
    dots = table.page.locator(".dots button")
    expect(dots).to_have_count(len(line.steps))
    dots.nth(2).click()
    table.expect_text(SENTENCE, line.steps[2].text)
    expect(table.page.locator(".happenings .rolled")).to_have_count(1)
    table.expect_text(".happenings .rolled", "needed: any roll · 2 or more")
