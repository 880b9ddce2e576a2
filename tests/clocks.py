"""Clocks for tests, in place of `time.monotonic`."""

from __future__ import annotations


class Clock:
    """A clock that goes on by `step` seconds whenever somebody looks at it; with no step a test sets `now` by hand."""

    def __init__(self, step: float = 0.0, now: float = 0.0) -> None:
        self.step = step
        self.now = now

    def __call__(self) -> float:
        self.now += self.step
        return self.now
