"""Opponents of the house at the tables of learners."""

from __future__ import annotations

from pettingzoo import AECEnv

from sandtable import players
from sandtable.engine.types import Choice
from sandtable.env.speech import Speech
from sandtable.env.table import Action, Observation, TableEnv


class Opponent:
    """Plays whatever seat is asked: it decides once for every ask, and says its choice word by word."""

    def __init__(self, env: AECEnv[str, Observation, Action], level: str, seed: str) -> None:
        assert isinstance(env.unwrapped, TableEnv)
        self.table = env.unwrapped
        self.player = players.make(level, seed)
        self.speech: Speech | None = None
        """The ask that was decided last."""
        self.choice: Choice = ()

    def act(self) -> int:
        """The next action of the asked seat."""
        if self.speech is not self.table.speech:
            self.speech = self.table.speech
            self.choice = self.player.choose(self.table.match, self.table.match.asked().seat)
        return self.table.toward(self.choice)
