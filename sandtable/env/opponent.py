"""Computer opponents in environments."""

from __future__ import annotations

from pettingzoo import AECEnv

from sandtable import players
from sandtable.engine.types import Choice
from sandtable.env.environment import Action, GameEnv, Observation
from sandtable.env.partial_choice import PartialChoice


class Opponent:
    """Plays the seat that is asked. It decides once per ask, and says its choice word by word."""

    def __init__(self, env: AECEnv[str, Observation, Action], level: str, seed: str) -> None:
        assert isinstance(env.unwrapped, GameEnv)
        self.env = env.unwrapped
        self.player = players.make(level, seed)
        self.partial: PartialChoice | None = None
        """That of the ask which was decided last."""
        self.choice: Choice = ()

    def act(self) -> int:
        """The next action of the asked seat."""
        if self.partial is not self.env.partial:
            self.partial = self.env.partial
            self.choice = self.player.choose(self.env.match, self.env.match.asked().seat)
        return self.env.toward(self.choice)
