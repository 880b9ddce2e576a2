"""Small questions of Nights of Fire: a Move that begins with its fighter, payments by themselves, many discards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from sandtable.engine.ahead import ahead, preferred
from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from sandtable.server.words import words
from tests.web.conftest import PHONE, Visitors
from tests.web.robot import new_table, person, play
from tests.web.tables import CURTAIN, PICKED, PROMPT, TablePage
from tests.web.truth import KONEV, Options, begin

BY_ITSELF = ".by-itself"
CONFIRM = "button.confirms"
SCREENS: dict[str, dict[str, Any]] = {
    "1440": {"viewport": {"width": 1440, "height": 900}},
    "1280": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
}
ADVANCED: tuple[str, Options] = ("nights_of_fire", {"ruleset": "konev_advanced", "revolutionaries": 1})
CARDS_SEEN = """() => [...document.querySelectorAll(".hand .held")].map(card => {
    const box = card.getBoundingClientRect(), name = card.querySelector("strong");
    const edge = card.closest(".hands").getBoundingClientRect();
    const inside = box.left >= edge.left - 1 && box.right <= edge.right + 1;
    return [inside, box.width, parseFloat(getComputedStyle(name).fontSize)];
})"""
"""By card in a hand: whether it is on the screen without scrolling, how wide it is, and how large its name."""

Wanted = Callable[[Match[Any]], bool]


def reach(game: tuple[str, Options], wanted: Wanted, verbs: tuple[str, ...] = ("pass",)) -> list[Choice]:
    """Choices after which a match is as wanted: one of these verbs where it is offered, else the last option."""
    match, made = begin(*game), list[Choice]()
    while not wanted(match):
        found = [choice for choice in match.choices if choice[0] in verbs]
        made.append((found or match.choices[-1:])[0])
        match.choose(made[-1])
    return made


def at(game: tuple[str, Options], choices: list[Choice]) -> Match[Any]:
    match = begin(*game)
    for choice in choices:
        match.choose(choice)
    return match


def sit(table: TablePage, game: tuple[str, Options], choices: list[Choice]) -> None:
    seats = {seat: person() for seat in begin(*game).seats}
    tokens = new_table(table.address, *game, seats)
    play(table.address, tokens, choices)
    table.enter(tokens[",".join(seats)])
    if table.page.locator(CURTAIN).count():
        table.page.locator(CURTAIN).get_by_role("button").click()
    table.page.wait_for_selector(PROMPT)


def asks(prompt: str) -> Wanted:
    return lambda match: match.ask is not None and match.ask.prompt == prompt


def moves_first(match: Match[Any]) -> Choice:
    """The first step of a Move."""
    found = ahead(match)
    assert found is not None
    return next(step for step in found.steps if step[0] == "go")


@pytest.mark.parametrize("screen", SCREENS)
def test_many_cards_are_discarded_at_once_from_the_largest_hand(visitor: Visitors, screen: str) -> None:
    """Who passes at once has drawn 12 cards twice and may keep 12 (draw.one.high, draw.one.limit)."""
    choices = reach(KONEV, asks("draw.discard"))
    match = at(KONEV, choices)
    over = match.facts()["over"]
    assert isinstance(over, int)
    table = visitor(shortcuts=True, **SCREENS[screen])
    sit(table, KONEV, choices)
    cards = [str(choice[1]) for choice in match.choices]
    assert len(cards) == 24 and over == 12
    seen = table.page.evaluate(CARDS_SEEN)
    assert len(seen) == 24
    if screen != "phone":  # a phone scrolls its hand
        assert all(inside for inside, _, _ in seen), seen
        assert all(size >= 11 for _, _, size in seen), seen
    assert all(width >= 36 for _, width, _ in seen), seen
    version = int(table.version() or 0)
    for count, card in enumerate(cards[:over], 1):
        table.click_thing(card)
        expect(table.page.locator(PICKED)).to_have_count(count)
    table.page.locator(CONFIRM).click()
    table.wait_for_version(version + over)
    assert table.page.locator(".hand .held").count() == len(cards) - over
    assert not set(cards[:over]) & table.shown()


def test_a_move_begins_with_the_fighter_and_pays_by_itself(visitor: Visitors) -> None:
    table = visitor(shortcuts=True)
    sit(table, KONEV, reach(KONEV, asks("rev.order")))
    match = at(KONEV, reach(KONEV, asks("rev.order")))
    _, fighter, district = moves_first(match)
    hand = table.page.locator(".hand .held").count()
    table.click_thing(str(fighter))
    expect(table.page.locator(PICKED)).to_have_count(1)
    assert str(district) in table.lit()
    table.click_thing(str(district))
    table.page.wait_for_selector(BY_ITSELF)
    expect(table.page.locator(".hand .held")).to_have_count(hand - 1)
    table.tab("Report")
    expect(table.log_lines().filter(has_text="Move with 1 op").last).to_be_visible()


def test_what_was_paid_by_itself_can_be_changed(visitor: Visitors) -> None:
    """The Move is taken back, paid with a card of the player's choice, and goes where it went."""
    table = visitor(shortcuts=True)
    choices = reach(KONEV, asks("rev.order"))
    sit(table, KONEV, choices)
    match = at(KONEV, choices)
    _, fighter, district = moves_first(match)
    hand = table.page.locator(".hand .held").count()
    table.click_thing(str(fighter))
    table.click_thing(str(district))
    table.page.wait_for_selector(BY_ITSELF)
    table.button("Change").click()
    expect(table.page.locator(".hand .held")).to_have_count(hand)
    dearer = next(choice for choice in match.choices if choice[0] == "move" and choice[1] != 1)
    table.page.locator(f'button[data-choice="{dearer[0]} {dearer[1]}"]').click()
    match.choose(dearer)
    payment = next(choice for choice in match.choices if choice[0] == "pay")
    table.page.locator(f'button[data-choice="{" ".join(map(str, payment))}"]').click()
    expect(table.page.locator(".hand .held")).to_have_count(hand - 1)
    table.tab("Report")
    expect(table.log_lines().last).to_contain_text(table_name(fighter))


def table_name(thing: object) -> str:
    return words(KONEV[0], "en").names[str(thing)]


def test_a_payment_before_dice_is_laid_ready_and_waits(visitor: Visitors) -> None:
    """What chance decides cannot be taken back: the cards are marked, and one click plays them."""

    def risky(match: Match[Any]) -> bool:
        found = preferred(match)
        return found is not None and not found.safe and len(match.choices) > 1

    choices = reach(ADVANCED, risky, ("ambush", "attack", "flee", "pass"))
    match = at(ADVANCED, choices)
    wanted = preferred(match)
    assert wanted is not None
    table = visitor(shortcuts=True)
    sit(table, ADVANCED, choices[:-1])
    version = int(table.version() or 0)
    table.play(choices[-1])
    table.wait_for_version(version + 1)
    first = table.page.locator("button.option").first
    expect(first).to_have_class(re.compile(r"\bconfirms\b"))
    expect(first).to_have_attribute("data-choice", " ".join(map(str, wanted.choice)))
    expect(table.page.locator(".held.marked")).to_have_count(len(wanted.choice) - 1)
    first.click()
    table.page.wait_for_selector(f'{PROMPT}:not([data-version="{version + 1}"])')
