"""How long opponents may think while a person waits: a while about one choice, and not for ever about many in a row."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

BUDGET_MS: Final = 2000
"""Milliseconds that an opponent may think about one choice when people play."""
HINT_BUDGET_MS: Final = 900
"""The same for a hint."""
LONGEST_WAIT: Final = 20.0
"""Seconds after which opponents who decide in a row have used up their time."""
PART_OF_REST: Final = 8
"""A choice may take one part in this many of the time that is left."""
LEAST_BUDGET_MS: Final = 50
"""What a choice may take when none is left."""


class Pace:
    """The time of opponents who decide in a row, from the moment when the person's wait begins."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.began = clock()

    def start_again(self) -> None:
        """A person has chosen, or does not wait: all the time is there again."""
        self.began = self.clock()

    def budget_ms(self) -> int:
        """How long the next choice may take: the more has been waited, the less."""
        rest = LONGEST_WAIT - (self.clock() - self.began)
        return max(LEAST_BUDGET_MS, min(BUDGET_MS, int(1000 * rest / PART_OF_REST)))
