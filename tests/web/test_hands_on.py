"""At the table: taking back, giving up half-made actions, why not, what a thing is, hints, rules and the report."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from sandtable.engine.primer import load_primer
from sandtable.games import load
from sandtable.server.words import say, words
from tests.web.tables import CARD, GAMES, NOTICE, PICKED, RECAP, RULE, TablePage
from tests.web.truth import BUDA, CONFLICT, KONEV, after, can_undo, first_where, refused, short_game, things

TITLES = {"buda": BUDA, "konev": KONEV}


@pytest.mark.parametrize("name", TITLES)
def test_undo_brings_back_the_same_options(table: TablePage, name: str) -> None:
    game, options = TITLES[name]
    number = first_where(game, options, can_undo) - 1
    table.join(game, options, number)
    table.wait_for_version(number)
    before = table.options()
    lit = table.lit()
    table.play(short_game(game, options)[number])
    table.wait_for_version(number + 1)
    table.tool("Undo").click()
    table.wait_for_version(number + 2)
    assert table.options() == before
    assert table.lit() == lit


@pytest.mark.parametrize("name", TITLES)
def test_beyond_the_barrier_undo_is_grey_and_says_why(table: TablePage, name: str) -> None:
    game, options = TITLES[name]
    number = first_where(game, options, lambda match: bool(match.history) and not can_undo(match))
    table.join(game, options, number)
    undo = table.tool("Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.press("Enter")  # what is only said to be disabled can be used: that is how it tells why
    table.expect_text(NOTICE, say("en", "undo.chance"))
    table.page.keyboard.press("u")
    assert table.version() == str(number)


def _has_steps(match: object) -> bool:
    """Whether a choice takes a thing and a second one, and neither means it by itself."""
    choices = getattr(match, "choices")  # noqa: B009
    pairs = [choice for choice in choices if len(choice) == 3]
    return len(pairs) > 9 and len({choice[1] for choice in pairs}) > 2 and len({choice[2] for choice in pairs}) > 2


@pytest.mark.parametrize("name", TITLES)
def test_escape_gives_up_the_steps_of_an_action(table: TablePage, name: str) -> None:
    game, options = TITLES[name]
    number = first_where(game, options, _has_steps)
    match = after(game, options, number)
    table.join(game, options, number)
    lit = table.lit()
    first = next(
        choice[1]
        for choice in match.choices
        if choice[1:] and choice[1] in lit and sum(choice[1] in other for other in match.choices) > 1
    )
    assert isinstance(first, str)
    assert table.click_thing(first)
    assert not table.settle(str(number), first)
    assert table.lit() != lit
    table.expect_text(".chosen", words(game, "en").names[first])
    table.page.keyboard.press("Escape")
    expect(table.page.locator(PICKED)).to_have_count(0)
    assert table.lit() == lit
    assert table.click_thing(first)
    table.settle(str(number), first)
    table.tool("Cancel").click()
    expect(table.page.locator(PICKED)).to_have_count(0)
    assert table.version() == str(number)


@pytest.mark.parametrize("name", TITLES)
def test_what_is_not_allowed_says_why_and_leads_to_the_rule(table: TablePage, name: str) -> None:
    game, options = TITLES[name]
    number = first_where(game, options, lambda match: bool(refused(match)))
    refusals = refused(after(game, options, number))
    table.join(game, options, number)
    thing = sorted(set(refusals) & table.shown())[0]
    assert table.click_thing(thing, lit=False)
    notice = table.page.locator(NOTICE)
    rule = refusals[thing][0]
    expect(notice).to_contain_text(load(game).ledger.text(rule, "en"))
    notice.get_by_role("button", name=rule).first.click()
    expect(table.page.locator(f'{RULE}[data-rule="{rule}"]')).to_be_in_viewport()


def test_a_piece_takes_no_click_from_the_lit_place_in_which_it_lies(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.click_thing("unit:kaiserlich_3")
    expect(table.page.locator("[data-id='zone:felheviz'].lit")).to_have_count(1)
    assert "unit:kaiserlich_1" not in table.lit()
    before = table.version()
    table.page.mouse.click(*table.point_of("unit:kaiserlich_1"))
    table.settle(before)
    expect(table.log_lines().last).to_contain_text("Felhévíz")


def test_what_a_player_may_look_for_in_vain_is_listed_grey_with_its_reason(table: TablePage) -> None:
    table.join(*BUDA, 0)
    assault = table.page.locator(".cannot", has_text="Assault …")
    expect(assault).to_contain_text(load("buda_1686").ledger.text("assault.precondition", "en"))
    assert not any("Assault" in option for option in table.options())
    assault.get_by_role("button").click(force=True)
    table.expect_text(NOTICE, "Assault")
    expect(table.page.locator(".cannot", has_text=re.compile("^Move"))).to_have_count(
        0
    )  # what can be done is not among them


def test_an_area_tells_why_nothing_can_be_done_with_what_lies_there(table: TablePage) -> None:
    table.join(*BUDA, 0)
    table.click_thing("zone:kozepso", lit=False)
    told = table.page.locator(NOTICE)
    expect(told).to_contain_text("Abdurrahman")
    expect(told.get_by_role("button")).not_to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_pointing_at_a_thing_tells_what_it_is(table: TablePage, game: str) -> None:
    table.sit_down(game)
    table.wait_for_ask()
    for thing in sorted(table.lit())[:3]:
        x, y = table.point_of(thing)
        table.page.mouse.move(0, 0)
        table.page.mouse.move(x, y)
        table.expect_text(CARD, words(game, "en").names[thing])


def test_a_hint_names_choices_and_can_be_taken(table: TablePage) -> None:
    table.join(*KONEV, 0)
    table.tool("Hint").click()
    advice = table.page.locator(NOTICE).get_by_role("button")
    expect(advice.first).to_contain_text("chance to win")
    advice.first.click()
    table.wait_for_version(1)


def telling_word(game: str) -> str:
    """A long word of the first rule that stands in some rules and not in others."""
    texts = [rule.text for rule in load(game).ledger.rules.values()]
    words: list[str] = re.findall(r"[a-z]{5,}", texts[0])
    return next(word for word in words if 0 < sum(word in text for text in texts) < len(texts))


@pytest.mark.parametrize("game", GAMES)
def test_the_rulebook_can_be_searched(table: TablePage, game: str) -> None:
    table.sit_down(game)
    table.tab("Rules")
    rules = table.page.locator(RULE)
    search = table.page.get_by_role("searchbox")
    word = telling_word(game)
    search.fill(word)
    expect(rules.first).to_be_visible()
    expect(rules.filter(has_not_text=word).filter(has_not=table.page.locator(f"[title*={word}]"))).to_have_count(0)
    assert 0 < rules.count() < len(load(game).ledger.rules)
    search.fill("xyzzy")
    table.expect_text("[role=tabpanel]", "No rule matches “xyzzy”.")


def test_the_report_leads_to_its_moments_and_rules(table: TablePage) -> None:
    table.join(*BUDA, 20)
    lines = table.log_lines()
    expect(lines).to_have_count(len(after(*BUDA, 20).lines(None)))
    told = after(*BUDA, 12).lines(None)
    moment = lines.nth(len(told) - 1)  # the last line of step 12
    moment.get_by_role("button").first.click()
    table.expect_text(RECAP, "Step 12 of 20")
    expect(moment).to_have_class(re.compile(r"\bnow\b"))
    assert table.laid() != []
    table.page.keyboard.press("ArrowRight")
    table.expect_text(RECAP, "Step 13 of 20")
    table.page.keyboard.press("Escape")
    expect(table.page.locator(RECAP)).to_have_count(0)
    rule = lines.get_by_role("button", name="In the rulebook").last
    name = (rule.get_attribute("aria-label") or "").rpartition(" ")[2]
    rule.click()
    expect(table.page.locator(f'{RULE}[data-rule="{name}"]')).to_be_in_viewport()


def test_a_thing_in_nobodys_turn_is_only_looked_at(table: TablePage) -> None:
    """Who is not asked has no lit things and no options, and a click does nothing."""
    table.join(*BUDA, 0, seat="ottoman")
    assert table.lit() == set()
    assert table.options() == []
    table.click_thing(sorted(table.shown())[0], lit=False)
    assert table.version() == "0"
    table.expect_text(".said", "imperial")


def test_the_prompt_says_what_is_asked(table: TablePage) -> None:
    number = 30
    table.join(*CONFLICT, number)
    match = after(*CONFLICT, number)
    assert match.ask is not None
    prompt = words(match.game.slug, "en").prompt(match.ask.prompt, match.facts())
    table.expect_text(".said", prompt)
    assert table.lit() == things(match) & table.shown()


def test_a_card_says_what_a_thing_does_and_leads_to_the_rules_about_it(table: TablePage) -> None:
    table.join(*BUDA, 20)
    primer = load_primer(load("buda_1686"))
    assert primer is not None
    scene = after(*BUDA, 20).game.scene(after(*BUDA, 20).state, 0)
    wall = next(area for area in scene.areas if area.kind == "wall")
    table.click_thing(wall.id, lit=False)
    card = table.page.locator(CARD)
    entry = primer.about_thing("area wall")
    assert entry is not None
    expect(card).to_contain_text(entry.en)
    expect(card).to_contain_text(f"Terrain {wall.facts['terrain']}: so much is taken off")
    thing, box = table.page.locator(f'.board [data-id="{wall.id}"]').first.bounding_box(), card.bounding_box()
    assert thing is not None and box is not None
    middle = thing["x"] + thing["width"] / 2, thing["y"] + thing["height"] / 2
    assert not (box["x"] < middle[0] < box["x"] + box["width"] and box["y"] < middle[1] < box["y"] + box["height"])
    card.get_by_role("button", name="Rules about").click()
    shown = {rule.get_attribute("data-rule") for rule in table.page.locator(RULE).all()}
    facts = [primer.about_thing(f"fact {fact}") for fact in wall.facts]
    assert shown == {rule for each in (entry, *facts) if each is not None for rule in each.rules}


def test_what_was_done_is_marked_on_the_board_until_something_is_picked(table: TablePage) -> None:
    """An order with a roll: the die lies large where it was rolled, with what it needed."""
    number = first_where(*BUDA, lambda match: any(choice[0] == "artillery" for choice in match.choices))
    table.join(*BUDA, number)
    choice = next(choice for choice in after(*BUDA, number).choices if choice[0] == "artillery")
    table.play_by_list(choice)
    done = after(*BUDA, number)
    done.choose(choice)
    while not any(line.key.startswith("roll_") for line in done.lines(None)[len(after(*BUDA, number).lines(None)) :]):
        table.play_by_list(done.choices[-1])
        done.choose(done.choices[-1])
    expect(table.page.locator(".happenings .rolled")).to_have_count(1)
    table.expect_text(".happenings .rolled", "needed: at most")
    table.expect_no_faults()
