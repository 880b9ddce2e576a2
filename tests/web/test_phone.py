"""On a telephone held upright: nothing is cut off, everything can be touched, and the board can be seen and zoomed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, expect

from tests.web.conftest import Tokens
from tests.web.tables import BOARD, CARD, NOTICE, OPTION, PICKED, PROMPT, SEATS, TOO_SMALL_TO_TAP, TablePage
from tests.web.truth import BUDA, CONFLICT, KONEV, ROGUE, Options, after, short_game

TOUCH = 44
"""Pixels that a finger needs."""
SEEN = 0.3
"""How much of the screen the board has at least."""
POSITIONS: dict[str, tuple[str, Options, int]] = {
    "buda at the start": (*BUDA, 0),
    "buda in mid-game": (*BUDA, 90),
    "konev at the start": (*KONEV, 0),
    "conflict in mid-game": (*CONFLICT, 100),
    "four agents in mid-game": (*ROGUE["agent-4p"], 60),
    "an android among three": (*ROGUE["android-3p"], 60),
}

TOO_SMALL = """least => [...document.querySelectorAll('button, a, select, input, [role=tab]')].filter(each => {
  const box = each.getBoundingClientRect();
  const style = getComputedStyle(each);
  if (box.width === 0 || style.visibility === 'hidden' || each.closest('.unseen, .skip, svg')) return false;
  const label = each.matches('input[type=radio], input[type=checkbox]') ? each.closest('label') : null;
  const target = label?.getBoundingClientRect() ?? box;
  if (style.display === 'inline' || each.matches('.link')) return false;
  return target.height < least - 0.5 || target.width < least - 0.5;
}).map(each => each.outerHTML.slice(0, 120) + ' ' + JSON.stringify(each.getBoundingClientRect()))"""
"""What a finger would miss. Links in running text are as high as the text."""

CUT_OFF = """() => [...document.querySelectorAll('button, a, input, select, h1, h2, p')].filter(each => {
  const box = each.getBoundingClientRect();
  if (box.width === 0 || each.closest('.unseen, .skip, svg')) return false;
  for (let parent = each.parentElement; parent; parent = parent.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(parent).overflowX)) return false;
  }
  return box.left < -1 || box.right > innerWidth + 1;
}).map(each => each.outerHTML.slice(0, 120))"""


def expect_nothing_cut_off(phone: TablePage) -> None:
    assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert phone.page.evaluate(CUT_OFF) == []
    assert phone.page.evaluate(TOO_SMALL, TOUCH) == []


@pytest.mark.parametrize("name", POSITIONS)
def test_at_the_table(phone: TablePage, name: str) -> None:
    game, options, number = POSITIONS[name]
    phone.join(game, options, number)
    phone.wait_for_version(number)
    expect_nothing_cut_off(phone)
    board = phone.page.locator(BOARD).bounding_box()
    prompt = phone.page.locator(PROMPT).bounding_box()
    assert board is not None and prompt is not None
    assert board["width"] * min(board["height"], 844 - board["y"]) > SEEN * 390 * 844
    assert prompt["y"] + prompt["height"] <= 844.5
    choices = phone.page.locator(OPTION)
    for at in range(choices.count()):
        line = choices.nth(at)
        line.evaluate("line => line.scrollIntoView({ block: 'nearest', inline: 'center' })")
        expect(line).to_be_in_viewport(ratio=0.9)
        assert line.evaluate("""line => {
          const box = line.getBoundingClientRect();
          return line.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }"""), line.inner_text()


def test_five_seats_keep_what_they_have(phone: TablePage) -> None:
    """Nobody's money lies over a name or outside its place, and the name of the seat that is asked is whole."""
    phone.join("battle_for_europe", {"scenario": "full_war_a", "players": 5}, 0)
    seats = phone.page.locator(f"{SEATS} li")
    assert seats.count() == 5
    for at in range(5):
        boxes = [seats.nth(at).locator(part).bounding_box() for part in (":scope > i", ".called", ".standing b")]
        assert all(box is not None and box["width"] > 4 for box in boxes)
        place = seats.nth(at).bounding_box()
        assert place is not None
        edges = [place["x"]]
        for box in boxes:
            assert box is not None
            edges += [box["x"], box["x"] + box["width"]]
        edges.append(place["x"] + place["width"])
        assert edges == sorted(edges)
        assert place["x"] + place["width"] <= 390
    asked = phone.page.locator(f"{SEATS} .asked .called")
    assert asked.evaluate("name => name.scrollWidth <= name.clientWidth + 1")
    expect_nothing_cut_off(phone)


@pytest.mark.parametrize("path", ["/", "/new/buda_1686", "/new/nights_of_fire"])
def test_at_the_door(phone: TablePage, path: str) -> None:
    phone.open(path)
    phone.page.wait_for_selector("main .button, main form")
    expect_nothing_cut_off(phone)


def test_looking_back(phone: TablePage, finished_buda: Tokens) -> None:
    phone.enter(finished_buda["imperial"])
    expect_nothing_cut_off(phone)
    phone.link("Review the game").tap()
    phone.button("Forward").tap()
    phone.expect_text(".where", "Step 1 of")
    expect_nothing_cut_off(phone)


def test_a_tap_chooses(phone: TablePage) -> None:
    phone.join(*BUDA, 0)
    move = next(choice for choice in after(*BUDA, 0).choices if choice[0] == "move" and choice[1] in phone.lit())
    assert isinstance(move[1], str)
    phone.page.touchscreen.tap(*phone.point_of(move[1]))
    expect(phone.page.locator(PICKED)).to_have_count(1)
    assert phone.page.locator(PICKED).get_attribute("data-id") == move[1]


def touch(line: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    given = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})


def scale(phone: TablePage) -> float:
    text = phone.page.locator(f"{BOARD} > g").first.get_attribute("transform") or ""
    found = re.search(r"scale\(([\d.]+)\)", text)
    return float(found[1]) if found else 1.0


def test_two_fingers_zoom(phone: TablePage) -> None:
    phone.join(*BUDA, 0)
    before = scale(phone)
    box = phone.page.locator(BOARD).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    line = phone.page.context.new_cdp_session(phone.page)
    touch(line, "touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 50, 70, 90):
        touch(line, "touchMove", (x - apart, y), (x + apart, y))
    touch(line, "touchEnd")
    phone.page.wait_for_function(
        """before => {
      const text = document.querySelector('svg.board > g').getAttribute('transform');
      return Number(/scale\\(([\\d.]+)\\)/.exec(text)?.[1] ?? 1) > before * 1.5;
    }""",
        arg=before,
    )
    assert phone.version() == "0"
    phone.button("Whole board").tap()
    phone.page.wait_for_function(
        "() => /scale\\(1\\)|^$/.test(document.querySelector('svg.board > g').getAttribute('transform') ?? '')"
    )


def test_a_long_press_tells_what_a_thing_is_and_chooses_nothing(phone: TablePage) -> None:
    phone.join(*BUDA, 0)
    thing = sorted(thing for thing in phone.lit() if thing.startswith("unit:"))[0]
    x, y = phone.point_of(thing)
    line = phone.page.context.new_cdp_session(phone.page)
    touch(line, "touchStart", (x, y))
    expect(phone.page.locator(CARD)).to_be_visible()
    touch(line, "touchEnd")
    expect(phone.page.locator(CARD)).to_be_visible()
    expect(phone.page.locator(PICKED)).to_have_count(0)
    assert phone.version() == "0"


def test_a_tapped_card_opens(phone: TablePage) -> None:
    phone.join(*KONEV, 0)
    card = phone.page.locator(".held [data-id]").first
    card.tap()
    expect(phone.page.locator(CARD)).to_contain_text(card.locator("strong").inner_text().replace("\u00ad", ""))


def test_passing_is_always_in_reach(phone: TablePage) -> None:
    phone.join(*KONEV, 0)
    passing = phone.page.locator("button[data-choice=pass]")
    assert phone.page.locator(".list").evaluate("list => list.scrollWidth > list.clientWidth")
    expect(passing).to_be_in_viewport(ratio=1)
    phone.page.locator(".list").evaluate("list => list.scrollTo(list.scrollWidth, 0)")
    expect(passing).to_be_in_viewport(ratio=1)


def test_report_and_rules_open_over_the_board(phone: TablePage) -> None:
    phone.join(*BUDA, 20)
    phone.page.get_by_role("button", name="Report", exact=True).tap()
    expect(phone.log_lines().last).to_be_in_viewport()
    phone.page.get_by_role("tab", name="Rules").tap()
    expect(phone.page.get_by_role("searchbox")).to_be_in_viewport()
    expect_nothing_cut_off(phone)
    phone.page.get_by_role("button", name="Close", exact=True).first.tap()
    expect(phone.page.locator(PROMPT)).to_be_in_viewport()
    assert phone.page.locator(NOTICE).count() == 0
    phone.play(short_game(*BUDA)[20])
    phone.wait_for_version(21)


@pytest.mark.parametrize("name", POSITIONS)
def test_what_can_be_chosen_is_large_enough_when_it_is(phone: TablePage, name: str) -> None:
    """From the whole board a tap brings a small thing near, and only the next one picks it."""
    game, options, number = POSITIONS[name]
    phone.join(game, options, number)
    phone.button("Whole board").tap()
    small = [thing for thing in sorted(phone.lit()) if phone.page.evaluate(TOO_SMALL_TO_TAP, thing)]
    for thing in small[:1]:
        phone.page.touchscreen.tap(*phone.point_of(thing))
        phone.page.wait_for_function(f"id => !({TOO_SMALL_TO_TAP})(id)", arg=thing)
        expect(phone.page.locator(PICKED)).to_have_count(0)
        assert phone.version() == str(number)


LOW_LINKS = """() => [...document.querySelectorAll("button.link, summary")].map(each => each.getBoundingClientRect())
    .filter(at => at.width > 0 && Math.min(at.width, at.height) < 35.5).length"""
"""How many links among words are too small for a finger."""


def test_links_of_the_rulebook_are_large_enough(phone: TablePage) -> None:
    phone.open("/rulebook/buda_1686")
    phone.page.locator("summary").nth(4).click()
    expect(phone.page.locator("button.link").first).to_be_visible()
    assert phone.page.evaluate(LOW_LINKS) == 0
