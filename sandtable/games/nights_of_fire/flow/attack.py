"""Probe and Assault: a Regiment attacks in its district, with as many points as the Combat card gives."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Offer
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import counterattack, game_end, units
from sandtable.games.nights_of_fire.flow.allowance import able, spend, unable
from sandtable.games.nights_of_fire.pack import (
    ASSAULT,
    BYSTANDER,
    MAX_SEATS,
    PROBE,
    REGIMENTS,
    STAGING,
)
from sandtable.games.nights_of_fire.state import State

RUBBLE_FROM: Final = 3
"""The value of a Combat card that leaves Rubble behind (sov.probe.rubble_make, sov.assault.rubble_make)."""


def probe(g: State, regiment: int) -> Flow[State]:
    """A Regiment probes; it may do so again while it is active (sov.probe.repeat)."""
    spend(g, PROBE, g.regiment_at[regiment])
    yield from attack(g, regiment, PROBE)  # sov.probe.unit


def assault(g: State, regiment: int) -> Flow[State]:
    """A Regiment assaults, and does nothing more this turn."""
    spend(g, ASSAULT, g.regiment_at[regiment])
    g.spent |= 1 << regiment  # sov.assault.exhausts
    yield from attack(g, regiment, ASSAULT)  # sov.assault.unit


def attack(g: State, regiment: int, kind: int) -> Flow[State]:
    """Flip, use the points, leave Rubble, and let the Hungarians answer (sov.assault.counter)."""
    begin(g, regiment, kind)
    flip(g)
    g.points = max(0, combat_value(g) - reduction(g))  # sov.attack.min_zero
    if g.log is not None:
        g.log.add("points", g.points, rule="sov.attack.point.wound")
    yield from use_points(g)
    make_rubble(g)
    yield from counterattack.offer(g)
    end(g)


def begin(g: State, regiment: int, kind: int) -> None:
    """Who attacks where, and whom."""
    g.kind = kind
    g.district = g.regiment_at[regiment]
    g.attackers = 1 << regiment
    g.attacked = g.at[g.district]
    if g.log is not None:
        key, rule = ("probed", "sov.probe.unit") if kind == PROBE else ("assaulted", "sov.assault.unit")
        g.log.add(key, g.pack.regiment_ids[regiment], g.pack.area_ids[g.district], rule=rule)


def end(g: State) -> None:
    """Nothing of an attack outlives it."""
    g.kind = g.district = g.flipped = NONE
    g.attackers = g.attacked = g.points = 0


# ---------------------------------------------------------------------- the Combat card


def flip(g: State) -> None:
    """The top card of the Combat deck goes to the Combat discard pile (sov.combat.flip)."""
    pack = g.pack
    if not g.combat:  # sov.combat.reshuffle
        g.combat = list(bits(g.combat_discard))
        g.combat_discard = 0
        g.chance.shuffle("combat", g.combat, pack.tactics_ids)
        if g.log is not None:
            g.log.add("combat_reshuffled", len(g.combat), rule="sov.combat.reshuffle")
    card = g.combat.pop()
    g.flipped = card
    g.combat_discard |= 1 << card
    knowledge.card_flipped(g, card)
    units.show_other_side(g)
    if g.log is not None:
        g.log.add("flipped", pack.tactics_ids[card], combat_value(g), rule="sov.combat.flip")


def combat_value(g: State) -> int:
    """The value of the flipped card; its actions mean nothing here (sov.turn.tactics_values_unused)."""
    pack = g.pack
    if g.kind == ASSAULT:
        return pack.assault_value[g.flipped]
    return pack.night_probe_value[g.flipped] if g.is_night() else pack.probe_value[g.flipped]  # sov.probe.night


def reduction(g: State) -> int:
    """The points that a Barricade and Rubble, however much of it, take away."""
    rubble = g.rubble[g.district] > 0  # sov.probe.rubble_minus, sov.assault.rubble_minus
    return rubble + (g.barricade >> g.district & 1)  # sov.assault.barricade_minus


def make_rubble(g: State) -> None:
    """A strong attack leaves Rubble, which comes too late to weaken it (sov.rubble.not_own_attack)."""
    # sov.rubble.basic_none, sov.probe.rubble_make, sov.probe.rubble_make.night, sov.assault.rubble_make
    if g.rubble_rules and combat_value(g) >= RUBBLE_FROM:
        rule = "sov.assault.rubble_make" if g.kind == ASSAULT else "sov.probe.rubble_make"
        units.make_rubble(g, g.district, rule)


# ---------------------------------------------------------------------- points


def use_points(g: State) -> Flow[State]:
    """Points are used one by one; all of them, while somebody is left (sov.attack.point.mandatory)."""
    while g.points and g.at[g.district]:
        choice = yield POINT[g.commander]  # sov.attack.point.sequential
        number = g.pack.number[choice[1]]
        hit(g, number if choice[0] == "hit_hidden" else g.block_of[number])


def hit(g: State, block: int) -> None:
    """A point wounds, or kills who is wounded already, if only by this attack (sov.attack.point.wound, .fresh)."""
    g.points -= 1
    units.wound(g, block, "sov.attack.point.wound")
    if g.kind == ASSAULT and g.place[block] != g.district:
        outrage(g, block)


def outrage(g: State, block: int) -> None:
    """The world sees a killed Bystander (sov.assault.outrage); in the Basic version nobody bears that icon."""
    if g.bearing[BYSTANDER] >> block & 1:
        units.change_prestige(g, -1, "sov.assault.outrage")
        game_end.check_prestige(g)


def points(g: State, offer: Offer) -> None:
    """All insurgents there, hidden or revealed (sov.attack.point.choice); no civilian (sov.attack.civilians_safe)."""
    pack = g.pack
    offer.tell(points=g.points, district=pack.area_ids[g.district])
    for block in bits(g.at[g.district]):
        offer.add(pack.hit_insurgent[g.who[block]] if g.shown >> block & 1 else pack.hit_block[block])


POINT: Final = tuple(Ask(seat, "sov.point", points, "sov.attack.point.choice") for seat in range(MAX_SEATS))
"""By the commander's seat."""


# ---------------------------------------------------------------------- who may attack


def offer_attacks(g: State, offer: Offer) -> None:
    pack = g.pack
    may_probe = g.allowance[PROBE] > 0
    may_assault = g.allowance[ASSAULT] > 0 and not g.is_night()  # sov.assault.night
    if may_probe or may_assault:
        for regiment in bits(able(g)):
            area = g.regiment_at[regiment]
            if g.at[area]:  # sov.probe.target_needed; nobody ever is in staging
                if may_probe and not g.barricade >> area & 1:  # sov.probe.barricade
                    offer.add(pack.probe[regiment])
                if may_assault:
                    offer.add(pack.assault[regiment])
    if offer.explaining:
        for regiment in range(REGIMENTS):
            refused = probe_refusal(g, regiment)
            if refused is not None:
                offer.add(pack.probe[regiment], refused)
            refused = assault_refusal(g, regiment)
            if refused is not None:
                offer.add(pack.assault[regiment], refused)


def probe_refusal(g: State, regiment: int) -> str | None:
    """The rule that keeps a Regiment from probing."""
    if g.barricade >> g.regiment_at[regiment] & 1:
        return "sov.probe.barricade"
    return attack_refusal(g, regiment, PROBE, "sov.probe.unit")


def assault_refusal(g: State, regiment: int) -> str | None:
    """The rule that keeps a Regiment from assaulting."""
    if g.is_night():
        return "sov.assault.night"
    return attack_refusal(g, regiment, ASSAULT, "sov.assault.unit")


def attack_refusal(g: State, regiment: int, kind: int, rule: str) -> str | None:
    area = g.regiment_at[regiment]
    if area >= STAGING:
        return "sov.turn.staging_only_move"
    if not g.at[area]:
        return "sov.probe.target_needed"
    if not g.allowance[kind]:
        return "sov.turn.pool"
    return unable(g, regiment, rule)
