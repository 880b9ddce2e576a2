"""Threat: what Konev looks at, and which district he takes for the most dangerous."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.cards import (
    IN,
    NEED_CIVILIAN,
    NEED_EITHER,
    NEED_INSURGENT,
    NOWHERE,
    ON_MAP,
    PREVIOUSLY_ACTIVE,
    Step,
)
from sandtable.games.nights_of_fire.pack import DISTRICTS
from sandtable.games.nights_of_fire.state import KonevCard, State


def open_objective(g: State, district: int) -> bool:
    """An objective without a Garrison, active or disabled (konev.threat.objective.disabled)."""
    return bool(g.pack.objectives & ~g.garrison & 1 << district)


def rank(g: State, district: int) -> int:
    """How great a threat a district is: the tests in their order, the first weighing most."""
    civilian = g.pack.civilian_value[g.lives[district]] + 1 if g.civilians >> district & 1 else 0
    threat = civilian  # konev.threat.civilian, konev.threat.zero_civilian
    threat = threat << 8 | g.at[district].bit_count()  # konev.threat.insurgents
    threat = threat << 1 | open_objective(g, district)  # konev.threat.objective
    return (threat << 8) - g.active(district).bit_count()  # konev.threat.regiments


def highest(g: State, districts: Sequence[int]) -> int:
    """The district of highest threat at this moment, equal ones decided at random (konev.threat.now, .random)."""
    if not districts:
        return NONE
    ranks = [rank(g, district) for district in districts]
    most = max(ranks)
    equal = [district for district, threat in zip(districts, ranks, strict=True) if threat == most]
    return equal[0] if len(equal) == 1 else g.chance.pick("threat", equal, g.pack.area_ids)


# ---------------------------------------------------------------------- which districts a step looks at


def candidates(g: State, card: KonevCard, step: Step) -> list[int]:
    """The districts that meet the limits of a step (konev.threat.qualified)."""
    return [d for d in in_scope(g, card, step) if needed(g, step.need, d) and regiment_near(g, card, step, d)]


def in_scope(g: State, card: KonevCard, step: Step) -> Sequence[int]:
    """The whole map, or the sector of the card or of the moment."""
    if step.scope == ON_MAP or card.sector == NOWHERE:
        return range(DISTRICTS)
    return bits(g.pack.sector_districts[card.sector])


def needed(g: State, need: int, district: int) -> bool:
    """Whether a district has what a step asks for."""
    if need == NEED_INSURGENT:
        return g.at[district] > 0
    civilian = bool(g.civilians >> district & 1)
    if need == NEED_CIVILIAN:
        return civilian
    if need == NEED_EITHER:
        return civilian or g.at[district] > 0
    return open_objective(g, district)


def regiment_near(g: State, card: KonevCard, step: Step, district: int) -> bool:
    """Whether an active Regiment is in a district or, where the step allows it, adjacent to it (konev.move.active)."""
    able = ~g.disabled_regiments
    if step.who == PREVIOUSLY_ACTIVE:
        able &= card.before
    if g.regiments[district] & able:
        return True
    if step.near == IN:
        return False
    return any(g.regiments[area] & able for area in g.pack.within[district])  # konev.adjacent.regiment
