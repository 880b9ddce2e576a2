"""Two browsers at one table: lost lines, lost answers, a server that dies; two tabs, double clicks and old clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from tests.web.conftest import Server, Visitors
from tests.web.robot import call, new_table, person
from tests.web.tables import OFFLINE, OPTION, PICKED, TablePage
from tests.web.truth import BUDA, asked, begin, short_game

LOST = r"WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET"
"""What a browser writes into its console when the line is cut: its own words, not the page's."""
ELSEWHERE = {"imperial": person("away", "Károly"), "ottoman": person("away", "Abdi")}
OPENING = 6


class TwoSides:
    """A game of two people, each with a browser, and the truth beside it."""

    def __init__(self, address: str, imperial: TablePage, ottoman: TablePage) -> None:
        self.tokens = new_table(address, *BUDA, ELSEWHERE)
        self.pages = {"imperial": imperial, "ottoman": ottoman}
        self.truth: Match[Any] = begin(*BUDA)
        self.choices = iter(short_game(*BUDA))
        self.version = 0
        for seat, page in self.pages.items():
            page.enter(self.tokens[seat])

    def next(self) -> tuple[TablePage, Choice]:
        """The page that is asked, and what it is going to choose."""
        return self.pages[asked(self.truth)], next(self.choices)

    def made(self, choice: Choice) -> None:
        self.truth.choose(choice)
        self.version += 1

    def play(self, count: int) -> None:
        for _ in range(count):
            page, choice = self.next()
            page.wait_for_version(self.version)
            page.play(choice)
            self.made(choice)
        self.expect_same()

    def play_until(self, seat: str) -> None:
        """Play until a side is asked."""
        while asked(self.truth) != seat:
            self.play(1)

    def expect_same(self) -> None:
        """Both show the table after exactly these choices: nothing lost, nothing doubled."""
        told = len(self.truth.lines(None))
        for seat, page in self.pages.items():
            page.wait_for_version(self.version)
            expect(page.log_lines()).to_have_count(told)
            expect(page.page.locator(OPTION)).to_have_count(0) if asked(self.truth) != seat else None
        logs = [page.log_lines().all_inner_texts() for page in self.pages.values()]
        assert logs[0] == logs[1]


def test_an_invitation_leads_to_the_other_seat(table: TablePage, visitor: Visitors) -> None:
    table.open("/new/buda_1686")
    table.page.get_by_label("Who plays Ottoman").select_option(label="A friend elsewhere (invitation link)")
    table.button("Start the game").click()
    address = table.page.get_by_role("textbox", name="Ottoman").input_value()
    friend = visitor()
    friend.page.goto(address)
    friend.button("Take this seat").click()
    table.link("Go to table").click()
    for page in (table, friend):
        page.wait_for_version(0)
    # The dice, to which both pages have added, say who is asked first.
    asked = {page.page.locator(OPTION).first.is_visible() for page in (table, friend)}
    assert asked == {True, False}


def test_a_line_that_breaks_and_comes_back(table: TablePage, visitor: Visitors, wire: Any, server: str) -> None:
    far = visitor(wire.address)
    far.expected.append(LOST)
    game = TwoSides(server, table, far)
    game.play(OPENING)

    game.play_until("imperial")
    wire.cut()
    expect(far.page.locator(OFFLINE)).to_be_visible()
    page, choice = game.next()
    page.play(choice)
    game.made(choice)
    wire.mend()
    expect(far.page.locator(OFFLINE)).to_have_count(0)
    game.expect_same()

    game.play_until("ottoman")
    far.wait_for_version(game.version)
    wire.cut()
    expect(far.page.locator(OFFLINE)).to_be_visible()
    page, choice = game.next()
    page.play(choice, hasty=True)
    wire.mend()
    game.made(choice)
    game.expect_same()
    game.play(OPENING)


def test_a_lost_answer_is_not_a_second_choice(table: TablePage, visitor: Visitors, wire: Any, server: str) -> None:
    """The choice arrived, but nothing came back: it is said again with the same id and made once."""
    far = visitor(wire.address)
    far.expected.append(LOST)
    game = TwoSides(server, table, far)
    game.play_until("ottoman")
    far.wait_for_version(game.version)
    wire.deaf = True
    _, choice = game.next()
    far.play(choice, hasty=True)
    game.made(choice)
    table.wait_for_version(game.version)
    assert far.version() == str(game.version - 1)
    wire.cut()
    wire.mend()
    game.expect_same()
    game.play(OPENING)


def test_a_server_that_dies_comes_back(table: TablePage, visitor: Visitors, serving: Server) -> None:
    other = visitor()
    for page in (table, other):
        page.expected.append(LOST)
    game = TwoSides(serving.address, table, other)
    game.play(OPENING)
    serving.kill()
    for page in (table, other):
        expect(page.page.locator(OFFLINE)).to_be_visible()
    serving.start()
    for page in (table, other):
        expect(page.page.locator(OFFLINE)).to_have_count(0, timeout=30_000)
    game.expect_same()
    game.play(OPENING)


class Held:
    """A page's socket from which news can be kept back for a while."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self.kept: list[str | bytes] = []
        page.route_web_socket("**/api/socket", self._route)

    def _route(self, near: WebSocketRoute) -> None:
        self.near = near
        far = near.connect_to_server()
        far.on_message(self._hear)

    def _hear(self, said: str | bytes) -> None:
        if self.holding:
            self.kept.append(said)
        else:
            self.near.send(said)

    def let_go(self) -> None:
        self.holding = False
        for said in self.kept:
            self.near.send(said)
        self.kept = []


def test_two_tabs_of_one_seat(table: TablePage, server: str) -> None:
    """What is chosen in one is seen in the other, and an old click there does nothing."""
    tokens = new_table(server, *BUDA, {"imperial": person(), "ottoman": person()})
    choices = short_game(*BUDA)
    other = TablePage(table.page.context.new_page(), server)
    held = Held(other.page)
    for tab in (table, other):
        tab.enter(tokens["imperial,ottoman"])
    table.play(choices[0])
    other.wait_for_version(1)

    held.holding = True
    truth = begin(*BUDA)
    truth.choose(choices[0])
    table.play(choices[1])
    old = next(choice for choice in truth.choices if choice != choices[1])
    other.play(old, hasty=True)
    held.let_go()
    other.wait_for_version(2)
    other.play(choices[2])
    for tab in (table, other):
        tab.wait_for_version(3)
    assert other.complaints == []


@pytest.mark.parametrize("pause", ["at once", "after the table has moved"])
def test_a_double_click_is_one_choice(table: TablePage, server: str, pause: str) -> None:
    """The second click of a double click may not choose what has come up below the mouse."""
    token = table.sit_down(*BUDA, {"imperial": person(), "ottoman": person()})
    _play_to_lists(table, short_game(*BUDA))
    version = int(table.version() or 0)
    for _ in range(4):
        x, y = table.middle("button[data-choice] >> nth=-1")
        table.page.mouse.click(x, y)
        version += 1
        if pause != "at once":
            table.wait_for_version(version)
        table.page.mouse.down(click_count=2)
        table.page.mouse.up(click_count=2)
        table.wait_for_version(version)
        expect(table.page.locator(PICKED)).to_have_count(0)
        table.choose_first()
        version += 1
        table.wait_for_version(version)
    assert call(f"{server}/api/table", token)["version"] == version


def _play_to_lists(table: TablePage, choices: Sequence[Choice]) -> None:
    """Go on until the list holds whole choices, a few of them."""
    for choice in choices:
        if table.page.locator("button[data-choice]").count() > 1:
            return
        table.play(choice)
