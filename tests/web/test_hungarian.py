"""In Hungarian nothing English is left: not what the pages say, nor what they tell a screen reader."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from sandtable.engine.game import Stage
from sandtable.games import load
from sandtable.server.catalogue import catalogue, names
from tests.playing import grown
from tests.web.conftest import Tokens
from tests.web.robot import person
from tests.web.tables import CARD, NOTICE, OVER, STEP, TablePage
from tests.web.truth import BUDA, CONFLICT, KONEV, ROGUE, after, refused

WORDS = Path(__file__).parent.parent.parent / "web" / "src" / "words"
ENGLISH = re.compile(
    r"\b(the|and|your|with|from|which|this|that|you|been|will|of|for|its|not|can|by|who|what|has won|cannot)\b", re.I
)
"""Small words that every English sentence has and no Hungarian one."""
SAID = """() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest('script, style, noscript, svg.board > g > :not([data-id])')) said.push(node.data);
    } else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const value = node.getAttribute(name);
      if (value && node.tagName !== 'svg') said.push(value);
    }
  }
  return said.map(text => text.trim()).filter(text => text !== '');
}"""


@cache
def client_words(lang: str) -> dict[str, str]:
    found = re.findall(r'^  "([\w.]+)":\s*"(.*)",$', (WORDS / f"{lang}.ts").read_text(encoding="utf-8"), re.M)
    assert len(found) > 80
    return dict(found)


@cache
def english(game: str) -> frozenset[str]:
    """Everything that is said in English and differently in Hungarian."""
    pairs = [(client_words("en"), client_words("hu")), (names(game, "en"), names(game, "hu"))]
    texts = {value for ours, _ in pairs for value in ours.values()}
    same = {value for _, theirs in pairs for value in theirs.values()}
    texts |= {each.title for each in catalogue("en").games} | {level.name for level in catalogue("en").levels}
    same |= {each.title for each in catalogue("hu").games} | {level.name for level in catalogue("hu").levels}
    return frozenset(texts - same - {client_words("hu")["app.language"]})


def expect_hungarian(table: TablePage, game: str) -> None:
    assert table.page.locator("html").get_attribute("lang") == "hu"
    said: list[str] = table.page.evaluate(SAID)
    assert len(said) > 5
    left = [text for text in said if text in english(game) or ENGLISH.search(text)]
    # The button that leads to the other language speaks it, and ids of rules are the same in all.
    same = {client_words("hu")["app.language"], *load(game).ledger.rules}
    assert [text for text in left if text not in same] == []


@pytest.fixture
def asztal(table: TablePage) -> TablePage:
    table.set_up(lang="hu")
    return table


def test_the_language_is_a_button(table: TablePage) -> None:
    table.open("/")
    table.button("Magyarul").click()
    table.expect_text("main", client_words("hu")["home.games"])
    expect_hungarian(table, "buda_1686")
    table.sit_down("buda_1686")
    expect_hungarian(table, "buda_1686")


@pytest.mark.parametrize("game", [game.slug for game in grown(Stage.BILINGUAL)])
def test_at_the_door(asztal: TablePage, game: str) -> None:
    asztal.open(f"/new/{game}")
    asztal.page.wait_for_selector("form")
    if game == "nights_of_fire":
        asztal.page.locator("details summary").first.click()
        asztal.page.locator("input[name=ruleset]").nth(2).check()
    expect_hungarian(asztal, game)
    asztal.page.locator("select").first.select_option("away")
    asztal.button(client_words("hu")["new.start"]).click()
    asztal.expect_text("main", client_words("hu")["links.title"])
    expect_hungarian(asztal, game)


IRE = ("days_of_ire", {"revolutionaries": 1, "yuri_noel": True})
AT_THE_TABLE = {
    "buda": (BUDA, 90),
    "konev": (KONEV, 40),
    "conflict": (CONFLICT, 100),
    "ire": (IRE, 30),
    "rogue": (ROGUE["android-3p"], 40),
}


@pytest.mark.parametrize("name", AT_THE_TABLE)
def test_at_the_table(asztal: TablePage, name: str) -> None:
    (game, options), number = AT_THE_TABLE[name]
    asztal.join(game, options, number)
    asztal.wait_for_version(number)
    expect_hungarian(asztal, game)
    for thing in sorted(set(refused(after(game, options, number))) & asztal.shown())[:1]:
        asztal.click_thing(thing, lit=False)
        asztal.page.wait_for_selector(NOTICE)
        expect_hungarian(asztal, game)
    asztal.page.mouse.move(*asztal.point_of(sorted(asztal.shown())[0]))
    asztal.page.wait_for_selector(CARD)
    expect_hungarian(asztal, game)
    asztal.tab(client_words("hu")["table.rules"])
    ledger = load(game).ledger
    ruling = next(rule.id for rule in ledger.rules.values() if rule.why)
    asztal.expect_text(f'[data-rule="{ruling}"]', ledger.why(ruling, "hu"))
    expect_hungarian(asztal, game)
    asztal.tab(client_words("hu")["table.chat"])
    expect_hungarian(asztal, game)


def test_after_a_game(asztal: TablePage, finished_conflict: Tokens) -> None:
    asztal.enter(finished_conflict["commander"])
    asztal.page.wait_for_selector(OVER)
    expect_hungarian(asztal, "nights_of_fire")
    asztal.open(f"/replay/{finished_conflict['commander']}")
    asztal.expect_text(STEP, "0")
    asztal.page.keyboard.press("ArrowRight")
    asztal.expect_text(STEP, "1")
    expect_hungarian(asztal, "nights_of_fire")


def test_curtain_and_bad_links(asztal: TablePage) -> None:
    asztal.sit_down(*CONFLICT, {"revolutionary": person(), "commander": person()})
    expect_hungarian(asztal, "nights_of_fire")
    asztal.expected.append("401")
    asztal.open("/table/" + "a" * 26)
    asztal.page.get_by_role("alert").wait_for()
    expect_hungarian(asztal, "nights_of_fire")
