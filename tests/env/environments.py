"""Environments for tests: of every game and mode, and with random options."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from sandtable import games
from sandtable.engine.game import Options
from sandtable.engine.start import Origin, start
from sandtable.env.environment import GameEnv
from tests.playing import AnyGame, AnyMatch

MODES = [(slug, mode) for slug in games.slugs() for mode in games.load(slug).modes]


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
    """Any value for each option."""
    return {option.id: rng.choice(option.values) for option in game.options}


def random_matches(game: AnyGame, seeds: range) -> Iterator[tuple[AnyMatch, random.Random]]:
    """Every position of random matches with random options, the last one included."""
    for seed in seeds:
        rng = random.Random(f"{game.slug} {seed}")
        match = start(game, random_options(game, rng), Origin(f"env {seed}"), explain=False)
        yield match, rng
        while match.ask is not None:
            match.choose(rng.choice(match.choices))
            yield match, rng
