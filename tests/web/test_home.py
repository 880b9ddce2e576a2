"""The door: the games, my games, a new game in two clicks, links, and links that lead nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.tables import CURTAIN, OPTION, PROMPT, SEATS, TablePage

BUDA = "The Retaking of Buda, 1686"
NIGHTS = "Nights of Fire: Battle for Budapest"
NOBODY = "a" * 26


@pytest.mark.parametrize("title", [BUDA, NIGHTS])
def test_two_clicks_and_you_play(table: TablePage, title: str) -> None:
    table.open("/")
    table.expect_text("main", "No games yet")
    table.page.get_by_role("link", name=f"Play: {title}").click()
    table.button("Start the game").click()
    assert table.wait_for_ask()
    table.page.get_by_role("link", name="All games").click()
    mine = table.page.get_by_role("region", name="My games")
    expect(mine).to_contain_text(title)
    expect(mine).to_contain_text("Your turn")
    mine.get_by_role("link").first.click()
    assert table.wait_for_ask()


def test_back_from_a_new_table_leads_home(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_role("link", name="Play: The Retaking of Buda").last.click()
    table.button("Start the game").click()
    table.page.wait_for_selector(PROMPT)
    table.page.go_back()
    expect(table.page.get_by_role("heading", name="My games")).to_be_visible()


def test_a_game_can_be_forgotten(table: TablePage) -> None:
    table.sit_down("nights_of_fire")
    table.open("/")
    forget = table.page.get_by_role("button", name="Forget this game")
    forget.click()
    question = table.page.get_by_role("dialog", name="Remove Nights of Fire: Battle for Budapest from your games?")
    expect(question).to_contain_text("the only key")
    table.expect_no_faults()
    table.page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(forget).to_be_visible()
    forget.click()
    question.get_by_role("button", name="Remove it, with its key").click()
    table.expect_text("main", "No games yet")
    table.page.reload()
    table.expect_text("main", "No games yet")


def test_a_game_between_opponents_can_be_watched(table: TablePage) -> None:
    table.open("/new/buda_1686")
    table.page.get_by_label("None: I watch opponents play").check()
    for seat in ("imperial", "Ottoman"):
        table.page.get_by_label(f"Who plays {seat}").select_option("1")
    table.button("Start the game").click()
    table.page.wait_for_function("() => document.querySelector('.prompt')?.dataset.version > 2")
    expect(table.page.locator(OPTION)).to_have_count(0)


def test_people_on_one_screen_change_places_behind_a_curtain(table: TablePage) -> None:
    table.open("/new/nights_of_fire")
    table.page.locator("input[name=ruleset]").nth(2).check()
    table.page.get_by_label("Who plays Soviet commander").select_option("here")
    table.button("Start the game").click()
    curtain = table.page.locator(CURTAIN)
    expect(curtain).to_contain_text("Pass the screen")
    assert table.shown() == set()
    curtain.get_by_role("button", name="Continue as Soviet commander").click()
    assert table.wait_for_ask()
    table.expect_text(SEATS, "Soviet commander")


@pytest.mark.parametrize("page", ["table", "replay"])
def test_a_link_that_leads_nowhere_says_so(table: TablePage, page: str) -> None:
    table.expected.append("401")
    table.open(f"/{page}/{NOBODY}")
    expect(table.page.get_by_role("alert")).to_be_visible()
    table.page.get_by_role("link", name="All games").first.click()
    table.expect_text("main", "The games")
