"""Justice actions, and an android's underground actions: how many, where, and not twice in one place."""

from __future__ import annotations

from typing import Final

from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.pack import ATTACK_AGENT, ATTACK_LOCATION, BUY, SEARCH
from sandtable.games.rogue_agent.state import State

MOST_ACTIONS: Final = 2
"""Justice or underground actions in one turn (justice.limit, android.under.limit)."""
UNDERGROUND: Final = (SEARCH, BUY, ATTACK_AGENT, ATTACK_LOCATION)
"""What an android can do (android.under.kinds)."""


def refusal(g: State, kind: int) -> str | None:
    """The rule against taking an action of a kind where the player on turn stands now."""
    seat = g.seat
    tile = g.at[seat]
    if g.is_android(seat):
        if kind not in UNDERGROUND:
            return "android.actions"
        if g.turn.actions >= MOST_ACTIONS:
            return "android.under.limit"
        return "android.under.no_repeat_here" if g.turn.done[kind] >> tile & 1 else None
    if g.turn.actions >= MOST_ACTIONS:
        return "justice.limit"
    if g.turn.actions and g.limit(seat, cards.ONE_JUSTICE):
        return "attack.clock.at_once"
    if tile == g.police:
        return "justice.police"
    # Whatever the target, and also after leaving and returning (justice.no_repeat_target, .no_repeat_return).
    return "justice.no_repeat_here" if g.turn.done[kind] >> tile & 1 else None


def take(g: State, kind: int) -> None:
    """An action is begun, and counts whatever becomes of it (justice.failed_counts)."""
    g.turn.actions += 1
    g.turn.done[kind] |= 1 << g.at[g.seat]


def spent(g: State) -> bool:
    """Whether an agent has taken both justice actions: then only reinforcement is left (justice.after_second)."""
    return g.turn.actions >= MOST_ACTIONS and not g.is_android(g.seat)
