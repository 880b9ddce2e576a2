"""What opponents count in a position of the uprising; the weights, by ruleset, are in insight.toml."""

from __future__ import annotations

from typing import Final

from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.adjustment import FEW_ARMED, GARRISON_GROUP, KILLED_GROUP, MOMENTUM_GROUP
from sandtable.games.nights_of_fire.flow.game_end import half_rounded_up, value_of_fled
from sandtable.games.nights_of_fire.pack import DISTRICTS, POOL
from sandtable.games.nights_of_fire.state import State

FEATURES: Final = (
    "uprising",
    "rounds_left",
    "prestige",
    "prestige_at_surrender",
    "morale",
    "morale_drift",
    "momentum",
    "armed",
    "unarmed",
    "hidden",
    "wounded",
    "in_pool",
    "civilians",
    "fled",
    "value_of_fled",
    "killed",
    "readiness",
    "active_garrisons",
    "disabled_units",
    "barricades",
    "rev_cards",
    "soviet_actions",
    "tactics_cards",
    "surrender_wins",
    "far_from_winning",
    "too_many_to_surrender",
    "morale_short",
    "morale_when_won",
    "exposed",
    "exposed_wounded",
    "engaged_regiments",
    "strongholds",
)
MORALE_TO_FEAR_FOR: Final = 9
"""About three rounds of adjustments."""
FAR: Final = 4
"""Prestige beyond which even the last losses will hardly win the game."""
STRONGHOLD: Final = 3
"""Insurgents in one district who hold out for a while."""


def measure(g: State, seat: int) -> list[float]:
    """The features from the Revolutionaries' point of view; for the commander each is negated."""
    numbers = revolutionary_view(g)
    return [-number for number in numbers] if seat == g.rules.commander else numbers


def revolutionary_view(g: State) -> list[float]:
    on_map = g.on_map()
    armed = (on_map & g.armed()).bit_count()
    active = (g.garrison & ~g.disabled_garrisons).bit_count()
    saved = value_of_fled(g)
    at_surrender = g.prestige - half_rounded_up(armed) - saved - units.per(g.momentum, MOMENTUM_GROUP)
    exposed, hurt, engaged, strongholds = contacts(g)
    return [
        1.0,
        float(g.pack.rounds - g.round),
        float(g.prestige),
        float(at_surrender),
        float(g.morale),
        float(morale_drift(g, active)),
        float(g.momentum),
        float(armed),
        float(on_map.bit_count() - armed),
        float((on_map & ~g.shown).bit_count()),
        float(g.wounded.bit_count()),
        float(g.at[POOL].bit_count()),
        float(g.civilians.bit_count()),
        float(g.fled.bit_count()),
        float(saved),
        float(g.killed_units()),
        float(g.readiness),
        float(active),
        float(g.disabled_units()),
        float(g.barricade.bit_count()),
        float(sum([len(hand) for hand in g.hand])),
        float(sum(g.soviet.allowance)),
        float(g.tactics.hand.bit_count()),
        1.0 if at_surrender <= 0 else 0.0,
        float(max(0, at_surrender - FAR)),
        float(max(0, armed - FEW_ARMED)),
        float(max(0, MORALE_TO_FEAR_FOR - g.morale)),
        float(g.morale) if at_surrender <= 0 else 0.0,
        float(exposed),
        float(hurt),
        float(engaged),
        float(strongholds),
    ]


def contacts(g: State) -> tuple[int, int, int, int]:
    """Insurgents beside active Soviet units, the wounded among them, active Regiments among insurgents, strongholds."""
    exposed = hurt = engaged = strongholds = 0
    for district in range(DISTRICTS):
        here = g.at[district]
        if not here:
            continue
        strongholds += here.bit_count() >= STRONGHOLD
        regiments = (g.regiments[district] & ~g.disabled_regiments).bit_count()
        if regiments or (g.garrison & ~g.disabled_garrisons) >> district & 1:
            exposed += here.bit_count()
            hurt += (here & g.wounded).bit_count()
            engaged += regiments
    return exposed, hurt, engaged, strongholds


def morale_drift(g: State, active: int) -> int:
    """What the coming adjustment of Morale would bring, as things stand (adjust.morale.together)."""
    disabled = g.disabled_garrisons.bit_count()
    gained = units.per(disabled, GARRISON_GROUP)
    return gained - units.per(active, GARRISON_GROUP) - units.per(g.killed_units(), KILLED_GROUP)
