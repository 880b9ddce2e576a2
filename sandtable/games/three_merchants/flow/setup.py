"""Setup: carts go to their towns, cards are dealt."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.game import Options
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, mask
from sandtable.games.three_merchants.pack import SEATS, Pack
from sandtable.games.three_merchants.state import State


def empty_table(pack: Pack, options: Options, chance: Chance) -> State:
    """The table before cards are dealt."""
    return State(
        chance,
        pack,
        rounds=int(options["rounds"]),
        open_hands=options["hands"] == "open",
        thieves=bool(options["thieves"]),
        at=list(pack.homes),  # setup.carts
        points=[0] * len(SEATS),
        last=[NONE] * len(SEATS),
        hands=[0] * len(SEATS),
        stalls=[0] * pack.towns,
        seen=[0] * len(SEATS),
    )


def new_game(pack: Pack, options: Options, chance: Chance) -> State:
    """All cards are shuffled, and some are dealt to each merchant (setup.deal)."""
    g = empty_table(pack, options, chance)
    g.deck = list(range(pack.cards))
    shuffle(g.deck, chance, "deal", pack.card_ids)
    for seat in range(len(SEATS)):
        g.hands[seat] = mask(g.deck.pop() for _ in range(pack.hand))
    return g
