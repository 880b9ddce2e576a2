"""Whole games through the page, from set-up to result, by clicking what is lit; with the truth beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.robot import person
from tests.web.tables import CURTAIN, OVER, TablePage
from tests.web.truth import BUDA, CONFLICT, KONEV, MARKET, begin, hidden, short_game, telling_names, things

HOT_SEAT = {
    "buda": (*BUDA, ("imperial", "ottoman")),
    "konev": (*KONEV, ("revolutionary",)),
    "conflict": (*CONFLICT, ("revolutionary", "commander")),
    "market": (*MARKET, ("north", "east", "west")),
}
HIDDEN = ("conflict", "market")
QUICK = ("market",)
"""A game on a board that nobody has drawn, and short enough for every run of the tests."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in HOT_SEAT]
)
def test_a_whole_game_by_clicks(table: TablePage, name: str) -> None:
    """Everything lit is an option and the other way round; hidden hands change places behind a curtain."""
    game, options, seats = HOT_SEAT[name]
    truth = begin(game, options)
    table.sit_down(game, options, {seat: person() for seat in seats})
    choices = short_game(game, options)
    pointed = curtains = 0
    for number, choice in enumerate(choices):
        assert truth.ask is not None
        if table.page.locator(CURTAIN).count():
            curtains += 1
            table.expect_nothing_of(set().union(*(hidden(truth, seat) for seat in range(len(seats)))))
            table.page.locator(CURTAIN).get_by_role("button").click()
            table.wait_for_version(number)
            table.expect_nothing_of(hidden(truth, truth.ask.seat) | telling_names(truth, truth.ask.seat))
        table.wait_for_version(number)
        assert table.lit() == things(truth) & table.shown(), choice
        pointed += table.play(choice) > 0
        truth.choose(choice)
    assert truth.outcome is not None
    expect(table.page.locator(OVER)).to_contain_text(truth.game.ledger.text(truth.outcome.reason, "en"))
    assert pointed > len(choices) / 3
    assert (curtains >= 5) == (name in HIDDEN)
