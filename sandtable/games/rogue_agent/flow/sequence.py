"""Course of the game: rounds of a Time phase, an Action phase and a City phase (round.phases)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow
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


def new_leader(g: State) -> Flow[State]:
    """The last step of the City phase, in which nobody is asked anything."""
    city.new_leader(g)
    yield from ()


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
    LEADER: new_leader,
}
"""By phase: what is done in it (city.steps). Dice that a choice depends on are rolled in the step before it."""
