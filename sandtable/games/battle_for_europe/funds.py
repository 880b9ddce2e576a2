"""HPP that opponents count on: what a side can still spend this year, and what is under way to it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.pack import USA, WINTER
from sandtable.games.battle_for_europe.routes import RECEIVERS
from sandtable.games.battle_for_europe.state import BUILDING, State

A_GOAL: Final = 10.0
"""What a goal of research is worth in the long run, in HPP ..."""
A_TRY: Final = 1.5
"""... and every failed attempt, which makes the next one likelier (opt.cumulative): less than its price, so that
attempts are made with what would be lost at the accounting, or where they are likely to succeed."""


def learned(g: State, side: int) -> float:
    """What the research of a side is worth, in HPP."""
    research = g.research
    if research is None:
        return 0.0
    found = 0.0
    for project, (power, _) in enumerate(g.pack.projects):
        if g.pack.history[power] == side:
            found += A_GOAL if research.reached >> project & 1 else A_TRY * research.tries[project]
    return found


def savings(g: State, side: int) -> float:
    """HPP of a side that can still be spent this year: half of the opening amount a turn, and nothing is carried over.

    (hpp.half_cap, acc.no_carry)
    """
    row = 0 if g.pack.history[g.rules.order[0][0]] == side else 1
    later = min(WINTER - g.pack.season[g.season], g.rules.scenario.end - g.season)
    found = 0
    for power in g.rules.order[row]:
        if g.fallen >> power & 1:
            continue
        limit = g.limit(power)
        now = 0 if g.turn > row else limit
        if g.turn == row:
            now = g.purse(power) if g.phase <= BUILDING else 0
        if g.lease is None:
            found += max(0, min(g.hpp[power], now + later * limit))
        else:
            found += with_aid(g, power, now + later * limit)
    return float(found)


def with_aid(g: State, power: int, most: int) -> int:
    """HPP of a power that can still be spent, so many at most, and those that are under way to it.

    A neutral United States spends nothing (usa.hpp_before): what it sends is won.
    """
    stacks = g.lease_now().stacks
    under_way = sum([max(0, value) for route, value in enumerate(stacks) if RECEIVERS[route] == power])
    own = 0 if power == USA and g.alliance[USA] == NONE else max(0, min(g.hpp[power], most))
    return own + under_way
