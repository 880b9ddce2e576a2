"""Fair dice in two browsers: the game begins when both have added to them, and both check them after it."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from sandtable.engine.chance import agreed_hash, promise_of
from tests.web.conftest import Visitors
from tests.web.tables import OVER, PROMPT, TablePage
from tests.web.test_invitations import invite, take

KEPT = "Object.values(JSON.parse(localStorage.sandtable).dice)"


def resign(table: TablePage) -> None:
    table.button("Settings").click()
    table.button("Resign").click()
    table.button("Yes, resign").click()


def test_the_game_begins_with_the_last_player_and_the_dice_are_proved_after_it(
    table: TablePage, visitor: Visitors
) -> None:
    address = invite(table)
    expect(table.page.locator("main")).to_contain_text("The game begins when everybody has taken a seat")
    expect(table.page.locator(PROMPT)).to_have_count(0)
    table.expect_no_faults()
    guest = visitor()
    take(guest, address)
    for page in (table, guest):
        expect(page.page.locator(PROMPT)).to_be_visible()
    mine, theirs = (page.page.evaluate(KEPT)[0] for page in (table, guest))
    assert mine["commitment"] == theirs["commitment"] and mine["entropy"] != theirs["entropy"]
    parts = sorted(promise_of(each["entropy"]) for each in (mine, theirs))
    assert mine["promises"] == theirs["promises"] and sorted(mine["promises"].values()) == parts
    command = f"sandtable replay --verify --commitment {agreed_hash(mine['commitment'], mine['promises'])}"
    resign(table)
    for page in (table, guest):
        page.page.locator(OVER).get_by_text("✓ The dice are as promised").click()
        for said in (mine["commitment"], mine["entropy"], theirs["entropy"], command):
            expect(page.page.locator(OVER)).to_contain_text(said)
        expect(page.page.locator(OVER).get_by_role("note")).to_have_count(0)
    table.expect_no_faults()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("d.commitment = '0'.repeat(64)", "another promise"),
        ("for (const seat in d.promises) d.promises[seat] = '0'.repeat(64)", "not what that player promised"),
    ],
    ids=["the server's", "a player's"],
)
def test_dice_that_are_not_as_promised_are_told(table: TablePage, change: str, said: str) -> None:
    table.open("/new/buda_1686")
    table.button("Start the game").click()
    table.page.wait_for_selector(PROMPT)
    table.page.evaluate(
        "() => { const s = JSON.parse(localStorage.sandtable); "
        f"for (const d of Object.values(s.dice)) {{ {change} }} localStorage.sandtable = JSON.stringify(s) }}"
    )
    table.page.reload()
    table.page.wait_for_selector(PROMPT)
    resign(table)
    expect(table.page.locator(OVER).get_by_role("alert")).to_contain_text(said)


def test_dice_that_the_server_made_alone_are_said_to_be(table: TablePage, server: str) -> None:
    body = {"game": "buda_1686", "seats": {"imperial": {"kind": "here"}, "ottoman": {"kind": "here"}}}
    made = httpx.post(f"{server}/api/tables", json=body).json()
    table.open(f"/table/{made['links'][0]['token']}")
    table.page.wait_for_selector(PROMPT)
    resign(table)
    table.button("Settings").click()
    expect(table.page.locator(OVER).get_by_role("note")).to_contain_text("The server made these dice alone")


def test_what_this_browser_did_not_add_it_does_not_vouch_for(table: TablePage) -> None:
    table.open("/new/buda_1686")
    table.button("Start the game").click()
    table.page.wait_for_selector(PROMPT)
    change = (
        "() => { const s = JSON.parse(localStorage.sandtable); "
        "for (const d of Object.values(s.dice)) delete d.entropy; localStorage.sandtable = JSON.stringify(s) }"
    )
    table.page.evaluate(change)  # as after the server has said that another device was quicker
    table.page.reload()
    table.page.wait_for_selector(PROMPT)
    resign(table)
    expect(table.page.locator(OVER).get_by_role("note")).to_contain_text("did not come from this browser")
