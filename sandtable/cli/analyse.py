"""`sandtable analyse`: every side's chance to win as a strip over the turns, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from sandtable.cli.errors import Usage
from sandtable.cli.explain import per_cent
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.replay import read, seat_called
from sandtable.cli.session import HUMAN
from sandtable.cli.words import Say
from sandtable.engine.errors import BadFile, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.replay import Replay, check_versions, read_heading
from sandtable.engine.state import EVERYBODY, LogLine, State
from sandtable.engine.words import Words
from sandtable.players import analysis as analysing
from sandtable.players.findings import Analysis, Blunder, Moment, ReportLine, Surprise

TurningPoint = Blunder | Surprise

ROWS = 4
"""Height of a side's strip in lines."""
EIGHTHS = " ▁▂▃▄▅▆▇█"
GUTTER = 5
"""Width of the scale to the left of a strip."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""The turning points are marked with these under the strips."""
MAX_LINES = 5
"""Log lines shown for a turning point."""


def show(path: Path, seat: str | None, iterations: int, json: bool, console: Console, say: Say) -> None:
    """Analyse a recorded game and print the analysis: as a drawing, or as JSON."""
    game, recorded = read(path)
    try:
        analysis = _analysis(game, recorded, _seat_to_judge(game, recorded, seat, say), iterations, say)
    except Usage:
        raise
    except SandtableError as error:
        raise BadFile(f"{path}: {error}") from error
    if json:
        print(msgspec.json.encode(analysis).decode())
    else:
        console.print(AnalysisView(game, analysis, say).whole(console.width))


def _analysis(game: Game[State], recorded: Replay, eyes: int | None, iterations: int, say: Say) -> Analysis:
    """Make the analysis; a progress bar is shown meanwhile."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(say("analyse.thinking"), total=1.0)
        return analysing.analyse(game, recorded, iterations, eyes, lambda part: bar.update(task, completed=part))


def _seat_to_judge(game: Game[State], recorded: Replay, seat: str | None, say: Say) -> int | None:
    """The seat whose knowledge is used; None for all. An unfinished game is only analysed for one seat."""
    check_versions(game, recorded.header)
    options, _ = read_heading(recorded.header)
    seats = game.seats(game.settle(options))
    if seat is not None:
        return seat_called(seat, seats, say)
    if len(seats) == 1 or (recorded.moves and "over" in recorded.moves[-1]):
        return None
    people = _people(recorded, seats)
    if len(people) != 1:
        raise Usage(say("error.whose_eyes", known=", ".join(seats)))
    return people[0]


def _people(recorded: Replay, seats: Sequence[str]) -> list[int]:
    """The seats of people, in a save of this terminal."""
    table = recorded.header.get("table")
    seating = table.get("seating") if isinstance(table, dict) else None
    return [at for at, name in enumerate(seats) if isinstance(seating, dict) and seating.get(name) == HUMAN]


# ---------------------------------------------------------------------- drawing


class AnalysisView:
    """An analysis as text in the reader's language."""

    def __init__(self, game: Game[State], analysis: Analysis, say: Say) -> None:
        self.analysis = analysis
        self.say = say
        self.words = Words(game, say.lang)
        self.labels = PieceLabels(analysis.seats, self.words, say)
        self.title = game.title(say.lang)
        points: list[TurningPoint] = [*analysis.blunders, *analysis.surprises]
        self.points = sorted(points, key=lambda point: point.number)

    def whole(self, width: int) -> RenderableType:
        """The whole analysis, for a terminal of this width."""
        head = [Text(self.title, style="bold underline"), Text(self._result(), style="bold")]
        if not self.analysis.moments:
            return Group(*head, Text(self.say("analyse.nothing")))
        return Group(*head, *self._strips(width - GUTTER), self._by_turn(), *self._turning_points(), self._summary())

    def _result(self) -> str:
        winners = self.analysis.winners
        if winners is None:
            eyes = ", ".join(self.labels.seat_name(seat) for seat in self.analysis.eyes)
            return self.say("analyse.unfinished", eyes=eyes)
        return self.labels.result(winners, self.analysis.drawn)

    # ------------------------------------------------------------------ strips over the turns

    def _strips(self, width: int) -> list[RenderableType]:
        columns = thinned(self.analysis.moments, width)
        drawn: list[RenderableType] = []
        for seat in self.analysis.eyes:
            drawn.append(Text.assemble(self.labels.seat(seat), f" – {self.say('analyse.prospects')}"))
            rows = strip([moment.win[seat] for moment in columns], ROWS)
            scale = {0: "100%", even_row(self.analysis.even): per_cent(self.analysis.even)}
            for at, row in enumerate(rows):
                drawn.append(Text.assemble(f"{scale.get(at, ''):>{GUTTER - 1}} ", (row, self.labels.style(seat))))
        even = self.analysis.even
        if even < 0.5:  # of more than two sides
            drawn.append(Text(self.say("analyse.even", share=per_cent(even)), style="dim"))
        return [*drawn, self._turns(columns), self._letters(columns)]

    def _turns(self, columns: Sequence[Moment]) -> Text:
        """A line under the strips: where every turn begins."""
        starts = {moment.turn: at for at, moment in reversed(list(enumerate(columns)))}
        marks = {at: str(turn) for turn, at in starts.items()}
        return Text(" " * GUTTER + spread(marks), style="dim")

    def _letters(self, columns: Sequence[Moment]) -> Text:
        """A line under the strips: where the turning points are."""
        marks: dict[int, str] = {}
        for letter, point in zip(LETTERS, self.points, strict=False):
            at = next(at for at, moment in enumerate(columns) if moment.number >= point.number)
            while at in marks:
                at += 1
            marks[at] = letter
        return Text(" " * GUTTER + spread(marks), style="bold")

    def _by_turn(self) -> Table:
        """A table of every side's chance at the start and at the end of each turn."""
        ends = {moment.turn: moment.win for moment in self.analysis.moments}
        heads = [self.say("analyse.turn"), self.say("analyse.start"), *map(str, ends)]
        table = Table(*heads, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for seat in self.analysis.eyes:
            wins = [self.analysis.start[seat], *(win[seat] for win in ends.values())]
            table.add_row(self.labels.seat(seat), *map(per_cent, wins))
        return table

    # ------------------------------------------------------------------ turning points

    def _turning_points(self) -> list[RenderableType]:
        if not self.points:
            return [Text(self.say("analyse.no_turning_point"))]
        drawn: list[RenderableType] = [Text(self.say("analyse.turning_points"), style="bold")]
        for letter, point in zip(LETTERS, self.points, strict=False):
            said = self._blunder(point) if isinstance(point, Blunder) else self._surprise(point)
            where = self.say("analyse.where", turn=point.turn, number=point.number)
            drawn.append(
                Text.assemble((f"{letter} ", "bold"), (f"{where} ", "dim"), self.labels.seat(point.seat), f": {said}")
            )
            drawn.append(Padding(self._lines(point.lines), (0, 0, 0, 2), expand=False))
        return drawn

    def _blunder(self, point: Blunder) -> str:
        return self.say(
            "analyse.blunder",
            choice=self.words.choice(point.choice),
            win=per_cent(point.win),
            better=self.words.choice(point.better),
            better_win=per_cent(point.better_win),
        )

    def _surprise(self, point: Surprise) -> str:
        choice = self.words.choice(point.choice)
        if point.chooser != point.seat:
            choice = f"{choice} ({self.labels.seat_name(point.chooser)})"
        return self.say(
            "analyse.lucky" if point.came > point.expected else "analyse.unlucky",
            choice=choice,
            expected=per_cent(point.expected),
            came=per_cent(point.came),
        )

    def _lines(self, log: Sequence[ReportLine]) -> Text:
        """The log lines of a turning point."""
        lines = [self.words.line(LogLine(line.key, line.args, line.rule, EVERYBODY)) for line in log[:MAX_LINES]]
        if len(log) > MAX_LINES:
            lines.append(self.say("analyse.more", count=len(log) - MAX_LINES))
        return Text("\n").join(Text(f"– {line}", style="dim") for line in lines)

    def _summary(self) -> Text:
        """How many decisions were judged and searched."""
        analysis = self.analysis
        said = self.say(
            "analyse.thinned",
            decisions=analysis.decisions,
            forced=analysis.forced,
            judged=analysis.judged,
            thought_over=analysis.thought_over,
            iterations=analysis.iterations,
        )
        return Text(said, style="dim")


def thinned(moments: Sequence[Moment], width: int) -> list[Moment]:
    """One moment for each column: the last one of those that share it."""
    columns = max(1, min(width, len(moments)))
    return [moments[(at + 1) * len(moments) // columns - 1] for at in range(columns)]


def strip(values: Sequence[float], rows: int) -> list[str]:
    """Bars for values from 0 to 1, drawn in rows of characters."""

    def cell(value: float, row: int) -> str:
        return EIGHTHS[max(0, min(8, round(8 * (value * rows - row))))]

    return ["".join(cell(value, row) for value in values) for row in reversed(range(rows))]


def even_row(even: float) -> int:
    """The row of a strip, from the top, at whose upper edge an even share lies, or nearest to it."""
    return min(ROWS - 1, ROWS - round(even * ROWS))


def spread(marks: dict[int, str]) -> str:
    """Texts at their columns in one line; one that would overlap is left out."""
    line = ""
    for at, text in sorted(marks.items()):
        if at >= len(line):
            line = f"{line:<{at}}{text}"
    return line
