"""A table as a PettingZoo environment: the seats are the agents, an action is a word, and words make choices."""

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
from sandtable.env.picture import picture
from sandtable.env.speech import Speech, word_at
from sandtable.env.vocabulary import Vocabulary

RENDER_MODES: Final = ("ansi",)
WON: Final = 1.0
LOST: Final = -1.0
DRAWN: Final = 0.0

Observation = dict[str, Any]
"""Under "observation" the numbers, under "action_mask" a 1 for every legal action."""
Action = int | np.integer[Any] | None
"""PettingZoo says None for a seat whose match is over."""


class IllegalAction(SandtableError):
    """An action that the mask rules out; nothing has changed."""

    code = "illegal_choice"


class TableEnv(AECEnv[str, Observation, Action]):
    """A table of one game, on which one match after the other is played."""

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
            "is_parallelizable": False,  # seats answer when they are asked, not in rounds
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
        """Begin a new match. PettingZoo wants `options`; those of the game are given to `make`, and these not used."""
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
        self._listen()

    def _listen(self) -> None:
        """Wait for the answer to a new ask."""
        self.speech = Speech(self.match.choices)
        self._known: dict[str, Numbers] = {}

    def step(self, action: Action) -> None:
        """Say a word for the asked seat; the last word of a choice makes it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choice = self.speech.say(self._word(action))
        self.cycles += 1
        if choice is not None:
            self.match.choose(choice)
            self._listen()
        self._put_ask()
        self._accumulate_rewards()  # there is none before the end, and so none to clear

    def _word(self, action: Action) -> str | int:
        actions = self.vocabulary.actions
        if action is None or not 0 <= action < len(actions):
            raise IllegalAction(f"{action} is not an action; there are 0 to {len(actions) - 1}")
        word = actions[action]
        if word not in self.speech.next():
            raise IllegalAction(f"action {action} says {word!r}, which is not legal here; the action mask says what is")
        return word

    def _put_ask(self) -> None:
        """Turn to the seat that is asked, or see how the match ended."""
        outcome = self.match.outcome
        self.infos = {agent: {} for agent in self.agents}
        if outcome is not None:
            self._end(outcome)
            return
        ask = self.match.asked()
        self.agent_selection = self.match.seats[ask.seat]
        self.infos[self.agent_selection] = {
            "prompt": ask.prompt,
            "choices": list(self.speech.choices),
            "said": self.speech.said,
        }
        if self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def _end(self, outcome: Outcome) -> None:
        """Winners and losers: a team wins or loses together, and where the game itself wins everybody has lost."""
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = DRAWN if outcome.drawn else WON if seat in outcome.winners else LOST
            self.infos[agent] = {"reason": outcome.reason, "score": outcome.scores[seat]}
            if outcome.points:
                self.infos[agent]["points"] = outcome.points[seat]
        self.terminations = dict.fromkeys(self.agents, True)

    # ------------------------------------------------------------------ looking

    def observe(self, agent: str) -> Observation:
        """What a seat knows, as numbers, and what it may say."""
        return {"observation": self._numbers(agent), "action_mask": self._mask(agent)}

    def _numbers(self, agent: str) -> Numbers:
        """What changes between two words is only what was said, so that the table is looked at once for every ask."""
        if agent not in self._known:
            self._known[agent] = self.layout.observe(self.match, self.possible_agents.index(agent))
        row = self._known[agent].copy()
        if self._asked(agent):
            self.layout.add_said(row, self.speech.said)
        return row

    def _asked(self, agent: str) -> bool:
        return self.match.ask is not None and agent == self.match.seats[self.match.ask.seat]

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(len(self.vocabulary.actions), np.int8)
        if self._asked(agent):
            mask[[self.vocabulary.action(word) for word in self.speech.next()]] = 1
        return mask

    def state(self) -> Numbers:
        """What all seats know together, for learners that are trained by somebody who sees every hand."""
        return np.concatenate([self._numbers(agent) for agent in self.possible_agents])

    def scene(self, agent: str) -> Scene:
        """What a seat sees, as the engine says it."""
        return self.game.scene(self.match.state, self.possible_agents.index(agent))

    def toward(self, choice: Choice) -> int:
        """The action that says the next word of a choice."""
        if choice not in self.speech.choices:
            raise IllegalAction(f"{list(choice)} is not among the choices that can still be said")
        return self.vocabulary.action(word_at(choice, len(self.speech.said)))

    def render(self) -> str | None:
        """In mode 'ansi' the table as the asked seat sees it, in words."""
        return picture(self.scene(self.agent_selection), self._words) if self.render_mode == "ansi" else None


def _check(max_cycles: int | None, render_mode: str | None, lang: str) -> None:
    if max_cycles is not None and max_cycles < 1:
        raise BadOptions(f"max_cycles cannot be {max_cycles}; it can be None or at least 1")
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise BadOptions(f"render_mode cannot be {render_mode!r}; it can be None or {', '.join(RENDER_MODES)}")
    if lang not in LANGUAGES:
        raise BadOptions(f"lang cannot be {lang!r}; it can be {', '.join(LANGUAGES)}")
