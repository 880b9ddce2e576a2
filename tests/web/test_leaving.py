"""Leaving in the browser: resigning, a seat that an opponent plays on for, and a game that is claimed."""

from __future__ import annotations

import sqlite3

import httpx
import pytest
from playwright.sync_api import Locator, expect

from sandtable.server.links import new_token
from tests.web.conftest import Server, Visitors
from tests.web.tables import OVER, PROMPT, TablePage
from tests.web.test_invitations import invite, take

LEAVING = ".leaving"


def impatient_table(serving: Server) -> dict[str, str]:
    """A table of two people that waits a second for who stays away; gives the keys by seat.

    Nobody can set so little: it is written into the database before the server has opened the table.
    """
    seats = {"imperial": {"kind": "away", "name": "Anna"}, "ottoman": {"kind": "away", "name": "Béla"}}
    body = {"game": "buda_1686", "seats": seats, "absence": 60}
    made = httpx.post(f"{serving.address}/api/tables", json=body).json()
    with sqlite3.connect(serving.folder / "games.db") as database:
        database.execute("UPDATE tables SET absence = 1 WHERE id = ?", [made["table"]])
    keys: dict[str, str] = {}
    for link in made["links"]:
        if link["kind"] == "away":
            keys[link["seats"][0]] = new_token()
            headers = {"authorization": f"Bearer {link['token']}"}
            httpx.post(f"{serving.address}/api/invitation", json={"key": keys[link["seats"][0]]}, headers=headers)
    return keys


def asked_first(serving: Server, keys: dict[str, str]) -> tuple[str, str]:
    """The seat that is asked, and the other."""
    headers = {"authorization": f"Bearer {keys['imperial']}"}
    (asked,) = httpx.get(f"{serving.address}/api/table", headers=headers).json()["asked"]
    return asked, next(seat for seat in keys if seat != asked)


def notice(table: TablePage, name: str) -> Locator:
    return table.page.locator(LEAVING).get_by_role("button", name=name)


def test_a_player_resigns_and_both_browsers_say_who_won(table: TablePage, visitor: Visitors) -> None:
    guest = visitor(locale="hu-HU")
    take(guest, invite(table), "hu")
    table.button("Settings").click()
    table.button("Resign").click()
    expect(table.page.get_by_text("Give the game up? It cannot be taken back.")).to_be_visible()
    table.button("Play on").click()
    table.button("Resign").click()
    table.button("Yes, resign").click()
    expect(table.page.locator(OVER)).to_contain_text("Imperial resigned.")
    expect(guest.page.locator(OVER)).to_contain_text("Császári feladta.")
    expect(guest.page.locator(OVER).get_by_role("heading")).to_contain_text("Győz")
    expect(table.page.locator(OVER).get_by_text("§")).to_have_count(0)  # no rule of the game ended it
    table.expect_no_faults()
    guest.page.get_by_role("link", name="Visszajátszás").click()
    expect(guest.page.locator("main")).to_contain_text("Császári")


def test_an_opponent_plays_on_for_who_stays_away_until_they_come_back(
    serving: Server, table: TablePage, visitor: Visitors
) -> None:
    keys = impatient_table(serving)
    absent, here = asked_first(serving, keys)
    table.enter(keys[here])
    expect(notice(table, "Claim the game")).to_be_visible(timeout=70_000)
    table.expect_no_faults()
    version = int(table.version() or 0)
    notice(table, "Let an opponent play on").click()
    table.wait_for_version(version + 1)
    name = {"imperial": "Anna", "ottoman": "Béla"}[absent]
    expect(table.page.locator(".seats")).to_contain_text(f"for {name}")

    back = visitor()
    back.enter(keys[absent])
    expect(back.page.locator(LEAVING)).to_contain_text("plays for you")
    notice(back, "Take my seat back").click()
    expect(back.page.locator(LEAVING)).to_have_count(0)
    expect(back.page.locator(PROMPT)).to_be_visible()
    expect(table.page.locator(".seats")).not_to_contain_text(f"for {name}")


def test_the_game_is_claimed_from_who_stays_away(serving: Server, phone: TablePage) -> None:
    keys = impatient_table(serving)
    absent, here = asked_first(serving, keys)
    phone.enter(keys[here])
    notice(phone, "Claim the game").click(timeout=70_000)
    expect(phone.page.locator(OVER)).to_contain_text(f"{absent.capitalize()} stayed away too long.")


@pytest.mark.parametrize(
    ("choice", "seconds"), [("is waited for an hour", 3600), ("is waited for, however long", None)]
)
def test_how_long_the_table_waits_is_set_when_it_is_made(table: TablePage, choice: str, seconds: int | None) -> None:
    sent: list[object] = []
    table.page.on("request", lambda request: sent.append(request.post_data_json) if request.method == "POST" else None)
    table.open("/new/buda_1686")
    expect(table.page.get_by_label("Who stays away")).to_have_count(0)  # nobody is elsewhere
    table.page.get_by_label("Who plays Ottoman").select_option("away")
    table.page.get_by_label("Who stays away").select_option(choice)
    table.button("Start the game").click()
    expect(table.page.get_by_role("link", name="Go to table")).to_be_visible()
    (body,) = sent
    assert isinstance(body, dict) and body["absence"] == seconds
