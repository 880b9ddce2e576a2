"""What a browser fetches, and what it need not: small pages, boards that are kept, and long reports in parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from sandtable.server.words import words
from tests.web.robot import new_table, person, play
from tests.web.tables import LOG_LINE, TablePage
from tests.web.truth import BUDA, after, short_game

HOME = 120_000
"""Bytes that the home page may take with all that belongs to it."""
DEPTH = 150
"""Choices of a game whose report is longer than what a page is sent at once (100 steps)."""
EARLIER = "Show what was before"


def network(table: TablePage, event: str, heard: Callable[[dict[str, Any]], None]) -> None:
    """Listen to what the browser says of its requests."""
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    session.on(f"Network.{event}", heard)


def test_home_is_small_on_the_wire(table: TablePage) -> None:
    sizes: list[float] = []
    network(table, "loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
    table.open("/")
    table.expect_text("main", "No games yet")
    table.page.wait_for_load_state("networkidle")
    assert len(sizes) >= 6  # the page, its script and style, the catalogue, and the covers
    assert 20_000 < sum(sizes) < HOME


def test_a_board_is_fetched_once(table: TablePage) -> None:
    shown: list[bool] = []

    def heard(told: dict[str, Any]) -> None:
        if told["response"]["url"].split("?")[0].endswith("/board.svg"):
            shown.append(told["response"]["fromDiskCache"])

    network(table, "responseReceived", heard)
    for _ in range(2):
        table.sit_down("buda_1686")
        table.wait_for_ask()
        table.page.reload()
        table.wait_for_ask()
    assert shown.count(False) == 1 and shown.count(True) >= 1


def test_a_long_report_is_fetched_as_the_reader_scrolls_up(table: TablePage, server: str) -> None:
    tokens = new_table(server, *BUDA, {"imperial": person("away"), "ottoman": person("away")})
    play(server, tokens, short_game(*BUDA)[:DEPTH])
    match = after(*BUDA, DEPTH)
    told = [words("buda_1686", "en").line(line) for line in match.lines(0)]
    table.enter(tokens["imperial"])
    table.wait_for_version(DEPTH)
    earlier, log = table.button(EARLIER), table.page.get_by_role("log")
    expect(earlier).to_have_count(1)
    recent = lines(table)
    assert 100 < len(recent) < len(told) and recent == told[-len(recent) :]
    table.expect_no_faults()
    last = table.page.locator(LOG_LINE).last
    expect(last).to_be_in_viewport()

    first = table.page.locator(LOG_LINE).nth(1)
    text = first.inner_text()
    log.evaluate("report => report.scrollTo(0, 0)")
    expect(earlier).to_have_count(0)
    assert lines(table) == told
    expect(table.page.get_by_text(text, exact=True).first).to_be_attached()
    expect(last).not_to_be_in_viewport()  # the reader stays where it was
    expect(table.page.locator("p.unseen[role=status]")).not_to_contain_text(told[0])  # old lines are no news


def test_the_end_of_a_report_stays_in_view_when_its_headings_come_late(table: TablePage, server: str) -> None:
    tokens = new_table(server, *BUDA, {"imperial": person("away"), "ottoman": person("away")})
    play(server, tokens, short_game(*BUDA)[:DEPTH])
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    table.page.route("**/api/games/buda_1686/primer?*", hold)
    table.enter(tokens["imperial"])
    table.wait_for_version(DEPTH)
    last, summary = table.page.locator(LOG_LINE).last, table.page.locator("[role=log] summary")
    expect(last).to_be_in_viewport()
    expect(summary).to_have_count(0)
    waiting[0].continue_()
    expect(summary.last).to_be_visible()
    expect(last).to_be_in_viewport()

    summary.first.click()  # a reader who opens an earlier part is not taken away from it
    expect(summary.first).to_be_in_viewport()
    expect(last).not_to_be_in_viewport()


def test_earlier_lines_can_be_asked_for_by_keyboard(table: TablePage, server: str) -> None:
    table.set_up(lang="hu")
    tokens = new_table(server, *BUDA, {"imperial": person("away"), "ottoman": person("away")})
    play(server, tokens, short_game(*BUDA)[:DEPTH])
    told = [words("buda_1686", "hu").line(line) for line in after(*BUDA, DEPTH).lines(0)]
    table.enter(tokens["imperial"])
    table.wait_for_version(DEPTH)
    table.button("Korábbi események").focus()
    table.page.keyboard.press("Enter")
    expect(table.button("Korábbi események")).to_have_count(0)
    assert lines(table) == told
    expect(table.page.get_by_role("log")).to_be_focused()


def lines(table: TablePage) -> list[str]:
    """The lines of the report as they are shown, without the signs of rules."""
    return [text.strip() for text in table.page.locator(f"{LOG_LINE} .line").all_text_contents()]
