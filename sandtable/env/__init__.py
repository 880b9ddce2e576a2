"""Every game as a PettingZoo environment, for training agents. It needs the optional extra `env`."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.engine.errors import SandtableError
from sandtable.games import load


class MissingExtra(SandtableError):
    """A library that environments need is not installed."""


try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from sandtable.env.environment import Action, GameEnv, IllegalAction, Observation
    from sandtable.env.opponent import Opponent
except ModuleNotFoundError as error:
    raise MissingExtra(f"environments need {error.name}: pip install 'sandtable[env]'") from error

__all__ = ["Action", "IllegalAction", "MissingExtra", "Observation", "Opponent", "GameEnv", "make"]


def make(
    slug: str,
    mode: str | None = None,
    options: Mapping[str, object] | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    lang: str = "en",
) -> AECEnv[str, Observation, Action]:
    """Make the environment of a game in a mode, or with its default options; `options` change single ones."""
    game = load(slug)
    settled = game.settle(options or {}, mode)
    return OrderEnforcingWrapper(GameEnv(game, settled, max_cycles, render_mode, lang))
