"""Attack: on a criminal or an assassin; the card is turned up, dice are rolled, and who fails is punished."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, one
from sandtable.engine.sets import NONE, bits
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.flow import effects, justice, odds, pieces, stamina
from sandtable.games.rogue_agent.flow.asking import Asks, Telling, asks, whole
from sandtable.games.rogue_agent.pack import (
    AMMO,
    AMPLIFY,
    ATTACK,
    BOMBS,
    EXPLOSION,
    FIRST_CRIMINAL,
    PER_COLOUR,
    SEATS,
)
from sandtable.games.rogue_agent.state import Fight, State


def attack(g: State, disc: int) -> Flow[State]:
    """Name the target, turn its card up, roll, and bear the consequences (attack.target)."""
    seat = g.seat
    justice.take(g, ATTACK)
    g.fight = Fight(disc, green=g.pistols(seat))  # attack.dice.green
    if g.log is not None:
        g.log.add("attacked", SEATS[seat], g.pack.disc_ids[disc], rule="attack.target")
    met = True
    if disc >= FIRST_CRIMINAL:
        met = yield from reveal(g, seat, disc - FIRST_CRIMINAL)
    if met:
        yield from spend_ammo(g, seat)
        hits = roll(g)
        if disc >= FIRST_CRIMINAL:
            yield from against_criminal(g, seat, disc - FIRST_CRIMINAL, hits)
        else:
            yield from against_assassin(g, seat, disc, hits)
    g.fight = Fight()


# ====================================================================== turning up the card


def reveal(g: State, seat: int, criminal: int) -> Telling:
    """The card is turned up, perhaps with an effect; whether the attacker still faces the criminal after it."""
    if g.face_up >> criminal & 1:  # attack.reveal.once
        return True
    g.face_up |= 1 << criminal
    g.chance.reveal()
    card = g.pack.cards[g.card[criminal]]
    if g.log is not None:
        ids = g.pack.criminal_ids[criminal], g.pack.card_ids[g.card[criminal]]
        g.log.add("card_revealed", *ids, rule="attack.reveal")
    investigated = g.marker[criminal] >> seat & 1
    # attack.reveal.red, attack.reveal.white; a card without an icon has no effect (attack.reveal.none)
    if card.icon == (cards.WHITE_ICON if investigated else cards.RED_ICON):
        yield from effects.carry_out(g, seat, criminal, card.reveal)
    # attack.reveal.hospital, attack.reveal.target_gone
    return not g.turn.over and g.tile_of(FIRST_CRIMINAL + criminal) == g.at[seat]


# ====================================================================== dice


def spend_ammo(g: State, seat: int) -> Flow[State]:
    """Ammo buys black dice before the roll (attack.dice.black, attack.dice.before_roll)."""
    if ammo_limit(g, seat):
        choice = yield AMMO_ASK[seat]
        ammo = whole(choice[1])
        pieces.spend(g, seat, AMMO, ammo, "attack.dice.black")
        g.fight.black += ammo


def ammo_limit(g: State, seat: int) -> int:
    """How much ammo may be spent: as much as there is, for the black dice that are left (dice.spend_limit)."""
    if g.limit(seat, cards.NO_AMMO):
        return 0
    return min(g.level(seat, AMMO), PER_COLOUR - g.fight.black)


def roll(g: State) -> int:
    """Three red dice, green ones for pistols, and black ones (attack.dice.red); returns the hits."""
    if g.log is not None:
        g.log.need("hits", needed(g), "attack.criminal.success")
    pieces.roll_fresh(g, PER_COLOUR, g.fight.green, g.fight.black)
    hits = hits_of(g, g.tray)
    if g.log is not None:
        g.log.add("hits", hits, needed(g), rule="dice.hits.formula")
    return hits


def hits_of(g: State, dice: int) -> int:
    """The hits of some dice."""
    return odds.hits(pieces.count(g, dice, EXPLOSION), pieces.count(g, dice, AMPLIFY))


def needed(g: State) -> int:
    """How many hits the attack needs; against a player it is told of one, before patrol cars cancel any."""
    target = g.fight.target
    if target >= FIRST_CRIMINAL:
        return g.pack.cards[g.card[target - FIRST_CRIMINAL]].hp + g.fight.hp  # attack.criminal.success
    if target != NONE:
        return g.pack.assassin_hits
    if g.fight.rival != NONE:
        return 1
    tile = g.at[g.seat]
    return g.pack.location_hits + (g.slot[2 * tile] != NONE) + (g.slot[2 * tile + 1] != NONE)  # aloc.informant_top


def ammo_options(g: State, offer: Offer) -> None:
    most = ammo_limit(g, g.seat)
    if offer.telling:
        green, black, hits = g.fight.green, g.fight.black, needed(g)
        least_odds = odds.to_hit(g.pack, (PER_COLOUR, green, black), hits)
        most_odds = odds.to_hit(g.pack, (PER_COLOUR, green, black + most), hits)
        offer.tell(black=black, needed=hits, without=least_odds, most=most, odds=most_odds)
    for ammo in range(most + 1):
        offer.add(g.pack.spend[ammo])


def ammo_refusal(g: State, ammo: int) -> str | None:
    """The rule against spending so much ammo."""
    if ammo > PER_COLOUR - g.fight.black:
        return "dice.spend_limit"
    return None if ammo <= g.level(g.seat, AMMO) else "board.resource.floor"


AMMO_ASK: Final[Asks] = asks("attack.ammo", Legality(ammo_options, {"spend": one(ammo_refusal)}), "attack.dice.black")


# ====================================================================== consequences


def against_assassin(g: State, seat: int, disc: int, hits: int) -> Flow[State]:
    """Two hits defeat an assassin; who fails in a place that is not safe is hurt (attack.assassin.fail)."""
    if hits >= needed(g):
        pieces.to_bag(g, disc, "attack.assassin.success")
        pieces.change_influence(g, seat, 1, "attack.assassin.influence")
        return
    if g.log is not None:
        g.log.add("failed", SEATS[seat], g.pack.disc_ids[disc], rule="attack.assassin.stays")
    if not g.safe(seat):  # attack.assassin.fail_safe
        lost = g.pack.failed_damage - g.informants_at(seat, g.at[seat])
        yield from stamina.lose(g, seat, lost, "attack.assassin.fail")


def against_criminal(g: State, seat: int, criminal: int, hits: int) -> Flow[State]:
    """As many hits as hit points defeat a criminal; otherwise its card strikes back (attack.criminal.fail)."""
    card = g.pack.cards[g.card[criminal]]
    if hits >= needed(g):  # attack.criminal.success
        g.defeated |= 1 << criminal  # attack.criminal.flip
        if g.log is not None:
            g.log.add("defeated", SEATS[seat], g.pack.criminal_ids[criminal], rule="attack.criminal.success")
        pieces.change_influence(g, seat, 1, "attack.criminal.influence")
        return
    if g.log is not None:
        g.log.add("failed", SEATS[seat], g.pack.criminal_ids[criminal], rule="attack.criminal.fail")
    yield from effects.carry_out(g, seat, criminal, card.retaliation)


# ====================================================================== what may be attacked


def targets(g: State) -> int:
    """Assassins and rampant criminals where the agent is (attack.target, attack.not_defeated)."""
    tile = g.at[g.seat]
    return g.assassins_at(tile) | g.rampant_at(tile) << FIRST_CRIMINAL


def refusal(g: State, disc: int) -> str | None:
    """The rule against attacking a disc."""
    if disc >= FIRST_CRIMINAL and g.tile_of(disc) == NONE and g.in_play(disc - FIRST_CRIMINAL):
        return "arrest.not_at_location"
    if disc < BOMBS or g.tile_of(disc) == NONE or g.tile_of(disc) != g.at[g.seat]:
        return "attack.target"
    if disc >= FIRST_CRIMINAL and g.defeated >> disc - FIRST_CRIMINAL & 1:
        return "attack.not_defeated"
    return justice.refusal(g, ATTACK)


def offer_attacks(g: State, offer: Offer) -> None:
    """What `refusal` allows."""
    found = targets(g)
    if found and justice.refusal(g, ATTACK) is None:
        for disc in bits(found):
            offer.add(g.pack.attack[disc])
