"""Step 5 of the Soviet phase: two events stay in the display, the rest is new."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import NONE
from sandtable.games.days_of_ire.pack import SLOTS
from sandtable.games.days_of_ire.state import ORDER, State


def refill(g: State) -> Flow[State]:
    """Keep two, discard the others, fill up; on the last day nothing of it (refill.day7_keep)."""
    if g.pack.refill_day[g.day - 1]:
        yield from keep(g)
        fill(g)
    g.phase = ORDER


def keep(g: State) -> Flow[State]:
    """The kept ones lie on the first places; what is not more than two is kept (refill.one_left)."""
    g.kept = 0
    while g.kept < g.pack.limits.kept < len(left(g)):
        choice = yield Ask(g.rules.soviet, "keep", KEEP, "refill.keep_two")
        place, display = g.display.index(g.pack.number[choice[1]]), g.display
        display[g.kept], display[place] = display[place], display[g.kept]
        g.kept += 1
    kept = left(g)[: g.pack.limits.kept]
    for event in left(g)[g.pack.limits.kept :]:  # refill.discard_rest, refill.discards_out
        g.event_discard |= 1 << event
        if g.log is not None:
            g.log.add("event_dropped", g.pack.event_ids[event], rule="refill.discard_rest")
    g.display = kept + [NONE] * (SLOTS - len(kept))
    g.kept = 0


RULES: Final = ("refill.none_left", "refill.gap_places", "refill.from_third")
"""By the number of events that were kept: the rule that names the places to be filled."""


def fill(g: State) -> None:
    """Every empty place gets a card in ascending order, as far as the deck goes (refill.not_enough)."""
    rule = RULES[len(left(g))]
    for place in range(SLOTS):
        if g.display[place] == NONE and g.event_deck:
            g.display[place] = g.event_deck.pop()
            g.chance.reveal()
            if g.log is not None:
                g.log.add("event_shown", g.pack.event_ids[g.display[place]], place + 1, rule=rule)


def left(g: State) -> list[int]:
    """The events in the display."""
    return [event for event in g.display if event != NONE]


def options(g: State, offer: Offer) -> None:
    for event in g.display[g.kept :]:
        if event != NONE:
            offer.add(g.pack.keep[event])


def refusal(g: State, event: int) -> str | None:
    """The rule against keeping an event."""
    return None if event in g.display[g.kept :] else "refill.keep_two"


KEEP: Final[Legality[State]] = Legality(options, {"keep": one(refusal)})
