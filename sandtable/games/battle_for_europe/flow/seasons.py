"""Seasons and turns: what happens at the start of a side's turn, at the end of its phase 1, and when it is over."""

from __future__ import annotations

from sandtable.engine.ask import Flow
from sandtable.games.battle_for_europe.flow import (
    accounting,
    build,
    consent,
    convoys,
    fall,
    flight,
    guests,
    research,
    setup,
    supply,
    units,
    victory,
    war,
)
from sandtable.games.battle_for_europe.flow.phases import enter_phase
from sandtable.games.battle_for_europe.pack import POWERS
from sandtable.games.battle_for_europe.scenarios import SIDES
from sandtable.games.battle_for_europe.state import ACCOUNTING, MOVING, OPENING, OVER, SUPPLYING, State


def open_turn(g: State) -> None:
    """The start of a side's turn: refresh, rebuilt fleets, supply, in this order (seq.turn.start_steps)."""
    g.attacked = []
    g.hunts = []
    g.captured = 0
    g.crossed = 0
    g.called_off = 0
    g.attacks = [0] * POWERS
    g.owed = [0] * POWERS
    g.transfers = [0] * POWERS
    flight.forget(g)
    consent.forget(g)
    convoys.forget(g)
    research.forget(g)
    if g.log is not None:
        g.log.add("turn", f"season:{g.pack.cell_keys[g.season]}", side_name(g), rule="seq.turn.each_side_once")
    for power in g.on_turn():
        g.spent[power] = 0
        units.refresh(g, power)
    for power in g.on_turn():
        build.finish_fleets(g, power)
    g.last_chance = fall.lost_capitals(g)
    supply.check(g)
    enter_phase(g, SUPPLYING)


def settle(g: State) -> None:
    """The end of phase 1 of a side: who is saved from starving, what is deducted, who falls."""
    for power in g.on_turn():
        supply.restore(g, power)
        accounting.deduct_lost(g, power)
    enter_phase(g, MOVING)


def close_turn(g: State) -> Flow[State]:
    """The end of a side's turn: what starves is removed (sup.starve); then the other side, or the next season."""
    starving = supply.doomed(g)
    for power in g.on_turn():
        supply.starve(g, power, starving)
    war.survivors_join(g)
    yield from guests.expel(g)
    if g.turn + 1 < len(g.rules.order):
        g.turn += 1
        enter_phase(g, OPENING)
    elif setup.last_season(g):
        g.phase = OVER  # seq.end.date
        victory.tell(g)
    elif g.pack.accounting_after >> g.season & 1:
        g.phase = ACCOUNTING
    else:
        next_season(g)


def next_season(g: State) -> None:
    """The time marker moves on (seq.season.advance)."""
    g.season += 1
    g.turn = 0
    enter_phase(g, OPENING)


def side_name(g: State) -> str:
    """The word for the side on turn: that of its first power's history."""
    return f"side:{SIDES[g.pack.history[g.rules.order[g.turn][0]]]}"
