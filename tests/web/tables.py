"""Sitting at a table with a browser."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 20_000
"""Milliseconds that something may take on a busy machine."""
OPTION = "button.option:not([disabled])"
OVER = ".over h1"

Seats = Mapping[str, Mapping[str, str]]
AGAINST_CHANCE: dict[str, tuple[dict[str, object], Seats]] = {
    "buda_1686": ({}, {"imperial": {"kind": "here"}, "ottoman": {"kind": "opponent", "level": "random"}}),
    "nights_of_fire": ({"ruleset": "konev_basic", "revolutionaries": 1}, {"revolutionary": {"kind": "here"}}),
}
"""By game, options and seats of a short game for one person."""


class TablePage:
    """A page of a browser that remembers what went wrong in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> None:
        self.page.goto(f"{self.address}/#{path}")

    def sit_down(self, game: str, options: Mapping[str, object] | None = None, seats: Seats | None = None) -> str:
        """Make a table and open it; gives its link."""
        usual_options, usual_seats = AGAINST_CHANCE[game]
        body = {"game": game, "options": options or usual_options, "seats": seats or usual_seats, "watch": True}
        token = str(post(f"{self.address}/api/tables", body)["links"][0]["token"])
        self.open(f"/table/{token}")
        self.page.wait_for_selector("svg.board")
        return token

    def wait_for_ask(self) -> bool:
        """Wait until something can be chosen; false if the game is over instead."""
        self.page.wait_for_selector(f"{OPTION}, {OVER}")
        return self.page.locator(OVER).count() == 0

    def version(self) -> str | None:
        """The version of the table that the options on the page belong to; none when the game is over."""
        prompt = self.page.locator(".prompt")
        return prompt.get_attribute("data-version") if prompt.count() else None

    def until_the_table_moves(self, act: Callable[[], None]) -> None:
        """Do something again and again, such as opening groups, until a choice has come of it and can be seen."""
        before = self.version()
        for _ in range(4):
            act()
            if self.page.locator(f"{OPTION}").count() == 0 or self.version() != before:
                break
        moved = "before => document.querySelector('.prompt')?.dataset.version !== before"
        self.page.wait_for_function(moved, arg=before)

    def click_option(self, at: int) -> None:
        """Click a line of the list, if it is still there: the table may move at any time."""
        self.page.evaluate(f"at => document.querySelectorAll('{OPTION}')[at]?.click()", at)

    def choose_first(self) -> None:
        """Choose the first option of the list, through its groups."""
        self.until_the_table_moves(self.page.locator(OPTION).first.click)

    def serious_faults(self) -> list[str]:
        """What axe finds on the page as it is now."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: dict[str, Any] = self.page.evaluate("axe.run()")
        return [
            f"{fault['id']}: {fault['nodes'][0]['html'][:200]} {fault['nodes'][0]['failureSummary']}"
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
        ]

    def expect_text(self, selector: str, text: str) -> None:
        expect(self.page.locator(selector).first).to_contain_text(text)


def post(address: str, body: object) -> Any:
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)
