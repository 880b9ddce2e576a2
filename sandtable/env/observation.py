"""Observations: a scene and an ask as a row of numbers, each with a label that says what it means.

Everything comes from what the seat is shown: its scene and its own ask. What never changes in a match, such as roads,
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.scene import Area, Hand, Piece, Pile, Scene
from sandtable.engine.types import Choice, Fact
from sandtable.env.vocabulary import FILE, UnknownWord, Vocabulary

Label = tuple[str | int, ...]
Statement = tuple[Label, int]
"""A label and its number. Labels without a statement have the number 0."""
Numbers = NDArray[np.int16]


class Layout:
    """The labels of all numbers of an observation, for one game with one set of options."""

    def __init__(self, vocabulary: Vocabulary, seats: Sequence[str], opening: Scene) -> None:
        self.vocabulary = vocabulary
        self.seats = tuple(seats)
        self.labels: tuple[Label, ...] = (*_labels_of_ask(vocabulary), *_labels_of_scene(vocabulary, seats, opening))
        self.place = {label: place for place, label in enumerate(self.labels)}

    def numbers(self, statements: Iterator[Statement]) -> Numbers:
        """The row of numbers of some statements."""
        row = np.zeros(len(self.labels), np.int16)
        for label, amount in statements:
            place = self.place.get(label)
            if place is None:
                raise UnknownWord(f"{FILE} of {self.vocabulary.slug}: the observation has no label {label}")
            row[place] += amount
        return row

    def observe(self, match: Match[S], seat: int) -> Numbers:
        """The observation of a seat."""
        return self.numbers(self._statements(match, seat))

    def _statements(self, match: Match[S], seat: int) -> Iterator[Statement]:
        if match.ask is not None and match.ask.seat == seat:
            yield ("prompt", match.ask.prompt), 1
            yield from (_fact("fact", key, fact) for key, fact in match.facts().items())
        yield from scene_statements(self, match.game.scene(match.state, seat))

    def add_said(self, row: Numbers, said: Choice) -> None:
        """Add the words that the asked seat has said, each as the number of its place in the choice."""
        for number, word in enumerate(said, 1):
            row[self.place["said", word]] = number


# ---------------------------------------------------------------------- the ask


def _labels_of_ask(vocabulary: Vocabulary) -> Iterator[Label]:
    yield from (("prompt", prompt) for prompt in vocabulary.prompts)
    yield from _labels_of_facts("fact", vocabulary.facts)
    yield from (("said", word) for word in vocabulary.actions)


def _labels_of_facts(group: str, facts: dict[str, list[str]]) -> Iterator[Label]:
    for key, words in facts.items():
        yield from ((group, key, word) for word in words)
        if not words:
            yield group, key


def _fact(group: str, key: str, fact: Fact) -> Statement:
    return ((group, key), fact) if isinstance(fact, int) else ((group, key, fact), 1)


# ---------------------------------------------------------------------- the scene


def _labels_of_scene(vocabulary: Vocabulary, seats: Sequence[str], opening: Scene) -> Iterator[Label]:
    """Labels for all that a scene with these areas, tracks, hands and piles can show."""
    areas = [area.id for area in opening.areas]
    stocks = [_stock(hand) for hand in opening.hands] + [_stock(pile) for pile in opening.piles]
    tops = [_top(pile) for pile in opening.piles]
    yield from (("seat", seat) for seat in seats)
    yield from _labels_of_facts("status", vocabulary.status)
    yield from (("standing", seat, key) for seat in seats for key in vocabulary.standing)
    yield from (("marker", marker) for track in opening.tracks for marker in track.markers)
    yield from (("die", die) for die in vocabulary.dice)
    yield from (("count", stock) for stock in stocks)
    yield from (("owner", area, seat) for area in areas for seat in seats)
    yield from (("token", token, area) for token in vocabulary.tokens for area in areas)
    for thing in vocabulary.things:
        yield from (("at", thing, place) for place in (*areas, *stocks, *tops))
        yield from (("sign", thing, sign) for sign in vocabulary.signs)
        yield from ((group, thing) for group in ("value", "cell", "bears"))


def scene_statements(layout: Layout, scene: Scene) -> Iterator[Statement]:
    """All statements about a scene."""
    yield ("seat", str(scene.seat)), 1
    yield from (_fact("status", key, fact) for key, fact in scene.status.items())
    yield from (
        (("standing", seat, key), number) for seat, counts in scene.standing.items() for key, number in counts.items()
    )
    yield from (_marker(layout, marker, cell) for track in scene.tracks for marker, cell in track.markers.items())
    yield from ((("die", die.id), die.face) for die in scene.dice)
    for area in scene.areas:
        yield from _area(layout, area)
    for hand in scene.hands:
        yield from _hand(layout.vocabulary, hand)
    for pile in scene.piles:
        yield from _pile(layout.vocabulary, pile)


def _marker(layout: Layout, marker: str, cell: int) -> Statement:
    """The cell of a marker. A thing is not always on the track, so its cells count from 1 and 0 means none."""
    return (("cell", marker), cell + 1) if marker in layout.vocabulary.thing_number else (("marker", marker), cell)


def _area(layout: Layout, area: Area) -> Iterator[Statement]:
    if area.owner in layout.seats:
        yield ("owner", area.id, area.owner), 1
    for piece in area.pieces:
        if piece.id in layout.vocabulary.thing_number:
            yield from _thing(layout.vocabulary, piece, area.id)
        else:
            yield ("token", piece.kind, area.id), 1 if piece.value is None else piece.value


def _hand(vocabulary: Vocabulary, hand: Hand) -> Iterator[Statement]:
    yield ("count", _stock(hand)), hand.count
    for card in hand.cards:
        yield from _thing(vocabulary, card, _stock(hand))


def _pile(vocabulary: Vocabulary, pile: Pile) -> Iterator[Statement]:
    yield ("count", _stock(pile)), pile.count
    yield from ((("at", thing, _stock(pile)), 1) for thing in pile.contents or ())
    if pile.top is not None:
        yield from _thing(vocabulary, pile.top, _top(pile))


def _thing(vocabulary: Vocabulary, piece: Piece, place: str) -> Iterator[Statement]:
    yield ("at", piece.id, place), 1
    if piece.value is not None:
        yield ("value", piece.id), piece.value
    for sign in (piece.face, *piece.marks):
        if sign in vocabulary.thing_number:
            yield ("bears", piece.id), vocabulary.thing_number[sign]
        elif sign and sign not in vocabulary.silent:
            yield ("sign", piece.id, sign), 1


def _stock(stock: Hand | Pile) -> str:
    """The id of a hand or pile, with its owner where every seat has one."""
    return f"{stock.id}/{stock.owner}" if stock.owner else stock.id


def _top(pile: Pile) -> str:
    return f"{_stock(pile)}/top"
