"""Supply: which land units are cut off, which fleets supply them, and what starves."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.battle_for_europe.flow import phases
from sandtable.games.battle_for_europe.state import State


def check(g: State) -> None:
    """Mark the land units of the side on turn that are out of supply (sup.check_time)."""


def name_fleets(g: State) -> Flow[State]:
    """A power names its supplying fleets, one after the other (sup.fleet.assign, sup.fleet.assign_order)."""
    phases.next_power(g)
    yield from ()


def restore(g: State, power: int) -> None:
    """At the end of phase 1: units whose chain others have restored are saved (sup.restore)."""


def starve(g: State, power: int) -> None:
    """After phase 4: land units that are still cut off are removed (sup.starve)."""
