"""What everything on the table is called: names of the pack, of the locale, and made ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.battle_for_europe.pack import SEASON_KEYS, Pack
from sandtable.games.battle_for_europe.scenarios import POWER_KEYS, TYPES

MOST: Final = 60
"""Units of a type that may be counted together."""


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id."""
    return game_names(folder, pack.names, partial(made, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Kinds are called by nation and type, seasons by season and year, purses by power."""
    templates = locale.get("made", {})

    def say(key: str, *parts: str | int) -> str:
        return templates.get(key, "{0}").format(*parts)

    def kind_name(kind: int) -> str:
        return say("kind", known[pack.nation_ids[pack.kind_nation[kind]]], known[pack.type_ids[pack.kind_type[kind]]])

    for kind, thing in enumerate(pack.kind_ids):
        kind_of = pack.type_ids[pack.kind_type[kind]]
        yield thing, kind_name(kind)
        yield f"{pack.values_as[pack.kind_nation[kind]]}_{TYPES[pack.kind_type[kind]]}", say("counter", known[kind_of])
    for unit, kind in enumerate(pack.kind):
        count, name = unit - pack.first_of[kind] + 1, kind_name(kind)
        yield pack.loss_ids[unit], say("loss", count, name)
        yield pack.aboard_ids[unit], say("aboard", count, name)
    for kind_of in TYPES:
        for count in range(1, MOST + 1):
            yield f"some:{kind_of}_{count}", say(f"some_{kind_of}" if count > 1 else f"one_{kind_of}", count)
    for cell, key in enumerate(pack.cell_keys):
        yield f"season:{key}", say("season", known[f"season:{SEASON_KEYS[pack.season[cell]]}"], pack.year[cell])
    for power in POWER_KEYS:
        yield f"hpp:{power}", say("hpp", known[f"nation:{power}"])
    for number, key in enumerate(pack.nation_keys):
        yield key, known[pack.nation_ids[number]]
