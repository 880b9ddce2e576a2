"""What worker processes compute: choices of opponents, hints, odds, and analyses of finished games."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from sandtable import games, players
from sandtable.engine.match import Match
from sandtable.engine.outlook import outlook
from sandtable.engine.outlook_text import OddsText, in_words
from sandtable.engine.replay import Replay, load
from sandtable.engine.state import State
from sandtable.engine.types import Choice
from sandtable.players.advice import Hint
from sandtable.players.advice import hints as best_choices
from sandtable.players.analysis import Survey, find_blunders, find_surprises, survey
from sandtable.players.findings import Analysis, Surprise
from sandtable.players.plans import NOTHING_PLANNED, Planned
from sandtable.server.words import words

ANALYSIS_ITERATIONS = 200
"""How thoroughly doubtful choices of a finished game are searched: somebody is waiting."""
JUDGING_MS = 900
"""How long that may take together, in a game in which a line of play takes long."""
QUICK_LOOK = 240
"""Runs of the rules for one of many options."""
MOST_LOOKS = 60
"""Options that are looked at together."""


class DecisionPoint(Struct, frozen=True):
    """Where somebody must decide: the save of a match, and whose turn it is."""

    game: str
    saved: bytes
    seat: int
    seed: str
    planned: Planned = NOTHING_PLANNED
    """What an opponent means to do in the turn that it has begun."""

    def match(self) -> Match[State]:
        return load(games.load(self.game), msgspec.json.decode(self.saved), explain=False)[0]


def choose(position: DecisionPoint, level: str, budget_ms: int = players.BUDGET_MS) -> tuple[Choice, Planned]:
    """What an opponent of a level chooses, and what it means to choose after that."""
    planner = players.Planner(position.seed, position.planned)
    player = players.make(level, position.seed, budget_ms, planner=planner)
    return player.choose(position.match(), position.seat), planner.planned


def advise(position: DecisionPoint) -> list[Hint]:
    """The best few choices."""
    return best_choices(position.match(), position.seat, position.seed, budget_ms=players.HINT_BUDGET_MS)


def look_ahead(position: DecisionPoint, choice: Choice, lang: str) -> OddsText | None:
    """What an option may bring, as far as the seat can know."""
    match = position.match()
    found = outlook(match, choice, position.seat)
    return None if found is None else in_words(found, choice, match, position.seat, words(position.game, lang))


def look_at_all(position: DecisionPoint, lang: str) -> list[OddsText]:
    """What each of the options may bring in which chance has a say, by a quick look at each."""
    match, wording = position.match(), words(position.game, lang)
    looks = ((choice, outlook(match, choice, position.seat, QUICK_LOOK)) for choice in match.choices[:MOST_LOOKS])
    return [in_words(found, choice, match, position.seat, wording) for choice, found in looks if found is not None]


def survey_part(game: str, replay: str, steps: range) -> Survey:
    """A first look at some steps of a finished game."""
    return survey(games.load(game), Replay.from_lines(replay), steps=steps)


def judge_choices(game: str, replay: str, parts: list[Survey]) -> Analysis:
    """How a finished game went, from the surveys of all its parts, but for what luck made of it."""
    return find_blunders(games.load(game), Replay.from_lines(replay), parts, ANALYSIS_ITERATIONS, budget_ms=JUDGING_MS)


def judge_luck(game: str, replay: str, parts: list[Survey]) -> tuple[Surprise, ...]:
    """Where luck decided a finished game."""
    return find_surprises(games.load(game), Replay.from_lines(replay), parts)
