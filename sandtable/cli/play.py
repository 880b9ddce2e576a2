"""The terminal table: draws, asks, takes what is typed, and keeps the game whatever happens."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.text import Text

from sandtable import disk
from sandtable.cli import explain
from sandtable.cli.board import Board, height
from sandtable.cli.menu import FEW, MANY, Menu
from sandtable.cli.pieces import Pens
from sandtable.cli.ranks import rank_name
from sandtable.cli.session import HUMAN, Session
from sandtable.cli.words import Say, fold
from sandtable.engine.errors import NoUndo, SandtableError
from sandtable.engine.words import Words
from sandtable.players import BUDGET_MS, RANKS, make
from sandtable.players.advice import hints

NEWS = 10
"""Log lines shown under the board where there is room; the rest is a `log` away."""
FEW_NEWS = 3
"""Log lines shown in any case."""
LOG = 20
SPARE = 3
"""Lines for what is typed and for a word about earlier news."""


class Quit(Exception):
    """Somebody wants to stop; the game is kept."""


class Stopped(BaseException):
    """The program was told to end by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Terminal:
    """One game at one terminal."""

    def __init__(self, session: Session, lang: str, console: Console, pace: float = 0.0, processes: int = 1) -> None:
        self.session = session
        self.match = session.match
        self.words = Words(session.game, lang)
        self.say = Say(lang)
        self.console = console
        self.pace = pace
        self.pens = Pens(self.match.seats, self.words, self.say)
        self.commands = self.say.meanings("command")
        begun = session.origin.seed
        self.players = [
            None if level == HUMAN else make(level, f"{begun}/{seat}/{self.match.number}", BUDGET_MS, processes)
            for seat, level in enumerate(session.seating)
        ]
        self.style = "auto"
        """How the board is drawn: 'map', 'list', or as fits."""
        self.viewer: int | None = None
        """The person who looks at the terminal now."""
        self.told = [max(0, self._log_length() - NEWS)] * len(self.match.seats)
        """Per seat, how much of the log it has been shown."""
        self.news: list[str] = []
        self.menu = Menu((), self.words)

    # ------------------------------------------------------------------ the loop

    def run(self) -> int:
        """Play until the game or the person's patience ends; returns the exit code."""
        try:
            with _signals():
                while self.match.outcome is None:
                    self._step()
                self._finish()
        except (Quit, EOFError):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)
        except Stopped as stopped:
            return self._leave(128 + stopped.number)
        return 0

    def _step(self) -> None:
        ask = self.match.ask
        assert ask is not None
        player = self.players[ask.seat]
        if player is None:
            self._turn(ask.seat)
            return
        level = self.session.seating[ask.seat]
        name = rank_name(level, self.say) if level in RANKS else level
        with self._thinking(self.say("play.thinking", name=name)):
            choice = player.choose(self.match, ask.seat)
        self.session.choose(choice, ask.seat)
        if HUMAN not in self.session.seating:
            self._watch()

    def _thinking(self, text: str) -> AbstractContextManager[object]:
        """Show that somebody thinks; where there is no terminal, only what comes of it is told."""
        return self.console.status(Text(text)) if self.console.is_terminal else nullcontext()

    def _watch(self) -> None:
        """Show what an opponent did to people who only look on."""
        self._catch_up(0)
        if self.console.is_terminal and self.pace and self.news:
            self._draw("")
            time.sleep(self.pace)
        else:
            self._tell(self.news, len(self.news))

    def _turn(self, seat: int) -> None:
        """One decision of a person."""
        self._hand_over(seat)
        self._catch_up(seat)
        self.menu = Menu(self.match.choices, self.words)
        self._ask()
        while not self._take(self._read()):
            pass

    def _hand_over(self, seat: int) -> None:
        """When another person's turn comes and there are secrets, let them change places first."""
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
        return Board(self.session.game.scene(self.match.state, self.viewer), self.pens)

    def _draw(self, under: RenderableType) -> None:
        """The board, what is new, and what stands under it; board and news take the room that there is."""
        most = NEWS
        if self.console.is_terminal:
            self.console.clear()
            below = height(self.console, under) + SPARE
            drawn = self._picture(below + min(len(self.news), FEW_NEWS))
            most = max(FEW_NEWS, min(NEWS, self.console.height - height(self.console, drawn) - below))
        else:
            drawn = self._picture(0)
        self.console.print(drawn)
        self._tell(self.news, most)
        self.console.print(under)

    def _picture(self, room: int) -> RenderableType:
        """The board as the player wants it, or as the terminal has room for."""
        board = self.board()
        if self.style == "map":
            return board.as_map(self.console.width)
        if self.style == "list":
            return board.as_list(self.console.width)
        return board.fitting(self.console, room)

    def _ask(self) -> None:
        """The board and the question; where the terminal is low, options are grouped sooner so that both fit."""
        self.menu.many = MANY
        if self.console.is_terminal:
            room = self.console.height - height(self.console, self.board().as_map(self.console.width))
            crowded = height(self.console, self._question()) + SPARE + min(len(self.news), FEW_NEWS) > room
            self.menu.many = FEW if crowded else MANY
        self._draw(self._question())

    def _catch_up(self, seat: int) -> None:
        """Gather what happened since this seat was last told."""
        lines = self.match.lines(self.viewer, min(self.told[seat], self._log_length()))
        self.told[seat] = self._log_length()
        self.news = [self.words.line(line) for line in lines]

    def _tell(self, lines: list[str], most: int) -> None:
        """Lines of the battle report, the oldest left out where there are too many."""
        if len(lines) > most:
            self.console.print(Text(self.say("play.earlier", count=len(lines) - most), style="dim"))
        for line in lines[-most:]:
            self.console.print(Text(f"– {line}"))

    def _question(self) -> Group:
        """What is to be decided, and the numbered options."""
        ask = self.match.ask
        assert ask is not None
        owner = self.match.seats[ask.seat]
        text = self.words.prompt(ask.prompt, self.match.facts())
        return Group(Text.assemble(self.pens.seat(owner), ": ", (text, "bold")), self._options())

    def _options(self) -> Group:
        entries = [
            Text(f"{n:>2} {entry.text}" + ("" if entry.single else f" ({len(entry.choices)})"))
            for n, entry in enumerate(self.menu.entries(), 1)
        ]
        lines: list[RenderableType] = [Columns(entries, padding=(0, 2), column_first=True)]
        if self.menu.narrowed:
            lines.append(Text(self.say("play.narrowed", count=len(self.menu.all)), style="dim"))
        return Group(*lines)

    # ------------------------------------------------------------------ taking what is typed

    def _read(self) -> str:
        text = input("> ").strip()
        if not self.console.is_terminal:
            self.console.print()
        return text

    def _take(self, text: str) -> bool:
        """Act on a line; true when the game has moved and the next ask is due."""
        first, _, rest = text.partition(" ")
        command = self.commands.get(fold(first))
        try:
            if command is not None:
                return self._command(command, rest.strip())
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
        assert self.match.ask is not None
        self.session.choose(choice, self.match.ask.seat)
        return True

    def _show_options(self) -> None:
        """The options in view, on a terminal in the place of those before."""
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
        elif command == "board":
            self.style = self.say.meanings("style").get(fold(rest), self.style)
            self._ask()
        elif command == "save":
            self._save(rest)
        elif command == "log":
            self._log(int(rest) if rest.isdecimal() else LOG)
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
        """What our strongest opponent would do in this seat, by what this seat may know."""
        ask = self.match.ask
        assert ask is not None
        if len(self.match.choices) == 1:
            self.console.print(Text(self.say("hint.forced")))
            return
        seed = f"{self.session.origin.seed}/hint/{self.match.number}"
        with self._thinking(self.say("hint.thinking")):
            found = hints(self.match, ask.seat, seed, budget_ms=BUDGET_MS)
        self.console.print(explain.hint(found, self.words, self.say))

    def _undo(self) -> bool:
        try:
            self.session.undo()
        except NoUndo:
            self._error(self.say("play.no_undo"))
            return False
        self.told = [min(told, self._log_length()) for told in self.told]
        return True

    def _save(self, file: str) -> None:
        path = Path(file).expanduser() if file else self.session.path
        disk.write(path, self.session.saved())
        self.console.print(self.say("play.saved", path=path), soft_wrap=True, markup=False)

    def _log(self, count: int) -> None:
        for line in self.match.lines(self.viewer)[-count:]:
            self.console.print(Text(f"– {self.words.line(line)}"))

    # ------------------------------------------------------------------ the end

    def _finish(self) -> None:
        """Keep the finished game, and say how it ended."""
        outcome = self.match.outcome
        assert outcome is not None
        path = self.session.finish()
        self._catch_up(self.viewer or 0)
        result = Text(self.pens.ended(outcome), style="bold")
        self._draw(Group(result, explain.rule(self.session.game.ledger, outcome.reason, self.say)))
        for key in ("over.replay", "over.analyse"):
            self.console.print(self.say(key, path=path), soft_wrap=True, markup=False)

    def _leave(self, code: int) -> int:
        """Say where the game is; the terminal itself may be gone by now."""
        with suppress(OSError):
            self.console.print()
            self.console.print(self.say("play.kept", path=self.session.path), soft_wrap=True, markup=False)
        return code


@contextmanager
def _signals() -> Iterator[None]:
    """While a game is played, being told to end is an orderly end."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped(number)

    wanted = [signal.SIGTERM] + ([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])
    before = [(number, signal.signal(number, stop)) for number in wanted]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
