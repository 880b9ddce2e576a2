"""Making tables: new ones, the next one of the same company, and one that plays on from the past."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from msgspec import Struct

from sandtable import games
from sandtable.engine.game import Game, Options
from sandtable.engine.match import Match
from sandtable.engine.start import described, random_seed
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.players.levels import UnknownLevel, parse_level
from sandtable.server.errors import Refusal
from sandtable.server.links import digest, new_table_id, new_token
from sandtable.server.live import Live, begin
from sandtable.server.messages import Name
from sandtable.server.models import ChoiceRow, LinkRow, SeatRow, TableRow
from sandtable.server.open_table import OPPONENT, OpenTable
from sandtable.server.store import Store

HERE, AWAY, WATCH = "here", "away", "watch"


class Sitter(Struct, forbid_unknown_fields=True):
    """Who is to sit somewhere."""

    kind: str
    level: str | None = None
    name: Name = ""


class Link(Struct):
    """A new link: whoever has the token has the seats."""

    kind: str
    seats: list[str]
    token: str


class Opened(Struct):
    """A new table and its links."""

    table: str
    links: list[Link]


async def open_table(
    store: Store, slug: str, options: Mapping[str, object], sitters: Mapping[str, Sitter], watch: bool
) -> Opened:
    """Make a new table."""
    game = games.load(slug)
    return await _open(store, _row(game, game.settle(options), watch), sitters)


async def fork(store: Store, table: OpenTable, at: int, sitters: Mapping[str, Sitter], watch: bool) -> Opened:
    """Make a table that plays on from a step of a finished game: from the beginning of its order, with new dice."""
    match = await asyncio.to_thread(match_at, table.row, await store.choices(table.id, 0), at)
    row = _row(match.game, match.options, watch)
    row.position = _before_order(match)
    return await _open(store, row, sitters)


def match_at(table: TableRow, choices: list[ChoiceRow], at: int) -> Match[State]:
    """The match of a table after so many choices that were not taken back."""
    live = begin(table)
    standing = stand(choices)
    if at > len(standing):
        raise Refusal("not_found")
    for row in standing[:at]:
        live.apply(row)
    return live.match


def stand(choices: list[ChoiceRow]) -> list[ChoiceRow]:
    """The choices that were not taken back."""
    standing: list[ChoiceRow] = []
    for row in choices:
        if row.choice is None:
            standing.pop()
        else:
            standing.append(row)
    return standing


def _before_order(match: Match[State]) -> dict[str, Json]:
    """The position at the last checkpoint, without its dice."""
    position = described(match.game, match.checkpoints[-1].state)
    del position["chance"]
    return position


async def rematch(store: Store, table: OpenTable, live: Live, seats: int) -> Link:
    """A link to the next table of the same company, where everybody moves up by one seat."""
    if live.match.outcome is None:
        raise Refusal("too_early")
    if not seats and not table.row.watch:
        raise Refusal("not_allowed")
    again = await store.rematch_of(table.id) or await _make_rematch(store, table, live.match)
    count = len(table.names)
    mask = sum(1 << (seat - 1) % count for seat in range(count) if seats >> seat & 1)
    link = _link(mask, table.names, HERE if seats else WATCH)
    await store.add_link(_link_row(again, mask, link))
    return link


async def _make_rematch(store: Store, table: OpenTable, match: Match[State]) -> str:
    row = _row(match.game, match.options, table.row.watch)
    row.rematch_of = table.id
    count = len(table.seats)
    old = [table.seats[(seat + 1) % count] for seat in range(count)]
    seats = [SeatRow(row.id, at, sitter.kind, sitter.level, sitter.name) for at, sitter in enumerate(old)]
    if await store.add_table(row, seats, []):
        return row.id
    made = await store.rematch_of(table.id)  # somebody else was quicker
    assert made is not None
    return made


async def share(store: Store, table: OpenTable, live: Live) -> Link:
    """A link for a spectator."""
    if live.match.outcome is None and not table.row.watch:
        raise Refusal("not_allowed")
    link = _link(0, table.names, WATCH)
    await store.add_link(_link_row(table.id, 0, link))
    return link


# ---------------------------------------------------------------------- rows


def _row(game: Game[State], options: Options, watch: bool) -> TableRow:
    seed = random_seed()
    return TableRow(new_table_id(), game.slug, game.version, game.pack_hash, dict(options), seed, None, watch)


async def _open(store: Store, table: TableRow, sitters: Mapping[str, Sitter]) -> Opened:
    game = games.load(table.game)
    names = game.seats(game.settle(table.options))
    if set(sitters) != set(names):
        raise Refusal("bad_seats")
    seats = [_seat(table.id, number, sitters[name]) for number, name in enumerate(names)]
    begin(table)  # a position that cannot be played would be noticed here
    masks = _masks(seats, table.watch)
    links = [_link(mask, names, kind) for kind, mask in masks]
    rows = [_link_row(table.id, mask, link) for (_, mask), link in zip(masks, links, strict=True)]
    added = await store.add_table(table, seats, rows)
    assert added
    return Opened(table.id, links)


def _seat(table: str, number: int, sitter: Sitter) -> SeatRow:
    if sitter.kind not in (HERE, AWAY, OPPONENT) or (sitter.kind == OPPONENT) != (sitter.level is not None):
        raise Refusal("bad_seats")
    try:
        strength = None if sitter.level is None else parse_level(sitter.level)
    except UnknownLevel as error:
        raise Refusal("bad_seats") from error
    return SeatRow(table, number, sitter.kind, strength, sitter.name)


def _masks(seats: list[SeatRow], watch: bool) -> list[tuple[str, int]]:
    """The links of a table: one for all who are here, one for each who is elsewhere, one to look on."""
    here = sum(1 << seat.number for seat in seats if seat.kind == HERE)
    masks = [(HERE, here)] if here else []
    masks += [(AWAY, 1 << seat.number) for seat in seats if seat.kind == AWAY]
    if watch or not here:
        masks.append((WATCH, 0))
    return masks


def _link(mask: int, names: tuple[str, ...], kind: str) -> Link:
    return Link(kind, [name for seat, name in enumerate(names) if mask >> seat & 1], new_token())


def _link_row(table: str, mask: int, link: Link) -> LinkRow:
    return LinkRow(digest(link.token), table, mask)
