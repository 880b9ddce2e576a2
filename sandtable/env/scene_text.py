"""A scene as plain text, to watch agents play."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine.scene import Area, Hand, Piece, Pile, Scene, Track
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
    yield from (_area(area, words) for area in scene.areas if area.pieces)
    yield from (_hand(hand, words) for hand in scene.hands)
    yield from (_pile(pile, words) for pile in scene.piles)


def _standing(seat: str, counts: dict[str, int], words: Words) -> str:
    return f"{words.name(seat)}: {', '.join(words.standing(key, number) for key, number in counts.items())}"


def _track(track: Track, words: Words) -> str:
    return " · ".join(f"{words.name(marker)} {cell}" for marker, cell in track.markers.items())


def _area(area: Area, words: Words) -> str:
    return f"{_owned(area, words)}: {_pieces(area.pieces, words)}"


def _hand(hand: Hand, words: Words) -> str:
    held = f"{_owned(hand, words)}: {hand.count}"
    return f"{held} = {_pieces(hand.cards, words)}" if hand.cards else held


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
    marks = [words.name(mark) for mark in (piece.face, *piece.marks) if mark in words.names and mark != "full"]
    return f"{name}{value} ({', '.join(marks)})" if marks else f"{name}{value}"
