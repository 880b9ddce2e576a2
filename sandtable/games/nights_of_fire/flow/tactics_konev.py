"""Tactics Phase of Konev: five cards in a row, some of them face down."""

from __future__ import annotations

from sandtable.engine.ask import Ask, Flow
from sandtable.engine.choices import DONE
from sandtable.engine.piles import shuffle
from sandtable.engine.sets import NONE, bits, mask
from sandtable.games.nights_of_fire.flow.adjustment import SETTING_ASIDE, set_aside
from sandtable.games.nights_of_fire.phases import DRAW, REINFORCE
from sandtable.games.nights_of_fire.state import State, rev_team


def before_the_game(g: State) -> Flow[State]:
    """Option: the players take Konev cards out of the deck before the first deal (difficulty.tactics.konev)."""
    if g.to_set_aside:
        choice = yield Ask(0, "konev.set_aside", SETTING_ASIDE, "difficulty.tactics.konev", team=rev_team(g))
        if choice != DONE:
            set_aside(g, g.pack.number[choice[1]])
            return
        g.to_set_aside = 0
    shuffle_deck(g)
    g.phase = DRAW


def shuffle_deck(g: State) -> None:
    shuffle(g.konev.deck, g.chance, "konev_deck", g.pack.konev_ids)


def deal(g: State) -> None:
    """Deal the row: in later rounds three cards before the discards are shuffled in, and two after it."""
    pack = g.pack
    row: list[int] = []
    g.konev.early = mask(g.konev.deck)
    if g.round == 1:
        deal_cards(g, row, pack.first_deal)  # tactics.konev.first_deal
    else:
        deal_cards(g, row, pack.deal_before)  # tactics.konev.later_deal_three
        g.konev.deck += g.konev.discard
        g.konev.discard.clear()
        shuffle_deck(g)  # tactics.konev.later_shuffle
        deal_cards(g, row, pack.first_deal - len(row))  # tactics.konev.later_deal_two, tactics.konev.short_deck
    g.konev.discard += bits(g.konev.out)  # tactics.konev.removed_to_discard, difficulty.tactics.konev
    g.konev.out = 0
    lay_row(g, row)
    g.phase = REINFORCE


def deal_cards(g: State, row: list[int], count: int) -> None:
    for _ in range(min(count, len(g.konev.deck))):
        row.append(g.konev.deck.pop())


def lay_row(g: State, row: list[int]) -> None:
    """First, third and fifth card face up, a token on each; spare tokens go on the last card."""
    slots = g.pack.first_deal
    g.konev.row = row + [NONE] * (slots - len(row))
    g.konev.face_up = g.pack.face_up & (1 << len(row)) - 1  # tactics.konev.face
    last = len(row) - 1  # NONE for an empty row (tactics.konev.empty_row)
    g.konev.tokens = [min(slot, last) for slot in range(slots)]  # tactics.konev.tokens, tactics.konev.short_row
    g.chance.reveal()
    if g.log is not None:
        for slot in bits(g.konev.face_up):
            g.log.add("konev_row", slot + 1, g.pack.konev_ids[row[slot]], rule="tactics.konev.face")
