"""Sending requests to a referee in tests; it knows the toy game besides the real ones."""

from __future__ import annotations

import json
from typing import Any, cast

from sandtable import games
from sandtable.cli.referee import CODES, Referee
from sandtable.engine.game import Game
from sandtable.engine.state import State
from tests.engine.toy import FIRST_DEAL, TOY

SUN, RAIN = 5, 1
"""Scripted dice of the toy game's weather."""


def slugs() -> tuple[str, ...]:
    return ("toy", *games.slugs())


def load_game(slug: str) -> Game[State]:
    return cast("Game[State]", TOY) if slug == "toy" else games.load(slug)


class Talk:
    """A referee, and functions to send it requests."""

    def __init__(self) -> None:
        self.referee = Referee(slugs, load_game)

    def say(self, line: str) -> dict[str, Any]:
        """The answer to a line, which is always one JSON object on a line of its own."""
        answer = self.referee.answer(line)
        assert "\n" not in answer
        said = json.loads(answer)
        assert isinstance(said, dict) and isinstance(said["ok"], bool)
        if not said["ok"]:
            assert said["error"]["code"] in CODES
            assert said["error"]["message"]
        return said

    def ok(self, do: str, **fields: object) -> dict[str, Any]:
        said = self.say(json.dumps({"do": do, **fields}))
        assert said["ok"], said
        return said

    def error(self, do: str, **fields: object) -> dict[str, Any]:
        """The error of a refused request, which has changed nothing."""
        before = self.everything()
        said = self.say(json.dumps({"do": do, **fields}))
        assert not said["ok"], said
        assert self.everything() == before
        error: dict[str, Any] = said["error"]
        return error

    def everything(self) -> dict[str, object]:
        """Every open match as a save and a state."""
        return {name: (self.ok("save", match=name), self.ok("state", match=name)) for name in self.referee.matches}


def toy(talk: Talk, *chance: object, **fields: object) -> str:
    """A toy match in which red holds cards 1 and 3, blue 2 and 4; what comes after the deal is scripted."""
    return str(talk.ok("new", game="toy", chance=[FIRST_DEAL, *chance], **fields)["match"])


def choose(talk: Talk, match: str, *choices: list[str | int]) -> dict[str, Any]:
    answers = [talk.ok("choose", match=match, choice=choice) for choice in choices]
    return answers[-1]


def to_ambush(talk: Talk, match: str) -> dict[str, Any]:
    return choose(talk, match, ["stance", "bold"], ["wager", 1])
