"""Whatever is sent to the referee, it answers with one JSON object per line, and never with an internal error."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sandtable.cli.referee import Referee
from sandtable.cli.referee_requests import (
    ChooseRequest,
    LoadRequest,
    LogRequest,
    NewRequest,
    PlayRequest,
    RulesRequest,
    WhyRequest,
)
from tests.cli.talking import Talk

pytestmark = pytest.mark.slow

FUZZ = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-3, 9)
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(["m1", "m2", "toy", "buda_1686", "red", "imperial", "random", "card:1", "unit:charles", "go"])
)
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)
VERBS = st.sampled_from([*Referee().verbs])
REQUESTS = (ChooseRequest, LoadRequest, LogRequest, NewRequest, PlayRequest, RulesRequest, WhyRequest)
FIELDS = st.sampled_from(sorted({field for request in REQUESTS for field in request.__struct_fields__}))


def fresh() -> Talk:
    """A referee with two open matches."""
    talk = Talk()
    talk.ok("new", game="toy", seed="fuzz")
    talk.ok("new", game="buda_1686", seed="fuzz")
    return talk


def answered(talk: Talk, line: str) -> None:
    said = talk.say(line)
    if not said["ok"]:
        assert said["error"]["code"] != "internal", (line, said)


@FUZZ
@given(st.binary(max_size=200))
def test_random_bytes(line: bytes) -> None:
    answered(fresh(), line.decode("utf-8", "surrogateescape"))


@FUZZ
@given(st.text(max_size=200))
@example('{"do":"hello","id":"\ud800"}')
def test_random_text(line: str) -> None:
    answered(fresh(), line)


@FUZZ
@given(JSON)
def test_random_json(value: object) -> None:
    answered(fresh(), json.dumps(value))


@FUZZ
@given(st.lists(st.tuples(VERBS, st.dictionaries(FIELDS, JSON, max_size=5)), min_size=1, max_size=6))
def test_random_requests(requests: list[tuple[str, dict[str, object]]]) -> None:
    talk = fresh()
    for do, fields in requests:
        answered(talk, json.dumps({"do": do, **fields}))


NEAR: list[dict[str, object]] = [
    {"do": "hello"},
    {"do": "new", "game": "toy", "seed": "s", "options": {"turns": 1}, "chance": [["card:1"], 3]},
    {"do": "new", "game": "buda_1686", "seed": "s", "options": {"victory": "standard"}, "explain": False},
    {"do": "ask", "match": "m1"},
    {"do": "choose", "match": "m1", "choice": ["stance", "bold"], "seat": "red", "n": 0},
    {"do": "choose", "match": "m2", "choice": ["end"], "seat": "imperial"},
    {"do": "why", "match": "m2", "about": ["move", "unit:charles"]},
    {"do": "scene", "match": "m1", "seat": "blue"},
    {"do": "log", "match": "m1", "seat": None, "since": 0},
    {"do": "script", "match": "m1", "chance": [4, "card:5", 1]},
    {"do": "undo", "match": "m1"},
    {"do": "fork", "match": "m1"},
    {"do": "save", "match": "m1"},
    {"do": "state", "match": "m2"},
    {"do": "replay", "match": "m2"},
    {"do": "play", "match": "m1", "seat": "red", "level": "random"},
    {"do": "hint", "match": "m1", "seat": "red", "count": 2, "budget_ms": 5, "iterations": 5},
    {"do": "rules", "game": "toy", "id": "end.score", "lang": "hu"},
    {"do": "close", "match": "m1"},
]


@FUZZ
@given(st.data())
def test_requests_that_are_nearly_right(data: st.DataObject) -> None:
    talk = fresh()
    for _ in range(6):
        request = dict(data.draw(st.sampled_from(NEAR)))
        if data.draw(st.booleans()):
            request[data.draw(st.sampled_from(sorted(request)))] = data.draw(JSON)
        answered(talk, json.dumps(request))


def mutate(data: st.DataObject, value: object) -> object:
    """The value with one thing somewhere in it changed or taken away."""
    if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 5)) == 0:
        return data.draw(JSON)
    keys = sorted(value) if isinstance(value, dict) else list(range(len(value)))
    key = data.draw(st.sampled_from(keys))
    changed = value.copy()
    if data.draw(st.integers(0, 5)) == 0:
        del changed[key]
    else:
        changed[key] = mutate(data, value[key])
    return changed


def started(data: st.DataObject, talk: Talk, match: str) -> None:
    """Let a match go on for a while."""
    for _ in range(data.draw(st.integers(0, 12))):
        answer = talk.ok("ask", match=match)
        if "ask" in answer:
            talk.ok("choose", match=match, choice=data.draw(st.sampled_from(answer["ask"]["options"])))


GAMES = st.sampled_from([("m1", "toy"), ("m2", "buda_1686")])


@FUZZ
@given(GAMES, st.data())
def test_positions_that_are_nearly_right(game: tuple[str, str], data: st.DataObject) -> None:
    match, slug = game
    talk = fresh()
    started(data, talk, match)
    position = talk.ok("state", match=match)["state"]
    if data.draw(st.booleans()):
        position.pop("resume", None)
    for _ in range(data.draw(st.integers(1, 3))):
        position = mutate(data, position)
    answered(talk, json.dumps({"do": "new", "game": slug, "position": position}))


@FUZZ
@given(GAMES, st.data())
def test_saves_that_are_nearly_right(game: tuple[str, str], data: st.DataObject) -> None:
    match, _ = game
    talk = fresh()
    started(data, talk, match)
    saved = mutate(data, talk.ok("save", match=match)["saved"])
    answered(talk, json.dumps({"do": "load", "saved": saved}))
