"""Observations: a scene and an ask as a row of numbers, each with a label that says what it means.

Everything comes from what the seat is shown: its scene and its own ask. What never changes in a match, such as roads,
is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.game import S
from sandtable.engine.match import Match
from sandtable.engine.scene import Area, Battle, Hand, Piece, Pile, Scene, is_tool
from sandtable.engine.types import Choice, Fact
from sandtable.env.vocabulary import FILE, BattleWords, UnknownWord, Vocabulary

Label = tuple[str | int, ...]
Statement = tuple[Label, int]
"""A label and its number. Labels without a statement have the number 0."""
Numbers = NDArray[np.int16]

ARROW_ENDS: Final = ("start", "end")
ROW_NUMBERS: Final = ("count", "value", "hits", "losses")
"""What is told of a row of units in a battle."""


class Layout:
    """The labels of all numbers of an observation, for one game with one set of options."""

    def __init__(self, vocabulary: Vocabulary, seats: Sequence[str], opening: Scene) -> None:
        self.vocabulary = vocabulary
        self.holders = {*seats, *vocabulary.owners}
        """Who may hold an area."""
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
            silent = self.vocabulary.silent
            yield from (_fact("fact", key, fact) for key, fact in match.facts().items() if key not in silent)
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
    holders = list(dict.fromkeys([*seats, *vocabulary.owners]))
    yield from (("seat", seat) for seat in seats)
    yield from _labels_of_facts("status", vocabulary.status)
    yield from (("standing", seat, key) for seat in seats for key in vocabulary.standing)
    yield from (("marker", marker) for track in opening.tracks for marker in track.markers)
    yield from (("die", die) for die in vocabulary.dice)
    yield from (("count", stock) for stock in stocks)
    yield from (("owner", area, holder) for area in areas for holder in holders)
    yield from (("token", token, area) for token in vocabulary.tokens for area in areas)
    for thing in vocabulary.things:
        yield from (("at", thing, place) for place in (*areas, *stocks, *tops))
        yield from (("sign", thing, sign) for sign in vocabulary.signs)
        yield from ((group, thing) for group in ("value", "cell", "bears"))
    yield from (("spot", area, spot) for area in areas for spot in vocabulary.spots)
    yield from (("face", area, face) for area in areas for face in vocabulary.area_faces)
    yield from (("arrow", kind, end, area) for kind in vocabulary.arrows for end in ARROW_ENDS for area in areas)
    if vocabulary.battle.rows:
        yield from _labels_of_battle(vocabulary.battle, areas, holders)


def _labels_of_battle(words: BattleWords, areas: Sequence[str], holders: Sequence[str]) -> Iterator[Label]:
    yield "battle", "round"
    yield from (("battle", "at", area) for area in areas)
    yield from (("battle", *label) for label in _labels_of_facts("fact", words.facts))
    for holder in holders:
        yield "battle", holder, "chance"
        yield from (("battle", holder, *label) for label in _labels_of_facts("fact", words.facts))
        for row in words.rows:
            yield from (("battle", holder, row, number) for number in ROW_NUMBERS)
            yield from (("battle", holder, row, "die", face) for face in words.faces)


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
    for arrow in scene.arrows:
        yield ("arrow", arrow.kind, "start", arrow.start), 1
        yield ("arrow", arrow.kind, "end", arrow.end), 1
    if scene.battle is not None:
        yield from _battle(scene.battle, layout.vocabulary.silent)


def _battle(battle: Battle, silent: set[str]) -> Iterator[Statement]:
    yield ("battle", "at", battle.area), 1
    yield ("battle", "round"), battle.round
    yield from _battle_facts(battle.facts, silent, "battle")
    for side in battle.sides:
        yield ("battle", side.owner, "chance"), side.chance or 0
        yield from _battle_facts(side.facts, silent, "battle", side.owner)
        for row in side.rows:
            numbers = (row.count, row.value or 0, row.hits, row.losses)
            for name, number in zip(ROW_NUMBERS, numbers, strict=True):
                yield ("battle", side.owner, row.kind, name), number
            yield from ((("battle", side.owner, row.kind, "die", face), 1) for face in row.dice)


def _battle_facts(facts: dict[str, Fact], silent: set[str], *group: str) -> Iterator[Statement]:
    for key, fact in facts.items():
        if key not in silent:
            label, number = _fact("fact", key, fact)
            yield (*group, *label), number


def _marker(layout: Layout, marker: str, cell: int) -> Statement:
    """The cell of a marker. A thing is not always on the track, so its cells count from 1 and 0 means none."""
    return (("cell", marker), cell + 1) if marker in layout.vocabulary.thing_number else (("marker", marker), cell)


def _area(layout: Layout, area: Area) -> Iterator[Statement]:
    if area.owner in layout.holders:
        yield ("owner", area.id, area.owner), 1
    if area.spot:
        yield ("spot", area.id, area.spot), 1
    if area.face:
        yield ("face", area.id, area.face), 1
    for piece in area.pieces:
        if is_tool(piece):
            continue
        if piece.id in layout.vocabulary.thing_number:
            yield from _thing(layout.vocabulary, piece, area.id)
        else:
            yield ("token", _token(layout.vocabulary, piece), area.id), 1 if piece.value is None else piece.value


def _token(vocabulary: Vocabulary, piece: Piece) -> str:
    """What a piece that is like others counts as: its kind, with owner and a face or mark where the vocabulary does."""
    owned = f"{piece.kind}/{piece.owner}"
    exactly = (*(f"{owned}/{sign}" for sign in (piece.face, *piece.marks)), owned)
    return next((token for token in exactly if token in vocabulary.token_kinds), piece.kind)


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
