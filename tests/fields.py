"""What copies and positions must not forget, worked out from the declared fields of a state and its parts."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from typing import Any

from sandtable.engine.chance import Chance
from sandtable.engine.declare import APART, DERIVED, SHARED, Field, fields_of
from sandtable.engine.errors import SandtableError
from tests.playing import AnyGame, AnyMatch, begin, play_on, telling_modes

STOPS = (0, 1, 2, 4, 8, 15, 25, 40, 40, 60, 100, 150, 5_000)
"""After how many more choices a game is looked at again; the last time it is over."""
FAULTS = (SandtableError, AssertionError, IndexError, KeyError, TypeError, ValueError)
"""What a changed value may raise that means nothing in this game."""
TRIED = 40
"""How many changes of a field are tried in one state."""


@dataclass(frozen=True)
class Place:
    """A field of the state, or of a part of it."""

    field: Field
    part: str = ""
    part_class: Callable[[], Any] | None = None

    @property
    def name(self) -> str:
        return f"{self.part}.{self.field.name}" if self.part else self.field.name

    def holder(self, state: Any) -> Any:
        """The state, or the part: one that is not there is begun."""
        if self.part_class is None:
            return state
        if getattr(state, self.part) is None:
            setattr(state, self.part, self.part_class())
        return getattr(state, self.part)

    def get(self, state: Any) -> Any:
        return getattr(self.holder(state), self.field.name)

    def put(self, state: Any, value: object) -> None:
        setattr(self.holder(state), self.field.name, value)


def places(state_class: type) -> Iterator[Place]:
    """All fields that may change during play, of the state and of the parts that it names itself."""
    for field in fields_of(state_class):
        if field.mark in (SHARED, APART) or field.annotation == "Chance":
            continue
        part_class = class_of(field)
        if part_class is None:
            yield Place(field)
        else:
            yield from (Place(own, field.name, part_class) for own in fields_of(part_class))


def class_of(field: Field) -> type | None:
    """The declared class of a part, be it there or not."""
    meant = vars(sys.modules[field.owner.__module__]).get(field.annotation.removesuffix(" | None"))
    return meant if isinstance(meant, type) and fields_of(meant) else None


# ---------------------------------------------------------------------- copies


def value_of(thing: Any) -> object:
    """All that is in a state, a part or a list of such, to be compared."""
    if isinstance(thing, Chance):
        return thing.key, thing.at, thing.script, thing.used, thing.barrier
    if isinstance(thing, list):
        return [value_of(item) for item in thing]
    told = [field for field in fields_of(thing) if field.mark not in (SHARED, APART)]
    return {field.name: value_of(getattr(thing, field.name)) for field in told} if told else deepcopy(thing)


def fill(thing: Any) -> None:
    """Change every field, in place where it is a list or a part: a copy made before must not notice."""
    for field in fields_of(thing):
        if field.mark in (SHARED, APART):
            continue
        old, part_class = getattr(thing, field.name), class_of(field)
        if isinstance(old, Chance):
            old.reveal()
        elif isinstance(old, list):
            fill_list(old, field.annotation)
        elif part_class is None:
            setattr(thing, field.name, not old if isinstance(old, bool) else old + type(old)(1))
        else:
            if old is None:
                setattr(thing, field.name, part_class())
            fill(getattr(thing, field.name))


def fill_list(items: list[Any], annotation: str) -> None:
    """Change what is in a list, and put one more thing into it."""
    for at, item in enumerate(items):
        if isinstance(item, list):
            fill_list(item, annotation.removeprefix("list[").removesuffix("]"))
        elif fields_of(item):
            fill(item)
        else:
            items[at] = item + type(item)(1)
    if annotation.startswith("list[list["):
        items.append([len(items)])
    elif not items or not fields_of(items[0]):
        items.append(len(items))


def check_copies(state: Any) -> None:
    """A copy is like its original in every field, and stays as it is whatever becomes of the original."""
    for _ in range(2):  # the second time every list has something in it, and every part is there
        twin = state.copy()
        before = value_of(twin)
        assert before == value_of(state), f"{differences(before, value_of(state))}: a copy forgets them"
        fill(state)
        assert value_of(twin) == before, f"{differences(before, value_of(twin))}: copies share them"
        assert not unchanged(before, value_of(state)), f"{unchanged(before, value_of(state))}: not tried"


def differences(one: Any, other: Any) -> list[str]:
    """The fields of a state in which two values of it differ."""
    return [name for name in one if one[name] != other[name]]


def unchanged(one: Any, other: Any) -> list[str]:
    return [name for name in one if one[name] == other[name]]


# ---------------------------------------------------------------------- positions


def reached(game: AnyGame, seeds: Iterable[int] = range(2)) -> Iterator[AnyMatch]:
    """Matches of every mode at several points of random games."""
    for mode in telling_modes(game):
        for seed in seeds:
            match, rng = begin(game, mode, seed, explain=False), random.Random(seed)
            for stop in STOPS:
                play_on(match, rng, stop)
                yield match


def check_restored(match: AnyMatch) -> None:
    """A state that is restored from its description is like it in every field, derived ones included."""
    again = match.game.restore(match.options, match.game.describe(match.state), match.state.chance.copy())
    found, meant = value_of(again), value_of(match.state)
    assert found == meant, f"{differences(meant, found)}: not restored as they were"


def forgotten(game: AnyGame, matches: Iterable[AnyMatch]) -> list[str]:
    """The fields of which no change comes back from a position."""
    left: dict[str, Place] = {}
    for at, match in enumerate(matches):
        if not at:
            found = [place for place in places(type(match.state)) if place.field.mark != DERIVED]
            left = {place.name: place for place in found}
        for name, place in list(left.items()):
            if comes_back(match, place):
                del left[name]
        if not left:
            break
    return list(left)


def comes_back(match: AnyMatch, place: Place) -> bool:
    """Whether a field is restored as it is, and some change of it too."""
    value = place.get(match.state.copy())
    return recovered(match, place, value) and any(
        recovered(match, place, change) for change in islice(changes(value), TRIED)
    )


def recovered(match: AnyMatch, place: Place, value: object) -> bool:
    """Whether a value of a field comes back from a position."""
    state = match.state.copy()
    place.put(state, value)
    try:
        again = match.game.restore(match.options, match.game.describe(state), state.chance.copy())
    except FAULTS:
        return False
    return value_of(place.get(again)) == value_of(value)


def changes(value: Any) -> Iterator[Any]:
    """Other values that a field might have."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (other for other in (value + 1, value - 1, value ^ 1, *range(-1, 8)) if other != value)
    elif isinstance(value, str):
        yield value + "x"
    elif isinstance(value, list):
        yield from changed_lists(value)


def changed_lists(items: list[Any]) -> Iterator[list[Any]]:
    """Lists that differ in one thing, or lack one, or have one more."""
    for at, item in enumerate(items):
        for other in changes(item):
            yield [*items[:at], other, *items[at + 1 :]]
        yield [*items[:at], *items[at + 1 :]]
        if item != items[-1]:
            yield [*items[:at], *items[at + 1 :], item]
    if not items:
        yield from ([number] for number in range(4))
