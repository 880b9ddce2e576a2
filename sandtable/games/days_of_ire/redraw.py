"""Drawing anew what a seat cannot know: always within what it may believe, and never what it knows.

From all truths that the asked seat cannot tell apart, the same chance draws the same world.
"""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.piles import mix
from sandtable.engine.sets import NONE, bits, mask
from sandtable.games.days_of_ire.pack import DECKS
from sandtable.games.days_of_ire.state import State


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Redraw in place everything that the seat cannot know."""
    redraw_cards(g, seat, chance)
    redraw_headlines(g, seat, chance)
    redraw_fighters(g, chance)
    if g.event_deck:
        mix(g.event_deck, chance, "event_deck", g.pack.event_ids)


def redraw_cards(g: State, seat: int, chance: Chance) -> None:
    """The pile and the hands of the others, but for a hand that pays for an action already announced.

    Hands are hidden inside the team too (info.rev_hands_hidden); what was seen stays where it is (info.pickups_open).
    """
    paying = g.seat if g.payment is not None else NONE
    others = [other for other in range(g.rules.revolutionaries) if other not in (seat, paying)]
    known = g.known[seat]
    open_to_all = known | (g.hand[seat] if seat < g.rules.revolutionaries else 0)
    pool = [card for card in g.deck if not known >> card & 1]
    for other in others:
        pool += bits(g.hand[other] & ~known)
    if not pool:
        return
    mix(pool, chance, "rev_deck", g.pack.card_ids)
    before = g.known
    g.known = [cards if other == seat else cards & open_to_all for other, cards in enumerate(before)]
    for other in others:
        redraw_hand(g, other, known, pool, before)
    for place, card in enumerate(g.deck):
        if not known >> card & 1:
            g.deck[place] = pool.pop()
            for one, cards in enumerate(before):
                if cards >> card & 1:
                    g.known[one] |= 1 << g.deck[place]


def redraw_hand(g: State, owner: int, known: int, pool: list[int], before: list[int]) -> None:
    """A hand gets other cards for those that are not known; whoever knew some of these knows as many of the new."""
    hidden = g.hand[owner] & ~known
    g.hand[owner] &= known
    dealt = [pool.pop() for _ in range(hidden.bit_count())]
    for card in dealt:
        g.hand[owner] |= 1 << card
    for one, cards in enumerate(before):
        for card in dealt[: (cards & hidden).bit_count()]:
            g.known[one] |= 1 << card


def redraw_headlines(g: State, seat: int, chance: Chance) -> None:
    """The decks, and for the revolutionaries the Soviet hand; the backs tell the period (info.headline_backs)."""
    soviet = seat == g.rules.soviet
    seen = g.soviet_hand if soviet else g.peeked[seat]
    for deck in range(DECKS):
        hidden = g.soviet_hand & g.pack.of_period[deck] & ~seen
        pool = g.headline_decks[deck] + list(bits(hidden))
        if pool:
            mix(pool, chance, "headline_deck", g.pack.headline_ids)
            g.soviet_hand &= ~hidden
            for _ in range(hidden.bit_count()):
                g.soviet_hand |= 1 << pool.pop()
            g.headline_decks[deck] = pool
    for other, headlines in enumerate(g.peeked):
        if other != seat and headlines:  # that others looked is known, and at how many, but not at which
            hand = list(bits(g.soviet_hand))
            mix(hand, chance, "peeked", g.pack.headline_ids)
            g.peeked[other] = mask(hand[: headlines.bit_count()])


def redraw_fighters(g: State, chance: Chance) -> None:
    """The fighters that lie face down, unknown to everybody (info.face_down_fighters)."""
    places = [location for location, fighter in enumerate(g.bottom) if fighter != NONE]
    fighters = [g.bottom[location] for location in places]
    if fighters:
        mix(fighters, chance, "fighters", g.pack.companion_ids)
        for location in places:
            g.bottom[location] = fighters.pop()
