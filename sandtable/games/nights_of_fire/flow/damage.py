"""Inflicting damage: how many points a step of a Konev card deals, and whom they hit."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, one
from sandtable.engine.sets import bits
from sandtable.games.nights_of_fire.cards import (
    BARRICADE_BLOCKS,
    BARRICADE_MINUS,
    BY_PREVIOUSLY_ACTIVE_HERE,
    BY_REGIMENT,
    READINESS_AT_LEAST,
    Step,
)
from sandtable.games.nights_of_fire.flow import counterattack, units
from sandtable.games.nights_of_fire.state import KONEV_ATTACK, Attack, KonevCard, State, rev_team


def attackers(g: State, card: KonevCard, step: Step) -> int:
    """The Regiments that make the attack (konev.counter.attackers)."""
    here = g.active(card.target)
    if step.by == BY_REGIMENT:
        return here & 1 << card.regiment
    return here & card.before if step.by == BY_PREVIOUSLY_ACTIVE_HERE else here


def points(g: State, card: KonevCard, step: Step) -> int:
    """The damage of a step, after a Barricade (konev.barricade.blocks, konev.barricade.minus)."""
    total = step.n
    for plus in step.plus:
        if plus.when == READINESS_AT_LEAST:
            total += plus.add if g.readiness >= plus.n else 0
        else:
            total += plus.add * (attackers(g, card, step).bit_count() - 1)  # konev.card.assault.damage
    if g.barricade >> card.target & 1:
        if step.behind == BARRICADE_BLOCKS:
            return 0
        if step.behind == BARRICADE_MINUS:
            total -= 1
    return total


def possible(g: State, card: KonevCard, step: Step) -> bool:
    """Whether damage would hit somebody (konev.step.possible)."""
    return g.at[card.target] > 0 and attackers(g, card, step) > 0 and points(g, card, step) > 0


def deal_damage(g: State, card: KonevCard, step: Step) -> Flow[State]:
    """A damage step, and the counterattack right after it (konev.counter.per_step, konev.counter.moment)."""
    if not possible(g, card, step):
        return
    attack = begin(g, card, step)
    while attack.points and g.at[attack.district]:  # konev.damage.excess
        attack.points -= 1
        yield from deal_point(g)
        attack = g.attack_now()
    attack.points = 0
    yield from counterattack.offer(g)  # konev.counter.needs_damage: at least one point was dealt
    g.attack = None


def begin(g: State, card: KonevCard, step: Step) -> Attack:
    """Who attacks where, and whom."""
    district = card.target
    attack = Attack(district, attackers(g, card, step), g.at[district], points(g, card, step), KONEV_ATTACK)
    g.attack = attack
    card.effect = True
    if g.log is not None:
        g.log.add("konev_damage", attack.points, g.pack.area_ids[district], rule="konev.damage.point")
    return attack


def deal_point(g: State) -> Flow[State]:
    """One point; whom it hits is judged anew for each (konev.damage.reassess)."""
    victims = candidates(g, g.attack_now())
    if victims & g.shown:
        block = most_wanted(g, victims)
    else:  # konev.damage.hidden_choice
        choice = yield Ask(0, "konev.hit", HITTING, "konev.damage.hidden_choice", team=rev_team(g))
        block = g.block_of[g.pack.number[choice[1]]]
    units.wound(g, block, "konev.damage.point")  # konev.damage.hidden_stays


def candidates(g: State, attack: Attack) -> int:
    """Wounded ones before healthy ones, and among these revealed ones before hidden ones (konev.damage.order)."""
    there = g.at[attack.district]
    first = there & g.wounded or there  # konev.damage.wounded_first
    return first & g.shown or first  # konev.damage.revealed_first


def most_wanted(g: State, victims: int) -> int:
    """The revealed insurgent that Konev wants most, by its icons (konev.damage.priority, .basic, .local)."""
    ranks = g.pack.damage_rank[g.rules.advanced]
    best = min(ranks[g.insurgent_of[block]] for block in bits(victims))
    equal = [g.insurgent_of[block] for block in bits(victims) if ranks[g.insurgent_of[block]] == best]
    if len(equal) == 1:
        return g.block_of[equal[0]]
    return g.block_of[g.chance.pick("victim", equal, g.pack.insurgent_ids)]  # konev.damage.priority.tie


def hit_options(g: State, offer: Offer) -> None:
    attack = g.attack_now()
    offer.tell(district=g.pack.area_ids[attack.district], points=attack.points + 1)
    for block in bits(candidates(g, attack)):
        offer.add(g.pack.hit_insurgent[g.insurgent_of[block]])


def hit_refusal(g: State, insurgent: int) -> str | None:
    """The rule that keeps a point from an insurgent."""
    block, attack = g.block_of[insurgent], g.attack_now()
    if candidates(g, attack) >> block & 1:
        return None
    if g.place[block] != attack.district:
        return "konev.damage.point"
    return "konev.damage.order" if g.shown >> block & 1 else "konev.damage.wounded_first"


HITTING: Final[Legality[State]] = Legality(hit_options, {"hit": one(hit_refusal)})
