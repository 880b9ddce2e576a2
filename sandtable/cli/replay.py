"""Stepping through a recorded game forward and back, or verifying it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from sandtable import games
from sandtable.cli import store
from sandtable.cli.board import Board
from sandtable.cli.errors import Usage
from sandtable.cli.pieces import PieceLabels
from sandtable.cli.words import Say, fold
from sandtable.engine import replay
from sandtable.engine.errors import BadFile, SandtableError
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay
from sandtable.engine.scene import Scene
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.engine.words import Words


@dataclass(frozen=True)
class RecordedPosition:
    """What a viewer sees after some number of decisions, and the log since the position before."""

    number: int
    scene: Scene
    lines: list[str]
    prompt: str
    """The next decision and who makes it, or how the game ended."""


def read(path: Path) -> tuple[Game[State], Replay]:
    """The recorded game in a replay file or a save."""
    text = store.read(path)
    try:
        if _is_save(text):
            return _from_save(text)
        recorded = Replay.from_lines(text)
        return games.load(str(recorded.header.get("game"))), recorded
    except SandtableError as error:
        raise BadFile(f"{path}: {error}") from error


def _is_save(text: str) -> bool:
    try:
        replay.parse_save(text)
    except BadFile:
        return False
    return True


def _from_save(text: str) -> tuple[Game[State], Replay]:
    """The game of a save as a replay; only its last move has a hash."""
    saved = replay.parse_save(text)
    game = games.load(str(saved.get("game")))
    match, _ = replay.load(game, saved)
    moves = [_move(match, number) for number in range(match.number)]
    made = [move for move in moves if "auto" not in move]
    if made:
        made[-1]["hash"] = saved["hash"]
    return game, Replay({**saved, "sandtable": "replay"}, moves)


def _move(match: Match[State], number: int) -> dict[str, Json]:
    decision = match.history[number]
    move: dict[str, Json] = {"n": number, "seat": match.seats[decision.seat], "choice": list(decision.choice)}
    if decision.auto:
        move["auto"] = True
    return move


def verify(path: Path, commitment: str | None, console: Console, say: Say) -> None:
    """Play a recorded game again and compare every decision and every hash, and the dice with what was promised."""
    game, recorded = read(path)
    agreed = False
    if commitment is not None:
        try:
            agreed = replay.check_commitment(recorded.header, commitment.strip().casefold())
        except SandtableError as error:
            raise BadFile(f"{path}: {error}") from error
    *_, match = _running(game, recorded, path)
    hashes = sum("hash" in move for move in recorded.moves)
    state = say("replay.finished") if match.outcome is not None else say("replay.unfinished")
    done = say("replay.verified", game=game.slug, moves=match.number, hashes=hashes, state=state)
    console.print(done, soft_wrap=True, markup=False, highlight=False)
    if commitment is not None:
        console.print(
            say("replay.agreed" if agreed else "replay.promised"), soft_wrap=True, markup=False, highlight=False
        )


def _running(game: Game[State], recorded: Replay, path: Path) -> Iterator[Match[State]]:
    try:
        yield from replay.run(game, recorded)
    except SandtableError as error:
        raise BadFile(f"{path}: {error}") from error


class Viewer:
    """Steps through the positions of a recorded game."""

    def __init__(self, path: Path, seat: str | None, console: Console, say: Say) -> None:
        self.game, recorded = read(path)
        self.console = console
        self.say = say
        self.words = Words(self.game, say.lang)
        self.positions: list[RecordedPosition] = []
        log_read = 0
        for match in _running(self.game, recorded, path):
            viewer = None if seat is None else seat_called(seat, match.seats, say)
            self.labels = PieceLabels(match.seats, self.words, say)
            log_read = self._remember(match, viewer, log_read)
        if match.conceded >= 0:  # no position of its own: nothing on the table changed
            self.positions[-1] = replace(self.positions[-1], prompt=self._prompt(match))
        self.at = 0
        self.keys = say.meanings("replay_command")

    def _remember(self, match: Match[State], viewer: int | None, log_read: int) -> int:
        lines = [self.words.line(line) for line in match.lines(viewer, log_read)]
        scene = self.game.scene(match.state, viewer)
        self.positions.append(RecordedPosition(match.number, scene, lines, self._prompt(match)))
        return len(match.log.lines) if match.log is not None else 0

    def _prompt(self, match: Match[State]) -> str:
        if match.outcome is not None:
            return self.labels.ended(match.outcome)
        assert match.ask is not None
        prompt = self.words.prompt(match.ask.prompt, match.facts())
        return f"{self.words.name(match.seats[match.ask.seat])}: {prompt}"

    # ------------------------------------------------------------------ showing

    def show(self) -> None:
        """Draw the current position."""
        position = self.positions[self.at]
        if self.console.is_terminal:
            self.console.clear()
        board = Board(position.scene, self.labels)
        self.console.print(board.fitting(self.console, len(position.lines) + 4))
        for line in position.lines:
            self.console.print(Text(f"– {line}"))
        self.console.print(Text(position.prompt, style="bold"))
        last = self.positions[-1].number
        self.console.print(Text(self.say("replay.at", number=position.number, last=last), style="dim"))

    def go(self, number: int) -> None:
        """Go to the position after that many decisions; or to the next one, if the match decided there by itself."""
        last = self.positions[-1].number
        if not 0 <= number <= last:
            raise Usage(self.say("error.position", given=number, last=last))
        self.at = next(i for i, position in enumerate(self.positions) if position.number >= number)

    # ------------------------------------------------------------------ stepping

    def run(self) -> None:
        """Read commands until the viewer quits."""
        self.show()
        while True:
            try:
                text = input(self.say("replay.keys") + " ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if not self._handle(text):
                return

    def _handle(self, text: str) -> bool:
        word, _, rest = fold(text).partition(" ")
        command = self.keys.get(word, "next" if not word else "")
        if command == "quit":
            return False
        try:
            self._move(command, rest if command == "goto" else word)
        except Usage as error:
            self.console.print(Text(f"! {error}", style="bold red"))
        else:
            self.show()
        return True

    def _move(self, command: str, text: str) -> None:
        end = len(self.positions) - 1
        targets = {"next": min(self.at + 1, end), "previous": max(self.at - 1, 0), "first": 0, "last": end}
        if command in targets:
            self.at = targets[command]
        elif text.strip().isdecimal():
            self.go(int(text))
        else:
            raise Usage(self.say("replay.unknown", text=text))


def seat_called(name: str, seats: tuple[str, ...], say: Say) -> int:
    """The seat that `--as` names."""
    if name not in seats:
        raise Usage(say("error.side", given=name, known=", ".join(seats)))
    return seats.index(name)
