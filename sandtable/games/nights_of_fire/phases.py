"""The phases of a round, and the steps in them: what comes next. One pass of the flow is one of these.

This module is never compiled, so that it can read its own names; mypyc puts the numbers into the modules that use them.
"""

from __future__ import annotations

from typing import Final

OPENING: Final = 0
DRAW: Final = 1
DISCARD: Final = 2
TACTICS: Final = 3
SELECT: Final = 4
REINFORCE: Final = 5
PLACE: Final = 6
FIRST: Final = 7
REV_ORDER: Final = 8
MOVE: Final = 9
MEDIC: Final = 10
SOV_ORDER: Final = 11
KONEV: Final = 12
KONEV_CARD: Final = 13
HEADLINE: Final = 14
PRESTIGE: Final = 15
SURRENDER: Final = 16
MORALE: Final = 17
TACTICS_ADJUST: Final = 18
HIDE: Final = 19
CLEANUP: Final = 20
OVER: Final = 21
PHASES: Final = tuple([name.lower() for name in list(globals()) if name.isupper()])
"""By number: the name in positions and scenes."""
