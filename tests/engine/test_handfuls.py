"""Dice by the handful in a game: scripted, recorded, replayed, taken over into a position, and followed every way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from sandtable.engine.ask import Ask, Flow
from sandtable.engine.chance import Branching, branches
from sandtable.engine.game import Game
from sandtable.engine.replay import Replay, record, run
from sandtable.engine.start import Origin, detached, position_of, start, state_hash
from tests.engine.pebbles import TAKING, Heap, pebbles

DICE, UPTO = 3, 2


def throw(g: Heap) -> Flow[Heap]:
    """Whoever takes a pebble throws dice: for every hit another one goes, while two stay; then the rival takes one."""
    choice = yield Ask(g.turn, "take", TAKING)
    hits = g.chance.hits("volley", DICE, UPTO)
    lowest = g.chance.handful("gust", 2)[0]
    g.left = max(min(2, g.left), g.left - int(choice[1]) - hits - (lowest == 1))
    g.turn = 1 - g.turn
    choice = yield Ask(g.turn, "take", TAKING)
    g.left = max(0, g.left - int(choice[1]))
    g.turn = 1 - g.turn


@pytest.fixture
def game(tmp_path: Path) -> Game[Heap]:
    return replace(pebbles(tmp_path), play=throw)


def left_after(game: Game[Heap], faces: tuple[int, ...]) -> int:
    """The pebbles left after one is taken and these faces come up, three for the volley and two for the gust."""
    match = start(game, {}, Origin("any", faces))
    match.choose(("take", 1))
    return match.state.left


@pytest.mark.parametrize(
    ("faces", "left"),
    [((3, 4, 6, 2, 2), 4), ((2, 4, 6, 2, 2), 3), ((1, 2, 6, 6, 3), 2), ((3, 3, 3, 6, 1), 3), ((1, 1, 2, 1, 1), 2)],
)
def test_a_script_has_the_faces(game: Game[Heap], faces: tuple[int, ...], left: int) -> None:
    """Five pebbles less the one taken, less the hits at 2 or below, less one if the gust shows a 1; but two stay."""
    assert left_after(game, faces) == left


def test_a_recorded_game_with_handfuls_plays_again(game: Game[Heap]) -> None:
    for seed in ("one", "two", "three"):
        origin = Origin(seed)
        match = start(game, {}, origin)
        while match.ask is not None:
            match.choose(match.choices[0])
        replay = Replay.from_lines(record(match, origin).to_lines())
        *_, again = run(game, replay)
        assert state_hash(again) == state_hash(match) and again.outcome == match.outcome


@pytest.mark.parametrize("script", [None, (2, 5, 6, 1, 4, 6, 6, 6, 6, 6)])
def test_a_position_in_mid_order_keeps_what_was_thrown(game: Game[Heap], script: tuple[int, ...] | None) -> None:
    match = start(game, {}, Origin("resumed", script))
    match.choose(("take", 1))
    taken_over = start(game, {}, Origin("resumed", None, position_of(match)))
    assert state_hash(taken_over) == state_hash(match)
    alone, _ = detached(match, "another seed")
    assert (alone.state.left, alone.state.turn) == (match.state.left, match.state.turn)


def test_the_odds_of_a_throw_are_exact(game: Game[Heap]) -> None:
    """By following every course of chance, and by playing all 6 ** 5 throws."""
    before = start(game, {}, Origin("odds"))

    def take(chance: Branching) -> int:
        fork = before.fork()
        fork.state.chance = chance
        fork.choose(("take", 1))
        return fork.state.left

    found: dict[int, Fraction] = {}
    courses = list(branches(take, b"a key of its own"))
    for weight, left in courses:
        found[left] = found.get(left, Fraction(0)) + weight
    assert len(courses) == 4 * 21  # none to three hits, and 21 pairs of dice
    throws = Counter(
        max(2, 4 - sum(face <= UPTO for face in faces[:DICE]) - (1 in faces[DICE:]))
        for faces in product(range(1, 7), repeat=5)
    )
    assert found == {left: Fraction(times, 6**5) for left, times in throws.items()}
    assert before.state.left == 5 and before.number == 0
