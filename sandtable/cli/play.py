"""Playing in the terminal: draws the board, asks, reads what is typed, and saves the game whatever happens."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from types import FrameType

from msgspec.structs import replace
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from sandtable import disk
from sandtable.cli import explain, odds
from sandtable.cli.board import Board, height
from sandtable.cli.menu import MAX_UNGROUPED, MAX_UNGROUPED_WHEN_CROWDED, Menu, Together
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.ranks import rank_name
from sandtable.cli.session import HUMAN, Session
from sandtable.cli.words import Say, fold
from sandtable.engine.errors import IllegalChoice, NoUndo, SandtableError
from sandtable.engine.words import Words
from sandtable.players import HINT_BUDGET_MS, RANKS, Pace, make
from sandtable.players.advice import hints

MAX_NEWS = 10
"""New log lines shown under the board if they fit; `log` shows the rest."""
MIN_NEWS = 3
"""New log lines shown in any case."""
LOG_LINES = 20
"""Lines that `log` shows by default."""
INPUT_LINES = 3
"""Lines below the options: for the input, and for a note about earlier news."""


class Quit(Exception):
    """The person wants to quit; the game is saved."""


class Terminated(BaseException):
    """A signal told the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Terminal:
    """A game in a terminal."""

    def __init__(self, session: Session, lang: str, console: Console, pace: float = 0.0, processes: int = 1) -> None:
        self.session = session
        self.match = session.match
        self.words = Words(session.game, lang)
        self.say = Say(lang)
        self.console = console
        self.pace = pace
        self.labels = PieceLabels(self.match.seats, self.words, self.say)
        self.commands = self.say.meanings("command")
        begun = session.origin.seed
        self.players = [
            None if level == HUMAN else make(level, f"{begun}/{seat}/{self.match.number}", processes=processes)
            for seat, level in enumerate(session.seating)
        ]
        self.waiting = Pace()
        self.style = "auto"
        """How the board is drawn: 'map', 'list', or 'auto' (what fits)."""
        self.viewer: int | None = None
        """The seat of the person at the terminal now; None if people only watch."""
        self.log_shown = [max(0, self._log_length() - MAX_NEWS)] * len(self.match.seats)
        """Per seat, how many lines of the log it has been shown."""
        self.news: list[str] = []
        self.menu = Menu((), self.words)

    # ------------------------------------------------------------------ the loop

    def run(self) -> int:
        """Play until the game is over or the person quits; returns the exit code."""
        try:
            with _signals():
                while self.match.outcome is None:
                    self._step()
                self._finish()
        except (Quit, EOFError):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)
        except Terminated as stopped:
            return self._leave(128 + stopped.number)
        return 0

    def _step(self) -> None:
        seat = self.session.answering
        player = self.players[seat]
        if player is None:
            self._ask_person(seat)
            self.waiting.start_again()
            return
        level = self.session.seating[seat]
        name = rank_name(level, self.say) if level in RANKS else level
        with self._thinking(self.say("play.thinking", name=name)):
            player.budget_ms = self.waiting.budget_ms()
            choice = player.choose(self.match, seat)
        self.session.choose(choice, seat)
        if HUMAN not in self.session.seating:
            self.waiting.start_again()
            self._watch()

    def _thinking(self, text: str) -> AbstractContextManager[object]:
        """Show that an opponent is thinking; nothing, if the output is not a terminal."""
        return self.console.status(Text(text)) if self.console.is_terminal else nullcontext()

    def _watch(self) -> None:
        """Show what an opponent did, when people only watch."""
        self._catch_up(0)
        if self.console.is_terminal and self.pace and self.news:
            self._draw("")
            time.sleep(self.pace)
        else:
            self._print_log(self.news, len(self.news))

    def _ask_person(self, seat: int) -> None:
        """Ask a person until there is a decision."""
        self._hand_over(seat)
        self._catch_up(seat)
        notes = self.match.notes() if self.words.has_notes(self.match.choices) else {}
        self.menu = Menu(self.match.choices, self.words, notes)
        self._ask()
        while not self._handle(self._read()):
            pass

    def _hand_over(self, seat: int) -> None:
        """Before another person's turn, if there are secrets, wait until they have changed places."""
        before, self.viewer = self.viewer, seat
        if before is None or before == seat or not self._secrets(seat):
            return
        self.console.clear()
        self.console.print(self.say("play.hand_over", seat=self.words.name(self.match.seats[seat])))
        input()

    def _secrets(self, seat: int) -> bool:
        scene = self.session.game.scene
        return replace(scene(self.match.state, seat), seat=None) != replace(scene(self.match.state, None), seat=None)

    # ------------------------------------------------------------------ showing

    def _log_length(self) -> int:
        return len(self.match.log.lines) if self.match.log is not None else 0

    def board(self) -> Board:
        return Board(self.session.game.scene(self.match.state, self.viewer), self.labels)

    def _draw(self, under: RenderableType) -> None:
        """Print the board, the news and what goes below; board and news are shortened to fit the terminal."""
        most = MAX_NEWS
        if self.console.is_terminal:
            self.console.clear()
            below = height(self.console, under) + INPUT_LINES
            drawn = self._picture(below + min(len(self.news), MIN_NEWS))
            most = max(MIN_NEWS, min(MAX_NEWS, self.console.height - height(self.console, drawn) - below))
        else:
            drawn = self._picture(0)
        self.console.print(drawn)
        self._print_log(self.news, most)
        self.console.print(under)

    def _picture(self, lines_below: int) -> RenderableType:
        """The board in the style that the player chose, or in the one that fits."""
        board = self.board()
        if self.style == "map":
            return board.as_map(self.console.width)
        if self.style == "list":
            return board.as_list(self.console.width)
        return board.fitting(self.console, lines_below)

    def _ask(self) -> None:
        """Show the board and the question; if the terminal is too low for both, more of the options are grouped."""
        self.menu.max_ungrouped = MAX_UNGROUPED
        if self.console.is_terminal:
            free = self.console.height - height(self.console, self.board().as_map(self.console.width))
            crowded = height(self.console, self._question()) + INPUT_LINES + min(len(self.news), MIN_NEWS) > free
            self.menu.max_ungrouped = MAX_UNGROUPED_WHEN_CROWDED if crowded else MAX_UNGROUPED
        self._draw(self._question())

    def _catch_up(self, seat: int) -> None:
        """Collect the log lines that are new to this seat."""
        lines = self.match.lines(self.viewer, min(self.log_shown[seat], self._log_length()))
        self.log_shown[seat] = self._log_length()
        self.news = [self.words.line(line) for line in lines]

    def _print_log(self, lines: list[str], most: int) -> None:
        """Print lines of the log; if there are too many, the oldest are left out."""
        if len(lines) > most:
            self.console.print(Text(self.say("play.earlier", count=len(lines) - most), style="dim"))
        for line in lines[-most:]:
            self.console.print(Text(f"– {line}"))

    def _question(self) -> Group:
        """The prompt and the numbered options."""
        ask = self.match.ask
        assert ask is not None
        owner = self.match.seats[self.session.answering]
        text = self.words.prompt(ask.prompt, self.match.facts())
        return Group(Text.assemble(self.labels.seat(owner), ": ", (text, "bold")), self._options())

    def _options(self) -> Group:
        entries = [
            Text(f"{n:>2} {entry.text}" + ("" if entry.single else f" ({len(entry.choices)})"))
            for n, entry in enumerate(self.menu.entries(), 1)
        ]
        lines: list[RenderableType] = [Columns(entries, padding=(0, 2), column_first=True)]
        if self.menu.narrowed:
            lines.append(Text(self.say("play.narrowed", count=len(self.menu.all)), style="dim"))
        together = self._together()
        if together is not None:
            lines += [Text(line, style="dim") for line in together.lines()]
        return Group(*lines)

    def _together(self) -> Together | None:
        several = self.match.several()
        return Together(several, self.words, self.say) if several is not None else None

    # ------------------------------------------------------------------ input

    def _read(self) -> str:
        text = input("> ").strip()
        if not self.console.is_terminal:
            self.console.print()
        return text

    def _handle(self, text: str) -> bool:
        """Act on a typed line; returns whether the game has moved on."""
        first, _, rest = text.partition(" ")
        command = self.commands.get(fold(first))
        try:
            if command is not None:
                return self._command(command, rest.strip())
            together = self._together() if text.startswith("+") else None
            if together is not None:
                return self._choose_together(together, text)
            choice = self.menu.answer(text)
        except LookupError:
            self._error(self.say("play.no_option", text=text))
            return False
        except (SandtableError, OSError) as error:
            self._error(str(error))
            return False
        if choice is None:
            self._show_options()
            return False
        self.session.choose(choice, self.session.answering)
        return True

    def _choose_together(self, together: Together, text: str) -> bool:
        """Choose several things by their numbers; what no rule allows is refused with the rule."""
        try:
            choice = together.answer(text)
        except LookupError:
            self._error(self.say("play.not_together", text=text, most=len(together.several.things)))
            return False
        try:
            self.session.choose(choice, self.session.answering)
        except IllegalChoice as error:
            ledger = self.session.game.ledger
            self._error(ledger.text(error.rule, self.say.lang) if error.rule else self.say("play.no_option", text=text))
            return False
        return True

    def _show_options(self) -> None:
        """Show the options that are left; in a terminal, by drawing everything again."""
        if self.console.is_terminal:
            self._ask()
        else:
            self.console.print(self._options())

    def _error(self, message: str) -> None:
        self.console.print(Text(f"! {message}", style="bold red"))

    def _command(self, command: str, rest: str) -> bool:
        if command == "quit":
            raise Quit
        if command == "undo":
            return self._undo()
        if command == "hint":
            self._hint()
        elif command == "odds":
            self._odds(rest)
        elif command == "board":
            self.style = self.say.meanings("style").get(fold(rest), self.style)
            self._ask()
        elif command == "save":
            self._save(rest)
        elif command == "log":
            self._log(int(rest) if rest.isdecimal() else LOG_LINES)
        elif command == "help":
            self.console.print(Text(self.say("play.help")))
        else:
            self.console.print(self._explain(command, rest))
        return False

    def _explain(self, command: str, rest: str) -> RenderableType:
        if command == "why":
            return explain.why(self.match, rest, self.words, self.say)
        if command == "look":
            return explain.look(self.board(), rest)
        ask = self.match.ask
        about = rest or (ask.rule if ask is not None else "")
        return explain.rule(self.session.game.ledger, about, self.say)

    def _hint(self) -> None:
        """Show the best choices for this seat, by what it may know."""
        if len(self.match.choices) == 1:
            self.console.print(Text(self.say("hint.forced")))
            return
        seed = f"{self.session.origin.seed}/hint/{self.match.number}"
        with self._thinking(self.say("hint.thinking")):
            found = hints(self.match, self.session.answering, seed, budget_ms=HINT_BUDGET_MS)
        self.console.print(explain.hint(found, self.words, self.say))

    def _odds(self, about: str) -> None:
        """Show what an option may bring, or the likeliest outcome of every option in which chance has a say."""
        choices = self.menu.fitting(about) if about else self.match.choices
        with self._thinking(self.say("hint.thinking")):
            found = odds.found(self.match, choices, self.session.answering, self.words)
        self.console.print(odds.shown(found, self.words, self.say, len(choices) == 1))

    def _undo(self) -> bool:
        try:
            self.session.undo()
        except NoUndo:
            self._error(self.say("play.no_undo"))
            return False
        self.log_shown = [min(shown, self._log_length()) for shown in self.log_shown]
        return True

    def _save(self, file: str) -> None:
        path = Path(file).expanduser() if file else self.session.path
        disk.write(path, self.session.save_text())
        self.console.print(self.say("play.saved", path=path), soft_wrap=True, markup=False)

    def _log(self, count: int) -> None:
        for line in self.match.lines(self.viewer)[-count:]:
            self.console.print(Text(f"– {self.words.line(line)}"))

    # ------------------------------------------------------------------ the end

    def _finish(self) -> None:
        """Save the finished game, and show how it ended."""
        outcome = self.match.outcome
        assert outcome is not None
        path = self.session.finish()
        self._catch_up(self.viewer or 0)
        result = Text(self.labels.ended(outcome), style="bold")
        self._draw(Group(result, explain.rule(self.session.game.ledger, outcome.reason, self.say)))
        for key in ("over.replay", "over.analyse"):
            self.console.print(self.say(key, path=path), soft_wrap=True, markup=False)

    def _leave(self, code: int) -> int:
        """Say where the game is saved; the terminal itself may be gone by now."""
        with suppress(OSError):
            self.console.print()
            self.console.print(self.say("play.kept", path=self.session.path), soft_wrap=True, markup=False)
        return code


@contextmanager
def _signals() -> Iterator[None]:
    """Turn signals that end the program into an exception, so that the game is saved."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    wanted = [signal.SIGTERM] + ([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])
    before = [(number, signal.signal(number, stop)) for number in wanted]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
