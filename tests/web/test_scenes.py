"""All that a scene can show and every way of choosing, in a browser: with Frontier, drawn and without drawings."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from playwright.sync_api import Locator, expect

from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Choice
from sandtable.games import FOLDERS
from tests import frontier
from tests.frontier.state import AMMO, CARD_IDS, HOLDERS, TILE_IDS, State
from tests.web.conftest import BUILT, PHONE, Server, Visitors
from tests.web.robot import new_table, person, play
from tests.web.tables import NOTICE, OPTION, TablePage
from tests.web.truth import SEED

DRAWN, PLAIN = frontier.FOLDER.name, "plain"
TIRED = 20
"""Choices after which a match must have come to what is wanted."""

HELD = "id => getComputedStyle(document.querySelector(`.spot[data-id='${id}']`)).fill"
"""The tint of a place."""

Wanted = Callable[[Match[State]], bool]


@pytest.fixture(scope="module")
def border(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with Frontier, and with the same game before anybody has drawn anything for it."""
    assert BUILT.is_file()
    folder = tmp_path_factory.mktemp("frontier")
    shutil.copytree(frontier.FOLDER, folder / PLAIN, ignore=shutil.ignore_patterns("art", "__pycache__"))
    patch = pytest.MonkeyPatch()
    patch.setenv(FOLDERS, os.pathsep.join([str(frontier.FOLDER), str(folder / PLAIN)]))
    server = Server(folder)
    patch.undo()
    yield server
    server.stop()


def at(prompt: str) -> Wanted:
    return lambda match: match.ask is not None and match.ask.prompt == prompt


def fighting(match: Match[State]) -> bool:
    return match.state.fight is not None


@cache
def played(wanted: Wanted) -> list[Choice]:
    """The first choices of a game up to something: stacks march against whoever they can."""
    match = start(frontier.GAME, {}, Origin(SEED))
    made: list[Choice] = []
    while not wanted(match):
        assert len(made) < TIRED
        made.append(next((choice for choice in match.choices if attacks(match, choice)), match.choices[0]))
        match.choose(made[-1])
    return made


def attacks(match: Match[State], choice: Choice) -> bool:
    return choice[0] == "march" and match.state.holder[TILE_IDS.index(str(choice[3]))] != match.state.active


def truth(made: list[Choice]) -> Match[State]:
    match = start(frontier.GAME, {}, Origin(SEED))
    for choice in made:
        match.choose(choice)
    return match


def sit(page: TablePage, made: list[Choice], game: str = DRAWN) -> Match[State]:
    """Sit in the asked seat of a table after some choices; gives the match beside it."""
    match = truth(made)
    assert match.ask is not None
    tokens = new_table(page.address, game, {}, {seat: person("away") for seat in match.seats})
    play(page.address, tokens, made)
    page.enter(tokens[match.seats[match.ask.seat]])
    page.wait_for_version(len(made))
    return match


MARCH = at("march")
DISCARD, STACK, REROLL, PAY = at("discard"), at("stack"), at("reroll"), at("pay")


@pytest.fixture
def page(visitor: Visitors, border: Server) -> TablePage:
    return visitor(border.address)


def confirm(page: TablePage) -> Locator:
    return page.page.locator("button.option.confirms")


# ---------------------------------------------------------------------- what is drawn


def test_tiles_lie_where_the_game_put_them_with_the_side_that_is_up(page: TablePage) -> None:
    match = sit(page, played(MARCH))
    for tile in frontier.GAME.scene(match.state, None).areas[:-1]:
        drawn = page.page.locator(f'[data-tile="{tile.id}"]')
        bed = page.page.locator(f'[id="{tile.spot}"]').first
        inside, outside = drawn.bounding_box(), bed.bounding_box()
        assert inside is not None and outside is not None
        assert abs(inside["x"] - outside["x"]) < outside["width"] / 8
        assert abs(inside["y"] - outside["y"]) < outside["height"] / 8
        expect(drawn).to_have_attribute("data-stamp", "tile-burnt" if tile.face else "tile")
        said = page.page.locator(f'.spot[data-id="{tile.id}"]').get_attribute("aria-label")
        assert said is not None and (", burnt down," in said) == bool(tile.face)


def first_of(scene: Scene, holder: str) -> str:
    return next(area.id for area in scene.areas if area.owner == holder)


def test_who_holds_a_tile_is_seen_by_colour_and_letter_and_heard(page: TablePage) -> None:
    match = sit(page, played(REROLL))
    scene = frontier.GAME.scene(match.state, None)
    letters = {"red": "R", "blue": "B", "green": "G"}
    assert sorted(page.page.locator("g.flag text").all_text_contents()) == sorted(
        letters[a.owner] for a in scene.areas[:-1]
    )
    tints = {holder: page.page.evaluate(HELD, first_of(scene, holder)) for holder in HOLDERS}
    assert len(set(tints.values())) == len(HOLDERS)
    held = page.page.get_by_role("button", name=re.compile("held by Greenland: foot, 1"))
    assert held.count() == sum(area.owner == "green" for area in scene.areas)


@pytest.mark.parametrize("game", [DRAWN, PLAIN])
def test_a_battle_is_seen_with_the_arrow_that_leads_to_it(page: TablePage, game: str) -> None:
    match = sit(page, played(fighting), game)
    assert match.ask is not None
    battle = frontier.GAME.scene(match.state, match.ask.seat).battle
    assert battle is not None
    words = page.page.locator("section.battle")
    expect(words).to_contain_text(f"Round {battle.round}")
    for shown, side in zip(words.locator(".side").all(), battle.sides, strict=True):
        expect(shown.locator("h3")).to_contain_text(f"{side.chance} % to win")
        rows = shown.locator("tbody tr").all()
        for line, row in zip(rows, side.rows, strict=True):
            expect(line.get_by_role("rowheader")).to_have_text(f"{row.count}\u00a0{row.kind}")
            assert [die.get_attribute("aria-label") for die in line.get_by_role("img").all()] == [
                str(d) for d in row.dice
            ]
            cells = line.get_by_role("cell").all_inner_texts()
            assert cells[0] == str(row.value) and cells[2] == str(row.hits)
            assert len(cells) == 3 or cells[3] == (f"−{row.losses}" if row.losses else "0")
    names = {area: area.split(":")[1].capitalize() for area in TILE_IDS}
    arrow = frontier.GAME.scene(match.state, None).arrows[0]
    said = f"{arrow.owner}, attack: {names[arrow.start]} → {names[arrow.end]}"
    expect(page.page.get_by_role("img", name=said)).to_be_visible()
    words.get_by_role("button").click()
    expect(words.locator("table")).to_have_count(0)


@pytest.mark.parametrize("game", [DRAWN, PLAIN])
def test_everything_can_be_told_by_a_screen_reader_and_read_by_day_and_night(page: TablePage, game: str) -> None:
    match = sit(page, played(fighting), game)
    for area in frontier.GAME.scene(match.state, None).areas:
        expect(page.page.locator(f'.spot[data-id="{area.id}"]')).to_have_count(1)
        for piece in area.pieces:
            expect(page.page.locator(f'svg.board [data-id="{piece.id}"]')).to_have_count(1)
    expect(page.page.locator('[data-id="marker:support"]')).to_have_attribute("aria-label", "Support, 6")
    expect(page.page.locator('[data-id="die:1"]')).to_have_attribute(
        "aria-label", re.compile("first die, (star|fire|smoke)")
    )
    page.expect_no_faults()


def test_equal_icons_are_drawn_twice_and_unknown_cards_counted(page: TablePage) -> None:
    match = sit(page, [])
    scene = frontier.GAME.scene(match.state, 0)
    for card in scene.hands[0].cards:
        expect(page.page.locator(f'[data-id="{card.id}"] .icons svg')).to_have_count(len(card.marks))
    assert max(len(card.marks) for card in scene.hands[0].cards) == 2
    other = page.page.locator(".hand", has_text="Blue")
    expect(other.locator("h2")).to_contain_text("6 (5 unknown)")
    expect(other.locator("li.back")).to_have_count(5)


def test_equal_icons_are_drawn_twice_on_a_counter_too(page: TablePage) -> None:
    first, *others = (card.id for card in frontier.GAME.scene(truth([]).state, 0).hands[0].cards)
    for card in (max(others, key=ammunition), min(others, key=ammunition)):
        sit(page, [("discard", first, card)])
        top = page.page.locator('[data-key^="pile:discards"] use.icon')
        expect(top).to_have_count(ammunition(card))


def ammunition(card: str) -> int:
    return AMMO[CARD_IDS.index(card)]


def test_dice_on_the_board_roll_also_where_they_show_the_same_again(visitor: Visitors, border: Server) -> None:
    """Only two are rolled again; but all that lie there are dice, and the hand moves them."""
    page = visitor(border.address, reduced_motion="no-preference")
    page.watch_motion()
    made = played(REROLL)
    sit(page, made)
    page.page.evaluate("window.motion = []")
    page.play_by_list(("reroll", "die:1", "die:2"))
    page.wait_for_version(len(made) + 1)
    page.page.wait_for_function("window.motion.filter(each => each.from.startsWith('rotate')).length === 3")


def test_a_finished_game_shows_its_battles(page: TablePage) -> None:
    match = truth([])
    made: list[Choice] = []
    while match.ask is not None:
        made.append(next((choice for choice in match.choices if attacks(match, choice)), match.choices[0]))
        match.choose(made[-1])
    first = next(number for number in range(len(made)) if truth(made[:number]).state.fight is not None)
    tokens = new_table(page.address, DRAWN, {}, {seat: person("away") for seat in match.seats})
    play(page.address, tokens, made)
    page.open(f"/replay/{tokens['red']}")
    expect(page.button("Forward")).to_be_visible()
    for _ in range(first):
        expect(page.page.locator("section.battle")).to_have_count(0)
        page.button("Forward").click()
    expect(page.page.locator("section.battle")).to_contain_text("Round 1")


def test_without_a_theme_owners_that_are_no_seats_have_colours_of_their_own(page: TablePage) -> None:
    match = sit(page, played(REROLL), PLAIN)
    scene = frontier.GAME.scene(match.state, None)
    stacks = {holder: f"stack:{first_of(scene, holder).split(':')[1]}/foot" for holder in HOLDERS}
    fills = page.page.evaluate(
        "keys => keys.map(key => getComputedStyle(document.querySelector(`[data-key='${key}'] rect.card`)).fill)",
        list(stacks.values()),
    )
    assert len(set(fills)) == len(HOLDERS)


# ---------------------------------------------------------------------- choosing several things


def test_cards_are_picked_by_clicking_and_confirmed(page: TablePage) -> None:
    match = sit(page, [])
    hand = frontier.GAME.scene(match.state, 0).hands[0].cards
    page.click_thing(hand[4].id)
    page.expect_text(".chosen", "1 of 2 picked.")
    page.click_thing(hand[1].id)
    expect(confirm(page)).to_have_count(1)
    page.click_thing(hand[1].id, lit=False)  # given up again
    expect(confirm(page)).to_have_count(0)
    page.click_thing(hand[0].id)
    assert not page.lit() & {card.id for card in hand}  # no more can be picked
    assert page.version() == "0"
    page.page.keyboard.press("1")
    page.wait_for_version(1)
    match.choose(("discard", hand[0].id, hand[4].id))
    left = {card.id for card in frontier.GAME.scene(match.state, 0).hands[0].cards}
    shown = page.page.locator(".hand", has_text="Red").locator("[data-id]")
    assert set(shown.evaluate_all("cards => cards.map(card => card.dataset.id)")) == left


def test_the_order_of_picking_is_shown_and_kept(page: TablePage) -> None:
    made = played(STACK)
    match = sit(page, made)
    first, second = (card.id for card in frontier.GAME.scene(match.state, 0).hands[0].cards[:2])
    page.click_thing(second)
    page.click_thing(first)
    expect(page.page.locator(f'[data-id="{second}"] .turn')).to_have_text("1")
    expect(page.page.locator(f'[data-id="{first}"] .turn')).to_have_text("2")
    expect(confirm(page)).to_have_attribute("data-choice", f"stack {second} {first}")
    confirm(page).click()
    page.wait_for_version(len(made) + 1)


def test_a_set_of_dice_is_picked_on_the_board(page: TablePage) -> None:
    made = played(REROLL)
    sit(page, made)
    page.click_thing("die:3")
    expect(confirm(page)).to_have_attribute("data-choice", "reroll die:3")
    page.click_thing("die:1")
    expect(confirm(page)).to_have_attribute("data-choice", "reroll die:1 die:3")
    assert page.version() == str(len(made))  # two clicks are not enough: a third die could be added
    confirm(page).click()
    page.wait_for_version(len(made) + 1)


def test_a_payment_that_is_too_small_is_refused_by_its_rule_and_can_be_mended(page: TablePage) -> None:
    cards = [
        card.id for card in sorted(frontier.GAME.scene(truth([]).state, 0).hands[0].cards, key=lambda c: len(c.marks))
    ]
    poor, rich = cards[0], cards[-1]  # without and with two signs of ammunition
    opening: list[Choice] = [
        ("discard", *sorted(cards[1:3], key=CARD_IDS.index)),
        ("stack", *cards[3:5]),
        ("keep",),
        ("wait",),
    ]
    sit(page, opening)
    page.click_thing(poor)
    confirm(page).click()
    page.expect_text(NOTICE, "at least two signs of ammunition")
    expect(page.page.locator(f'[data-id="{poor}"]')).to_have_attribute("aria-pressed", "true")
    assert page.version() == str(len(opening))
    page.click_thing(rich)
    expect(confirm(page)).to_have_attribute("data-choice", re.compile("^pay "))
    confirm(page).click()
    page.wait_for_version(len(opening) + 1)


# ---------------------------------------------------------------------- stacks and directions


def test_a_stack_stands_for_its_units_and_its_place(page: TablePage) -> None:
    made = played(MARCH)
    match = sit(page, made)
    march = next(choice for choice in match.choices if attacks(match, choice))
    _, kind, start_, end = map(str, march)
    page.click_thing(stack_on(start_, kind))
    page.expect_text(".chosen", "foot" if kind == "kind:foot" else "horse")
    targets = {str(choice[3]) for choice in match.choices if choice[:3] == march[:3]}
    assert page.lit() == targets
    page.click_thing(end)
    page.wait_for_version(len(made) + 1)


def test_of_two_ways_the_order_of_picking_says_which(page: TablePage) -> None:
    made = played(MARCH)
    match = sit(page, made)
    ways = [choice for choice in match.choices if (*choice[:2], *choice[:1:-1]) in match.choices]
    _, kind, one, other = map(str, ways[0])
    page.page.locator('button[data-pick="verb/march"]').click()
    page.click_thing(other)
    page.click_thing(one)
    listed = [
        str(name) for name in page.page.locator("[data-choice]").evaluate_all("all => all.map(e => e.dataset.choice)")
    ]
    assert listed and all(name.endswith(f"{other} {one}") for name in listed)
    assert kind in {name.split()[1] for name in listed}


def stack_on(tile: str, kind: str = "foot") -> str:
    return f"stack:{tile.removeprefix('tile:')}/{kind.removeprefix('kind:')}"


def test_a_stack_stands_for_the_lit_place_in_which_it_lies(page: TablePage) -> None:
    match = sit(page, played(MARCH))
    end = next(str(choice[3]) for choice in match.choices if attacks(match, choice))
    assert page.click_thing(stack_on(end), lit=False)
    page.page.wait_for_selector(f'[data-id="{end}"][aria-pressed="true"]')
    expect(page.page.locator(NOTICE)).to_have_count(0)


def test_why_a_stack_cannot_be_used_is_told_of_that_stack(page: TablePage) -> None:
    """A stack in a lit place stands for the place, so first a march is begun that does not lead there."""
    match = sit(page, played(MARCH))
    assert match.ask is not None
    enemies = {tile for tile, holder in zip(TILE_IDS, match.state.holder, strict=True) if holder == 1 - match.ask.seat}
    ends: dict[Choice, set[str]] = {}
    for choice in match.choices:
        ends.setdefault(choice[:3], set()).add(str(choice[-1]))
    march, enemy = next(
        (march, min(enemies - lit)) for march, lit in ends.items() if march[0] == "march" and enemies - lit
    )
    page.click_thing(stack_on(str(march[2]), str(march[1])))
    expect(page.page.locator(".chosen")).to_be_visible()
    assert enemy not in page.lit()
    assert page.click_thing(stack_on(enemy), lit=False)
    page.expect_text(NOTICE, "Only units of the own side march.")


# ---------------------------------------------------------------------- a phone


def test_on_a_phone_several_are_tapped_and_confirmed_and_the_battle_can_be_read(
    visitor: Visitors, border: Server
) -> None:
    phone = visitor(border.address, **PHONE)
    match = sit(phone, [])
    for card in [card.id for card in frontier.GAME.scene(match.state, 0).hands[0].cards][:2]:
        phone.page.locator(f'.hand [data-id="{card}"]').tap()
    confirm(phone).tap()
    phone.wait_for_version(1)
    sit(phone, played(fighting))
    fight, options = phone.page.locator("section.battle"), phone.page.locator(OPTION).first
    for shown in (fight, options):
        box = shown.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390
