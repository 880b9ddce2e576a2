"""What opponents count in a position of the revolution. What each is worth stands in insight.toml."""

from __future__ import annotations

from typing import Final

from sandtable.engine.sets import NONE, bits
from sandtable.games.days_of_ire.cards import EXTRA_ACTION
from sandtable.games.days_of_ire.flow.events import event_refusal, price, side_events
from sandtable.games.days_of_ire.flow.payment import have
from sandtable.games.days_of_ire.pack import ATTACK, DAYS, EVERY_REV_TANK, LOCATIONS, PROMO
from sandtable.games.days_of_ire.parts import needed
from sandtable.games.days_of_ire.state import HEADLINES, ORDER, SUPPORT, State

FEATURES: Final = (
    "revolution",
    "days_left",
    "events",
    "events_over",
    "events_over_late",
    "side_events",
    "needs_on_board",
    "penalties",
    "resolvable_now",
    "morale",
    "morale_low",
    "support",
    "rev_cards",
    "rev_icons",
    "active_fighters",
    "fighters_with_revs",
    "passive_left",
    "rev_tanks",
    "injuries",
    "worst_injury",
    "barricades_with_revs",
    "tanks",
    "tanks_at_revs",
    "tanks_at_events",
    "militia",
    "snipers",
    "avh_at_revs",
    "avh_at_weakest",
    "shows_of_force",
    "few_left",
    "avh_kit",
    "attacks_in_kit",
    "soviet_cards",
    "soviet_points_in_hand",
    "command_points",
    "cheap_events",
    "actions_left",
    "free_steps_left",
)
LATE: Final = 5
"""From this day on events can hardly all be resolved any more."""
LOW_MORALE: Final = 4
"""The cell below which morale is a danger."""
STRENGTH_CAP: Final = 12
"""More strength beside a revolutionary makes no difference."""
ICONS_CAP: Final = 4
"""More icons of fighters beside a revolutionary are seldom needed."""
FEW: Final = 6
"""So few tanks and militia make an empty board possible."""
CHEAP: Final = 2
"""Command points that nearly every headline gives."""


def measure(g: State, seat: int) -> list[float]:
    """The features as the revolutionaries see them; the Soviet side sees each the other way round."""
    numbers = revolution_view(g)
    return [-number for number in numbers] if seat == g.rules.soviet else numbers


def revolution_view(g: State) -> list[float]:
    """One number for each of `FEATURES`, in their order."""
    return [1.0, float(DAYS - g.day), *of_events(g), *of_the_city(g), *of_soviets(g), *of_the_day(g)]


# ---------------------------------------------------------------------- events


def of_events(g: State) -> list[float]:
    """From `events` to `resolvable_now`."""
    pack = g.pack
    there = [event for event in g.event_at if event != NONE]
    penalties = sum(pack.penalty[event] != NONE for event in there)
    over = max(0, len(there) + penalties - pack.limits.events)
    icons = sum(sum(needed(pack.needs[event], len(there))) for event in there)
    return [
        float(len(there)),
        float(over),
        float(over if g.day >= LATE else 0),
        float(side_events(g)),
        float(icons),
        float(penalties),
        float(resolvable(g, len(there))),
    ]


def resolvable(g: State, count: int) -> int:
    """Events that a revolutionary can pay here or one step away, by numbers of icons alone."""
    pack = g.pack
    found = 0
    for location, event in enumerate(g.event_at):
        if event == NONE:
            continue
        need = needed(pack.needs[event], count)
        for seat, place in enumerate(g.rev_at):
            near = place == location or pack.graph.masks[place] >> location & 1
            if near and short_of(g, seat, location, need) <= 0:
                found += 1
                break
    return found


def short_of(g: State, seat: int, location: int, need: tuple[int, int, int]) -> int:
    """How many icons a revolutionary lacks for a need in a location; fighters there and of the own hand count."""
    icons = list(have(g, location))
    anything = 0
    for card in bits(g.hand[seat]):
        *shown, one_of = g.pack.sort_icons[g.pack.sort_of[card]]
        anything += one_of
        for icon, number in enumerate(shown):
            icons[icon] += number
    return sum([max(0, wanted - there) for wanted, there in zip(need, icons, strict=True)]) - anything


# ---------------------------------------------------------------------- the city


def of_the_city(g: State) -> list[float]:
    """From `morale` to `barricades_with_revs`."""
    pack = g.pack
    cards = sum(hand.bit_count() for hand in g.hand)
    icons = sum(sum(pack.sort_icons[pack.sort_of[card]]) for hand in g.hand for card in bits(hand))
    beside = sum(min(ICONS_CAP, sum(have(g, location))) for location in g.rev_at)
    worst = max(g.injuries)
    return [
        float(g.morale),
        float(max(0, LOW_MORALE - g.morale)),
        float(g.support),
        float(cards),
        float(icons),
        float(sum((companions & ~PROMO).bit_count() for companions in g.active)),
        float(beside),
        float(sum(fighter != NONE for fighter in (*g.top, *g.bottom))),
        float(sum((companions & EVERY_REV_TANK).bit_count() for companions in g.active)),
        float(sum(g.injuries)),
        1.0 / max(1, g.rules.injuries - worst) if worst < g.rules.injuries else 2.0,
        float(sum(g.barricades >> location & 1 for location in g.rev_at)),
    ]


# ---------------------------------------------------------------------- Soviets


def of_soviets(g: State) -> list[float]:
    """From `tanks` to `attacks_in_kit`."""
    limits = g.pack.limits
    strengths = [
        limits.sniper_strength * g.snipers[at] + limits.militia_strength * g.militia[at] for at in range(LOCATIONS)
    ]
    beside = [min(STRENGTH_CAP, strengths[location]) for location in g.rev_at]
    weakest = max(zip(g.injuries, beside, strict=True))[1]
    shows = sum(
        strength >= limits.show_of_force and not g.barricades >> at & 1 for at, strength in enumerate(strengths)
    )
    open_tanks = sum(g.tanks[location] for location in g.rev_at if not g.barricades >> location & 1)
    at_events = sum(g.tanks[at] for at in range(LOCATIONS) if g.event_at[at] != NONE)
    tanks, militia = sum(g.tanks), sum(g.militia)
    return [
        float(tanks),
        float(open_tanks),
        float(at_events),
        float(militia),
        float(sum(g.snipers)),
        float(sum(beside)),
        float(weakest),
        float(shows),
        float(max(0, FEW - tanks - militia)),
        float(g.avh_kit.bit_count()),
        float((g.avh_kit & g.pack.avh_of_kind[ATTACK]).bit_count()),
    ]


# ---------------------------------------------------------------------- the day


def of_the_day(g: State) -> list[float]:
    """From `soviet_cards` to `free_steps_left`."""
    pack, hand = g.pack, headlines_to_come(g)
    return [
        float(hand.bit_count()),
        float(sum([pack.points[headline] for headline in bits(hand)])),
        float(g.points),
        float(sum(event != NONE and cheap(g, event) for event in g.display)),
        *of_turns(g),
    ]


def headlines_to_come(g: State) -> int:
    """The headlines in hand as long as there is a step to come in which they can be played.

    Once that step is over, those kept in hand only leave the Soviet side fewer to draw (headline.keep_rest).
    """
    before = g.phase <= HEADLINES
    return g.soviet_hand if before or (g.phase > SUPPORT and g.day < DAYS) else 0


def of_turns(g: State) -> list[float]:
    """Actions and free steps that are left of the day. Before the turns all are: passing the time wins none."""
    team = g.rules.revolutionaries
    if g.phase <= ORDER:
        return [float(sum(g.pack.limits.actions[team]) + g.day_mods[EXTRA_ACTION]), float(team)]
    free = 0 if g.seat == NONE else g.turn.free_steps
    unused = sum(g.actions[seat] > 0 and not g.stepped >> seat & 1 for seat in range(team))
    return [float(sum(g.actions)), float(free + unused)]


def cheap(g: State, event: int) -> bool:
    """Whether an event of the display can be placed for few points."""
    return price(g, event) <= CHEAP and event_refusal(g, event) in (None, "headline.cp_no_credit")
