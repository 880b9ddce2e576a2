"""Game End: surrender, and who wins."""

from __future__ import annotations

from typing import Final

from sandtable.engine.errors import Ended
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.phases import OVER
from sandtable.games.nights_of_fire.state import (
    GRAND_REVOLUTIONARY,
    GRAND_SOVIET,
    RESULTS,
    REVOLUTIONARY,
    SOVIET,
    State,
)

NORMAL_SOVIET: Final = 3
"""The highest final Prestige of a Normal Soviet Victory (end.soviet)."""


def end(g: State, result: int, rule: str) -> None:
    """The game is over."""
    g.result = result
    g.reason = rule
    g.phase = OVER
    if g.log is not None:
        g.log.add("over_" + RESULTS[result], rule=rule)


def check_prestige(g: State) -> None:
    """Prestige gone in the middle of the round: the game ends at that moment (adjust.grand.anytime)."""
    if g.prestige <= 0:
        end(g, GRAND_REVOLUTIONARY, "adjust.grand.anytime")
        raise Ended


def surrender(g: State, rule: str) -> None:
    """The Hungarians surrender: the last losses of Prestige decide."""
    if g.log is not None:
        g.log.add("surrendered", rule=rule)
    units.change_prestige(g, -half_rounded_up(armed_on_map(g)), "end.surrender.armed")
    units.change_prestige(g, -value_of_fled(g), "end.surrender.civilians")
    if g.prestige <= 0:  # end.equal
        end(g, REVOLUTIONARY, "end.revolutionary")
    elif g.prestige <= NORMAL_SOVIET:
        end(g, SOVIET, "end.soviet")
    else:
        end(g, GRAND_SOVIET, "end.grand_soviet")


def half_rounded_up(count: int) -> int:
    return (count + 1) // 2


def armed_on_map(g: State) -> int:
    """How many armed insurgents are on the map."""
    return (g.armed() & g.on_map()).bit_count()


def value_of_fled(g: State) -> int:
    """The value of the civilians on the way to the Austrian border."""
    return sum(g.pack.civilian_value[g.lives[district]] for district in bits(g.fled) if g.lives[district] != NONE)
