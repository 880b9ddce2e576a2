"""The rulebook beside the board: what it opens with, what folds, and what it finds."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from sandtable.engine.primer import load_primer
from sandtable.games import load
from tests.web.tables import RULE, TablePage
from tests.web.truth import BUDA, IRE, KONEV, ROGUE, after

TAUGHT = dict((BUDA, KONEV, IRE[1], ROGUE["agent-2p"]))
NOW = '.rules [aria-current="step"]'


def unfolded(page: Page, name: str) -> str:
    """What a part of the contents says, unfolded."""
    part = page.locator(f'.rules [data-part="{name}"]')
    part.locator("summary").click()
    return part.inner_text()


@pytest.mark.parametrize("game", TAUGHT)
def test_it_opens_with_the_game_in_short_and_marks_the_step_at_hand(table: TablePage, game: str) -> None:
    table.join(game, TAUGHT[game], 0)
    table.tab("Rules")
    primer = load_primer(load(game))
    assert primer is not None
    table.expect_text('.rules [data-part="aim"]', primer.aim.en)
    course, wins = unfolded(table.page, "course"), unfolded(table.page, "win")
    assert all(step.en in course for step in primer.course)
    assert all(way.en in wins for way in primer.win)
    expect(table.page.locator(NOW)).to_have_count(1)
    expect(table.page.locator(NOW)).to_be_visible()
    table.expect_text(NOW, "You are here")


def test_the_mark_goes_on_with_the_game(table: TablePage) -> None:
    """With the number of choices at which the phase is another one than at the beginning."""
    primer = load_primer(load("buda_1686"))
    assert primer is not None
    for count in (0, 20, 90):
        table.join(*BUDA, count)
        table.tab("Rules")
        match = after(*BUDA, count)
        scene = match.game.scene(match.state, None)
        (step,) = [step for step in primer.course if step.is_now(scene)]
        table.expect_text(NOW, step.en)


def test_chapters_fold_and_a_rule_leads_to_its_own(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.tab("Rules")
    rule = table.page.locator(f'{RULE}[data-rule="assault.modifier"]')
    expect(rule).to_be_hidden()
    chapter = table.page.locator("details[data-chapter]", has=rule)
    chapter.locator("summary").focus()
    table.page.keyboard.press("Enter")
    expect(rule).to_be_visible()
    rule.get_by_role("button").click()
    expect(table.page.locator(f"{RULE}.exact")).to_have_attribute("data-rule", "assault.modifier")
    expect(rule).to_be_in_viewport()
    table.page.get_by_role("button", name="‹ Contents").click()
    expect(table.page.locator('.rules [data-part="aim"]')).to_be_in_viewport()


def test_a_search_finds_words_of_rules_and_examples(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.tab("Rules")
    table.page.get_by_role("searchbox").fill("vizivaros sixteen")
    expect(table.page.locator('[data-example="ex.assault.vizivaros"]')).to_be_visible()


@pytest.mark.parametrize("game", TAUGHT)
def test_every_thing_is_told_and_drawn_where_there_is_a_drawing(table: TablePage, game: str) -> None:
    table.join(game, TAUGHT[game], 0)
    table.tab("Rules")
    table.page.get_by_text("Icons and pieces", exact=True).click()
    primer = load_primer(load(game))
    assert primer is not None
    entries = table.page.locator('[data-part="things"] li')
    expect(entries).to_have_count(len(primer.about))
    expect(entries.first).to_contain_text(primer.about[0].en)
    assert entries.locator("svg").count() > 3
    table.expect_no_faults()


def test_on_a_phone_the_contents_are_within_reach(phone: TablePage) -> None:
    phone.join(*BUDA, 20)
    phone.page.get_by_role("button", name="Report", exact=True).tap()
    phone.page.get_by_role("tab", name="Rules").tap()
    expect(phone.page.locator('.rules [data-part="aim"]')).to_be_in_viewport()
    for summary in phone.page.locator(".rules summary").all():
        box = summary.bounding_box()
        assert box is not None and box["height"] >= 36
    phone.expect_no_faults()


def test_it_is_read_by_itself_from_the_shelf_and_leads_to_a_table(table: TablePage) -> None:
    table.open("/")
    table.page.get_by_role("link", name="Rulebook: The Retaking of Buda, 1686").click()
    primer = load_primer(load("buda_1686"))
    assert primer is not None
    table.expect_text('.rules [data-part="aim"]', primer.aim.en)
    assert primer.about[0].en in unfolded(table.page, "things")
    expect(table.page.locator(".things svg").first).to_be_visible()
    table.expect_no_faults()
    table.page.get_by_role("link", name="Play", exact=True).click()
    expect(table.button("Start the game")).to_be_visible()


def test_each_rule_has_an_address(table: TablePage) -> None:
    table.open("/rulebook/buda_1686/assault.success_double")
    expect(table.page.locator('[data-rule="assault.success_double"].exact')).to_be_visible()
