"""Redrawing what a seat cannot know, consistent with everything that it knows.

The same chance draws the same world from all states that the seat cannot tell apart.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.chance import Chance
from sandtable.engine.piles import mix
from sandtable.engine.sets import NONE, bits
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import EVERY_INSURGENT, INSURGENTS, LOCALS, MEDIC, PLACES
from sandtable.games.nights_of_fire.phases import MEDIC as MEDIC_STEP
from sandtable.games.nights_of_fire.phases import OVER, SELECT
from sandtable.games.nights_of_fire.position_by_hand import queue_keys
from sandtable.games.nights_of_fire.state import State

EVERY_LOCAL: Final = (1 << LOCALS) - 1

Blocks = tuple[int, ...]


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Redraw in place everything that the seat cannot know."""
    if seat == g.rules.commander:
        redraw_stickers(g, chance)
        redraw_civilians(g, chance)
        redraw_hands(g, chance)
        if g.phase != SELECT:  # until then the collected cards lie open before the commander
            mix(g.tactics.combat, chance, "combat", g.pack.tactics_ids)
    else:
        if g.rules.conflict:
            redraw_tactics(g, chance)
        else:
            redraw_row(g, chance)
            redraw_queue(g, chance)
        for deck in g.deck:
            mix(deck, chance, "deck", g.pack.card_ids)
    mix(g.headlines.deck, chance, "headline_deck", g.pack.headline_ids)


# ---------------------------------------------------------------------- the commander: stickers


def redraw_stickers(g: State, chance: Chance) -> None:
    """The hidden blocks get stickers as the commander may believe them to have (unit.hidden.backs_alike)."""
    blocks = bits(EVERY_INSURGENT & ~g.shown & ~decided(g))
    insurgents = 0
    for block in blocks:
        insurgents |= 1 << g.insurgent_of[block]
    holder = dealt_out(g, blocks, insurgents, locals_at_home(g, insurgents, chance), chance)
    if not holder:  # only a position written by hand can tell locals apart that were never seen
        holder = dealt_out(g, blocks, insurgents, [EVERY_LOCAL] * PLACES, chance)
    for block in blocks:
        g.insurgent_of[block] = holder[block]
    units.look_at_stickers(g)


def decided(g: State) -> int:
    """The blocks of an order in progress, which could not be carried out with other stickers.

    They stay as they are. That reveals nothing, because the commander is never asked before the order is over.
    """
    payment = g.payment
    if payment is not None and payment.actor != NONE:
        return 1 << payment.actor
    if payment is not None and payment.cost:
        return g.bearing[MEDIC]
    if g.phase == MEDIC_STEP and (g.treatment is None or not g.treatment.treated):
        return g.bearing[MEDIC]
    return 0


def locals_at_home(g: State, insurgents: int, chance: Chance) -> list[int]:
    """By place: its hidden locals. Locals never seen swap places, since only their number in a place is known."""
    unseen = bits(insurgents & EVERY_LOCAL & ~g.sighted)
    homes = [g.place[g.block_of[local]] for local in unseen]
    mix(homes, chance, "homes", g.pack.place_keys)
    locals_at = [0] * PLACES
    for local, home in zip(unseen, homes, strict=True):
        locals_at[home] |= 1 << local
    for local in bits(insurgents & EVERY_LOCAL & g.sighted):
        locals_at[g.place[g.block_of[local]]] |= 1 << local
    return locals_at


def dealt_out(g: State, blocks: Blocks, insurgents: int, locals_at: list[int], chance: Chance) -> list[int]:
    """By block: a random insurgent that the commander may take it for; empty if no assignment is possible."""
    holder = [NONE] * INSURGENTS
    traced = insurgents & (EVERY_LOCAL | g.sighted)
    misfits = deal_traced(g, traced, suited_blocks(g, blocks, traced, locals_at), holder, chance)
    misfits += deal_unseen(g, insurgents ^ traced, blocks, holder, chance)
    if misfits:
        suited = suited_blocks(g, blocks, insurgents, locals_at)
        for insurgent in misfits:
            if not find_block(insurgent, suited, holder, set()):
                return []
    return holder


def deal_traced(g: State, insurgents: int, suited: list[list[int]], holder: list[int], chance: Chance) -> list[int]:
    """Give locals, and fighters seen before, a suitable block each; returns those for whom none is left.

    Whoever has the fewest suitable blocks comes first: this makes all assignments about equally likely.
    """
    misfits: list[int] = []
    for insurgent in sorted(bits(insurgents), key=[len(blocks) for blocks in suited].__getitem__):
        able = [block for block in suited[insurgent] if holder[block] == NONE]
        if able:
            holder[able[0] if len(able) == 1 else chance.pick("block", able, g.pack.block_ids)] = insurgent
        else:
            misfits.append(insurgent)
    return misfits


def deal_unseen(g: State, insurgents: int, blocks: Blocks, holder: list[int], chance: Chance) -> list[int]:
    """Give fighters never seen the free blocks, in random order; returns those whose block cannot be theirs."""
    misfits: list[int] = []
    fighters = list(bits(insurgents))
    chance.shuffle("fighters", fighters, g.pack.insurgent_ids)
    free = [block for block in blocks if holder[block] == NONE]
    for block, fighter in zip(free, fighters, strict=False):
        if g.suspects[block] >> fighter & 1:
            holder[block] = fighter
        else:
            misfits.append(fighter)
    return misfits


def suited_blocks(g: State, blocks: Blocks, insurgents: int, locals_at: list[int]) -> list[list[int]]:
    """By insurgent: the blocks that the commander may take for it; locals never move (rev.move.fighters_only)."""
    suited: list[list[int]] = [[] for _ in range(INSURGENTS)]
    fighters = insurgents & g.pack.fighters
    for block in blocks:
        for insurgent in bits(g.suspects[block] & (fighters | insurgents & locals_at[g.place[block]])):
            suited[insurgent].append(block)
    return suited


def find_block(insurgent: int, suited: list[list[int]], holder: list[int], tried: set[int]) -> bool:
    """Give an insurgent a suitable block: a free one, or one whose holder can move to another (augmenting path)."""
    for block in suited[insurgent]:
        if block not in tried:
            tried.add(block)
            if holder[block] == NONE or find_block(holder[block], suited, holder, tried):
                holder[block] = insurgent
                return True
    return False


# ---------------------------------------------------------------------- the commander: civilians and hands


def redraw_civilians(g: State, chance: Chance) -> None:
    """Only the Revolutionaries know which civilian lives where (info.killed_civilian_secret), until all is over."""
    if g.phase == OVER:
        return
    civilians = [civilian for civilian in g.lives if civilian != NONE]
    mix(civilians, chance, "civilians", g.pack.civilian_keys)
    for district, civilian in enumerate(g.lives):
        if civilian != NONE:
            g.lives[district] = civilians.pop()


def redraw_hands(g: State, chance: Chance) -> None:
    """Decks and hands are dealt anew, but for a hand that pays for an order already given (info.decks_secret)."""
    paying = g.payment.payer if g.payment is not None and g.payment.cost else NONE
    seats = [seat for seat in range(g.rules.revolutionaries) if seat != paying]
    unseen = [deck[:] for deck in g.deck]
    for seat in seats:
        for card in g.hand[seat]:
            unseen[circle_of(g, card)].append(card)
    strangers = cards_of_partner(g, seats, unseen, chance)
    for pile in unseen:
        mix(pile, chance, "deck", g.pack.card_ids)
    for seat in seats:
        size = len(g.hand[seat])
        partner = g.rules.revolutionaries - 1 - seat
        hand = [unseen[partner].pop() for _ in range(strangers[seat])]
        hand += [unseen[seat].pop() for _ in range(size - strangers[seat])]
        hand.sort()
        g.hand[seat] = hand
    g.deck = unseen


def circle_of(g: State, card: int) -> int:
    """The seat in whose deck, hand or discard pile the commander last saw a card."""
    return g.circle[card] if g.rules.revolutionaries > 1 else 0


def cards_of_partner(g: State, seats: list[int], unseen: list[list[int]], chance: Chance) -> list[int]:
    """By seat: how many cards of its new hand come from the partner. Only the difference is known (rev.strategize)."""
    if g.rules.revolutionaries < 2:
        return [0]
    held = [len(unseen[seat]) - len(g.deck[seat]) for seat in range(g.rules.revolutionaries)]
    if len(seats) < 2:  # all of them in one hand
        return held[::-1]
    surplus = held[0] - len(g.hand[0])
    fewest = max(0, surplus)
    most = min(g.given[0], len(g.hand[1]), g.given[1] + surplus, len(g.hand[0]) + surplus)
    received = fewest + chance.below("given", max(most, fewest) - fewest + 1)
    return [received - surplus, received]


# ---------------------------------------------------------------------- the Revolutionaries


def redraw_tactics(g: State, chance: Chance) -> None:
    """The commander's hand, the kept card and the Combat deck (info.tactics_hand_secret)."""
    unknown = g.tactics.hand
    for card in g.tactics.combat:
        unknown |= 1 << card
    if g.tactics.kept != NONE:
        unknown |= 1 << g.tactics.kept
        g.tactics.kept = pick_kept(g, unknown, chance)
        unknown &= ~(1 << g.tactics.kept)
    size = g.tactics.hand.bit_count()
    hand = 0
    if size and kept_card_in_hand(g):
        hand = 1 << pick_kept(g, unknown, chance)
    free = list(bits(unknown & ~hand & ~g.tactics.combat_seen))
    chance.shuffle("tactics_hand", free, g.pack.tactics_ids)
    while hand.bit_count() < size:
        hand |= 1 << free.pop()
    g.tactics.hand = hand
    g.tactics.combat = list(bits(unknown & ~hand))
    if g.phase != SELECT:  # until then the collected cards are not shuffled
        chance.shuffle("combat", g.tactics.combat, g.pack.tactics_ids)


def kept_card_in_hand(g: State) -> bool:
    """Whether a card was kept on passing, and is still in the hand that it joined."""
    tactics = g.tactics
    return tactics.kept == NONE and tactics.kept_maybe > 0 and not tactics.kept_maybe & tactics.hand_seen


def pick_kept(g: State, unknown: int, chance: Chance) -> int:
    """Any card that may be the one kept on passing."""
    may = bits(unknown & g.tactics.kept_maybe & ~g.tactics.combat_seen) or bits(unknown & ~g.tactics.combat_seen)
    return chance.pick("kept", may, g.pack.tactics_ids)


def redraw_row(g: State, chance: Chance) -> None:
    """Konev's deck and the face-down cards of the row (tactics.konev.face_down_secret)."""
    slots = [slot for slot, card in enumerate(g.konev.row) if card != NONE and not g.konev.face_up >> slot & 1]
    unknown = sorted(g.konev.deck + [g.konev.row[slot] for slot in slots])
    for slot in slots:
        may = [card for card in unknown if g.konev.early >> card & 1] if dealt_early(g, slot) else unknown
        g.konev.row[slot] = chance.pick("row", may or unknown, g.pack.konev_ids)
        unknown.remove(g.konev.row[slot])
    g.konev.deck = unknown
    chance.shuffle("konev_deck", g.konev.deck, g.pack.konev_ids)


def dealt_early(g: State, slot: int) -> bool:
    """Whether a card of the row was dealt before the discards were shuffled in (tactics.konev.later_deal_three)."""
    return slot < min(g.pack.deal_before, g.konev.early.bit_count())


def redraw_queue(g: State, chance: Chance) -> None:
    """The order in which Regiments or sectors are still to come: drawn, but seen by nobody (konev.random)."""
    if g.konev_card is not None and len(g.konev_card.queue) > 1:
        mix(g.konev_card.queue, chance, "konev_order", queue_keys(g))
