"""What can never be on the table, one sentence for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire.cards import MILITIA, SNIPER, TANK
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.pack import (
    AVH_CARDS,
    COMPANIONS,
    EVENTS,
    FIGHTERS,
    HEADLINES,
    LOCATIONS,
    NOEL,
    REV_CARDS,
    YURI,
)
from sandtable.games.days_of_ire.state import OVER, TURN, State


def invariants(g: State) -> list[str]:
    """Every invariant that is broken."""
    return [*cards(g), *pieces(g), *numbers(g), *knowledge(g), *progress(g)]


def once(places: Iterable[int], count: int) -> bool:
    """Whether every one of so many things is named exactly once; NONE does not count."""
    return sorted(thing for thing in places if thing != NONE) == list(range(count))


def cards(g: State) -> Iterator[str]:
    """Every card is somewhere, once."""
    hands = [card for hand in g.hand for card in bits(hand)]
    if not once([*g.deck, *bits(g.discard), *hands], REV_CARDS):
        yield "a Revolution card is missing or twice there"
    decks = [headline for deck in g.headline_decks for headline in deck]
    piles = [*bits(g.soviet_hand), *bits(g.headline_discard), *bits(g.front), *bits(g.continuing)]
    if not once([*decks, *piles, g.current, g.recalled], HEADLINES):
        yield "a headline is missing or twice there"
    piles = [*bits(g.event_discard), *bits(g.continuing_events)]
    if not once([*g.event_deck, *g.display, *g.event_at, *piles], EVENTS):
        yield "an event is missing or twice there"
    if not once([*bits(g.avh_kit), *g.avh_row], AVH_CARDS):
        yield "an ÁVH card is missing or twice there"
    for seat, hand in enumerate(g.hand):
        if hand.bit_count() > g.pack.limits.hand:
            yield f"revolutionary {seat} holds too many cards (cards.hand_limit)"
    for deck, headlines in enumerate(g.headline_decks):
        if any(g.pack.period[headline] != deck for headline in headlines):
            yield f"headline deck {deck + 1} has a card of another period (setup.headline_decks)"


def pieces(g: State) -> Iterator[str]:
    """Units within their limits, every companion in one place."""
    for unit, rule in ((TANK, "comp.tanks_max"), (MILITIA, "comp.militia_max"), (SNIPER, "comp.snipers_max")):
        if units.supply(g, unit) < 0 or min(units.counts(g, unit)) < 0:
            yield f"{units.UNIT_IDS[unit]}: more than there are, or fewer than none ({rule})"
    if any(moved > tanks for moved, tanks in zip(g.tanks_moved, g.tanks, strict=True)):
        yield "more tanks have moved than there are (army.move_once)"
    active = [companion for companions in g.active for companion in bits(companions)]
    there = [*active, *bits(g.fallen), *bits(g.rev_tanks), *g.top, *g.bottom]
    there = [companion for companion in there if companion != NONE]
    if len(set(there)) < len(there) or not set(range(FIGHTERS)) <= set(there):
        yield "a fighter is missing or twice there"
    if any(not 0 <= companion < COMPANIONS for companion in there):
        yield "there is no such companion"
    if (YURI in there) != g.rules.promo or (NOEL in there and not g.rules.promo):
        yield "Yuri is there exactly when he plays along, Noel only then"
    if g.fallen >> FIGHTERS:
        yield "only fighters lie beside the board (hit.fighter_pool, hit.revtank_out, promo.no_removal)"
    for location in range(LOCATIONS):
        if g.active[location].bit_count() > g.pack.limits.companions:
            yield f"too many active companions in {g.pack.location_keys[location]} (move.location_cap)"
        if g.bottom[location] != NONE and g.top[location] == NONE:
            yield f"a fighter lies face down under nobody in {g.pack.location_keys[location]}"
    if g.barricades.bit_count() + g.barricades_left > g.pack.limits.barricades:
        yield "there are too many barricades (comp.barricades)"


def numbers(g: State) -> Iterator[str]:
    """Tracks and counters."""
    if not 0 <= g.support < len(g.pack.hand_limit) or not 0 <= g.morale < len(g.pack.new_cards):
        yield "a marker is off its track"
    if g.phase != OVER and (not g.morale or max(g.injuries) >= g.rules.injuries):
        yield "the game should be over (instant.any_time)"
    if g.points < 0 or min(g.injuries) < 0 or min(g.actions) < 0:
        yield "a counter is below 0"


def knowledge(g: State) -> Iterator[str]:
    """Nobody remembers what lies open or in the own hand."""
    for seat, known in enumerate(g.known):
        if known & g.discard or (seat < len(g.hand) and known & g.hand[seat]):
            yield f"seat {seat} remembers a card that needs no memory"
    for seat, seen in enumerate(g.peeked):
        if seen & ~g.soviet_hand:
            yield f"revolutionary {seat} remembers a headline that is not in the Soviet hand"


def progress(g: State) -> Iterator[str]:
    """What is over leaves nothing behind."""
    if g.phase == OVER and (g.running or g.hits or g.payment or g.step or g.transfer):
        yield "something is in progress although the game is over"
    if (g.phase == OVER) != (g.result > 0):
        yield "there is a result exactly when the game is over"
    if g.seat != NONE and g.phase != TURN:
        yield "somebody is on turn outside the turns"
    if len(set(g.queue)) < len(g.queue) or g.seat in g.queue:
        yield "somebody has a second turn on this day (rev.turn_once)"
    if g.running is not None and g.running.program == NONE:
        yield "an effect in progress belongs to a card"
    if g.hits is not None and (g.hits.location == NONE or g.hits.left < 0):
        yield "hits fall in a location"
    if g.payment is not None and (NONE in (g.payment.purpose, g.seat)):
        yield "a payment is for something, by the revolutionary on turn"
    if g.step is not None and (NONE in (g.step.goal, g.seat)):
        yield "a step has a goal, and somebody who makes it"
    if g.transfer is not None and NONE in (g.transfer.giver, g.transfer.receiver):
        yield "cards change hands between two revolutionaries"
