"""Scenes: what one seat may see of the table. The browser and the terminal draw any scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct, field

from sandtable.engine.types import Fact, Json


class Piece(Struct):
    """A counter, block, card or marker in an area, hand or pile."""

    id: str
    kind: str
    """What it is drawn as, such as 'janissary' or 'entrenchment'. A die that lies on the table begins with 'die_'."""
    owner: str = ""
    """The seat that it belongs to, or somebody else with a colour of their own, such as a nation; if anybody."""
    face: str = ""
    """Which of its sides is up, such as 'full', 'wounded' or 'hidden'."""
    value: int | None = None
    """The number shown on it."""
    marks: list[str] = field(default_factory=list)
    """Small signs on it, such as 'moved'; a sign that it has twice is listed twice."""
    means: list[str] = field(default_factory=list)
    """Of a stack, one counter for several units: the words of a choice that pointing at it says, one after the other,
    such as the kind of its units and the area. Of a tool, the verb that it says: 'verb/cut'. Empty if pointing at it
    says its own id."""


class Area(Struct):
    """A place on the board with its pieces."""

    id: str
    kind: str
    x: int = 0
    y: int = 0
    """Where its centre is on a board of 1000 by 1000."""
    owner: str = ""
    """Who holds it, if anybody: a seat, or somebody else with a colour of their own, such as a nation."""
    pieces: list[Piece] = field(default_factory=list)
    facts: dict[str, Fact] = field(default_factory=dict)
    """Numbers printed on it, such as capacity and terrain."""
    part_of: str = ""
    """The area that it belongs to, such as the wall that a breach is in, if any."""
    roads: list[str] = field(default_factory=list)
    """The ids of neighbouring areas, if the game has roads or borders."""
    spot: str = ""
    """The place on the drawn board where it lies, if that differs from game to game; else its own id."""
    face: str = ""
    """Which side of it is up, such as 'burnt', where it is a tile."""


class Track(Struct):
    """A row of cells on which markers move."""

    id: str
    cells: list[int]
    markers: dict[str, int]
    """Marker id and the cell that it is in."""
    shows: list[Fact] = field(default_factory=list)
    """What is printed on each cell, where that is not its number: a hand limit, a price, the id of a picture."""

    def shown(self, cell: int) -> Fact:
        """What is printed on a cell."""
        return self.shows[self.cells.index(cell)] if self.shows else cell


class Hand(Struct):
    """The cards of a seat: viewers who may not see a card only see it counted."""

    id: str
    owner: str
    count: int
    cards: list[Piece] = field(default_factory=list)
    """Those that the viewer knows: all, some or none."""

    @property
    def hidden(self) -> int:
        """How many of its cards the viewer does not know."""
        return self.count - len(self.cards)


class Pile(Struct):
    """A deck, discard pile or cup."""

    id: str
    count: int
    owner: str = ""
    top: Piece | None = None
    contents: list[str] | None = None
    """What is in it, if that is known, in an order that reveals nothing."""


class Die(Struct):
    """The last roll of a die; the id says what it was rolled for."""

    id: str
    face: int


class Arrow(Struct):
    """An arrow from one area to another: an attack being planned, the last order, a link of a chain."""

    start: str
    end: str
    kind: str = "move"
    """What it is called and drawn as, such as 'attack' or 'flight'."""
    owner: str = ""
    number: int = 0
    """Its place in a chain, from 1; 0 if it belongs to none."""


class BattleRow(Struct):
    """Units of one side that fight alike; a kind of units that fights in two ways has two rows."""

    kind: str
    count: int
    """How many of them are there, before the losses of this round."""
    value: int | None = None
    """The number that their dice are compared with, as printed on the counter."""
    dice: list[Fact] = field(default_factory=list)
    """What they rolled last: numbers, or the ids of symbols."""
    hits: int = 0
    losses: int = 0


class BattleSide(Struct):
    """One side of a battle."""

    owner: str
    rows: list[BattleRow] = field(default_factory=list)
    chance: int | None = None
    """The chance that it wins from here, in per cent, where the game works it out."""
    facts: dict[str, Fact] = field(default_factory=dict)
    """What else is to be said of it, such as the losses that it must expect."""


class Battle(Struct):
    """A battle while it is fought, or while it is being considered: two or more sides face to face."""

    id: str
    """What kind of battle it is, such as 'battle:air': its name is the title."""
    area: str
    sides: list[BattleSide]
    round: int = 0
    """0 before the first."""
    facts: dict[str, Fact] = field(default_factory=dict)
    """What else is to be said, such as the terrain or the chance that nobody is left."""


class Scene(Struct):
    """The table as one seat, or a spectator, sees it."""

    game: str
    seat: str | None
    areas: list[Area] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    status: dict[str, Fact] = field(default_factory=dict)
    """Turn, phase and the like, by the key of the text in the locale."""
    standing: dict[str, dict[str, int]] = field(default_factory=dict)
    """By seat, what it has so far of all that the game counts, such as points or money: shown beside its name."""
    arrows: list[Arrow] = field(default_factory=list)
    battle: Battle | None = None


NUMBER: Final = "number"
"""The fact of an area that is its number or letter in the rulebook, such as '5A': shown before its name."""
DIE: Final = "die_"
"""The kinds of pieces that are dice begin with this: they roll where a line of the log begins with `roll_`."""


VERB: Final = "verb/"
"""What a tool means begins with this."""


def is_tool(piece: Piece) -> bool:
    """Whether a piece only stands for something that can be done, such as the pliers that cut a wire."""
    return bool(piece.means) and all(word.startswith(VERB) for word in piece.means)


def unordered(cards: Iterable[int], ids: Sequence[str]) -> list[str]:
    """The ids of the cards of a pile, in an order that reveals nothing of the pile's own."""
    return [ids[card] for card in sorted(cards)]


def things(scene: Scene) -> dict[str, dict[str, Json]]:
    """Everything that a seat sees, by its id: what it looks like, and what it is `in`."""
    seen: dict[str, dict[str, Json]] = {}
    for area in scene.areas:
        tile: dict[str, Json] = {"spot": area.spot, "face": area.face} if area.spot or area.face else {}
        seen[area.id] = {"kind": area.kind, "owner": area.owner, **tile, **area.facts, "pieces": _ids(area.pieces)}
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
            printed: dict[str, Json] = {"shows": track.shown(cell)} if track.shows else {}
            seen.setdefault(marker, {}).update({"in": track.id, "cell": cell, **printed})
    for die in scene.dice:
        seen[die.id] = {"face": die.face}
    for seat, counts in scene.standing.items():
        seen[seat] = {**counts}
    if scene.battle is not None:
        seen[scene.battle.id] = _battle(scene.battle)
    return seen


def _battle(battle: Battle) -> dict[str, Json]:
    """What is seen of a battle, by side."""
    about: dict[str, Json] = {"in": battle.area, "round": battle.round, **battle.facts}
    for side in battle.sides:
        rows: list[Json] = [_row(row) for row in side.rows]
        about[side.owner] = {"chance": side.chance, **side.facts, "rows": rows}
    return about


def _row(row: BattleRow) -> dict[str, Json]:
    fought: dict[str, Json] = {"dice": [*row.dice], "hits": row.hits, "losses": row.losses}
    return {"kind": row.kind, "count": row.count, "value": row.value, **fought}


def _ids(pieces: list[Piece]) -> list[Json]:
    return [piece.id for piece in pieces]


def _see(pieces: list[Piece], place: str, seen: dict[str, dict[str, Json]]) -> None:
    for piece in pieces:
        marks: list[Json] = [*piece.marks]
        about: dict[str, Json] = {"kind": piece.kind, "owner": piece.owner, "face": piece.face, "value": piece.value}
        seen[piece.id] = {**about, "marks": marks, "in": place}
