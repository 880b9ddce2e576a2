"""Steps of a battle: in the air, at sea, on land; when each is fought, and what it means to break it off."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, legal, nothing
from sandtable.engine.sets import NONE, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.flow import invasion, losses, odds, paratroops, retreat, rolls, rounds
from sandtable.games.battle_for_europe.pack import BREAK_OFF, GO_ON, NO, SUBMARINE, YES
from sandtable.games.battle_for_europe.parts import ATTACK, DEFENDER, LAND_BATTLE, SEA_BATTLE, STEPS, STRIKE
from sandtable.games.battle_for_europe.state import USED, State

Telling = Generator[Ask[State], Choice, bool]
"""A rule in progress that says something in the end."""
CHOICE_RULES: Final = ("air.round_end.choice", "sea.breakoff", "land.retreat")
"""By step."""


# ---------------------------------------------------------------------- in the air


def air(g: State) -> Telling:
    """A round of the air battle, if both sides have unused aircraft (air.when); whether one was fought."""
    battle, pack = g.battle_now(), g.pack
    if not opposed_in_the_air(g):
        return False  # air.end.conditions
    if battle.rows:
        goes_on = yield from decides(g)
        if not goes_on:
            invasion.go_home(g, battle.attackers & pack.air_units)  # air.breakoff
            return False  # air.breakoff.others
    yield from rounds.fight(g)
    return True


def opposed_in_the_air(g: State) -> bool:
    """Whether both sides have aircraft that fight (air.when)."""
    battle = g.battle_now()
    return rolls.met_in_the_air(g.pack, battle.attackers, battle.defenders)


# ---------------------------------------------------------------------- at sea


def sea(g: State) -> Telling:
    """A round of the sea battle, or the landing that follows it; whether a round was fought."""
    battle, pack = g.battle_now(), g.pack
    if not opposed_at_sea(g):
        yield from land_or_turn_back(g)
        return False
    if not fighters_at_sea(g):
        invasion.turn_back(g, "sea.end.no_fighters")
        return False
    if battle.kind == ATTACK and not battle.round and not battle.attackers & pack.naval_units:
        wish = yield Ask(losses.seat_of(g, 0), "battle.ships", SHIPS, "sea.when.vs_aircraft", stake=0.4)
        if wish == NO:
            return False
    elif battle.rows or (battle.sailing and not battle.defenders & pack.naval_units):  # sea.when.vs_aircraft
        goes_on = yield from decides(g)
        if not goes_on:
            invasion.turn_back(g, "sea.breakoff")
            return False
    yield from rounds.fight(g)
    return True


def opposed_at_sea(g: State) -> bool:
    """Whether naval units of one side face naval units or aircraft of the other (sea.when, sea.when.vs_aircraft)."""
    battle, pack = g.battle_now(), g.pack
    at_sea = pack.naval_units | pack.air_units
    if battle.attackers & pack.naval_units:
        return bool(battle.defenders & at_sea) and not nobody_rolls(g)
    return bool(battle.attackers & pack.air_units and battle.defenders & pack.naval_units and not only_boats_left(g))


def nobody_rolls(g: State) -> bool:
    """Whether only submarines face aircraft that have attacked them once: neither can do anything more.

    (sub.air_one_round, sub.no_defence_vs_air)
    """
    battle, pack = g.battle_now(), g.pack
    at_sea = (battle.attackers | battle.defenders) & (pack.naval_units | pack.air_units)
    later = battle.step == SEA_BATTLE and battle.round > 0
    return not at_sea & ~rolls.idle(pack, SEA_BATTLE, battle.attackers, battle.defenders, later)


def only_boats_left(g: State) -> bool:
    """Whether aircraft have attacked submarines once and nobody else is left for them (sub.air_one_round)."""
    battle, pack = g.battle_now(), g.pack
    at_sea = battle.defenders & (pack.naval_units | pack.air_units)
    fought = battle.step == SEA_BATTLE and battle.round > 0
    return fought and bool(at_sea) and not at_sea & ~pack.of_type[SUBMARINE]


def fighters_at_sea(g: State) -> int:
    """The attacking units that fight at sea: not those that carry (sea.carriers_out)."""
    battle, pack = g.battle_now(), g.pack
    able = pack.naval_units if only_boats_left(g) else pack.naval_units | pack.air_units
    return battle.attackers & able & ~rolls.carriers_of(battle)


def land_or_turn_back(g: State) -> Telling:
    """Nobody is left to keep the cargo from landing; after fighting the invader may still turn back (inv.turn_back)."""
    battle = g.battle_now()
    if not battle.sailing:
        return False
    if other_guards(g):
        invasion.turn_back(g, "inv.clear_sea_first")
        return False
    if battle.rows:
        choice = yield Ask(losses.seat_of(g, 0), "battle.landing", DECISION, "inv.turn_back", stake=0.4)
        if choice == BREAK_OFF:
            invasion.turn_back(g, "inv.turn_back")
            return False
    invasion.land(g)
    return True


def other_guards(g: State) -> int:
    """Unused ships and aircraft of another contingent: nobody lands while they are there (inv.clear_sea_first)."""
    battle, pack = g.battle_now(), g.pack
    found = 0
    for unit in members(g.enemies_in(battle.power, battle.area) & ~battle.defenders & pack.based_units):
        if not g.flags[unit] & USED:
            found |= 1 << unit
    return found


# ---------------------------------------------------------------------- on land


def land(g: State) -> Telling:
    """A round of the land battle, if there is one (land.when); whether it was fought."""
    battle = g.battle_now()
    if not opposed_on_land(g):
        return False
    if battle.rows:
        goes_on = yield from decides(g)
        if not goes_on:
            yield from retreat.retreat(g)
            if not retreat.inside(g):
                return False
    if not battle.round:
        settle_ground(g)
        yield from aircraft_join(g)
    yield from rounds.fight(g)
    return True


def opposed_on_land(g: State) -> bool:
    """Whether land units defend, and land units or aircraft alone attack (land.when, unit.air.no_defence_alone)."""
    battle, pack = g.battle_now(), g.pack
    if battle.kind == STRIKE or not battle.defenders & pack.land_units:
        return False
    return bool(retreat.inside(g) or battle.attackers & pack.air_units)


def settle_ground(g: State) -> None:
    """What the ground gives, from the directions of all land units that attack (mod.lowest_direction)."""
    battle = g.battle_now()
    attackers = retreat.inside(g)
    ground = rolls.ground(g, battle.area, [rolls.way_of(g, unit, battle.landed) for unit in members(attackers)])
    battle.cover, battle.fortress = ground.cover, ground.fortress
    if g.rules.advanced:
        paratroops.came(g, attackers)
        paratroops.stand(g, battle.defenders & g.pack.land_units)


def aircraft_join(g: State) -> Telling:
    """The defender says whether his unused aircraft join the land battle (land.air_joins)."""
    battle, pack = g.battle_now(), g.pack
    seat = losses.seat_of(g, DEFENDER)
    if not battle.defenders & pack.air_units or seat == NONE:
        return False
    choice = yield Ask(seat, "battle.join", JOIN, "land.air_joins", stake=0.15)
    if choice == NO:
        battle.defenders &= ~pack.air_units
    return choice == YES


def decided(g: State) -> bool:
    """Whether nothing is left to be fought or to land."""
    if g.battle_now().sailing or opposed_on_land(g):
        return False
    return not opposed_in_the_air(g) and not opposed_at_sea(g)


# ---------------------------------------------------------------------- going on or breaking off


def decides(g: State) -> Telling:
    """After each round the attacker goes on or breaks off; the defender cannot (air.no_defender_retreat)."""
    battle = g.battle_now()
    prompt = f"battle.{STEPS[battle.step]}"
    choice = yield Ask(losses.seat_of(g, 0), prompt, DECISION, CHOICE_RULES[battle.step], stake=0.4)
    if choice == BREAK_OFF and g.log is not None:
        names = g.pack.nation_ids[battle.power], f"battle:{STEPS[battle.step]}", g.pack.area_ids[battle.area]
        g.log.add("battle_broken_off", *names, rule=CHOICE_RULES[battle.step])
    return choice == GO_ON


def break_off_refusal(g: State) -> str | None:
    """The rule against breaking off: on land somebody must be able to leave."""
    battle = g.battle_now()
    if battle.step != LAND_BATTLE or not retreat.inside(g) or retreat.able(g):
        return None
    return "land.invasion_no_retreat" if retreat.inside(g) & battle.landed else "land.retreat.none"


def decision_options(g: State, offer: Offer) -> None:
    offer.add(GO_ON)
    if break_off_refusal(g) is None:
        offer.add(BREAK_OFF)
    tell_odds(g, offer)


def yes_or_no(g: State, offer: Offer) -> None:
    offer.add(YES)
    offer.add(NO)
    tell_odds(g, offer)


def tell_odds(g: State, offer: Offer) -> None:
    """The facts of a decision in battle: where it is, and what comes of going on."""
    if offer.telling:
        chances = odds.now(g)
        told = chances.facts()
        offer.tell(area=g.pack.area_ids[g.battle_now().area], **told)
        if GO_ON in offer.options:
            offer.note(GO_ON, *told.values())


DECISION: Final = Legality(decision_options, {"go_on": legal, "break_off": nothing(break_off_refusal)})
SHIPS: Final = Legality(yes_or_no, {"yes": legal, "no": legal})
JOIN: Final = Legality(yes_or_no, {"yes": legal, "no": legal})
STEPS_OF: Final[tuple[Callable[[State], Telling], ...]] = (air, sea, land)
"""By step: what fights a round of it."""
