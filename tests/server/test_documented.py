"""docs/server.md and docs/hosting.md say what the server does: routes, requests, fields of messages, settings."""

from __future__ import annotations

import inspect
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct, structs, to_builtins

from sandtable.server import messages
from sandtable.server.schema import document
from sandtable.server.settings import Settings, settle

DOCS = Path(__file__).parent.parent.parent / "docs"
SERVER = (DOCS / "server.md").read_text(encoding="utf-8")
HOSTING = (DOCS / "hosting.md").read_text(encoding="utf-8")
DATABASE = "sqlite://"
MESSAGES = [
    kind
    for _, kind in inspect.getmembers(messages, inspect.isclass)
    if issubclass(kind, Struct) and kind.__module__ == messages.__name__
]


def shape(path: str) -> str:
    """A path in which it does not matter what its variable parts are called."""
    return re.sub(r"\{[^}]*\}", "{}", path.partition("?")[0])


def test_every_route_is_described_and_no_other() -> None:
    told = re.findall(r"^\| `(GET|POST|PUT|DELETE) (/[^`]*)`", SERVER, re.MULTILINE)
    made = {(method.upper(), shape(path)) for path, methods in document()["paths"].items() for method in methods}
    assert {(method, shape(path)) for method, path in told} == {*made, ("GET", "/")}
    assert len(told) == len(made) + 1


def test_every_request_over_the_socket_is_described_and_no_other() -> None:
    known = {str(kind.__struct_config__.tag) for kind in (*get_args(messages.AnyRequest), messages.Hello)}
    assert set(re.findall(r'"do": "(\w+)"', SERVER)) == known


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_every_field_of_a_message_is_named(kind: type[Struct]) -> None:
    for field in structs.fields(kind):
        assert re.search(rf"\b{field.encode_name}\b", SERVER), field.encode_name


def test_the_settings_that_are_shown_are_the_defaults() -> None:
    shown = tomllib.loads(block("pace = "))
    defaults = to_builtins(settle({"database": DATABASE}), enc_hook=str)
    assert shown["limits"] == defaults["limits"]
    assert {name: shown[name] for name in shown if name != "limits"} == {
        name: defaults[name] for name in ("pace", "idle", "checkpoint_every")
    }


def test_every_setting_is_named() -> None:
    """All but those that `sandtable serve` works out by itself."""
    unset = tomllib.loads(re.sub("^# ", "", block("pace = "), flags=re.MULTILINE))
    kept = tomllib.loads(block("abandoned = "))
    settle({**unset, **kept})
    fields = {field.name for field in structs.fields(Settings)}
    assert {*unset, *kept} == fields - {"lan", "static"}
    assert set(kept["keep"]) == set(to_builtins(Settings(DATABASE).keep))


def block(line: str) -> str:
    """The block of settings in which a line stands."""
    (found,) = [text for text in re.findall(r"```toml\n(.*?)```", HOSTING, re.DOTALL) if line in text]
    return str(found)
