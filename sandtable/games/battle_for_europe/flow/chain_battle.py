"""Battles of a chain of interventions: the last one is fought first, and at each place one battle for the ships."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import (
    cooperation,
    interceptors,
    losses,
    odds,
    rolls,
    rounds,
    turning,
    units,
)
from sandtable.games.battle_for_europe.pack import BREAK_OFF, GO_ON, SUBMARINE
from sandtable.games.battle_for_europe.parts import (
    AIR_BATTLE,
    ARRIVING,
    ATTACKER,
    DEFENDER,
    INTERVENE,
    SEA_BATTLE,
    STEPS,
    Battle,
)
from sandtable.games.battle_for_europe.state import State

Telling = Generator[Ask[State], Choice, bool]
BREAK_OFF_RULES: Final = (
    ("int.air.breakoff", "int.air.interceptor_breakoff"),
    ("int.sea.breakoff_mover", "int.sea.breakoff_interceptor"),
)
"""By step and side: the rule by which it may break off."""


# ---------------------------------------------------------------------- what is fought next


def resolve(g: State) -> None:
    """The next battle of the chain begins; without any, the move arrives (int.chain.backwards).

    Places come in the order in which the moving units reach them (int.sea.several_places).
    """
    chain = g.chain_now()
    for place in interceptors.places(g):
        if chain.over >> place & 1:
            continue
        pair = next_in_the_air(g, place)
        if pair is not None:
            begin_in_the_air(g, place, *pair)
            return
        if begin_at_sea(g, place):
            return
        close(g, place)
    chain.stage = ARRIVING


def next_in_the_air(g: State, place: int) -> tuple[int, int] | None:
    """The last group of aircraft that is still to fight the aircraft it answers, and these."""
    chain = g.chain_now()
    for group in reversed(range(chain.legs, len(chain.units))):
        if chain.naval >> group & 1 or chain.settled >> group & 1 or chain.paths[group] != [place]:
            continue
        against = chain.answers[group]
        met = chain.units[group] and chain.units[against] and interceptors.in_the_air(g, against)
        joins = against < chain.legs and interceptors.joins_battle(g, place)  # int.air.at_target
        if met and not joins and comes(g, interceptors.root(g, group), place):
            return group, against
        chain.settled |= 1 << group
    return None


def comes(g: State, leg: int, place: int) -> bool:
    """Whether the group of the move about which it all is still comes to a place; ships are met together."""
    if interceptors.in_the_air(g, leg):
        return interceptors.left(g, leg)
    chain = g.chain_now()
    return any(group < chain.legs for group in interceptors.groups_at(g, place, True, True))


def begin_in_the_air(g: State, place: int, group: int, against: int) -> None:
    """Aircraft that intervene defend, those that they stop attack (int.air.values)."""
    chain = g.chain_now()
    chain.place, chain.against = place, group
    stopped, coming = chain.units[against], chain.units[group]
    begin(g, place, stopped, coming, AIR_BATTLE)


def begin_at_sea(g: State, place: int) -> bool:
    """All ships at a place, and the aircraft left in their part of the chain, fight one battle (int.sea.one_battle).

    The side on turn attacks (int.sea.values).
    """
    chain = g.chain_now()
    ours, theirs = (at_sea(g, place, own) for own in (True, False))
    if not ours & g.pack.naval_units or not theirs or not any_leg(g, place):
        return False
    battle = begin(g, place, ours, theirs, first_step(g, ours, theirs))
    battle.carriers, battle.cargo = turning.aboard(g, place)
    battle.sailing = bool(battle.cargo)
    for unit in battle.cargo:
        if not g.pack.air_units >> unit & 1:  # unit.carried.no_fight: aircraft aboard neither fight nor are shot at
            battle.attackers |= 1 << unit
    chain.place = place
    return True


def first_step(g: State, ours: int, theirs: int) -> int:
    """A battle for ships begins in the air, if both sides have aircraft that fight there (air.when)."""
    return AIR_BATTLE if rolls.met_in_the_air(g.pack, ours, theirs) else SEA_BATTLE


def any_leg(g: State, place: int) -> bool:
    chain = g.chain_now()
    return any(group < chain.legs for group in interceptors.groups_at(g, place, True, True))


def at_sea(g: State, place: int, ours: bool) -> int:
    """The units of a side in the battle for the ships at a place.

    Aircraft that came to the target of an attack wait for its battle instead (int.air.at_target), but ships do not
    (int.sea.at_target).
    """
    chain = g.chain_now()
    found = 0
    for group in interceptors.groups_at(g, place, ours, True):
        found |= chain.units[group]
    if not ours and interceptors.joins_battle(g, place):
        return found
    for group in interceptors.groups_at(g, place, ours, False):
        if group >= chain.legs and not interceptors.in_the_air(g, interceptors.root(g, group)):
            found |= chain.units[group]
    return found


def begin(g: State, place: int, attackers: int, defenders: int, step: int) -> Battle:
    """A battle between two sets of units; its leaders are the powers with most of them."""
    pack, order = g.pack, g.order_now()
    leader = cooperation.leader(g, attackers)
    power = order.power if attackers & order.force else g.commander[leader]
    g.battle = Battle(INTERVENE, place, power, cooperation.leader(g, defenders), step)
    g.battle.attackers, g.battle.defenders = attackers, defenders
    chain = g.chain_now()
    for leg in range(chain.legs):
        if chain.units[leg] & attackers:
            chain.settled |= 1 << leg  # int.mover_used: it has fought on its way
    if g.log is not None:
        names = f"battle:{STEPS[step]}", pack.area_ids[place]
        g.log.add("intervention", *names, rule="int.chain.backwards")
    return g.battle


# ---------------------------------------------------------------------- rounds


def go_on(g: State) -> Flow[State]:
    """A round; from the second on either side may break off before it (int.air.one_round_min)."""
    battle = g.battle_now()
    if battle.rows:
        stays = yield from both_stay(g)
        if not stays or over(g):
            finish(g)
            return
    use_aircraft(g)
    yield from rounds.fight(g)
    turning.forget_lost(g)
    submarines_alone(g)
    if battle.step == AIR_BATTLE and not opposed_in_the_air(g):
        battle.step, battle.round = SEA_BATTLE, 0
    if over(g):
        finish(g)


def use_aircraft(g: State) -> None:
    """Aircraft that fight are used, those of the move when they arrive; but not by attacking submarines alone.

    (int.used_after, int.mover_used, sub.air_not_action)
    """
    battle, pack = g.battle_now(), g.pack
    boats = pack.of_type[SUBMARINE] if battle.step == SEA_BATTLE else 0
    for own, enemies in ((battle.attackers, battle.defenders), (battle.defenders, battle.attackers)):
        flying = own & pack.air_units & ~g.order_now().force
        if enemies & ~boats:
            for unit in members(flying):
                units.use(g, unit)
        if flying and enemies & boats:
            g.hunts += [flying, enemies & boats]  # sub.air_once_per_raid


def opposed_in_the_air(g: State) -> bool:
    battle, air = g.battle_now(), rolls.flying(g, g.battle_now())
    if g.chain_now().against == NONE:
        return rolls.met_in_the_air(g.pack, battle.attackers, battle.defenders)
    return bool(battle.attackers & air and battle.defenders & air)


def submarines_alone(g: State) -> None:
    """Aircraft that have only submarines against them leave after one round (sub.air_one_round)."""
    battle, pack = g.battle_now(), g.pack
    if battle.step != SEA_BATTLE:
        return
    boats = pack.of_type[SUBMARINE]
    if battle.attackers and not battle.attackers & ~boats:
        battle.defenders &= ~leave(g, battle.defenders & pack.air_units)
    if battle.defenders and not battle.defenders & ~boats:
        battle.attackers &= ~leave(g, battle.attackers & pack.air_units)


def leave(g: State, leaving: int) -> int:
    """Aircraft go home before the battle is over; they have intervened, and only the chain lets go of them."""
    turning.release(g, leaving)
    return leaving


def over(g: State) -> bool:
    """Whether one side has nobody left who fights."""
    battle, pack = g.battle_now(), g.pack
    if battle.step == AIR_BATTLE:
        return not battle.attackers or not battle.defenders
    fighters = battle.attackers & (pack.naval_units | pack.air_units) & ~rolls.carriers_of(battle)
    return not fighters or not battle.defenders  # sea.end.no_fighters


def both_stay(g: State) -> Telling:
    """First the attackers, then the others say whether they go on; who does not goes home (int.breakoff.order)."""
    battle, pack = g.battle_now(), g.pack
    for side in (ATTACKER, DEFENDER):
        leaving = losses.of_side(battle, side)
        if battle.step == AIR_BATTLE:
            leaving &= rolls.flying(g, battle)
        rule = BREAK_OFF_RULES[battle.step][side]
        seat = losses.seat_of(g, side)
        choice = yield Ask(seat, f"battle.{STEPS[battle.step]}", DECISIONS[side], rule, stake=0.4)
        if choice == BREAK_OFF:
            if g.log is not None:
                nation = battle.power if side == ATTACKER else battle.group
                names = pack.nation_ids[nation], f"battle:{STEPS[battle.step]}", pack.area_ids[battle.area]
                g.log.add("battle_broken_off", *names, rule=rule)
            break_off(g, side, leaving)
            return False
    return True


def break_off(g: State, side: int, leaving: int) -> None:
    """A side leaves; moving ships end their whole move (int.sea.breakoff_mover)."""
    battle = g.battle_now()
    if side == ATTACKER:
        battle.attackers &= ~leaving
    else:
        battle.defenders &= ~leaving
    if battle.step == AIR_BATTLE:
        turning.release(g, leaving)
        if g.chain_now().against == NONE:
            battle.step, battle.round = SEA_BATTLE, 0  # the ships stay
    elif leaving & g.order_now().force:
        turning.turn_back(g, "int.sea.breakoff_mover")


# ---------------------------------------------------------------------- the end of a battle


def finish(g: State) -> None:
    """A battle of the chain is over, or only its part in the air: what is left goes on to the one before."""
    chain, battle = g.chain_now(), g.battle_now()
    if chain.against == NONE and not over(g):
        return  # aircraft have left, ships fight on
    in_the_air = chain.against != NONE
    g.battle, g.fought = None, battle
    if in_the_air:
        chain.settled |= 1 << chain.against
    else:
        if battle.defenders and battle.sailing and battle.attackers & g.order_now().force:
            turning.turn_back(g, "sea.end.no_fighters")
        close(g, battle.area)
    chain.place = chain.against = NONE


def close(g: State, place: int) -> None:
    """All is fought at a place: whoever intervened there goes home (int.sea.helpers_home, int.sea.continue).

    Only aircraft that came to the target of an attack stay for its battle (int.air.at_target).
    """
    chain = g.chain_now()
    chain.over |= 1 << place
    for group in range(chain.legs, len(chain.units)):
        if chain.paths[group] != [place] or not chain.units[group]:
            continue
        theirs = interceptors.other_side(chain.steps[group])
        if not (theirs and interceptors.in_the_air(g, group) and interceptors.joins_battle(g, place)):
            turning.release(g, chain.units[group])


# ---------------------------------------------------------------------- odds


def chances(g: State, force: int) -> odds.Odds:
    """What comes of an intervention for the force that intervenes, if it arrives and nobody breaks off."""
    chain = g.chain_now()
    if interceptors.in_the_air(g, chain.against):
        return odds.clash(g, chain.units[chain.against], force, AIR_BATTLE).turned()
    ours, theirs = (at_sea(g, chain.place, own) for own in (True, False))
    if interceptors.other_side(chain.step):
        theirs |= force
    else:
        ours |= force
    fought = odds.clash(g, ours, theirs, first_step(g, ours, theirs), *turning.aboard(g, chain.place))
    return fought.turned() if interceptors.other_side(chain.step) else fought


def attacker_options(g: State, offer: Offer) -> None:
    offer.add(GO_ON)
    offer.add(BREAK_OFF)
    if offer.telling:
        tell_odds(g, offer, odds.now(g))


def defender_options(g: State, offer: Offer) -> None:
    offer.add(GO_ON)
    offer.add(BREAK_OFF)
    if offer.telling:
        tell_odds(g, offer, odds.now(g).turned())


def tell_odds(g: State, offer: Offer, chances: odds.Odds) -> None:
    """What comes of going on, for the side that is asked."""
    told = chances.facts()
    offer.tell(area=g.pack.area_ids[g.battle_now().area], **told)
    offer.note(GO_ON, *told.values())


DECISIONS: Final = (
    Legality(attacker_options, {"go_on": legal, "break_off": legal}),
    Legality(defender_options, {"go_on": legal, "break_off": legal}),
)
"""By side."""
