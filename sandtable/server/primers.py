"""A game in short for the client: aim, how to win, course of a turn, chapters, and what each thing does."""

from __future__ import annotations

from collections import Counter
from functools import cache

from msgspec import Struct

from sandtable import games
from sandtable.engine.game import Game
from sandtable.engine.lesson.telling import in_language
from sandtable.engine.primer import Entry, load_primer
from sandtable.engine.state import State
from sandtable.server.errors import RequestRefused


class Said(Struct):
    """A sentence or two, and the rules that say it in full."""

    text: str
    rules: list[str]


class WinView(Said):
    """How seats win."""

    seats: list[str]
    """Empty: all."""


class CourseView(Said):
    """A step of the course of a turn."""

    when: dict[str, list[str | int]]
    """By key of the scene's status, the values by which this is the step at hand; all keys must fit."""


class AboutView(Said):
    """What things do."""

    of: list[str]
    """A sort and a kind each, such as `piece azab`, `mark icon:medic`; `*` in a kind stands for anything."""


class Chapter(Struct):
    """A chapter of the rulebook."""

    section: str
    rules: int
    examples: int
    """How many examples begin with a rule of it."""


class PrimerView(Struct):
    """A game in short."""

    aim: Said
    win: list[WinView]
    course: list[CourseView]
    about: list[AboutView]
    """The first entry that fits a thing is the one about it."""
    chapters: list[Chapter]
    headings: list[str]
    """Keys of log lines that begin a part of the report, the largest parts first."""


@cache
def primer(slug: str, lang: str) -> PrimerView:
    """The primer of a game; refused for a game that has none."""
    game = games.load(slug)
    found = load_primer(game)
    if found is None:
        raise RequestRefused("not_found")
    return PrimerView(
        aim=Said(*_said(found.aim, lang)),
        win=[WinView(*_said(each, lang), list(each.seats)) for each in found.win],
        course=[
            CourseView(*_said(each, lang), {key: list(values) for key, values in each.when.items()})
            for each in found.course
        ],
        about=[AboutView(*_said(each, lang), list(each.of)) for each in found.about],
        chapters=_chapters(game, lang),
        headings=list(found.headings),
    )


def _said(entry: Entry, lang: str) -> tuple[str, list[str]]:
    return in_language(entry, lang), list(entry.rules)


def _chapters(game: Game[State], lang: str) -> list[Chapter]:
    """The chapters in the order of the rulebook."""
    ledger = game.ledger
    rules = Counter(rule.section for rule in ledger.rules.values())
    firsts = (example.rules[0] for example in ledger.examples.values() if example.rules)
    examples = Counter(ledger.rules[rule].section for rule in firsts)
    return [Chapter(ledger.section(name, lang), count, examples[name]) for name, count in rules.items()]
