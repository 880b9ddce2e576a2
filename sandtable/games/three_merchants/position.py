"""Positions of Three Merchants in names. Piles are listed from the top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.notation import Counts, Each, Maybe, Members, Name, Number, Pile, Section, Special
from sandtable.engine.position import index, named, table
from sandtable.engine.sets import bits, mask
from sandtable.engine.types import Json
from sandtable.games.three_merchants.flow.setup import empty_table
from sandtable.games.three_merchants.pack import SEATS, Pack
from sandtable.games.three_merchants.state import State, Theft

DECK: Final = "deck"
DISCARDS: Final = "discards"
FAR: Final = 999
"""No number of a position is higher."""


def restore(pack: Pack, written: Section[State], options: Options, fields: dict[str, Json], chance: Chance) -> State:
    """The state of a complete position."""
    g = empty_table(pack, options, chance)
    written.restore(g, fields)
    return g


def notation(pack: Pack) -> Section[State]:
    """How a whole position is written."""
    return Section[State](
        {
            "round": Number(0, lambda g: g.rounds),
            "left": Number(0, len(SEATS)),
            "die": Number(0, 6),
            "carts": Each(SEATS, Name(pack.town_keys), "at"),
            "points": Counts(SEATS, 0, FAR),
            "last": Each(SEATS, Maybe(pack.good_keys)),
            "deck": Pile(pack.card_keys),
            "discards": Pile(pack.card_keys),
            "cards": Special(describe_cards, restore_cards),
            "seen": Each(SEATS, Members(pack.card_keys)),
            "theft": Section({"thief": Maybe(SEATS), "victim": Maybe(SEATS)}, "theft"),
        }
    ).may_be_none(theft=Theft)


# ---------------------------------------------------------------------- cards


def describe_cards(g: State) -> Json:
    """Where every card is: a merchant, a town, the deck or the discards."""
    return {key: _place(g, card) for card, key in enumerate(g.pack.card_keys)}


def _place(g: State, card: int) -> str:
    for names, sets in ((SEATS, g.hands), (g.pack.town_keys, g.stalls)):
        for name, cards in zip(names, sets, strict=True):
            if cards >> card & 1:
                return name
    return DISCARDS if card in g.discards else DECK


def restore_cards(g: State, fields: Mapping[str, Json], where: str) -> None:
    """Put every card in its place. Piles keep their order; cards that they do not list go to the bottom."""
    places = index((*SEATS, *g.pack.town_keys, DECK, DISCARDS))
    at = table(fields, "cards", where)
    piles: list[list[int]] = [[], []]
    for card, key in enumerate(g.pack.card_keys):
        place = named(at[key], places, f"{where}cards.{key}")
        if place < len(SEATS):
            g.hands[place] |= 1 << card
        elif place < len(SEATS) + g.pack.towns:
            g.stalls[place - len(SEATS)] |= 1 << card
        else:
            piles[place - len(SEATS) - g.pack.towns].append(card)
    g.deck, g.discards = (_ordered(cards, order) for cards, order in zip(piles, (g.deck, g.discards), strict=True))


def _ordered(cards: list[int], order: list[int]) -> list[int]:
    """Cards in the given order, those that it does not list first."""
    return [card for card in cards if card not in order] + [card for card in order if card in cards]


# ---------------------------------------------------------------------- what cannot be on the table


def invariants(g: State) -> list[str]:
    """One sentence for everything that is wrong, also in positions written by hand."""
    broken = [
        f"carts: {g.pack.town_keys[town]} holds at most {g.pack.capacity} (move.capacity)"
        for town in range(g.pack.towns)
        if g.carts(town) > g.pack.capacity
    ]
    for pile, cards in ((DECK, g.deck), (DISCARDS, g.discards)):
        if len(set(cards)) < len(cards):
            broken.append(f"{pile}: it lists a card twice")
    for seat, name in enumerate(SEATS):
        others = mask(card for other in range(len(SEATS)) if other != seat for card in bits(g.hands[other]))
        if g.seen[seat] & ~others:
            broken.append(f"seen.{name}: it knows cards in the hands of others (comp.hands)")
    if g.left and not g.round:
        broken.append("left: no round has begun")
    return broken
