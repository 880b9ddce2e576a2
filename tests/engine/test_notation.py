"""Notations: what a table writes it reads back, and a fault names its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from sandtable.engine.chance import Chance
from sandtable.engine.declare import Shared, declared
from sandtable.engine.errors import BadPosition
from sandtable.engine.notation import (
    Coded,
    Counts,
    Each,
    Flag,
    Flags,
    Listed,
    Maybe,
    MaybeNumber,
    Members,
    Name,
    Number,
    Pile,
    Section,
    Slots,
    Special,
    Text,
)
from sandtable.engine.position import as_number
from sandtable.engine.sets import NONE
from sandtable.engine.state import State
from sandtable.engine.types import Json

ZONES = ("gate", "tower", "moat")
CARDS = ("ace", "king", "queen", "jack")
ROAR = 7


@declared
class Order:
    """An order in progress."""

    target: int = NONE
    kind: int = NONE
    units: int = 0


@declared
class Siege(State):
    """One field for every codec."""

    sides: Shared[int]
    turn: int = 1
    payer: int = NONE
    won: bool = False
    reason: str = ""
    phase: int = 0
    deck: list[int] = []
    queue: list[int] = []
    row: list[int] = [NONE, NONE]
    wet: int = 0
    works: list[int] = [0, 0, 0]
    guards: list[int] = [0, 0, 0]
    order: Order | None = None
    wind: int = 0


def all_zones(g: Siege) -> Sequence[str]:
    return ZONES


def last_side(g: Siege) -> int:
    return g.sides - 1


def wind(g: Siege) -> Json:
    return f"{g.wind} knots"


def restore_wind(g: Siege, fields: Mapping[str, Json], where: str) -> None:
    g.wind = as_number(int(str(fields["wind"]).split()[0]), 0, 9, where + "wind")


TABLE: Section[Siege] = Section[Siege](
    {
        "turn": Number(1, 9),
        "over": Section({"won": Flag(), "reason": Text()}),
        "phase": Name(ZONES),
        "payer": MaybeNumber(0, last_side),
        "deck": Pile(CARDS),
        "queue": Listed(CARDS),
        "row": Slots(CARDS, 2),
        "flooded": Flags(ZONES, "wet"),
        "works": Counts(all_zones, 0, 2),
        "guarded": Each(all_zones, Members(CARDS), "guards"),
        "order": Section(
            {"target": Maybe(ZONES), "kind": Coded({"roar": ROAR, "rush": 2}), "units": Members(CARDS)}, "order"
        ),
        "wind": Special(wind, restore_wind),
    }
).may_be_none(order=Order)

EMPTY: dict[str, Json] = {"target": None, "kind": None, "units": []}
FULL: dict[str, Json] = {
    "turn": 3,
    "over": {"won": True, "reason": "hunger"},
    "phase": "tower",
    "payer": 1,
    "deck": ["queen", "ace"],
    "queue": ["queen", "ace"],
    "row": ["king", None],
    "flooded": {"gate": True, "tower": False, "moat": True},
    "works": {"gate": 0, "tower": 1, "moat": 2},
    "guarded": {"gate": ["king"], "tower": [], "moat": ["ace", "queen"]},
    "order": {"target": "moat", "kind": "roar", "units": ["ace", "jack"]},
    "wind": "4 knots",
}


def siege() -> Siege:
    return Siege(Chance.from_seed("siege"), 2)


def restored(**over: Json) -> Siege:
    g = siege()
    TABLE.restore(g, {**FULL, **over})
    return g


def refused(**over: Json) -> str:
    with pytest.raises(BadPosition) as error:
        restored(**over)
    return str(error.value)


def test_every_codec_reads_what_it_writes() -> None:
    g = restored()
    assert (g.turn, g.won, g.reason, g.phase, g.payer) == (3, True, "hunger", 1, 1)
    assert g.deck == [0, 2]  # written from the top, which is the end
    assert (g.queue, g.row, g.wet, g.works) == ([2, 0], [1, NONE], 0b101, [0, 1, 2])
    assert g.guards == [0b10, 0, 0b101]
    assert g.order is not None
    assert (g.order.target, g.order.kind, g.order.units, g.wind) == (2, ROAR, 0b1001, 4)
    assert TABLE.describe(g) == FULL
    assert list(TABLE.describe(g)) == list(FULL)  # in the order of the table


def test_what_is_not_in_progress_is_described_as_empty_and_read_back_as_none() -> None:
    assert TABLE.describe(siege())["order"] == EMPTY
    assert restored(order=EMPTY).order is None
    assert TABLE.describe(restored(order=EMPTY)) == {**FULL, "order": EMPTY}


def test_a_part_that_was_in_progress_does_not_outlive_restoring() -> None:
    g = siege()
    g.order = Order(1)
    TABLE.restore(g, {**FULL, "order": EMPTY})
    assert g.order is None
    first, second = restored(), restored()
    assert first.order is not second.order


@pytest.mark.parametrize(
    ("over", "message"),
    [
        ({"turn": 0}, "turn: takes a whole number from 1 to 9, not 0"),
        ({"turn": True}, "turn: takes a whole number from 1 to 9, not True"),
        ({"payer": 2}, "payer: takes a whole number from 0 to 1, not 2"),
        ({"over": {"won": 1, "reason": ""}}, "over.won: takes true or false, not 1"),
        ({"over": 3}, "over: takes an object, not 3"),
        ({"phase": "hall"}, "phase: 'hall' is unknown; known are gate, tower, moat"),
        ({"deck": "ace"}, "deck: takes a list of names, not 'ace'"),
        ({"queue": ["two"]}, "queue: 'two' is unknown; known are ace, king, queen, jack"),
        ({"row": ["ace"]}, "row: takes a list of 2"),
        ({"row": ["ace", "two"]}, "row: 'two' is unknown; known are ace, king, queen, jack"),
        ({"flooded": {"gate": True}}, "flooded.tower: takes true or false, not None"),
        ({"works": {"gate": 3}}, "works.gate: takes a whole number from 0 to 2, not 3"),
        (
            {"guarded": {"gate": [], "tower": ["two"]}},
            "guarded.tower: 'two' is unknown; known are ace, king, queen, jack",
        ),
        ({"guarded": {"gate": []}}, "guarded.tower: takes a list of names, not None"),
        ({"order": {**EMPTY, "target": "hall"}}, "order.target: 'hall' is unknown; known are gate, tower, moat"),
        ({"order": {**EMPTY, "kind": "hum"}}, "order.kind: 'hum' is unknown; known are roar, rush"),
        ({"order": {**EMPTY, "units": None}}, "order.units: takes a list of names, not None"),
    ],
)
def test_a_fault_names_its_place(over: dict[str, Json], message: str) -> None:
    assert refused(**over) == message
