"""Modifiers in force: those of the day, and the permanent abilities of companions where they are."""

from __future__ import annotations

from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.cards import (
    ANY_ONE,
    DAY,
    HIGHEST,
    LOWEST,
    TANK_HIT_MAX,
    TANK_MOLOTOV,
    TANK_MOVE_COST,
    TANKS_SILENT,
)
from sandtable.games.days_of_ire.state import State


def last_today(g: State, mod: int, value: int) -> None:
    """Put a modifier in force until the end of the day, together with those of the same kind."""
    now, combine = g.day_mods[mod], g.pack.combine[mod]
    if combine == ANY_ONE:
        g.day_mods[mod] = 1
    elif combine == LOWEST and now:
        g.day_mods[mod] = min(now, value)
    elif combine == HIGHEST and now:
        g.day_mods[mod] = max(now, value)
    else:
        g.day_mods[mod] = now + value


def of_the_cards(g: State) -> None:
    """Put in force what the cards that lie there for the day say (icon.continuing_all_day, resolve.continuing)."""
    played = g.continuing | g.front & g.pack.green & g.pack.continuing_headlines
    programs = [g.pack.headline_effect[headline] for headline in bits(played)]
    programs += [g.pack.reward[event] for event in bits(g.continuing_events)]
    for program in programs:
        for part in g.pack.programs[program]:
            if part.until == DAY:
                last_today(g, part.mod, part.n)


def permanent(g: State, mod: int, location: int) -> list[int]:
    """The values of permanent abilities in a location, while a revolutionary is there (ability.permanent_presence)."""
    companions = g.active[location] & g.pack.bearers[mod]
    if not companions or location not in g.rev_at:
        return []
    return [value for companion, value in g.pack.lasting[mod] if companions >> companion & 1]


def total(g: State, mod: int, location: int) -> int:
    """The sum of permanent abilities in a location."""
    return sum(permanent(g, mod, location))


def fire_hits(g: State, location: int) -> int:
    """The highest face of a tank's die that hits (tankfire.hit_123); the lowest number in force counts."""
    most = g.day_mods[TANK_HIT_MAX] or g.pack.limits.fire_hits
    return min([most, g.pack.limits.fire_hits, *permanent(g, TANK_HIT_MAX, location)])


def molotovs(g: State, location: int) -> int:
    """The Molotov icons that destroy a tank in a location (tank.destroy)."""
    return min([g.pack.limits.molotovs, *permanent(g, TANK_MOLOTOV, location)])


def tank_move_cost(g: State) -> int:
    """The command points for a tank's move today (army.move_cost)."""
    return g.day_mods[TANK_MOVE_COST] or g.pack.limits.tank_move


def silent(g: State) -> bool:
    """Whether Soviet tanks do not fire before the next action of the revolutionary on turn."""
    return g.turn.silent or g.day_mods[TANKS_SILENT] > 0
