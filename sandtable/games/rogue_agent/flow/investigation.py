"""Investigation: a secret look at the card of a criminal, for two evidence."""

from __future__ import annotations

from sandtable.engine.ask import Offer
from sandtable.engine.sets import NONE
from sandtable.games.rogue_agent import cards
from sandtable.games.rogue_agent.flow import justice, pieces
from sandtable.games.rogue_agent.pack import CRIMINALS, EVIDENCE, FIRST_CRIMINAL, SEATS
from sandtable.games.rogue_agent.state import State


def investigate(g: State, criminal: int) -> None:
    """The player sees the card and marks it; the others see only that (investigate.secret, investigate.marker)."""
    seat, pack = g.seat, g.pack
    pieces.spend(g, seat, EVIDENCE, pack.investigation_price, "investigate.cost")
    g.marker[criminal] |= 1 << seat
    g.chance.reveal()
    if g.log is not None:
        g.log.add("investigated", SEATS[seat], pack.criminal_ids[criminal], rule="investigate.marker")
        card = pack.card_ids[g.card[criminal]]
        g.log.add("looked", pack.criminal_ids[criminal], card, rule="investigate.cost", seats=1 << seat)


def refusal(g: State, criminal: int) -> str | None:
    """The rule against investigating a criminal; police do not matter (investigate.not_justice)."""
    seat = g.seat
    if g.is_android(seat):
        return "android.actions"
    if not in_reach(g, criminal):
        return "investigate.where"
    if g.face_up >> criminal & 1:
        return "investigate.face_up"
    if g.marker[criminal] >> seat & 1:
        return "investigate.known"
    if justice.spent(g):
        return "justice.after_second.patrol"
    if g.limit(seat, cards.NO_INVESTIGATION):
        return "attack.clock.at_once"
    return None if g.level(seat, EVIDENCE) >= g.pack.investigation_price else "investigate.cost"


def in_reach(g: State, criminal: int) -> bool:
    """Whether a criminal is where the agent is, or where it has an informant (investigate.where)."""
    tile = g.tile_of(FIRST_CRIMINAL + criminal)
    return tile != NONE and (tile == g.at[g.seat] or g.informants_at(g.seat, tile) > 0)


def offer_investigations(g: State, offer: Offer) -> None:
    """What `refusal` allows."""
    if g.level(g.seat, EVIDENCE) >= g.pack.investigation_price:
        for criminal in range(CRIMINALS):
            if refusal(g, criminal) is None:
                offer.add(g.pack.investigate[criminal])


def new_here(g: State) -> bool:
    """Whether a criminal can be investigated only because the agent is where it is: worth a stop on a patrol."""
    seat = g.seat
    if g.informants_at(seat, g.at[seat]):
        return False
    for criminal in range(CRIMINALS):
        if g.tile_of(FIRST_CRIMINAL + criminal) == g.at[seat] and refusal(g, criminal) is None:
            return True
    return False
