"""The names of everything, from the pack, from the locale and made from both; and the texts of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.nights_of_fire import cardtext
from sandtable.games.nights_of_fire.pack import Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id; the text of a card is that of 'text:' and its id."""
    return game_names(folder, pack.names, partial(made, pack), partial(cardtext.texts, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Blocks have numbers; civilians and Garrisons are called by their district."""
    templates = locale["made"]
    for number, block in enumerate(pack.block_ids, 1):
        yield block, templates["block"].format(number)
    for district, key in enumerate(pack.district_keys):
        name = known[pack.area_ids[district]]
        yield pack.civilian_ids[district], templates["civilian"].format(name)
        yield f"garrison:{key}", templates["garrison"].format(name)
