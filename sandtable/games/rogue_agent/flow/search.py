"""Search: dice of a location are rolled, perhaps rolled again, and resolved one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, Refuses, Several, legal, one
from sandtable.engine.sets import bits
from sandtable.engine.types import Numbers
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.flow import justice, odds, pieces, stamina
from sandtable.games.rogue_agent.flow.asking import Asks, Telling, asks
from sandtable.games.rogue_agent.pack import (
    AGENT,
    AMMO,
    AMPLIFY,
    CAR,
    CREDIT,
    DICE,
    EXPLOSION,
    FIRST_RESOURCE_SYMBOL,
    HEAL,
    KEEP,
    PATROL_CAR,
    PER_COLOUR,
    SEARCH,
    SEARCH_CHOICE,
    SEATS,
    WEAPON,
    WEAPON_SYMBOL,
    WHITE,
)
from sandtable.games.rogue_agent.state import SEARCHING, TURN, Search, State

CREDITS_PER_SYMBOL: Final = 2
"""What a credit symbol gives (search.credit)."""


def search(g: State) -> Flow[State]:
    """Colours are chosen and the dice rolled (search.roll)."""
    seat = g.seat
    tile = g.at[seat]
    justice.take(g, SEARCH)
    g.search = Search(informants=g.informants_at(seat, tile))  # search.prevent.informant_own
    if g.log is not None:
        g.log.add("searched", SEATS[seat], g.pack.tile_ids[tile], rule="search.roll")
    counts = [0, 0, 0]
    for icon in g.pack.search[tile]:
        colour = icon.colour
        if colour == WHITE:
            choice = yield COLOUR[seat]
            colour = g.pack.number[choice[1]]
            g.search.groups.append(colour)
        counts[colour] += icon.n
    pieces.roll_fresh(g, counts[0], counts[1], counts[2])
    if not g.limit(seat, cards.NO_REROLL):  # search.reroll, search.scouting
        g.search.rerolls = 1 + (g.level(seat, AGENT) >= g.pack.scouting_from)
    g.phase = SEARCHING


def go_on(g: State) -> Flow[State]:
    """Roll again while that is possible and wanted; then resolve the final dice, one by one."""
    if g.search.rerolls:
        yield from reroll(g, g.seat)
        return
    done = yield from resolve(g, g.seat)
    if done:
        g.search = Search()
        g.tray = 0
        g.phase = TURN


def refusal(g: State) -> str | None:
    """The rule against searching."""
    tile = g.at[g.seat]
    if g.burnt >> tile & 1:
        return "destroy.no_search"
    if not g.pack.search[tile]:
        return "search.needs_icon"
    return justice.refusal(g, SEARCH)


def offer_search(g: State, offer: Offer) -> None:
    """What `refusal` allows."""
    if refusal(g) is None:
        offer.add(SEARCH_CHOICE)


# ====================================================================== colours


def colours_left(g: State) -> list[int]:
    """How many dice of each colour are not taken yet by the icons of this search."""
    left = [PER_COLOUR] * len(cards.COLOURS)
    chosen = iter(g.search.groups)
    for icon in g.pack.search[g.at[g.seat]]:
        colour = next(chosen, WHITE) if icon.colour == WHITE else icon.colour
        if colour != WHITE:
            left[colour] -= icon.n
    return left


def asked_icon(g: State) -> int:
    """How many dice the white icon has whose colour is asked."""
    white = [icon.n for icon in g.pack.search[g.at[g.seat]] if icon.colour == WHITE]
    return white[len(g.search.groups)]


def colour_options(g: State, offer: Offer) -> None:
    offer.tell(dice=asked_icon(g))
    for colour in range(len(cards.COLOURS)):
        if colour_refusal(g, colour) is None:
            offer.add(g.pack.colour[colour])


def colour_refusal(g: State, colour: int) -> str | None:
    """The rule against a colour: there are three dice of each (search.white_groups)."""
    return None if colours_left(g)[colour] >= asked_icon(g) else "search.white_groups"


COLOUR: Final[Asks] = asks("search.colour", Legality(colour_options, {"colour": one(colour_refusal)}), "search.white")


# ====================================================================== rolling again


def reroll(g: State, seat: int) -> Flow[State]:
    """Any or all of the dice once, with scouting twice (search.reroll, search.scouting)."""
    choice = yield REROLL[seat]
    if choice == KEEP:
        g.search.rerolls = 0
    else:
        g.search.rerolls -= 1
        if g.log is not None:
            scouts = g.level(seat, AGENT) >= g.pack.scouting_from and not g.search.rerolls
            rule = "search.scouting" if scouts else "search.reroll"
            g.log.add("rerolled", SEATS[seat], len(choice) - 1, rule=rule)
        pieces.roll(g, sum(1 << g.pack.number[die] for die in choice[1:]))


def reroll_options(g: State, offer: Offer) -> None:
    """Of dice that are alike it does not matter which: each number of them is offered once."""
    if offer.telling:
        tell_odds(g, offer)
    offer.add(KEEP)
    for dice in selections(g):
        choice = ("reroll", *(g.pack.die_ids[die] for die in dice))
        offer.add(choice)
        if offer.telling:
            offer.note(choice, *odds_of(g, sum(1 << die for die in dice)))


def tell_odds(g: State, offer: Offer) -> None:
    """How many explosions hurt as the dice lie, and the chances that none does after rolling some or all again."""
    explosions = sum(1 << die for die in bits(g.tray) if g.symbol(die) == EXPLOSION)
    hurt = max(0, explosions.bit_count() - ignorable(g, g.seat))
    calm, _ = odds_of(g, explosions)
    calm_all, cross_all = odds_of(g, g.tray)
    offer.tell(rerolls=g.search.rerolls, hurt=hurt, calm=calm, calm_all=calm_all, cross_all=cross_all)


def odds_of(g: State, dice: int) -> tuple[int, int]:
    """The chances, in per cent, that no explosion hurts after rolling dice again, and that there is an X then."""
    again, kept = pieces.by_colour(dice), g.tray & ~dice
    harmless = ignorable(g, g.seat) - pieces.count(g, kept, EXPLOSION)
    calm = odds.to_show(g.pack, again, EXPLOSION, most=harmless)
    crossed = pieces.count(g, kept, AMPLIFY) > 0
    return calm, 100 if crossed else odds.to_show(g.pack, again, AMPLIFY, least=1)


def selections(g: State) -> Iterator[list[int]]:
    """Every different way to roll some of the dice again."""
    sorts: dict[tuple[int, int], list[int]] = {}
    for die in bits(g.tray):
        sorts.setdefault((die // PER_COLOUR, g.face[die]), []).append(die)
    for counts in product(*(range(len(alike) + 1) for alike in sorts.values())):
        dice = sorted(die for alike, n in zip(sorts.values(), counts, strict=True) for die in alike[:n])
        if dice:
            yield dice


def reroll_refusal(g: State, dice: Numbers) -> str | None:
    """The rule against rolling dice again: only those of this search."""
    return None if all(g.tray >> die & 1 for die in dice) else "search.reroll"


def rerolled_together(g: State) -> Several | None:
    """Any of the dice may be rolled again together."""
    dice = bits(g.tray)
    return Several("reroll", [g.pack.die_ids[die] for die in dice], 1, len(dice))


REROLL: Final[Asks] = asks(
    "search.reroll",
    Legality(reroll_options, {"keep": legal, "reroll": reroll_refusal}, several=rerolled_together),
    "search.reroll",
)


# ====================================================================== resolving


def resolve(g: State, seat: int) -> Telling:
    """The next of the final dice, in any order (search.order), or all; whether none is left.

    Amplifies that are left at the end do nothing.
    """
    if order_is_free(g, seat):
        for die in bits(useful_dice(g)):
            resolve_one(g, seat, die)
        return True
    if not useful_dice(g):
        return True
    choice = yield RESOLVE[seat]
    verb, die = choice[0], g.pack.number[choice[1]]
    if verb == "suffer":
        g.tray &= ~(1 << die)
        down = yield from stamina.lose(g, seat, 1, "search.explosion")
        return down or not useful_dice(g)  # hospital.rest_of_effect
    if verb == "double":
        use_amplify(g)
        resolve_one(g, seat, die, 2)
    elif verb == "ammo":
        pieces.spend(g, seat, AMMO, 1, "search.prevent.ammo")
        prevent(g, seat, die, "search.prevent.ammo")
    elif verb == "amplify":
        use_amplify(g)
        prevent(g, seat, die, "search.prevent.amplify")
    else:
        resolve_one(g, seat, die)
    return not useful_dice(g)


def useful_dice(g: State) -> int:
    """The dice still to be resolved that are no amplifies."""
    return sum(1 << die for die in bits(g.tray) if g.symbol(die) != AMPLIFY)


def amplifies(g: State) -> int:
    """The amplifies still to be used."""
    return sum(1 << die for die in bits(g.tray) if g.symbol(die) == AMPLIFY)


def order_is_free(g: State, seat: int) -> bool:
    """Whether nothing is left to decide: no amplify, and no explosion that could hurt."""
    if amplifies(g):
        return False
    return pieces.count(g, g.tray, EXPLOSION) <= ignorable(g, seat)


def ignorable(g: State, seat: int) -> int:
    """How many explosions are ignored without anybody deciding it (search.prevent.automatic)."""
    if g.safe(seat):
        return DICE
    armour = not g.search.armour and g.level(seat, AGENT) >= g.pack.armour_from
    return g.search.informants + armour


def resolve_one(g: State, seat: int, die: int, times: int = 1) -> None:
    """A die gives what it shows, or is an explosion that does no harm by itself (search.prevent.automatic)."""
    symbol, n = g.symbol(die), g.amount(die) * times
    g.tray &= ~(1 << die)
    if symbol == EXPLOSION:
        rule = protected(g, seat)
        assert rule is not None
        prevent(g, seat, die, rule)
    elif symbol == HEAL:
        pieces.heal(g, seat, n, "search.heal")
    elif symbol == CREDIT:
        pieces.receive(g, seat, CREDITS_PER_SYMBOL * n, "search.credit")
    elif symbol >= FIRST_RESOURCE_SYMBOL:
        pieces.gain(g, seat, symbol - FIRST_RESOURCE_SYMBOL, n, "search.resource")
    else:  # search.patrol_car
        track = CAR if symbol == PATROL_CAR else WEAPON if symbol == WEAPON_SYMBOL else AGENT
        pieces.gain(g, seat, track, n, "search.upgrade")


def protected(g: State, seat: int) -> str | None:
    """The rule by which an explosion is ignored without anybody deciding it, in this order; None if none."""
    if g.safe(seat):
        return "search.prevent.safe"
    if g.search.informants:
        return "search.prevent.informant"
    if not g.search.armour and g.level(seat, AGENT) >= g.pack.armour_from:  # search.upgrade_at_once
        return "search.prevent.armour"
    return None


def prevent(g: State, seat: int, die: int, rule: str) -> None:
    """An explosion is ignored by a rule; an informant and the armour help once."""
    g.tray &= ~(1 << die)
    if rule == "search.prevent.informant":
        g.search.informants -= 1
    elif rule == "search.prevent.armour":
        g.search.armour = True
    if g.log is not None:
        g.log.add("explosion_ignored", SEATS[seat], rule=rule)


def use_amplify(g: State) -> None:
    """An amplify is used up; those that are left are alike for what they do."""
    left = amplifies(g)
    g.tray &= ~(left & -left)


# ---------------------------------------------------------------------- what may be done with a die


def resolve_options(g: State, offer: Offer) -> None:
    pack = g.pack
    for die in bits(useful_dice(g)):
        for verb, row in ((RESOLVE_VERB, pack.resolve), (DOUBLE_VERB, pack.double)):
            if die_refusal(g, die, verb) is None:
                offer.add(row[die])
        for verb, row in ((AMMO_VERB, pack.ammo), (AMPLIFY_VERB, pack.amplify), (SUFFER_VERB, pack.suffer)):
            if die_refusal(g, die, verb) is None:
                offer.add(row[die])


RESOLVE_VERB: Final = 0
DOUBLE_VERB: Final = 1
AMMO_VERB: Final = 2
AMPLIFY_VERB: Final = 3
SUFFER_VERB: Final = 4


def die_refusal(g: State, die: int, verb: int) -> str | None:
    """The rule against resolving a die in a way."""
    if not g.tray >> die & 1:
        return "search.order"
    symbol = g.symbol(die)
    if symbol == AMPLIFY:
        return "search.amplify.useless"
    if any(g.symbol(other) == symbol and g.amount(other) == g.amount(die) for other in bits(g.tray & (1 << die) - 1)):
        return "search.alike"  # another one that does the same is offered
    if symbol != EXPLOSION:
        return benefit_refusal(g, verb)
    if protected(g, g.seat) is not None:
        return None if verb == RESOLVE_VERB else "search.prevent.automatic"
    if verb in (RESOLVE_VERB, DOUBLE_VERB):
        return "search.explosion" if verb == RESOLVE_VERB else "search.amplify.useless"
    if verb == AMMO_VERB:
        if g.limit(g.seat, cards.NO_AMMO):
            return "attack.clock.at_once"
        return None if g.level(g.seat, AMMO) else "search.prevent.ammo"
    if verb == AMPLIFY_VERB:
        return None if amplifies(g) else "search.prevent.amplify"
    return None


def benefit_refusal(g: State, verb: int) -> str | None:
    """The rule against a way to resolve a die that is no explosion."""
    if verb == RESOLVE_VERB:
        return None
    if verb == DOUBLE_VERB:
        return None if amplifies(g) else "search.amplify.double"
    return "search.explosion"


def _way(verb: int) -> Refuses[State]:
    return one(lambda g, die: die_refusal(g, die, verb))


RESOLVE: Final[Asks] = asks(
    "search.resolve",
    Legality(
        resolve_options,
        {
            "resolve": _way(RESOLVE_VERB),
            "double": _way(DOUBLE_VERB),
            "ammo": _way(AMMO_VERB),
            "amplify": _way(AMPLIFY_VERB),
            "suffer": _way(SUFFER_VERB),
        },
    ),
    "search.order",
)
