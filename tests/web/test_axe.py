"""axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Tokens
from tests.web.robot import person
from tests.web.tables import CURTAIN, NOTICE, OVER, STEP, TablePage
from tests.web.truth import BUDA, CONFLICT, IRE, KONEV, ROGUE

NOBODY = "a" * 26


def home(table: TablePage) -> None:
    table.sit_down("buda_1686")
    table.open("/")
    expect(table.page.get_by_role("region", name="My games")).to_contain_text("Your turn")


def new_game(table: TablePage) -> None:
    table.open("/new/nights_of_fire")
    table.page.get_by_text("Rules and difficulty").click()


def links(table: TablePage) -> None:
    table.open("/new/buda_1686")
    table.page.get_by_label("Who plays Ottoman").select_option("away")
    table.button("Start the game").click()
    table.page.get_by_text("Send these links").wait_for()


def bad_link(table: TablePage) -> None:
    table.expected.append("401")
    table.open(f"/table/{NOBODY}")
    table.page.get_by_role("alert").wait_for()


def curtain(table: TablePage) -> None:
    table.sit_down(*CONFLICT, {"revolutionary": person(), "commander": person()})
    table.page.wait_for_selector(CURTAIN)


def buda(table: TablePage) -> None:
    table.join(*BUDA, 90)


def rules(table: TablePage) -> None:
    table.join(*KONEV, 0)
    table.tab("Rules")


def why_not(table: TablePage) -> None:
    table.join(*CONFLICT, 100)
    table.click_thing(sorted(table.shown() - table.lit())[0], lit=False)
    table.page.wait_for_selector(NOTICE)
    table.tab("Chat")


def ire(table: TablePage) -> None:
    table.join(*IRE[3], 50)


def rogue(table: TablePage) -> None:
    table.join(*ROGUE["android-3p"], 60)


PAGES: dict[str, Callable[[TablePage], None]] = {
    "home": home,
    "new game": new_game,
    "links": links,
    "bad link": bad_link,
    "curtain": curtain,
    "Buda": buda,
    "rules": rules,
    "why not": why_not,
    "Days of Ire": ire,
    "Rogue Agent": rogue,
}


@pytest.mark.parametrize("name", PAGES)
def test_nothing_serious(table: TablePage, name: str) -> None:
    PAGES[name](table)
    table.expect_no_faults()


def test_nothing_serious_after_a_game(table: TablePage, finished_buda: Tokens) -> None:
    table.enter(finished_buda["ottoman"])
    table.page.wait_for_selector(OVER)
    table.expect_no_faults()
    table.open(f"/replay/{finished_buda['ottoman']}")
    table.expect_text(STEP, "Step 0 of")
    table.expect_no_faults()


def test_nothing_serious_on_a_phone(phone: TablePage) -> None:
    phone.join(*CONFLICT, 100)
    phone.expect_no_faults()


def test_axe_would_find_something(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_text("The games").wait_for()
    table.page.evaluate("() => document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert any("button-name" in fault for fault in table.serious_faults())
