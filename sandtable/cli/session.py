"""A game at this terminal: who plays which seat, and its file, which is never older than the last choice."""

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
UNSEEN = 1.0
"""Seconds of choices among opponents that are played anew after a crash: no person was asked in between."""


@dataclass
class Session:
    """A match with what belongs to it at this terminal."""

    match: Match[State]
    origin: Origin
    seating: tuple[str, ...]
    """Per seat, 'human' or the level of one of our opponents."""
    name: str
    """What its files are called."""
    kept: float = 0.0
    """When it was last written."""

    @property
    def game(self) -> Game[State]:
        return self.match.game

    @property
    def path(self) -> Path:
        """Where the game lies while it is not finished."""
        return store.save_path(self.name)

    def human(self, seat: int) -> bool:
        return self.seating[seat] == HUMAN

    def choose(self, choice: Choice, seat: int) -> None:
        """Make a choice, and keep it. What opponents do among themselves is kept before a person is asked again."""
        self.match.choose(choice, seat)
        ask = self.match.ask
        asked = ask is not None and self.human(ask.seat)
        if self.human(seat) or asked or time.monotonic() - self.kept > UNSEEN:
            self.keep()

    def undo(self) -> None:
        """Take back the last choice, if a person at this terminal made it."""
        self.match.undo(sum(1 << seat for seat in range(len(self.seating)) if self.human(seat)))
        self.keep()

    def saved(self) -> str:
        """The save file's text."""
        saved = replay.save(self.match, self.origin)
        saved["table"] = {"seating": dict(zip(self.match.seats, self.seating, strict=True))}
        return json.dumps(saved, ensure_ascii=False)

    def keep(self) -> None:
        """Write the game to its file."""
        disk.write(self.path, self.saved())
        self.kept = time.monotonic()

    def finish(self) -> Path:
        """Write the finished game as a replay; its save is then no longer needed."""
        path = store.replay_path(self.name)
        disk.write(path, replay.record(self.match, self.origin).to_lines())
        self.path.unlink(missing_ok=True)
        return path


def begin(game: Game[State], options: Options, seating: tuple[str, ...], seed: str | None) -> Session:
    """A new game."""
    origin = Origin(random_seed() if seed is None else seed)
    session = Session(start(game, options, origin), origin, seating, store.new_name(game.slug))
    session.keep()
    return session


def resume(path: Path) -> Session:
    """The game of a save file. A save made by hand is left as it is: the game goes on in a file of its own."""
    try:
        saved = replay.parse_save(store.read(path))
        game = games.load(str(saved.get("game")))
        match, origin = replay.load(game, saved)
        seating = _seating_in(saved, match.seats)
    except SandtableError as error:
        raise BadFile(f"{path}: {error}") from error
    return Session(match, origin, seating, store.name_of(path) or store.new_name(game.slug))


def _seating_in(saved: dict[str, Json], seats: tuple[str, ...]) -> tuple[str, ...]:
    """Who played which seat; a save from elsewhere does not say, and then everybody is at this terminal."""
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


# ---------------------------------------------------------------------- what the command line says


def all_levels() -> tuple[str, ...]:
    """Who can sit at the table: a person, or an opponent of some level."""
    return (HUMAN, *LEVELS)


def _opponent(given: str, say: Say) -> str:
    """Who is meant to play: a person, or an opponent by its level or its rank."""
    if given.casefold() == HUMAN:
        return HUMAN
    try:
        return parse_level(given)
    except UnknownLevel as error:
        known = f"{HUMAN}, {', '.join(BASELINES)}, {all_ranks(say)}"
        raise Usage(say("error.level", given=given, known=known)) from error


def seats_from(own: str | None, against: str | None, seats: tuple[str, ...], words: Words, say: Say) -> tuple[str, ...]:
    """Who plays which seat: `own` names those of people (or 'random', 'none'), `against` who plays the others."""
    opponent = _opponent(DEFAULT_OPPONENT if against is None else against, say)
    if own is None:
        taken = {0}
    elif own.casefold() == RANDOM:  # setup.sides: whoever does not choose draws
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


def options_from(game: Game[State], given: list[str], say: Say) -> Options:
    """The options of a game from `name=value` texts."""
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
