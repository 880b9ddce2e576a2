"""What a Soviet turn of the commander still allows: the pool of actions, the sector, and the Regiments that may act."""

from __future__ import annotations

from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import DISTRICTS, RALLY, REGIMENTS
from sandtable.games.nights_of_fire.state import SovietTurn, State


def clear(g: State) -> None:
    """A new turn begins, or this one is over: whatever was not used is lost (sov.turn.optional)."""
    g.soviet = SovietTurn()


def discard(g: State, card: int) -> None:
    """A hand card goes to the Tactics discard pile, apart from the Combat discards (sov.turn.discard)."""
    g.tactics.hand &= ~(1 << card)
    g.tactics.discard |= 1 << card
    knowledge.cards_left_hand(g, 1 << card)
    units.show_other_side(g)


def grant(g: State, card: int) -> None:
    """The actions of a played card join the pool; those of two cards are mixed freely (sov.turn.any_order)."""
    for action, times in enumerate(g.pack.grants[card]):
        g.soviet.allowance[action] += times  # sov.turn.pool


def spend(g: State, action: int, area: int) -> None:
    """One action is performed in an area: the first one fixes the sector (sov.turn.sector_lock)."""
    g.soviet.allowance[action] -= 1
    g.soviet.performed |= 1 << action
    g.soviet.sector = g.pack.sector_of[area]


def in_sector(g: State, area: int) -> bool:
    """Whether the turn's one sector, staging area included, allows an action there (sov.turn.one_sector)."""
    return g.soviet.sector in (NONE, g.pack.sector_of[area])


def able(g: State) -> int:
    """The Regiments that may act: active, not spent by an Assault, in the turn's sector."""
    # sov.assault.exhausts, sov.assault.exhausts.rally
    fit = (1 << REGIMENTS) - 1 & ~g.disabled_regiments & ~g.soviet.spent
    if g.soviet.sector == NONE:
        return fit
    return fit & g.pack.sector_regiments[g.soviet.sector]  # Regiments never leave the sector of their Division


def able_districts(g: State) -> int:
    """The districts in which a Regiment may act; in staging there is nothing to do (sov.turn.staging_only_move)."""
    where = 0
    for regiment in bits(able(g)):  # sov.assault.exhausts.scope
        where |= 1 << g.regiment_at[regiment]
    return where & (1 << DISTRICTS) - 1


# ---------------------------------------------------------------------- why not


def unable(g: State, regiment: int, rule: str) -> str | None:
    """The rule that keeps a Regiment from acting; that of the action itself asks for an active one."""
    if not in_sector(g, g.regiment_at[regiment]):
        return "sov.turn.one_sector"
    if g.disabled_regiments >> regiment & 1:
        return rule
    return exhausted(g, "sov.assault.exhausts") if g.soviet.spent >> regiment & 1 else None


def unable_district(g: State, district: int, rule: str) -> str | None:
    """The rule that keeps all Regiments from acting in a district; that of the action itself asks for an active one."""
    if not in_sector(g, district):
        return "sov.turn.one_sector"
    active = g.active(district)
    if active & ~g.soviet.spent:
        return None
    return exhausted(g, "sov.assault.exhausts.scope") if active else rule


def exhausted(g: State, rule: str) -> str:
    """The rule against acting after an Assault; which unit a Rally of this turn brought back is not kept."""
    return "sov.assault.exhausts.rally" if g.soviet.performed >> RALLY & 1 else rule


def unallowed(g: State, action: int) -> str | None:
    """The rule against an action that no played card grants any more."""
    return None if g.soviet.allowance[action] else "sov.turn.pool"
