"""Course of the war: seasons, the turns of the two sides, and their phases; each pass is one order or one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sandtable.engine.ask import Flow, unasked
from sandtable.games.battle_for_europe.flow import (
    accounting,
    arrival,
    battle,
    build,
    chain_battle,
    fall,
    movement,
    orders,
    research,
    retreat,
    seasons,
    setup,
    supply,
    transfer,
)
from sandtable.games.battle_for_europe.parts import INTERVENE
from sandtable.games.battle_for_europe.state import (
    ACCOUNTING,
    BUILDING,
    CLOSING,
    FIGHTING,
    MOVING,
    OPENING,
    OVER,
    PLACING,
    RESEARCHING,
    SETTLING,
    SUPPLYING,
    TRANSFERRING,
    State,
)


def play(g: State) -> Flow[State]:
    """One pass: the next round of a battle, a stage of a move that can be met, or what the phase says comes next."""
    if g.battle is not None:
        return chain_battle.go_on(g) if g.battle.kind == INTERVENE else battle.go_on(g)
    if g.chain is not None:
        return arrival.go_on(g)
    return STEPS[g.phase](g)


def settle(g: State) -> Flow[State]:
    """The end of phase 1: units that wait for another group of defenders to fall leave its area first."""
    yield from retreat.fall_back(g)
    yield from fall.judge(g)
    if g.phase != OVER:
        seasons.settle(g)


def account(g: State) -> None:
    """The annual accounting, and then spring (seq.year.accounting)."""
    accounting.annual(g)
    seasons.next_season(g)


STEPS: Final[dict[int, Callable[[State], Flow[State]]]] = {
    PLACING: setup.place_units,
    OPENING: unasked(seasons.open_turn),
    SUPPLYING: supply.name_fleets,
    FIGHTING: orders.phase_one,
    SETTLING: settle,
    MOVING: movement.phase_two,
    BUILDING: build.phase_three,
    TRANSFERRING: transfer.phase_four,
    RESEARCHING: research.after_phase_four,
    CLOSING: seasons.close_turn,
    ACCOUNTING: unasked(account),
}
"""By phase: what one pass of it does (seq.phases)."""
