"""The ÁVH phase: the commander plays cards of the kit, or takes all played ones back."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, nothing, one, two
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits, first
from sandtable.games.days_of_ire.cards import AVH_STRENGTH, MILITIA, SNIPER
from sandtable.games.days_of_ire.flow import hits, modifiers, units
from sandtable.games.days_of_ire.flow.take_back import take
from sandtable.games.days_of_ire.pack import (
    ATTACK,
    AVH_KINDS,
    LOCATIONS,
    MOVE_MILITIA,
    MOVE_SNIPER,
    PLACE_MILITIA,
    TAKE_ALL,
)
from sandtable.games.days_of_ire.state import DAY_END, State

MILITIA_STEPS: Final = 3  # avh.militia_move_total
MILITIA_PLACED: Final = 2  # avh.militia_place
SHOT_DICE: Final = 2  # avh.shot_dice


def avh_phase(g: State) -> Flow[State]:
    """One card, carried out fully before the next (avh.card_fully_first), or all back, or the end."""
    choice = yield Ask(g.rules.soviet, "avh_choice" if back_refusal(g) is None else "avh", CARDS, "avh.choice")
    if choice == TAKE_ALL:
        take(g, len(g.avh_row), "avh.take_back_all")
    if choice in (TAKE_ALL, DONE):
        g.attacked = 0
        g.avh_played = False
        g.phase = DAY_END
        return
    kind = g.pack.number[choice[1]]
    card = first(g.avh_kit & g.pack.avh_of_kind[kind])
    g.avh_kit &= ~(1 << card)
    g.avh_row.append(card)  # avh.row_order
    g.avh_played = True
    if g.log is not None:
        g.log.add("avh_played", g.pack.avh_ids[card], rule="avh.play_any")
    if kind == MOVE_SNIPER:
        yield from move_units(g, SNIPER, 1)
    elif kind == MOVE_MILITIA:
        yield from move_units(g, MILITIA, MILITIA_STEPS)
    elif kind == PLACE_MILITIA:
        yield from place_militia(g)
    else:
        yield from attack(g)


# ---------------------------------------------------------------------- which card


def playable(g: State, kind: int) -> str | None:
    """The rule against playing a card of a kind."""
    if not g.avh_kit & g.pack.avh_of_kind[kind]:
        return "avh.play_any"
    if kind == PLACE_MILITIA:
        return None if units.supply(g, MILITIA) > 0 else "avh.militia_place_limit"
    if kind == ATTACK:
        if any(attack_refusal(g, location) is None for location in range(LOCATIONS)):
            return None
        return "avh.attack_not_twice" if g.attacked else "avh.attack_needs_unit"
    unit = SNIPER if kind == MOVE_SNIPER else MILITIA
    return None if movable(g, unit) else "avh.card_needs_effect"


def card_options(g: State, offer: Offer) -> None:
    for kind in range(len(AVH_KINDS)):
        if playable(g, kind) is None:
            offer.add(g.pack.avh[kind])
    if back_refusal(g) is None:
        offer.add(TAKE_ALL)
    offer.add(DONE)  # avh.play_none


def back_refusal(g: State) -> str | None:
    """The rule against taking all cards back."""
    if g.avh_played:
        return "avh.not_both"
    return None if g.avh_row else "avh.take_back_all"


CARDS: Final[Legality[State]] = Legality(
    card_options, {"avh": one(playable), "take_all": nothing(back_refusal), "done": legal}
)


# ---------------------------------------------------------------------- moves


def movable(g: State, unit: int) -> bool:
    """Whether any unit of a kind can leave its location (barricade.stops_leaving)."""
    at = units.counts(g, unit)
    return any(at[location] and not g.barricades >> location & 1 for location in range(LOCATIONS))


def move_units(g: State, unit: int, steps: int) -> Flow[State]:
    """So many steps in all; the first must be made (avh.card_needs_effect, avh.militia_move_optional)."""
    rule = "avh.sniper_move" if unit == SNIPER else "avh.militia_move_total"
    g.avh_unit, g.avh_steps, g.avh_began = unit, steps, False
    while g.avh_steps and movable(g, unit):
        choice = yield Ask(g.rules.soviet, "avh_move", MOVES, rule)
        if choice == DONE:
            break
        g.avh_steps -= 1
        g.avh_began = True
        units.move(g, unit, g.pack.number[choice[1]], g.pack.number[choice[2]], rule)
    g.avh_unit, g.avh_steps, g.avh_began = NONE, 0, False


def moves(g: State, offer: Offer) -> None:
    offer.tell(left=g.avh_steps)
    at = units.counts(g, g.avh_unit)
    for start in range(LOCATIONS):
        if at[start] and not g.barricades >> start & 1:
            for goal in g.pack.near[start]:  # also behind a barricade (barricade.entering_allowed)
                offer.add(g.pack.move[start][goal])
    if g.avh_began:
        offer.add(DONE)


def move_refusal(g: State, start: int, goal: int) -> str | None:
    """The rule against a step of a sniper or a militia."""
    if not g.pack.graph.masks[start] >> goal & 1:
        return "map.adjacency"
    if not units.counts(g, g.avh_unit)[start]:
        return "avh.sniper_move" if g.avh_unit == SNIPER else "avh.militia_move_total"
    return "barricade.stops_leaving" if g.barricades >> start & 1 else None


def done_refusal(g: State) -> str | None:
    """The rule against stopping before anything was done."""
    return None if g.avh_began else "avh.card_needs_effect"


MOVES: Final[Legality[State]] = Legality(moves, {"move": two(move_refusal), "done": nothing(done_refusal)})


# ---------------------------------------------------------------------- placing


def place_militia(g: State) -> Flow[State]:
    """Up to two militia come to reinforcement locations, together or apart (avh.militia_place)."""
    g.avh_unit, g.avh_steps, g.avh_began = MILITIA, MILITIA_PLACED, False
    while g.avh_steps and units.supply(g, MILITIA) > 0:
        choice = yield Ask(g.rules.soviet, "avh_place", PLACES, "avh.militia_place")
        if choice == DONE:
            break
        g.avh_steps -= 1
        g.avh_began = True
        units.place(g, MILITIA, g.pack.number[choice[1]], "avh.militia_place")
    g.avh_unit, g.avh_steps, g.avh_began = NONE, 0, False


def places(g: State, offer: Offer) -> None:
    offer.tell(left=g.avh_steps)
    for location in bits(g.pack.reinforcement):
        offer.add(g.pack.where[location])
    if g.avh_began:
        offer.add(DONE)


def place_refusal(g: State, location: int) -> str | None:
    """The rule against placing militia somewhere."""
    return None if g.pack.reinforcement >> location & 1 else "avh.militia_place"


PLACES: Final[Legality[State]] = Legality(places, {"at": one(place_refusal), "done": nothing(done_refusal)})


# ---------------------------------------------------------------------- attack


def strength(g: State, location: int) -> int:
    """Three for a sniper, one for a militia, changed by abilities there; tanks do not count (avh.strength)."""
    limits = g.pack.limits
    units_there = limits.sniper_strength * g.snipers[location] + limits.militia_strength * g.militia[location]
    return max(0, units_there + modifiers.total(g, AVH_STRENGTH, location))


def attack(g: State) -> Flow[State]:
    """Shot, then show of force, with the strength from before the shot (avh.strength_once, avh.demonstration_also)."""
    choice = yield Ask(g.rules.soviet, "avh_attack", TARGETS, "avh.attack_location")
    location = g.pack.number[choice[1]]
    g.attacked |= 1 << location
    force = strength(g, location)
    if g.log is not None:
        g.log.need("at_most", force, "avh.shot_first_hit")
    g.dice = [g.chance.d6("shot") for _ in range(SHOT_DICE)]
    if g.log is not None:
        there = g.pack.location_ids[location]
        g.log.add("attack", there, force, g.snipers[location], g.militia[location], rule="avh.strength")
        if changed := modifiers.total(g, AVH_STRENGTH, location):
            g.log.add("strength_changed", changed, rule="ability.permanent_presence")
        for face in g.dice:
            g.log.add("roll_attack", face, there, force, rule="avh.shot_dice")
    count = int(min(g.dice) <= force)  # avh.shot_first_hit
    if count and sum(g.dice) <= force:
        count += 1  # avh.shot_second_hit
    g.force = force
    yield from hits.assign(g, location, count, "avh.shot_assign")  # avh.barricade_no_shield
    force, g.force = g.force, 0
    if force >= g.pack.limits.show_of_force and not g.barricades >> location & 1:  # avh.demonstration_after_hits
        units.change_morale(g, -1, "avh.demonstration")


def target_options(g: State, offer: Offer) -> None:
    for location in range(LOCATIONS):
        if attack_refusal(g, location) is None:
            offer.add(g.pack.where[location])


def attack_refusal(g: State, location: int) -> str | None:
    """The rule against attacking in a location; a victim is not needed (avh.attack_needs_unit)."""
    if not g.militia[location] and not g.snipers[location]:
        return "avh.attack_needs_unit"
    return "avh.attack_not_twice" if g.attacked >> location & 1 else None


TARGETS: Final[Legality[State]] = Legality(target_options, {"at": one(attack_refusal)})
