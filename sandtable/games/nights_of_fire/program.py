"""Programs of Konev cards: the nested steps of a card as one flat list.

Loops and alternatives become jumps, so that a card in progress is described by the card and the number of a step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sandtable.engine.pack import Entry
from sandtable.games.nights_of_fire.cards import (
    AGAIN,
    EACH_REGIMENT,
    EACH_SECTOR,
    END,
    FIRST_OF,
    GO,
    IF_NO_EFFECT,
    IF_POSSIBLE,
    NEXT_REGIMENT,
    NEXT_SECTOR,
    REPEAT,
    TARGET,
    Step,
)


def lay_out(card: Entry, effect: Sequence[Step]) -> tuple[Step, ...]:
    """The program of a card's effect."""
    return _Layout(card).lay_out(effect)


class _Layout:
    """Turns the nested steps of a card into a flat list."""

    def __init__(self, card: Entry) -> None:
        self.card = card
        self.row: list[Step] = []

    def lay_out(self, effect: Sequence[Step]) -> tuple[Step, ...]:
        self._list(effect, False)
        self._put(Step(END))
        return tuple(self.row)

    def _list(self, steps: Sequence[Step], in_loop: bool) -> None:
        """Lay out a list of steps; if its target finds no district, the program continues after the list."""
        for at in self._steps(steps, in_loop):
            self._aim(at, len(self.row))

    def _steps(self, steps: Sequence[Step], in_loop: bool) -> list[int]:
        """Lay out steps; returns the numbers of the target steps whose jump is still to be filled in."""
        targets: list[int] = []
        for step in steps:
            if step.verb in (EACH_REGIMENT, EACH_SECTOR, REPEAT):
                self._loop(step, in_loop)
            elif step.verb == FIRST_OF:
                self._first_of(step, in_loop)
            elif step.verb == IF_NO_EFFECT:
                at = self._put(Step(IF_NO_EFFECT))
                self._list(step.do, in_loop)
                self._aim(at, len(self.row))
            elif step.verb == TARGET:
                targets.append(self._put(step))
            else:
                self._put(step)
        return targets

    def _loop(self, step: Step, in_loop: bool) -> None:
        if in_loop:
            raise self.card.bad("a loop stands inside another loop")
        self._put(Step(step.verb, n=step.n))
        head = self._put(Step({EACH_REGIMENT: NEXT_REGIMENT, EACH_SECTOR: NEXT_SECTOR, REPEAT: AGAIN}[step.verb]))
        targets = self._steps(step.do, True)
        self._put(Step(GO, to=head))
        end = len(self.row)
        self._aim(head, end)
        for at in targets:
            self._aim(at, end if step.verb == REPEAT else head)

    def _first_of(self, step: Step, in_loop: bool) -> None:
        leaps: list[int] = []
        for option in step.options:
            test = self._put(Step(IF_POSSIBLE))
            self._list(option, in_loop)
            leaps.append(self._put(Step(GO)))
            self._aim(test, len(self.row))
        for at in leaps:
            self._aim(at, len(self.row))

    def _put(self, step: Step) -> int:
        self.row.append(step)
        return len(self.row) - 1

    def _aim(self, at: int, to: int) -> None:
        self.row[at] = replace(self.row[at], to=to)
