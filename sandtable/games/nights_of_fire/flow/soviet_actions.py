"""The commander's actions without combat: Move, Recon, Arrest, Clear, Garrison and Rally."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Offer, Refuses, one, two
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.allowance import (
    able,
    able_districts,
    in_sector,
    spend,
    unable,
    unable_district,
    unallowed,
)
from sandtable.games.nights_of_fire.pack import (
    ARREST,
    CLEAR,
    DISTRICTS,
    GARRISON,
    MOVE,
    RALLY,
    RECON,
    REGIMENTS,
    STAGING,
)
from sandtable.games.nights_of_fire.state import State

# ====================================================================== Move


def march(g: State, regiment: int, district: int) -> None:
    """A Regiment goes to the next district; it may do so again (sov.move.repeat)."""
    spend(g, MOVE, district)
    g.soviet.marched |= 1 << regiment
    units.march(g, regiment, district, "sov.move.unit")


def pinned(g: State, regiment: int) -> str | None:
    """The rule that keeps a Regiment, now, in a district that it entered this turn (sov.move.pinning.when)."""
    if not g.soviet.marched >> regiment & 1:  # sov.move.pinning.started
        return None
    district = g.regiment_at[regiment]
    if g.revealed(district) or g.barricade >> district & 1:
        return "sov.move.pinning"
    return "sov.move.pinning.rubble" if g.rubble[district] else None


def offer_march(g: State, offer: Offer) -> None:
    """What `march_refusal` allows, Regiment by Regiment."""
    pack = g.pack
    if g.soviet.allowance[MOVE]:
        for regiment in bits(able(g)):
            if pinned(g, regiment) is None:
                row = pack.march[regiment]
                for district in pack.reach[g.regiment_at[regiment]]:  # sov.move.unit, sov.move.from_staging
                    offer.add(row[district])


def march_refusal(g: State, regiment: int, district: int) -> str | None:
    """The rule that keeps a Regiment from moving to a district; to staging no choice leads (sov.move.no_return)."""
    area = g.regiment_at[regiment]
    if g.pack.sector_of[district] != g.pack.sector_of[area]:
        return "sov.move.no_sector_crossing"
    if district not in g.pack.reach[area]:
        return "sov.move.from_staging" if area >= STAGING else "sov.move.unit"
    return unable(g, regiment, "sov.move.unit") or pinned(g, regiment) or unallowed(g, MOVE)


# ====================================================================== Recon


def recon(g: State, block: int) -> None:
    """The commander points at a hidden block, which is revealed."""
    spend(g, RECON, g.place[block])
    g.soviet.recon_done = True  # sov.recon.readiness.only_recon
    units.reveal(g, block, "sov.recon")


def offer_recon(g: State, offer: Offer) -> None:
    """What `recon_refusal` allows, district by district."""
    pack = g.pack
    if g.soviet.allowance[RECON] and not g.is_night():
        for district in bits(able_districts(g)):
            for block in bits(g.hidden(district)):
                offer.add(pack.recon[block])


def recon_refusal(g: State, block: int) -> str | None:
    """The rule that keeps a block from being looked at."""
    district = g.place[block]
    if district >= DISTRICTS or g.shown >> block & 1:
        return "sov.recon"
    if g.is_night():
        return "sov.recon.night"
    return unable_district(g, district, "sov.recon") or unallowed(g, RECON)


# ====================================================================== Arrest


def arrest(g: State, district: int) -> None:
    """A civilian is taken away, face down (sov.arrest.face_down)."""
    spend(g, ARREST, district)
    g.soviet.arrest_done = True
    units.arrest(g, district, "sov.arrest")


def offer_arrest(g: State, offer: Offer) -> None:
    """What `arrest_refusal` allows, district by district."""
    if g.soviet.allowance[ARREST]:
        for district in bits(able_districts(g) & g.civilians):
            if not g.revealed(district):  # sov.arrest.blocked
                offer.add(g.pack.arrest[district])


def arrest_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a civilian from being arrested."""
    if not g.civilians >> district & 1:
        return "sov.arrest"
    if g.revealed(district):
        return "sov.arrest.blocked"
    return unable_district(g, district, "sov.arrest") or unallowed(g, ARREST)


# ====================================================================== Clear


def clear_barricade(g: State, district: int) -> None:
    """A Barricade goes back to the supply."""
    spend(g, CLEAR, district)
    units.clear_barricade(g, district, "sov.clear")


def clear_rubble(g: State, district: int) -> None:
    """One Rubble token goes back to the supply (sov.clear.rubble)."""
    spend(g, CLEAR, district)
    units.clear_rubble(g, district, "sov.clear.rubble")


def offer_clear(g: State, offer: Offer) -> None:
    """What `barricade_refusal` and `rubble_refusal` allow, district by district."""
    pack = g.pack
    if g.soviet.allowance[CLEAR]:
        for district in bits(able_districts(g)):
            if g.barricade >> district & 1:
                offer.add(pack.clear_barricade[district])
            if g.rubble[district]:
                offer.add(pack.clear_rubble[district])


def barricade_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a Barricade from being cleared."""
    return clear_refusal(g, district) if g.barricade >> district & 1 else "sov.clear"


def rubble_refusal(g: State, district: int) -> str | None:
    """The rule that keeps Rubble from being cleared."""
    return clear_refusal(g, district) if g.rubble[district] else "sov.clear.rubble"


def clear_refusal(g: State, district: int) -> str | None:
    """The rule that keeps anything in a district from being cleared."""
    return unable_district(g, district, "sov.clear") or unallowed(g, CLEAR)


# ====================================================================== Garrison


def garrison(g: State, district: int) -> None:
    """An active Garrison takes over an objective."""
    spend(g, GARRISON, district)
    units.place_garrison(g, district, "sov.garrison")


def offer_garrison(g: State, offer: Offer) -> None:
    """What `garrison_refusal` allows: objectives without a Garrison, while there is one (comp.limited.ignore)."""
    if g.soviet.allowance[GARRISON] and g.garrisons_left():
        for district in bits(able_districts(g) & g.pack.objectives & ~g.garrison):
            offer.add(g.pack.garrison[district])


def garrison_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a Garrison out of a district."""
    if not g.pack.objectives >> district & 1:
        return "sov.garrison.needs_objective"
    if g.garrison >> district & 1:
        return "sov.garrison.one"
    if not g.garrisons_left():
        return "comp.limited.ignore"
    return unable_district(g, district, "sov.garrison.needs_regiment") or unallowed(g, GARRISON)


# ====================================================================== Rally


def rally(g: State, target: int) -> None:
    """A disabled unit is active again; a Regiment may act at once (sov.rally.acts)."""
    spend(g, RALLY, units.where(g, target))
    units.rally(g, target, "sov.rally")


def offer_rally(g: State, offer: Offer) -> None:
    """Disabled units, with or without an active Regiment beside them (sov.rally.no_regiment_needed)."""
    if g.soviet.allowance[RALLY] and not g.rev_passed:
        for regiment in bits(g.disabled_regiments):
            if rally_refusal(g, regiment) is None:
                offer.add(g.pack.rally[regiment])
        for district in bits(g.disabled_garrisons):
            if rally_refusal(g, REGIMENTS + district) is None:
                offer.add(g.pack.rally[REGIMENTS + district])


def rally_refusal(g: State, target: int) -> str | None:
    """The rule that keeps a unit from being rallied."""
    regiment = target < REGIMENTS
    if not (g.disabled_regiments >> target if regiment else g.disabled_garrisons >> target - REGIMENTS) & 1:
        return "sov.rally"
    if g.rev_passed:
        return "sov.rally.after_pass"
    if not in_sector(g, units.where(g, target)):
        return "sov.turn.sector_rally"
    return unallowed(g, RALLY)


# ====================================================================== by verb

REFUSALS: Final[dict[str, Refuses[State]]] = {
    "march": two(march_refusal),
    "recon": one(recon_refusal),
    "arrest": one(arrest_refusal),
    "clear_barricade": one(barricade_refusal),
    "clear_rubble": one(rubble_refusal),
    "garrison": one(garrison_refusal),
    "rally": one(rally_refusal),
}
