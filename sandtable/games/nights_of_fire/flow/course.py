"""Flow of the game: ten rounds of six phases."""

from __future__ import annotations

from sandtable.engine.ask import Flow
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
from sandtable.games.nights_of_fire.state import (
    DISCARD,
    DRAW,
    FIRST,
    HEADLINE,
    HIDE,
    KONEV,
    KONEV_CARD,
    MEDIC_STEP,
    MORALE,
    MOVE_STEP,
    OPENING,
    PLACE,
    PRESTIGE,
    REINFORCE,
    REV_ORDER,
    SELECT,
    SOV_ORDER,
    SURRENDER_ASK,
    TACTICS,
    TACTICS_ADJUST,
    State,
)


def play(g: State) -> Flow[State]:
    """One step of the round, whatever the phase says comes next (flow.phases)."""
    phase = g.phase
    if phase in (REV_ORDER, MOVE_STEP, MEDIC_STEP, SOV_ORDER, KONEV, KONEV_CARD, FIRST):
        yield from operations_phase(g)
    elif phase in (OPENING, DRAW, DISCARD, TACTICS, SELECT):
        yield from cards(g)
    elif phase == REINFORCE:
        yield from reinforcement.reinforcement_phase(g)
    elif phase == PLACE:
        yield from reinforcement.place_fighter(g)
    else:
        yield from adjustment_and_cleanup(g)


def cards(g: State) -> Flow[State]:
    """Draw Phase and Tactics Phase."""
    if g.phase == OPENING:
        yield from tactics_konev.before_the_game(g)
    elif g.phase == DRAW:
        draw.draw_phase(g)
    elif g.phase == DISCARD:
        yield from draw.discard_down(g)
    elif g.phase == SELECT:
        yield from tactics_conflict.select(g)
    elif g.rules.conflict:
        tactics_conflict.collect(g)
    else:
        tactics_konev.deal(g)


def operations_phase(g: State) -> Flow[State]:
    """Operations Phase."""
    if g.phase == REV_ORDER:
        yield from operations.revolutionary_order(g)
    elif g.phase == MOVE_STEP:
        yield from move.step(g)
    elif g.phase == MEDIC_STEP:
        yield from medic.step(g)
    elif g.phase == SOV_ORDER:
        yield from operations.soviet_order(g)
    elif g.phase == KONEV:
        konev.turn(g)
    elif g.phase == KONEV_CARD:
        over = yield from konev.carry_on(g)
        if over:
            operations.next_turn(g)
    else:
        yield from operations.begin(g)


def adjustment_and_cleanup(g: State) -> Flow[State]:
    """Adjustment Phase in its order (adjust.order), then Clean-up."""
    if g.phase == HEADLINE:
        yield from adjustment.headline(g)
    elif g.phase == PRESTIGE:
        adjustment.prestige(g)
    elif g.phase == SURRENDER_ASK:
        yield from adjustment.surrender_choice(g)
    elif g.phase == MORALE:
        adjustment.morale(g)
    elif g.phase == TACTICS_ADJUST:
        yield from adjustment.set_aside_step(g)
    elif g.phase == HIDE:
        yield from cleanup.hide(g)
    else:
        cleanup.cleanup(g)
