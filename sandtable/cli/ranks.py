"""The names of the opponents' ranks."""

from __future__ import annotations

from sandtable.cli.words import Say
from sandtable.players.levels import RANKS

DEFAULT_OPPONENT = "4"
"""The level of opponents if none is named."""


def rank_name(level: str, say: Say) -> str:
    """The name of a level's rank."""
    return RANKS[level].name_hu if say.lang == "hu" else RANKS[level].name


def all_ranks(say: Say) -> str:
    """The six levels with their names, the weakest first."""
    return ", ".join(f"{level} {rank_name(level, say)}" for level in RANKS)
