"""The referee protocol: requests that cannot be read, and the lines of a whole session."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from sandtable import api
from sandtable.cli.referee import MAX_LINE, MAX_MESSAGE, serve
from tests.cli.talking import SUN, Talk, toy

# ---------------------------------------------------------------------- bad requests


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "not JSON"),
        ("hello", "not JSON"),
        ('{"do": "hello"', "not JSON"),
        ('"hello"', "a request is a JSON object"),
        ("[]", "a request is a JSON object"),
        ("{}", "do: None is unknown; known are hello, new, ask"),
        ('{"do": "dance"}', "do: 'dance' is unknown"),
        ('{"do": ["hello"]}', "do: ['hello'] is unknown"),
        ('{"do": "hello", "hello": 1}', "unknown field `hello`"),
        ('{"do": "new"}', "missing required field `game`"),
        ('{"do": "new", "game": 5}', "game: Expected `str`, got `int`"),
        ('{"do": "new", "game": "toy", "seed": 5}', "seed: Expected `str | null`, got `int`"),
        ('{"do": "new", "game": "toy", "options": []}', "options: Expected `object`, got `array`"),
        ('{"do": "new", "game": "toy", "chance": [1.5]}', "chance[0]: Expected"),
        ('{"do": "new", "game": "toy", "position": 1}', "position: Expected"),
        ('{"do": "new", "game": "toy", "explain": 1}', "explain: Expected `bool`"),
        ('{"do": "choose", "match": "m1", "choice": "x"}', "choice: Expected `array`"),
        ('{"do": "choose", "match": "m1", "choice": [true]}', "choice[0]: Expected"),
        ('{"do": "log", "match": "m1", "seat": null, "since": -1}', "since: Expected `int` >= 0"),
        ('{"do": "play", "match": "m1", "seat": 0, "level": "random", "budget_ms": 0}', "budget_ms: Expected"),
        ('{"do": "hello", "x": 1e999}', "not JSON that we can read: Number out of range"),
        ('{"do": "hello", "x": "\udcff"}', "not JSON"),
        ('{"do":"load","saved":' + '{"a":' * 900 + "1" + "}" * 900 + "}", "this is not a save"),
        ("[" * 100_000, "the request is nested too deeply"),
    ],
)
def test_a_bad_request_is_named(talk: Talk, line: str, message: str) -> None:
    said = talk.say(line)
    assert said["error"]["code"] == "bad_request"
    assert message in said["error"]["message"]


@pytest.mark.parametrize("mark", [1, "a", None, [1, {"b": 2}], 1.5, 10**25])
def test_an_id_is_repeated(talk: Talk, mark: object) -> None:
    assert talk.ok("hello", id=mark)["id"] == mark
    said = talk.say(json.dumps({"do": "new", "id": mark}))
    assert (said["ok"], said["id"]) == (False, mark)
    assert "id" not in talk.ok("hello")


def test_a_message_is_not_longer_than_anybody_reads(talk: Talk) -> None:
    assert len(talk.error("new", game="x" * 100_000)["message"]) <= MAX_MESSAGE


def test_a_fault_of_ours_is_an_answer_too(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy(talk, SUN)

    def fail(match: object) -> str:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(api, "state_hash", fail)
    said = talk.say(json.dumps({"do": "state", "match": match}))
    message = "a fault of the program: ZeroDivisionError: oops"
    assert said["error"] == {"code": "internal", "message": message}


# ---------------------------------------------------------------------- serving


def serve_text(text: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    serve(io.StringIO(text), out)
    return [json.loads(line) for line in out.getvalue().split("\n")[:-1]]


def test_serving_answers_every_line_in_order() -> None:
    answers = serve_text('{"do":"hello","id":1}\n\nnonsense\n{"do":"hello","id":2}')
    assert [answer["ok"] for answer in answers] == [True, False, False, True]
    assert (answers[0]["id"], answers[3]["id"]) == (1, 2)


def test_a_line_that_is_too_long_is_refused_and_skipped() -> None:
    answers = serve_text('{"do":"' + "x" * (2 * MAX_LINE) + '"}\n{"do":"hello"}\n')
    assert [answer["ok"] for answer in answers] == [False, True]
    assert "longer than" in answers[0]["error"]["message"]


@pytest.mark.slow
def test_the_command_answers_bytes_of_any_kind_and_ends_well() -> None:
    lines = [b'{"do":"hello"}\r', b"\xff\xfe\x00", b'{"do":"hello"}\r{"do":"hello"}', '{"do":"hell\u2028o"}'.encode()]
    run = subprocess.run(
        [sys.executable, "-m", "sandtable", "referee"], input=b"\n".join(lines), capture_output=True, check=True
    )
    answers = [json.loads(line) for line in run.stdout.split(b"\n")[:-1]]
    assert [answer["ok"] for answer in answers] == [True, False, False, False]
    assert run.stderr == b""


@pytest.mark.slow
def test_the_command_ends_quietly_when_nobody_listens() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable", "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write(b'{"do":"hello"}\n')
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0
