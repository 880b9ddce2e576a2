"""The law of fields: neither copies nor positions nor hashes forget one. It fails for a game that does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.declare import declared, fields_of
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import GAME as NIGHTS
from tests.engine.toy import TOY
from tests.fields import check_copies, check_restored, comes_back, forgotten, places, reached
from tests.playing import WITH_TOY, AnyGame, begin, in_every_mode, whole

every_game = pytest.mark.parametrize("game", [whole(game) for game in WITH_TOY])


@in_every_mode
def test_copies_forget_nothing_and_share_nothing(game: AnyGame, mode: str) -> None:
    state = begin(game, mode, 1).state
    assert len(fields_of(state)) > 2, "the state of a game is declared"
    check_copies(state)


@pytest.mark.slow
@every_game
def test_positions_forget_nothing(game: AnyGame) -> None:
    assert forgotten(game, reached(game)) == []


@every_game
def test_what_is_restored_is_what_was_described(game: AnyGame) -> None:
    for match in reached(game, range(2, 4)):
        check_restored(match)


# ---------------------------------------------------------------------- the law fails where something is forgotten


def forgets_in_descriptions(game: AnyGame, name: str) -> AnyGame:
    """A game whose positions leave out a field."""

    def describe(state: Any) -> dict[str, Json]:
        twin = state.copy()
        place = place_of(game, name)
        place.put(twin, place.get(opening(game)))
        return game.describe(twin)

    return replace(game, describe=describe)


def forgets_in_restoring(game: AnyGame, name: str) -> AnyGame:
    """A game that does not read a field of a position."""

    def restore(options: Any, fields: dict[str, Json], chance: Any) -> Any:
        state = game.restore(options, fields, chance)
        place = place_of(game, name)
        place.put(state, place.get(opening(game)))
        return state

    return replace(game, restore=restore)


def opening(game: AnyGame) -> Any:
    return begin(game, next(iter(game.modes)), 0).state


def place_of(game: AnyGame, name: str) -> Any:
    return next(place for place in places(type(opening(game))) if place.name == name)


@pytest.mark.parametrize("forgetful", [forgets_in_descriptions, forgets_in_restoring])
@pytest.mark.parametrize("name", [place.name for place in places(type(opening(TOY)))])
def test_a_field_that_positions_forget_is_found(name: str, forgetful: Callable[[AnyGame, str], AnyGame]) -> None:
    assert name in forgotten(TOY, reached(forgetful(TOY, name), range(1)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["attack.points", "konev.face_up", "headlines.heals", "disabled_garrisons"])
def test_a_field_of_nights_of_fire_that_positions_forget_is_found(name: str) -> None:
    place = place_of(NIGHTS, name)
    for at, match in enumerate(reached(forgets_in_descriptions(NIGHTS, name), range(1))):
        if at % 5 == 0:
            assert not comes_back(match, place)


@pytest.mark.slow
def test_a_derived_field_that_restoring_forgets_is_found() -> None:
    forgetful = forgets_in_restoring(NIGHTS, "headlines.cost_delta")
    with pytest.raises(AssertionError, match=r"\['headlines'\]: not restored as they were"):
        for match in reached(forgetful, range(2)):
            check_restored(match)


@declared
class Whole(State):
    """A state whose copies are right."""

    turn: int = 1
    piles: list[list[int]] = [[1], [2]]


@declared
class Forgetful(State):
    """A state whose copies forget a number."""

    turn: int = 1

    def copy(self) -> Forgetful:
        return Forgetful(self.chance.copy())


@declared
class Shallow(State):
    """A state whose copies share the lists in a list."""

    piles: list[list[int]] = [[1], [2]]

    def copy(self) -> Shallow:
        return Shallow(self.chance.copy(), self.piles[:])


@declared
class Part:
    """What is in progress."""

    losses: int = 0


@declared
class Leaky(State):
    """A state whose copies share a part."""

    part: Part | None = None

    def copy(self) -> Leaky:
        return Leaky(self.chance.copy(), self.part)


@pytest.mark.parametrize(
    ("state_class", "message"),
    [
        (Forgetful, r"\['turn'\]: a copy forgets them"),
        (Shallow, r"\['piles'\]: copies share them"),
        (Leaky, r"\['part'\]: copies share them"),
    ],
)
def test_copies_that_forget_or_share_are_found(state_class: Callable[[Chance], State], message: str) -> None:
    check_copies(Whole(Chance.from_seed("x")))
    with pytest.raises(AssertionError, match=message):
        check_copies(state_class(Chance.from_seed("x")))
