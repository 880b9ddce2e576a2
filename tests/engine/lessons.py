"""Examples of the toy game, put together from parts."""

from __future__ import annotations

import tomllib

import pytest

from sandtable.engine.lesson.book import BadExample, Book
from sandtable.engine.lesson.play import Playing, played
from tests.engine.toy import TOY, Toy

FIRST = """
game = "toy"
[[base]]
id = "fight"
[base.position]
phase = "fight"
weather = 4
cards = { red = ["card:1", "card:3", "card:5"], blue = ["card:2", "card:6"], deck = ["..."], gone = [] }
"""
EXAMPLE = """
[[example]]
id = "ex.one"
en = "One"
hu = "Egy"
from = ["fight"]
options.turns = 1
"""
LOOK = """
[[example.step]]
en = "Look."
hu = "Nézd."
"""
PLAY = """
[[example.step]]
seat = "red"
choose = ["play", "card:1"]
en = "Red plays a 1."
hu = "A piros 1-est játszik."
then.asked = "blue"
[[example.step]]
seat = "blue"
choose = ["pass"]
chance = [6, "card:4"]
en = "A 6 makes 7."
hu = "A 6-ossal 7."
"""


def book(*parts: str, first: str = FIRST) -> Book:
    return Book(TOY, {"toy.toml": tomllib.loads("\n".join((first, *parts)))})


def run(*parts: str) -> Playing[Toy]:
    """The last line of an example, played."""
    return played(TOY, book(EXAMPLE, *parts).lines_of("ex.one")[-1])


def fault(*parts: str) -> str:
    """What is wrong with an example; fails if nothing is."""
    with pytest.raises(BadExample) as caught:
        for line in book(EXAMPLE, *parts).lines_of("ex.one"):
            played(TOY, line)
    return str(caught.value)
