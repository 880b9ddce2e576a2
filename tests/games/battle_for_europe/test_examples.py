"""The worked examples that are written so far, played from their data."""

from __future__ import annotations

import pytest

from sandtable.engine.lesson.book import Line, load_book
from sandtable.engine.lesson.play import played
from sandtable.games.battle_for_europe import GAME

BOOK = load_book(GAME)
LINES = [line for lines in BOOK.lines.values() for line in lines]


@pytest.mark.parametrize("line", LINES, ids=[line.address for line in LINES])
def test_an_example_holds(line: Line) -> None:
    for seed in ("example", "another"):
        played(GAME, line, seed)


def test_the_ledger_has_every_example() -> None:
    assert set(BOOK.examples) <= set(GAME.ledger.examples)
