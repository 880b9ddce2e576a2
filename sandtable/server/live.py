"""The match of a table in memory: rebuilt from its choices, and able to say which lines a reader has missed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

import msgspec

from sandtable import games
from sandtable.engine.chance import shared_seed
from sandtable.engine.errors import BadFile, NoUndo, VersionMismatch
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.replay import CLAIMED, RESIGNED, load, parse_save, save
from sandtable.engine.start import Origin, as_choice, start
from sandtable.engine.state import State
from sandtable.server.errors import DamagedTable
from sandtable.server.models import CheckpointRow, ChoiceRow, MilestoneRow, TableRow

RESIGN, CLAIM = "/resign", "/claim"
"""Rows that end a game against the side of their seat: no game has verbs like these."""
CONCEDED: Final = {RESIGN: RESIGNED, CLAIM: CLAIMED}
LOG: Final = logging.getLogger(__name__)


class LiveMatch:
    """The match of a table, after the first `version` of its choices and undos."""

    def __init__(self, match: Match[State], origin: Origin, version: int) -> None:
        self.match = match
        self.origin = origin
        self.version = version
        self.saved = version
        """The version of the newest checkpoint on the disk."""
        self.base = version
        """The version that it was loaded at."""
        self.lengths = [self._lines()]
        """How long the log was at each version since."""
        self.counts: dict[int | None, list[int]] = {}
        """By seat, how many of the first 0, 1, 2 … lines of the log it may read: counting them anew would be slow."""

    def apply(self, row: ChoiceRow) -> None:
        """Make a recorded choice, or undo."""
        try:
            if row.choice is None:
                self.match.undo()
            elif row.choice[0] in CONCEDED:
                self.concede(row)
            else:
                self.match.choose(as_choice(row.choice), row.seat)
        except Exception as error:  # whatever stands in the row: it is not what was accepted
            raise DamagedTable(row.table, row.number, repr(error)) from error
        self.advance()

    def concede(self, row: ChoiceRow) -> None:
        """End the match as a row says that is no choice: the side of its seat gives up."""
        assert row.choice is not None
        self.match.concede(row.seat, CONCEDED[row.choice[0]])

    def advance(self) -> None:
        """The match has gone on by one choice or undo, which is on the disk."""
        self.version += 1
        lines = self._lines()
        self.lengths.append(lines)
        for counts in self.counts.values():
            del counts[lines + 1 :]  # an undo takes lines away

    def common(self, version: int) -> int:
        """How many lines of the log a reader of an older version shares with us: undo may have taken some away."""
        if not self.base <= version <= self.version:
            return 0
        return min(self.lengths[version - self.base :])

    def readable(self, seat: int | None, lines: int) -> int:
        """How many of the first so many lines of the log a seat may read."""
        counts = self.counts.setdefault(seat, [0])
        if self.match.log is not None:
            for line in self.match.log.lines[len(counts) - 1 : lines]:
                counts.append(counts[-1] + line.readable(seat))
        return counts[lines]

    def unsaved(self) -> int:
        """How many choices a new checkpoint would spare; none after somebody gave up, which no save says."""
        return 0 if self.match.conceded >= 0 else self.version - self.saved

    def checkpoint(self, table: str) -> CheckpointRow:
        self.saved = self.version
        saved = save(self.match, self.origin)
        saved["table"] = {"version": self.version}
        return CheckpointRow(table, self.version, msgspec.json.encode(saved).decode())

    def milestone(self, table: str) -> MilestoneRow:
        """A save without what was before, from which to look back later."""
        steps = sum(not decision.auto for decision in self.match.history)
        saved = msgspec.json.encode(save(self.match.recent(explain=True), self.origin)).decode()
        return MilestoneRow(table, self.version, steps, saved)

    def for_thinking(self) -> bytes:
        """A save of what a worker process needs that only has to decide: neither the log nor what was before."""
        return msgspec.json.encode(save(self.match.recent(), self.origin))

    def _lines(self) -> int:
        return 0 if self.match.log is None else len(self.match.log.lines)


def game_of(table: TableRow) -> Game[State]:
    """The game of a table, if we still play it by the same rules."""
    game = games.load(table.game)
    if (game.version, game.pack_hash) != (table.rules, table.pack):
        raise VersionMismatch(f"table {table.id} was begun under rules {table.rules} with pack {table.pack}")
    return game


def origin_of(table: TableRow) -> Origin:
    """From what the match of a table begins: its seed is the server's, or made from that and what players added."""
    seed = table.seed if table.entropy is None else shared_seed(table.seed, table.entropy)
    return Origin(seed, None, table.position)


def begin(table: TableRow) -> LiveMatch:
    """The match of a table at its beginning."""
    origin = origin_of(table)
    return LiveMatch(start(game_of(table), table.options, origin), origin, 0)


def revive(table: TableRow, checkpoint: CheckpointRow | None) -> LiveMatch:
    """The match of a table at its checkpoint; at its beginning if there is none that we can read: it is a cache."""
    if checkpoint is None:
        return begin(table)
    game = game_of(table)
    try:
        saved = parse_save(checkpoint.saved)
        if saved.get("table") not in (None, {"version": checkpoint.number}):  # those from before do not say it
            raise BadFile("it is of another version than its row says")
        match, origin = load(game, saved)
    except BadFile as error:
        LOG.warning("table %s: its checkpoint is made again from the choices: %s", table.id, error)
        return begin(table)
    return LiveMatch(match, origin, checkpoint.number)


def at_milestone(table: TableRow, milestone: MilestoneRow) -> LiveMatch:
    """The match of a table as it was at a milestone; it knows nothing of what was before."""
    try:
        match, origin = load(game_of(table), parse_save(milestone.saved))
    except BadFile as error:
        raise DamagedTable(table.id, milestone.number, f"its milestone cannot be read: {error}") from error
    return LiveMatch(match, origin, milestone.number)


def follow(live: LiveMatch, table: str, choices: Sequence[ChoiceRow]) -> None:
    """Make the recorded choices that come next."""
    for row in choices:
        if row.number != live.version:
            raise DamagedTable(table, live.version, "it is missing")
        live.apply(row)


def undo_target(match: Match[State], seats: int) -> int:
    """The ask that an undo by a mask of seats returns to; a finished game is open to everybody, and stays."""
    if match.outcome is not None:
        raise NoUndo("over", "the game is over")
    return match.undo_target(seats)


def undo_refusal(match: Match[State], seats: int) -> str:
    """Why a mask of seats cannot take back the last choice; empty if it can."""
    if not seats:
        return "watching"
    try:
        undo_target(match, seats)
    except NoUndo as refused:
        return refused.reason
    return ""
