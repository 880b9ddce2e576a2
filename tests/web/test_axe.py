"""axe finds nothing serious on any page, light or dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from sandtable.server import guides, lessons
from tests.web.conftest import Tokens
from tests.web.robot import person
from tests.web.tables import CANNOT, CURTAIN, NOTICE, OVER, RECAP, STEP, TablePage
from tests.web.test_odds import ODDS, ROLLED, enter, look_at
from tests.web.test_shortcuts import asks, reach, sit
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


def grey_list(table: TablePage) -> None:
    """What is impossible now, and one of it told in full."""
    table.join(*BUDA, 0)
    table.page.wait_for_selector(CANNOT)
    table.page.locator(CANNOT).first.click(force=True)
    table.page.wait_for_selector(NOTICE)


def odds(table: TablePage) -> None:
    """The odds of an order, with every outcome."""
    game, example, line, step, choice, _, _ = ROLLED[0]
    enter(table, game, example, line, step)
    look_at(table, choice)
    table.page.wait_for_selector(ODDS)


def recap(table: TablePage) -> None:
    table.join(*KONEV, 20)
    table.tool("Last turn").click()
    table.page.wait_for_selector(RECAP)


def discards(table: TablePage) -> None:
    """Many cards picked at once."""
    choices = reach(KONEV, asks("draw.discard"))
    sit(table, KONEV, choices)
    for card in sorted(thing for thing in table.lit() if thing.startswith("card:"))[:3]:
        table.click_thing(card)


def icons(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.tab("Rules")
    for part in ("course", "win", "things"):
        table.page.locator(f"[data-part={part}] summary").click()


def example(table: TablePage) -> None:
    line = next(each for each in lessons.listed("nights_of_fire", "en").examples if each.grid is not None)
    table.open(f"/rules/nights_of_fire/{line.id}")
    table.page.wait_for_selector(".words .sentence")


def guide(table: TablePage) -> None:
    """A page to read, and then a decision that is answered."""
    first = guides.stepped("buda_1686", "first", "", "en")
    table.open("/guide/buda_1686/first")
    table.page.wait_for_selector(".guide")
    table.expect_no_faults()
    for _ in first.pages:
        table.page.keyboard.press("Enter")
    table.page.wait_for_selector(".guide[data-phase=decision]")
    table.button("Show me").click()


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
    "grey list": grey_list,
    "odds": odds,
    "recap": recap,
    "discards": discards,
    "icons": icons,
    "example": example,
    "guide": guide,
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
    table.button("Forward").click()
    table.expect_text(STEP, "Step 1 of")
    expect(table.log_lines().first).to_be_visible()
    table.expect_no_faults()


def test_nothing_serious_on_a_phone(phone: TablePage) -> None:
    phone.join(*CONFLICT, 100)
    phone.expect_no_faults()


def test_axe_would_find_something(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_text("The games").wait_for()
    table.page.evaluate("() => document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert any("button-name" in fault for fault in table.serious_faults())


def test_axe_would_find_colours_that_are_bad_only_in_the_dark(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_text("The games").wait_for()
    table.page.evaluate("""() => {
      const words = document.createElement('p');
      words.textContent = 'black on dark';
      words.style.color = 'black';
      document.querySelector('main').append(words);
    }""")
    with pytest.raises(AssertionError, match=r"dark: .*color-contrast"):
        table.expect_no_faults()
