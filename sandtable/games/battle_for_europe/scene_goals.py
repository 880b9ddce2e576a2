"""What everybody sees of research: the goals that were reached."""

from __future__ import annotations

from sandtable.engine.types import Fact
from sandtable.games.battle_for_europe.state import State


def reached(g: State) -> dict[str, Fact]:
    """A line for every goal that a power has reached (opt.keep)."""
    if g.research is None:
        return {}
    pack = g.pack
    found: dict[str, Fact] = {}
    for project, (power, goal) in enumerate(pack.projects):
        if g.research.reached >> project & 1:
            key = f"reached_{pack.goals[goal].id}"
            found[key] = "powers:both" if key in found else pack.nation_ids[power]
    return found
