"""The match of a table in memory: rebuilt from its choices, and able to say which lines a reader has missed."""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct, structs

from sandtable import games
from sandtable.engine.chance import shared_seed
from sandtable.engine.errors import BadFile, NoUndo, VersionMismatch
from sandtable.engine.files import typed
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.position import fingerprint
from sandtable.engine.replay import CLAIMED, RESIGNED, SEAL, load, parse_save, save
from sandtable.engine.start import Origin, as_choice, start
from sandtable.engine.state import State, readable
from sandtable.engine.types import Json
from sandtable.server.errors import DamagedTable
from sandtable.server.models import CheckpointRow, ChoiceRow, MilestoneRow, TableRow

KEPT_STEPS: Final = 100
"""Steps at least whose lines a checkpoint keeps; what was told before is worked out from milestones when asked for."""
RESIGN, CLAIM = "/resign", "/claim"
"""Rows that end a game against the side of their seat: no game has verbs like these."""
CONCEDED: Final = {RESIGN: RESIGNED, CLAIM: CLAIMED}
LOG: Final = logging.getLogger(__name__)


class Before(Struct, frozen=True, forbid_unknown_fields=True):
    """What a checkpoint, which does not hold the beginning of a long game, says about it."""

    version: Annotated[int, Meta(ge=0)]
    decisions: Annotated[int, Meta(ge=0)] = 0
    """How many decisions were made before the first that the match knows."""
    step: Annotated[int, Meta(ge=0)] = 0
    """The step after which the log had the first of `ends`."""
    ends: list[int] = []
    """How many of the lines that are kept had been told after that step, and after each that followed."""
    dropped: list[tuple[int, int]] = []
    """By who may read them (a mask), how many lines of the log are not kept."""
    seal: str = ""
    """The hash of all this with the save that it belongs to; none in a checkpoint from before there was more to say."""

    def sealed(self, save: Json) -> Before:
        """With the hash that belongs to a save."""
        said: dict[str, Json] = {**structs.asdict(self), "dropped": [list(each) for each in self.dropped]}
        return structs.replace(self, seal=fingerprint({**said, "seal": save}))


class LiveMatch:
    """The match of a table, after the first `version` of its choices and undos."""

    def __init__(self, match: Match[State], origin: Origin, version: int, before: Before | None = None) -> None:
        self.match = match
        self.origin = origin
        self.version = version
        before = before if before is not None and before.ends else self._all_known()
        self.decisions = before.decisions
        """How many decisions were made before the first that the match knows."""
        self.first_step = before.step
        self.ends = list(before.ends)
        """How long the log was after step `first_step`, and after each that followed and was not taken back."""
        self.dropped = dict(before.dropped)
        """By who may read them (a mask), how many lines were told before the first that the log has."""
        self.asked = match.number
        """The number of the ask that we know of: after an undo it is lower."""
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
        if self.match.number < self.asked:
            self.ends.pop()
        else:
            self.ends.append(lines)
        self.asked = self.match.number
        for counts in self.counts.values():
            del counts[lines + 1 :]  # an undo takes lines away

    def knows(self, version: int) -> bool:
        """Whether we can tell what a reader has who was sent that version."""
        return self.base <= version <= self.version

    def common(self, version: int) -> int:
        """How many lines of the log a reader of a version shares with us: undo may have taken some away."""
        return min(self.lengths[version - self.base :])

    def recent(self) -> tuple[int, int]:
        """The line at which the recent part of the log begins, and the step after which that is.

        It has at least the lines of the last hundred steps, and of all that can be undone.
        """
        begin = self.match.checkpoints[0]
        undoable = sum(not decision.auto for decision in self.match.history[begin.number :])
        first = len(self.ends) - 1 - max(undoable, KEPT_STEPS)
        while first >= 0 and self.ends[first] > begin.lines:
            first -= 1
        return (self.ends[first], self.first_step + first) if first >= 0 else (0, self.first_step)

    def step_of(self, line: int) -> int:
        """The step by which a line of the log was told."""
        return self.first_step + bisect_right(self.ends, line)

    def readable(self, seat: int | None, lines: int) -> int:
        """How many lines a seat may read of those before the log begins and of its first so many."""
        counts = self.counts.setdefault(seat, [0])
        if self.match.log is not None:
            for line in self.match.log.lines[len(counts) - 1 : lines]:
                counts.append(counts[-1] + line.readable(seat))
        return sum(many for seats, many in self.dropped.items() if readable(seats, seat)) + counts[lines]

    def alike(self, one: int | None, other: int | None) -> bool:
        """Whether two seats have read the same."""
        for seat in (one, other):
            self.readable(seat, self._lines())
        before = all(readable(seats, one) == readable(seats, other) for seats in self.dropped)
        return before and self.counts[one] == self.counts[other]

    @property
    def number(self) -> int:
        """The number of the current ask, counted from the beginning of the game."""
        return self.decisions + self.match.number

    @property
    def steps(self) -> int:
        """How many choices were made and not taken back."""
        return self.first_step + len(self.ends) - 1

    def unsaved(self) -> int:
        """How many choices a new checkpoint would spare; none after somebody gave up, which no save says."""
        return 0 if self.match.conceded >= 0 else self.version - self.saved

    def checkpoint(self, table: str) -> CheckpointRow:
        self.saved = self.version
        gone, step = self.recent()
        lines = self.match.log.lines[:gone] if self.match.log is not None else []
        dropped = Counter(self.dropped) + Counter(line.seats for line in lines)
        saved = save(self.match.shortened(gone), self.origin)
        before = Before(
            self.version,
            self.decisions + self.match.checkpoints[0].number,
            step,
            [end - gone for end in self.ends[step - self.first_step :]],
            list(dropped.items()),
        )
        saved["table"] = structs.asdict(before.sealed(saved[SEAL]))
        return CheckpointRow(table, self.version, msgspec.json.encode(saved).decode())

    def _all_known(self) -> Before:
        """What is said of a match that knows its game from the beginning, or of which nobody asks what was before."""
        steps = sum(not decision.auto for decision in self.match.history)
        return Before(self.version, step=steps, ends=[self._lines()])

    def milestone(self, table: str) -> MilestoneRow:
        """A save without what was before, from which to look back later."""
        saved = msgspec.json.encode(save(self.match.recent(explain=True), self.origin)).decode()
        return MilestoneRow(table, self.version, self.steps, saved)

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
        match, origin = load(game, saved)
        live = LiveMatch(match, origin, checkpoint.number, _before(saved, checkpoint.number))
        if live.ends[-1] != live.lengths[-1]:
            raise BadFile("its lines are not those that it says")
    except BadFile as error:
        LOG.warning("table %s: its checkpoint is made again from the choices: %s", table.id, error)
        return begin(table)
    return live


def _before(saved: dict[str, Json], version: int) -> Before | None:
    """What a checkpoint of a version says of what it does not hold; those from before this was written hold all."""
    if saved.get("table") is None:
        return None
    before = typed(saved["table"], Before, "the table")
    if before.version != version:
        raise BadFile("it is of another version than its row says")
    if before.ends and before != structs.replace(before, seal="").sealed(saved.get(SEAL)):
        raise BadFile("what it says of the game before was changed")
    return before


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
