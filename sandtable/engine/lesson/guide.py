"""Guided first games as data: a recorded opening with notes, read from a game's `guides/*.toml` (docs/guides.md).

A guide is played like a worked example. Before each decision of the learner a note says what to look at and why one
order is good; other choices are answered with what they would mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Generic

import msgspec
from msgspec import Meta, field

from sandtable.engine.files import explained, read_toml
from sandtable.engine.game import Game
from sandtable.engine.lesson.book import BadExample, Line, UnknownExample
from sandtable.engine.lesson.format import Entry, Example, Item, Script, Step, Then, Words
from sandtable.engine.lesson.play import Moment, Playing, Question, S
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, detached
from sandtable.engine.types import Choice

FOLDER: Final = "guides"
TOLD: Final = ("en", "hu")
"""Fields with sentences, in which no names are exchanged."""


class Told(Entry, frozen=True):
    """A sentence or two in both languages."""

    en: Words
    hu: Words


class Page(Told, frozen=True):
    """Something to read before the first decision."""

    show: list[str] = []
    rules: list[str] = []


class Also(Entry, frozen=True):
    """A choice that serves as well; `swap` exchanges two names in the rest of the guide."""

    choose: list[Item]
    swap: list[Words] = []


class Other(Told, frozen=True):
    """What another choice that begins so would mean; `[]` is any."""

    like: list[Item]


class GuideStep(Told, frozen=True):
    """A decision of the learner, or (with `seat`) choices that another seat makes by itself."""

    choose: Annotated[list[Item | list[Item]], Meta(min_length=1)]
    seat: Words | None = None
    chance: Script = []
    show: list[str] = []
    rules: list[str] = []
    then: Then = Then()
    after: Told | None = None
    """What is said when the learner's choice is made."""
    also: list[Also] = []
    other: list[Other] = field(name="else", default_factory=list)

    def as_step(self) -> Step:
        """The step of an example that does the same."""
        return Step(self.en, self.hu, self.choose, self.seat, self.chance, then=self.then)

    @property
    def advised(self) -> Choice:
        """The first choice of the step: what is advised to the learner."""
        return self.as_step().choices[0]


class End(Told, frozen=True):
    """The closing words, and the opponent that plays on."""

    level: Words


class Guide(Entry, frozen=True):
    """A file of a game's `guides` folder."""

    game: Words
    id: Words
    seat: Words
    minutes: int
    title: Told
    page: Annotated[list[Page], Meta(min_length=1)]
    step: Annotated[list[GuideStep], Meta(min_length=1)]
    end: End
    options: dict[str, str | int | bool] = {}
    chance: Script = []


Alternatives = Mapping[int, int]
"""By the number of a step, counted from 0, which of its `also` was chosen instead of what is advised."""


def load_guides(game: Game[S]) -> dict[str, Guide]:
    """The guides of a game, by id."""
    guides: dict[str, Guide] = {}
    for path in sorted((game.folder / FOLDER).glob("*.toml")):
        data = read_toml(path)
        try:
            guide = msgspec.convert(data, Guide)
        except msgspec.ValidationError as error:
            raise BadExample(path.name, *explained(error, data)) from error
        if guide.game != game.slug or guide.id != path.stem:
            raise BadExample(path.name, "", f"is {guide.id} of {guide.game}, but lies elsewhere")
        guides[guide.id] = guide
    return guides


def varied(guide: Guide, chosen: Alternatives) -> list[GuideStep]:
    """The steps of a guide where other choices than the advised ones were made that serve as well."""
    steps = list(guide.step)
    for at, number in sorted(chosen.items()):
        if at >= len(steps) or number >= len(steps[at].also):
            raise UnknownExample(f"step {at} has no alternative {number}")
        other = steps[at].also[number]
        if other.swap:
            steps[at:] = [_swapped(step, other.swap[0], other.swap[1]) for step in steps[at:]]
        steps[at] = msgspec.structs.replace(steps[at], choose=list(other.choose))
    return steps


def _swapped(step: GuideStep, one: str, two: str) -> GuideStep:
    """A step in which two names are exchanged."""
    names = re.compile(rf"(?<![a-z0-9_])({re.escape(one)}|{re.escape(two)})(?![a-z0-9_])")

    def swap(value: object) -> object:
        if isinstance(value, str):
            return names.sub(lambda found: two if found[1] == one else one, value)
        if isinstance(value, list):
            return [swap(each) for each in value]
        if isinstance(value, dict):
            return {swap(key): each if key in TOLD else swap(each) for key, each in value.items()}
        return value

    return msgspec.convert(swap(msgspec.to_builtins(step)), GuideStep)


@dataclass(frozen=True)
class Stop(Generic[S]):
    """A moment of a guide: the table after so many steps, and what comes next."""

    at: int
    moment: Moment[S] | None
    """None at the beginning."""
    state: S
    question: Question | None
    next: GuideStep | None
    """None at the end."""


class Guided(Generic[S]):
    """A guide that is being played, checking what its steps expect."""

    def __init__(self, game: Game[S], guide: Guide, chosen: Alternatives | None = None) -> None:
        self.game = game
        self.guide = guide
        self.steps = varied(guide, chosen or {})
        example = Example(f"guide.{guide.id}", guide.title.en, guide.title.hu, seat=guide.seat)
        line = Line(
            file=f"{guide.id}.toml",
            example=example,
            id="",
            en=guide.title.en,
            hu=guide.title.hu,
            cell=(),
            options=guide.options,
            layers=(),
            after=None,
            chance=guide.chance,
            then=(),
            steps=tuple(step.as_step() for step in self.steps),
        )
        self.playing = Playing(game, line)

    @cached_property
    def seat(self) -> int:
        assert self.playing.seat is not None
        return self.playing.seat

    def stops(self) -> Iterator[Stop[S]]:
        """The beginning, and the moment after each step."""
        playing = self.playing
        yield Stop(0, None, playing.match.state.copy(), playing.question(), self.steps[0])
        for at in range(1, len(self.steps) + 1):
            moment = playing.step()
            following = self.steps[at] if at < len(self.steps) else None
            yield Stop(at, moment, moment.state, moment.question, following)

    def match_at(self, at: int) -> Match[S]:
        """The match after so many steps."""
        while self.playing.number < at:
            self.playing.step()
        return self.playing.match


def left(guided: Guided[S], at: int, choice: Choice | None, seed: str) -> tuple[Match[S], Origin]:
    """An independent match that goes on after so many steps, by a choice of the learner's own or without one."""
    match, origin = detached(guided.match_at(at), seed)
    if choice is None:
        return match, origin
    match.choose(choice, guided.seat)
    return detached(match, seed)


def answer(step: GuideStep, choice: Choice) -> tuple[str, int, Other | None]:
    """What a guide thinks of a choice: `advised`, `also` (and which), or `other` (and what it would mean)."""
    if choice == step.advised:
        return "advised", -1, None
    for number, also in enumerate(step.also):
        if choice == tuple(also.choose):
            return "also", number, None
    fitting = (other for other in step.other if choice[: len(other.like)] == tuple(other.like))
    return "other", -1, next(fitting, None)


def decisions(steps: Sequence[GuideStep]) -> int:
    """How many decisions of the learner there are."""
    return sum(step.seat is None for step in steps)
