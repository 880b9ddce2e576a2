"""Parts of the state that not every match has: aid under way (the advanced level) and research (the optional rules)."""

from __future__ import annotations

from sandtable.engine.declare import declared
from sandtable.engine.sets import NONE
from sandtable.games.battle_for_europe.goals import PROJECTS
from sandtable.games.battle_for_europe.pack import NATIONS, POWERS
from sandtable.games.battle_for_europe.routes import ROUTES


@declared
class Lease:
    """Aid under way, and what everybody knows about it.

    A sender's stock and its stacks face down are hidden together: what it openly had, less what the stacks hold.
    """

    stacks: list[int] = [NONE] * ROUTES
    """By route: the HPP of the stack under way, 0 if it is blank; NONE if there is none (lend.face_down)."""
    shown: int = 0
    """Routes whose stack was turned up, as a mask (lend.hidden)."""
    fresh: int = 0
    """Routes whose stack was laid in this turn of its sender: it counts against its limit (lend.counts_limit)."""
    most: list[int] = [0] * POWERS
    """By power: what its stacks face down can hold together at most, by what everybody knows."""
    slack: list[int] = [0] * POWERS
    """By power: so much of them came off HPP that an accounting took away in any case (lend.leftover_year)."""
    arrived: list[int] = [0] * POWERS
    """By power: aid that arrived this turn and raises its limit (lend.arrive_limit)."""
    lent: int = 0
    """What the United States is known to have sent in 1941 (lend.usa_1941_deducted)."""


@declared
class Research:
    """Attempts at goals, and what came of them; a project is a power's goal."""

    tries: list[int] = [0] * PROJECTS
    """By project: attempts made so far (opt.cumulative)."""
    reached: int = 0
    """Projects whose goal was reached, as a mask (opt.keep)."""
    tried: int = 0
    """Projects tried this turn, as a mask (opt.once_per_goal)."""
    won: list[int] = [NONE] * NATIONS
    """By nation: the power that won it and may rebuild its units (opt.satellite_status), or NONE."""
    joined: int = 0
    """Countries that joined a side by a goal, as a mask: their units act like those of any ally."""
    paris: int = NONE
    """The season in which the Axis took Paris (opt.german.vichy), or NONE."""
