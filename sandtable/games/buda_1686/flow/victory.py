"""Ki nyeri a játékot? Who wins."""

from __future__ import annotations

from typing import Final

from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import OVER, TURN_END, State

FEW_OTTOMANS: Final = 4
"""With at most so many Ottoman units left the garrison is broken (victory.imperial.both)."""


def check_round(g: State) -> None:
    """The victory check at the end of a round."""
    left = g.ottomans()
    if g.ottoman_morale == 0:  # victory.imperial.round_end_only
        g.morale_broken = True  # victory.imperial.latch
    if left == 0:
        win(g, IMPERIAL, "victory.imperial.annihilation")
    elif g.rules.either_victory:
        if g.ottoman_morale == 0:
            win(g, IMPERIAL, "victory.either.morale")
        elif left <= FEW_OTTOMANS:
            win(g, IMPERIAL, "victory.either.units" if last_check(g) else "victory.either.early_end")
    elif g.morale_broken and left <= FEW_OTTOMANS:
        win(g, IMPERIAL, "victory.imperial.both" if last_check(g) else "victory.imperial.early_end")


def last_check(g: State) -> bool:
    """Whether this is the check at the end of the last turn."""
    return g.phase == TURN_END and g.turn == g.pack.turns


def check_final(g: State) -> None:
    """After the last turn: an imperial success would have ended the game in the check before."""
    win(g, OTTOMAN, "victory.either.ottoman" if g.rules.either_victory else "victory.ottoman")


def win(g: State, side: int, rule: str) -> None:
    g.winner = side
    g.reason = rule
    g.phase = OVER
    if g.log is not None:
        g.log.add("wins_imperial" if side == IMPERIAL else "wins_ottoman", rule=rule)
