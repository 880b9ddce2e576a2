"""Guided first games in the browser: each is played through on the real table, left for another choice, played on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.engine.lesson.guide import load_guides
from sandtable.games import load, slugs
from sandtable.server import guides
from tests.web.tables import PROMPT, TablePage

GUIDED = [slug for slug in slugs() if load_guides(load(slug))]
CARD = ".guide"
TEXT = ".guide .text"
DRAWN = ".spot.marked, .held.marked"
"""Places and cards that are marked; a counter that is a part of its place has no id of its own."""


def phase(table: TablePage, name: str) -> None:
    expect(table.page.locator(CARD)).to_have_attribute("data-phase", name)


def begin(table: TablePage, game: str, guide: guides.GuideView) -> None:
    """Read the pages."""
    table.open(f"/guide/{game}/{guide.id}")
    for page in guide.pages:
        table.expect_text(TEXT, page.text)
        table.page.keyboard.press("Enter")


def marked(table: TablePage) -> set[str]:
    return {each.get_attribute("data-id") or "" for each in table.page.locator(DRAWN).all()}


def play_to(table: TablePage, guide: guides.GuideView, end: int) -> None:
    """Take what is advised until so many steps are made, and go on while others choose."""
    first = 0 if guide.moments[0].decision else 1
    for moment in guide.moments[first:end]:
        expect(table.page.locator(CARD)).to_have_attribute("data-at", str(moment.at))
        if moment.said:
            table.expect_text(TEXT, moment.said)
        if moment.decision is None:
            table.page.keyboard.press("Space")
            continue
        table.expect_text(TEXT, moment.decision.text)
        assert marked(table) <= set(moment.decision.show)
        (advised,) = [each.choice for each in moment.decision.options if each.answer == "advised"]
        table.play(tuple(advised))


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_is_played_to_its_end_and_on_from_there(table: TablePage, game: str) -> None:
    guide = guides.stepped(game, "first", "", "en")
    begin(table, game, guide)
    play_to(table, guide, len(guide.moments) - 1)
    phase(table, "end")
    table.expect_text(TEXT, guide.end)
    table.button("Play on from here").click()
    table.wait_for_ask()
    expect(table.page).to_have_url(re.compile("#/table/"))
    expect(table.page.locator(CARD)).to_have_count(0)
    table.open("/")
    expect(table.page.get_by_role("link", name=re.compile("^First game once more"))).to_have_count(1)


NOTE_IN_SIGHT = """() => {
    const parts = [".guide .text", ".guide .note"].map(part => document.querySelector(part));
    const [text, note] = parts.map(part => part.getBoundingClientRect());
    return note.top >= text.top - 1 && note.top + 40 <= text.bottom;
}"""
"""Whether the first lines of the note are seen without scrolling."""


def test_the_note_of_a_decision_is_in_sight_also_after_long_news(table: TablePage, phone: TablePage) -> None:
    """The first day begins with four choices of the Soviet side."""
    table.page.set_viewport_size({"width": 1280, "height": 720})
    guide = guides.stepped("days_of_ire", "first", "", "hu")
    for page in (table, phone):
        page.set_up(lang="hu")
        begin(page, "days_of_ire", guide)
        page.page.keyboard.press("Space")
        phase(page, "decision")
        page.page.wait_for_function(NOTE_IN_SIGHT)


def test_another_choice_is_answered_and_may_be_taken(table: TablePage) -> None:
    guide = guides.stepped("buda_1686", "first", "", "en")
    begin(table, "buda_1686", guide)
    phase(table, "decision")
    decision = guide.moments[0].decision
    assert decision is not None
    other = next(each for each in decision.options if each.choice[0] == "spring")
    table.play(tuple(other.choice), hasty=True)
    phase(table, "other")
    table.expect_text(TEXT, other.note)
    table.page.keyboard.press("Escape")
    phase(table, "decision")
    table.play(tuple(other.choice), hasty=True)
    table.button("Take it and play on").click()
    table.wait_for_ask()
    expect(table.page).to_have_url(re.compile("#/table/"))


def test_a_choice_that_serves_as_well_goes_on_and_can_be_undone(table: TablePage) -> None:
    guide = guides.stepped("buda_1686", "first", "", "en")
    begin(table, "buda_1686", guide)
    play_to(table, guide, 3)
    table.play(("enter", "unit:kaiserlich_2"))
    varied = guides.stepped("buda_1686", "first", "3.0", "en")
    assert varied.moments[4].decision is not None
    table.expect_text(TEXT, varied.moments[4].decision.text)
    table.tool("Undo").click()
    expect(table.page.locator(CARD)).to_have_attribute("data-at", "3")


def test_what_is_advised_is_shown_and_what_cannot_be_done_is_explained(table: TablePage) -> None:
    guide = guides.stepped("buda_1686", "first", "", "en")
    begin(table, "buda_1686", guide)
    table.button("Show me").click()
    shown = ".marked [data-id='unit:kaiserlich_3'], [data-id='unit:kaiserlich_3'].marked"
    expect(table.page.locator(shown)).to_have_count(1)
    table.click_thing("unit:abdurrahman", lit=False)
    table.expect_text(".notice", "Abdurrahman")


def test_the_place_is_kept_also_in_another_language(table: TablePage) -> None:
    guide = guides.stepped("buda_1686", "first", "", "en")
    begin(table, "buda_1686", guide)
    play_to(table, guide, 1)
    table.page.reload()
    expect(table.page.locator(CARD)).to_have_attribute("data-at", "1")
    table.button("Settings").click()
    table.button("Magyarul").click()
    table.expect_text(".guide .where", "Első játék")
    expect(table.page.locator(CARD)).to_have_attribute("data-at", "1")
    table.open("/")
    expect(table.page.get_by_role("link", name=re.compile("^Az első játék folytatása"))).to_have_count(1)


def test_nothing_serious_on_a_desk_or_a_phone(table: TablePage, phone: TablePage) -> None:
    for page in (table, phone):
        begin(page, "nights_of_fire", guides.stepped("nights_of_fire", "first", "", "en"))
        page.page.wait_for_selector(PROMPT)
        page.expect_no_faults()
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
