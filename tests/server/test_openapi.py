"""Whatever is asked, by the OpenAPI or against it: an answer that it describes, and never a fault of the server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as trying
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.schema import document
from tests.server.pages import Client, Page, bearer, buda, person, play_out, serve, settings, think_little

pytestmark = pytest.mark.slow

EXAMPLES = 12
"""Requests of a kind to a route, each sent under every link."""
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DOCUMENT = document()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
ROUTES = {
    f"{found.method.upper()} {found.path}": found
    for found in (found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok))
}
assert len(ROUTES) == sum(len(methods) for methods in DOCUMENT["paths"].values())
KINDS = [
    (route, mode)
    for route, found in ROUTES.items()
    for mode in GenerationMode
    # What takes nothing cannot be given anything wrong.
    if mode is GenerationMode.POSITIVE or found.query or found.path_parameters or found.body
]
SEATS = {"imperial": person("away"), "ottoman": person("away")}
SOUND: dict[str, dict[str, Any]] = {
    "POST /api/tables": {"game": "buda_1686", "seats": SEATS, "options": {}, "watch": False},
    "POST /api/table/fork": {"at": 3, "seats": SEATS, "watch": False},
}
"""Bodies that are understood, so that what is generated is tried beside sound parts too."""


class Tables:
    """A server with a game under way and a finished one."""

    def __init__(self, client: Client) -> None:
        self.client = client
        finished = buda(client, watch=True)
        with Page(client, finished["imperial"]) as one, Page(client, finished["ottoman"]) as two:
            play_out([one, two], random.Random(3))
        playing = buda(client)["imperial"]
        self.links = ["", playing, finished["ottoman"], finished["watch"]]

    def ask(self, case: Case[Any]) -> None:
        """Send a request under every link, and look at the answers."""
        sent = case.as_transport_kwargs(base_url="http://testserver.local")
        for link in self.links:
            headers = {**sent["headers"], **bearer(link)} if link else sent["headers"]
            answer = self.client.request(**{**sent, "headers": headers})
            case.validate_response(answer, checks=CHECKS)


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    with serve(settings(tmp_path_factory.mktemp("tables"))) as client, pytest.MonkeyPatch.context() as patch:
        think_little(client, patch)
        yield Tables(client)


def beside_sound_parts(case: Case[Any], route: str) -> Iterator[Case[Any]]:
    """The same request with one generated part at a time, everything else being in order."""
    sound = SOUND.get(route, {})
    if isinstance(case.body, dict):
        for part in sound.keys() & case.body.keys():
            yield ROUTES[route].Case(body={**sound, part: case.body[part]}, media_type=case.media_type)


@pytest.mark.parametrize(("route", "mode"), KINDS, ids=lambda part: part if isinstance(part, str) else part.value)
def test_no_request_makes_the_server_fail(tables: Tables, route: str, mode: GenerationMode) -> None:
    quiet = trying(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
    )

    @quiet
    @given(ROUTES[route].as_strategy(generation_mode=mode))
    def ask(case: Case[Any]) -> None:
        tables.ask(case)
        for other in beside_sound_parts(case, route):
            tables.ask(other)

    ask()
