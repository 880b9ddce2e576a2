"""The OpenAPI document: every route and, as further schemas, every message of the socket."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.connection import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from sandtable.server import messages as m
from sandtable.version import VERSION

REF = "#/components/schemas/{name}"
LINK = "link"
"""The name of the security scheme by which routes ask for a link."""


def with_messages(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the socket's messages: `SocketRequest` and `SocketAnswer` stand for all of them."""
    kinds = [m.Hello, m.AnyRequest, m.AnyAnswer]
    (hello, requests, answers), parts = msgspec.json.schema_components(kinds, ref_template=REF)
    schemas = {**parts, "SocketRequest": {"anyOf": [hello, *requests["anyOf"]]}, "SocketAnswer": answers}
    components = document.get("components", {})
    known = components.get("schemas", {})
    return {**document, "components": {**components, "schemas": {**known, **schemas}}}


class Described(JsonRenderPlugin):
    """Serves the whole document."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, with_messages(openapi_schema))


def config() -> OpenAPIConfig:
    """How Litestar describes the routes."""
    link = SecurityScheme(type="http", scheme="bearer", description="A link to a table.")
    return OpenAPIConfig(
        title="sandtable",
        version=VERSION,
        path="/api/openapi.json",
        render_plugins=[Described(path="/")],
        components=Components(security_schemes={LINK: link}),
    )


def document() -> dict[str, Any]:
    """The document as the server would give it."""
    from sandtable.server.app import create
    from sandtable.server.settings import Settings

    app = create(Settings("sqlite://"))
    return with_messages(app.openapi_schema.to_schema())


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(document()), indent=2).decode())
