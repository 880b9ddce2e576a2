"""What players can conclude about hidden things; the verbs in `flow/units.py` keep it up to date."""

from __future__ import annotations

from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.pack import AREAS, EVERY_INSURGENT, INSURGENTS, POOL
from sandtable.games.nights_of_fire.state import State

# ====================================================================== what the commander may take a block for


def dealt(g: State) -> None:
    """After set-up the commander knows nothing but what is plain to see."""
    if g.rules.conflict:
        g.sighted = 0
        g.suspects = [plain(g, block) for block in range(INSURGENTS)]


def plain(g: State, block: int) -> int:
    """What a block may be by what lies open on the table alone."""
    if g.shown >> block & 1:
        return 1 << g.insurgent_of[block]
    suspects = EVERY_INSURGENT if may_be_local(g, g.place[block]) else g.pack.fighters
    for other in bits(g.shown):
        suspects &= ~(1 << g.insurgent_of[other])
    return suspects


def may_be_local(g: State, place: int) -> bool:
    """Whether a local may be at a place: they never leave their objective district (setup.locals)."""
    return place != POOL and (place >= AREAS or g.pack.objectives >> place & 1 > 0)


def moved(g: State, block: int) -> None:
    """What moves is a fighter (rev.move.fighters_only)."""
    if g.rules.conflict:
        g.suspects[block] &= g.pack.fighters


def seen(g: State, block: int) -> None:
    """The commander sees a sticker: the block has it, and no other one."""
    if not g.rules.conflict:
        return
    mark = 1 << g.insurgent_of[block]
    g.suspects = [suspects & ~mark for suspects in g.suspects]
    g.suspects[block] = mark
    g.sighted |= mark


def mixed(g: State, blocks: int) -> None:
    """After mixing, each of the blocks may be whatever any of them might have been (unit.hide.mix)."""
    if not g.rules.conflict:
        return
    together = 0
    for block in bits(blocks):
        together |= g.suspects[block]
    for block in bits(blocks):
        g.suspects[block] = together


# ====================================================================== what the commander knows of hands


def card_seen(g: State, seat: int, card: int) -> None:
    """A card turns up in a Revolutionary's hand: from now on it is in that one's circle (rev.strategize.receiver)."""
    if not g.rules.conflict or g.rules.revolutionaries < 2:
        return
    owner = g.circle[card]
    if owner != seat:
        g.given[owner] -= 1
        g.circle[card] = seat


def card_given(g: State, seat: int) -> None:
    """A card changes hands face down."""
    if g.rules.conflict:
        g.given[seat] += 1


# ====================================================================== what Revolutionaries know of Tactics cards


def card_flipped(g: State, card: int) -> None:
    """A flipped card belongs to the Combat deck of this round, so that it is not the kept one."""
    g.tactics.combat_seen |= 1 << card
    g.tactics.kept_maybe &= ~(1 << card)


def cards_left_hand(g: State, cards: int) -> None:
    """Cards are played, spent or discarded from the commander's hand."""
    g.tactics.hand_seen |= cards


def card_kept(g: State, kept: int) -> None:
    """On passing a card is kept or not: any that was not seen elsewhere this round may be it (ops.pass.soviet_keep)."""
    g.tactics.kept_maybe = 0
    if kept != NONE:
        known = g.tactics.unavailable | g.tactics.discard | g.tactics.combat_discard | g.tactics.combat_seen
        g.tactics.kept_maybe = (1 << len(g.pack.tactics_keys)) - 1 & ~known


def cards_unavailable(g: State, cards: int) -> None:
    """Cards turned up as unavailable are not the kept one (adjust.tactics.conflict.gather)."""
    g.tactics.kept_maybe &= ~cards


def selection_begins(g: State) -> None:
    """A new round's cards are collected: nothing is seen of them yet (tactics.conflict.collect)."""
    g.tactics.combat_seen = 0
    g.tactics.hand_seen = 0
