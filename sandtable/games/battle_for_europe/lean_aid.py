"""Which convoys and which research opponents try first."""

from __future__ import annotations

from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import research
from sandtable.games.battle_for_europe.state import State

AN_AID: float = 1.0
"""How much sending a convoy is preferred to transferring a unit."""


def aid(g: State, choices: list[Choice]) -> list[float]:
    """How much a convoy carries: rather much than little, now and then nothing."""
    return [-1.0 if len(choice) == 1 else 0.15 * int(choice[1]) for choice in choices]


def attempts(g: State, choices: list[Choice]) -> list[float]:
    """What is tried for: goals that are likely by now; five HPP for one chance in thirty-six are badly spent."""
    found = []
    for choice in choices:
        if len(choice) == 1:
            found.append(0.0)
            continue
        likely = research.chance_of(g, research.project_of(g, g.power(), g.pack.number[choice[1]]))
        found.append(0.06 * (likely - 25))
    return found
