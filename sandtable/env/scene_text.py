"""A scene as plain text, to watch agents play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sandtable.engine.scene import Area, Arrow, Battle, BattleRow, Hand, Piece, Pile, Scene, Track
from sandtable.engine.types import Fact
from sandtable.engine.words import Words


def scene_text(scene: Scene, words: Words) -> str:
    """A scene as text: a line for everything that is not empty."""
    return "\n".join(line for line in _lines(scene, words) if line)


def _lines(scene: Scene, words: Words) -> Iterator[str]:
    status = [words.status(key, value) for key, value in scene.status.items()]
    dice = [f"{words.name(die.id)} {die.face}" for die in scene.dice]
    yield " · ".join((*status, *dice))
    yield from (_standing(seat, counts, words) for seat, counts in scene.standing.items())
    yield from (_track(track, words) for track in scene.tracks)
    yield from (_area(area, words) for area in scene.areas if area.pieces or area.face)
    yield from (_hand(hand, words) for hand in scene.hands)
    yield from (_pile(pile, words) for pile in scene.piles)
    yield from (_arrow(arrow, words) for arrow in scene.arrows)
    if scene.battle is not None:
        yield from _battle(scene.battle, words)


def _arrow(arrow: Arrow, words: Words) -> str:
    whose = f" ({words.name(arrow.owner)})" if arrow.owner else ""
    link = f"{arrow.number}. " if arrow.number else ""
    return f"{link}{words.name(arrow.kind)}{whose}: {words.name(arrow.start)} → {words.name(arrow.end)}"


def _battle(battle: Battle, words: Words) -> Iterator[str]:
    """A battle: where and in which round, then a line for each side."""
    yield " · ".join(
        [f"{words.name(battle.id)} {battle.round}: {words.name(battle.area)}", *_facts(battle.facts, words)]
    )
    for side in battle.sides:
        odds = [] if side.chance is None else [f"{side.chance} %"]
        rows = [_row(row, words) for row in side.rows]
        yield f"{words.name(side.owner)}: " + " · ".join([*odds, *_facts(side.facts, words), *rows])


def _row(row: BattleRow, words: Words) -> str:
    """Units with their number in brackets; what they rolled and how many hits that is; how many are lost."""
    value = "" if row.value is None else f" [{row.value}]"
    dice = f" {{{' '.join(words.name(face) for face in row.dice)}}} = {row.hits}" if row.dice else ""
    return f"{words.name(row.kind)} {row.count}{value}{dice}{f' - {row.losses}' if row.losses else ''}"


def _facts(facts: dict[str, Fact], words: Words) -> list[str]:
    return [f"{words.name(key)} {words.name(fact)}" for key, fact in facts.items()]


def _standing(seat: str, counts: dict[str, int], words: Words) -> str:
    return f"{words.name(seat)}: {', '.join(words.standing(key, number) for key, number in counts.items())}"


def _track(track: Track, words: Words) -> str:
    return " · ".join(f"{words.name(marker)} {words.name(track.shown(cell))}" for marker, cell in track.markers.items())


def _area(area: Area, words: Words) -> str:
    side = f", {words.name(area.face)}" if area.face else ""
    return f"{_owned(area, words)}{side}: {_pieces(area.pieces, words)}"


def _hand(hand: Hand, words: Words) -> str:
    held = f"{_owned(hand, words)}: {hand.count}"
    hidden = f" + {hand.hidden}" if hand.hidden else ""
    return f"{held} = {_pieces(hand.cards, words)}{hidden}" if hand.cards else held


def _pile(pile: Pile, words: Words) -> str:
    stack = f"{_owned(pile, words)}: {pile.count}"
    return f"{stack} → {_pieces([pile.top], words)}" if pile.top is not None else stack


def _owned(thing: Area | Hand | Pile, words: Words) -> str:
    return f"{words.name(thing.id)} ({words.name(thing.owner)})" if thing.owner else words.name(thing.id)


def _pieces(pieces: list[Piece], words: Words) -> str:
    return ", ".join(_piece(piece, words) for piece in pieces)


def _piece(piece: Piece, words: Words) -> str:
    """A piece: its name or that of its kind, its number, and its marks that have a name."""
    name = words.name(piece.id if piece.id in words.names else piece.kind)
    value = "" if piece.value is None else f" {piece.value}"
    shown = Counter(mark for mark in (piece.face, *piece.marks) if mark in words.names and mark != "full")
    marks = [words.name(mark) + (f" ×{times}" if times > 1 else "") for mark, times in shown.items()]
    return f"{name}{value} ({', '.join(marks)})" if marks else f"{name}{value}"
