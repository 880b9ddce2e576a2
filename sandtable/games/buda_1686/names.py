"""The names of everything: from the pack, from the locale, and made from both."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.buda_1686.flow.events import EVENTS_FROM
from sandtable.games.buda_1686.pack import EVENTS, NO_EVENT, Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id."""
    return game_names(folder, pack.names, partial(made, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Breaches are numbered by wall; a counter is called by its number and by its event (comp.numbers.events)."""
    for wall, breaches in enumerate(pack.breach_ids):
        for number, breach in enumerate(breaches, 1):
            yield breach, locale["made"]["breach"].format(known[pack.zone_ids[wall]], number)
    for side, counters in enumerate(pack.counter_ids):
        for index, counter in enumerate(counters):
            yield counter, counter_name(pack, locale, side, index)


def counter_name(pack: Pack, locale: Locale, side: int, counter: int) -> str:
    """Its number, and the event on its back with the turn from which it is active."""
    number, event = pack.numbers[side][counter], pack.events[side][counter]
    if event == NO_EVENT:
        return str(number)
    words = locale["made"]
    begins = max(EVENTS_FROM, pack.event_turns[side][counter])  # event.from_turn_six
    return words["counter"].format(number, words[EVENTS[event]], begins)
