"""Scenes: what one seat may see of the table. The browser and the terminal draw any scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sandtable.engine.types import Fact, Json


@dataclass(slots=True)
class Piece:
    """A counter, block, card or marker lying somewhere."""

    id: str
    kind: str
    """What it is drawn as, such as 'janissary' or 'entrenchment'."""
    owner: str = ""
    """The seat that it belongs to, if any."""
    face: str = ""
    """Which side is up, such as 'full', 'wounded' or 'hidden'."""
    value: int | None = None
    """The number shown on it."""
    marks: list[str] = field(default_factory=list)
    """Small signs on it, such as 'moved'."""


@dataclass(slots=True)
class Area:
    """A place on the board with what lies there."""

    id: str
    kind: str
    x: int = 0
    y: int = 0
    """Where its middle lies on a board of 1000 by 1000."""
    owner: str = ""
    """Who holds it, if anybody."""
    pieces: list[Piece] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)
    """Numbers printed on it, such as capacity and terrain."""
    part_of: str = ""
    """The area that it belongs to, such as the wall that a breach is in, if any."""
    roads: list[str] = field(default_factory=list)
    """The areas that are next to it, where the game has roads or borders."""


@dataclass(slots=True)
class Track:
    """A row of cells on which markers move."""

    id: str
    cells: list[int]
    markers: dict[str, int]
    """Marker id and the cell that it is in."""


@dataclass(slots=True)
class Hand:
    """Cards held by somebody: open to those who may see them, otherwise only counted."""

    id: str
    owner: str
    count: int
    cards: list[Piece] = field(default_factory=list)


@dataclass(slots=True)
class Pile:
    """A deck, discard pile or cup."""

    id: str
    count: int
    owner: str = ""
    top: Piece | None = None
    contents: list[str] | None = None
    """What is in it, where that is known, in an order that tells nothing."""


@dataclass(slots=True)
class Die:
    """A die that was rolled last, and what for."""

    id: str
    face: int


@dataclass(slots=True)
class Scene:
    """The table as one seat, or a spectator, sees it."""

    game: str
    seat: str | None
    areas: list[Area] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    status: dict[str, Fact] = field(default_factory=dict)
    """Turn, phase and the like, by the id of the words that say it."""
    standing: dict[str, dict[str, int]] = field(default_factory=dict)
    """By seat, what it has so far of all that the game counts, such as points or money: shown beside its name."""


def unordered(cards: Iterable[int], ids: Sequence[str]) -> list[str]:
    """The contents of a pile by id, in an order that tells nothing of the pile's."""
    return [ids[card] for card in sorted(cards)]


def things(scene: Scene) -> dict[str, dict[str, Json]]:
    """Everything that a seat sees, by its id: what it is like, and what it lies `in`."""
    seen: dict[str, dict[str, Json]] = {}
    for area in scene.areas:
        seen[area.id] = {"kind": area.kind, "owner": area.owner, **area.facts, "pieces": _ids(area.pieces)}
        _see(area.pieces, area.id, seen)
    for hand in scene.hands:
        seen[hand.id] = {"owner": hand.owner, "count": hand.count, "cards": _ids(hand.cards)}
        _see(hand.cards, hand.id, seen)
    for pile in scene.piles:
        contents: Json = None if pile.contents is None else [*pile.contents]
        top = None if pile.top is None else pile.top.id
        seen[pile.id] = {"owner": pile.owner, "count": pile.count, "top": top, "contents": contents}
        _see([] if pile.top is None else [pile.top], pile.id, seen)
    for track in scene.tracks:
        seen[track.id] = {"cells": [*track.cells]}
        for marker, cell in track.markers.items():
            seen.setdefault(marker, {}).update({"in": track.id, "cell": cell})
    for die in scene.dice:
        seen[die.id] = {"face": die.face}
    for seat, counts in scene.standing.items():
        seen[seat] = {**counts}
    return seen


def _ids(pieces: list[Piece]) -> list[Json]:
    return [piece.id for piece in pieces]


def _see(pieces: list[Piece], place: str, seen: dict[str, dict[str, Json]]) -> None:
    for piece in pieces:
        marks: list[Json] = [*piece.marks]
        about: dict[str, Json] = {"kind": piece.kind, "owner": piece.owner, "face": piece.face, "value": piece.value}
        seen[piece.id] = {**about, "marks": marks, "in": place}
