"""Flow of the game: ten rounds of six phases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow, unasked
from sandtable.games.nights_of_fire.flow import (
    adjustment,
    cleanup,
    draw,
    konev,
    medic,
    move,
    operations,
    reinforcement,
    tactics_conflict,
    tactics_konev,
)
from sandtable.games.nights_of_fire.phases import (
    CLEANUP,
    DISCARD,
    DRAW,
    FIRST,
    HEADLINE,
    HIDE,
    KONEV,
    KONEV_CARD,
    MORALE,
    OPENING,
    PLACE,
    PRESTIGE,
    REINFORCE,
    REV_ORDER,
    SELECT,
    SOV_ORDER,
    TACTICS,
    TACTICS_ADJUST,
)
from sandtable.games.nights_of_fire.phases import MEDIC as MEDIC_STEP
from sandtable.games.nights_of_fire.phases import MOVE as MOVE_STEP
from sandtable.games.nights_of_fire.phases import SURRENDER as SURRENDER_ASK
from sandtable.games.nights_of_fire.state import State


def play(g: State) -> Flow[State]:
    """One pass: the step of the present phase (flow.phases)."""
    return STEPS[g.phase](g)


def tactics(g: State) -> None:
    """Tactics Phase: the commander collects the cards, or Konev's row is dealt."""
    if g.rules.conflict:
        tactics_conflict.collect(g)
    else:
        tactics_konev.deal(g)


def konev_card(g: State) -> Flow[State]:
    """The card in progress; when it is over, the next turn begins."""
    over = yield from konev.carry_on(g)
    if over:
        operations.next_turn(g)


STEPS: Final[dict[int, Callable[[State], Flow[State]]]] = {
    OPENING: tactics_konev.before_the_game,
    # Draw Phase
    DRAW: unasked(draw.draw_phase),
    DISCARD: draw.discard_down,
    # Tactics Phase
    TACTICS: unasked(tactics),
    SELECT: tactics_conflict.select,
    # Reinforcement Phase
    REINFORCE: reinforcement.reinforcement_phase,
    PLACE: reinforcement.place_fighter,
    # Operations Phase
    FIRST: operations.begin,
    REV_ORDER: operations.revolutionary_order,
    MOVE_STEP: move.step,
    MEDIC_STEP: medic.step,
    SOV_ORDER: operations.soviet_order,
    KONEV: unasked(konev.turn),
    KONEV_CARD: konev_card,
    # Adjustment Phase (adjust.order)
    HEADLINE: adjustment.headline,
    PRESTIGE: unasked(adjustment.prestige),
    SURRENDER_ASK: adjustment.surrender_choice,
    MORALE: unasked(adjustment.morale),
    TACTICS_ADJUST: adjustment.set_aside_step,
    # Clean-up Phase
    HIDE: cleanup.hide,
    CLEANUP: unasked(cleanup.cleanup),
}
"""By phase, its flow. `play` returns it directly: another generator around it would slow down every choice."""
