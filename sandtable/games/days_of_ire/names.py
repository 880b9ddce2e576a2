"""What everything on the table is called: names of the pack, of the locale, and made ones; and what cards say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.days_of_ire import cardtext
from sandtable.games.days_of_ire.pack import SEATS, Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id; the text of a card is that of 'text:' and its id."""
    return game_names(folder, pack.names, partial(made, pack), partial(cardtext.texts, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Copies of a card are called like their title; orders of turns are lists of seats."""
    for kind, ids in (("headline", pack.headline_ids), ("card", pack.card_ids), ("avh", pack.avh_ids)):
        for thing in ids:
            yield thing, known[f"{kind}:{thing.partition(':')[2].partition('-')[0]}"]
    for order, thing in zip(pack.orders, pack.order_ids, strict=True):
        yield thing, locale["made"]["then"].join(known[f"seat:{SEATS[seat]}"] for seat in order)
    for seat in SEATS:
        yield f"standee:{seat}", known[seat]
    for location, key in zip(pack.location_ids, pack.location_keys, strict=True):
        for unit in ("tank", "militia", "sniper", "barricade"):
            yield f"{unit}:{key}", locale["made"]["unit"].format(known[f"unit:{unit}"], known[location])
        yield f"event_at:{key}", locale["made"]["event_at"].format(known[location])
