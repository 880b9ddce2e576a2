"""Új események: relief army, hand of fate and epidemic."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.sets import bits
from sandtable.games.buda_1686.flow import arrivals, morale
from sandtable.games.buda_1686.flow.board import relocate, roll
from sandtable.games.buda_1686.pack import ENOUGH, EPIDEMIC, HAND_OF_FATE, IMPERIAL, NO_EVENT, OTTOMAN, RELIEF_ARMY
from sandtable.games.buda_1686.state import State

EVENTS_FROM: Final = 6
"""The first turn with events (event.from_turn_six)."""


def roll_for_events(g: State) -> Flow[State]:
    """First the imperial counter, then the Ottoman one (event.roll_order)."""
    for side in (IMPERIAL, OTTOMAN):
        event = active_event(g, side)
        if event == HAND_OF_FATE:
            hand_of_fate(g)
        elif event == EPIDEMIC:
            yield from epidemic(g)
        elif event == RELIEF_ARMY:
            relief_army(g)


def active_event(g: State, side: int) -> int:
    """The event on a side's counter, if this turn is late enough for it (event.active_from)."""
    counter = g.drawn[side]
    if g.turn < max(EVENTS_FROM, g.pack.event_turns[side][counter]):
        return NO_EVENT
    return g.pack.events[side][counter]


def even(face: int) -> bool:
    return face % 2 == 0


def _nothing(g: State, key: str, rule: str) -> None:
    """An odd roll: the event does not happen."""
    if g.log is not None:
        g.log.add(key, g.die, rule=rule)


def hand_of_fate(g: State) -> None:
    """On an even roll the imperial player has one more action (event.fate.roll)."""
    if even(roll(g, "fate")):
        g.extra = 1
        if g.log is not None:
            g.log.add("fate", rule="event.fate.total")
    else:
        _nothing(g, "fate_fails", "event.fate.roll")


def relief_army(g: State) -> None:
    """On an even roll the relief army gets in: morale at once, reinforcements in the Ottoman go (event.relief.roll)."""
    if not even(roll(g, "relief")):
        _nothing(g, "relief_fails", "event.relief.roll")
        return
    if g.log is not None:
        g.log.add("relief", rule="event.relief.roll")
    morale.raise_ottoman_morale(g)
    number = g.pack.numbers[OTTOMAN][g.drawn[OTTOMAN]]
    g.reinforcements = 2 if even(number) else 1  # event.relief.number


# ---------------------------------------------------------------------- reinforcements


def reinforce(g: State) -> Flow[State]:
    """Wounded Ottoman units recover at the start of the Ottoman go (event.relief.timing)."""
    while g.reinforcements and wounded_ottomans(g):
        choice = yield Ask(OTTOMAN, "reinforce", REINFORCING, "event.relief.reinforcement")
        if choice == ENOUGH:  # event.relief.optional
            break
        unit = g.pack.unit_of[choice[1]]
        g.wounded &= ~(1 << unit)  # officer.healed_by_other: his marker stays
        g.reinforcements -= 1
        if g.log is not None:
            g.log.add("restored", g.pack.unit_ids[unit], rule="event.relief.reinforcement")
    g.reinforcements = 0


def wounded_ottomans(g: State) -> int:
    """Only units still in the castle: removed ones never come back (event.relief.no_return)."""
    return g.wounded & g.pack.ottoman & ~g.at[g.pack.dead]


def reinforce_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps a unit from being reinforced."""
    if wounded_ottomans(g) >> unit & 1:
        return None
    return "event.relief.no_return" if g.place[unit] == g.pack.dead else "event.relief.reinforcement"


def reinforce_options(g: State, offer: Offer) -> None:
    offer.tell(count=g.reinforcements)
    for unit in bits(wounded_ottomans(g)):
        offer.add(g.pack.reinforce[unit])
    offer.add(ENOUGH)


REINFORCING: Final[Legality[State]] = Legality(
    reinforce_options, {"reinforce": one(reinforce_refusal), "enough": legal}
)


# ---------------------------------------------------------------------- epidemic


def epidemic(g: State) -> Flow[State]:
    """On an even roll one imperial unit on the map falls sick (event.epidemic.roll)."""
    if not even(roll(g, "epidemic")):
        _nothing(g, "epidemic_fails", "event.epidemic.roll")
        return
    if not imperials_on_map(g):  # event.epidemic.none
        return
    choice = yield Ask(IMPERIAL, "epidemic", SICKENING, "event.epidemic.choice")
    unit = g.pack.unit_of[choice[1]]
    g.sick[unit] = g.pack.sick_cell
    if g.log is not None:
        g.log.add("sick", g.pack.unit_ids[unit], rule="event.epidemic.unit")
    relocate(g, unit, g.pack.sick)


def imperials_on_map(g: State) -> int:
    pack = g.pack
    off = g.at[pack.lost] | g.at[pack.reserve] | g.at[pack.cup] | g.at[pack.sick]
    return pack.imperial & ~off


def epidemic_refusal(g: State, unit: int) -> str | None:
    """The rule that keeps a unit from falling sick."""
    if g.pack.side[unit] == OTTOMAN:
        return "event.epidemic.choice"
    return None if imperials_on_map(g) >> unit & 1 else "event.epidemic.unit"


def epidemic_options(g: State, offer: Offer) -> None:
    for unit in bits(imperials_on_map(g)):
        offer.add(g.pack.sicken[unit])


SICKENING: Final[Legality[State]] = Legality(epidemic_options, {"sicken": one(epidemic_refusal)})


def recover(g: State) -> Flow[State]:
    """Sick units move down a cell at the start of each round and return at 0 (event.epidemic.countdown)."""
    for unit in bits(g.at[g.pack.sick]):
        g.sick[unit] -= 1
        if g.sick[unit] == 0:
            yield from arrivals.place_unit(g, unit, "event.epidemic.recovery")
