"""What opponents count in a position of the uprising. What each is worth, by ruleset, stands in insight.toml."""

from __future__ import annotations

from typing import Final

from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.flow.adjustment import GARRISON_GROUP, KILLED_GROUP, MOMENTUM_GROUP
from sandtable.games.nights_of_fire.flow.game_end import half_rounded_up, value_of_fled
from sandtable.games.nights_of_fire.pack import POOL
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
)


def measure(g: State, seat: int) -> list[float]:
    """The features as the Revolutionaries see them; the commander sees each the other way round."""
    numbers = revolutionary_view(g)
    return [-number for number in numbers] if seat == g.commander else numbers


def revolutionary_view(g: State) -> list[float]:
    on_map = g.on_map()
    armed = (on_map & g.armed()).bit_count()
    active = (g.garrison & ~g.garrison_down).bit_count()
    saved = value_of_fled(g)
    return [
        1.0,
        float(g.pack.rounds - g.round),
        float(g.prestige),
        float(g.prestige - half_rounded_up(armed) - saved - units.per(g.momentum, MOMENTUM_GROUP)),
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
        float(sum(g.allowance)),
        float(g.tactics_hand.bit_count()),
    ]


def morale_drift(g: State, active: int) -> int:
    """What the coming adjustment of Morale would bring, as things stand (adjust.morale.together)."""
    disabled = g.garrison_down.bit_count()
    gained = units.per(disabled, GARRISON_GROUP)
    return gained - units.per(active, GARRISON_GROUP) - units.per(g.killed_units(), KILLED_GROUP)
