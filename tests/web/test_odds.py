"""What an order may bring, told before it is given: as the rules roll it, at a glance, and never in the way."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import expect

from sandtable.engine.chance import Chance, seed_key
from sandtable.engine.lesson.book import load_book
from sandtable.engine.lesson.play import taken_up
from sandtable.engine.match import Match
from sandtable.engine.state import Log, State
from sandtable.engine.types import Choice
from sandtable.games import load
from tests.web.robot import call
from tests.web.tables import OPTION, TablePage

ODDS = "aside.odds"
CHIP = "button.chance"
ASSAULT: Choice = ("assault", "zone:vizivaros")
PLAYS = 800
ROUNDED = 0.005
"""Chances are shown in whole per cents."""

ROLLED: list[tuple[str, str, str, int, Choice, str, str]] = [
    ("buda_1686", "cx.mining.fail", "", 1, ("spring", "zone:esztergomi_rondella"), "mine_fails", "fails"),
    (
        "nights_of_fire",
        "ex.attack.table",
        "3/1",
        0,
        ("attack", "insurgent:fighter_06", "regiment:reg_104"),
        "wounded",
        "Wounded",
    ),
]
"""Moments of examples, an order with dice in each, a line of the report that it may bring, and a word of that line."""


def enter(table: TablePage, game: str, example: str, line: str, step: int) -> None:
    """Open a table of one's own from a moment of an example."""
    body = {"game": game, "example": {"id": example, "line": line, "step": step}}
    table.enter(call(f"{table.address}/api/tables", body=body)["links"][0]["token"])


def look_at(table: TablePage, choice: Choice) -> None:
    """Point at an option of the list, through its groups."""
    wanted = table.page.locator(f'button[data-choice="{" ".join(map(str, choice))}"]')
    while not wanted.count():
        picks = (f'button[data-pick="{pick}"]' for pick in (f"verb/{choice[0]}", *choice[1:]))
        next(found for found in map(table.page.locator, picks) if found.count()).click()
    wanted.first.hover()


def brings(match: Match[State], choice: Choice, key: str, number: int) -> bool:
    """Whether an order brings a line of the report, with other dice for every number; it is paid for as offered."""
    twin = match.fork()
    log = twin.log = twin.state.log = Log()
    twin.state.chance = Chance(seed_key(f"play {number}"))
    twin.choose(choice)
    while twin.ask is not None and twin.ask.prompt.startswith("pay"):
        twin.choose(twin.choices[0])
    return any(line.key == key for line in log.lines)


def share_in(outcome: str) -> float:
    """The chance with which a line of the card begins."""
    found = re.match(r"\D*(\d+) %", outcome)
    assert found is not None, outcome
    return int(found[1]) / 100


@pytest.mark.parametrize(("game", "example", "line", "step", "choice", "key", "word"), ROLLED)
def test_the_odds_shown_are_those_that_are_rolled(
    table: TablePage, game: str, example: str, line: str, step: int, choice: Choice, key: str, word: str
) -> None:
    enter(table, game, example, line, step)
    look_at(table, choice)
    expect(table.page.locator(f"{ODDS} .ifs li").first).to_be_visible()
    outcomes = table.page.locator(f"{ODDS} .ifs li").all_inner_texts()
    shares = [(share_in(each), each) for each in outcomes]
    assert sum(share for share, _ in shares) == pytest.approx(1, abs=0.02)
    told = sum(share for share, text in shares if word in text)
    rules = load(game)
    match, _ = taken_up(rules, load_book(rules).line(f"{example}/{line}".rstrip("/")), step, "odds")
    rolled = sum(brings(match, choice, key, number) for number in range(PLAYS)) / PLAYS
    assert 0 < rolled < 1
    assert abs(told - rolled) < 4 * math.sqrt(rolled * (1 - rolled) / PLAYS) + ROUNDED


def test_looking_pointing_and_keys_tell_the_odds_and_a_click_does_not_wait(table: TablePage) -> None:
    enter(table, "buda_1686", "ex.assault.vizivaros", "one_unit", 1)
    card = table.page.locator(ODDS)
    look_at(table, ASSAULT)
    expect(card).to_contain_text("Assault Víziváros")
    expect(card).to_contain_text("Needed:")
    expect(card.locator(".terms li").first).to_contain_text("+4 Kaiserlich Foot I")
    expect(card.locator(".if")).to_have_count(2)  # whether Abdurrahman stays or comes
    table.expect_no_faults()
    card.get_by_role("button", name="assault.modifier").first.click()
    expect(table.page.locator(".rules .exact")).to_have_attribute("data-rule", "assault.modifier")
    table.page.mouse.move(1, 1)
    expect(card).to_have_count(0)
    table.page.keyboard.press("Escape")
    table.button("Odds").click()
    expect(table.page.locator(CHIP).first).to_have_text(re.compile(r"\d+ %"))
    table.page.locator(CHIP).first.click()
    expect(card).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    table.page.locator(f'button[data-choice="{" ".join(map(str, ASSAULT))}"]').focus()
    expect(card).to_contain_text("Assault Víziváros")
    table.page.keyboard.press("Enter")
    expect(table.page.locator(f"{OPTION}", has_text="Abdurrahman stays")).to_be_visible()
    expect(card).to_have_count(0)


def test_whoever_wants_no_odds_has_none(table: TablePage) -> None:
    enter(table, "buda_1686", "ex.assault.vizivaros", "one_unit", 1)
    table.switch("Odds").click()
    table.page.keyboard.press("Escape")
    look_at(table, ASSAULT)
    expect(table.button("Odds")).to_have_count(0)
    table.page.wait_for_timeout(500)
    expect(table.page.locator(ODDS)).to_have_count(0)


def test_on_a_phone_a_tap_tells_the_odds(phone: TablePage) -> None:
    enter(phone, "buda_1686", "ex.assault.vizivaros", "one_unit", 1)
    phone.button("Odds").tap()
    chip = phone.page.locator(CHIP).first
    chip.tap()
    card = phone.page.locator(ODDS)
    expect(card).to_be_in_viewport()
    for button in [*card.get_by_role("button").all(), chip]:
        box = button.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 36
    phone.expect_no_faults()
    card.get_by_role("button", name="Close").tap()
    expect(card).to_have_count(0)
