"""What moves: counters that glide, dice that roll, and the last turn once more; for those who want it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.engine.match import Match
from sandtable.server.words import words
from tests.web.conftest import Visitors
from tests.web.tables import LIT, OPTION, PROMPT, RECAP, TablePage
from tests.web.truth import BUDA, CONFLICT, after, hidden, known, own_hand, short_game, telling_names

LIVELY = "no-preference"
SWITCH = "Animations"
MARCH = 27
"""After so many choices of the short game of Buda a unit marches, then guns fire: a counter glides, and dice roll."""
FIRED = MARCH + 3
SEEN = 45
"""After so many, the imperial side has seen a whole turn of the other."""
DISCARD = 33
"""After so many choices of the short game with hidden hands, one card is to be discarded at a click."""


def _march(table: TablePage, end: int = FIRED) -> list[dict[str, Any]]:
    """Play the march and the shot, or a part of it; gives what was animated meanwhile."""
    table.expect_rest()
    table.page.evaluate("window.motion = []")
    for number in range(MARCH, end):
        table.play(short_game(*BUDA)[number])
        table.wait_for_version(number + 1)
    return table.motion()


def _rolls(first: int, end: int) -> int:
    """How many of these choices of the short game of Buda were answered by a die."""
    told = [
        len([line for line in after(*BUDA, at).lines(0) if line.key.startswith("roll_")])
        for at in range(first, end + 1)
    ]
    return sum(here < there for here, there in pairwise(told))


def _place(transform: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", transform)]


def test_a_counter_glides_from_where_it_was_and_dice_roll(visitor: Visitors) -> None:
    table = visitor(reduced_motion=LIVELY)
    table.watch_motion()
    table.join(*BUDA, MARCH)
    unit = str(short_game(*BUDA)[MARCH][1])
    before = dict(table.laid())
    assert "die" not in [each["what"] for each in table.motion()]  # nothing was rolled since the page is open
    seen = _march(table)
    glide = next(each for each in seen if each["what"] == unit)
    assert _place(glide["from"]) == pytest.approx(_place(before[unit]), abs=0.1)
    assert _place(glide["to"]) != pytest.approx(_place(before[unit]), abs=0.1)
    assert glide["running"] > 0
    assert [each["what"] for each in seen].count("die") == _rolls(MARCH, FIRED) > 0
    table.expect_rest()
    assert _place(dict(table.laid())[unit]) == pytest.approx(_place(glide["to"]), abs=0.1)


def test_animations_can_be_turned_off_for_good(visitor: Visitors) -> None:
    table = visitor(reduced_motion=LIVELY)
    table.watch_motion()
    table.open("/")
    expect(table.switch(SWITCH)).to_be_checked()
    table.switch(SWITCH).uncheck()
    table.page.reload()
    expect(table.switch(SWITCH)).not_to_be_checked()
    table.join(*BUDA, MARCH)
    assert _march(table) == []
    table.page.reload()
    expect(table.switch(SWITCH)).not_to_be_checked()


def test_who_likes_it_calm_is_not_moved_unless_it_is_asked_for(table: TablePage) -> None:
    table.watch_motion()
    table.join(*BUDA, MARCH)
    assert _march(table) == []
    expect(table.switch(SWITCH)).not_to_be_checked()
    table.switch(SWITCH).check()
    table.page.keyboard.press("Escape")
    table.join(*BUDA, MARCH)
    assert short_game(*BUDA)[MARCH][1] in [each["what"] for each in _march(table, MARCH + 1)]


# ---------------------------------------------------------------------- the last turn once more


def _lines(then: Match[Any], count: int, seat: int) -> list[str]:
    """What the step to a position tells a seat, where the report before it had so many lines."""
    return [words(then.game.slug, "en").line(line) for line in then.lines(seat)[count:]]


def _present(table: TablePage) -> tuple[object, ...]:
    """All that must be as it was when one has looked back."""
    return table.version(), table.options(), table.lit(), table.laid()


def _expect_step(table: TablePage, at: int, total: int) -> None:
    expect(table.page.locator(f"{RECAP} small")).to_have_text(f"Step {at} of {total}")


def test_the_last_turn_is_told_step_by_step_and_ends_in_the_present(table: TablePage) -> None:
    first = 42
    table.join(*BUDA, SEEN, seat="imperial")
    before = _present(table)
    table.page.keyboard.press("r")
    total = SEEN - first
    boards = []
    for at in range(1, total + 1):
        _expect_step(table, at, total)
        told = _lines(after(*BUDA, first + at), len(after(*BUDA, first + at - 1).lines(0)), 0)
        shown = table.page.locator(f"{RECAP} .lines p")
        texts = [text.removesuffix("§").strip() for text in shown.all_inner_texts()]
        assert texts == (told or ["No events in this step."])
        boards.append(table.laid())
        expect(table.button("Step forward")).to_be_enabled(enabled=at < total)
        table.page.keyboard.press("ArrowRight")
    assert boards[-1] == before[-1]
    table.page.keyboard.press("Home")
    _expect_step(table, 0, total)
    table.expect_text(RECAP, "Before the last turn")
    assert table.laid() != before[-1]
    table.page.keyboard.press("Escape")
    expect(table.page.locator(RECAP)).to_have_count(0)
    assert _present(table) == before
    assert table.page.evaluate("where => document.activeElement.closest(where) !== null", PROMPT)


def test_the_last_turn_plays_by_itself_and_can_be_ended_at_once(visitor: Visitors) -> None:
    table = visitor(reduced_motion=LIVELY)
    table.watch_motion()
    table.join(*BUDA, SEEN, seat="imperial")
    before = _present(table)
    table.tool("Last turn").click()
    _expect_step(table, 0, 3)
    assert table.laid() != before[-1]
    table.page.keyboard.press("Escape")
    expect(table.page.locator(RECAP)).to_have_count(0)
    table.expect_rest()
    assert _present(table) == before
    table.page.evaluate("window.motion = []")
    table.tool("Last turn").click()
    expect(table.button("Replay")).to_be_visible()
    _expect_step(table, 3, 3)
    assert [each for each in table.motion() if each["from"] != each["to"]]
    table.button("Back to now").click()
    assert _present(table) == before


def test_nothing_can_be_chosen_while_one_looks_back(table: TablePage) -> None:
    table.join(*CONFLICT, DISCARD, seat="revolutionary")
    before = _present(table)
    table.tool("Last turn").click()
    _expect_step(table, 1, 11)
    table.page.keyboard.press("End")
    _expect_step(table, 11, 11)
    card = short_game(*CONFLICT)[DISCARD][1]
    assert isinstance(card, str) and card in table.shown() & own_hand(after(*CONFLICT, DISCARD), 0)
    expect(table.page.locator(f"{LIT}, {OPTION}")).to_have_count(0)
    for key in ("1", "2", "u", "Enter"):
        table.page.keyboard.press(key)
    assert table.click_thing(card, lit=False)
    expect(table.page.locator(RECAP)).to_be_visible()
    table.page.keyboard.press("r")  # the server answers in turn: had anything been chosen, it would be told of now
    _expect_step(table, 1, 11)
    table.page.keyboard.press("Escape")
    assert _present(table) == before


def _secrets(then: Match[Any], now: Match[Any], seat: int) -> set[str]:
    """What a seat knew neither then nor now, by id and by name."""
    seen = known(then, seat) | known(now, seat)
    ids = (hidden(then, seat) | hidden(now, seat)) - seen
    return ids | (telling_names(then, seat) & telling_names(now, seat))


@pytest.mark.parametrize(("seat", "count", "first"), [("revolutionary", 25, 22), ("commander", 36, 24)])
def test_looking_back_shows_no_more_than_was_shown(table: TablePage, seat: str, count: int, first: int) -> None:
    now = after(*CONFLICT, count)
    at = now.seats.index(seat)
    table.join(*CONFLICT, count, seat=seat)
    table.page.keyboard.press("r")
    for step in range(1, count - first + 1):
        _expect_step(table, step, count - first)
        secrets = _secrets(after(*CONFLICT, first + step), now, at)
        assert len(secrets) > 3
        table.expect_nothing_of(secrets)
        table.page.keyboard.press("ArrowRight")
