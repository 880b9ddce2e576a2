"""What everything on the table is called: names of the pack, of the locale, and made ones; and what cards say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from sandtable.engine.words import Locale, Names, game_names
from sandtable.games.rogue_agent import cardtext
from sandtable.games.rogue_agent.pack import CELLS, COLUMNS, PER_COLOUR, ROWS, SEATS, TILES, Pack


def names(pack: Pack, folder: Path) -> dict[str, Names]:
    """By language and id; the text of a card is that of 'text:' and its id."""
    return game_names(folder, pack.names, partial(made, pack), partial(cardtext.texts, pack))


def made(pack: Pack, locale: Locale, known: Names) -> Iterator[tuple[str, str]]:
    """Discs, dice, tokens and files have numbers; figures and slots are called by their player and tile."""
    templates = locale.get("made", {})

    def say(key: str, *parts: str | int) -> str:
        return templates.get(key, "{0}").format(*parts)

    for row, key in ((pack.bomb_ids, "bomb"), (pack.assassin_ids, "assassin"), (pack.criminal_ids, "criminal")):
        for number, disc in enumerate(row, 1):
            yield disc, say(key, number)
    for number in range(1, len(pack.criminal_ids) + 1):
        yield f"file:{number}", say("file", number)
        yield f"back:{number}", say("back", number)
        for seat in SEATS:
            yield f"marker:{number}-{seat}", say("marker", known[seat], number)
            yield f"clock:{seat}-{number}", say("clock", known[seat], number)
    for die, thing in enumerate(pack.die_ids):
        yield thing, say("die", known[pack.colour_ids[die // PER_COLOUR]], die % PER_COLOUR + 1)
    for bounty in {card.bounty for card in pack.cards}:
        yield f"bounty:{bounty}", say("bounty", bounty)
    for key, syndicate in zip(pack.syndicate_keys, pack.syndicate_ids, strict=True):
        yield key, known[syndicate]
    for column in range(1, COLUMNS + 1):
        yield f"column:{column}", say("column", column)
    for cell in range(CELLS):
        yield pack.cell_ids[cell], say("cell", cell // ROWS + 1, cell % ROWS + 1)
    for tile in range(TILES):
        for half, key in enumerate(("upper", "lower")):
            name = known[pack.tile_ids[tile]]
            yield pack.slot_ids[2 * tile + half], say(key, name)
            yield f"informant:{pack.slot_keys[2 * tile + half]}", say("informant", name)
    yield from _of_players(pack, known, say)


def _of_players(pack: Pack, known: Names, say: Callable[..., str]) -> Iterator[tuple[str, str]]:
    """Figures, boards and what lies on them."""
    for seat, name in enumerate(SEATS):
        who = known[name]
        yield pack.agent_ids[seat], say("agent", who)
        yield f"board:{name}", say("board", who)
        yield f"credits:{name}", say("credits", who)
        yield f"stock:{name}", say("stock", who)
        yield f"influence:{name}", say("influence", who)
        yield f"role:{name}", say("role", who)
        yield f"custody:{name}", say("custody", who)
        yield f"sets:{name}", say("sets", who)
        for key, syndicate in zip(pack.syndicate_keys, pack.syndicate_ids, strict=True):
            yield f"set:{name}-{key}", say("set", known[syndicate], who)
        yield f"pile:turned_in-{name}", say("turned_in", who)
        for track in pack.track_ids:
            yield f"gauge:{name}-{track.split(':')[1]}", say("gauge", known[track], who)
        for number in range(1, pack.tokens_each + 1):
            yield f"token:{name}-{number}", say("token", who, number)
