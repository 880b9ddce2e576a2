"""Step 2 of the Soviet phase, influencing events: bought from the display and placed on the board."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire.cards import EVENT_COST
from sandtable.games.days_of_ire.flow.effects import carry_out
from sandtable.games.days_of_ire.pack import LOCATIONS, MAJOR, SIDE
from sandtable.games.days_of_ire.state import ARMY, SOVIET_DECIDES, State


def influence(g: State) -> Flow[State]:
    """One event, its placement effect carried out before the next one (event.one_fully_first), or the end."""
    choice = yield Ask(g.rules.soviet, "events", EVENT, "event.buy")
    if choice == DONE:  # event.optional
        g.phase = ARMY
        return
    event = g.pack.number[choice[1]]
    location = g.pack.event_location[event]
    if location == NONE:
        choice = yield Ask(g.rules.soviet, "event_where", WHERE, "event.anywhere_free")
        location = g.pack.number[choice[1]]
    g.points -= price(g, event)
    g.display[g.display.index(event)] = NONE  # the others keep their places (event.no_slide)
    put(g, event, location)
    yield from carry_out(g, g.pack.place_effect[event], SOVIET_DECIDES, location)  # event.placement_effect


def put(g: State, event: int, location: int) -> None:
    """An event lies down; one that it replaces is discarded without any effect (event.replaced_no_effect)."""
    ids, replaced = g.pack.event_ids, g.event_at[location]
    if replaced != NONE:
        g.event_discard |= 1 << replaced
        if g.log is not None:
            g.log.add("event_replaced", ids[replaced], rule="event.major_replaces")
    g.event_at[location] = event
    if g.log is not None:
        rule = "event.anywhere_free" if g.pack.event_location[event] == NONE else "event.location_printed"
        g.log.add("event_placed", ids[event], g.pack.location_ids[location], g.points, rule=rule)


def side_events(g: State) -> int:
    """How many side events are on the board now; starting ones are none (event.start_not_side)."""
    kinds = g.pack.event_kind
    return sum([event != NONE and kinds[event] == SIDE for event in g.event_at])


def price(g: State, event: int) -> int:
    """What an event of the display costs now (event.major_cost, event.side_cost, event.cost_floor)."""
    base = g.pack.price[event] if g.pack.event_kind[event] == MAJOR else side_events(g)
    return max(0, base + g.pack.surcharge[g.display.index(event)] + g.day_mods[EVENT_COST])


def event_options(g: State, offer: Offer) -> None:
    """The events that can be paid and placed."""
    offer.tell(points=g.points)
    for event in g.display:
        if event != NONE and event_refusal(g, event) is None:
            offer.add(g.pack.buy[event])
    offer.add(DONE)


def event_refusal(g: State, event: int) -> str | None:
    """The rule against placing an event."""
    if event not in g.display:
        return "event.buy"
    location = g.pack.event_location[event]
    if location == NONE:
        if NONE not in g.event_at:  # event.anywhere_major_too
            return "event.anywhere_unavailable"
    elif g.event_at[location] != NONE and g.pack.event_kind[event] == SIDE:
        return "event.side_needs_free"
    return None if price(g, event) <= g.points else "headline.cp_no_credit"


EVENT: Final[Legality[State]] = Legality(event_options, {"buy": one(event_refusal), "done": legal})


def free_locations(g: State, offer: Offer) -> None:
    """The locations without an event; units and people do not matter (event.empty_means_no_event)."""
    for location in range(LOCATIONS):
        if g.event_at[location] == NONE:
            offer.add(g.pack.where[location])


def where_refusal(g: State, location: int) -> str | None:
    """The rule against a location for an event that may be anywhere."""
    return None if g.event_at[location] == NONE else "event.anywhere_free"


WHERE: Final[Legality[State]] = Legality(free_locations, {"at": one(where_refusal)})
