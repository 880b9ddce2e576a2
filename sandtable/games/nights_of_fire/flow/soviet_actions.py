"""The commander's actions without combat: Move, Recon, Arrest, Clear, Garrison and Rally."""

from __future__ import annotations

from sandtable.engine.ask import Offer
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.allowance import (
    able,
    able_districts,
    in_sector,
    spend,
    unable,
    unable_district,
)
from sandtable.games.nights_of_fire.pack import (
    ARREST,
    CLEAR,
    DISTRICTS,
    GARRISON,
    INSURGENTS,
    MOVE,
    RALLY,
    RECON,
    REGIMENTS,
    STAGING,
    TARGETS,
)
from sandtable.games.nights_of_fire.state import State

# ====================================================================== Move


def march(g: State, regiment: int, district: int) -> None:
    """A Regiment goes to the next district; it may do so again (sov.move.repeat)."""
    spend(g, MOVE, district)
    g.soviet.marched |= 1 << regiment
    units.march(g, regiment, district, "sov.move.unit")


def pinned(g: State, regiment: int) -> bool:
    """Whether a Regiment cannot leave, now, a district that it entered this turn (sov.move.pinning.when)."""
    if not g.soviet.marched >> regiment & 1:  # sov.move.pinning.started
        return False
    district = g.regiment_at[regiment]
    # sov.move.pinning, sov.move.pinning.rubble
    return bool(g.revealed(district) or g.barricade >> district & 1 or g.rubble[district])


def offer_march(g: State, offer: Offer) -> None:
    pack = g.pack
    if g.soviet.allowance[MOVE]:
        for regiment in bits(able(g)):
            if not pinned(g, regiment):
                row = pack.march[regiment]
                for district in pack.reach[g.regiment_at[regiment]]:  # sov.move.unit, sov.move.from_staging
                    offer.add(row[district])
    if offer.explaining:
        for regiment in range(REGIMENTS):
            for district in range(DISTRICTS):
                refused = march_refusal(g, regiment, district)
                if refused is not None:
                    offer.add(pack.march[regiment][district], refused)


def march_refusal(g: State, regiment: int, district: int) -> str | None:
    """The rule that keeps a Regiment from moving to a district; to staging no choice leads (sov.move.no_return)."""
    area = g.regiment_at[regiment]
    if g.pack.sector_of[district] != g.pack.sector_of[area]:
        return "sov.move.no_sector_crossing"
    if district not in g.pack.reach[area]:
        return "sov.move.from_staging" if area >= STAGING else "sov.move.unit"
    if not g.soviet.allowance[MOVE]:
        return "sov.turn.pool"
    if pinned(g, regiment):
        return "sov.move.pinning"
    return unable(g, regiment, "sov.move.unit")


# ====================================================================== Recon


def recon(g: State, block: int) -> None:
    """The commander points at a hidden block, which is revealed."""
    spend(g, RECON, g.place[block])
    g.soviet.recon_done = True  # sov.recon.readiness.only_recon
    units.reveal(g, block, "sov.recon")


def offer_recon(g: State, offer: Offer) -> None:
    pack = g.pack
    if g.soviet.allowance[RECON] and not g.is_night():
        for district in bits(able_districts(g)):
            for block in bits(g.hidden(district)):
                offer.add(pack.recon[block])
    if offer.explaining:
        for block in range(INSURGENTS):
            if g.place[block] < DISTRICTS:
                refused = recon_refusal(g, block)
                if refused is not None:
                    offer.add(pack.recon[block], refused)


def recon_refusal(g: State, block: int) -> str | None:
    """The rule that keeps a block on the map from being looked at."""
    if g.shown >> block & 1:
        return "sov.recon"
    if g.is_night():
        return "sov.recon.night"
    if not g.soviet.allowance[RECON]:
        return "sov.turn.pool"
    return unable_district(g, g.place[block], "sov.recon")


# ====================================================================== Arrest


def arrest(g: State, district: int) -> None:
    """A civilian is taken away, face down (sov.arrest.face_down)."""
    spend(g, ARREST, district)
    g.soviet.arrest_done = True
    units.arrest(g, district, "sov.arrest")


def offer_arrest(g: State, offer: Offer) -> None:
    pack = g.pack
    if g.soviet.allowance[ARREST]:
        for district in bits(able_districts(g) & g.civilians):  # sov.arrest
            if not g.revealed(district):  # sov.arrest.blocked
                offer.add(pack.arrest[district])
    if offer.explaining:
        for district in range(DISTRICTS):
            refused = arrest_refusal(g, district)
            if refused is not None:
                offer.add(pack.arrest[district], refused)


def arrest_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a civilian from being arrested."""
    if not g.civilians >> district & 1:
        return "sov.arrest"
    if g.revealed(district):
        return "sov.arrest.blocked"
    if not g.soviet.allowance[ARREST]:
        return "sov.turn.pool"
    return unable_district(g, district, "sov.arrest")


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
    pack = g.pack
    if g.soviet.allowance[CLEAR]:
        for district in bits(able_districts(g)):
            if g.barricade >> district & 1:  # sov.clear
                offer.add(pack.clear_barricade[district])
            if g.rubble[district]:
                offer.add(pack.clear_rubble[district])
    if offer.explaining:
        for district in range(DISTRICTS):
            unable_to = clear_refusal(g, district)
            barred = unable_to if g.barricade >> district & 1 else "sov.clear"
            if barred is not None:
                offer.add(pack.clear_barricade[district], barred)
            barred = unable_to if g.rubble[district] else "sov.clear.rubble"
            if barred is not None:
                offer.add(pack.clear_rubble[district], barred)


def clear_refusal(g: State, district: int) -> str | None:
    """The rule that keeps anything in a district from being cleared."""
    if not g.soviet.allowance[CLEAR]:
        return "sov.turn.pool"
    return unable_district(g, district, "sov.clear")


# ====================================================================== Garrison


def garrison(g: State, district: int) -> None:
    """An active Garrison takes over an objective."""
    spend(g, GARRISON, district)
    units.place_garrison(g, district, "sov.garrison")


def offer_garrison(g: State, offer: Offer) -> None:
    pack = g.pack
    if g.soviet.allowance[GARRISON] and g.garrisons_left():
        for district in bits(able_districts(g) & pack.objectives & ~g.garrison):
            offer.add(pack.garrison[district])
    if offer.explaining:
        for district in range(DISTRICTS):
            refused = garrison_refusal(g, district)
            if refused is not None:
                offer.add(pack.garrison[district], refused)


def garrison_refusal(g: State, district: int) -> str | None:
    """The rule that keeps a Garrison out of a district."""
    if not g.pack.objectives >> district & 1:
        return "sov.garrison.needs_objective"
    if g.garrison >> district & 1:
        return "sov.garrison.one"
    if not g.garrisons_left():
        return "comp.limited.ignore"
    if not g.soviet.allowance[GARRISON]:
        return "sov.turn.pool"
    return unable_district(g, district, "sov.garrison.needs_regiment")


# ====================================================================== Rally


def rally(g: State, target: int) -> None:
    """A disabled unit is active again; a Regiment may act at once (sov.rally.acts)."""
    spend(g, RALLY, units.where(g, target))
    units.rally(g, target, "sov.rally")


def offer_rally(g: State, offer: Offer) -> None:
    """Disabled units, with or without an active Regiment beside them (sov.rally.no_regiment_needed)."""
    pack = g.pack
    if g.soviet.allowance[RALLY] and not g.rev_passed:
        for regiment in bits(g.disabled_regiments):
            if in_sector(g, g.regiment_at[regiment]):
                offer.add(pack.rally[regiment])
        for district in bits(g.disabled_garrisons):
            if in_sector(g, district):
                offer.add(pack.rally[REGIMENTS + district])
    if offer.explaining:
        for target in range(TARGETS):
            refused = rally_refusal(g, target)
            if refused is not None:
                offer.add(pack.rally[target], refused)


def rally_refusal(g: State, target: int) -> str | None:
    """The rule that keeps a unit from being rallied."""
    disabled = g.disabled_garrisons << REGIMENTS | g.disabled_regiments
    if not disabled >> target & 1:
        return "sov.rally"
    if g.rev_passed:
        return "sov.rally.after_pass"
    if not g.soviet.allowance[RALLY]:
        return "sov.turn.pool"
    return None if in_sector(g, units.where(g, target)) else "sov.turn.sector_rally"
