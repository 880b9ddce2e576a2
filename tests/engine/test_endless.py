"""A flow without end that gives nobody a choice is a fault of the game: it is named, and nothing hangs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from sandtable.engine.ask import Ask, Flow
from sandtable.engine.chance import Chance
from sandtable.engine.errors import DeadEnd
from sandtable.engine.playout import playout
from sandtable.engine.start import Origin, start
from tests.engine.test_match import ONE_WAY, RED, TWO_WAYS
from tests.engine.toy import TOY, Toy


def silent(g: Toy) -> Flow[Toy]:
    """A pass that asks nobody and changes nothing that would end the game."""
    g.wager = 2
    yield from ()


def forced(g: Toy) -> Flow[Toy]:
    """A pass that asks for ever where there is one way only."""
    g.wager = 2
    while True:
        yield Ask(RED, "on", ONE_WAY)


@pytest.mark.parametrize("play", [silent, forced])
def test_a_match_says_so_and_stays_where_it_was(play: Callable[[Toy], Flow[Toy]]) -> None:
    def begins(g: Toy) -> Flow[Toy]:
        if g.wager != 2:
            yield Ask(RED, "way", TWO_WAYS)
        yield from play(g)

    match = start(replace(TOY, play=begins), {}, Origin("endless"))
    with pytest.raises(DeadEnd, match="nobody"):
        match.choose(("left",))
    assert (match.number, match.choices) == (0, [("left",), ("right",)])


def test_so_does_a_playout() -> None:
    state = TOY.new(TOY.settle({}), Chance.from_seed("endless"))
    with pytest.raises(DeadEnd, match="nobody had a choice"):
        playout(replace(TOY, play=silent), state, lambda choices: choices[0])
