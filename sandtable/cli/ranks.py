"""Our opponents by the names that people know them by."""

from __future__ import annotations

from sandtable.cli.words import Say
from sandtable.players.levels import RANKS

DEFAULT_OPPONENT = "4"
"""Who sits down where nobody else is named."""


def rank_name(level: str, say: Say) -> str:
    """What an opponent of one of the six levels is called."""
    return RANKS[level].name_hu if say.lang == "hu" else RANKS[level].name


def all_ranks(say: Say) -> str:
    """The six levels with their names, from the weakest on."""
    return ", ".join(f"{level} {rank_name(level, say)}" for level in RANKS)
