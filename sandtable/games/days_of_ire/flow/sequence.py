"""Flow of the game: seven days of three phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow, unasked
from sandtable.games.days_of_ire.flow import (
    army,
    avh,
    day_end,
    events,
    game_end,
    headlines,
    new_cards,
    order_of_turns,
    refill,
    setup,
    support,
    turn,
)
from sandtable.games.days_of_ire.state import (
    ARMY,
    AVH,
    DAY_END,
    EVENTS,
    HEADLINES,
    NEW_CARDS,
    OPENING,
    ORDER,
    PENALTIES,
    RECALL,
    REFILL,
    SUPPORT,
    TURN,
    State,
)


def play(g: State) -> Flow[State]:
    """One step of the day, whatever the phase says comes next (day.phases)."""
    return STEPS[g.phase](g)


STEPS: Final[dict[int, Callable[[State], Flow[State]]]] = {
    OPENING: setup.change_difficulty,
    RECALL: headlines.recall,
    # Soviet phase (soviet.steps)
    HEADLINES: headlines.new_headlines,
    EVENTS: events.influence,
    ARMY: army.mobilise,
    SUPPORT: support.support,
    REFILL: refill.refill,
    # Revolutionary phase
    ORDER: order_of_turns.order_of_turns,
    TURN: turn.turns,
    NEW_CARDS: new_cards.new_cards,
    # ÁVH phase and the ends
    AVH: avh.avh_phase,
    DAY_END: unasked(day_end.day_end),
    PENALTIES: game_end.penalties,
}
"""By phase: what is done in it."""
