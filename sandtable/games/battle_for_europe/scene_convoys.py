"""What a seat sees of aid: stacks face down at sea, and HPP that are known to their owner alone."""

from __future__ import annotations

from sandtable.engine.scene import Piece, Scene
from sandtable.engine.sets import NONE
from sandtable.engine.types import Fact
from sandtable.games.battle_for_europe.flow import convoys, lend_lease
from sandtable.games.battle_for_europe.pack import POWERS
from sandtable.games.battle_for_europe.routes import CONVOY_IDS, ROUTES, SENDERS
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS
from sandtable.games.battle_for_europe.state import State


def lay_out(g: State, seat: int | None, table: Scene) -> None:
    """Each stack lies in its sea area; what it holds is seen by its sender, and by all once it is turned up.

    (lend.hidden, lend.blank_size)
    """
    if g.lease is None:
        return
    for route in range(ROUTES):
        if g.lease.stacks[route] == NONE:
            continue
        known = bool(g.lease.shown >> route & 1)
        stack = Piece(CONVOY_IDS[route], "convoy", POWER_KEYS[SENDERS[route]])
        stack.face = "" if known else "hidden"
        if known or seat == g.rules.seat_of[SENDERS[route]]:
            stack.value = g.lease.stacks[route]
        table.areas[lend_lease.sea_of(g, route)].pieces.append(stack)


def is_kept_from(g: State, seat: int | None, power: int) -> bool:
    """Whether a seat does not know what a power has left (lend.sender_hpp_hidden)."""
    return seat != g.rules.seat_of[power] and convoys.is_hidden(g, power)


def seen_hpp(g: State, seat: int | None, power: int) -> int:
    """What a power has left, or what it can have at most as far as a seat knows."""
    return convoys.open_hpp(g, power) if is_kept_from(g, seat, power) else g.hpp[power]


def doubtful(g: State, seat: int | None) -> dict[str, Fact]:
    """A line for every power of which a seat knows only what it has at most."""
    playing = [power for power in range(POWERS) if g.rules.seat_of[power] != NONE and not g.fallen >> power & 1]
    return {
        f"at_most_{POWER_KEYS[power]}": max(0, convoys.open_hpp(g, power))
        for power in playing
        if is_kept_from(g, seat, power)
    }
