"""Positions of Rogue Agent in names. Piles are listed from the top; locations are tiles.

A disc is in the Data Stream (null), in custody (the name of a seat) or at an index of the event path, 'path-0' to
'path-12': the first and the last are the same district, and tell a disc that was placed there from one that walked.
"""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.errors import BadPosition
from sandtable.engine.game import Options
from sandtable.engine.notation import (
    Codec,
    Counts,
    Each,
    Flag,
    Listed,
    Maybe,
    Members,
    Name,
    Number,
    Pile,
    Section,
    Slots,
)
from sandtable.engine.position import as_table
from sandtable.engine.types import Json
from sandtable.games.rogue_agent.cards import COLOURS
from sandtable.games.rogue_agent.flow.setup import empty_city, lay_out
from sandtable.games.rogue_agent.pack import (
    ACTIONS,
    CELLS,
    CRIMINALS,
    FACES,
    SEATS,
    TILES,
    TRACK_KEYS,
    Pack,
)
from sandtable.games.rogue_agent.state import CLOCK_TURNS, PHASES, WHERE, State

FAR = 999
"""No number of a position is higher."""


def restore(pack: Pack, written: Section[State], options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete described position."""
    g = empty_city(pack, options, chance)
    written.restore(g, fields)
    if sorted(g.tile_at) != list(range(TILES)):
        raise BadPosition("city: every tile lies in one place")
    lay_out(g)
    return g


def seats(g: State) -> tuple[str, ...]:
    """The seats of this match."""
    return SEATS[: g.rules.players]


class Rows(Codec[State]):
    """A list with the same number of entries for every seat: by seat, by thing."""

    def __init__(self, names: tuple[str, ...], high: int, field: str) -> None:
        super().__init__(field)
        self.each = Counts[State](names, 0, high)
        self.width = len(names)

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        rows = [value[at : at + self.width] for at in range(0, len(value), self.width)]
        return {seat: self.each.describe(g, row) for seat, row in zip(seats(g), rows, strict=True)}

    def read(self, g: State, value: Json, where: str) -> list[int]:
        fields = as_table(value, where)
        found: list[int] = []
        for seat in seats(g):
            found += self.each.read(g, fields.get(seat), f"{where}.{seat}")
        return found


class PerEntry(Codec[State]):
    """A list of any length whose entries another codec writes."""

    def __init__(self, each: Codec[State], field: str) -> None:
        super().__init__(field)
        self.each = each

    def describe(self, g: State, value: object) -> Json:
        assert isinstance(value, list)
        return [self.each.describe(g, one) for one in value]

    def read(self, g: State, value: Json, where: str) -> list[object]:
        if not isinstance(value, list):
            raise BadPosition(f"{where}: takes a list, not {value!r}")
        return [self.each.read(g, one, f"{where}.{at}") for at, one in enumerate(value)]


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    tiles, discs, card_keys = pack.tile_keys, pack.disc_keys, pack.card_keys
    criminals = pack.criminal_keys
    return Section[State](
        {
            "round": Number(0, lambda g: g.rules.rounds),
            "phase": Name(PHASES),
            "leader": Name(seats),
            "seat": Name(seats),
            "turns_left": Number(0, lambda g: g.rules.players),
            "city": Each(pack.place_keys, Name(tiles), "tile_at"),
            "burnt": Members(tiles),
            "informants": Each(pack.slot_keys, Maybe(seats), "slot"),
            "police": Name(tiles),
            "discs": Each(discs, Maybe(WHERE), "disc"),
            "timers": Counts(pack.disc_keys[:4], 0, 6, "timer"),
            "criminals": Section(
                {
                    "cards": Each(criminals, Maybe(card_keys), "card"),
                    "face_up": Members(criminals),
                    "defeated": Members(criminals),
                    "markers": Each(criminals, Members(seats), "marker"),
                    "barred": Each(criminals, Members(card_keys)),
                }
            ),
            "deck": Pile(card_keys),
            "removed": Members(card_keys),
            "removed_unseen": Section(
                {
                    "cards": Listed(card_keys, "removed_unseen"),
                    "markers": PerEntry(Members(seats), "removed_marker"),
                    "barred": PerEntry(Members(card_keys), "removed_barred"),
                }
            ),
            "turned_in": Each(seats, Members(card_keys)),
            "at": Each(seats, Name(tiles)),
            "tracks": Rows(TRACK_KEYS, 7, "track"),
            "credits": Counts(seats, 0, pack.all_credits),
            "stock": Counts(seats, 0, pack.informants),
            "influence": Counts(seats, 0, FAR),
            "clocks": Rows(criminals, CLOCK_TURNS, "clock"),
            "androids": Members(seats, "android"),
            "tokens": Listed(FACES, "token"),
            "shown": Members(pack.token_keys),
            "showed": Members(seats),
            "revealing": Maybe(seats),
            "dice": Section(
                {
                    "faces": Counts(pack.die_keys, 0, 6, "face"),
                    "tray": Members(pack.die_keys),
                    "sheet": Slots(pack.die_keys, CELLS),
                    "defusing": Maybe(discs[:4]),
                }
            ),
            "turn": _turn(pack),
            "placing": Section(
                {
                    "discs": Listed(discs),
                    "dice": PerEntry(Number(1, 6), "dice"),
                    "given": PerEntry(Number(1, 6), "given"),
                },
                "placing",
            ),
            "patrol": Section(
                {"steps": Number(0, 9), "entered": Members(tiles), "goal": Maybe(tiles), "gangsters": Number(0, 9)},
                "patrol",
            ),
            "fight": _fight(pack),
            "effect": _effect(pack),
            "search": _search(),
            "to_act": Members(discs),
            "bombs_asked": Members(discs[:4]),
        }
    )


def _turn(pack: Pack) -> Section[State]:
    return Section(
        {
            "patrols": Number(0, FAR),
            "actions": Number(0, 9),
            "done": Each(ACTIONS, Members(pack.tile_keys)),
            "over": Flag(),
        },
        "turn",
    )


def _fight(pack: Pack) -> Section[State]:
    return Section(
        {
            "target": Maybe(pack.disc_keys),
            "rival": Maybe(seats),
            "green": Number(0, 3),
            "black": Number(0, 3),
            "hp": Number(-9, 9),
            "defence": Number(0, 3),
            "cars": Number(0, CRIMINALS),
        },
        "fight",
    )


def _effect(pack: Pack) -> Section[State]:
    return Section(
        {
            "attacker": Maybe(seats),
            "criminal": Maybe(pack.criminal_keys),
            "here": Maybe(pack.tile_keys),
            "slots": Members(pack.slot_keys),
            "criminals": Members(pack.criminal_keys),
            "down": Flag(),
        },
        "effect",
    )


def _search() -> Section[State]:
    return Section(
        {
            "groups": Listed(COLOURS),
            "rerolls": Number(0, 9),
            "informants": Number(0, 2),
            "armour": Flag(),
        },
        "search",
    )
