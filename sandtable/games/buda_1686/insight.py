"""What opponents count in a position of the siege; the weights are in insight.toml."""

from __future__ import annotations

from typing import Final

from sandtable.games.buda_1686.flow.victory import FEW_OTTOMANS
from sandtable.games.buda_1686.pack import IMPERIAL, OTTOMAN
from sandtable.games.buda_1686.state import State

FEATURES: Final = (
    "besiegers",
    "turns_left",
    "ottoman_units",
    "ottoman_wounds",
    "imperial_away",
    "imperial_wounds",
    "walls_held",
    "middle_walls_held",
    "ottoman_morale",
    "morale_broken",
    "imperial_morale",
    "artillery",
    "mines",
    "imperial_works",
    "ottoman_works",
    "in_breach",
    "breach_edge",
    "strongest_breach",
    "held_strength",
    "gathered_edge",
    "best_gathered",
    "bare_walls",
    "officers",
)
EDGE: Final = 6
"""With such an advantage in strength, the die no longer matters."""


def measure(g: State, seat: int) -> list[float]:
    """The features from the besieger's point of view; for the defender each is negated."""
    numbers = besiegers_view(g)
    return numbers if seat == IMPERIAL else [-number for number in numbers]


def besiegers_view(g: State) -> list[float]:
    pack = g.pack
    away = g.at[pack.lost] | g.at[pack.cup] | g.at[pack.sick]
    held = middle = works = counterworks = breached = edge = best = inside = gathered = nearest = bare = 0
    for wall in range(pack.walls):
        garrison = g.strength(g.ottoman_at(wall)) + pack.terrain[wall]
        if g.imperial_at(wall):
            held += 1
            middle += not pack.counts_for_tms[wall]
            inside += clamped(g.strength(g.at[wall]))
        works += g.work(IMPERIAL, wall)
        counterworks += g.work(OTTOMAN, wall)
        stormers = g.at[pack.breach(wall)]
        if stormers:
            ahead = clamped(g.strength(stormers) - garrison)
            breached += stormers.bit_count()
            edge += ahead
            best = max(best, EDGE + ahead)
        if not g.at[wall]:
            bare += 1
        elif not g.imperial_at(wall):
            ready = clamped(g.strength(gathered_at(g, wall)) - garrison)
            gathered += ready
            nearest = max(nearest, EDGE + ready)
    return [
        1.0,
        float(pack.turns - g.turn),
        float(g.ottomans() - FEW_OTTOMANS),
        float((g.wounded & pack.ottoman).bit_count()),
        float(away.bit_count()),
        float((g.wounded & pack.imperial).bit_count()),
        float(held),
        float(middle),
        float(g.ottoman_morale),
        1.0 if g.morale_broken else 0.0,
        float(g.imperial_morale),
        float(g.artillery),
        float(g.mining),
        float(works),
        float(counterworks),
        float(breached),
        float(edge),
        float(best),
        float(inside),
        float(gathered),
        float(nearest),
        float(bare),
        float(sum(g.officer)),
    ]


def gathered_at(g: State, wall: int) -> int:
    """The imperial units before a wall, in its breaches or one zone away."""
    units = g.at[g.pack.breach(wall)]
    for zone in g.pack.wall_starts[wall]:
        units |= g.imperial_at(zone)
    return units


def clamped(edge: int) -> int:
    return max(-EDGE, min(EDGE, edge))
