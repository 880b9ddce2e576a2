"""A game in this terminal: who plays which seat, and its save file, which is written after every choice."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from sandtable import disk, games
from sandtable.cli import store
from sandtable.cli.errors import Usage
from sandtable.cli.ranks import DEFAULT_OPPONENT, all_ranks
from sandtable.cli.words import Say, fold
from sandtable.engine import replay
from sandtable.engine.errors import BadFile, OptionsClash, SandtableError
from sandtable.engine.game import Game, Options
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, random_seed, start
from sandtable.engine.state import State
from sandtable.engine.types import Choice, Json
from sandtable.engine.words import Words
from sandtable.players.levels import BASELINES, LEVELS, UnknownLevel, parse_level

HUMAN = "human"
NOBODY = "none"
RANDOM = "random"
SAVE_INTERVAL = 1.0
"""Seconds between saves while only opponents choose; what a crash loses, they play again."""


@dataclass
class Session:
    """A match played in this terminal."""

    match: Match[State]
    origin: Origin
    seating: tuple[str, ...]
    """Per seat, 'human' or the level of an opponent."""
    name: str
    """The name of its files, without the suffix."""
    saved_at: float = 0.0
    """When it was last written, by the monotonic clock."""

    @property
    def game(self) -> Game[State]:
        return self.match.game

    @property
    def path(self) -> Path:
        """The file of the unfinished game."""
        return store.save_path(self.name)

    def human(self, seat: int) -> bool:
        return self.seating[seat] == HUMAN

    @property
    def people(self) -> int:
        """The seats of people at this terminal, as a mask."""
        return sum(1 << seat for seat in range(len(self.seating)) if self.human(seat))

    @property
    def answering(self) -> int:
        """The seat that is to answer the current ask: in a team, people come before opponents."""
        assert self.match.ask is not None
        return self.match.ask.answering(self.people)

    def choose(self, choice: Choice, seat: int) -> None:
        """Make a choice and save the game; choices of opponents are saved before a person is asked again."""
        self.match.choose(choice, seat)
        asked = self.match.ask is not None and self.human(self.answering)
        if self.human(seat) or asked or time.monotonic() - self.saved_at > SAVE_INTERVAL:
            self.save()

    def undo(self) -> None:
        """Take back the last choice, if a person at this terminal made it."""
        self.match.undo(self.people)
        self.save()

    def save_text(self) -> str:
        """The text of the save file."""
        saved = replay.save(self.match, self.origin)
        saved["table"] = {"seating": dict(zip(self.match.seats, self.seating, strict=True))}
        return json.dumps(saved, ensure_ascii=False)

    def save(self) -> None:
        """Write the game to its file."""
        disk.write(self.path, self.save_text())
        self.saved_at = time.monotonic()

    def finish(self) -> Path:
        """Write the finished game as a replay, and remove its save."""
        path = store.replay_path(self.name)
        disk.write(path, replay.record(self.match, self.origin).to_lines())
        self.path.unlink(missing_ok=True)
        return path


def begin(game: Game[State], options: Options, seating: tuple[str, ...], seed: str | None) -> Session:
    """Start a new game."""
    origin = Origin(random_seed() if seed is None else seed)
    session = Session(start(game, options, origin), origin, seating, store.new_name(game.slug))
    session.save()
    return session


def resume(path: Path) -> Session:
    """Continue the game of a save file. A file outside our folder of saves stays as it is: the game gets a new file."""
    try:
        saved = replay.parse_save(store.read(path))
        game = games.load(str(saved.get("game")))
        match, origin = replay.load(game, saved)
        seating = _seating_in(saved, match.seats)
    except SandtableError as error:
        raise BadFile(f"{path}: {error}") from error
    return Session(match, origin, seating, store.name_of(path) or store.new_name(game.slug))


def _seating_in(saved: dict[str, Json], seats: tuple[str, ...]) -> tuple[str, ...]:
    """Who plays which seat. A save of another program does not say; then all seats are played in this terminal."""
    table = saved.get("table")
    if table is None:
        return (HUMAN,) * len(seats)
    seating = table.get("seating") if isinstance(table, dict) else None
    if not isinstance(seating, dict) or set(seating) != set(seats):
        raise BadFile("it does not say who plays which seat")
    seated = [str(seating[seat]) for seat in seats]
    for player in seated:
        if player not in all_levels():
            raise BadFile(f"there is no opponent '{player}'")
    return tuple(seated)


# ---------------------------------------------------------------------- command-line values


def all_levels() -> tuple[str, ...]:
    """Who can play a seat: a person, or an opponent of a level."""
    return (HUMAN, *LEVELS)


def _parse_player(given: str, say: Say) -> str:
    """Read who plays: a person, or an opponent by its level or rank."""
    if given.casefold() == HUMAN:
        return HUMAN
    try:
        return parse_level(given)
    except UnknownLevel as error:
        known = f"{HUMAN}, {', '.join(BASELINES)}, {all_ranks(say)}"
        raise Usage(say("error.level", given=given, known=known)) from error


def parse_seating(
    own: str | None, against: str | None, seats: tuple[str, ...], words: Words, say: Say
) -> tuple[str, ...]:
    """Who plays which seat: `own` names the seats of people (or 'random', 'none'), `against` who plays the others."""
    opponent = _parse_player(DEFAULT_OPPONENT if against is None else against, say)
    if own is None:
        taken = {0}
    elif own.casefold() == RANDOM:  # setup.sides: sides may be drawn by lot
        taken = {secrets.randbelow(len(seats))}
    elif own.casefold() == NOBODY:
        taken = set()
        if opponent == HUMAN:
            raise Usage(say("error.nobody"))
    else:
        taken = {_seat(name.strip(), seats, words, say) for name in own.split(",")}
    return tuple(HUMAN if seat in taken else opponent for seat in range(len(seats)))


def _seat(name: str, seats: tuple[str, ...], words: Words, say: Say) -> int:
    for at, seat in enumerate(seats):
        if fold(name) in (fold(seat), fold(words.name(seat))):
            return at
    raise Usage(say("error.side", given=name, known=", ".join((*seats, RANDOM, NOBODY))))


def parse_options(game: Game[State], given: list[str], say: Say) -> Options:
    """The options of a game, from texts such as `name=value`."""
    chosen: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise Usage(say("error.option_form", given=text))
        option = next((option for option in game.options if option.id == name), None)
        values = option.values if option is not None else ()
        chosen[name] = next((v for v in values if str(v).casefold() == value.casefold()), value)
    try:
        return game.settle(chosen)
    except OptionsClash as error:
        raise Usage(error.said(say.lang)) from error
