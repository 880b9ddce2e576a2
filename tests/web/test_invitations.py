"""Invitations between browsers: a seat belongs to the browser that took it, and another device comes by the seat."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.web.conftest import Visitors
from tests.web.tables import OPTION, SEATS, TablePage

OFFERED = ".invitation input"
"""The invitation that the maker finds at the table."""
TAKE = {"en": "Take this seat", "hu": "Elfoglalom a helyet"}


def invite(table: TablePage) -> str:
    """Make a table of two people in different places, as a person does; gives the invitation's address."""
    table.open("/new/buda_1686")
    table.page.get_by_label("Who plays Ottoman").select_option("away")
    table.button("Start the game").click()
    address = table.page.get_by_role("textbox", name="Ottoman").input_value()
    table.page.get_by_role("link", name="Go to table").click()
    table.page.wait_for_selector(SEATS)
    return address


def take(guest: TablePage, address: str, lang: str = "en") -> str:
    """Follow an invitation; gives the address of the seat."""
    guest.page.goto(address)
    guest.page.get_by_role("button", name=TAKE[lang]).click()
    guest.page.wait_for_selector(SEATS)
    return guest.page.url


def test_a_guest_takes_the_seat_and_the_maker_cannot_sit_there(table: TablePage, visitor: Visitors) -> None:
    address = invite(table)
    assert "/#/join/" in address
    expect(table.page.locator(OFFERED)).to_have_value(address)
    guest = visitor()
    guest.page.goto(address)
    guest.expect_text("main", "The Retaking of Buda, 1686: you play Ottoman")
    expect(table.presence("Ottoman")).to_have_attribute("title", "away")  # who only looks spends nothing
    seat = take(guest, address)
    assert "/#/table/" in seat and address.rpartition("/")[2] not in seat
    expect(table.presence("Ottoman")).to_have_attribute("title", "online")
    expect(table.page.locator(OFFERED)).to_have_count(0)

    # The maker, in another browser, with all that the maker has: told plainly, and nothing is shown.
    thief = visitor()
    thief.expected.append("410")
    thief.page.goto(address)
    expect(thief.page.get_by_role("heading", name="This invitation has been used")).to_be_visible()
    thief.expect_text("main", "Open on another device")
    expect(thief.page.locator(OPTION)).to_have_count(0)

    # The guest's own browser finds back by the same link, also after the page was closed.
    guest.page.goto("about:blank")
    expect(table.presence("Ottoman")).to_have_attribute("title", "away")
    expect(table.page.locator(OFFERED)).to_have_count(0)
    guest.page.goto(address)
    guest.page.wait_for_selector(SEATS)
    assert guest.page.url == seat


def test_a_spent_invitation_says_so_in_hungarian(table: TablePage, visitor: Visitors) -> None:
    address = invite(table)
    guest, late = visitor(locale="hu-HU"), visitor(locale="hu-HU")
    take(guest, address, "hu")
    late.expected.append("410")
    late.page.goto(address)
    expect(late.page.get_by_role("heading", name="Ezt a meghívót már felhasználták")).to_be_visible()
    late.expect_text("main", "Megnyitás másik eszközön")
    late.expect_no_faults()


def test_two_who_press_at_once_get_one_seat(table: TablePage, visitor: Visitors) -> None:
    address = invite(table)
    rivals = [visitor(), visitor()]
    for rival in rivals:
        rival.expected.append("410")
        rival.page.goto(address)
        expect(rival.page.get_by_role("button", name=TAKE["en"])).to_be_visible()
    for rival in rivals:
        rival.page.get_by_role("button", name=TAKE["en"]).click(no_wait_after=True)
    for rival in rivals:
        rival.page.wait_for_selector(f"{SEATS}, .lost h1")
    assert sorted(rival.page.locator(SEATS).count() for rival in rivals) == [0, 1]


@pytest.mark.parametrize("device", ["desktop", "phone"])
def test_another_device_comes_by_the_seat_and_everybody_sees_it(
    table: TablePage, visitor: Visitors, phone: TablePage, device: str
) -> None:
    address = invite(table)
    guest = phone if device == "phone" else visitor()
    take(guest, address)
    guest.page.get_by_role("button", name="Settings").click()
    guest.page.get_by_role("button", name="Open on another device").click()
    by_hand = guest.page.get_by_role("dialog").get_by_role("textbox", name="Open on another device")
    expect(by_hand).to_be_visible()
    link = by_hand.input_value()
    guest.page.keyboard.press("Escape")
    second = visitor()
    take(second, link)
    for page in (table, guest, second):
        expect(page.presence("Ottoman")).to_have_attribute("title", "open on 2 pages")
    third = visitor()
    third.expected.append("410")
    third.page.goto(link)
    expect(third.page.get_by_role("heading", name="This invitation has been used")).to_be_visible()
    second.page.goto("about:blank")
    expect(table.presence("Ottoman")).to_have_attribute("title", "online")


def test_an_answer_that_is_lost_costs_nobody_the_seat(table: TablePage, visitor: Visitors) -> None:
    address = invite(table)
    guest = visitor()
    guest.expected.append("ERR_FAILED|Failed to load")
    guest.page.goto(address)
    lost = []

    def lose(route: Route) -> None:
        """The server carries it out, and the page never hears of it."""
        lost.append(route.fetch().status)
        route.abort()

    guest.page.route("**/api/invitation*", lose)
    guest.page.get_by_role("button", name=TAKE["en"]).click()
    expect(guest.page.get_by_role("alert")).to_be_visible()
    assert lost == [201]
    guest.page.unroute("**/api/invitation*")
    guest.page.get_by_role("button", name=TAKE["en"]).click()
    guest.page.wait_for_selector(SEATS)
    guest.expect_text(SEATS, "you")


def test_the_invitation_page_is_for_everyone(table: TablePage, visitor: Visitors) -> None:
    address = invite(table)
    guest = visitor()
    guest.page.goto(address)
    button = guest.page.get_by_role("button", name=TAKE["en"])
    expect(button).to_be_visible()
    guest.expect_no_faults()
    for _ in range(12):  # by keyboard alone
        if button.evaluate("element => element === document.activeElement"):
            break
        guest.page.keyboard.press("Tab")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(SEATS)


@pytest.mark.parametrize(
    ("lang", "settings", "field", "save"),
    [
        ("en", "Settings", "Your name (as Ottoman)", "Save name"),
        ("hu", "Beállítások", "A neved (Török)", "Név mentése"),
    ],
)
def test_a_guest_sets_a_name_that_everybody_sees(
    table: TablePage, visitor: Visitors, lang: str, settings: str, field: str, save: str
) -> None:
    guest = visitor(locale="hu-HU" if lang == "hu" else "en-GB")
    take(guest, invite(table), lang)
    guest.page.get_by_role("button", name=settings).click()
    typed = guest.page.get_by_label(field)
    typed.fill("  Béla u1 ")  # letters and numbers that are keys of the table elsewhere
    guest.button(save).click()
    for page in (table, guest):
        expect(page.seat_of("Béla u1").locator("small")).to_have_text("Béla u1")
    guest.expect_no_faults()
    guest.page.reload()
    guest.page.wait_for_selector(SEATS)
    guest.page.get_by_role("button", name=settings).click()
    expect(typed).to_have_value("Béla u1")


@pytest.mark.parametrize(
    ("public", "lan"), [("https://tables.example.org", "http://10.0.0.7:1686"), (None, "http://10.0.0.7:1686")]
)
def test_links_carry_the_address_that_others_reach(table: TablePage, public: str | None, lan: str) -> None:
    said = {"public": public, "lan": lan, "command": "sandtable serve --host 0.0.0.0"}
    table.page.route("**/api/address", lambda route: route.fulfill(json=said))
    address = invite(table)
    assert address.startswith(f"{public or lan}/#/join/")
    expect(table.page.locator(OFFERED)).to_have_value(address)
    expect(table.page.get_by_role("note")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "Only this machine reaches the server"), ("hu-HU", "csak ez a gép éri el")]
)
def test_a_server_for_this_machine_only_says_so_beside_the_links(visitor: Visitors, locale: str, said: str) -> None:
    maker = visitor(locale=locale)
    maker.open("/new/buda_1686")
    maker.page.locator("select").first.select_option("away")
    maker.page.locator("button.big").click()
    note = maker.page.get_by_role("note")
    expect(note).to_contain_text(said)
    expect(note.locator("code")).to_have_text("sandtable serve --host 0.0.0.0")
    maker.expect_no_faults()
