"""The names of everything: from the pack, from the locale, and made from both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.buda_1686.pack import Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id."""
    return game_names(folder, pack.names, partial(made, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Breaches are numbered by wall; a counter is called by its number."""
    for wall, breaches in enumerate(pack.breach_ids):
        for number, breach in enumerate(breaches, 1):
            yield breach, locale["made"]["breach"].format(known[pack.zone_ids[wall]], number)
    for counters, numbers in zip(pack.counter_ids, pack.numbers, strict=True):
        for counter, number in zip(counters, numbers, strict=True):
            yield counter, str(number)
