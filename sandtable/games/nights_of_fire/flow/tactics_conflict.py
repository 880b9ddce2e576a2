"""Tactics Phase of the commander: the hand for the round, and the Combat deck from what is left."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Ask, Flow, Legality, Offer, legal, one
from sandtable.engine.choices import DONE
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire import knowledge
from sandtable.games.nights_of_fire.flow import headlines
from sandtable.games.nights_of_fire.pack import MAX_SEATS
from sandtable.games.nights_of_fire.phases import REINFORCE, SELECT
from sandtable.games.nights_of_fire.state import State

MOST_CHOSEN: Final = 6
"""How many cards the commander may choose (tactics.conflict.select_max)."""


def collect(g: State) -> None:
    """All Tactics cards come back but the unavailable ones and the kept one, which stays apart."""
    everything = (1 << len(g.pack.tactics_keys)) - 1 & ~g.tactics.unavailable
    if g.tactics.kept != NONE:
        everything &= ~(1 << g.tactics.kept)  # tactics.conflict.kept_separate
    g.tactics.combat = list(bits(everything))  # tactics.conflict.collect
    g.tactics.hand = g.tactics.discard = g.tactics.combat_discard = 0
    if g.round == 1 and g.log is not None:  # later it is told when the card is turned up
        for card in bits(g.tactics.unavailable):
            g.log.add("unavailable", g.pack.tactics_ids[card], rule="difficulty.tactics")
    knowledge.selection_begins(g)
    g.phase = SELECT


def select(g: State) -> Flow[State]:
    """The commander takes one more card, or has chosen; fewer than allowed will do (tactics.conflict.fewer)."""
    if to_choose(g):
        choice = yield SELECTION[g.rules.commander]
        if choice != DONE:
            take(g, g.pack.number[choice[1]])
            return
    form_combat_deck(g)
    if g.rules.headlines:
        headlines.reveal(g)
    g.phase = REINFORCE


def to_choose(g: State) -> int:
    """How many cards may still be chosen: every unavailable card lowers the maximum by one."""
    most = MOST_CHOSEN - g.tactics.unavailable.bit_count()  # tactics.conflict.unavailable_count
    return max(0, most - g.tactics.hand.bit_count())


def take(g: State, card: int) -> None:
    """A collected card goes to the commander's hand, unseen (info.tactics_hand_secret)."""
    g.tactics.combat.remove(card)
    g.tactics.hand |= 1 << card
    if g.log is not None:
        rule = "tactics.conflict.select_max"
        g.log.add("took_tactics", g.pack.tactics_ids[card], rule=rule, seats=1 << g.rules.commander)


def form_combat_deck(g: State) -> None:
    """The cards that were not chosen are shuffled, and the kept card joins the hand (tactics.conflict.kept_joins)."""
    g.chance.shuffle("combat", g.tactics.combat, g.pack.tactics_ids)  # tactics.conflict.combat_deck
    if g.tactics.kept != NONE:
        g.tactics.hand |= 1 << g.tactics.kept
        g.tactics.kept = NONE
    if g.log is not None:
        size = len(g.tactics.combat)  # tactics.conflict.combat_size
        g.log.add("combat_deck", g.tactics.hand.bit_count(), size, rule="tactics.conflict.combat_deck")


def selection(g: State, offer: Offer) -> None:
    offer.tell(left=to_choose(g))
    for card in g.tactics.combat:
        offer.add(g.pack.take[card])
    offer.add(DONE)


def take_refusal(g: State, card: int) -> str | None:
    """The rule that keeps the commander from taking a Tactics card: it was not collected, or is taken."""
    if card in g.tactics.combat:
        return None
    if g.tactics.unavailable >> card & 1:
        return "tactics.conflict.unavailable_count"
    return "tactics.conflict.kept_separate" if card == g.tactics.kept else "tactics.conflict.select_max"


SELECTING: Final[Legality[State]] = Legality(selection, {"take": one(take_refusal), "done": legal})
SELECTION: Final = tuple(
    Ask(seat, "tactics.select", SELECTING, "tactics.conflict.select_max", always=True) for seat in range(MAX_SEATS)
)
"""By the commander's seat."""
