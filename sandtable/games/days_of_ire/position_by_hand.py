"""What no codec can say in a position of Days of Ire: where the companions and the events are, hands and decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.engine.errors import BadPosition
from sandtable.engine.notation import Codec, Listed, Pile
from sandtable.engine.position import all_named, index, named, table
from sandtable.engine.sets import NONE, bits, mask
from sandtable.engine.types import Json
from sandtable.games.days_of_ire.pack import COMPANIONS, FIGHTERS, LOCATIONS, Pack
from sandtable.games.days_of_ire.state import State

# States of a companion.
ACTIVE: Final = "active"
PASSIVE: Final = "passive"
FACE_DOWN: Final = "face_down"
FALLEN: Final = "fallen"
SUPPLY: Final = "supply"
OUT: Final = "out"
ON_BOARD: Final = (ACTIVE, PASSIVE, FACE_DOWN)
STATES: Final = {state: state for state in (*ON_BOARD, FALLEN, SUPPLY, OUT)}


# ====================================================================== companions


def describe_companions(g: State) -> Json:
    return {key: _companion(g, companion) for companion, key in enumerate(g.pack.companion_keys)}


def _companion(g: State, companion: int) -> Json:
    """What a companion is and where; off the board it has no place."""
    for location, key in enumerate(g.pack.location_keys):
        if g.active[location] >> companion & 1:
            return {"is": ACTIVE, "at": key}
        if g.top[location] == companion:
            return {"is": PASSIVE, "at": key}
        if g.bottom[location] == companion:
            return {"is": FACE_DOWN, "at": key}
    supply = SUPPLY if g.rev_tanks >> companion & 1 else OUT
    return {"is": FALLEN if g.fallen >> companion & 1 else supply, "at": None}


def restore_companions(g: State, fields: Mapping[str, Json], where: str) -> None:
    companions, places = table(fields, "fighters"), index(g.pack.location_keys)
    g.active = [0] * LOCATIONS
    g.top, g.bottom = [NONE] * LOCATIONS, [NONE] * LOCATIONS
    g.fallen = g.rev_tanks = 0
    for companion in range(COMPANIONS):
        key = g.pack.companion_keys[companion]
        entry, where = table(companions, key, "fighters."), f"fighters.{key}."
        state = named(entry.get("is"), STATES, where + "is")
        if state in ON_BOARD:
            _put(g, companion, state, named(entry.get("at"), places, where + "at"), where)
        elif state == FALLEN:
            g.fallen |= 1 << companion
        elif state == SUPPLY:
            g.rev_tanks |= 1 << companion


def _put(g: State, companion: int, state: str, location: int, where: str) -> None:
    if state == ACTIVE:
        g.active[location] |= 1 << companion
        return
    pile = g.top if state == PASSIVE else g.bottom
    if companion >= FIGHTERS or pile[location] != NONE:
        raise BadPosition(f"{where}is: only one fighter can be {state} in a location")
    pile[location] = companion


# ====================================================================== events


def anywhere(pack: Pack) -> list[int]:
    """The events that may lie on any location."""
    return [event for event, location in enumerate(pack.event_location) if location == NONE]


def describe_board(g: State) -> Json:
    return [g.pack.event_keys[event] for event in g.event_at if event != NONE]


def describe_where(g: State) -> Json:
    at = {event: g.pack.location_keys[location] for location, event in enumerate(g.event_at)}
    return {g.pack.event_keys[event]: at.get(event) for event in anywhere(g.pack)}


def restore_board(g: State, fields: Mapping[str, Json], where: str) -> None:
    """Events lie on their printed location; `where` says it of those that may lie anywhere."""
    events = all_named(fields.get("board"), index(g.pack.event_keys), where + "board")
    places, chosen = index(g.pack.location_keys), table(fields, "where", where)
    g.event_at = [NONE] * LOCATIONS
    for event in events:
        location, key = g.pack.event_location[event], g.pack.event_keys[event]
        if location == NONE:
            location = named(chosen.get(key), places, f"{where}where.{key}")
        if g.event_at[location] != NONE:
            raise BadPosition(f"{where}board: {key} lies on another event (event.one_per_location)")
        g.event_at[location] = event


# ====================================================================== hands and decks


class SeatHand(Listed[State]):
    """The hand of one revolutionary; null where there is none."""

    def __init__(self, pack: Pack, seat: int) -> None:
        super().__init__(pack.card_keys, "hand")
        self.seat = seat

    def describe(self, g: State, value: object) -> Json:
        return [g.pack.card_keys[card] for card in bits(g.hand[self.seat])] if self.seat < len(g.hand) else None

    def read(self, g: State, value: Json, where: str) -> list[int]:
        if self.seat >= g.rules.revolutionaries:
            return g.hand
        return [*g.hand[: self.seat], mask(super().read(g, value, where)), *g.hand[self.seat + 1 :]]


class HeadlineDeck(Codec[State]):
    """One of the three decks, from the top."""

    def __init__(self, pack: Pack, deck: int) -> None:
        super().__init__("headline_decks")
        self.pile: Pile[State] = Pile(pack.headline_keys)
        self.deck = deck

    def describe(self, g: State, value: object) -> Json:
        return self.pile.describe(g, g.headline_decks[self.deck])

    def read(self, g: State, value: Json, where: str) -> list[list[int]]:
        decks = g.headline_decks
        return [*decks[: self.deck], self.pile.read(g, value, where), *decks[self.deck + 1 :]]
