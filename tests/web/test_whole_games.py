"""Whole games through the page, from set-up to result, by clicking what is lit; with the truth beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.robot import person
from tests.web.tables import CURTAIN, OVER, TablePage
from tests.web.truth import (
    BUDA,
    CONFLICT,
    IRE,
    KONEV,
    MARKET,
    ROGUE,
    begin,
    hidden,
    pointers,
    short_game,
    telling_game,
    telling_names,
    things,
)

HOT_SEAT = {
    "buda": (*BUDA, ("imperial", "ottoman")),
    "konev": (*KONEV, ("revolutionary",)),
    "conflict": (*CONFLICT, ("revolutionary", "commander")),
    "market": (*MARKET, ("north", "east", "west")),
    "ire 1": (*IRE[1], ("revolutionary", "soviet")),
    "ire 2": (*IRE[2], ("first", "second", "soviet")),
    "ire 3": (*IRE[3], ("first", "second", "third", "soviet")),
    "rogue 2": (*ROGUE["agent-2p"], ("purple", "yellow")),
    "rogue 3": (*ROGUE["agent-3p"], ("purple", "yellow", "grey")),
    "rogue 4": (*ROGUE["agent-4p"], ("purple", "yellow", "grey", "orange")),
    "android 3": (*ROGUE["android-3p"], ("purple", "yellow", "grey")),
    "android 4": (*ROGUE["android-4p"], ("purple", "yellow", "grey", "orange")),
}
HIDDEN = ("conflict", "market", "ire 1", "ire 2", "ire 3", "rogue 2", "android 3", "android 4")
PARTNERS = ("ire 2", "ire 3")
"""Games in which the hands of one side are hidden from each other too."""
TELLING = ("ire 1", "ire 2", "ire 3", "rogue 2", "rogue 3", "rogue 4", "android 3", "android 4")
"""Games whose shortest course does little of what there is to do."""
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
    choices = (telling_game if name in TELLING else short_game)(game, options)
    sides = truth.game.sides(truth.options)
    pointed = curtains = between_partners = 0
    viewer = 0
    for number, choice in enumerate(choices):
        assert truth.ask is not None
        if table.page.locator(CURTAIN).count():
            curtains += 1
            table.expect_nothing_of(set().union(*(hidden(truth, seat) for seat in range(len(seats)))))
            table.page.locator(CURTAIN).get_by_role("button").click()
            table.wait_for_version(number)
            table.expect_nothing_of(hidden(truth, truth.ask.seat) | telling_names(truth, truth.ask.seat))
            between_partners += sides[viewer] == sides[truth.ask.seat]
        if not truth.ask.open_to(viewer):
            viewer = truth.ask.seat
        table.wait_for_version(number)
        named, stand_ins = things(truth), pointers(truth)
        can_be_clicked = named.union(*(stand_ins[word] for word in named & set(stand_ins)))
        assert table.lit() == can_be_clicked & table.shown(), choice
        pointed += table.play(choice, pointers=stand_ins) > 0
        truth.choose(choice)
    assert truth.outcome is not None
    expect(table.page.locator(OVER)).to_contain_text(truth.game.ledger.text(truth.outcome.reason, "en"))
    assert pointed > len(choices) / 3
    assert (curtains >= 5) == (name in HIDDEN)
    assert (between_partners >= 3) == (name in PARTNERS)
