"""Battles: one round of a step, or the change from one step to the next, in each pass."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.battle_for_europe.state import State


def begin(g: State) -> None:
    """The order in progress becomes a battle: its force has entered the area (atk.all_move_first)."""
    g.order = None


def go_on(g: State) -> Flow[State]:
    """The next round of the battle, or what settles it (seq.battle.steps)."""
    g.battle = None
    yield from ()
