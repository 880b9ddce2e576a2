"""The sample game is told in several examples, each from where the one before it ended."""

from __future__ import annotations

import pytest

from sandtable.engine.lesson.play import Playing, played
from sandtable.games.battle_for_europe import GAME
from tests.playing import book_of

BOOK = book_of(GAME)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [("sample_a39_allied_transfers", "sample_w39_denmark"), ("sample_w39_germany_builds", "sample_w39_france_air")],
)
def test_the_sample_game_goes_on_from_the_position_that_was_reached(earlier: str, later: str) -> None:
    """Everything but the random numbers to come."""
    reached = played(GAME, BOOK.lines[earlier][0]).match
    reached.choose(("done",))
    began = Playing(GAME, BOOK.lines[later][0]).match
    assert GAME.describe(reached.state) | {"chance": None} == GAME.describe(began.state) | {"chance": None}
