"""Annual accounting, and what is deducted for conquests that were lost."""

from __future__ import annotations

from sandtable.games.battle_for_europe.state import State


def annual(g: State) -> None:
    """After winter every power receives its HPP for the new year (seq.year.accounting)."""


def deduct_lost(g: State, power: int) -> None:
    """At the end of its phase 1 a power loses the value of conquests that it has not retaken (acc.loss.deduct)."""
