"""The referee: any game over JSON lines, for bots, tests and other programs (docs/protocol.md)."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TextIO, TypeVar, cast

import msgspec

from sandtable import api, games
from sandtable.cli import referee_json as to_json
from sandtable.cli import referee_requests as requests
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.lesson.book import load_book
from sandtable.engine.lesson.play import taken_up
from sandtable.engine.match import Match
from sandtable.engine.outlook import outlook
from sandtable.engine.outlook_text import in_words
from sandtable.engine.replay import load, record, save
from sandtable.engine.start import as_choice, random_seed
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.engine.words import LANGUAGES, Words
from sandtable.version import VERSION

PROTOCOL: Final = 1
MAX_LINE: Final = 16 * 1024 * 1024
"""Characters of a request at most."""
MAX_MESSAGE: Final = 1000
"""Characters of an error message at most."""
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
"""All values of an answer's `error.code`."""

Answer = dict[str, object]
Verb = Callable[[Answer], Answer]
R = TypeVar("R", bound=requests.Request)


class BadRequest(SandtableError):
    """The request does not follow the protocol; the message names what is wrong."""


class UnknownMatch(SandtableError):
    """No match with that name is open."""

    code = "unknown_match"


def verb(request: type[R], method: Callable[[R], Answer]) -> Verb:
    """A verb of the protocol: its fields are checked before the method is called."""
    return lambda fields: method(msgspec.convert(fields, request))


class Referee:
    """Answers requests, one JSON object each, and holds the open matches."""

    def __init__(
        self,
        slugs: Callable[[], Sequence[str]] = games.slugs,
        load_game: Callable[[str], Game[State]] = games.load,
    ) -> None:
        self.slugs = slugs
        self.load_game = load_game
        self.matches: dict[str, api.Match] = {}
        self.count = 0
        self.english: dict[str, Words] = {}
        self.verbs: dict[str, Verb] = {
            "hello": verb(requests.HelloRequest, self.hello),
            "new": verb(requests.NewRequest, self.new),
            "ask": verb(requests.MatchRequest, self.ask),
            "choose": verb(requests.ChooseRequest, self.choose),
            "why": verb(requests.WhyRequest, self.why),
            "scene": verb(requests.SceneRequest, self.scene),
            "log": verb(requests.LogRequest, self.log),
            "script": verb(requests.ScriptRequest, self.script),
            "undo": verb(requests.UndoRequest, self.undo),
            "fork": verb(requests.MatchRequest, self.fork),
            "save": verb(requests.MatchRequest, self.save),
            "load": verb(requests.LoadRequest, self.load),
            "state": verb(requests.MatchRequest, self.state),
            "replay": verb(requests.MatchRequest, self.replay),
            "play": verb(requests.PlayRequest, self.play),
            "hint": verb(requests.HintRequest, self.hint),
            "odds": verb(requests.OddsRequest, self.odds),
            "example": verb(requests.ExampleRequest, self.example),
            "rules": verb(requests.RulesRequest, self.rules),
            "close": verb(requests.MatchRequest, self.close),
        }

    def answer(self, line: str) -> str:
        """The answer to one line, whatever it contains."""
        marks: Answer = {}
        try:
            request = _parse(line)
            if "id" in request:
                marks["id"] = request["id"]
            return _encode({**marks, "ok": True, **self._do(request)})
        except Exception as error:  # every request gets an answer
            return _encode({**marks, "ok": False, "error": _error_json(error)})

    def _do(self, request: Answer) -> Answer:
        do = request.pop("do", None)
        if not isinstance(do, str) or do not in self.verbs:
            raise BadRequest(f"do: {do!r} is unknown; known are {', '.join(self.verbs)}")
        # `id` is repeated in the answer. Only in `rules` and `example` a text is also a field of the request: the id of
        # a rule or an example.
        if do not in ("rules", "example") or not isinstance(request.get("id"), str):
            request.pop("id", None)
        return self.verbs[do](request)

    # ------------------------------------------------------------------ games and their rules

    def hello(self, request: requests.HelloRequest) -> Answer:
        about, left_out = games.each(lambda game: to_json.game(game, self._words(game)), self.slugs, self.load_game)
        fields: Answer = {"protocol": PROTOCOL, "version": VERSION, "games": about, "levels": to_json.levels()}
        if left_out:
            fields["unplayable"] = {bad.slug: str(bad) for bad in left_out}
        return fields

    def rules(self, request: requests.RulesRequest) -> Answer:
        ledger = self.load_game(request.game).ledger
        if request.lang not in LANGUAGES:
            raise BadRequest(f"lang: {request.lang!r} is unknown; known are {', '.join(LANGUAGES)}")
        if request.id is None:
            return to_json.ledger(ledger, list(ledger.rules), request.lang)
        if request.id not in ledger.rules:
            raise BadRequest(f"id: {request.game} has no rule {request.id!r}")
        return to_json.ledger(ledger, [request.id], request.lang)

    # ------------------------------------------------------------------ opening and closing matches

    def new(self, request: requests.NewRequest) -> Answer:
        match = api.new(
            self.load_game(request.game),
            seed=request.seed,
            options=request.options,
            position=request.position,
            script=request.chance,
            explain=request.explain,
        )
        return {"match": self._open(match), **self._ask_or_over(match.engine), "log": self._log_since(match.engine, 0)}

    def example(self, request: requests.ExampleRequest) -> Answer:
        """A match that goes on from a step of a worked example, with dice of its own."""
        game = self.load_game(request.game)
        line = load_book(game).line(request.id if request.line is None else f"{request.id}/{request.line}")
        if request.step > len(line.steps):
            raise BadRequest(f"step: {line.address} has {len(line.steps)} steps, not {request.step}")
        seed = random_seed() if request.seed is None else request.seed
        match = api.Match(*taken_up(game, line, request.step, seed))
        at = {"id": request.id, "line": line.id or None, "step": request.step, "steps": len(line.steps)}
        log = self._log_since(match.engine, 0)
        return {"match": self._open(match), **self._ask_or_over(match.engine), "log": log, "example": at}

    def fork(self, request: requests.MatchRequest) -> Answer:
        return {"match": self._open(self._opened(request.match).fork())}

    def save(self, request: requests.MatchRequest) -> Answer:
        match = self._opened(request.match)
        return {"saved": save(match.engine, match.origin)}

    def load(self, request: requests.LoadRequest) -> Answer:
        saved = cast("dict[str, Json]", request.saved)
        slug = saved.get("game")
        if saved.get("sandtable") != "save" or not isinstance(slug, str):
            raise BadRequest("saved: this is not a save")
        match = api.Match(*load(self.load_game(slug), saved))
        return {"match": self._open(match), **self._ask_or_over(match.engine)}

    def close(self, request: requests.MatchRequest) -> Answer:
        self._opened(request.match)
        del self.matches[request.match]
        return {}

    # ------------------------------------------------------------------ playing

    def ask(self, request: requests.MatchRequest) -> Answer:
        return self._ask_or_over(self._opened(request.match).engine)

    def choose(self, request: requests.ChooseRequest) -> Answer:
        match = self._opened(request.match).engine
        choice = as_choice(list(request.choice))
        seat = _seat(match, request.seat)
        before = _log_length(match)
        match.choose(choice, seat, request.n)
        return {**self._ask_or_over(match), "log": self._log_since(match, before)}

    def play(self, request: requests.PlayRequest) -> Answer:
        opened = self._opened(request.match)
        match = opened.engine
        seat = match.seat_number(request.seat)
        match.asked(seat)
        # Seeded by the match, so that the same requests give the same game again.
        player = api.player(request.level, f"{opened.origin.seed}/{match.number}", request.budget_ms)
        choice = player(opened)
        before = _log_length(match)
        match.choose(choice, seat)
        return {"choice": choice, **self._ask_or_over(match), "log": self._log_since(match, before)}

    def hint(self, request: requests.HintRequest) -> Answer:
        match = self._opened(request.match)
        match.engine.asked(match.engine.seat_number(request.seat))
        return {"hints": match.hint(request.count, request.iterations, request.budget_ms)}

    def odds(self, request: requests.OddsRequest) -> Answer:
        """What an option of the current ask may bring, as far as its seat can know."""
        match = self._opened(request.match).engine
        seat = match.seat_number(request.seat)
        match.asked(seat)
        choice = as_choice(list(request.choice))
        match.check(choice)
        found = outlook(match, choice, seat)
        return {"odds": None if found is None else in_words(found, choice, match, seat, self._words(match.game))}

    def undo(self, request: requests.UndoRequest) -> Answer:
        match = self._opened(request.match)
        match.undo(request.seat)
        return self._ask_or_over(match.engine)

    def script(self, request: requests.ScriptRequest) -> Answer:
        self._opened(request.match).script(request.chance)
        return {}

    # ------------------------------------------------------------------ inspecting

    def why(self, request: requests.WhyRequest) -> Answer:
        match = self._opened(request.match).engine
        about = request.about if isinstance(request.about, str) else as_choice(list(request.about))
        return {"refusals": [to_json.refusal(match.game.ledger, *refusal) for refusal in match.why_not(about)]}

    def scene(self, request: requests.SceneRequest) -> Answer:
        return {"scene": self._opened(request.match).scene(request.seat)}

    def log(self, request: requests.LogRequest) -> Answer:
        match = self._opened(request.match).engine
        words = self._words(match.game)
        lines = match.lines(_seat(match, request.seat))[request.since :]
        return {"log": [to_json.line(match, line, words) for line in lines]}

    def state(self, request: requests.MatchRequest) -> Answer:
        match = self._opened(request.match)
        position = match.position()
        return {"state": position, "phase": position.get("phase"), "hash": match.hash()}

    def replay(self, request: requests.MatchRequest) -> Answer:
        match = self._opened(request.match)
        replay = record(match.engine, match.origin)
        return {"replay": {"header": replay.header, "choices": replay.moves}}

    # ------------------------------------------------------------------ helpers

    def _opened(self, name: str) -> api.Match:
        opened = self.matches.get(name)
        if opened is None:
            raise UnknownMatch(f"match: no match {name!r} is open")
        return opened

    def _open(self, match: api.Match) -> str:
        self.count += 1
        name = f"m{self.count}"
        self.matches[name] = match
        return name

    def _words(self, game: Game[State]) -> Words:
        """The game's English texts, which are loaded only once."""
        if game.slug not in self.english:
            self.english[game.slug] = Words(game, "en")
        return self.english[game.slug]

    def _ask_or_over(self, match: Match[State]) -> Answer:
        """The current ask, or how the game ended."""
        if match.outcome is not None:
            return {"over": to_json.over(match, match.outcome)}
        return {"ask": to_json.ask(match, match.asked(), self._words(match.game))}

    def _log_since(self, match: Match[State], since: int) -> list[Answer]:
        """The log from a line on, with the lines that only some seats may read."""
        if match.log is None:
            return []
        words = self._words(match.game)
        return [to_json.line(match, line, words) for line in match.log.lines[since:]]


def serve(stdin: TextIO, stdout: TextIO) -> None:
    """Answer line by line until the input ends or the output is closed."""
    for stream in (stdin, stdout):
        if isinstance(stream, io.TextIOWrapper):
            # Bytes that are not UTF-8 then reach the parser, which refuses them, instead of ending the program.
            stream.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    referee = Referee()
    try:
        for line in _lines(stdin):
            stdout.write(referee.answer(line) + "\n")
            stdout.flush()
    except BrokenPipeError:
        # Otherwise the interpreter would fail once more when it flushes the output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())


def _lines(stdin: TextIO) -> Iterator[str]:
    """All lines; a line that is too long is cut right after the limit."""
    while line := stdin.readline(MAX_LINE + 1):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = stdin.readline(MAX_LINE)
        yield line


def _parse(line: str) -> Answer:
    if len(line) > MAX_LINE:
        raise BadRequest(f"the line is longer than {MAX_LINE} characters")
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


def _error_json(error: Exception) -> Answer:
    """An error as JSON. An error code that the protocol does not have becomes `bad_request`."""
    if isinstance(error, RecursionError):
        return {"code": "bad_request", "message": "the request is nested too deeply"}
    if isinstance(error, msgspec.ValidationError):
        return {"code": "bad_request", "message": _field_first(str(error))}
    message = str(error)[:MAX_MESSAGE]
    if not isinstance(error, SandtableError):
        return {"code": "internal", "message": f"a fault of the program: {type(error).__name__}: {message}"}
    fields: Answer = {"code": error.code if error.code in CODES else "bad_request", "message": message}
    if error.rule is not None:
        fields["rule"] = error.rule
    return fields


def _field_first(message: str) -> str:
    """Turn 'Expected `str` - at `$.game`' into 'game: Expected `str`'."""
    what, _, path = message.partition(" - at `$.")
    return f"{path.rstrip('`')}: {what}" if path else what


def _seat(match: Match[State], seat: requests.Seat | None) -> int | None:
    """The number of a seat; None is a spectator."""
    return None if seat is None else match.seat_number(seat)


def _log_length(match: Match[State]) -> int:
    return 0 if match.log is None else len(match.log.lines)
