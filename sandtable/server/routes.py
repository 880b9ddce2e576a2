"""The HTTP routes. A link travels in the Authorization header, never in a URL."""

from __future__ import annotations

import mimetypes
from asyncio import to_thread
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from litestar.response import File
from msgspec import Meta, Struct

from sandtable.engine.game import Value
from sandtable.server import catalogue, create_table, guides, history, invitations, lessons, primers, views
from sandtable.server import messages as m
from sandtable.server.create_table import CreatedTable, Link, Seating
from sandtable.server.dice import DiceProof, proof
from sandtable.server.errors import STATUS, Problem, RequestRefused
from sandtable.server.fair_queue import Turn
from sandtable.server.limits import client_network
from sandtable.server.open_table import OpenTable
from sandtable.server.services import Services
from sandtable.server.settings import OPEN_TO_OTHERS
from sandtable.server.words import DEFAULT, language
from sandtable.version import VERSION

MAX_STEPS = 50
HttpRequest = Request[Any, Any, Any]

Short = Annotated[str, Meta(max_length=100)]
Slug = Annotated[str, PathParameter(max_length=100)]
Lang = Annotated[str, QueryParameter(max_length=10, description="'en' or 'hu'")]
Served = NamedDependency[Services]
Seatings = Annotated[dict[Short, Seating], Meta(max_length=10)]


def _refused(*codes: str) -> dict[int, ResponseSpec]:
    """The OpenAPI responses for what a route may refuse; any may answer `bad_request`."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=", ".join(named))
        for status, named in _by_status("bad_request", *codes).items()
    }


def _by_status(*codes: str) -> dict[int, list[str]]:
    listed: dict[int, list[str]] = {}
    for code in codes:
        listed.setdefault(STATUS.get(code, 400), []).append(code)
    return listed


AT_TABLE = ("unknown_link", "invitation", "spent_link", "version", "damaged", "not_begun")
BY_INVITATION = ("unknown_link", "no_invitation", "spent_link", "version")


class NewTable(Struct, forbid_unknown_fields=True):
    """What is to be played, and by whom."""

    game: Short
    seats: Seatings = {}
    options: Annotated[dict[Short, Value], Meta(max_length=50)] = {}
    watch: bool = False
    absence: Annotated[int, Meta(ge=60, le=10**7)] | None = None
    """Seconds after which the others need not wait for somebody who is not there."""
    shared: bool = False
    """Whether every player's page adds to the dice before the game begins."""
    example: m.ExampleMoment | None = None
    """Where to go on in a worked example. It gives options and seats, so nothing but `watch` may be said beside it."""

    guide: m.GuideMoment | None = None
    """Where to go on in a guided first game; nothing else may be said beside it."""

    @property
    def says_more(self) -> bool:
        """Whether something is said that an example or a guide decides."""
        return bool(self.seats or self.options or self.shared or self.absence is not None)


class Fork(Struct, forbid_unknown_fields=True):
    """From which step of a finished game to play on, and who does."""

    at: m.Count
    seats: Seatings
    watch: bool = False


class Health(Struct):
    status: str
    version: str
    protocol: int


class Addresses(Struct):
    """Where others reach this server, so that links can carry it."""

    public: str | None
    """As the settings say."""
    lan: str | None
    """In the local network; null if only this machine reaches the server."""
    command: str
    """What to start instead, so that others in the local network reach it."""


class TableStatus(Struct):
    """A table, and how its game stands."""

    table: m.TableView
    version: int
    asked: list[str]
    mine: bool
    outcome: m.OutcomeView | None


class Visit(Struct):
    """The table and the seats (a mask) that the link of a request leads to."""

    table: OpenTable
    seats: int


AtTable = NamedDependency[Visit]
"""No field of a request body may have the name of a dependency: a bad one would be reported as a server error."""


async def visit(request: HttpRequest, services: Served) -> Visit:
    """Look up the link in the Authorization header."""
    return Visit(*await services.tables.enter(_token(request)))


def _token(request: HttpRequest) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.casefold() != "bearer":
        raise RequestRefused("unknown_link")
    return token.strip()


def _client(request: HttpRequest) -> str:
    return client_network(request.client.host if request.client is not None else None)


def _first_seat(at: Visit) -> str | None:
    mine = [name for seat, name in enumerate(at.table.names) if at.seats >> seat & 1]
    return mine[0] if mine else None


def _eyes(at: Visit, seat: str | None) -> int | None:
    """The seat with whose eyes a finished game is looked at: the own first one, or the named one; none if empty."""
    wanted = _first_seat(at) if seat is None else seat or None
    if wanted is not None and wanted not in at.table.names:
        raise RequestRefused("not_found")
    return None if wanted is None else at.table.names.index(wanted)


# ---------------------------------------------------------------------- games


@get("/api/health", responses=_refused("unavailable"))
async def health(services: Served) -> Health:
    await services.store.check()
    return Health("ok", VERSION, m.PROTOCOL)


@get("/api/address", sync_to_thread=False)
def address(services: Served) -> Addresses:
    settings = services.tables.settings
    return Addresses(settings.address or None, settings.lan or None, OPEN_TO_OTHERS)


@get("/api/games", responses=_refused(), sync_to_thread=False)
def games(lang: Lang = DEFAULT) -> catalogue.Catalogue:
    return catalogue.catalogue(language(lang))


@get("/api/games/{slug:str}/names", responses=_refused("unknown_game"), sync_to_thread=False)
def names(slug: Slug, lang: Lang = DEFAULT) -> dict[str, str]:
    return catalogue.names(slug, language(lang))


@get("/api/games/{slug:str}/rules", responses=_refused("unknown_game"), sync_to_thread=False)
def rules(slug: Slug, lang: Lang = DEFAULT) -> catalogue.Rulebook:
    return catalogue.rulebook(slug, language(lang))


@get("/api/games/{slug:str}/primer", responses=_refused("unknown_game", "not_found"), sync_to_thread=False)
def primer(slug: Slug, lang: Lang = DEFAULT) -> primers.PrimerView:
    return primers.primer(slug, language(lang))


@get("/api/games/{slug:str}/examples", responses=_refused("unknown_game"), sync_to_thread=True)
def examples(slug: Slug, lang: Lang = DEFAULT) -> lessons.Examples:
    return lessons.listed(slug, language(lang))


@get(
    "/api/games/{slug:str}/examples/{name:str}",
    responses=_refused("unknown_game", "not_found", "too_many"),
)
async def example(
    request: HttpRequest,
    services: Served,
    slug: Slug,
    name: Slug,
    line: Annotated[str, QueryParameter(max_length=200)] = "",
    seat: Annotated[str | None, QueryParameter(max_length=40)] = None,
    lang: Lang = DEFAULT,
) -> lessons.ExampleLine:
    services.limiter.count("reads", _client(request))
    return await to_thread(lessons.stepped, slug, name, line, seat, language(lang))


@get("/api/games/{slug:str}/guides", responses=_refused("unknown_game"), sync_to_thread=False)
def guide_list(slug: Slug, lang: Lang = DEFAULT) -> guides.Guides:
    return guides.listed(slug, language(lang))


@get("/api/games/{slug:str}/guides/{name:str}", responses=_refused("unknown_game", "not_found", "too_many"))
async def guide(
    request: HttpRequest,
    services: Served,
    slug: Slug,
    name: Slug,
    also: Annotated[str, QueryParameter(max_length=200, pattern=m.ALSO)] = "",
    lang: Lang = DEFAULT,
) -> guides.GuideView:
    services.limiter.count("reads", _client(request))
    return await to_thread(guides.stepped, slug, name, also, language(lang))


@get("/api/games/{slug:str}/guides/{name:str}/why", responses=_refused("unknown_game", "not_found", "too_many"))
async def guide_why(
    request: HttpRequest,
    services: Served,
    slug: Slug,
    name: Slug,
    step: Annotated[int, QueryParameter(ge=0, le=1000)],
    about: Annotated[str, QueryParameter(max_length=100)],
    also: Annotated[str, QueryParameter(max_length=200, pattern=m.ALSO)] = "",
    lang: Lang = DEFAULT,
) -> m.Reasons:
    services.limiter.count("reads", _client(request))
    return await to_thread(guides.reasons, slug, name, also, step, about, language(lang))


@get("/api/games/{slug:str}/art/{name:str}", responses=_refused("unknown_game", "not_found"), sync_to_thread=False)
def art(slug: Slug, name: Slug) -> File:
    path: Path = catalogue.art(slug, name)
    return File(path, media_type=mimetypes.guess_type(name)[0], content_disposition_type="inline")


# ---------------------------------------------------------------------- tables


@post(
    "/api/tables",
    responses=_refused(
        "bad_options",
        "bad_seats",
        "illegal_choice",
        "over",
        "wrong_seat",
        "unknown_game",
        "not_found",
        "too_large",
        "too_many",
    ),
)
async def make_table(request: HttpRequest, data: JSONBody[NewTable], services: Served) -> CreatedTable:
    services.limiter.count("tables", _client(request))
    if data.example is not None:
        if data.says_more or data.guide is not None:
            raise RequestRefused("bad_request")
        return await create_table.from_example(services.store, data.game, data.example, data.watch)
    if data.guide is not None:
        if data.says_more or data.watch:
            raise RequestRefused("bad_request")
        return await create_table.from_guide(services.store, data.game, data.guide)
    return await create_table.open_table(
        services.store, data.game, data.options, data.seats, data.watch, data.absence, data.shared
    )


@get("/api/table", responses=_refused(*AT_TABLE))
async def table(services: Served, visiting: AtTable, lang: Lang = DEFAULT) -> TableStatus:
    at = visiting.table
    shown = views.table(at.row, at.seats, at.names, visiting.seats)
    if not at.row.begun:
        people = [seat for seat in at.seats if seat.is_persons]
        silent = [seat for seat in people if seat.promise is None]
        missing = silent or [seat for seat in people if seat.entropy is None]
        mine = any(visiting.seats >> seat.number & 1 for seat in missing)
        return TableStatus(shown, 0, [at.names[seat.number] for seat in missing], mine, None)
    async with services.tables.live(at) as live:
        match = live.match
        ask = match.ask
        asked = [] if ask is None else [seat for seat in range(len(match.seats)) if ask.open_to(seat)]
        return TableStatus(
            table=shown,
            version=live.version,
            asked=[at.names[seat] for seat in asked],
            mine=any(visiting.seats >> seat & 1 for seat in asked),
            outcome=views.outcome(match, language(lang)),
        )


@get("/api/table/replay", responses=_refused(*AT_TABLE, "too_early", "too_many"))
async def replay(request: HttpRequest, services: Served, visiting: AtTable) -> Response[str]:
    services.limiter.count("reads", _client(request))
    name = f"{visiting.table.row.game}-{visiting.table.id}.replay.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    text = await history.replay_text(services, visiting.table, _client(request))
    return Response(text, media_type="application/jsonl", headers=headers)


@get("/api/table/dice", responses=_refused(*AT_TABLE, "too_early"))
async def dice(services: Served, visiting: AtTable) -> DiceProof:
    """How the dice of a finished game came about."""
    await history.finished(services, visiting.table)
    return proof(visiting.table.row)


@get("/api/table/steps", responses=_refused(*AT_TABLE, "not_found", "too_early", "too_many"))
async def steps(
    request: HttpRequest,
    services: Served,
    visiting: AtTable,
    first: Annotated[int, QueryParameter(ge=0, le=2**31)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MAX_STEPS)] = 20,
    seat: Annotated[str | None, QueryParameter(max_length=40)] = None,
    lang: Lang = DEFAULT,
) -> history.Steps:
    services.limiter.count("reads", _client(request))
    eyes = _eyes(visiting, seat)
    return await history.steps(services, visiting.table, _client(request), first, count, eyes, language(lang))


@get("/api/table/report", responses=_refused(*AT_TABLE, "not_found", "too_early", "too_many"))
async def report(
    request: HttpRequest,
    services: Served,
    visiting: AtTable,
    seat: Annotated[str | None, QueryParameter(max_length=40)] = None,
    lang: Lang = DEFAULT,
) -> history.WholeReport:
    services.limiter.count("reads", _client(request))
    return await history.report(services, visiting.table, _client(request), _eyes(visiting, seat), language(lang))


@get("/api/table/analysis", responses=_refused(*AT_TABLE, "too_early", "too_many"))
async def analysis(
    request: HttpRequest,
    services: Served,
    visiting: AtTable,
    after: Annotated[int | None, QueryParameter(ge=0, le=2**31)] = None,
    lang: Lang = DEFAULT,
) -> history.AnalysisView:
    return await history.analysis(services, visiting.table, _client(request), language(lang), after)


@post("/api/table/rematch", responses=_refused(*AT_TABLE, "not_allowed", "too_early", "too_many"))
async def rematch(request: HttpRequest, services: Served, visiting: AtTable) -> Link:
    services.limiter.count("tables", _client(request))
    async with services.tables.live(visiting.table) as live:
        link = await create_table.rematch(services.store, visiting.table, live, visiting.seats)
    await services.people.offer_rematch(visiting.table)
    return link


@post(
    "/api/table/fork",
    responses=_refused(*AT_TABLE, "bad_seats", "not_found", "too_early", "too_large", "too_many"),
)
async def fork(request: HttpRequest, data: JSONBody[Fork], services: Served, visiting: AtTable) -> CreatedTable:
    services.limiter.count("tables", _client(request))
    await history.finished(services, visiting.table)
    turn = Turn(_client(request))
    return await create_table.fork(
        services.store, services.workers, turn, visiting.table, data.at, data.seats, data.watch
    )


@post("/api/table/share", responses=_refused(*AT_TABLE, "not_allowed", "too_many"))
async def share(request: HttpRequest, services: Served, visiting: AtTable) -> Link:
    services.limiter.count("tables", _client(request))
    async with services.tables.live(visiting.table) as live:
        return await create_table.share(services.store, visiting.table, live)


@post("/api/table/device", responses=_refused(*AT_TABLE, "watching", "too_many"))
async def device(request: HttpRequest, services: Served, visiting: AtTable) -> Link:
    """Let another device of the same person in."""
    services.limiter.count("tables", _client(request))
    return await create_table.other_device(services.store, visiting.table, visiting.seats)


# ---------------------------------------------------------------------- invitations


@get("/api/invitation", responses=_refused(*BY_INVITATION))
async def invitation(request: HttpRequest, services: Served) -> invitations.Invitation:
    return await invitations.look_at(services.tables, _token(request))


@post("/api/invitation", responses=_refused(*BY_INVITATION))
async def take(request: HttpRequest, data: JSONBody[invitations.TakeSeat], services: Served) -> invitations.Invitation:
    return await invitations.take(services.tables, services.people, _token(request), data.key)


PUBLIC = (
    health,
    address,
    games,
    names,
    rules,
    primer,
    examples,
    example,
    guide_list,
    guide,
    guide_why,
    art,
    make_table,
)
OF_A_TABLE = (table, replay, dice, steps, report, analysis, rematch, fork, share, device, invitation, take)
