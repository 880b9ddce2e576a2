"""A game in short, for whoever does not know it: the aim, the course of a turn, how to win, and what each thing does.

`primer.toml` in the game's folder. Its list of things is also the list of rules about each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.engine.errors import BadFile
from sandtable.engine.files import read_toml, typed
from sandtable.engine.game import Game, S
from sandtable.engine.scene import Piece, Scene

FILE: Final = "primer.toml"
Words = Annotated[str, Meta(min_length=1)]
RuleIds = Annotated[tuple[str, ...], Meta(min_length=1)]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that is said in both languages, and the rules that say it in full."""

    en: Words
    hu: Words
    rules: RuleIds


class Win(Entry, frozen=True):
    """How seats win; all of them, if none is named."""

    seats: tuple[str, ...] = ()


class CourseStep(Entry, frozen=True):
    """A step of the course of a turn."""

    when: dict[str, tuple[str | int, ...]] = {}
    """By key of a scene's status, the values by which the step is the one at hand; all keys must fit."""

    def is_now(self, scene: Scene) -> bool:
        """Whether this is the step at hand."""
        return bool(self.when) and all(scene.status.get(key) in values for key, values in self.when.items())


class About(Entry, frozen=True):
    """What things do, by what they are: `piece azab`, `area wall`, `mark icon:*` (a sort, and a kind or a pattern)."""

    of: Annotated[tuple[Words, ...], Meta(min_length=1)]

    def speaks_of(self, thing: str) -> bool:
        return any(fnmatchcase(thing, pattern) for pattern in self.of)


class Primer(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `primer.toml`."""

    aim: Entry
    win: Annotated[tuple[Win, ...], Meta(min_length=1)]
    course: Annotated[tuple[CourseStep, ...], Meta(min_length=1)]
    about: Annotated[tuple[About, ...], Meta(min_length=1)]
    headings: Annotated[tuple[Words, ...], Meta(min_length=1)]
    """The keys of log lines that begin a part of the report, the largest parts first."""

    def entries(self) -> Iterator[Entry]:
        yield self.aim
        yield from self.win
        yield from self.course
        yield from self.about

    def about_thing(self, thing: str) -> About | None:
        """What is said of a thing; the first entry that speaks of it."""
        return next((each for each in self.about if each.speaks_of(thing)), None)


def load_primer(game: Game[S]) -> Primer | None:
    """The primer of a game, if it has one; an error if it names a rule that there is not."""
    path = game.folder / FILE
    if not path.exists():
        return None
    primer = typed(read_toml(path), Primer, f"{FILE} of {game.slug}")
    for entry in primer.entries():
        for rule in entry.rules:
            if rule not in game.ledger.rules:
                raise BadFile(f"{FILE} of {game.slug}: there is no rule {rule!r}")
    return primer


def sorts(scene: Scene) -> Iterator[str]:
    """What everything in a scene is, as entries of a primer name it: a sort, and a kind."""
    for area in scene.areas:
        yield f"area {area.kind}"
        yield from (f"fact {fact}" for fact in area.facts)
        yield from _faces(area.face)
        yield from _pieces(area.pieces)
    for hand in scene.hands:
        yield f"hand {hand.id.partition(':')[0]}"
        yield from _pieces(hand.cards)
    for pile in scene.piles:
        yield f"pile {pile.id}"
        yield from _pieces([] if pile.top is None else [pile.top])
    for track in scene.tracks:
        yield f"track {track.id}"
        yield from (f"marker {marker}" for marker in track.markers)
    yield from (f"die {die.id}" for die in scene.dice)
    yield from (f"status {key}" for key in scene.status)
    for counts in scene.standing.values():
        yield from (f"standing {key}" for key in counts)


def _pieces(pieces: Iterable[Piece]) -> Iterator[str]:
    for piece in pieces:
        yield f"piece {piece.kind}"
        yield from _faces(piece.face)
        yield from (f"mark {mark}" for mark in piece.marks)


def _faces(face: str) -> Iterator[str]:
    if face:
        yield f"face {face}"
