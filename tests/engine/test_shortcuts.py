"""Shortcuts: what a client may choose for a player can be chosen, is the least that would do, and can be taken back."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.ahead import ahead, preferred
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.games import load, slugs
from sandtable.games.nights_of_fire.flow.payment import worth
from sandtable.games.nights_of_fire.state import State as Uprising
from tests.playing import telling_modes

DECISIONS = 250


def asks(match: Match[State], number: int) -> int:
    """Play at random and look at every ask; gives how many shortcuts were met."""
    rng = random.Random(number)
    met = 0
    for _ in range(DECISIONS):
        if match.ask is None:
            break
        met += check_preferred(match) + check_ahead(match) + check_each(match)
        match.choose(rng.choice(match.choices))
    return met


def check_preferred(match: Match[State]) -> int:
    """It is offered; if it is safe, it is taken back to the same ask."""
    found = preferred(match)
    if found is None:
        return 0
    assert found.choice in match.choices
    twin = match.fork(keep=True)
    twin.choose(found.choice)
    if found.safe:
        assert twin.ask is not None and match.ask is not None and twin.ask.seat == match.ask.seat
        twin.undo()
        assert twin.choices == match.choices
    return 1


def check_ahead(match: Match[State]) -> int:
    """Every step can be chosen after the order and what is preferred; looking has changed nothing."""
    before = match.state.copy()
    found = ahead(match)
    assert match.game.describe(match.state) == match.game.describe(before)
    if found is None:
        return 0
    assert found.order in match.choices and not set(found.steps) & set(match.choices)
    twin = match.fork(keep=True)
    twin.choose(found.order)
    while (payment := preferred(twin)) is not None:
        assert payment.safe
        twin.choose(payment.choice)
    assert set(found.steps) <= set(twin.choices)
    return 1


def check_each(match: Match[State]) -> int:
    """The fact says how many there may be, and what ends it is offered."""
    assert match.ask is not None
    each = match.game.shortcuts.each.get(match.ask.prompt)
    if each is None:
        return 0
    most = match.facts()[each.most]
    assert isinstance(most, int) and most >= 1
    assert sum(choice[0] == each.verb for choice in match.choices) >= 1
    assert each.close is None or each.close in match.choices
    return 1


@pytest.mark.slow
@pytest.mark.parametrize("slug", slugs())
def test_shortcuts_only_choose_what_could_be_chosen(slug: str) -> None:
    game = load(slug)
    shortcuts = game.shortcuts
    if not (shortcuts.begins or shortcuts.prefer or shortcuts.each):
        return
    modes = telling_modes(game)
    met = sum(asks(start(game, game.modes[mode], Origin(f"shortcuts {n}")), n) for n, mode in enumerate(modes))
    assert met > 0


def test_a_payment_loses_as_little_as_possible() -> None:
    """The smallest sum that pays; of these the fewest cards."""
    match = start(load("nights_of_fire"), {"ruleset": "konev_basic"}, Origin("paying"))
    while match.ask is not None and match.ask.prompt != "pay":
        orders = [choice for choice in match.choices if choice[0] in ("attack", "flee", "barricade")]
        match.choose((orders or match.choices)[0])
    found = preferred(match)
    assert found is not None
    assert isinstance(match.state, Uprising)
    pack = match.state.pack
    sums = {
        choice: worth(pack, [pack.number[card] for card in choice[1:]])
        for choice in match.choices
        if choice[0] == "pay"
    }
    least = min(sums.values())
    assert sums[found.choice] == least
    assert len(found.choice) == min(len(choice) for choice in sums if sums[choice] == least)
