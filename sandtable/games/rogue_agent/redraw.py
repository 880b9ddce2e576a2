"""What a seat cannot know, drawn anew: cards that lie face down, the deck, and the identity tokens of the others.

Who has looked at a card is open to all, so that this knowledge stays with the place where the card lies. From all
truths that a seat cannot tell apart, the same chance draws the same world.
"""

from __future__ import annotations

from sandtable.engine.chance import Chance
from sandtable.engine.piles import mix
from sandtable.engine.sets import NONE, bits, mask
from sandtable.games.rogue_agent.pack import CRIMINALS, FACES
from sandtable.games.rogue_agent.state import State


def determinize(g: State, seat: int, chance: Chance) -> None:
    """Redraw in place everything that the seat cannot know (info.hidden)."""
    redraw_cards(g, seat, chance)
    redraw_tokens(g, seat, chance)


def redraw_cards(g: State, seat: int, chance: Chance) -> None:
    """The unknown cards are dealt out again to the places where the seat has not looked.

    A card that everybody saw going back into the deck does not come to a place that was filled before.
    """
    criminals = [
        criminal
        for criminal in range(CRIMINALS)
        if g.card[criminal] != NONE and not g.face_up >> criminal & 1 and not g.marker[criminal] >> seat & 1
    ]
    gone = [at for at in range(len(g.removed_unseen)) if not g.removed_marker[at] >> seat & 1]
    pool = [g.card[criminal] for criminal in criminals] + [g.removed_unseen[at] for at in gone] + g.deck
    barred = [g.barred[criminal] for criminal in criminals] + [g.removed_barred[at] for at in gone] + [0] * len(g.deck)
    dealt = deal(pool, barred, chance, g.pack.card_ids)
    for criminal, card in zip(criminals, dealt, strict=False):
        g.card[criminal] = card
    for at, card in zip(gone, dealt[len(criminals) :], strict=False):
        g.removed_unseen[at] = card
    g.deck[:] = dealt[len(criminals) + len(gone) :]


def deal(pool: list[int], barred: list[int], chance: Chance, ids: tuple[str, ...]) -> list[int]:
    """By place: its card, any order being as likely as another among those that nothing speaks against."""
    returned = mask(card for cards in barred for card in bits(cards))
    dealt = [NONE] * len(pool)
    rest = [card for card in pool if not returned >> card & 1]
    for card in sorted(card for card in pool if returned >> card & 1):
        open_places = [at for at in range(len(pool)) if dealt[at] == NONE and not barred[at] >> card & 1]
        if open_places:
            dealt[open_places[chance.below("place", len(open_places))]] = card
        else:  # only in a position that was written by hand
            rest.append(card)
    mix(rest, chance, "unknown", ids)
    for at in range(len(pool)):
        if dealt[at] == NONE:
            dealt[at] = rest.pop()
    return dealt


def redraw_tokens(g: State, seat: int, chance: Chance) -> None:
    """The hidden tokens of the other players are dealt out again among them (setup.identity.look)."""
    hidden = [token for token in range(len(g.token)) if not (g.shown | g.own_tokens(seat)) >> token & 1]
    faces = [g.token[token] for token in hidden]
    if faces:
        mix(faces, chance, "tokens", FACES)
        for token, face in zip(hidden, faces, strict=True):
            g.token[token] = face
