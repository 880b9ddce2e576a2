"""Hundreds of random games of every ruleset and difficulty: all end, none gets stuck, and no piece is made or lost."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.start import Origin, start
from sandtable.games.nights_of_fire import GAME

GAMES = 25


@pytest.mark.slow
@pytest.mark.parametrize("mode", GAME.modes)
def test_random_games_end_and_keep_every_piece(mode: str) -> None:
    for seed in range(GAMES):
        rng = random.Random(f"{mode} {seed}")
        options = {option.id: rng.choice(option.values) for option in GAME.options} | dict(GAME.modes[mode])
        match = start(GAME, options, Origin(f"random play {seed}"), explain=False)
        while match.ask is not None:
            assert GAME.invariants(match.state) == [], f"seed {seed}, choice {match.number}"
            match.choose(rng.choice(match.choices))
        assert match.outcome is not None
        assert match.outcome.reason in GAME.ledger.rules
