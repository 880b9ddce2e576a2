"""Environments for tests: of every game and mode, and with random options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.engine.errors import OptionsClash
from sandtable.engine.game import Options, Stage
from sandtable.engine.start import Origin, start
from sandtable.env.environment import GameEnv
from tests.engine.toy import TOY
from tests.playing import AnyGame, AnyMatch, cases, grown, is_very_large, telling_modes, whole

FEW = 2
BEGINNING = 400
"""Of a very large game so few matches are tried, and so many choices of each."""

LEARNED: list[AnyGame] = [*grown(Stage.OPPONENTS), TOY]
"""Every game that says to learners what it is made of, and the little one of the engine's own tests."""
MODES = [(game.slug, mode) for game in grown(Stage.OPPONENTS) for mode in telling_modes(game)]

every_learned_game = pytest.mark.parametrize("game", [whole(game) for game in LEARNED])
every_learned_mode = pytest.mark.parametrize(("game", "mode"), [case for game in LEARNED for case in cases(game)])
"""Before a commit (`make check`) one mode of each game is enough, as in `in_every_mode`."""


def env_of(game: AnyGame, mode: str = "", seed: int = 1, **settings: Any) -> GameEnv:
    """An environment at the start of a match."""
    env = GameEnv(game, game.modes[mode] if mode else {}, **settings)
    env.reset(seed=seed)
    return env


def say(env: GameEnv, *words: str | int) -> None:
    """Say words, each by its action."""
    for word in words:
        env.step(env.vocabulary.action(word))


def play_out(env: GameEnv, seed: int) -> dict[str, float]:
    """Play legal actions at random to the end, without observing; returns the rewards."""
    rng = random.Random(seed)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(env.toward(rng.choice(env.partial.choices)))
    return rewards


def random_options(game: AnyGame, rng: random.Random) -> Options:
    """Any value for each option, all going together."""
    while True:
        try:
            return game.settle({option.id: rng.choice(option.values) for option in game.options})
        except OptionsClash:
            continue


def random_matches(game: AnyGame, seeds: range) -> Iterator[tuple[AnyMatch, random.Random]]:
    """Every position of random matches with random options, the last one included; fewer of a very large game."""
    large = is_very_large(game)
    for seed in seeds[:FEW] if large else seeds:
        rng = random.Random(f"{game.slug} {seed}")
        match = start(game, random_options(game, rng), Origin(f"env {seed}"), explain=False)
        yield match, rng
        while match.ask is not None and not (large and match.number >= BEGINNING):
            match.choose(rng.choice(match.choices))
            yield match, rng
