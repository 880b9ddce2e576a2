"""Probe and Assault: a Regiment attacks in its district, with as many points as the Combat card gives."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, Refuses, one
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import counterattack, game_end, units
from sandtable.games.nights_of_fire.flow.allowance import able, spend, unable, unallowed
from sandtable.games.nights_of_fire.pack import (
    ASSAULT,
    BYSTANDER,
    MAX_SEATS,
    PROBE,
    STAGING,
)
from sandtable.games.nights_of_fire.state import Attack, State

RUBBLE_FROM: Final = 3
"""The value of a Combat card that leaves Rubble behind (sov.probe.rubble_make, sov.assault.rubble_make)."""


def probe(g: State, regiment: int) -> Flow[State]:
    """A Regiment probes; it may do so again while it is active (sov.probe.repeat)."""
    spend(g, PROBE, g.regiment_at[regiment])
    yield from attack(g, regiment, PROBE)  # sov.probe.unit


def assault(g: State, regiment: int) -> Flow[State]:
    """A Regiment assaults, and does nothing more this turn."""
    spend(g, ASSAULT, g.regiment_at[regiment])
    g.soviet.spent |= 1 << regiment  # sov.assault.exhausts
    yield from attack(g, regiment, ASSAULT)  # sov.assault.unit


def attack(g: State, regiment: int, kind: int) -> Flow[State]:
    """Flip, use the points, leave Rubble, and let the Hungarians answer (sov.assault.counter)."""
    begin(g, regiment, kind)
    flip(g)
    points = max(0, combat_value(g) - reduction(g))  # sov.attack.min_zero
    g.attack_now().points = points
    if g.log is not None:
        g.log.add("points", points, rule="sov.attack.point.wound")
    yield from use_points(g)
    make_rubble(g)
    yield from counterattack.offer(g)
    g.attack = None


def begin(g: State, regiment: int, kind: int) -> None:
    """Who attacks where, and whom."""
    district = g.regiment_at[regiment]
    g.attack = Attack(district, attackers=1 << regiment, attacked=g.at[district], kind=kind)
    if g.log is not None:
        key, rule = ("probed", "sov.probe.unit") if kind == PROBE else ("assaulted", "sov.assault.unit")
        g.log.add(key, g.pack.regiment_ids[regiment], g.pack.area_ids[district], rule=rule)


# ---------------------------------------------------------------------- the Combat card


def flip(g: State) -> None:
    """The top card of the Combat deck goes to the Combat discard pile (sov.combat.flip)."""
    pack = g.pack
    if not g.tactics.combat:  # sov.combat.reshuffle
        g.tactics.combat = list(bits(g.tactics.combat_discard))
        g.tactics.combat_discard = 0
        g.chance.shuffle("combat", g.tactics.combat, pack.tactics_ids)
        if g.log is not None:
            g.log.add("combat_reshuffled", len(g.tactics.combat), rule="sov.combat.reshuffle")
    card = g.tactics.combat.pop()
    g.attack_now().flipped = card
    g.tactics.combat_discard |= 1 << card
    knowledge.card_flipped(g, card)
    units.show_other_side(g)
    if g.log is not None:
        g.log.add("flipped", pack.tactics_ids[card], combat_value(g), rule="sov.combat.flip")


def combat_value(g: State) -> int:
    """The value of the flipped card; its actions mean nothing here (sov.turn.tactics_values_unused)."""
    pack, attack = g.pack, g.attack_now()
    if attack.kind == ASSAULT:
        return pack.assault_value[attack.flipped]
    probes = pack.night_probe_value if g.is_night() else pack.probe_value  # sov.probe.night
    return probes[attack.flipped]


def reduction(g: State) -> int:
    """The points that a Barricade and Rubble, however much of it, take away."""
    district = g.attack_now().district
    rubble = g.rubble[district] > 0  # sov.probe.rubble_minus, sov.assault.rubble_minus
    return rubble + (g.barricade >> district & 1)  # sov.assault.barricade_minus


def make_rubble(g: State) -> None:
    """A strong attack leaves Rubble, which comes too late to weaken it (sov.rubble.not_own_attack)."""
    # sov.rubble.basic_none, sov.probe.rubble_make, sov.probe.rubble_make.night, sov.assault.rubble_make
    if g.rules.rubble and combat_value(g) >= RUBBLE_FROM:
        attack = g.attack_now()
        rule = "sov.assault.rubble_make" if attack.kind == ASSAULT else "sov.probe.rubble_make"
        units.make_rubble(g, attack.district, rule)


# ---------------------------------------------------------------------- points


def use_points(g: State) -> Flow[State]:
    """Points are used one by one; all of them, while somebody is left (sov.attack.point.mandatory)."""
    attack = g.attack_now()
    while attack.points and g.at[attack.district]:
        choice = yield POINT[g.rules.commander]  # sov.attack.point.sequential
        number = g.pack.number[choice[1]]
        hit(g, number if choice[0] == "hit_hidden" else g.block_of[number])
        attack = g.attack_now()


def hit(g: State, block: int) -> None:
    """A point wounds, or kills who is wounded already, if only by this attack (sov.attack.point.wound, .fresh)."""
    attack = g.attack_now()
    attack.points -= 1
    units.wound(g, block, "sov.attack.point.wound")
    if attack.kind == ASSAULT and g.place[block] != attack.district:
        outrage(g, block)


def outrage(g: State, block: int) -> None:
    """The world sees a killed Bystander (sov.assault.outrage); in the Basic version nobody bears that icon."""
    if g.bearing[BYSTANDER] >> block & 1:
        units.change_prestige(g, -1, "sov.assault.outrage")
        game_end.check_prestige(g)


def points(g: State, offer: Offer) -> None:
    """All insurgents there, hidden or revealed (sov.attack.point.choice); no civilian (sov.attack.civilians_safe)."""
    pack, attack = g.pack, g.attack_now()
    offer.tell(points=attack.points, district=pack.area_ids[attack.district])
    for block in bits(g.at[attack.district]):
        offer.add(pack.hit_insurgent[g.insurgent_of[block]] if g.shown >> block & 1 else pack.hit_block[block])


def hit_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps a point from an insurgent by its name: the commander knows only the revealed ones."""
    block = g.block_of[insurgent]
    if not g.shown >> block & 1:
        return "unit.hidden"
    return None if g.place[block] == g.attack_now().district else "sov.attack.point.wound"


def hit_hidden_refusal(g: State, block: int) -> str | None:
    """The rule that keeps a point from a hidden block."""
    if g.shown >> block & 1:
        return "unit.hidden"
    return None if g.place[block] == g.attack_now().district else "sov.attack.point.wound"


POINTS: Final[Legality[State]] = Legality(
    points, {"hit": one(hit_refusal), "hit_hidden": one(hit_hidden_refusal)}, unknown="unit.hidden"
)
POINT: Final = tuple(Ask(seat, "sov.point", POINTS, "sov.attack.point.choice") for seat in range(MAX_SEATS))
"""By the commander's seat."""


# ---------------------------------------------------------------------- who may attack


def offer_attacks(g: State, offer: Offer) -> None:
    """What `probe_refusal` and `assault_refusal` allow, Regiment by Regiment."""
    pack = g.pack
    may_probe = g.soviet.allowance[PROBE] > 0
    may_assault = g.soviet.allowance[ASSAULT] > 0 and not g.is_night()  # sov.assault.night
    if may_probe or may_assault:
        for regiment in bits(able(g)):
            area = g.regiment_at[regiment]
            if g.at[area]:  # sov.probe.target_needed; nobody ever is in staging
                if may_probe and not g.barricade >> area & 1:  # sov.probe.barricade
                    offer.add(pack.probe[regiment])
                if may_assault:
                    offer.add(pack.assault[regiment])


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
    """The rule that keeps a Regiment from any attack."""
    area = g.regiment_at[regiment]
    if area >= STAGING:
        return "sov.turn.staging_only_move"
    if not g.at[area]:
        return "sov.probe.target_needed"
    return unable(g, regiment, rule) or unallowed(g, kind)


REFUSALS: Final[dict[str, Refuses[State]]] = {"probe": one(probe_refusal), "assault": one(assault_refusal)}
