"""No peeking: where two matches differ only in what a seat cannot know, every opponent chooses the same for it."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.game import nothing_hidden
from sandtable.engine.match import Match, Record
from sandtable.engine.start import described
from sandtable.players import LEVELS, Player, make
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.plans import PlanningPlayer
from sandtable.players.randomized import RandomizedPlayer
from sandtable.players.search import SearchPlayer
from tests.playing import MODES, AnyGame, AnyMatch, begin, play_on

TRIED = [(game, mode) for game, mode in MODES if game.determinize is not nothing_hidden or mode == [*game.modes][-1]]
"""All modes of games with secrets; elsewhere nothing but the dice to come can differ, and one mode is enough."""

LATER = 0.2
"""The odds that a later ask of the same kind is taken instead."""
TRIES = 60
"""Truths that are tried until one fits what a seat has seen."""
LITTLE = 4
"""Iterations: enough to look into several worlds, little enough for many positions."""


@dataclass(frozen=True)
class Twins:
    """Two matches that a seat, which is asked, cannot tell apart."""

    truth: AnyMatch
    other: AnyMatch
    seat: int

    @property
    def inside_a_pass(self) -> bool:
        return inside_a_pass(self.truth)


def inside_a_pass(match: AnyMatch) -> bool:
    return match.number > match.checkpoints[-1].number


def asked(game: AnyGame, mode: str) -> list[AnyMatch]:
    """A random game at an ask of every kind that leaves a choice, between two passes and in the middle of one."""
    found: dict[tuple[str, bool], AnyMatch] = {}
    match = begin(game, mode, 1)
    rng = random.Random(mode)
    while match.ask is not None:
        kind = match.ask.prompt, inside_a_pass(match)
        if len(match.choices) > 1 and (kind not in found or rng.random() < LATER):
            found[kind] = match.fork(explain=True, keep=True)
        play_on(match, rng, 1)
    return list(found.values())


def twin_of(match: AnyMatch, seat: int) -> AnyMatch | None:
    """A match that looks the same to the seat, although what is hidden was redrawn at the last checkpoint."""
    last = match.checkpoints[-1]
    for n in range(TRIES):
        chance = Chance.from_seed(f"truth {n}")
        state = last.state.copy()
        match.game.determinize(state, seat, chance)
        state.chance = chance.fresh()
        twin: AnyMatch = Match(match.game, match.options, state, record=Record(match.history[: last.number], []))
        if went_alike(match, twin) and looks_alike(match, twin, seat):
            return twin
    return None


def went_alike(match: AnyMatch, twin: AnyMatch) -> bool:
    """Make the choices since the last checkpoint in the twin too, if they can be made there."""
    for number in range(match.checkpoints[-1].number, match.number):
        choice = match.history[number].choice
        if number == twin.number:
            if choice not in twin.choices:
                return False
            twin.choose(choice)
        if twin.history[number].choice != choice:
            return False
    return twin.number == match.number


def looks_alike(match: AnyMatch, twin: AnyMatch, seat: int) -> bool:
    """Whether a seat is shown, asked and told the same."""
    if twin.ask is None or match.ask is None or twin.ask.prompt != match.ask.prompt or twin.choices != match.choices:
        return False
    told = match.lines(seat, match.checkpoints[-1].lines)
    if [(line.key, line.args) for line in twin.lines(seat)] != [(line.key, line.args) for line in told]:
        return False
    return match.game.scene(twin.state, seat) == match.game.scene(match.state, seat)


def twins_of(game: AnyGame, mode: str) -> list[Twins]:
    found: list[Twins] = []
    for match in asked(game, mode):
        assert match.ask is not None
        for seat in range(len(match.seats)):
            other = twin_of(match, seat) if match.ask.open_to(seat) else None
            if other is not None:
                assert described(game, other.state) != described(game, match.state)
                found.append(Twins(match, other, seat))
    return found


@pytest.fixture(scope="module")
def twins() -> dict[str, list[Twins]]:
    """Some pairs for every mode of every game."""
    return {f"{game.slug}-{mode}": twins_of(game, mode) for game, mode in TRIED}


def thinking_little(level: str, seed: str) -> Player:
    """An opponent of a level that thinks for less long than it should; what it looks at is the same."""
    player = make(level, seed)
    if isinstance(player, GreedyPlayer):
        player.evaluations = LITTLE
    searcher = player.searcher if isinstance(player, RandomizedPlayer) else player
    if isinstance(searcher, PlanningPlayer):
        searcher.lines = LITTLE
        searcher = searcher.other
    if isinstance(searcher, SearchPlayer):
        searcher.iterations = LITTLE
    return player


@pytest.mark.slow
def test_twins_are_found_everywhere(twins: dict[str, list[Twins]]) -> None:
    """Also in the middle of a pass, where everything shown since its start must be the same."""
    for game, mode in TRIED:
        kinds = {(pair.truth.number, pair.inside_a_pass) for pair in twins[f"{game.slug}-{mode}"]}
        assert len(kinds) >= 0.75 * len(asked(game, mode))
        assert {inside for _, inside in kinds} == {False, True}


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_the_same_whatever_its_seat_cannot_know(level: str, twins: dict[str, list[Twins]]) -> None:
    """A third of the pairs for each level, which is quick, and all of them for some."""
    for name, pairs in twins.items():
        for pair in pairs[LEVELS.index(level) % 3 :: 3]:
            choices = [thinking_little(level, name).choose(match, pair.seat) for match in (pair.truth, pair.other)]
            assert choices[0] == choices[1], f"{name}, ask {pair.truth.number}"


@pytest.mark.slow
def test_a_search_thinks_the_same_whatever_its_seat_cannot_know(twins: dict[str, list[Twins]]) -> None:
    """Not only the choice is the same, but all that led to it."""
    for pairs in twins.values():
        for pair in pairs:
            thoughts = [SearchPlayer("same", LITTLE).think(match, pair.seat) for match in (pair.truth, pair.other)]
            truth, other = ([(t.choice, t.visits, t.value) for t in some] for some in thoughts)
            assert truth == other
