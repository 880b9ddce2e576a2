"""Revolutionaries as choices name them, and who answers for the team."""

from __future__ import annotations

from sandtable.engine.ask import Ask, Legality
from sandtable.games.days_of_ire.pack import ALONE
from sandtable.games.days_of_ire.state import State


def seat_of(number: int) -> int:
    """The seat behind the number of a seat in the pack."""
    return 0 if number == ALONE else number


def wrong_seat(g: State, number: int) -> str:
    """The rule by which there is no such revolutionary in this match; empty if there is."""
    alone = g.rules.revolutionaries == 1
    there = number == ALONE if alone else number < g.rules.revolutionaries
    return "" if there else "roles.mode_by_revolutionaries"


def team_ask(g: State, prompt: str, legality: Legality[State], rule: str) -> Ask[State]:
    """A question to the team, which any of them may answer (headline.team_choice)."""
    leader = g.leader()
    return Ask(leader, prompt, legality, rule, team=g.rules.team & ~(1 << leader))
