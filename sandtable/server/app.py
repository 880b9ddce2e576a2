"""The server: routes, socket, client and everything that they need, put together."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, MediaType, Response, Router, get
from litestar.connection import Request
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler, Message, Scope

from sandtable.engine.errors import OptionsClash, SandtableError
from sandtable.engine.words import LANGUAGES
from sandtable.server import catalogue, routes, schema
from sandtable.server.compress import caching, compressing
from sandtable.server.errors import INTERNAL, STATUS, DamagedTable, Problem, RequestRefused, code_of
from sandtable.server.limits import TooMany
from sandtable.server.services import Services, running
from sandtable.server.settings import Settings
from sandtable.server.socket import socket
from sandtable.server.words import language, say

LOG: Final = logging.getLogger(__name__)
GC_THRESHOLDS: Final = (10_000, 10, 20)
"""Thresholds of the garbage collector's three generations (gc.set_threshold)."""
LONGEST_BODY: Final = 64 * 1024
LONGEST_PATH: Final = 255
"""Bytes in a path: no file system looks for a longer name, and none of ours is as long."""
CLIENT_GONE: Final = "client disconnected prematurely"
"""What the framework says when a client disconnects in mid-request, which it reports as an error of the server."""
SERVER_LOG: Final = "uvicorn.error"
BAD_FRAME: Final = "Invalid UTF-8 sequence received from client."
"""What the library logs, with a traceback, of a text frame that is no text, before it closes the socket with 1007."""
CODES: Final = {404: "not_found", 413: "too_large"}
"""By HTTP status, the code for what the framework refuses; `bad_request` for all others below 500."""
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
NO_CLIENT: Final = "The client is not built. The API is described at /api/openapi.json."


def create(settings: Settings | None = None) -> Litestar:
    """The application; one of several processes takes its settings from the environment."""
    if settings is not None:
        return _application(settings)
    logging.getLogger(SERVER_LOG).addFilter(_is_no_bad_frame)
    app = _application(Settings.imported())
    _warm_up()
    return app


def _application(settings: Settings) -> Litestar:
    return Litestar(
        [
            *routes.PUBLIC,
            Router("/", route_handlers=routes.OF_A_TABLE, security=[{schema.LINK: []}]),
            socket,
            _client(settings),
        ],
        state=State({"settings": settings}),
        lifespan=[_serving],
        dependencies={"services": Provide(_services, sync_to_thread=False), "visiting": Provide(routes.visit)},
        exception_handlers={
            SandtableError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_body,
            UnicodeDecodeError: _refuse_body,
            Exception: _fail,
        },
        logging_config=None,
        openapi_config=schema.config(),
        request_max_body_size=LONGEST_BODY,
        before_request=_guard,
        before_send=[_add_headers],
        middleware=[compressing],
    )


@asynccontextmanager
async def _serving(app: Litestar) -> AsyncIterator[None]:
    """Everything that runs while the application serves, by the settings that it has then."""
    async with running(app.state.settings) as services:
        app.state.services = services
        yield


def _is_no_bad_frame(record: logging.LogRecord) -> bool:
    """Keep what a client sent out of the log of what went wrong here."""
    return record.msg != BAD_FRAME


def _warm_up() -> None:
    """Load what never changes, and exempt it and the application from garbage collection."""
    for lang in LANGUAGES:
        _, left_out = catalogue.listed(lang)
        for bad in left_out:
            LOG.warning("%s (%s)", bad, lang)
    gc.collect()
    gc.freeze()
    # Tables make many objects but few reference cycles; with the default thresholds collecting takes 14 % of the time.
    gc.set_threshold(*GC_THRESHOLDS)


async def _guard(request: Request[Any, Any, Any]) -> None:
    """Let nothing through that another site makes a browser send, nor a path that can be none."""
    guard = _services(request.app.state).guard
    guard.check(request.headers)
    path = request.url.path
    if "\0" in path or len(path.encode()) > LONGEST_PATH:
        raise RequestRefused("not_found")  # the file system would fail at it
    if request.method == "POST":
        guard.check_body(request.headers)


async def _add_headers(message: Message, scope: Scope) -> None:
    """Add the security and cache headers to every response, files and errors included."""
    if message["type"] == "http.response.start":
        MutableScopeHeaders.from_message(message).update(HEADERS | {"cache-control": caching(scope, message["status"])})


def _services(state: State) -> Services:
    services = state.services
    assert isinstance(services, Services)
    return services


def _client(settings: Settings) -> ControllerRouterHandler:
    """The built client, or a line that says that there is none."""
    if (settings.static / "index.html").is_file():
        return create_static_files_router("/", [settings.static], html_mode=True)

    @get("/", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
    def no_client() -> str:
        return NO_CLIENT

    return no_client


# ---------------------------------------------------------------------- errors


def _lang(request: Request[Any, Any, Any]) -> str:
    return language(request.query_params.get("lang") or request.headers.get("accept-language", "")[:2].casefold())


def _problem(request: Request[Any, Any, Any], code: str, status: int) -> Response[Problem]:
    problem = Problem(code, say(_lang(request), f"refused.{code}"))
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def _refuse(request: Request[Any, Any, Any], error: SandtableError) -> Response[Problem]:
    code = code_of(error)
    if code == INTERNAL:
        return _fail(request, error)
    if isinstance(error, DamagedTable):
        LOG.error("%s", error)
    response = _problem(request, code, STATUS.get(code, 400))
    if isinstance(error, OptionsClash):
        response.content = Problem(code, error.said(_lang(request)), error.rule)
    if isinstance(error, TooMany):
        response.set_header("retry-after", str(error.seconds))
    return response


def _refuse_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """A request that the framework refuses; its own reason goes to the log, not to the client."""
    status = 400 if error.detail == CLIENT_GONE else error.status_code
    if status >= 500:
        return _fail(request, error)
    LOG.info("refused: %s", error)
    return _problem(request, CODES.get(status, "bad_request"), status)


def _refuse_body(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """A body that is nested too deep or is not UTF-8: the framework lets these errors of its decoder through."""
    LOG.info("refused: %r", error)
    return _problem(request, "bad_request", 400)


def _fail(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    LOG.error("a request could not be answered", exc_info=error)
    return _problem(request, INTERNAL, 500)
