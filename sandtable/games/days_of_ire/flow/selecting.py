"""Where and on whom a part of an effect can work: what lets it change something (headline.choose_possible)."""

from __future__ import annotations

from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire import cards
from sandtable.games.days_of_ire.cards import Part
from sandtable.games.days_of_ire.flow import modifiers, units
from sandtable.games.days_of_ire.pack import EVERYWHERE, LOCATIONS, MORALE_CELLS, PROMO, SUPPORT_CELLS
from sandtable.games.days_of_ire.state import State


def current(g: State) -> Part:
    """The part that is being carried out."""
    running = g.running_now()
    return g.pack.programs[running.program][running.part]


def holds(g: State, part: Part) -> bool:
    """Whether the condition of a part is fulfilled now (icon.happened_modifies)."""
    if part.when == cards.ALWAYS:
        return True
    if part.when == cards.HAPPENED:
        return bool(g.happened >> part.than & 1)
    if part.when == cards.NOT_HAPPENED:
        return not g.happened >> part.than & 1
    if part.when == cards.NO_AVH_HERE:
        return not g.militia[g.here()] and not g.snipers[g.here()]
    return g.hand[g.seat].bit_count() <= part.than


# ---------------------------------------------------------------------- locations


def selected(g: State, part: Part, event: int) -> int:
    """The locations that a selector means; `event` is where the event lies or lay."""
    at = part.at
    if at == cards.AT_LOCATION:
        return 1 << part.location
    if at == cards.EVENT:
        return 1 << event
    if at == cards.HERE:
        return 1 << g.here()
    if at == cards.NEAR:
        return 1 << g.here() | g.pack.graph.masks[g.here()]
    if at == cards.REINFORCEMENT:
        return g.pack.reinforcement
    if at == cards.REV:
        return with_rev(g)
    if at == cards.NO_REV:
        return EVERYWHERE & ~with_rev(g)
    if at == cards.WITH_AVH:
        return holding(g.militia) | holding(g.snipers)
    if at == cards.WITH_TANK:
        return holding(g.tanks)
    return EVERYWHERE


def with_rev(g: State) -> int:
    """The locations with a revolutionary."""
    found = 0
    for location in g.rev_at:
        found |= 1 << location
    return found


def holding(counts: list[int]) -> int:
    """The locations where there are any."""
    found = 0
    for location, count in enumerate(counts):
        if count:
            found |= 1 << location
    return found


def workable(g: State, part: Part, event: int) -> int:
    """The locations of a selector in which a part changes something."""
    verb, places = part.verb, selected(g, part, event)
    if verb == cards.PLACE:
        return places & placeable(g, part.unit)
    if verb == cards.REMOVE:
        return places & (with_removable(g) if part.unit == cards.FIGHTER else holding(units.counts(g, part.unit)))
    if verb == cards.HIT:
        return places & with_targets(g)
    if verb == cards.ACTIVATE:
        return places & activatable(g)
    return places & not_full(g) if g.fallen else 0  # restore


def placeable(g: State, unit: int) -> int:
    """Where a unit can be placed; a limit that is reached leaves no place (comp.tanks_max_binds_cards)."""
    if unit == cards.BARRICADE:  # barricade.one_per_location, barricade.supply
        return EVERYWHERE & ~g.barricades if g.barricades_left else 0
    if unit == cards.REV_TANK:  # revtank.none_left, revtank.full_location
        return not_full(g) if g.rev_tanks else 0
    return EVERYWHERE if units.supply(g, unit) > 0 else 0  # comp.avh_max_binds_cards


def not_full(g: State) -> int:
    """The locations with room for an active companion (move.location_cap)."""
    found = 0
    for location in range(LOCATIONS):
        if not g.full(location):
            found |= 1 << location
    return found


def activatable(g: State) -> int:
    """The locations where a passive fighter can become active (activate.cap)."""
    found = 0
    for location, fighter in enumerate(g.top):
        if fighter != NONE and not g.full(location):
            found |= 1 << location
    return found


def with_removable(g: State) -> int:
    """The locations with an active fighter whom a card can remove (promo.no_removal)."""
    return holding([companions & ~PROMO for companions in g.active])


def with_targets(g: State) -> int:
    """The locations where a hit finds somebody or something (hit.assign, promo.no_hits)."""
    return with_rev(g) | with_removable(g) | g.barricades


def removable(g: State, part: Part, event: int) -> int:
    """The active fighters whom a part can remove."""
    places = selected(g, part, event)
    found = 0
    for location, companions in enumerate(g.active):
        if places >> location & 1:
            found |= companions
    return found & ~PROMO


# ---------------------------------------------------------------------- revolutionaries


def seats_for(g: State, part: Part) -> int:
    """The revolutionaries for whom a part changes something."""
    found = 0
    for seat in range(g.rules.revolutionaries):
        if concerns(g, part, seat):
            found |= 1 << seat
    return found


def concerns(g: State, part: Part, seat: int) -> bool:
    """Whether a part changes something for a revolutionary."""
    if part.verb == cards.HEAL:
        return g.injuries[seat] > 0 and (part.at == cards.ANY or g.rev_at[seat] == g.here())
    if part.verb == cards.DISCARD:
        return g.hand[seat] > 0
    if part.verb == cards.RECOVER:
        return g.room(seat) > 0 and recoverable(g, part) > 0
    return g.room(seat) > 0 and units.can_draw(g)


def recoverable(g: State, part: Part) -> int:
    """The discards that a part lets somebody take back."""
    return g.discard if part.icon == NONE else g.discard & g.pack.cards_showing[part.icon]


# ---------------------------------------------------------------------- abilities


def changes_something(g: State, part: Part, actions: int, spent: int) -> bool:
    """Whether a part of an ability would change something for the revolutionary on turn (ability.needs_effect).

    `actions` are those left after it; `spent` is the card itself, discarded first (ability.card_discard_first).
    """
    verb, seat = part.verb, g.seat
    if verb == cards.MOD:
        return can_matter(g, part, actions)
    if verb == cards.MORALE:
        return part.n < 0 or g.morale < MORALE_CELLS - 1
    if verb == cards.SUPPORT:
        return 0 <= g.support + (1 if part.n > 0 else -1) < SUPPORT_CELLS
    if verb in (cards.DRAW, cards.DISCARD, cards.RECOVER, cards.HEAL) and part.who != cards.PLAYER:
        return seats_for(g, part) > 0
    if verb == cards.DRAW:
        return g.room(seat) + spent.bit_count() > 0 and (units.can_draw(g) or spent > 0)
    if verb == cards.RECOVER:
        return g.room(seat) + spent.bit_count() > 0 and recoverable(g, part) > 0
    if verb in (cards.SWAP_CARD, cards.DISCARD):
        return (g.hand[seat] & ~spent).bit_count() >= part.n
    if verb == cards.PEEK:
        return g.soviet_hand > 0 if part.zone == cards.SOVIET_HAND else units.can_draw(g)
    if verb == cards.HEADLINE_DISCARD:
        return g.soviet_hand > 0
    return workable(g, part, NONE) > 0


def can_matter(g: State, part: Part, actions: int) -> bool:
    """Whether a modifier can still matter: all of them serve a step before, or the doing of, a further action."""
    if part.until == cards.DAY:
        return True
    if part.mod == cards.TANKS_SILENT and modifiers.silent(g):
        return False
    return actions > 0  # fighter.after_last_action
