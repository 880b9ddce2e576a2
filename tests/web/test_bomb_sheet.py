"""Defusing a bomb of Rogue Agent with mouse, finger and keys: the view comes near, and every step can be watched."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import expect

from sandtable.engine.match import Match
from sandtable.engine.types import Choice
from tests.web.conftest import Visitors
from tests.web.robot import new_table, person, play
from tests.web.tables import BOARD, CURTAIN, LIT, OVER, PICKED, PROMPT, TablePage
from tests.web.truth import ROGUE, begin, random_game

MODE = "agent-4p"
TRIED = 60
FINGER = 36
WIDTHS = f"""() => [...document.querySelectorAll('{BOARD} {LIT}')].map(thing => {{
  const box = thing.getBoundingClientRect();
  return Math.min(box.width, box.height);
}})"""
WATCH = """() => {
  window.seen = [];
  const look = () => {
    const dice = [...document.querySelectorAll('svg.board [data-key^="die:"]')].map(each =>
      [each.dataset.key, each.querySelector('use.stamp').getAttribute('href')].join(' '));
    const now = dice.sort().join(', ');
    if (window.seen.at(-1) !== now) window.seen.push(now);
    requestAnimationFrame(look);
  };
  look();
}"""
"""Writes down whatever the dice on the board show from now on, one look after the other."""


@cache
def moment(wanted: Callable[[Match[Any], Choice], bool]) -> tuple[Choice, ...]:
    """The choices of a game up to the one that is wanted, which is the last of them."""
    for number in range(TRIED):
        match = begin(*ROGUE[MODE])
        for at, choice in enumerate(made := random_game(*ROGUE[MODE], number)):
            if wanted(match, choice):
                return tuple(made[: at + 1])
            match.choose(choice)
    raise AssertionError("no game has it")


def prompted(match: Match[Any]) -> str:
    return "" if match.ask is None else match.ask.prompt


def begins(match: Match[Any], choice: Choice) -> bool:
    """A bomb is attacked, and then a die has to be laid."""
    if choice[0] != "defuse":
        return False
    after = match.fork()
    after.choose(choice)
    return prompted(after) == "defuse.place"


def lays(match: Match[Any], choice: Choice) -> bool:
    """One of several dice is laid in one of several cells."""
    if choice[0] != "place":
        return False
    dice, own = {option[1] for option in match.choices}, [option for option in match.choices if option[1] == choice[1]]
    return len(dice) > 1 and len(own) > 1


def cuts(match: Match[Any], choice: Choice) -> bool:
    return choice[0] == "cut"


def rolled_for_stability(match: Match[Any]) -> list[tuple[str | int, ...]]:
    """What the dice of the last stability check showed, one roll after the other."""
    lines = match.lines(None)
    checks = [at for at, line in enumerate(lines) if line.key == "circuits"]
    return [line.args for line in lines[checks[-1] :] if line.key == "roll_custom"] if checks else []


def checked(match: Match[Any], choice: Choice) -> bool:
    """Somebody stops, and one circuit die is rolled once, or a few times."""
    if prompted(match) != "defuse.cut" or choice[0] != "stop":
        return False
    after = match.fork(explain=True)
    after.choose(choice)
    rolls = rolled_for_stability(after)
    return after.outcome is None and len({die for die, *_ in rolls}) == 1 and len(rolls) <= 4


def sit_before(table: TablePage, wanted: Callable[[Match[Any], Choice], bool]) -> tuple[Match[Any], Choice, int]:
    """Open a table at which everybody sits, just before a choice; gives the match, that choice and the version."""
    *made, choice = moment(wanted)
    match = begin(*ROGUE[MODE])
    tokens = new_table(table.address, *ROGUE[MODE], {seat: person() for seat in match.seats})
    play(table.address, tokens, made)
    for each in made:
        match.choose(each)
    table.enter(tokens[",".join(match.seats)])
    if table.page.locator(CURTAIN).count():
        table.page.locator(CURTAIN).get_by_role("button").click()
    table.wait_for_version(len(made))
    return match, choice, len(made)


def scale(table: TablePage) -> float:
    text = table.page.locator(f"{BOARD} > g").first.get_attribute("transform") or ""
    found = re.search(r"scale\(([\d.]+)\)", text)
    return float(found[1]) if found else 1.0


def test_the_view_comes_near_while_a_bomb_is_defused_and_goes_back(table: TablePage) -> None:
    match, choice, version = sit_before(table, begins)
    assert scale(table) == 1
    table.play(choice)
    match.choose(choice)
    table.wait_for_version(version + 1)
    assert scale(table) > 2
    assert min(table.page.evaluate(WIDTHS)) >= FINGER
    while prompted(match).startswith("defuse"):
        version += 1
        assert scale(table) > 2
        step = ("stop",) if ("stop",) in match.choices else match.choices[0]
        table.play(step)
        match.choose(step)
        if match.outcome is None and not table.page.locator(CURTAIN).count():
            table.wait_for_version(version + 1)
    if not table.page.locator(CURTAIN).count():
        assert scale(table) == 1


def test_on_a_phone_a_die_is_laid_with_two_taps(phone: TablePage) -> None:
    """Which die, and where: the second tap is needed only where that is not clear yet."""
    _, choice, version = sit_before(phone, lays)
    assert min(phone.page.evaluate(WIDTHS)) >= FINGER
    die, cell = str(choice[1]), str(choice[2])
    phone.page.touchscreen.tap(*phone.point_of(die))
    if not phone.settle(str(version), die):
        assert phone.page.locator(PICKED).first.get_attribute("data-id") == die
        phone.page.touchscreen.tap(*phone.point_of(cell))
    phone.page.wait_for_selector(f'{PROMPT}[data-version="{version + 1}"], {CURTAIN}, {OVER}')


def test_keys_walk_from_the_dice_to_the_cells(table: TablePage) -> None:
    """B goes to the board, Enter picks, arrows go on."""
    match, _, _ = sit_before(table, lays)
    version = table.version()
    table.page.keyboard.press("b")
    focused = "() => document.activeElement.dataset.id ?? ''"
    for _ in range(40):
        here = str(table.page.evaluate(focused))
        if here.startswith("die:"):
            break
        table.page.keyboard.press("ArrowRight" if here else "b")
    die = str(table.page.evaluate(focused))
    assert die in {option[1] for option in match.choices}
    table.page.keyboard.press("Enter")
    if not table.settle(version, die):
        table.page.keyboard.press("b")
        cell = str(table.page.evaluate(focused))
        assert cell in {option[2] for option in match.choices if option[1] == die}
        table.page.keyboard.press("Enter")
        table.settle(version)
    assert table.version() != version


def test_the_pliers_cut_a_wire(table: TablePage) -> None:
    _, _, version = sit_before(table, cuts)
    expect(table.page.locator('[data-key="pliers"] use.stamp')).to_be_visible()
    assert table.click_thing("pliers")
    assert table.settle(str(version), "pliers")
    table.page.wait_for_selector(f'{PROMPT}[data-version="{version + 1}"], {CURTAIN}, {OVER}')


def test_the_stability_check_is_seen_roll_by_roll(visitor: Visitors) -> None:
    """The sheet is cleared by the same choice: before that, the circuit die shows every face that it was rolled to."""
    table = visitor(reduced_motion="no-preference")
    match, choice, version = sit_before(table, checked)
    table.page.evaluate(WATCH)
    table.play_by_list(choice)
    match.choose(choice)
    rolls = rolled_for_stability(match)
    table.page.wait_for_selector(f'{PROMPT}[data-version="{version + 1}"], {CURTAIN}, {OVER}')
    seen: list[str] = table.page.evaluate("window.seen")
    at = 0
    for die, symbol, *_ in rolls:
        shows = f"{die} #stamp-die_{str(die)[4:].split('-')[0]}-{str(symbol).split(':')[1]}"
        at = next(number for number, look in enumerate(seen) if number >= at and shows in look)
    assert rolls


def test_without_motion_nothing_is_waited_for(table: TablePage) -> None:
    match, choice, version = sit_before(table, checked)
    table.page.evaluate(WATCH)
    table.play_by_list(choice)
    match.choose(choice)
    table.page.wait_for_selector(f'{PROMPT}[data-version="{version + 1}"], {CURTAIN}, {OVER}')
    assert len(table.page.evaluate("window.seen")) <= 2  # as it was, and as it is
