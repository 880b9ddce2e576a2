"""Worked examples at the terminal: step by step over the board, or all steps printed; `try` plays on from a step."""

from __future__ import annotations

import difflib
import sys

from rich.console import Console, Group, RenderableType
from rich.text import Text

from sandtable.cli import store
from sandtable.cli.board import Board, height
from sandtable.cli.errors import Usage
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say, fold
from sandtable.engine.game import Game
from sandtable.engine.lesson.book import Book, Line, UnknownExample, load_book
from sandtable.engine.lesson.format import Sum
from sandtable.engine.lesson.play import Moment, moments, taken_up
from sandtable.engine.lesson.telling import in_language, label
from sandtable.engine.scene import Scene
from sandtable.engine.start import random_seed
from sandtable.engine.state import State
from sandtable.engine.words import Words

AROUND = 5
"""Lines that the terminal needs beside the board and what is told below it."""


def show(game: Game[State], address: str | None, console: Console, say: Say) -> None:
    """Step through an example, print it where nobody can press keys, or list what there is."""
    book = load_book(game)
    if address is None:
        _list(game, book, console, say)
        return
    try:
        line = book.line(address)
    except UnknownExample as error:
        _list(game, book, console, say)
        near = difflib.get_close_matches(address, book.examples, 3)
        hint = say("error.near", names=", ".join(near)) if near else ""
        known = address.partition("/")[0] in book.examples
        told = str(error) if known else say("error.example", given=address)
        raise Usage(f"{told} {hint}".strip()) from error
    viewer = Viewer(game, book.lines_of(line.example.id), console, say)
    if sys.stdin.isatty():
        viewer.run(line.id)
    else:
        viewer.print(line.id if "/" in address else None)


def _list(game: Game[State], book: Book, console: Console, say: Say) -> None:
    """Every example with its title and the lines in it."""
    words = Words(game, say.lang)
    for name, example in book.examples.items():
        title = in_language(example, say.lang)
        console.print(Text.assemble((name, "cyan"), f"  {title}"), soft_wrap=True)
        for line in book.lines_of(name):
            if line.id:
                console.print(
                    Text.assemble((f"  {line.address}", "dim cyan"), f"  {label(line, words)}"), soft_wrap=True
                )
    if not book.examples:
        console.print(Text(say("example.none")))


class Viewer:
    """Steps through the lines of an example."""

    def __init__(self, game: Game[State], lines: list[Line], console: Console, say: Say) -> None:
        self.game = game
        self.lines = lines
        self.console = console
        self.say = say
        self.words = Words(game, say.lang)
        self.keys = say.meanings("example_command")
        self.line = 0
        """The line that we are in."""
        self.at = 0
        """The step that we are at."""
        self.played: dict[int, tuple[int | None, list[Moment[State]]]] = {}

    # ------------------------------------------------------------------ showing

    def print(self, only: str | None) -> None:
        """Print all steps of a line, or of all lines; what two lines have in common only once."""
        self._print_title()
        for number, line in enumerate(self.lines):
            if only is None or line.id == only:
                self._print_line(number, 0 if only is not None else self._shared(number))

    def _print_line(self, number: int, first: int) -> None:
        """Print the steps of a line from one on; a board that has not changed is not drawn again."""
        self.line = number
        drawn: Scene | None = None
        for at in range(first, len(self.lines[number].steps)):
            self.at = at
            scene = self._scene()
            self.console.print()
            if scene != drawn:
                self.console.print(Board(scene, self._labels()).as_map(self.console.width))
            self.console.print(self._below())
            drawn = scene

    def _print_title(self) -> None:
        example = self.lines[0].example
        title = in_language(example, self.say.lang)
        self.console.print(Text(title, style="bold underline").append(f"  [{example.id}]", style="dim cyan"))

    def _shared(self, number: int) -> int:
        """How many first steps a line has in common with the one before it."""
        if number == 0:
            return 0
        line, before = self.lines[number], self.lines[number - 1]
        if (line.options, line.layers, line.chance) != (before.options, before.layers, before.chance):
            return 0
        same = 0
        while same < min(len(line.steps), len(before.steps)) and line.steps[same] == before.steps[same]:
            same += 1
        return min(same, len(line.steps) - 1)

    def _moments(self) -> tuple[int | None, list[Moment[State]]]:
        if self.line not in self.played:
            self.played[self.line] = moments(self.game, self.lines[self.line])
        return self.played[self.line]

    @property
    def moment(self) -> Moment[State]:
        """The moment that we are at."""
        return self._moments()[1][self.at]

    @property
    def seat(self) -> int | None:
        """With whose eyes we look."""
        return self._moments()[0]

    def _scene(self) -> Scene:
        return self.game.scene(self.moment.state, self.seat)

    def _labels(self) -> PieceLabels:
        return PieceLabels(self.game.seats(self.game.settle(self.lines[self.line].options)), self.words, self.say)

    def _below(self) -> RenderableType:
        """What happened, the sentence, and where we are."""
        labels = self._labels()
        return Group(*self._happened(labels), *self._said(), *self._next_up(labels), self._where())

    def _happened(self, labels: PieceLabels) -> list[RenderableType]:
        """What was chosen, what the report told of it, and what is refused."""
        moment = self.moment
        parts: list[RenderableType] = []
        for chooser, choice in moment.chosen:
            said = f"▸ {labels.seat_name(labels.seats[chooser])}: {self.words.choice(choice)}"
            parts.append(Text(said, style="bold cyan"))
        parts += [Text(f"– {self.words.line(line)}") for line in moment.told if line.readable(self.seat)]
        for refused in moment.step.then.refuses:
            text = Text(f"✗ {self.words.choice(tuple(refused.choice))}", style="dim")
            parts.append(text.append(f"  [{refused.rule}]", style="dim cyan"))
        return parts

    def _said(self) -> list[RenderableType]:
        """What to look at, the sum, the sentence, and the rules that it is about."""
        step = self.moment.step
        parts: list[RenderableType] = []
        if step.show:
            parts.append(Text("◎ " + " · ".join(self.words.name(thing) for thing in step.show), style="dim"))
        if step.sum is not None:
            parts.append(self._sum(step.sum))
        parts.append(Text(in_language(step, self.say.lang), style="bold"))
        if step.rules:
            parts.append(Text(f"[{', '.join(step.rules)}]", style="dim cyan"))
        return parts

    def _next_up(self, labels: PieceLabels) -> list[RenderableType]:
        """What is asked next, or how the game ended."""
        moment = self.moment
        if moment.outcome is not None:
            return [Text(labels.ended(moment.outcome))]
        question = moment.question
        if question is None:
            return []
        prompt = self.words.prompt(question.prompt, question.facts)
        return [Text(f"? {labels.seat_name(labels.seats[question.seat])}: {prompt}", style="dim")]

    def _sum(self, added: Sum) -> RenderableType:
        terms = Text()
        for term in added.terms:
            label = in_language(term, self.say.lang) or self.game.ledger.text(term.rule, self.say.lang)
            terms.append(f"{_signed(term.amount):>5}  {label}\n")
        return terms.append(f"{'= ' + _signed(added.total):>5}")

    def _where(self) -> Text:
        line = self.lines[self.line]
        where = self.say("example.at", number=self.at + 1, last=len(line.steps))
        if line.id:
            name = self.say("example.line", number=self.line + 1, last=len(self.lines), label=label(line, self.words))
            where = f"{name} · {where}"
        return Text(where, style="dim")

    # ------------------------------------------------------------------ stepping

    def run(self, start: str) -> None:
        """Take commands until somebody has seen enough."""
        self.line = next(number for number, line in enumerate(self.lines) if line.id == start)
        self._draw()
        try:
            while self._take(fold(input(self.say("example.keys") + " ").strip())):
                pass
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _draw(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self._print_title()
        below = self._below()
        board = Board(self._scene(), self._labels())
        self.console.print(board.fitting(self.console, height(self.console, below) + AROUND), below)
        if len(self.lines) > 1:
            self.console.print(Text(self.say("example.lines", last=len(self.lines)), style="dim"))

    def _take(self, word: str) -> bool:
        """Do what was typed; false when it was time to go."""
        command = self.keys.get(word, "next" if not word else "")
        if command == "quit":
            return False
        if command == "try" and self.moment.outcome is not None:
            return self._warn(self.say("example.over"))
        if command == "try":
            self._try()
        elif command == "next":
            self._next()
        elif command == "previous":
            self.at = max(self.at - 1, 0)
        elif word.isdecimal() and 0 < int(word) <= len(self.lines):
            self.line, self.at = int(word) - 1, 0
        else:
            return self._warn(self.say("example.unknown", text=word))
        self._draw()
        return True

    def _warn(self, why: str) -> bool:
        self.console.print(Text(f"! {why}", style="bold red"))
        return True

    def _next(self) -> None:
        """The next step; after the last one the next line, from where it differs."""
        if self.at + 1 < len(self.lines[self.line].steps):
            self.at += 1
        elif self.line + 1 < len(self.lines):
            self.line += 1
            self.at = self._shared(self.line)

    def _try(self) -> None:
        """Play on from here, everybody at this terminal, with dice of its own."""
        from sandtable.cli.play import Terminal
        from sandtable.cli.session import HUMAN, Session

        match, origin = taken_up(self.game, self.lines[self.line], self.at + 1, random_seed())
        session = Session(match, origin, (HUMAN,) * len(match.seats), store.new_name(self.game.slug))
        session.save()
        Terminal(session, self.say.lang, self.console).run()
        input(self.say("example.back") + " ")


def _signed(number: int) -> str:
    """A number with its sign, as sums are written."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"
