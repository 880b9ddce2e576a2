"""Set any position of Buda 1686 in words, act, and look at the table.

>>> table = siege().breach("vizivaros", "kaiserlich_1").go("imperial").roll(3).start()
>>> table.choose("assault", "zone:vizivaros")
"""

from __future__ import annotations

from typing import cast

from sandtable.engine.chance import Scripted
from sandtable.engine.start import Origin, start
from sandtable.engine.types import Json
from sandtable.games.buda_1686 import GAME
from sandtable.games.buda_1686.state import State
from tests.games.table import MatchTable, Setting

IMPERIALS = (
    "charles",
    "max_emanuel",
    "kaiserlich_1",
    "kaiserlich_2",
    "kaiserlich_3",
    "kaiserlich_4",
    "bavarian_1",
    "bavarian_2",
    "saxon",
    "hungarian",
)


class Siege(Setting):
    """A siege being set up."""

    def __init__(self) -> None:
        super().__init__()
        self.units: dict[str, Json] = {}

    def unit(self, name: str, at: str, wounded: bool = False, sick: int = 0, moved: bool = False) -> Siege:
        """A unit at a place: a zone ('palota'), 'breaches:palota', 'lost', 'cup', 'reserve', 'sick' or 'dead'."""
        self.units[name] = {"at": at, "wounded": wounded, "sick": sick, "moved": moved}
        return self

    def wall(self, wall: str, *units: str) -> Siege:
        """Units at full strength in a wall zone (or a starting zone)."""
        for name in units:
            self.unit(name, wall)
        return self

    def breach(self, wall: str, *units: str) -> Siege:
        """Units at full strength in the breaches of a wall zone."""
        return self.wall(f"breaches:{wall}", *units)

    def gone(self, *units: str) -> Siege:
        """Ottoman units that were removed earlier."""
        return self.wall("dead", *units)

    def levels(self, **levels: int) -> Siege:
        """cas, tms, cms, cts."""
        return self.set(levels=dict(levels))

    def officers(self, **markers: int) -> Siege:
        """abdurrahman, charles, max_emanuel."""
        return self.set(officers=dict(markers))

    def work(self, side: str, wall: str, level: int) -> Siege:
        """An entrenchment."""
        works = cast(dict[str, dict[str, Json]], self.fields.setdefault("entrenchments", {}))
        works.setdefault(side, {})[wall] = level
        return self

    def go(self, side: str, actions: int = 1, moves: int = 0, second: str | None = None) -> Siege:
        """A side's go; with moves, an Ottoman go with the initiative."""
        self.fields |= {"phase": "go", "go": side, "actions": actions, "moves": moves, "second": second}
        self.fields["initiative"] = "ottoman" if moves else "imperial"
        return self

    def draw(self, turn: int = 1, round_before: int = 0) -> Siege:
        """Just before the draw of a round."""
        self.fields |= {"phase": "round_start", "turn": turn, "round": round_before}
        return self

    def before_turn(self, turn: int) -> Siege:
        """Just before the start of a turn."""
        self.fields |= {"phase": "turn_start", "turn": turn}
        return self

    def out(self, *numbers: int, imperial: int | None = None, ottoman: int | None = None) -> Siege:
        """Numbers that both sides, or one of them, have drawn already in this turn."""
        gone = {"imperial": {*numbers, imperial}, "ottoman": {*numbers, ottoman}}
        self.fields["cups"] = {
            side: [f"{side}_{number:02}" for number in range(20) if number not in drawn] for side, drawn in gone.items()
        }
        return self

    def counters(self, imperial: int, ottoman: int) -> Siege:
        """The numbers that both sides draw next."""
        return self.roll(f"counter:imperial_{imperial:02}", f"counter:ottoman_{ottoman:02}")

    def start(self) -> Table:
        position = dict(self.fields)
        if self.units:
            position["units"] = dict(self.units)
        origin = Origin("test", self.script, position)
        return Table(start(GAME, self.options, origin))


class Table(MatchTable[State]):
    """A match seen by a test."""

    # ------------------------------------------------------------------ acting

    def counters(self, imperial: int, ottoman: int, *more: Scripted) -> Table:
        """Script the next draw (and what follows it)."""
        return self.script(f"counter:imperial_{imperial:02}", f"counter:ottoman_{ottoman:02}", *more)

    # ------------------------------------------------------------------ looking

    def at(self, unit: str) -> str:
        pack = self.state.pack
        return pack.place_keys[self.state.place[pack.unit_keys.index(unit)]]

    def wounded(self, unit: str) -> bool:
        return bool(self.state.wounded >> self.state.pack.unit_keys.index(unit) & 1)

    def value(self, unit: str) -> int:
        return self.state.value(self.state.pack.unit_keys.index(unit))

    def level(self, name: str) -> int:
        g = self.state
        return {"cas": g.mining, "tms": g.ottoman_morale, "cms": g.imperial_morale, "cts": g.artillery}[name]

    def officer(self, name: str) -> int:
        return self.state.officer[("abdurrahman", "charles", "max_emanuel").index(name)]

    def work(self, side: str, wall: str) -> int:
        return self.state.work(("imperial", "ottoman").index(side), self.state.pack.zone_keys.index(wall))

    def cup(self, side: str) -> list[str]:
        """What is in a side's cup, as everybody at the table may know."""
        return next(pile.contents or [] for pile in self.scene().piles if pile.id == f"cup:{side}")

    def drawn(self, side: str, seat: int | None = None) -> set[int]:
        """The numbers that a side has drawn in this turn, as a seat sees them."""
        pile = next(pile for pile in self.scene(seat).piles if pile.id == f"drawn:{side}")
        assert pile.count == len(pile.contents or [])
        return {int(counter[-2:]) for counter in pile.contents or []}

    @property
    def winner(self) -> str | None:
        return None if self.match.outcome is None else self.match.seats[self.match.outcome.winners[0]]


def siege() -> Siege:
    return Siege()


def new_game(**options: str) -> Table:
    """A game from its very start, unscripted."""
    return Table(start(GAME, options, Origin("test")))
