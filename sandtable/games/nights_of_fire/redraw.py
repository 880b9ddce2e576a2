"""Drawing anew what a seat cannot know: always within what it may believe, and never what it knows."""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.games.nights_of_fire.flow import units
from sandtable.games.nights_of_fire.pack import EVERY_INSURGENT, INSURGENTS, LOCALS, MEDIC
from sandtable.games.nights_of_fire.state import MEDIC_STEP, NONE, OVER, SELECT, State, bits


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Redraw in place everything that the seat cannot know."""
    if seat == g.commander:
        redraw_stickers(g, chance)
        redraw_civilians(g, chance)
        redraw_hands(g, chance)
        if g.phase != SELECT:  # until then the collected cards lie open before the commander
            chance.shuffle("combat", g.combat, g.pack.tactics_ids)
    elif g.conflict:
        redraw_tactics(g, chance)
    else:
        redraw_row(g, chance)
    for deck in g.deck:
        chance.shuffle("deck", deck, g.pack.card_ids)
    chance.shuffle("headline_deck", g.headlines, g.pack.headline_ids)


# ---------------------------------------------------------------------- the commander: stickers


def redraw_stickers(g: State, chance: Chance) -> None:
    """The hidden blocks get stickers as the commander may believe them to have (unit.hidden.backs_alike)."""
    blocks = list(bits(EVERY_INSURGENT & ~g.shown & ~decided(g)))
    insurgents = [g.who[block] for block in blocks]
    chance.shuffle("blocks", blocks, g.pack.block_ids)
    chance.shuffle("insurgents", insurgents, g.pack.insurgent_ids)
    for block, insurgent in zip(blocks, dealt_out(g, blocks, insurgents), strict=False):
        g.who[block] = insurgent
    units.look_at_stickers(g)


def decided(g: State) -> int:
    """The blocks that an order in progress speaks of: with another sticker it could not be carried out."""
    if g.actor != NONE:
        return 1 << g.actor
    if g.cost or (g.phase == MEDIC_STEP and not g.treated):
        return g.bearing[MEDIC]
    return 0


def dealt_out(g: State, blocks: list[int], insurgents: list[int]) -> list[int]:
    """An insurgent for each of the blocks, found by augmenting paths; none if beliefs leave no way."""
    suited = suited_blocks(g, blocks, homes(g, insurgents))
    holder = [NONE] * len(blocks)
    for insurgent in sorted(insurgents, key=lambda insurgent: suited[insurgent].bit_count()):
        if not find_block(insurgent, suited, holder, set()):
            return []
    return holder


def suited_blocks(g: State, blocks: list[int], home: list[int]) -> list[int]:
    """By insurgent: which of the blocks, by their place in the list, the commander may take for it."""
    suited = [0] * INSURGENTS
    for at, block in enumerate(blocks):
        for insurgent in bits(g.may[block]):
            if insurgent >= LOCALS or home[insurgent] == g.place[block]:  # rev.move.fighters_only
                suited[insurgent] |= 1 << at
    return suited


def homes(g: State, insurgents: list[int]) -> list[int]:
    """By local: where it is. Those never seen change places: a local is known to be there, but not which one."""
    place = [g.place[g.block_of[local]] for local in range(LOCALS)]
    unseen = [insurgent for insurgent in insurgents if insurgent < LOCALS and not g.sighted >> insurgent & 1]
    for local, home in zip(unseen, [place[local] for local in sorted(unseen)], strict=True):
        place[local] = home
    return place


def find_block(insurgent: int, suited: list[int], holder: list[int], tried: set[int]) -> bool:
    """Give an insurgent a block: a free one, or one whose holder finds another."""
    own = bits(suited[insurgent])
    for at in own:
        if holder[at] == NONE:
            holder[at] = insurgent
            return True
    for at in own:
        if at not in tried:
            tried.add(at)
            if find_block(holder[at], suited, holder, tried):
                holder[at] = insurgent
                return True
    return False


# ---------------------------------------------------------------------- the commander: civilians and hands


def redraw_civilians(g: State, chance: Chance) -> None:
    """Only the Revolutionaries know which civilian lives where (info.killed_civilian_secret), until all is over."""
    if g.phase == OVER:
        return
    districts = [district for district, civilian in enumerate(g.lives) if civilian != NONE]
    civilians = [g.lives[district] for district in districts]
    chance.shuffle("civilians", civilians, g.pack.civilian_keys)
    for district, civilian in zip(districts, civilians, strict=True):
        g.lives[district] = civilian


def redraw_hands(g: State, chance: Chance) -> None:
    """Decks and hands are dealt anew, but for a hand that pays for an order already given (info.decks_secret)."""
    paying = g.payer if g.cost else NONE
    seats = [seat for seat in range(g.revs) if seat != paying]
    unseen: list[list[int]] = [[] for _ in range(g.revs)]
    for seat in range(g.revs):
        for card in g.deck[seat] + (g.hand[seat] if seat != paying else []):
            unseen[circle_of(g, card)].append(card)
    for pile in unseen:
        chance.shuffle("hands", pile, g.pack.card_ids)
    strangers = cards_of_partner(g, seats, chance)
    for seat in seats:
        size = len(g.hand[seat])
        partner = g.revs - 1 - seat
        g.hand[seat] = [unseen[partner].pop() for _ in range(strangers[seat])]
        g.hand[seat] += [unseen[seat].pop() for _ in range(size - strangers[seat])]
        g.hand[seat].sort()
    g.deck = unseen


def circle_of(g: State, card: int) -> int:
    """In whose deck, hand or discard pile the commander last saw a card."""
    return g.circle[card] if g.revs > 1 else 0


def cards_of_partner(g: State, seats: list[int], chance: Chance) -> list[int]:
    """By seat: how many cards of the hand come from the partner. Only their difference is known (rev.strategize)."""
    count = [sum([circle_of(g, card) != seat for card in g.hand[seat]]) for seat in range(g.revs)]
    if len(seats) < 2:
        return count
    surplus = count[1] - count[0]
    fewest = max(0, surplus)
    most = min(g.given[0], len(g.hand[1]), g.given[1] + surplus, len(g.hand[0]) + surplus)
    received = fewest + chance.below("given", max(most, count[1]) - fewest + 1)
    return [received - surplus, received]


# ---------------------------------------------------------------------- the Revolutionaries


def redraw_tactics(g: State, chance: Chance) -> None:
    """The commander's hand, the kept card and the Combat deck (info.tactics_hand_secret)."""
    unknown = g.tactics_hand
    for card in g.combat:
        unknown |= 1 << card
    if g.kept != NONE:
        unknown |= 1 << g.kept
        g.kept = pick_kept(g, unknown, chance)
        unknown &= ~(1 << g.kept)
    size = g.tactics_hand.bit_count()
    hand = 0
    if size and g.kept == NONE and g.kept_maybe and not g.kept_maybe & g.hand_seen:  # the kept card is still there
        hand = 1 << pick_kept(g, unknown, chance)
    free = list(bits(unknown & ~hand & ~g.combat_seen))
    chance.shuffle("tactics_hand", free, g.pack.tactics_ids)
    while hand.bit_count() < size:
        hand |= 1 << free.pop()
    g.tactics_hand = hand
    g.combat = list(bits(unknown & ~hand))
    if g.phase != SELECT:  # until then the collected cards are not shuffled
        chance.shuffle("combat", g.combat, g.pack.tactics_ids)


def pick_kept(g: State, unknown: int, chance: Chance) -> int:
    """Any card that may be the one kept on passing."""
    may = bits(unknown & g.kept_maybe & ~g.combat_seen) or bits(unknown & ~g.combat_seen)
    return chance.pick("kept", may, g.pack.tactics_ids)


def redraw_row(g: State, chance: Chance) -> None:
    """Konev's deck and the face-down cards of the row (tactics.konev.face_down_secret)."""
    slots = [slot for slot, card in enumerate(g.row) if card != NONE and not g.row_up >> slot & 1]
    unknown = g.konev_deck + [g.row[slot] for slot in slots]
    for slot in slots:
        may = [card for card in unknown if g.early >> card & 1] if dealt_early(g, slot) else unknown
        g.row[slot] = chance.pick("row", may or unknown, g.pack.konev_ids)
        unknown.remove(g.row[slot])
    g.konev_deck = unknown
    chance.shuffle("konev_deck", g.konev_deck, g.pack.konev_ids)


def dealt_early(g: State, slot: int) -> bool:
    """Whether a card of the row was dealt before the discards were shuffled in (tactics.konev.later_deal_three)."""
    return slot < min(g.pack.deal_before, g.early.bit_count())
