"""Less on the wire: answers are compressed, and what a browser has already is not sent again."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

WORTH_PACKING: Final = 1_000
"""Answers of fewer bytes fit into a packet anyway."""
PACKABLE: Final = ("text/", "application/json", "application/javascript", "application/vnd.oai", "image/svg+xml")
LEVEL: Final = 6
KEPT_PACKED: Final = 64
"""How many of the answers that are the same for everybody are kept compressed."""

NO_STORE: Final = "no-store"
IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
CACHING: Final = (("/api/table", NO_STORE), ("/assets/", IMMUTABLE), ("", REVALIDATE))
"""Cache-Control by the beginning of a path; the file names of assets contain a hash of their content."""


def caching(scope: Scope, status: int = 200) -> str:
    """How long a browser may keep an answer. The address of a drawing says by `v` which version it is of."""
    path: str = scope["path"]
    versioned = "/art/" in path and scope["query_string"].startswith(b"v=")
    how = IMMUTABLE if versioned else next(how for beginning, how in CACHING if path.startswith(beginning))
    return REVALIDATE if how == IMMUTABLE and status >= 400 else how


def etag(body: bytes) -> str:
    """What a browser asks by whether its copy of an answer is still right."""
    return f'"{blake2b(body, digest_size=12).hexdigest()}"'


def pack(body: bytes) -> bytes:
    """An answer, compressed; the same bytes give the same result."""
    return gzip.compress(body, LEVEL, mtime=0)


pack_once = lru_cache(KEPT_PACKED)(pack)
etag_once = lru_cache(KEPT_PACKED)(etag)


def compressing(app: ASGIApp) -> ASGIApp:
    """Middleware that compresses answers for those who understand that, and answers 304 to those who have them."""

    async def compressed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "GET":
            await app(scope, receive, send)
            return
        await app(scope, receive, Answer(scope, send).hear)

    return compressed


class Answer:
    """An answer under way, which is sent as soon as it is whole."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.asked: Mapping[str, str] = Headers.from_scope(scope)
        self.shared = caching(scope) != NO_STORE
        """Whether it is the same for everybody."""
        self.send = send
        self.start: HTTPResponseStartEvent | None = None
        self.body = bytearray()

    async def hear(self, message: Message) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self.start = message
        elif message["type"] == "http.response.body":
            self.body += message["body"]
            if not message["more_body"]:
                await self._finish()
        else:
            await self.send(message)

    async def _finish(self) -> None:
        assert self.start is not None
        body, start = bytes(self.body), self.start
        headers = MutableScopeHeaders.from_message(start)
        if start["status"] == 200 and self.shared:
            headers["etag"] = etag_once(body)
            if headers["etag"] in self.asked.get("if-none-match", ""):
                start["status"], body = 304, b""
                headers["content-length"] = "0"
        if len(body) >= WORTH_PACKING and headers.get("content-type", "").startswith(PACKABLE):
            headers["vary"] = "accept-encoding"
            if "gzip" in self.asked.get("accept-encoding", ""):
                body = pack_once(body) if self.shared else pack(body)
                headers["content-encoding"] = "gzip"
                headers["content-length"] = str(len(body))
        await self.send(start)
        await self.send({"type": "http.response.body", "body": body, "more_body": False})
