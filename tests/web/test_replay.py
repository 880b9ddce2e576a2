"""After the game: stepping through it, its chances, a link for others, playing on, and playing again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Tokens, Visitors
from tests.web.robot import call
from tests.web.tables import LIT, OPTION, OVER, STEP, TablePage
from tests.web.truth import BUDA, KONEV, begin, short_game

STEPS = ("First", "Back", "Forward", "Last")
STRIP = "Chance to win, step by step"
ANALYSING = "Working out how the chances went"


def test_steps_by_buttons_and_keys(table: TablePage, finished_buda: Tokens, server: str) -> None:
    token = finished_buda["imperial"]
    table.enter(token)
    table.link("Review the game").click()
    total = len(short_game(*BUDA))
    texts = [step["text"] for step in call(f"{server}/api/table/steps?first=0&count=5", token)["steps"]]
    first, back, forward, last = (table.button(name) for name in STEPS)
    table.expect_text(STEP, f"Step 0 of {total}")
    expect(first).to_be_disabled()
    expect(back).to_be_disabled()
    for at in (1, 2, 3):
        forward.click()
        table.expect_text(STEP, f"Step {at} of {total}")
        table.expect_text(STEP, texts[at])
    back.click()
    table.expect_text(STEP, f"Step 2 of {total}")
    last.click()
    table.expect_text(STEP, f"Step {total} of {total}")
    expect(forward).to_be_disabled()
    for key, at in (("ArrowLeft", total - 1), ("ArrowRight", total), ("Home", 0), ("End", total)):
        table.page.keyboard.press(key)
        table.expect_text(STEP, f"Step {at} of {total}")
    expect(table.page.locator(LIT)).to_have_count(0)


def test_the_strip_of_chances_leads_to_its_steps(table: TablePage, finished_konev: Tokens) -> None:
    table.open(f"/replay/{finished_konev['revolutionary']}")
    strip = table.page.get_by_role("img", name=STRIP)
    strip.wait_for(timeout=60_000)
    box = strip.bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 10)
    total = len(short_game(*KONEV))
    table.expect_text(STEP, f"Step {total} of {total}")


def test_the_strip_grows_while_the_game_is_analysed(table: TablePage, finished_buda: Tokens, server: str) -> None:
    token = finished_buda["imperial"]
    whole = call(f"{server}/api/table/analysis", token)
    total = len(whole["moments"])
    half = total // 2
    asked: list[str] = []
    held: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url.partition("after=")[2].partition("&")[0])
        if held or len(asked) > 1:
            held.append(route)
        else:
            first = {"moments": whole["moments"][:half], "turning_points": [], "done": False}
            route.fulfill(json={**whole, **first})

    table.page.route("**/api/table/analysis?*", answer)
    table.open(f"/replay/{token}")
    curve = table.page.locator("figure path.curve").first
    expect(curve).to_have_attribute("d", re.compile(f"^M[^L]*(L[^L]*){{{half}}}$"))
    expect(table.page.get_by_text(ANALYSING)).to_be_visible()
    while not held:
        table.page.wait_for_timeout(50)
    held[0].fulfill(json={**whole, "moments": whole["moments"][half:]})
    expect(curve).to_have_attribute("d", re.compile(f"^M[^L]*(L[^L]*){{{total}}}$"))
    expect(table.page.get_by_text(ANALYSING)).to_have_count(0)
    assert asked == ["0", str(half)]


@pytest.mark.parametrize("seat", ["imperial", "ottoman"])
def test_play_on_from_here(table: TablePage, finished_buda: Tokens, seat: str) -> None:
    table.open(f"/replay/{finished_buda['imperial']}")
    for _ in range(9):
        table.button("Forward").click()
    table.expect_text(STEP, "Step 9 of")
    table.page.get_by_label("Which side do you take?").select_option(seat)
    table.page.get_by_label("Opponents by rank").select_option("1")
    table.page.get_by_role("button", name=f"as {seat} against Recruit").click()
    table.page.wait_for_url("**/#/table/*")
    assert table.wait_for_ask()
    version = table.version()
    table.choose_first()
    assert table.version() != version


def test_a_replay_link_needs_no_seat(table: TablePage, visitor: Visitors, finished_buda: Tokens) -> None:
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.enter(finished_buda["ottoman"])
    table.button("Copy a link to this game").click()
    expect(table.button("Copied")).to_be_visible()
    address = table.page.evaluate("navigator.clipboard.readText()")
    assert not any(token in address for token in finished_buda.values())
    stranger = visitor()
    stranger.page.goto(address)
    stranger.expect_text(STEP, "Step 0 of")
    stranger.button("Forward").click()
    stranger.expect_text(STEP, "Step 1 of")


def test_the_result_is_told_to_each_side(table: TablePage, visitor: Visitors, finished_buda: Tokens) -> None:
    watching = visitor()
    table.enter(finished_buda["imperial"])
    table.expect_text(OVER, "You have won")
    watching.enter(finished_buda["watch"])
    watching.expect_text(OVER, "Winner: Imperial")
    expect(watching.page.locator(OPTION)).to_have_count(0)


def test_the_report_and_its_turns_lead_through_the_game(table: TablePage, finished_buda: Tokens) -> None:
    told = begin(*BUDA)
    turns = []
    for at, choice in enumerate(short_game(*BUDA), 1):
        before = len(told.lines(None))
        told.choose(choice)
        turns += [at for line in told.lines(None)[before:] if line.key == "turn"]
    table.open(f"/replay/{finished_buda['imperial']}")
    lines = table.log_lines()
    expect(lines).to_have_count(len(told.lines(0)))
    table.button("Next turn").click()
    table.expect_text(STEP, f"Step {turns[0]} of")
    table.page.keyboard.press("PageDown")
    table.expect_text(STEP, f"Step {turns[1]} of")
    expect(table.page.locator("details[open] .told.now").first).to_be_in_viewport()
    last = table.page.locator("details[open] .told:not(summary) button").last
    last.click()
    expect(table.page.locator("details[open] .told.now button", has_text=last.inner_text()).first).to_be_visible()
    table.page.get_by_label("Speed").select_option("4×")
    table.button("First").click()
    table.button("Play").click()
    expect(table.page.locator(STEP)).to_contain_text(re.compile(r"Step \d\d of"))  # at this pace soon
    table.button("Pause").click()
    table.expect_no_faults()


def test_the_story_leads_to_the_moments_that_turned_the_game(table: TablePage, finished_buda: Tokens) -> None:
    table.enter(finished_buda["imperial"])
    table.expect_text(".over details", f"The game took {len(short_game(*BUDA))} choices.")
    expect(table.page.get_by_role("status").filter(has_text=ANALYSING)).to_have_count(0, timeout=60_000)
    moments = table.page.locator(".over details li button")
    table.expect_no_faults()
    if moments.count():
        moments.first.click()
        table.expect_text(".recap", f"of {len(short_game(*BUDA))}")
        table.page.keyboard.press("Escape")
        expect(table.page.locator(OVER)).to_be_visible()
