"""Worked examples for the client: what there is, and every step of a line with the table after it.

An example is part of the rulebook: it has nothing to do with any table, and whoever reads it may look from every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct, structs

from sandtable import games
from sandtable.engine.game import Game
from sandtable.engine.lesson.book import Book, Line, UnknownExample, load_book
from sandtable.engine.lesson.format import Axis, Example, Grid, Sum
from sandtable.engine.lesson.format import Step as StepData
from sandtable.engine.lesson.play import Moment, Question, moments
from sandtable.engine.lesson.telling import cell_value, in_language, label
from sandtable.engine.scene import Scene
from sandtable.engine.state import State
from sandtable.engine.types import Choice, Fact
from sandtable.engine.words import Words
from sandtable.server import catalogue, views
from sandtable.server import messages as m
from sandtable.server.errors import RequestRefused
from sandtable.server.words import words

KEPT_LINES: Final = 100
"""Lines that are kept with all their tables, so that they are not played again."""


# ---------------------------------------------------------------------- what is sent


class LineName(Struct):
    """One way through an example."""

    id: str
    """Empty if there is only one."""
    text: str
    """What tells it from the others."""


class Cell(Struct):
    """A cell of a grid: the line that it stands for, and what comes of it."""

    line: str
    kind: str
    """Cells of one kind end alike."""
    text: str


class GridView(Struct):
    """The same example with other values."""

    text: str
    across: list[str]
    down: list[str]
    """The values of the rows; empty if there is one row without a value."""
    cells: list[list[Cell]]


class ExampleEntry(Struct):
    """An example in the list of a game."""

    id: str
    title: str
    text: str
    note: str
    rules: list[str]
    lines: list[LineName]
    grid: GridView | None


class Examples(Struct):
    """All examples of a game, in the rulebook's order."""

    examples: list[ExampleEntry]


class ChosenView(Struct):
    """What somebody chose in a step."""

    seat: str
    choice: list[Fact]
    text: str


class TermView(Struct):
    """A term of a calculation, and the rule that it comes from."""

    amount: int
    text: str
    rule: str


class SumView(Struct):
    """A calculation: its terms, and their sum."""

    terms: list[TermView]
    total: int


class QuestionView(Struct):
    """Who is asked after a step, and what."""

    seat: str
    text: str
    rule: str | None
    offers: list[m.Option]
    """The options that the step is about, not all that there are."""


class ExampleStep(Struct):
    """A step of a line, and the table after it."""

    at: int
    """From 1 on; a table of one's own can begin after it."""
    text: str
    chosen: list[ChosenView]
    chance: list[int | str | list[str]]
    """What chance gave, in order: a die is its face, a draw an id, a shuffle the ids that come out first."""
    show: list[str]
    """Ids of what is marked on the board."""
    rules: list[str]
    sum: SumView | None
    scene: Scene
    status: list[m.StatusLine]
    standing: m.Standing
    lines: list[m.LogEntry]
    refusals: list[m.RefusedChoice]
    """What the step shows to be not allowed, and why."""
    ask: QuestionView | None
    """What is asked next; null in the middle of a sequence, and when the game is over."""
    outcome: m.OutcomeView | None


class ExampleLine(ExampleEntry):
    """An example, and one line of it step by step."""

    line: str
    """The line whose steps these are."""
    seat: str | None
    """From whose point of view; null is a spectator's."""
    seats: list[str]
    """All seats of the game with the options of this line."""
    look: list[str]
    """Ids of what the board zooms to."""
    steps: list[ExampleStep]


# ---------------------------------------------------------------------- what there is


@cache
def book(slug: str) -> Book:
    """The examples of a game."""
    return load_book(games.load(slug))


@cache
def listed(slug: str, lang: str) -> Examples:
    """The examples of a game with their lines."""
    game, wording = games.load(slug), words(slug, lang)
    found = book(slug).examples
    return Examples([_entry(found[name], game, wording) for name in game.ledger.examples if name in found])


def _entry(example: Example, game: Game[State], wording: Words) -> ExampleEntry:
    lines = book(game.slug).lines_of(example.id)
    told = catalogue.example(game.slug, game.ledger.examples[example.id], wording.lang)
    grid = None if example.grid is None else _grid(example.grid, lines, wording)
    names = [LineName(line.id, label(line, wording)) for line in lines]
    return ExampleEntry(example.id, in_language(example, wording.lang), told.text, told.note, told.rules, names, grid)


def _grid(grid: Grid, lines: Sequence[Line], wording: Words) -> GridView:
    """The table of a grid: its lines are the first ones, row by row."""
    across = _values(grid.across, 0 if grid.down is None else 1, lines, wording)
    down = [] if grid.down is None else _values(grid.down, 0, lines, wording)
    cells: list[list[Cell]] = []
    rest = iter(lines)
    for row in grid.cells:
        kinds = row.split()
        cells.append([Cell(next(rest).id, kind, in_language(grid.kind[kind], wording.lang)) for kind in kinds])
    return GridView(in_language(grid, wording.lang), across, down, cells)


def _values(axis: Axis, at: int, lines: Sequence[Line], wording: Words) -> list[str]:
    """What the values of an axis are called; `at` is its place in the cells of lines."""
    given = dict.fromkeys(line.cell[at][1] for line in lines if line.cell)
    return [cell_value(axis.at, value, wording) for value in given]


def found(slug: str, name: str, line: str) -> Line:
    """A line of an example; without a name its first one. What does not exist is refused."""
    games.load(slug)
    try:
        return book(slug).line(f"{name}/{line}" if line else name)
    except UnknownExample as error:
        raise RequestRefused("not_found") from error


# ---------------------------------------------------------------------- a line, step by step


def stepped(slug: str, name: str, line: str, seat: str | None, lang: str) -> ExampleLine:
    """A line with all its steps; without a seat from the one that the example is shown from."""
    wanted = found(slug, name, line)
    if seat:
        game = games.load(slug)
        if seat not in game.seats(game.settle(wanted.options)):
            raise RequestRefused("not_found")
    return _stepped(slug, wanted.example.id, wanted.id, seat, lang)


@lru_cache(KEPT_LINES)
def _stepped(slug: str, name: str, line: str, seat: str | None, lang: str) -> ExampleLine:
    game, wording = games.load(slug), words(slug, lang)
    wanted = found(slug, name, line)
    seats = game.seats(game.settle(wanted.options))
    own, made = moments(game, wanted)
    eyes = own if seat is None else seats.index(seat) if seat else None
    entry = _entry(book(slug).examples[name], game, wording)
    telling = _Telling(game, seats, eyes, wording, entry.rules)
    return ExampleLine(
        **structs.asdict(entry),
        line=wanted.id,
        seat=None if eyes is None else seats[eyes],
        seats=list(seats),
        look=wanted.example.look,
        steps=[telling.step(at, moment) for at, moment in enumerate(made, 1)],
    )


class _Telling:
    """Tells the steps of a line to one seat."""

    def __init__(
        self, game: Game[State], seats: Sequence[str], seat: int | None, wording: Words, rules: list[str]
    ) -> None:
        self.game = game
        self.seats = seats
        self.seat = seat
        self.wording = wording
        self.rules = rules
        """Of the example: those that a step is about which names none."""

    def step(self, at: int, moment: Moment[State]) -> ExampleStep:
        step, wording = moment.step, self.wording
        scene = self.game.scene(moment.state, self.seat)
        ended = moment.outcome
        return ExampleStep(
            at=at,
            text=in_language(step, wording.lang),
            chosen=[ChosenView(self.seats[by], list(choice), wording.choice(choice)) for by, choice in moment.chosen],
            chance=[] if step.chance == "free" else list(step.chance),
            show=step.show,
            rules=step.rules or self.rules,
            sum=None if step.sum is None else self._sum(step.sum),
            scene=scene,
            status=views.status(scene, wording),
            standing=views.standing(scene, wording),
            lines=views.lines([line for line in moment.told if line.readable(self.seat)], at, wording),
            refusals=views.refusals(self.game, wording, _refused(step)),
            ask=None if moment.question is None else self._question(moment.question, step),
            outcome=None if ended is None else views.by_rule(self.game, self.seats, ended, wording.lang),
        )

    def _sum(self, added: Sum) -> SumView:
        ledger, lang = self.game.ledger, self.wording.lang
        terms = [
            TermView(term.amount, in_language(term, lang) or ledger.text(term.rule, lang), term.rule)
            for term in added.terms
        ]
        return SumView(terms, added.total)

    def _question(self, question: Question, step: StepData) -> QuestionView:
        begun = [tuple(each) for each in step.then.offers] + [tuple(only.of) for only in step.then.only]
        offers = [choice for choice in question.options if any(choice[: len(each)] == each for each in begun)]
        return QuestionView(
            self.seats[question.seat],
            self.wording.prompt(question.prompt, question.facts),
            question.rule or None,
            [m.Option(list(choice), self.wording.choice(choice)) for choice in offers],
        )


def _refused(step: StepData) -> Iterable[tuple[Choice, str]]:
    return [(tuple(refused.choice), refused.rule) for refused in step.then.refuses]
