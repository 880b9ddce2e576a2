"""Hits: shared out one by one by the revolutionaries among themselves, active fighters and the barricade."""

from __future__ import annotations

from typing import Final

from sandtable.engine.ask import Flow, Legality, Offer, nothing, one
from sandtable.engine.sets import bits
from sandtable.games.days_of_ire.flow import units
from sandtable.games.days_of_ire.flow.seats import seat_of, team_ask, wrong_seat
from sandtable.games.days_of_ire.pack import EVERY_REV_TANK, HIT_BARRICADE, PROMO
from sandtable.games.days_of_ire.state import Hits, State


def assign(g: State, location: int, hits: int, rule: str) -> Flow[State]:
    """Every hit by a rule is given to a target while there is one (hit.must_assign, hit.no_target)."""
    if g.log is not None:
        g.log.add("hits", hits, g.pack.location_ids[location], rule=rule)
    if not hits:
        return
    g.hits = Hits(location, hits)
    while g.hits_now().left and any_target(g, location):
        choice = yield team_ask(g, "hits", HITS, rule)
        g.hits_now().left -= 1  # hit.one_by_one
        if choice == HIT_BARRICADE:
            units.lose_barricade(g, location)
        elif choice[0] == "hit_seat":
            units.injure(g, seat_of(g.pack.number[choice[1]]))
        else:
            companion = g.pack.number[choice[1]]
            out = EVERY_REV_TANK >> companion & 1
            units.lose(g, companion, location, "hit.revtank_out" if out else "hit.fighter_removed")
    g.hits = None


def any_target(g: State, location: int) -> bool:
    """Whether anybody or anything can take a hit; passive fighters cannot (hit.passive_safe, promo.no_hits)."""
    return location in g.rev_at or g.active[location] & ~PROMO > 0 or g.barricades >> location & 1 > 0


def targets(g: State, offer: Offer) -> None:
    """The revolutionaries, the active fighters and the barricade of the location."""
    hits = g.hits_now()
    offer.tell(hits=hits.left, location=g.pack.location_ids[hits.location])
    for seat in bits(g.revs_at(hits.location)):
        offer.add(g.pack.hit_seat[g.seat_number(seat)])
    for companion in bits(g.active[hits.location] & ~PROMO):
        offer.add(g.pack.hit_companion[companion])
    if g.barricades >> hits.location & 1:
        offer.add(HIT_BARRICADE)


def seat_refusal(g: State, number: int) -> str | None:
    """The rule against giving a hit to a revolutionary."""
    wrong = wrong_seat(g, number)
    if wrong:
        return wrong
    return None if g.rev_at[seat_of(number)] == g.hits_now().location else "hit.assign"


def companion_refusal(g: State, companion: int) -> str | None:
    """The rule against giving a hit to a fighter."""
    if PROMO >> companion & 1:
        return "promo.no_hits"
    location = g.hits_now().location
    if g.active[location] >> companion & 1:
        return None
    return "hit.passive_safe" if companion == g.top[location] else "hit.assign"


def barricade_refusal(g: State) -> str | None:
    """The rule against giving a hit to a barricade."""
    return None if g.barricades >> g.hits_now().location & 1 else "hit.assign"


HITS: Final[Legality[State]] = Legality(
    targets,
    {
        "hit_seat": one(seat_refusal),
        "hit": one(companion_refusal),
        "hit_barricade": nothing(barricade_refusal),
    },
)
