"""The referee: any game over JSON lines, for bots, tests and other programs; docs/protocol.md tells how to speak."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TextIO, TypeVar, cast

import msgspec

from sandtable import games, players
from sandtable.cli import referee_requests as requests
from sandtable.cli import referee_words as say
from sandtable.engine.chance import Scripted
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.replay import load, record, save
from sandtable.engine.start import Origin, as_choice, position_of, random_seed, start, state_hash
from sandtable.engine.state import EVERYBODY, State
from sandtable.engine.types import Json
from sandtable.engine.words import LANGUAGES, Words
from sandtable.players.advice import hints
from sandtable.version import VERSION

PROTOCOL: Final = 1
LONGEST_LINE: Final = 16 * 1024 * 1024
LONGEST_MESSAGE: Final = 1000
CODES: Final = frozenset(
    {
        "bad_request",
        "unknown_match",
        "unknown_game",
        "bad_options",
        "illegal_choice",
        "wrong_seat",
        "over",
        "chance_exhausted",
        "chance_mismatch",
        "bad_position",
        "no_undo",
        "internal",
    }
)
"""All that an answer's `error.code` can be."""

Answer = dict[str, object]
Verb = Callable[[Answer], Answer]
R = TypeVar("R", bound=requests.Request)


class BadRequest(SandtableError):
    """The request is not one that the protocol knows; the message names what is wrong."""


class UnknownMatch(SandtableError):
    """No match of that name is open."""

    code = "unknown_match"


@dataclass(frozen=True)
class Table:
    """An open match, and how it began."""

    match: Match[State]
    origin: Origin


def verb(takes: type[R], gives: Callable[[R], Answer]) -> Verb:
    """A verb that checks its fields before it does anything."""
    return lambda fields: gives(msgspec.convert(fields, takes))


class Referee:
    """Answers requests, one JSON object each, and keeps the matches that are open."""

    def __init__(
        self,
        slugs: Callable[[], Sequence[str]] = games.slugs,
        library: Callable[[str], Game[State]] = games.load,
    ) -> None:
        self.slugs = slugs
        self.library = library
        self.tables: dict[str, Table] = {}
        self.opened = 0
        self.english: dict[str, Words] = {}
        self.verbs: dict[str, Verb] = {
            "hello": verb(requests.Hello, self.hello),
            "new": verb(requests.New, self.new),
            "ask": verb(requests.OfMatch, self.ask),
            "choose": verb(requests.Choose, self.choose),
            "why": verb(requests.Why, self.why),
            "scene": verb(requests.Scene, self.scene),
            "log": verb(requests.Log, self.log),
            "script": verb(requests.Rescript, self.script),
            "undo": verb(requests.Undo, self.undo),
            "fork": verb(requests.OfMatch, self.fork),
            "save": verb(requests.OfMatch, self.save),
            "load": verb(requests.Load, self.load),
            "state": verb(requests.OfMatch, self.state),
            "replay": verb(requests.OfMatch, self.replay),
            "play": verb(requests.Play, self.play),
            "hint": verb(requests.Hint, self.hint),
            "rules": verb(requests.Rules, self.rules),
            "close": verb(requests.OfMatch, self.close),
        }

    def answer(self, line: str) -> str:
        """The answer to one line, whatever stands in it."""
        repeated: Answer = {}
        try:
            request = _parse(line)
            if "id" in request:
                repeated["id"] = request["id"]
            return _encode({**repeated, "ok": True, **self._do(request)})
        except Exception as error:  # whatever happens, the other side of the pipe gets an answer
            return _encode({**repeated, "ok": False, "error": _refusal(error)})

    def _do(self, request: Answer) -> Answer:
        do = request.pop("do", None)
        if not isinstance(do, str) or do not in self.verbs:
            raise BadRequest(f"do: {do!r} is unknown; known are {', '.join(self.verbs)}")
        # In `rules` a text is the id of a rule, and still repeated; everywhere else an id only marks the answer.
        if do != "rules" or not isinstance(request.get("id"), str):
            request.pop("id", None)
        return self.verbs[do](request)

    # ------------------------------------------------------------------ games and their rules

    def hello(self, request: requests.Hello) -> Answer:
        about, left_out = games.each(lambda game: say.game(game, self._words(game)), self.slugs, self.library)
        said: Answer = {"protocol": PROTOCOL, "version": VERSION, "games": about, "levels": say.levels()}
        if left_out:
            said["unplayable"] = {bad.slug: str(bad) for bad in left_out}
        return said

    def rules(self, request: requests.Rules) -> Answer:
        ledger = self.library(request.game).ledger
        if request.lang not in LANGUAGES:
            raise BadRequest(f"lang: {request.lang!r} is unknown; known are {', '.join(LANGUAGES)}")
        if request.id is None:
            return say.ledger(ledger, list(ledger.rules), request.lang)
        if request.id not in ledger.rules:
            raise BadRequest(f"id: {request.game} has no rule {request.id!r}")
        return say.ledger(ledger, [request.id], request.lang)

    # ------------------------------------------------------------------ opening and closing matches

    def new(self, request: requests.New) -> Answer:
        seed = random_seed() if request.seed is None else request.seed
        position = None if request.position is None else cast("dict[str, Json]", request.position)
        origin = Origin(seed, _script(request.chance), position)
        match = start(self.library(request.game), request.options, origin, request.explain)
        return {"match": self._open(match, origin), **self._turn(match), "log": self._news(match, 0)}

    def fork(self, request: requests.OfMatch) -> Answer:
        table = self._table(request.match)
        twin = table.match.fork(explain=table.match.log is not None, keep=True)
        return {"match": self._open(twin, table.origin)}

    def save(self, request: requests.OfMatch) -> Answer:
        table = self._table(request.match)
        return {"saved": save(table.match, table.origin)}

    def load(self, request: requests.Load) -> Answer:
        saved = cast("dict[str, Json]", request.saved)
        slug = saved.get("game")
        if saved.get("sandtable") != "save" or not isinstance(slug, str):
            raise BadRequest("saved: this is not a save")
        match, origin = load(self.library(slug), saved)
        return {"match": self._open(match, origin), **self._turn(match)}

    def close(self, request: requests.OfMatch) -> Answer:
        self._table(request.match)
        del self.tables[request.match]
        return {}

    # ------------------------------------------------------------------ playing

    def ask(self, request: requests.OfMatch) -> Answer:
        return self._turn(self._table(request.match).match)

    def choose(self, request: requests.Choose) -> Answer:
        match = self._table(request.match).match
        choice = as_choice(list(request.choice))
        seat = _seat(match, request.seat)
        told = _told(match)
        match.choose(choice, seat, request.n)
        return {**self._turn(match), "log": self._news(match, told)}

    def play(self, request: requests.Play) -> Answer:
        table = self._table(request.match)
        match = table.match
        seat = _seat(match, request.seat)
        assert seat is not None
        match.asked(seat)
        # Seeded by the match, so that the same match and choices bring the same game again.
        player = players.make(str(request.level), f"{table.origin.seed}/{match.number}", request.budget_ms)
        choice = player.choose(match, seat)
        told = _told(match)
        match.choose(choice, seat)
        return {"choice": choice, **self._turn(match), "log": self._news(match, told)}

    def hint(self, request: requests.Hint) -> Answer:
        table = self._table(request.match)
        match = table.match
        seat = _seat(match, request.seat)
        assert seat is not None
        match.asked(seat)
        seed = f"{table.origin.seed}/hint/{match.number}"
        return {"hints": hints(match, seat, seed, request.count, request.budget_ms, request.iterations)}

    def undo(self, request: requests.Undo) -> Answer:
        match = self._table(request.match).match
        seat = _seat(match, request.seat)
        match.undo(EVERYBODY if seat is None else 1 << seat)
        return self._turn(match)

    def script(self, request: requests.Rescript) -> Answer:
        self._table(request.match).match.script(_script(request.chance))
        return {}

    # ------------------------------------------------------------------ looking

    def why(self, request: requests.Why) -> Answer:
        match = self._table(request.match).match
        about = request.about if isinstance(request.about, str) else as_choice(list(request.about))
        return {"refusals": [say.refusal(match.game.ledger, *refused) for refused in match.why_not(about)]}

    def scene(self, request: requests.Scene) -> Answer:
        match = self._table(request.match).match
        return {"scene": match.game.scene(match.state, _seat(match, request.seat))}

    def log(self, request: requests.Log) -> Answer:
        match = self._table(request.match).match
        words = self._words(match.game)
        lines = match.lines(_seat(match, request.seat))[request.since :]
        return {"log": [say.line(match, line, words) for line in lines]}

    def state(self, request: requests.OfMatch) -> Answer:
        match = self._table(request.match).match
        position = position_of(match)
        return {"state": position, "phase": position.get("phase"), "hash": state_hash(match)}

    def replay(self, request: requests.OfMatch) -> Answer:
        table = self._table(request.match)
        replay = record(table.match, table.origin)
        return {"replay": {"header": replay.header, "choices": replay.moves}}

    # ------------------------------------------------------------------ what several verbs need

    def _table(self, name: str) -> Table:
        table = self.tables.get(name)
        if table is None:
            raise UnknownMatch(f"match: no match {name!r} is open")
        return table

    def _open(self, match: Match[State], origin: Origin) -> str:
        self.opened += 1
        name = f"m{self.opened}"
        self.tables[name] = Table(match, origin)
        return name

    def _words(self, game: Game[State]) -> Words:
        """The game's English, read from its files only once."""
        if game.slug not in self.english:
            self.english[game.slug] = Words(game, "en")
        return self.english[game.slug]

    def _turn(self, match: Match[State]) -> Answer:
        """Who is asked what, or how the game ended."""
        if match.outcome is not None:
            return {"over": say.over(match, match.outcome)}
        return {"ask": say.ask(match, match.asked(), self._words(match.game))}

    def _news(self, match: Match[State], told: int) -> list[Answer]:
        """The log from a line on, as the referee reads it: all of it."""
        if match.log is None:
            return []
        words = self._words(match.game)
        return [say.line(match, line, words) for line in match.log.lines[told:]]


def serve(stdin: TextIO, stdout: TextIO) -> None:
    """Answer line by line until the input ends, or nobody listens any more."""
    for stream in (stdin, stdout):
        if isinstance(stream, io.TextIOWrapper):
            # Bytes that are no UTF-8 reach the parser, which refuses them, instead of ending the program.
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    referee = Referee()
    try:
        for line in _lines(stdin):
            stdout.write(referee.answer(line) + "\n")
            stdout.flush()
    except BrokenPipeError:
        # What is still buffered would complain once more when the interpreter closes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())


def _lines(stdin: TextIO) -> Iterator[str]:
    """Every line; of one that is too long only as much as shows that it is."""
    while line := stdin.readline(LONGEST_LINE + 1):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stdin.readline(LONGEST_LINE)
        yield line


def _parse(line: str) -> Answer:
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"the line is longer than {LONGEST_LINE} characters")
    try:
        request: object = msgspec.json.decode(line)
    except msgspec.ValidationError as error:
        raise BadRequest(f"not JSON that we can read: {error}") from error
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise BadRequest(f"not JSON: {error}") from error
    if not isinstance(request, dict):
        raise BadRequest("a request is a JSON object")
    return request


def _encode(answer: Answer) -> str:
    return msgspec.json.encode(answer).decode()


def _refusal(error: Exception) -> Answer:
    """What an error tells the other side. Codes that the protocol does not have are bad requests."""
    if isinstance(error, RecursionError):
        return {"code": "bad_request", "message": "the request is nested too deeply"}
    if isinstance(error, msgspec.ValidationError):
        return {"code": "bad_request", "message": _field_first(str(error))}
    message = str(error)[:LONGEST_MESSAGE]
    if not isinstance(error, SandtableError):
        return {"code": "internal", "message": f"a fault of the program: {type(error).__name__}: {message}"}
    refusal: Answer = {"code": error.code if error.code in CODES else "bad_request", "message": message}
    if error.rule is not None:
        refusal["rule"] = error.rule
    return refusal


def _field_first(message: str) -> str:
    """Turns 'Expected `str` - at `$.game`' into 'game: Expected `str`'."""
    what, _, path = message.partition(" - at `$.")
    return f"{path.rstrip('`')}: {what}" if path else what


def _script(values: requests.Script | None) -> tuple[Scripted, ...] | None:
    return None if values is None else tuple(values)


def _seat(match: Match[State], seat: requests.Seat | None) -> int | None:
    """A seat by name or number; None stays a spectator."""
    return None if seat is None else match.seat_number(seat)


def _told(match: Match[State]) -> int:
    return 0 if match.log is None else len(match.log.lines)
