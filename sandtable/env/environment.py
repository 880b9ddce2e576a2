"""A game as a PettingZoo environment: seats are agents, an action is one word of a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, Space
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sandtable.engine.errors import BadOptions, SandtableError
from sandtable.engine.game import Game, Outcome
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin, start
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.engine.words import LANGUAGES, Words
from sandtable.env.observation import Layout, Numbers
from sandtable.env.partial_choice import PartialChoice, word_at
from sandtable.env.scene_text import scene_text
from sandtable.env.vocabulary import Vocabulary

RENDER_MODES: Final = ("ansi",)
WON: Final = 1.0
LOST: Final = -1.0
DRAWN: Final = 0.0
"""Rewards at the end of a match."""

Observation = dict[str, Any]
"""The numbers under "observation"; under "action_mask", 1 for every legal action and 0 for the others."""
Action = int | np.integer[Any] | None
"""A number; None for an agent whose match is over, as PettingZoo wants it."""


class IllegalAction(SandtableError):
    """The action is not legal by the mask; nothing has changed."""

    code = "illegal_choice"


class GameEnv(AECEnv[str, Observation, Action]):
    """The environment of one game with one set of options; every reset starts a new match."""

    def __init__(
        self,
        game: Game[State],
        options: Mapping[str, object],
        max_cycles: int | None = None,
        render_mode: str | None = None,
        lang: str = "en",
    ) -> None:
        _check(max_cycles, render_mode, lang)
        self.game = game
        self.options = game.settle(options)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.vocabulary = Vocabulary(game)
        self.metadata = {
            "name": f"{game.slug}_v{self.vocabulary.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,  # seats act when they are asked, not all at once
        }
        self._words = Words(game, lang)
        self._random = np_random()[0]
        self._begin()
        self.possible_agents = list(self.match.seats)
        self.layout = Layout(self.vocabulary, self.match.seats, game.scene(self.match.state, 0))
        self._make_spaces()

    def _make_spaces(self) -> None:
        size, words = len(self.layout.labels), len(self.vocabulary.actions)
        least, most = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        self.state_space = Box(least, most, (size * len(self.possible_agents),), np.int16)
        self.observation_spaces = {
            agent: Dict({"observation": Box(least, most, (size,), np.int16), "action_mask": MultiBinary(words)})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(words) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Observation]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Action]:
        return self.action_spaces[agent]

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new match. `options`, a parameter of PettingZoo, is not used: give the game's options to `make`."""
        if seed is not None:
            self._random = np_random(seed)[0]
        self._begin()
        self.cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._put_ask()

    def _begin(self) -> None:
        origin = Origin(self._random.bytes(16).hex())
        self.match: Match[State] = start(self.game, self.options, origin, explain=False)
        self._begin_choice()

    def _begin_choice(self) -> None:
        """Prepare for a new ask: nothing of its choice is said, and nothing observed."""
        self.partial = PartialChoice(self.match.choices, self.match.several())
        self._rows: dict[str, Numbers] = {}

    def step(self, action: Action) -> None:
        """Say the next word of the asked seat's choice; once the choice is complete, it is made."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choice = self.partial.add(self._word(action))
        self.cycles += 1
        if choice is not None:
            self.match.choose(choice)
            self._begin_choice()
        self._put_ask()
        self._accumulate_rewards()  # rewards come only at the end, so none need to be cleared

    def _word(self, action: Action) -> str | int:
        actions = self.vocabulary.actions
        if action is None or not 0 <= action < len(actions):
            raise IllegalAction(f"{action} is not an action; there are 0 to {len(actions) - 1}")
        word = actions[action]
        if word not in self.partial.next_words():
            raise IllegalAction(f"action {action} says {word!r}, which is not legal here; the action mask says what is")
        return word

    def _put_ask(self) -> None:
        """Select the seat that is asked, or end the episode if the match is over."""
        outcome = self.match.outcome
        self.infos = {agent: {} for agent in self.agents}
        if outcome is not None:
            self._end(outcome)
            return
        ask = self.match.asked()
        self.agent_selection = self.match.seats[ask.seat]
        self.infos[self.agent_selection] = {
            "prompt": ask.prompt,
            "choices": list(self.partial.choices),
            "said": self.partial.said,
        }
        if self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, outcome: Outcome) -> None:
        """Give the rewards. Seats of a side win and lose together; if the game itself wins, all have lost."""
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = DRAWN if outcome.drawn else WON if seat in outcome.winners else LOST
            self.infos[agent] = {"reason": outcome.reason, "score": outcome.scores[seat]}
            if outcome.points:
                self.infos[agent]["points"] = outcome.points[seat]
        self.terminations = dict.fromkeys(self.agents, True)

    # ------------------------------------------------------------------ observing

    def observe(self, agent: str) -> Observation:
        """What a seat knows, as numbers, and which actions are legal."""
        return {"observation": self._numbers(agent), "action_mask": self._mask(agent)}

    def _numbers(self, agent: str) -> Numbers:
        """The numbers of an observation. The scene is read once per ask: between two words only those said change."""
        if agent not in self._rows:
            self._rows[agent] = self.layout.observe(self.match, self.possible_agents.index(agent))
        row = self._rows[agent].copy()
        if self._asked(agent):
            self.layout.add_said(row, self.partial.said)
        return row

    def _asked(self, agent: str) -> bool:
        return self.match.ask is not None and agent == self.match.seats[self.match.ask.seat]

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(len(self.vocabulary.actions), np.int8)
        if self._asked(agent):
            mask[[self.vocabulary.action(word) for word in self.partial.next_words()]] = 1
        return mask

    def state(self) -> Numbers:
        """The observations of all seats, one after the other, for centralised training."""
        return np.concatenate([self._numbers(agent) for agent in self.possible_agents])

    def scene(self, agent: str) -> Scene:
        """The scene of a seat."""
        return self.game.scene(self.match.state, self.possible_agents.index(agent))

    def toward(self, choice: Choice) -> int:
        """The action that says the next word of a choice."""
        word = word_at(choice, len(self.partial.said))
        begun = choice[: len(self.partial.said)] == self.partial.said
        if choice not in self.partial.choices and not (begun and word in self.partial.words_of_several()):
            raise IllegalAction(f"{list(choice)} is not among the choices that can still be said")
        return self.vocabulary.action(word)

    def render(self) -> str | None:
        """In mode 'ansi', the scene of the asked seat as text."""
        return scene_text(self.scene(self.agent_selection), self._words) if self.render_mode == "ansi" else None


def _check(max_cycles: int | None, render_mode: str | None, lang: str) -> None:
    if max_cycles is not None and max_cycles < 1:
        raise BadOptions(f"max_cycles cannot be {max_cycles}; it can be None or at least 1")
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOptions(f"render_mode cannot be {render_mode!r}; it can be None or {', '.join(RENDER_MODES)}")
    if lang not in LANGUAGES:
        raise BadOptions(f"lang cannot be {lang!r}; it can be {', '.join(LANGUAGES)}")
