"""Playing in a real browser: by clicks, by keys, on a phone; undo, why not, and looking back."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.web.tables import OPTION, OVER, TablePage

GAMES = ("buda_1686", "nights_of_fire")


def test_home_says_what_to_do_and_leads_to_a_game_in_two_clicks(table: TablePage) -> None:
    table.open("/")
    table.expect_text(".none", "No games yet")
    table.page.get_by_role("link", name="Play: The Retaking of Buda, 1686").click()
    table.page.get_by_role("button", name="Start the game").click()
    assert table.wait_for_ask()
    table.page.get_by_role("link", name="All games").click()
    table.expect_text("main", "Your turn")


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_clicked_is_chosen_and_can_be_taken_back(table: TablePage, game: str) -> None:
    table.sit_down(game)
    assert table.wait_for_ask()
    lit = table.page.locator("[data-id].lit")
    before = lit.count()
    assert before > 0
    lit.first.click(force=True)
    table.page.keyboard.press("Escape")
    expect(lit.first).to_be_visible()


def test_undo_brings_back_the_same_options(table: TablePage) -> None:
    table.sit_down("buda_1686")
    options = table.page.locator(OPTION)
    undo = table.page.get_by_role("button", name="Undo")
    for _ in range(30):
        assert table.wait_for_ask()
        before = options.all_inner_texts()
        table.choose_first()
        if undo.get_attribute("aria-disabled") == "false":
            break
    undo.click()
    expect(options).to_have_text(before, use_inner_text=True)


def test_what_is_not_allowed_says_why(table: TablePage) -> None:
    table.sit_down("buda_1686")
    table.wait_for_ask()
    table.page.locator(".spot:not(.lit)").first.dispatch_event("click")
    expect(table.page.locator(".notice")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicks_and_a_look_back(table: TablePage, game: str) -> None:
    table.sit_down(game)
    rng = random.Random(1686)
    while table.wait_for_ask():
        count = table.page.locator(OPTION).count()
        if count:
            table.click_option(rng.randrange(count))
    expect(table.page.locator(OVER)).to_be_visible()
    table.page.get_by_role("link", name="Look through the game").click()
    table.expect_text(".where", "Step 0 of")
    table.page.get_by_role("button", name="Forward").click()
    table.expect_text(".where", "Step 1 of")
    table.page.keyboard.press("End")
    expect(table.page.get_by_role("button", name="Last")).to_be_disabled()


def test_keys_alone_are_enough(table: TablePage) -> None:
    """A group opens with its number, so a few digits make a choice, and the table moves on."""
    table.sit_down("nights_of_fire")
    for _ in range(3):
        assert table.wait_for_ask()
        table.until_the_table_moves(lambda: table.page.keyboard.press("1"))


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_nothing_is_cut_off(phone: TablePage, game: str) -> None:
    phone.sit_down(game)
    assert phone.wait_for_ask()
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = phone.page.locator(".prompt").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 845
    small = phone.page.evaluate(
        "[...document.querySelectorAll('button.option')].filter(b => b.getBoundingClientRect().height < 43).length"
    )
    assert small == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(table: TablePage, theme: str) -> None:
    table.open("/")
    table.page.evaluate("theme => localStorage.setItem('sandtable', JSON.stringify({theme}))", theme)
    table.page.reload()
    table.page.wait_for_selector(".shelf")
    assert table.serious_faults() == []
    table.page.get_by_role("link", name="Play: Nights of Fire: Battle for Budapest").click()
    table.page.wait_for_selector("form")
    assert table.serious_faults() == []
    for game in GAMES:
        table.sit_down(game)
        table.wait_for_ask()
        assert table.serious_faults() == []


def test_hungarian_is_complete(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_role("button", name="Magyarul").click()
    table.expect_text("main", "A játékok")
    table.sit_down("buda_1686")
    table.wait_for_ask()
    table.expect_text(".tools", "Tipp")
    assert table.page.locator("html").get_attribute("lang") == "hu"
