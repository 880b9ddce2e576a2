"""Phases of a side's turn: whose part it is, and what comes next. Chapters call `next_power` when a power is done."""

from __future__ import annotations

from sandtable.games.battle_for_europe.flow import setup
from sandtable.games.battle_for_europe.state import (
    CLOSING,
    FIGHTING,
    MOVING,
    OPENING,
    RESEARCHING,
    SETTLING,
    SUPPLYING,
    TRANSFERRING,
    State,
)


def enter_phase(g: State, phase: int) -> None:
    """A phase begins with the first power of the side that still plays."""
    g.phase = phase
    g.acting = 0
    g.stood_by = 0
    if phase not in (SETTLING, MOVING):
        g.fought = None
    if not g.on_turn() and phase != OPENING:
        g.phase = CLOSING  # nobody of the side is left
    if phase == FIGHTING:
        pass_over(g)


def pass_over(g: State) -> None:
    """In phase 1 nobody asks a power that has none in this turn (setup.sichel.first_turn)."""
    powers = g.on_turn()
    while setup.comes_late(g, powers[g.acting]):
        g.stood_by |= 1 << powers[g.acting]
        g.acting = (g.acting + 1) % len(powers)


def next_power(g: State) -> None:
    """A power has finished its part of the phase: the next of its side, or the next phase (seq.phases.joint)."""
    g.acting += 1
    if g.acting >= len(g.on_turn()):
        end_phase(g)


def end_phase(g: State) -> None:
    """All powers of the side have finished the phase."""
    if g.phase == SUPPLYING:
        enter_phase(g, setup.first_phase(g))
    elif g.phase == RESEARCHING:
        enter_phase(g, CLOSING)
    else:
        enter_phase(g, RESEARCHING if g.phase == TRANSFERRING and g.rules.optional else g.phase + 1)  # opt.when
