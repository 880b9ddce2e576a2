"""Laws that hold at every ask of any battle: legality is complete, positions lead back, both languages have words."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.match import Match
from sandtable.engine.start import Origin, position_of, start, state_hash
from sandtable.engine.words import Words
from sandtable.games.battle_for_europe import GAME
from sandtable.games.battle_for_europe.flow import battle
from sandtable.games.battle_for_europe.state import State
from tests.games.battle_for_europe.many_battles import drop, random_battle
from tests.legality import assert_complete, assert_several


def begun(seed: int) -> tuple[Match[State], random.Random]:
    """A battle, every third one at the advanced level."""
    rng = random.Random(seed)
    g = drop(rng) if seed % 3 == 2 else random_battle(rng)
    battle.begin(g)
    level = "advanced" if g.rules.advanced else "basic"
    return start(GAME, {"level": level}, Origin(str(seed), None, GAME.describe(g))), rng


def in_battle(match: Match[State]) -> bool:
    return match.ask is not None and (match.state.battle is not None or match.state.leaving is not None)


@pytest.mark.parametrize("seed", range(12))
def test_every_ask_of_a_battle(seed: int) -> None:
    match, rng = begun(seed)
    while in_battle(match):
        assert GAME.invariants(match.state) == []
        assert_complete(match)
        assert_several(match, rng)
        match.choose(rng.choice(match.choices))


@pytest.mark.parametrize("seed", range(12, 20))
def test_positions_in_a_battle_lead_back(seed: int) -> None:
    match, rng = begun(seed)
    while in_battle(match):
        again = start(GAME, match.options, Origin("other", None, position_of(match)))
        assert state_hash(again) == state_hash(match) and again.choices == match.choices
        match.choose(rng.choice(match.choices))


@pytest.mark.parametrize("language", ["en", "hu"])
def test_everything_said_in_a_battle_has_words(language: str) -> None:
    words = Words(GAME, language)
    for seed in range(20, 28):
        match, rng = begun(seed)
        while in_battle(match):
            assert match.ask is not None
            said = [words.prompt(match.ask.prompt, match.explained().facts), *map(words.choice, match.choices)]
            assert all(text and "{" not in text and ":" not in text.split(" ")[0] for text in said), said
            match.choose(rng.choice(match.choices))
        for line in match.lines(None):
            text = words.line(line)
            assert "{" not in text and "kind:" not in text and "area:" not in text and "battle:" not in text
