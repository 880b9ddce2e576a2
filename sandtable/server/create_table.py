"""Creating tables: new ones, rematches, forks of finished games, and moments of worked examples to try."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from typing import Final

from msgspec import Struct, to_builtins

from sandtable import games
from sandtable.engine.game import Game, Options
from sandtable.engine.lesson.play import taken_up
from sandtable.engine.match import Match
from sandtable.engine.start import described, random_seed
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.players.levels import UnknownLevel, parse_level
from sandtable.server import guides, lessons
from sandtable.server.errors import RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.links import digest, new_table_id, new_token
from sandtable.server.live import LiveMatch, begin
from sandtable.server.messages import ExampleMoment, GuideMoment, Name
from sandtable.server.models import OPPONENT, LinkRow, SeatRow, TableRow
from sandtable.server.open_table import OpenTable
from sandtable.server.steps import Recording, looking_back, since
from sandtable.server.store import Store
from sandtable.server.workers import Workers

HERE, AWAY, WATCH, DEVICE = "here", "away", "watch", "device"
INVITATIONS: Final = (AWAY, DEVICE)


class Seating(Struct, forbid_unknown_fields=True):
    """Who plays a seat: a person here or elsewhere, or an opponent of a level."""

    kind: str
    level: str | None = None
    name: Name = ""


class Link(Struct):
    """A new link: whoever has the token has the seats, or is invited to take them."""

    kind: str
    """'here' and 'watch' are keys; 'away' and 'device' are invitations, which are exchanged for a key once."""
    seats: list[str]
    token: str


class CreatedTable(Struct):
    """A new table and its links."""

    table: str
    links: list[Link]


async def open_table(
    store: Store,
    slug: str,
    options: Mapping[str, object],
    seatings: Mapping[str, Seating],
    watch: bool,
    absence: int | None = None,
    shared: bool = False,
) -> CreatedTable:
    """Create a new table."""
    game = games.load(slug)
    row = _row(game, game.settle(options), watch)
    row.absence = absence
    row.shared = shared and _has_people(seatings)
    return await _open(store, row, seatings)


async def from_example(store: Store, slug: str, moment: ExampleMoment, watch: bool) -> CreatedTable:
    """Create a table that goes on from a moment of a worked example: all seats are here, with dice of its own."""
    line = lessons.found(slug, moment.id, moment.line)
    if moment.step > len(line.steps):
        raise RequestRefused("not_found")
    game = games.load(slug)
    row = _row(game, game.settle(line.options), watch)
    match, origin = await to_thread(taken_up, game, line, moment.step, row.seed)
    if match.outcome is not None:
        raise RequestRefused("over")
    row.position = origin.position
    row.lesson = {"example": to_builtins(ExampleMoment(moment.id, line.id, moment.step))}
    return await _open(store, row, dict.fromkeys(match.seats, Seating(HERE)))


async def from_guide(store: Store, slug: str, moment: GuideMoment) -> CreatedTable:
    """Create a table that goes on from a guided first game: the learner is here, the others are opponents."""
    guide = guides.found(slug, moment.id)
    game = games.load(slug)
    row = _row(game, game.settle(guide.options), False)
    choice = None if moment.choice is None else tuple(moment.choice)
    match, origin = await to_thread(guides.left_at, slug, moment.id, moment.also, moment.step, choice, row.seed)
    if match.outcome is not None:
        raise RequestRefused("over")
    row.position = origin.position
    row.lesson = {"guide": to_builtins(moment)}
    seats = {seat: Seating(HERE) if seat == guide.seat else Seating(OPPONENT, guide.end.level) for seat in match.seats}
    return await _open(store, row, seats)


async def fork(
    store: Store,
    workers: Workers,
    turn: Turn,
    table: OpenTable,
    at: int,
    seatings: Mapping[str, Seating],
    watch: bool,
) -> CreatedTable:
    """Create a table that goes on from a finished game: from the last checkpoint before step `at`, with new dice."""
    recording = await since(store, table.row, at)
    if at > recording.total:
        raise RequestRefused("not_found")
    game = games.load(table.row.game)
    row = _row(game, game.settle(table.row.options), watch)
    row.position = await looking_back(
        store, recording, lambda found: workers.run(turn, _position_at_checkpoint, found, at)
    )
    row.shared = table.row.shared and _has_people(seatings)
    return await _open(store, row, seatings)


def _position_at_checkpoint(recording: Recording, at: int) -> dict[str, Json]:
    """The position at the last checkpoint before a step, without its dice."""
    match = recording.match_at(at)
    position = described(match.game, match.checkpoints[-1].state)
    del position["chance"]
    return position


async def rematch(store: Store, table: OpenTable, live: LiveMatch, seats: int) -> Link:
    """A link to the rematch, where everybody moves up by one seat. Whoever asks first creates it."""
    if live.match.outcome is None:
        raise RequestRefused("too_early")
    if not seats and not table.row.watch:
        raise RequestRefused("not_allowed")
    again = await store.rematch_of(table.id) or await _make_rematch(store, table, live.match)
    count = len(table.names)
    mask = sum(1 << (seat - 1) % count for seat in range(count) if seats >> seat & 1)
    link = _link(mask, table.names, HERE if seats else WATCH)
    await store.add_link(_link_row(again, mask, link))
    return link


async def _make_rematch(store: Store, table: OpenTable, match: Match[State]) -> str:
    row = _row(match.game, match.options, table.row.watch)
    row.rematch_of = table.id
    row.absence = table.row.absence
    row.shared = table.row.shared
    count = len(table.seats)
    old = [table.seats[(seat + 1) % count] for seat in range(count)]
    seats = [SeatRow(row.id, at, seating.kind, seating.level, seating.name) for at, seating in enumerate(old)]
    if await store.add_table(row, seats, []):
        return row.id
    made = await store.rematch_of(table.id)  # somebody else was quicker
    assert made is not None
    return made


async def share(store: Store, table: OpenTable, live: LiveMatch) -> Link:
    """A link for a spectator."""
    if live.match.outcome is None and not table.row.watch:
        raise RequestRefused("not_allowed")
    return await _add_link(store, table, 0, WATCH)


async def other_device(store: Store, table: OpenTable, seats: int) -> Link:
    """An invitation to seats (a mask) from those who hold them, for another device of theirs."""
    if not seats:
        raise RequestRefused("watching")
    return await _add_link(store, table, seats, DEVICE)


async def _add_link(store: Store, table: OpenTable, mask: int, kind: str) -> Link:
    link = _link(mask, table.names, kind)
    await store.add_link(_link_row(table.id, mask, link))
    return link


# ---------------------------------------------------------------------- rows


def _row(game: Game[State], options: Options, watch: bool) -> TableRow:
    seed = random_seed()
    return TableRow(new_table_id(), game.slug, game.version, game.pack_hash, dict(options), seed, None, watch)


async def _open(store: Store, table: TableRow, seatings: Mapping[str, Seating]) -> CreatedTable:
    game = games.load(table.game)
    names = game.seats(game.settle(table.options))
    if set(seatings) != set(names):
        raise RequestRefused("bad_seats")
    seats = [_seat(table.id, number, seatings[name]) for number, name in enumerate(names)]
    begin(table)  # a position that cannot be played would be noticed here
    masks = _masks(seats, table.watch)
    links = [_link(mask, names, kind) for kind, mask in masks]
    rows = [_link_row(table.id, mask, link) for (_, mask), link in zip(masks, links, strict=True)]
    added = await store.add_table(table, seats, rows)
    assert added
    return CreatedTable(table.id, links)


def _has_people(seatings: Mapping[str, Seating]) -> bool:
    return any(seating.kind != OPPONENT for seating in seatings.values())


def _seat(table: str, number: int, seating: Seating) -> SeatRow:
    if seating.kind not in (HERE, AWAY, OPPONENT) or (seating.kind == OPPONENT) != (seating.level is not None):
        raise RequestRefused("bad_seats")
    try:
        strength = None if seating.level is None else parse_level(seating.level)
    except UnknownLevel as error:
        raise RequestRefused("bad_seats") from error
    return SeatRow(table, number, seating.kind, strength, seating.name)


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
    return LinkRow(digest(link.token), table, mask, link.kind in INVITATIONS)
