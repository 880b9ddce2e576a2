"""Sequence of the game: rounds of a Time phase, an Action phase and a City phase (round.phases)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow, unasked
from sandtable.games.rogue_agent.flow import city, defusing, search, time, turn
from sandtable.games.rogue_agent.state import (
    ASSIGN,
    LEADER,
    MURDER,
    POLICE,
    SEARCHING,
    SHEET,
    TICK,
    TIME,
    TURN,
    WALK,
    WIRE,
    State,
)


def play(g: State) -> Flow[State]:
    """One step of the round, whatever the phase says comes next."""
    return STEPS[g.phase](g)


STEPS: Final[dict[int, Callable[[State], Flow[State]]]] = {
    TIME: time.time_phase,
    ASSIGN: time.assign,
    TURN: turn.turn,
    SEARCHING: search.go_on,
    WIRE: defusing.wire,
    SHEET: defusing.go_on,
    WALK: city.criminals,
    MURDER: city.assassins,
    POLICE: city.police,
    TICK: city.bombs,
    LEADER: unasked(city.new_leader),
}
"""By phase: what is done in it (city.steps). Dice that a choice depends on are rolled in the step before it."""
