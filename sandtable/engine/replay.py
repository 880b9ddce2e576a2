"""Saves and replay files. Both are readable JSON, are checked when read, and name the rules version and pack."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, TypeVar, cast

from msgspec import Meta, Struct

from sandtable.engine.chance import Chance, Scripted, agreed_hash, promise_of, seed_hash, shared_seed
from sandtable.engine.errors import BadFile, SandtableError, VersionMismatch
from sandtable.engine.files import typed
from sandtable.engine.game import Game
from sandtable.engine.match import Decision, Match, Record
from sandtable.engine.position import fingerprint, table
from sandtable.engine.start import Origin, as_choice, chance_at, described, script_json, start, state_hash
from sandtable.engine.state import LogLine, Need, State
from sandtable.engine.types import Choice, Fact, Json
from sandtable.version import VERSION

S = TypeVar("S", bound=State)

FORMAT = 1
CONCEDES = "concedes"
"""The field of a replay's last line with the seat whose side gave up."""
RESIGNED, CLAIMED = "resigned", "claimed"
"""Why a side gave up, as the outcome's reason; all other reasons are rules of the game."""
SEAL = "seal"
"""The field of a save with the hash of all others; older saves have none."""
NOTES = ("table",)
"""Fields that other programs add to a save; the seal does not cover them."""


Script = tuple[Scripted, ...]
Count = Annotated[int, Meta(ge=0)]


class Heading(Struct, frozen=True):
    """What the header of a save or replay says about how the match began; other fields are allowed beside these."""

    options: dict[str, object]
    seed: str
    seed_hash: str
    scripts: dict[Count, Script | None]
    """Scripts set during the match, by the number of decisions before each."""
    script: Script | None = None
    position: dict[str, object] | None = None


class Made(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A decision in a save."""

    seat: str
    choice: Choice
    auto: bool
    barrier: int


class Said(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A line of the log in a save."""

    key: str
    args: tuple[Fact, ...]
    rule: str
    seats: int
    needs: tuple[tuple[str, int, str], ...] = ()
    """Of a roll, what it had to come to: kind, number, rule."""
    added: int = 0

    def line(self) -> LogLine:
        line = LogLine(self.key, self.args, self.rule, self.seats)
        line.needs = tuple(Need(*need) for need in self.needs)
        line.added = self.added
        return line


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """A script in a save, and how many of its values are used up."""

    values: Script | None
    used: Count


class Saved(Struct, frozen=True):
    """What a save has besides its header and its checkpoint."""

    chance_script: Reading
    past: list[Made]
    since: list[Made]
    log: list[Said] | None
    hash: str


@dataclass(frozen=True)
class Replay:
    """A recorded game: how it began, and every decision with the hash of the state after it."""

    header: dict[str, Json]
    moves: list[dict[str, Json]]

    def to_lines(self) -> str:
        """The text of the file: one JSON object per line."""
        return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in [self.header, *self.moves])

    @classmethod
    def from_lines(cls, text: str) -> Replay:
        entries: list[dict[str, Json]] = []
        for at, line in enumerate(text.splitlines(), 1):
            if line.strip():
                entries.append(_object(line, f"line {at}"))
        if not entries or entries[0].get("sandtable") != "replay":
            raise BadFile("this is not a replay: its first line is not a replay's header")
        return Replay(entries[0], entries[1:])


def heading(game: Game[S], options: dict[str, Json], origin: Origin) -> dict[str, Json]:
    """The header of saves and replays: the game, its versions, its options, and the origin of the match."""
    return {
        "format": FORMAT,
        "program": VERSION,
        "game": game.slug,
        "rules": game.version,
        "pack": game.pack_hash,
        "options": options,
        "seed_hash": seed_hash(origin.seed),
        "seed": origin.seed,
        "script": script_json(origin.script),
        "position": origin.position,
    }


def record(match: Match[S], origin: Origin, hashes: bool = True) -> Replay:
    """The replay of a match so far. The match is played again to get the hash after every decision, if they are wanted.

    Without hashes a replay is played again in less time, but nothing tells if that goes otherwise.
    """
    header: dict[str, Json] = {"sandtable": "replay"}
    header.update(heading(match.game, dict(match.options), origin))
    header["scripts"] = _scripts_json(match)
    if not hashes:
        moves = [_move(match, n) for n in range(match.number)]
        return Replay(header, _ended(match, moves))
    moves = []
    again = start(match.game, match.options, origin, explain=False)
    _follow_script(again, match.scripts)
    moves.extend(_move(again, n) for n in range(again.number))
    while again.number < match.number:
        before = again.number
        decision = match.history[before]
        again.choose(decision.choice, decision.seat)
        moves.extend(_move(again, n) for n in range(before, again.number))
        moves[before]["hash"] = state_hash(again)
        _follow_script(again, match.scripts)
    return Replay(header, _ended(match, moves))


def _ended(match: Match[S], moves: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """The moves, and how the match has ended, if it has."""
    if match.outcome is not None and match.conceded >= 0:
        moves.append({CONCEDES: match.seats[match.conceded], "reason": match.outcome.reason})
    if match.outcome is not None and moves:
        moves[-1]["over"] = _result(match)
    return moves


def run(game: Game[S], replay: Replay, hashes: bool = True) -> Iterator[Match[S]]:
    """Play a replay again; yields the match at its start and after every decision that a player made.

    The hashes of a replay that was compared before need not be compared again: that takes most of the time.
    """
    check_versions(game, replay.header)
    options, origin = read_heading(replay.header)
    scripts = _heading(replay.header).scripts
    match = _started(game, options, origin, scripts)
    yield match
    done = _compare(match, replay.moves, 0)
    while done < len(replay.moves):
        move = replay.moves[done]
        if CONCEDES in move:
            _concede(match, move, done == len(replay.moves) - 1)
            return
        where = f"move {done}"
        try:
            match.choose(as_choice(move.get("choice")), _seat(match, move, where), done)
        except SandtableError as error:
            raise BadFile(f"{where}: {error}") from error
        if hashes and "hash" in move and move["hash"] != state_hash(match):
            raise BadFile(f"{where}: the state after it is not the recorded one")
        done = _compare(match, replay.moves, done)
        if "over" in replay.moves[done - 1] and replay.moves[done - 1]["over"] != _result(match):
            raise BadFile(f"{where}: the game did not end as recorded")
        _follow_script(match, scripts)
        yield match


def _concede(match: Match[S], move: dict[str, Json], last: bool) -> None:
    """End a replay as its last line says: a side gave up."""
    where, reason = f"move {match.number}", move.get("reason")
    if not last or match.outcome is not None or reason not in (RESIGNED, CLAIMED):
        raise BadFile(f"{where}: nobody can give up here")
    match.concede(_seat(match, {"seat": move[CONCEDES]}, where), str(reason))
    if move.get("over") != _result(match):
        raise BadFile(f"{where}: the game did not end as recorded")


def _started(game: Game[S], options: dict[str, object], origin: Origin, scripts: dict[int, Script | None]) -> Match[S]:
    """The match at the beginning of a replay."""
    try:
        match = start(game, options, origin)
        _follow_script(match, scripts)
    except SandtableError:
        raise
    except Exception as error:  # a damaged position may make the rules of its game fail in any way
        raise BadFile(f"this replay cannot be started: {error}") from error
    return match


def save(match: Match[S], origin: Origin) -> dict[str, Json]:
    """A save: the oldest checkpoint that undo may reach, and the choices since then."""
    first = match.checkpoints[0]
    saved: dict[str, Json] = {"sandtable": "save"}
    saved.update(heading(match.game, dict(match.options), origin))
    saved["checkpoint"] = described(match.game, first.state)
    saved["chance_script"] = _script_state(first.state)
    saved["past"] = [_decision(match, decision) for decision in match.history[: first.number]]
    saved["since"] = [_decision(match, decision) for decision in match.history[first.number :]]
    saved["scripts"] = _scripts_json(match)
    saved["log"] = None if match.log is None else [_line(line) for line in match.log.lines[: first.lines]]
    saved["hash"] = state_hash(match)
    saved[SEAL] = _seal(saved)
    return saved


def load(game: Game[S], saved: dict[str, Json], explain: bool = True) -> tuple[Match[S], Origin]:
    """The match of a save, as it was when it was saved."""
    check_versions(game, saved)
    given, origin = read_heading(saved)
    rest = typed(saved, Saved, "the save")
    try:
        match = _restored(game, given, saved, rest, explain)
        led_here = rest.hash == state_hash(match)
        unedited = saved.get(SEAL) in (None, _seal(saved))
    except Exception as error:  # a damaged save may make the rules of its game fail in any way
        raise BadFile(f"this save cannot be restored: {error}") from error
    if not led_here:
        raise BadFile("this save was changed: it does not lead to the position that it was made at")
    if not unedited:
        raise BadFile("this save was changed: its options, history or log are not those that it was made with")
    return match, origin


def _restored(game: Game[S], given: dict[str, object], saved: dict[str, Json], rest: Saved, explain: bool) -> Match[S]:
    """The match from the checkpoint of a save, with the choices since made again."""
    options = game.settle(given)
    seats = game.seats(options)
    position = dict(table(saved, "checkpoint"))
    chance = chance_at(table(position, "chance"))
    del position["chance"]
    _restore_script(chance, rest.chance_script)
    state = game.restore(options, position, chance)
    broken = game.invariants(state)
    if broken:
        raise BadFile(broken[0])
    lines = [said.line() for said in rest.log or ()]
    record_ = Record(_decisions(rest.past, seats), [], lines, _heading(saved).scripts)
    match = Match(game, options, state, explain and rest.log is not None, True, record_)
    match.apply_script()  # one that was given after what the match took by itself
    for decision in _decisions(rest.since, seats):
        if not decision.auto:
            match.choose(decision.choice, decision.seat)
            match.apply_script()
    return match


def _seal(saved: dict[str, Json]) -> str:
    """The hash of everything in a save except the seal itself and the fields of other programs."""
    return fingerprint({key: value for key, value in saved.items() if key != SEAL and key not in NOTES})


def parse_save(text: str) -> dict[str, Json]:
    """The contents of a save file."""
    saved = _object(text, "the save")
    if saved.get("sandtable") != "save":
        raise BadFile("this is not a save")
    return saved


def check_versions(game: Game[S], header: dict[str, Json]) -> None:
    """Refuse a save or replay with another rules version or another pack."""
    if header.get("format") != FORMAT:
        raise VersionMismatch(f"format {header.get('format')!r} is unknown; this program reads format {FORMAT}")
    if header.get("game") != game.slug:
        raise BadFile(f"this is a game of {header.get('game')!r}, not of {game.slug!r}")
    if header.get("rules") != game.version:
        raise VersionMismatch(
            f"this game of {game.slug} was played by rules version {header.get('rules')} (program "
            f"{header.get('program')}); this program ({VERSION}) plays rules version {game.version}"
        )
    if header.get("pack") != game.pack_hash:
        raise VersionMismatch(
            f"this game of {game.slug} was played with pack {header.get('pack')}; the pack in use is {game.pack_hash}"
        )


class Dice(Struct, frozen=True):
    """What a replay's header says of dice that its players added to."""

    secret: str
    entropy: dict[str, str]
    """By seat, what its player added."""


def check_commitment(header: dict[str, Json], commitment: str) -> bool:
    """Refuse a recorded game whose dice are not those that were promised before its first roll.

    The commitment is the server's, or one hash of its and every player's: whether it was the latter.
    """
    seed = _heading(header).seed
    if header.get("dice") is None:
        promised, agreed = seed_hash(seed), ""
    else:
        dice = typed(header["dice"], Dice, "the header, dice")
        if shared_seed(dice.secret, dice.entropy) != seed:
            raise BadFile("the seed does not come from the secret and from what the players added to the dice")
        promised = seed_hash(dice.secret)
        agreed = agreed_hash(promised, {seat: promise_of(added) for seat, added in dice.entropy.items()})
    if commitment not in (promised, agreed):
        theirs = " or ".join(each for each in (agreed, promised) if each)
        raise BadFile(f"these are not the dice that {commitment} promised: theirs is {theirs}")
    return commitment == agreed


def read_heading(header: dict[str, Json]) -> tuple[dict[str, object], Origin]:
    """The options and the origin that a save or replay names."""
    heading = _heading(header)
    try:
        proved = seed_hash(heading.seed) == heading.seed_hash
    except UnicodeEncodeError as error:  # JSON may name halves of characters (surrogates)
        raise BadFile(f"the header, seed: {error}") from error
    if not proved:
        raise BadFile("the seed is not the one whose hash was published: the dice are not proved")
    return heading.options, Origin(heading.seed, heading.script, cast("dict[str, Json] | None", heading.position))


# ---------------------------------------------------------------------- small readers and writers


def _object(text: str, where: str) -> dict[str, Json]:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is a plain ValueError
        raise BadFile(f"{where} is not JSON, or is cut short: {error}") from error
    if not isinstance(value, dict):
        raise BadFile(f"{where} is not a JSON object")
    return value


def _heading(header: dict[str, Json]) -> Heading:
    return typed(header, Heading, "the header")


def _script_state(state: State) -> Json:
    return {"values": script_json(state.chance.script), "used": state.chance.used}


def _restore_script(chance: Chance, script: Reading) -> None:
    if script.used > len(script.values or ()):
        raise BadFile(f"chance_script.used: the script has only {len(script.values or ())} values, not {script.used}")
    chance.script = script.values
    chance.used = script.used


def _move(match: Match[S], number: int) -> dict[str, Json]:
    decision = match.history[number]
    move: dict[str, Json] = {"n": number, "seat": match.seats[decision.seat], "choice": list(decision.choice)}
    if decision.auto:
        move["auto"] = True
    return move


def _result(match: Match[S]) -> Json:
    if match.outcome is None:
        return None
    winners: list[Json] = [match.seats[seat] for seat in match.outcome.winners]
    result: dict[str, Json] = {"winners": winners, "reason": match.outcome.reason}
    if match.outcome.points:
        result["points"] = dict(zip(match.seats, match.outcome.points, strict=True))
    if match.outcome.drawn:
        result["drawn"] = True
    return result


def _decision(match: Match[S], decision: Decision) -> Json:
    return [match.seats[decision.seat], list(decision.choice), decision.auto, decision.barrier]


def _decisions(made: list[Made], seats: tuple[str, ...]) -> list[Decision]:
    for decision in made:
        if decision.seat not in seats:
            raise BadFile(f"{decision.seat!r} is not a seat")
    return [Decision(seats.index(one.seat), one.choice, one.auto, one.barrier) for one in made]


def _line(line: LogLine) -> Json:
    said: list[Json] = [line.key, list(line.args), line.rule, line.seats]
    if line.needs:
        said += [[[need.kind, need.number, need.rule] for need in line.needs], line.added]
    return said


def _scripts_json(match: Match[S]) -> Json:
    return {str(n): script_json(values) for n, values in match.scripts.items()}


def _follow_script(match: Match[S], scripts: dict[int, Script | None]) -> None:
    if match.number in scripts:
        match.script(scripts[match.number])


def _seat(match: Match[S], move: dict[str, Json], where: str) -> int:
    seat = move.get("seat")
    if not isinstance(seat, str) or seat not in match.seats:
        raise BadFile(f"{where}: {seat!r} is not a seat")
    return match.seats.index(seat)


def _compare(match: Match[S], moves: list[dict[str, Json]], done: int) -> int:
    """Check that the recorded decisions from `done` on equal those of the match; returns how many it has made."""
    for n in range(done, match.number):
        recorded = dict(moves[n]) if n < len(moves) else {}
        for note in ("hash", "over"):
            recorded.pop(note, None)
        if recorded != _move(match, n):
            raise BadFile(f"move {n}: it is not the recorded one")
    return match.number
