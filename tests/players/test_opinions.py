"""What opponents count: every game that states to have opponents lets them tell good positions from bad ones."""

from __future__ import annotations

import random

import pytest

from sandtable.engine.game import Stage
from tests.playing import AnyGame, AnyMatch, begin, grown, play_on, whole

LOOKS = 30


@pytest.mark.parametrize("game", [whole(game) for game in grown(Stage.OPPONENTS)])
def test_a_game_with_opponents_gives_every_mode_a_book_that_tells_positions_apart(game: AnyGame) -> None:
    for mode in game.modes:
        match = begin(game, mode, 1, explain=False)
        rng = random.Random(mode)
        leads: set[float] = set()
        for _ in range(LOOKS):
            leads.add(lead(match))
            play_on(match, rng, 2)
        assert len(leads) > 1, mode


def lead(match: AnyMatch) -> float:
    """How far the first seat is ahead, by the book of the match."""
    weights = match.game.insights.of(match.options).weights
    return sum(
        weight * number for weight, number in zip(weights.values(), match.game.measure(match.state, 0), strict=True)
    )
