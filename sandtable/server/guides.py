"""Guided first games for the client: every moment of a guide with the question, its options, and what each means.

A guide is data of the game, like an example: it is played through without a table. Who leaves it, or has come to its
end, goes on at a table of their own (`POST /api/tables`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable import games
from sandtable.engine.lesson.book import BadExample, UnknownExample
from sandtable.engine.lesson.guide import (
    Guide,
    Guided,
    GuideStep,
    Stop,
    answer,
    left,
)
from sandtable.engine.lesson.play import Question
from sandtable.engine.lesson.telling import in_language
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin
from sandtable.engine.state import State
from sandtable.engine.types import Choice, Fact
from sandtable.engine.words import Words
from sandtable.players.levels import parse_level
from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.catalogue import GuideEntry, guide_entry
from sandtable.server.catalogue import guides as guides_of
from sandtable.server.errors import RequestRefused
from sandtable.server.lessons import ChosenView
from sandtable.server.words import words

KEPT_GUIDES: Final = 30
"""Guides, and ways through them, that are kept with all their tables."""


class Guides(Struct):
    """The guides of a game."""

    guides: list[GuideEntry]


class PageView(Struct):
    """Something to read before the first decision."""

    text: str
    show: list[str]
    rules: list[str]


class GuideOption(Struct):
    """Something that the learner may choose, and what the guide thinks of it."""

    choice: list[Fact]
    text: str
    answer: str
    """`advised`; `also`: it serves as well; or `other`."""
    note: str
    """Of others: what it would mean."""
    also: str
    """What to add to the guide's `also` if this one is chosen; empty if it is not one of those."""


class DecisionView(Struct):
    """A decision of the learner."""

    number: int
    """Which of all decisions, from 1 on."""
    prompt: str
    rule: str | None
    text: str
    """The note: what the situation is, what to look at, and why one order is good."""
    show: list[str]
    rules: list[str]
    options: list[GuideOption]


class GuideMomentView(Struct):
    """The table after so many steps, what happened in the last of them, and what the learner is to decide."""

    at: int
    chosen: list[ChosenView]
    chance: list[int | str | list[str]]
    said: str
    """What is said about the step that led here: of another seat's choices, or when the learner's is made."""
    show: list[str]
    rules: list[str]
    scene: Scene
    status: list[m.StatusLine]
    standing: m.Standing
    lines: list[m.LogEntry]
    decision: DecisionView | None
    """Null while others choose (then go on to the next moment), and at the end."""


class GuideView(GuideEntry):
    """A guide with all its moments."""

    seats: list[str]
    pages: list[PageView]
    moments: list[GuideMomentView]
    end: str
    level: str
    """The opponent that plays on."""
    also: str
    """The alternatives that were chosen on this way through it."""


def found(slug: str, name: str) -> Guide:
    """A guide; what does not exist is refused."""
    guide = guides_of(slug).get(name)
    if guide is None:
        raise RequestRefused("not_found")
    return guide


def listed(slug: str, lang: str) -> Guides:
    return Guides([GuideEntry(*guide_entry(guide, lang)) for guide in guides_of(slug).values()])


def _guided(slug: str, name: str, also: str) -> Guided[State]:
    """A guide on the way that some alternatives lead."""
    pairs = [each.partition(".") for each in also.split(",") if each]
    chosen = {int(step): int(number) for step, _, number in pairs}
    try:
        return Guided(games.load(slug), found(slug, name), chosen)
    except (UnknownExample, BadExample) as error:  # there is no such way through it
        raise RequestRefused("not_found") from error


def left_at(
    slug: str, name: str, also: str, step: int, choice: Choice | None, seed: str
) -> tuple[Match[State], Origin]:
    """A match of its own that goes on after so many steps of a guide."""
    guided = _guided(slug, name, also)
    if step > len(guided.steps):
        raise RequestRefused("not_found")
    try:
        return left(guided, step, choice, seed)
    except BadExample as error:  # alternatives that do not go together
        raise RequestRefused("not_found") from error


def reasons(slug: str, name: str, also: str, step: int, about: str, lang: str) -> m.Reasons:
    """What the learner may not do with a thing after so many steps of a guide, and why."""
    guided = _guided(slug, name, also)
    if step >= len(guided.steps) or guided.steps[step].seat is not None:
        raise RequestRefused("not_found")  # the learner is asked nothing there
    try:
        match = guided.match_at(step)
    except BadExample as error:  # alternatives that do not go together
        raise RequestRefused("not_found") from error
    return views.reasons(match, views.Viewer(1 << guided.seat, guided.seat, lang), about, "")


@lru_cache(KEPT_GUIDES)
def stepped(slug: str, name: str, also: str, lang: str) -> GuideView:
    """A guide with every moment of it."""
    guided = _guided(slug, name, also)
    guide, telling = guided.guide, _Telling(guided, also, words(slug, lang))
    return GuideView(
        *guide_entry(guide, lang),
        seats=list(guided.playing.match.seats),
        pages=[PageView(in_language(page, lang), page.show, page.rules) for page in guide.page],
        moments=telling.moments(),
        end=in_language(guide.end, lang),
        level=parse_level(guide.end.level),
        also=also,
    )


class _Telling:
    """Tells a guide to its learner."""

    def __init__(self, guided: Guided[State], also: str, wording: Words) -> None:
        self.guided = guided
        self.also = also
        self.wording = wording
        self.seats = guided.playing.match.seats
        self.count = 0

    def moments(self) -> list[GuideMomentView]:
        try:
            return [self.moment(stop) for stop in self.guided.stops()]
        except BadExample as error:  # alternatives that do not go together
            raise RequestRefused("not_found") from error

    def moment(self, stop: Stop[State]) -> GuideMomentView:
        wording, made = self.wording, stop.moment
        scene = self.guided.game.scene(stop.state, self.guided.seat)
        told = made.told if made is not None else self.guided.playing.match.lines(self.guided.seat)
        chosen = made.chosen if made is not None else ()
        step = self.guided.steps[stop.at - 1] if stop.at else None
        return GuideMomentView(
            at=stop.at,
            chosen=[ChosenView(self.seats[by], list(choice), wording.choice(choice)) for by, choice in chosen],
            chance=[] if step is None or step.chance == "free" else list(step.chance),
            said="" if step is None else self._said(step),
            show=[] if step is None or step.seat is None else step.show,
            rules=[] if step is None else step.rules,
            scene=scene,
            status=views.status(scene, wording),
            standing=views.standing(scene, wording),
            lines=views.lines([line for line in told if line.readable(self.guided.seat)], stop.at, wording),
            decision=self._decision(stop),
        )

    def _said(self, step: GuideStep) -> str:
        """What is said when a step is made."""
        if step.seat is not None:
            return in_language(step, self.wording.lang)
        return "" if step.after is None else in_language(step.after, self.wording.lang)

    def _decision(self, stop: Stop[State]) -> DecisionView | None:
        step, question = stop.next, stop.question
        if step is None or step.seat is not None or question is None:
            return None
        self.count += 1
        return DecisionView(
            self.count,
            self.wording.prompt(question.prompt, question.facts),
            question.rule or None,
            in_language(step, self.wording.lang),
            step.show,
            step.rules,
            self._options(stop.at, step, question),
        )

    def _options(self, at: int, step: GuideStep, question: Question) -> list[GuideOption]:
        """Every option with what the guide thinks of it."""
        options: list[GuideOption] = []
        for choice in question.options:
            kind, number, other = answer(step, choice)
            note = "" if other is None else in_language(other, self.wording.lang)
            also = ",".join(filter(None, (self.also, f"{at}.{number}"))) if kind == "also" else ""
            options.append(GuideOption(list(choice), self.wording.choice(choice), kind, note, also))
        return options
