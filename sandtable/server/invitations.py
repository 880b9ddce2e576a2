"""Taking a seat: an invitation is exchanged, once, for a key that only the page knows that took the seat."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated

from msgspec import Meta, Struct

from sandtable.engine.game import Value
from sandtable.server import messages as m
from sandtable.server import views
from sandtable.server.errors import RequestRefused
from sandtable.server.links import TOKEN, digest
from sandtable.server.models import LinkRow
from sandtable.server.open_table import OpenTable
from sandtable.server.people import People
from sandtable.server.tables import Tables


class TakeSeat(Struct, forbid_unknown_fields=True):
    """The key that the page has made for itself. It may repeat the request with it if the answer was lost."""

    key: Annotated[str, Meta(max_length=26, pattern=TOKEN)]


class Invitation(Struct):
    """To what an invitation invites: the seats that are `mine`. It shows nothing of the game under way."""

    game: str
    options: dict[str, Value]
    seats: list[m.SeatView]


async def look_at(tables: Tables, token: str) -> Invitation:
    """What an invitation that is not spent invites to."""
    link = await _invitation(tables, token)
    if link.taken_by is not None:
        raise RequestRefused("spent_link")
    return _view(await tables.get(link.table), link.seats)


async def take(tables: Tables, people: People, token: str, key: str) -> Invitation:
    """Exchange an invitation for a key; whoever is first has the seats."""
    link = await _invitation(tables, token)
    table = await tables.get(link.table)
    row = LinkRow(digest(key), link.table, link.seats)
    if await tables.store.take(link.hash, row, tables.news(table, "people").text()):
        await people.read(table)
    else:
        await _repeated(tables, token, row.hash)
    return _view(table, link.seats)


async def _repeated(tables: Tables, token: str, key: str) -> None:
    """Raise, unless it was this key (its hash) that the invitation was exchanged for."""
    taken_by = (await tables.link(token)).taken_by
    if taken_by is None:
        raise RequestRefused("bad_request")  # the key is another link's
    if not compare_digest(taken_by, key):
        raise RequestRefused("spent_link")


async def _invitation(tables: Tables, token: str) -> LinkRow:
    link = await tables.link(token)
    if not link.invitation:
        raise RequestRefused("no_invitation")
    return link


def _view(table: OpenTable, seats: int) -> Invitation:
    return Invitation(table.row.game, table.row.options, views.places(table.seats, table.names, seats))
