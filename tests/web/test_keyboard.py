"""Without a mouse: choosing by digits, by the list and on the board; the focus is seen and never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from sandtable.engine.types import Choice
from tests.web.robot import person
from tests.web.tables import CURTAIN, LIT, OPTION, OVER, PROMPT, TablePage
from tests.web.truth import BUDA, CONFLICT, IRE, KONEV, after, begin, first_where, pointers, short_game

FOCUSED = "() => document.activeElement !== null && document.activeElement !== document.body"
NUMBERED = 9
ROUND = 250
"""More stops than any page has for Tab."""
TRIES = 20
PLACE = """it => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return { x: Math.max(0, x - 4), y: Math.max(0, y - 4), width: width + 8, height: height + 8 };
}"""
"""Where something is on the screen, with room for a ring around it."""


def tab_to(table: TablePage, selector: str) -> None:
    """Press Tab until something of this kind has the focus."""
    for _ in range(ROUND):
        if table.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def by_digits(table: TablePage, choice: Choice) -> None:
    """Choose from the list by the numbers of its lines; beyond the ninth with Tab and Enter."""
    version = table.version()
    picks = [f"verb/{choice[0]}", *map(str, choice[1:])]
    for _ in range(len(choice) + 1):
        lines = table.page.evaluate(
            "() => [...document.querySelectorAll('button.option')].map(l => l.dataset.choice ?? l.dataset.pick)"
        )
        line = next(name for name in (" ".join(map(str, choice)), *picks) if name in lines)
        if lines.index(line) < NUMBERED:
            table.page.keyboard.press(str(lines.index(line) + 1))
        else:
            tab_to(table, f'[data-choice="{line}"], [data-pick="{line}"]')
            table.page.keyboard.press("Enter")
        if line not in picks:
            table.settle(version)
            return
        table.page.wait_for_selector(f'[data-pick="{line}"]', state="detached")


def pictures(table: TablePage, selector: str) -> tuple[bytes, bytes]:
    """Something that has the focus, and then the same without it, from one place: the page may still be changing."""
    table.paint()
    for _ in range(TRIES):
        tab_to(table, selector)
        thing = table.page.evaluate_handle("document.activeElement")
        place = thing.evaluate(PLACE)
        focused = table.page.screenshot(clip=place)
        kept = thing.evaluate("it => { const kept = it === document.activeElement; it.blur(); return kept; }")
        without = table.page.screenshot(clip=place)
        if kept and thing.evaluate(PLACE) == place:
            return focused, without
    raise AssertionError("the page does not come to rest")


@pytest.mark.slow
def test_a_whole_game_without_a_mouse(table: TablePage) -> None:
    table.sit_down(*KONEV, {"revolutionary": person()})
    truth = begin(*KONEV)
    for number, choice in enumerate(short_game(*KONEV)):
        table.wait_for_version(number)
        by_digits(table, choice)
        truth.choose(choice)
    assert truth.outcome is not None
    expect(table.page.locator(OVER)).to_contain_text(truth.game.ledger.text(truth.outcome.reason, "en"))
    tab_to(table, 'a[href^="#/replay/"]')
    table.page.keyboard.press("Enter")
    expect(table.button("Forward")).to_be_visible()


@pytest.mark.parametrize("name", ["buda", "konev"])
def test_things_on_the_board_are_chosen_with_tab_and_enter(table: TablePage, name: str) -> None:
    game, options = {"buda": BUDA, "konev": KONEV}[name]
    table.join(game, options, 0)
    for number, choice in enumerate(short_game(game, options)[:8]):
        table.wait_for_version(number)
        version = table.version()
        moved = False
        for thing in (word for word in choice[1:] if isinstance(word, str) and word in table.lit()):
            tab_to(table, f'{LIT}[data-id="{thing}"]')
            table.page.keyboard.press("Enter")
            moved = table.settle(version, thing)
            assert table.page.evaluate(FOCUSED), f"the focus is lost after {thing}"
            if moved:
                break
        if not moved:
            by_digits(table, choice)


def test_a_card_that_stands_for_its_kind_is_chosen_with_tab_and_enter(table: TablePage) -> None:
    """A choice names the kind of an ÁVH card, and either of the two in the kit says it."""
    number = first_where(*IRE[1], lambda match: match.ask is not None and match.ask.prompt == "avh")
    cards = pointers(after(*IRE[1], number))["avh:a2"]
    table.join(*IRE[1], number)
    assert set(cards) <= table.lit()
    version = table.version()
    tab_to(table, f'{LIT}[data-id="{cards[-1]}"]')
    table.page.keyboard.press("Enter")
    assert table.settle(version, cards[-1])
    expect(table.page.locator(PROMPT)).to_contain_text("steps left: 3")  # avh.militia_move_total


def test_the_focus_is_not_lost_when_the_list_changes(table: TablePage) -> None:
    table.join(*BUDA, 0)
    for _ in range(5):
        version = table.version()
        tab_to(table, OPTION)
        table.until_the_table_moves(lambda: table.page.keyboard.press("Enter"))
        assert table.version() != version
        assert table.page.evaluate(FOCUSED)


def test_the_skip_link_leads_to_the_options(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.page.keyboard.press("Tab")
    expect(table.page.get_by_text("Skip to the options")).to_be_focused()
    table.page.keyboard.press("Enter")
    assert table.page.evaluate("where => document.activeElement.closest(where) !== null", PROMPT)


@pytest.mark.parametrize("selector", [OPTION, LIT, "[role=tab]", "header a", ".tools button"])
def test_the_focus_is_seen(table: TablePage, selector: str) -> None:
    """What has the focus looks different from what has not."""
    table.join(*CONFLICT, 30)
    focused, without = pictures(table, selector)
    assert focused != without


def test_the_curtain_opens_with_a_key(table: TablePage) -> None:
    table.sit_down(*CONFLICT, {"revolutionary": person(), "commander": person()})
    expect(table.page.locator(CURTAIN)).to_be_visible()
    tab_to(table, f"{CURTAIN} button")
    table.page.keyboard.press("Enter")
    assert table.wait_for_ask()


def test_keys_in_a_field_are_only_text(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.tab("Rules")
    table.page.get_by_role("searchbox").press_sequentially("1u2")
    expect(table.page.get_by_role("searchbox")).to_have_value("1u2")
    assert table.version() == "0"
