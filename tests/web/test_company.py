"""Other people: who is there, chat, spectators, whose turn it is, and playing again with sides swapped."""

from __future__ import annotations

from playwright.sync_api import expect

from sandtable.server.words import words
from tests.web.conftest import Tokens, Visitors
from tests.web.robot import new_table, person, play
from tests.web.tables import OPTION, OVER, PROMPT, SEATS, TablePage
from tests.web.truth import BUDA, CONFLICT, after, asked, first_where, hidden, own_hand, short_game, telling_names

TWO = {"revolutionary": person("away", "Ilona"), "commander": person("away", "Zsukov")}
DEPTH = 60
TOLD = """
  window.told = [];
  const Real = Notification;
  window.Notification = class {
    static get permission() { return Real.permission; }
    static requestPermission() { return Real.requestPermission(); }
    constructor(title, options) { window.told.push([title, options.body]); }
  };
  const seen = { hidden: false, focused: true };
  window.look = how => Object.assign(seen, how);
  Object.defineProperty(document, 'hidden', { get: () => seen.hidden });
  document.hasFocus = () => seen.focused;
"""
"""Writes notifications down instead of showing them, and lets a test say whether anybody looks at the page."""


def test_chat_and_presence(table: TablePage, visitor: Visitors, server: str) -> None:
    tokens = new_table(server, *CONFLICT, TWO)
    other, watcher = visitor(), visitor()
    table.enter(tokens["revolutionary"])
    expect(table.presence("Soviet commander")).to_have_attribute("title", "away")
    other.enter(tokens["commander"])
    expect(table.presence("Soviet commander")).to_have_attribute("title", "online")
    table.expect_text(SEATS, "Zsukov")
    watcher.enter(tokens["watch"])
    expect(table.page.get_by_text("1 watching")).to_be_visible()

    table.tab("Chat")
    table.page.get_by_label("Say something").fill("Good luck <b>to you</b>!")
    table.page.keyboard.press("Enter")
    other.tab("Chat")
    for page in (table, other):
        expect(page.page.get_by_text("Good luck <b>to you</b>!")).to_be_visible()
        expect(page.page.get_by_role("log")).to_contain_text("Ilona")
    watcher.expect_nothing_of({"Good luck"})
    other.page.goto("about:blank")
    expect(table.presence("Soviet commander")).to_have_attribute("title", "away")


def test_a_spectator_sees_what_a_spectator_may(table: TablePage, server: str) -> None:
    tokens = new_table(server, *CONFLICT, TWO)
    play(server, tokens, short_game(*CONFLICT)[:DEPTH])
    match = after(*CONFLICT, DEPTH)
    secrets = hidden(match, None) | telling_names(match, None)
    assert len(secrets) > 20
    table.enter(tokens["watch"])
    table.wait_for_version(DEPTH)
    table.expect_nothing_of(secrets)
    expect(table.page.locator(OPTION)).to_have_count(0)
    assert table.lit() == set()
    expect(table.tool("Undo")).to_have_count(0)
    expect(table.tool("Hint")).to_have_count(0)
    table.click_thing(sorted(table.shown())[0], lit=False)
    assert table.version() == str(DEPTH)
    table.expect_nothing_of(secrets)


def test_each_side_sees_its_own_hand_only(table: TablePage, visitor: Visitors, server: str) -> None:
    """The search for secrets is one that would find them: the other side's page holds them."""
    depth = first_where(*CONFLICT, lambda match: bool(own_hand(match, 0) and own_hand(match, 1)))
    tokens = new_table(server, *CONFLICT, TWO)
    play(server, tokens, short_game(*CONFLICT)[:depth])
    match = after(*CONFLICT, depth)
    pages = [table, visitor()]
    for seat, page in enumerate(pages):
        page.enter(tokens[match.seats[seat]])
        page.wait_for_version(depth)
        page.expect_nothing_of(hidden(match, seat) | telling_names(match, seat))
        held = own_hand(match, seat)
        assert held and held <= page.shown() & hidden(match, 1 - seat)


def test_the_title_says_whose_turn_it_is(table: TablePage, visitor: Visitors, server: str) -> None:
    tokens = new_table(server, *BUDA, {"imperial": person("away"), "ottoman": person("away")})
    pages = {"imperial": table, "ottoman": visitor()}
    for seat, page in pages.items():
        page.enter(tokens[seat])
    match = after(*BUDA, 0)
    turns = set()
    for choice in short_game(*BUDA)[:8]:
        for seat, page in pages.items():
            mine = seat == asked(match)
            turns.add((seat, mine))
            page.page.wait_for_function("mine => document.title.includes('Your turn') === mine", arg=mine)
        pages[asked(match)].play(choice)
        match.choose(choice)
    assert len(turns) == 4


def _turns_of(seat: str) -> list[int]:
    """After how many choices of the short game the turn comes to a seat."""
    match = after(*BUDA, 0)
    found = []
    before = seat
    for number, choice in enumerate(short_game(*BUDA)):
        if asked(match) == seat != before:
            found.append(number)
        before = asked(match)
        match.choose(choice)
    return found


def test_the_browser_tells_whose_turn_it_is_to_who_wants_it_and_looks_away(table: TablePage, server: str) -> None:
    tokens = new_table(server, *BUDA, {"imperial": person("away"), "ottoman": person("away")})
    table.page.context.grant_permissions(["notifications"])
    table.page.add_init_script(TOLD)
    table.enter(tokens["ottoman"])
    done = 0
    told: list[list[str]] = []
    looks = [
        ({"hidden": True}, False, False),
        ({"hidden": False}, True, False),
        ({"hidden": True}, True, True),
        ({"hidden": False, "focused": False}, True, True),
    ]
    for (how, wanted, tells), turn in zip(looks, _turns_of("ottoman"), strict=False):
        table.switch("Tell me").set_checked(wanted)
        table.page.keyboard.press("Escape")
        table.page.evaluate("how => window.look(how)", how)
        play(server, tokens, short_game(*BUDA)[done:turn])
        table.wait_for_version(turn)
        done = turn
        match = after(*BUDA, turn)
        assert match.ask is not None
        if tells:
            told.append(["Your turn", words(BUDA[0], "en").prompt(match.ask.prompt, match.facts())])
        expect(table.page).to_have_title("● Your turn – sandtable")
        assert table.page.evaluate("window.told") == told


def test_a_browser_that_may_not_notify_says_so(table: TablePage) -> None:
    table.open("/")
    table.switch("Tell me").click()
    expect(table.page.get_by_text("This browser does not allow notifications")).to_be_visible()
    expect(table.switch("Tell me")).not_to_be_checked()


def test_a_rematch_swaps_sides(table: TablePage, visitor: Visitors, server: str) -> None:
    tokens = _two_at_the_end(server)
    pages = {"imperial": table, "ottoman": visitor()}
    for seat, page in pages.items():
        page.enter(tokens[seat])
        expect(page.page.locator(OVER)).to_be_visible()
    table.button("Rematch, sides swapped").click()
    table.page.wait_for_selector(PROMPT)
    pages["ottoman"].button("Rematch (the others are waiting)").click()
    pages["ottoman"].wait_for_version(0)
    expect(table.page.locator(OPTION)).to_have_count(0)
    first = short_game(*BUDA)[0]
    pages["ottoman"].play(first)
    for page in pages.values():
        page.wait_for_version(1)
        expect(page.seat_of("Károly")).to_contain_text("Ottoman")


def _two_at_the_end(server: str) -> Tokens:
    tokens = new_table(server, *BUDA, {"imperial": person("away", "Károly"), "ottoman": person("away", "Abdi")})
    play(server, tokens, short_game(*BUDA))
    return tokens
