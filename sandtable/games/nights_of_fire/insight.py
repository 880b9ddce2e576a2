"""How good a position looks to a side: a small sum of named features, for opponents that look ahead."""

from __future__ import annotations

from typing import Final

from sandtable.games.nights_of_fire.flow.adjustment import MOMENTUM_GROUP
from sandtable.games.nights_of_fire.flow.game_end import value_of_fled
from sandtable.games.nights_of_fire.pack import POOL
from sandtable.games.nights_of_fire.state import GRAND_REVOLUTIONARY, GRAND_SOVIET, REVOLUTIONARY, State

WON: Final = 100.0
NARROWLY: Final = 50.0
"""A normal victory; a grand one is worth more."""
# What each is worth to the Revolutionaries, in points of Prestige.
PRESTIGE: Final = 3.0
MORALE: Final = 1.0
ARMED: Final = 0.8
UNARMED: Final = 0.4
WOUND: Final = 0.4
IN_POOL: Final = 0.25
CIVILIAN: Final = 0.4
FLED: Final = 1.0
SAVED: Final = 2.0
"""For each point of value of a civilian on the way to Austria: it counts against Prestige at the end."""
HIDDEN: Final = 0.25
KILLED: Final = 0.5
READINESS: Final = 0.5
GARRISON: Final = 0.4
DISABLED: Final = 0.4
MOMENTUM: Final = PRESTIGE / MOMENTUM_GROUP
BARRICADE: Final = 0.3
CARD: Final = 0.15
# What the commander has still to spend: an action in hand is worth more than the card that it comes from.
ACTION: Final = 0.35
TACTICS_CARD: Final = 0.5


def evaluate(g: State, seat: int) -> float:
    """The Revolutionaries' lead, seen from a seat."""
    lead = final_lead(g) if g.result else revolutionary_lead(g)
    return -lead if seat == g.commander else lead


def final_lead(g: State) -> float:
    """A grand victory counts full, a normal one half."""
    if g.result in (GRAND_REVOLUTIONARY, GRAND_SOVIET):
        return WON if g.result == GRAND_REVOLUTIONARY else -WON
    return NARROWLY if g.result == REVOLUTIONARY else -NARROWLY


def revolutionary_lead(g: State) -> float:
    on_map = g.on_map()
    armed = (on_map & g.armed()).bit_count()
    lead = -PRESTIGE * g.prestige + MORALE * g.morale + MOMENTUM * g.momentum
    lead += ARMED * armed + UNARMED * (on_map.bit_count() - armed)
    lead += IN_POOL * g.at[POOL].bit_count() - WOUND * g.wounded.bit_count()
    lead += CIVILIAN * g.civilians.bit_count() + FLED * g.fled.bit_count() - KILLED * g.killed_units()
    lead += SAVED * value_of_fled(g) + HIDDEN * (on_map & ~g.shown).bit_count()
    lead -= READINESS * g.readiness
    lead += DISABLED * g.disabled_units() - GARRISON * (g.garrison & ~g.garrison_down).bit_count()
    lead += BARRICADE * g.barricade.bit_count()
    lead -= ACTION * sum(g.allowance) + TACTICS_CARD * g.tactics_hand.bit_count()
    return lead + CARD * sum(len(hand) for hand in g.hand)
