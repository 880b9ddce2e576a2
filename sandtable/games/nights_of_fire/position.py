"""Positions of Nights of Fire in names: what the referee's `state` gives (docs/positions.md).

Piles are listed from the top. Insurgents, not blocks, are named everywhere: `blocks` tells which is which, and
`suspects` what the commander may take a block for where that is more, or less, than what lies open proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.sets import NONE, bits
from sandtable.engine.types import Json
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.cards import EACH_SECTOR
from sandtable.games.nights_of_fire.pack import ACTIONS, ASSAULT, ICONS, INSURGENTS, PROBE
from sandtable.games.nights_of_fire.state import KONEV_ATTACK, PHASES, RESULTS, SIDES, State

HOMES: Final = ("home", "austria", "killed_arrested", "box")
"""Where a civilian may be."""
GARRISON_STATES: Final = ("none", "active", "disabled")
KINDS: Final = {"probe": PROBE, "assault": ASSAULT, "konev": KONEV_ATTACK}
"""Kinds of attack."""
WHERE: Final = ("rules", "targets")
"""Where fighters may be placed: cards.BY_RULES, cards.IN_TARGETS."""


def describe(g: State) -> dict[str, Json]:
    """The whole position in names."""
    return {
        "round": g.round,
        "phase": PHASES[g.phase],
        "after": PHASES[g.after],
        "prestige": g.prestige,
        "morale": g.morale,
        "readiness": g.readiness,
        "momentum": g.momentum,
        **_hungarians(g),
        **_soviets(g),
        "revolutionaries": [_cards(g, seat) for seat in range(g.revs)],
        "tactics": _tactics(g),
        "headlines": _headlines(g),
        "konev": _konev(g),
        "turn": _turn(g),
        "payment": _payment(g),
        "soviet_turn": _soviet_turn(g),
        "attack": _attack(g),
        "placing": _placing(g),
        "to_set_aside": g.to_set_aside,
        "heals": g.healed,
        "arrests": g.arrests,
        "die": g.die,
        "result": RESULTS[g.result],
        "reason": g.reason,
    }


def _key(keys: Sequence[str], thing: int) -> Json:
    return None if thing == NONE else keys[thing]


def _keys(keys: Sequence[str], things: Sequence[int]) -> Json:
    return [keys[thing] for thing in things]


def _insurgents(g: State, blocks: int) -> Json:
    """The insurgents of some blocks."""
    return _keys(g.pack.insurgent_keys, sorted(g.who[block] for block in bits(blocks)))


def _hungarians(g: State) -> dict[str, Json]:
    keys = g.pack.insurgent_keys
    return {
        "insurgents": {key: _insurgent(g, g.block_of[insurgent]) for insurgent, key in enumerate(keys)},
        "blocks": _keys(keys, g.who) if g.conflict else None,
        "suspects": {str(block + 1): _suspects(g, block) for block in range(INSURGENTS)},
        "sighted": _keys(keys, bits(g.sighted)),
        "unmixed": _insurgents(g, g.unmixed),
        "civilians": {key: _civilian(g, civilian) for civilian, key in enumerate(g.pack.civilian_keys)},
    }


def _insurgent(g: State, block: int) -> Json:
    return {
        "at": g.pack.place_keys[g.place[block]],
        "hidden": not g.shown >> block & 1,
        "wounded": bool(g.wounded >> block & 1),
    }


def _suspects(g: State, block: int) -> Json:
    if not g.conflict or g.may[block] == knowledge.plain(g, block):
        return None
    return _keys(g.pack.insurgent_keys, bits(g.may[block]))


def _civilian(g: State, civilian: int) -> Json:
    home = g.lives.index(civilian)
    piles = (g.civilians, g.fled, g.arrested)
    at = next((name for name, pile in zip(HOMES, piles, strict=False) if pile >> home & 1), HOMES[-1])
    return {"home": g.pack.district_keys[home], "at": at}


def _soviets(g: State) -> dict[str, Json]:
    areas, districts = g.pack.area_keys, g.pack.district_keys
    return {
        "regiments": {
            key: {"at": areas[g.regiment_at[regiment]], "active": not g.down >> regiment & 1}
            for regiment, key in enumerate(g.pack.regiment_keys)
        },
        "garrisons": {
            key: GARRISON_STATES[(g.garrison >> d & 1) + (g.garrison_down >> d & 1)] for d, key in enumerate(districts)
        },
        "barricades": {key: bool(g.barricade >> d & 1) for d, key in enumerate(districts)},
        "rubble": {key: g.rubble[d] for d, key in enumerate(districts)},
        "blocked": {key: bool(g.blocked >> d & 1) for d, key in enumerate(districts)},
    }


def _cards(g: State, seat: int) -> Json:
    keys = g.pack.card_keys
    circle: Json = None
    if g.circle:
        circle = [key for card, key in enumerate(keys) if g.circle[card] == seat]
    return {
        "deck": _keys(keys, g.deck[seat][::-1]),
        "hand": _keys(keys, g.hand[seat]),
        "discard": _keys(keys, g.discard[seat][::-1]),
        "circle": circle,
        "given": g.given[seat],
    }


def _tactics(g: State) -> Json:
    keys = g.pack.tactics_keys
    return {
        "hand": _keys(keys, bits(g.tactics_hand)),
        "discard": _keys(keys, bits(g.tactics_discard)),
        "unavailable": _keys(keys, bits(g.unavailable)),
        "combat": _keys(keys, g.combat[::-1]),
        "combat_discard": _keys(keys, bits(g.combat_discard)),
        "combat_seen": _keys(keys, bits(g.combat_seen)),
        "kept_maybe": _keys(keys, bits(g.kept_maybe)),
        "hand_seen": _keys(keys, bits(g.hand_seen)),
        "kept": _key(keys, g.kept),
    }


def _headlines(g: State) -> Json:
    keys = g.pack.headline_keys
    return {
        "deck": _keys(keys, g.headlines[::-1]),
        "open": _key(keys, g.headline),
        "lasting": _keys(keys, bits(g.lasting)),
    }


def _konev(g: State) -> Json:
    pack = g.pack
    keys, regiments = pack.konev_keys, pack.regiment_keys
    return {
        "deck": _keys(keys, g.konev_deck[::-1]),
        "discard": _keys(keys, g.konev_discard[::-1]),
        "out": _keys(keys, bits(g.konev_out)),
        "early": _keys(keys, bits(g.early)),
        "row": [_key(keys, card) for card in g.row],
        "face_up": [bool(g.row_up >> slot & 1) for slot in range(len(g.row))],
        "tokens": [None if slot == NONE else slot + 1 for slot in g.token],
        "card": _key(keys, g.card),
        "pc": g.pc,
        "left": g.left,
        "queue": _keys(queue_keys(g), g.queue),
        "sector": _key(pack.sector_keys, g.sector),
        "target": _key(pack.area_keys, g.target),
        "regiment": _key(regiments, g.regiment),
        "before": _keys(regiments, bits(g.before)),
        "effect": g.effect,
    }


def queue_keys(g: State) -> Sequence[str]:
    """What the card in progress goes through: sectors, or Regiments."""
    if g.card != NONE and any(step.verb == EACH_SECTOR for step in g.pack.konev[g.card].program):
        return g.pack.sector_keys
    return g.pack.regiment_keys


def _turn(g: State) -> Json:
    districts = g.pack.district_keys
    return {
        "side": SIDES[g.side],
        "seat": g.seat,
        "first": g.first,
        "rev_passed": g.rev_passed,
        "sov_passed": g.sov_passed,
        "played": g.played,
        "acted": g.acted,
        "strategized": g.strategized,
        "ops": g.ops,
        "step_from": _key(districts, g.step_from),
        "step_to": _key(districts, g.step_to),
        "medics": _keys(g.pack.insurgent_keys, bits(g.medics)),
        "treated": g.treated,
    }


def _payment(g: State) -> Json:
    return {
        "payer": None if g.payer == NONE else g.payer,
        "cost": g.cost,
        "icon": _key(ICONS, g.icon),
        "most": g.most,
        "laid": _keys(g.pack.card_keys, g.laid),
        "actor": None if g.actor == NONE else g.pack.insurgent_keys[g.who[g.actor]],
    }


def _soviet_turn(g: State) -> Json:
    regiments = g.pack.regiment_keys
    return {
        "cards_played": g.cards_played,
        "allowance": dict(zip(ACTIONS, g.allowance, strict=True)),
        "performed": _keys(ACTIONS, bits(g.performed)),
        "sector": _key(g.pack.sector_keys, g.turn_sector),
        "marched": _keys(regiments, bits(g.marched)),
        "spent": _keys(regiments, bits(g.spent)),
        "recon_done": g.recon_done,
        "arrest_done": g.arrest_done,
        "resolved": g.resolved,
    }


def _attack(g: State) -> Json:
    return {
        "district": _key(g.pack.district_keys, g.district),
        "attackers": _keys(g.pack.regiment_keys, bits(g.attackers)),
        "attacked": _insurgents(g, g.attacked),
        "points": g.points,
        "kind": next((name for name, kind in KINDS.items() if kind == g.kind), None),
        "flipped": _key(g.pack.tactics_keys, g.flipped),
    }


def _placing(g: State) -> Json:
    return {
        "to_place": g.to_place,
        "placed": g.placed,
        "incoming": _insurgents(g, g.incoming),
        "where": WHERE[g.placing],
    }
