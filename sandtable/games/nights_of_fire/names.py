"""What everything on the table is called: names of the pack, of the locale, and made ones; and what cards say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sandtable.engine.words import LANGUAGES, load_locale
from sandtable.games.nights_of_fire import cardtext
from sandtable.games.nights_of_fire.pack import Pack


def names(pack: Pack, folder: Path) -> dict[str, dict[str, str]]:
    """By language and id; the text of a card is that of 'text:' and its id."""
    return {lang: names_in(pack, folder, lang) for lang in LANGUAGES}


def names_in(pack: Pack, folder: Path, lang: str) -> dict[str, str]:
    """What the pack does not say in a language stays in English."""
    locale = load_locale(folder, lang)
    known = {**pack.names["en"], **locale["name"], **pack.names[lang]}
    known |= made(pack, locale["made"], known)
    return known | cardtext.texts(pack, locale["card"], known)


def made(pack: Pack, templates: dict[str, str], known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Blocks have numbers; civilians and Garrisons are called by their district."""
    for number, block in enumerate(pack.block_ids, 1):
        yield block, templates["block"].format(number)
    for district, key in enumerate(pack.district_keys):
        name = known[pack.area_ids[district]]
        yield pack.civilian_ids[district], templates["civilian"].format(name)
        yield f"garrison:{key}", templates["garrison"].format(name)
