"""Every worked example of every game, played from its data; and nothing that one demands is demanded in vain."""

from __future__ import annotations

import tomllib
from copy import copy
from pathlib import Path

import msgspec
import pytest
from _pytest.mark import ParameterSet

from sandtable.engine.errors import SandtableError
from sandtable.engine.lesson.book import Book, Line
from sandtable.engine.lesson.format import Example, Then
from sandtable.engine.lesson.play import played
from tests.playing import GAMES, AnyGame, book_of, every_game, first_quick, is_very_large
from tests.wrong_examples import wrongs

BOOKS = {game.slug: book_of(game) for game in GAMES}
LINES = [(game, line) for game in GAMES for lines in BOOKS[game.slug].lines.values() for line in lines]
EXAMPLES = [(game, name) for game in GAMES for name in BOOKS[game.slug].examples]


def one(game: AnyGame, name: str) -> ParameterSet:
    """An example whose demands are tried; those of a very large game take long (`make largest`)."""
    return pytest.param(
        game, name, id=f"{game.slug}-{name}", marks=[pytest.mark.largest] if is_very_large(game) else []
    )


@pytest.mark.parametrize(("game", "line"), LINES, ids=[f"{game.slug}-{line.address}" for game, line in LINES])
@pytest.mark.parametrize("seed", first_quick(("example", "another")))
def test_an_example_holds(game: AnyGame, line: Line, seed: str) -> None:
    """Twice, with other seeds: nothing may hang on what an example does not say."""
    played(game, line, seed)
    assert any(then != Then() for then in (*line.then, *(step.then for step in line.steps))), "it expects nothing"


@every_game()
def test_every_example_of_the_ledger_has_data_and_the_other_way_round(game: AnyGame) -> None:
    """Those of modes that are not built yet have none: they could not be played."""
    ledger = game.ledger
    assert set(BOOKS[game.slug].examples) == {name for name in ledger.examples if ledger.in_play(name)}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [one(game, name) for game, name in EXAMPLES])
def test_every_demand_of_an_example_is_needed(game: AnyGame, name: str) -> None:
    """Each number, name and truth that an example demands is made wrong in turn, and that is noticed."""
    book = copy(BOOKS[game.slug])
    book.examples = dict(book.examples)
    example = msgspec.to_builtins(book.examples[name])
    unnoticed: list[str] = []
    for where, wrong in wrongs(example):
        try:
            book.examples[name] = msgspec.convert(wrong, Example)
            for line in book.lines_of(name):
                played(game, line)
        except (SandtableError, msgspec.ValidationError):
            continue
        unnoticed.append(where)
    assert not unnoticed


def test_the_first_example_of_the_docs_can_be_played() -> None:
    text = (Path(__file__).parent.parent / "docs" / "examples.md").read_text(encoding="utf-8")
    game = next(game for game in GAMES if game.slug == "buda_1686")
    book = Book(game, {"docs": tomllib.loads(text.split("```toml\n")[1].split("```")[0])})
    for name in book.examples:
        for line in book.lines_of(name):
            played(game, line)
