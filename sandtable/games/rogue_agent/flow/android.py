"""Android: attacks of an android on agents and on locations, and of an agent on an android."""

from __future__ import annotations

from sandtable.engine.ask import Flow, Offer
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent.flow import fuel, justice, pieces, stamina
from sandtable.games.rogue_agent.flow.attack import hits_of, roll, spend_ammo
from sandtable.games.rogue_agent.flow.explosion import explode_one_of
from sandtable.games.rogue_agent.pack import (
    ANDROID_SHIELD,
    ATTACK_AGENT,
    ATTACK_ANDROID,
    ATTACK_LOCATION,
    ATTACK_LOCATION_CHOICE,
    DISCS,
    FIRST_ASSASSIN,
    HUMAN_SHIELD,
    PATROL_CAR,
    PER_COLOUR,
    SEATS,
)
from sandtable.games.rogue_agent.state import Fight, State

# ====================================================================== agents and androids


def duel(g: State, target: int, kind: int) -> Flow[State]:
    """Attack agent, or with the roles exchanged attack android (aagent.target, aandroid.steps)."""
    seat = g.seat
    justice.take(g, kind)
    named, rule = ("aagent.target", "aagent.damage") if kind == ATTACK_AGENT else ("aandroid.steps", "aandroid.damage")
    g.fight = Fight(rival=target, green=g.pistols(seat))  # aagent.dice.green
    if g.log is not None:
        g.log.add("attacked", SEATS[seat], SEATS[target], rule=named)
    yield from spend_ammo(g, seat)  # aagent.dice.black
    yield from fuel.target_dice(g, target, "aagent.dice.defender")
    hits = max(0, roll_both(g))
    g.fight = Fight()
    down = yield from stamina.lose(g, target, hits, rule)  # informants do not help: aagent.no_informant
    if down:
        reward = "aagent.kill" if kind == ATTACK_AGENT else "aandroid.kill"
        pieces.change_influence(g, seat, 1, reward)


def roll_both(g: State) -> int:
    """Both roll at once; each patrol car of the target cancels a hit (aagent.roll, aagent.cancel, aagent.surplus)."""
    pieces.roll_fresh(g, PER_COLOUR, g.fight.green + g.fight.defence, g.fight.black)
    defence = fuel.defenders_green(g)
    hits = hits_of(g, g.tray & ~defence)  # what else the target rolls does nothing: aagent.defender_hits
    cars = pieces.count(g, defence, PATROL_CAR)
    if g.log is not None:
        g.log.add("hits", hits, rule="aagent.hits")
        if cars and hits:  # more cars than hits do nothing: aagent.surplus
            g.log.add("cancelled", min(cars, hits), rule="aagent.cancel")
    return hits - cars


def agent_refusal(g: State, target: int) -> str | None:
    """The rule against attacking an agent as an android."""
    seat = g.seat
    if not g.is_android(seat):
        return "android.under.kinds"
    if target >= g.rules.players or target == seat or g.at[target] != g.at[seat]:
        return "aagent.where"
    if g.is_android(target):
        return "aagent.not_android"
    if g.shield(g.at[target]) == HUMAN_SHIELD:
        return "aagent.where"
    return justice.refusal(g, ATTACK_AGENT)


def android_refusal(g: State, target: int) -> str | None:
    """The rule against attacking an android as an agent."""
    seat = g.seat
    if g.is_android(seat):
        return "android.actions"
    if not g.rules.android:
        return "action.kinds.android_mode"
    if target >= g.rules.players or not g.is_android(target):
        return "aandroid.exposed_only"
    if g.at[target] != g.at[seat] or g.shield(g.at[target]) == ANDROID_SHIELD:
        return "aandroid.where"
    return justice.refusal(g, ATTACK_ANDROID)


def offer_duels(g: State, offer: Offer) -> None:
    """What the two refusals allow."""
    if not g.android:
        return
    android = g.is_android(g.seat)
    for target in range(g.rules.players):
        if android and agent_refusal(g, target) is None:
            offer.add(g.pack.attack_agent[target])
        elif not android and android_refusal(g, target) is None:
            offer.add(g.pack.attack_android[target])


# ====================================================================== locations


def attack_location(g: State) -> Flow[State]:
    """Informants cancel hits; with two left the tile burns (aloc.dice, aloc.hits, aloc.success)."""
    seat = g.seat
    tile = g.at[seat]
    justice.take(g, ATTACK_LOCATION)
    g.fight = Fight(green=g.pistols(seat))  # aloc.dice.green
    if g.log is not None:
        g.log.add("attacked", SEATS[seat], g.pack.tile_ids[tile], rule="aloc.where")
    yield from spend_ammo(g, seat)  # aloc.dice.black
    hits = roll(g)
    g.fight = Fight()
    # The upper one and then the one that moved up, while there is a hit to cancel (aloc.informant_only_hit).
    for rule in ("aloc.informant_top", "aloc.informant_next"):
        if hits and g.slot[2 * tile] != NONE:
            pieces.remove_informant(g, 2 * tile, rule)
            hits -= 1
    if hits < g.pack.location_hits:
        if g.log is not None:
            g.log.add("location_held", g.pack.tile_ids[tile], rule="aloc.fail")
        return
    yield from destroy(g, seat, tile)


def destroy(g: State, seat: int, tile: int) -> Flow[State]:
    """Bombs, discs, tile, influence: to the end, even if the attacker is in the hospital by then (aloc.success.*)."""
    bombs = g.bombs_at(tile)
    if bombs:
        yield from explode_one_of(g, bombs, "aloc.success.bombs")  # the others follow in its chain
    for disc in bits(g.discs_at(tile, FIRST_ASSASSIN, DISCS)):
        pieces.leave(g, disc, "aloc.success.discs")
    g.burnt |= 1 << tile  # aloc.success.flip, destroy.flip
    if g.log is not None:
        g.log.add("destroyed", g.pack.tile_ids[tile], rule="aloc.success.flip")
    pieces.change_influence(g, seat, 1, "aloc.success.influence")


def location_refusal(g: State) -> str | None:
    """The rule against attacking the location."""
    tile = g.at[g.seat]
    if not g.is_android(g.seat):
        return "android.under.kinds"
    if g.burnt >> tile & 1:
        return "aloc.where"
    if not g.pack.slotted >> tile & 1:
        return "destroy.eligible"
    return justice.refusal(g, ATTACK_LOCATION)


def offer_location(g: State, offer: Offer) -> None:
    """What `location_refusal` allows."""
    if g.android and location_refusal(g) is None:
        offer.add(ATTACK_LOCATION_CHOICE)
