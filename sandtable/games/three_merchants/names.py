"""The names of everything: from the pack, from the locale, and made from both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.three_merchants.pack import SEATS, Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id."""
    return game_names(folder, pack.names, partial(made, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """A card is called by its good and its number, a cart by its merchant."""
    templates = locale.get("made", {})
    for card in range(pack.cards):
        good = known[pack.good_ids[pack.good[card]]]
        yield pack.card_ids[card], templates.get("card", "{0} {1}").format(good.capitalize(), pack.value[card])
    for seat, name in enumerate(SEATS):
        yield pack.cart_ids[seat], templates.get("cart", "{0}").format(known.get(name, name))
