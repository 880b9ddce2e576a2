"""Five questions of a newcomer, answered from the table alone with at most two clicks, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from sandtable.engine.match import Match
from sandtable.engine.primer import Primer, load_primer
from sandtable.engine.types import Choice
from sandtable.games import load
from sandtable.server.words import words
from tests.web.conftest import DESKTOP
from tests.web.robot import new_table, person, play
from tests.web.tables import CANNOT, CARD, NOTICE, OPTION, PROMPT, RECAP, TablePage
from tests.web.truth import BUDA, CONFLICT, IRE, ROGUE, Options, asked, begin

EUROPE: tuple[str, Options] = ("battle_for_europe", {})
TABLES = {game: (game, options) for game, options in (BUDA, CONFLICT, IRE[1], ROGUE["agent-2p"], EUROPE)}
FEW = 20
"""Choices after which it is looked whether the other side has just chosen."""


@cache
def position(slug: str) -> tuple[list[Choice], Match[Any]]:
    """Choices of a random game until somebody is asked who has chosen before, just after another side has."""
    match, made, rng = begin(*TABLES[slug]), list[Choice](), random.Random(17)
    chose: list[int] = []
    sides = match.game.sides(match.options)
    while len(made) < FEW or not fits(match, chose, sides):
        assert match.ask is not None
        chose.append(match.ask.seat)
        made.append(rng.choice(match.choices))
        match.choose(made[-1])
    return made, match


def fits(match: Match[Any], chose: list[int], sides: tuple[int, ...]) -> bool:
    """Whether the asked seat has chosen before, and another side has chosen since and told of it."""
    assert match.ask is not None
    seat = match.ask.seat
    return seat in chose and sides[chose[-1]] != sides[seat] and bool(news(match)) and bool(match.impossible())


def news(match: Match[Any]) -> list[str]:
    """What the asked seat may read last."""
    assert match.ask is not None
    said = words(match.game.slug, "en")
    return [said.line(line) for line in match.lines(match.ask.seat)[-1:]]


class Newcomer:
    """Somebody at a table who counts clicks."""

    def __init__(self, table: TablePage, slug: str) -> None:
        self.table = table
        self.choices, self.match = position(slug)
        found = load_primer(load(slug))
        assert found is not None
        self.primer: Primer = found

    def sit_down(self) -> None:
        game, options = self.match.game.slug, TABLES[self.match.game.slug][1]
        seats = {seat: person("away") for seat in self.match.seats}
        tokens = new_table(self.table.address, game, options, seats)
        play(self.table.address, tokens, self.choices)
        self.table.enter(tokens[asked(self.match)])
        self.table.wait_for_version(len(self.choices))


@pytest.fixture(scope="module")
def newcomers(browser: Browser, serving: Any) -> Iterator[dict[str, Newcomer]]:
    """One page for all, and a table of each game that is sat down at once."""
    context = browser.new_context(**DESKTOP)
    table = TablePage(context.new_page(), serving.address)
    table.set_up(shortcuts=False)
    yield {slug: Newcomer(table, slug) for slug in TABLES}
    context.close()
    assert table.complaints == []


@pytest.fixture(params=TABLES)
def newcomer(newcomers: dict[str, Newcomer], request: pytest.FixtureRequest) -> Newcomer:
    sitting = newcomers[request.param]
    sitting.sit_down()
    return sitting


def test_five_questions_of_a_newcomer(newcomer: Newcomer) -> None:
    what_did_the_other_side_do(newcomer)
    what_may_i_do_now(newcomer)
    why_may_i_not(newcomer)
    what_does_this_mean(newcomer)
    what_is_the_aim(newcomer)
    where_in_the_turn_am_i(newcomer)


def what_did_the_other_side_do(newcomer: Newcomer) -> None:
    """The report ends with it; one click shows it once more on the board."""
    (last,) = news(newcomer.match)
    expect(newcomer.table.log_lines().last).to_contain_text(last)
    newcomer.table.tool("Last turn").click()
    newcomer.table.page.wait_for_selector(RECAP)
    newcomer.table.page.keyboard.press("End")
    newcomer.table.expect_text(f"{RECAP} .lines", last)
    newcomer.table.page.keyboard.press("Escape")
    newcomer.table.page.wait_for_selector(PROMPT)


def what_may_i_do_now(newcomer: Newcomer) -> None:
    """Without a click: the question, its options, and what can be clicked shines."""
    match = newcomer.match
    assert match.ask is not None
    said = words(match.game.slug, "en").prompt(match.ask.prompt, match.facts())
    newcomer.table.expect_text(f"{PROMPT} .said", said)
    assert newcomer.table.page.locator(OPTION).count() > 0


def why_may_i_not(newcomer: Newcomer) -> None:
    """What cannot be done stands grey below the options with its rule; one click says it in full."""
    refused = newcomer.table.page.locator(CANNOT).first
    rule = newcomer.match.impossible()[0][1]
    expect(refused).to_contain_text(load(newcomer.match.game.slug).ledger.text(rule, "en"))
    refused.click(force=True)  # what is only said to be disabled can be clicked: that is how it tells why
    newcomer.table.expect_text(NOTICE, load(newcomer.match.game.slug).ledger.text(rule, "en"))


def what_does_this_mean(newcomer: Newcomer) -> None:
    """One click on a piece: what it is, and what such a piece does."""
    match = newcomer.match
    assert match.ask is not None
    scene = match.game.scene(match.state, match.ask.seat)
    shown = newcomer.table.shown() - newcomer.table.lit()
    for piece in (piece for area in scene.areas for piece in area.pieces):
        entry = newcomer.primer.about_thing(f"piece {piece.kind}")
        if entry is not None and piece.id in shown:
            newcomer.table.click_thing(piece.id, lit=False)
            newcomer.table.expect_text(CARD, entry.en)
            newcomer.table.page.mouse.move(1, 1)
            return
    raise AssertionError("nothing on this board can be asked about")


def what_is_the_aim(newcomer: Newcomer) -> None:
    """One click: the rulebook opens with it."""
    newcomer.table.tab("Rules")
    newcomer.table.expect_text("[data-part=aim]", newcomer.primer.aim.en)


def where_in_the_turn_am_i(newcomer: Newcomer) -> None:
    """The second click: the course of a turn with the step at hand, and every icon with what it does."""
    match = newcomer.match
    scene = match.game.scene(match.state, None)
    newcomer.table.page.locator("[data-part=course] summary").click()
    steps = [step for step in newcomer.primer.course if step.is_now(scene)]
    for step in steps:
        newcomer.table.expect_text("[data-part=course] [aria-current=step]", step.en)
    newcomer.table.page.locator("[data-part=things] summary").click()
    expect(newcomer.table.page.locator("[data-part=things] li").first).to_contain_text(newcomer.primer.about[0].en)
