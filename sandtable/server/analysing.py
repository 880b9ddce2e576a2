"""The analysis of a finished game while it is made: in parts, by several workers, and shown as it comes."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

from sandtable.players.analysis import Survey
from sandtable.players.findings import Analysis, Moment
from sandtable.server import thinking
from sandtable.server.fair_queue import Turn
from sandtable.server.models import ChoiceRow, TableRow
from sandtable.server.steps import recorded
from sandtable.server.workers import Workers

STEPS_IN_PART: Final = 60
"""A part is short, so that opponents at other tables need not wait long for a worker ..."""
MOST_PARTS: Final = 12
"""... but of a long game there are no more than these: for each the game is played again from its beginning."""


class GrowingAnalysis:
    """What is known so far of how a game went: the surveys of its parts, in order of play, and in the end the whole."""

    def __init__(self, workers: Workers, turn: Turn, table: TableRow, choices: list[ChoiceRow]) -> None:
        self.workers = workers
        self.turn = turn
        self.table = table
        self.choices = choices
        self.steps = max(STEPS_IN_PART, -(-len(choices) // MOST_PARTS))
        """Steps in each part."""
        self.parts: list[Survey | None] = [None] * max(1, -(-len(choices) // self.steps))
        self.made: Analysis | None = None
        self.over = False
        """Whether nothing more will be known: it is made, or it has failed."""
        self.grown = asyncio.Condition()
        self.task = asyncio.create_task(self._make())

    @property
    def failed(self) -> bool:
        """Whether it will never be made."""
        return self.over and self.made is None

    @property
    def known(self) -> list[Survey]:
        """The first parts, as far as they are there without a gap."""
        found: list[Survey] = []
        for part in self.parts:
            if part is None:
                break
            found.append(part)
        return found

    @property
    def moments(self) -> list[Moment]:
        return [moment for part in self.known for moment in part.moments]

    def cancel(self) -> None:
        """Stop making it."""
        self.task.cancel()

    async def whole(self) -> Analysis:
        """Wait for all of it."""
        return await asyncio.shield(self.task)

    async def more_than(self, moments: int) -> None:
        """Wait until more moments than these are known, or all."""
        async with self.grown:
            await self.grown.wait_for(lambda: self.over or len(self.moments) > moments)

    async def _make(self) -> Analysis:
        try:
            game, replay = self.table.game, await self.workers.run(self.turn, recorded, self.table, self.choices, False)
            await asyncio.gather(*(self._survey(part, game, replay) for part in range(len(self.parts))))
            judged, surprises = await asyncio.gather(
                self.workers.run(self.turn, thinking.judge_choices, game, replay, self.known),
                self.workers.run(self.turn, thinking.judge_luck, game, replay, self.known),
            )
            self.made = made = replace(judged, surprises=surprises)
            return made
        finally:
            self.over = True
            await self._tell()

    async def _survey(self, part: int, game: str, replay: str) -> None:
        first = 1 + part * self.steps
        steps = range(first, first + self.steps)
        self.parts[part] = await self.workers.run(self.turn, thinking.survey_part, game, replay, steps)
        await self._tell()

    async def _tell(self) -> None:
        async with self.grown:
            self.grown.notify_all()
