"""Consent: in the full war of single powers nobody enters an ally's areas without asking (war.consent)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from sandtable.engine.ask import Ask, Legality, Offer, legal
from sandtable.engine.sets import NONE, mask, members
from sandtable.engine.types import Choice
from sandtable.games.battle_for_europe.pack import NO, POWERS, YES
from sandtable.games.battle_for_europe.state import State

Telling = Generator[Ask[State], Choice, bool]
"""A rule in progress that says something in the end."""


def host(g: State, nation: int, area: int) -> int:
    """The power of another player that controls an area and is an ally of a nation; NONE if there is none."""
    if g.rules.variant != "b":
        return NONE
    owner = g.control[area]
    if owner == NONE or owner >= POWERS or not g.allied_nations[nation] >> owner & 1:
        return NONE
    return NONE if g.rules.seat_of[owner] == g.seat(nation) else owner


def refused(g: State, nation: int, area: int) -> str | None:
    """The rule by which units of a nation stay out of an area: its holder said no this turn."""
    owner = host(g, nation, area)
    return "war.consent" if owner != NONE and g.denied[owner] >> g.commander[nation] & 1 else None


def closed(g: State, nation: int) -> int:
    """All areas whose holders said no, as a mask: the same as `refused`, for all at once."""
    if g.rules.variant != "b" or not any(g.denied):
        return 0
    areas = [area for owner in range(POWERS) if g.denied[owner] for area in members(g.held[owner])]
    return mask([area for area in areas if refused(g, nation, area) is not None])


def ask(g: State, nation: int, area: int) -> Telling:
    """Whether units of a nation may enter an area; its holder is asked once a turn (war.consent.ask)."""
    owner = host(g, nation, area)
    if owner == NONE:
        return True
    guest = 1 << g.commander[nation]
    if g.admitted[owner] & guest:
        return True
    order = g.order_now()
    order.target, order.group = area, nation
    answer = yield Ask(g.rules.seat_of[owner], "consent", CONSENT, "war.consent", stake=0.2)
    order.group = NONE
    if answer == NO:
        g.denied[owner] |= guest
        return False
    g.admitted[owner] |= guest
    return True


def forget(g: State) -> None:
    """A new turn begins: whoever said no may be asked again."""
    g.admitted = [0] * POWERS
    g.denied = [0] * POWERS


def consent_options(g: State, offer: Offer) -> None:
    order = g.order_now()
    offer.add(YES)
    offer.add(NO)
    offer.tell(nation=g.pack.nation_ids[order.group], area=g.pack.area_ids[order.target])


CONSENT: Final = Legality(consent_options, {"yes": legal, "no": legal})
