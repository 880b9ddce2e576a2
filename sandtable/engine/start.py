"""Starting a match from a seed or from a position in names, and getting the position of a match."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sandtable.engine.chance import Chance, Scripted, Taped
from sandtable.engine.errors import BadPosition, DeadEnd, SandtableError
from sandtable.engine.game import Game, Options
from sandtable.engine.match import Match, Record
from sandtable.engine.position import fingerprint, merge, number, table
from sandtable.engine.state import LogLine, State
from sandtable.engine.types import Choice, Json

S = TypeVar("S", bound=State)
Watch = Callable[[S, LogLine], None]


@dataclass(frozen=True)
class Origin:
    """How a match began: with this and the choices it can be played again."""

    seed: str
    script: tuple[Scripted, ...] | None = None
    position: dict[str, Json] | None = None


def random_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def start(
    game: Game[S],
    options: Mapping[str, object],
    origin: Origin,
    explain: bool = True,
    watch: Watch[S] | None = None,
) -> Match[S]:
    """A new match; options that are left out have their defaults. `watch` is called after every line of the log."""
    settled = game.settle(options)
    if origin.position is not None:
        return _start_at(game, settled, origin, explain, watch)
    chance = Chance.from_seed(origin.seed)
    chance.script = origin.script
    return Match(game, settled, game.new(settled, chance), explain, watch=watch)


def detached(match: Match[S], seed: str) -> tuple[Match[S], Origin]:
    """An independent match from the same position: past chance stays as it was, future chance comes from the seed."""
    position = position_of(match)
    del position["chance"]
    if "resume" in position:
        resume = table(position, "resume")
        del table(resume, "from")["chance"]
        resume["chance"] = script_json(_given_since(match))
    origin = Origin(seed, None, position)
    return start(match.game, match.options, origin), origin


def position_of(match: Match[S]) -> dict[str, Json]:
    """The complete position in names; in the middle of a pass also the last checkpoint and the choices since."""
    position = described(match.game, match.state)
    last = match.checkpoints[-1]
    before = described(match.game, last.state)
    since: list[Json] = [_as_json(decision.choice) for decision in match.history[last.number :]]
    if since or before != position:
        resume: dict[str, Json] = {"from": before, "choices": since}
        if last.state.chance.script is not None or any(last.number <= n < match.number for n in match.scripts):
            before["chance"] = _chance_json(last.state.chance, match.state.chance.at)
            resume["chance"] = script_json(_given_since(match))
        position["resume"] = resume
    return position


def _given_since(match: Match[S]) -> list[Scripted]:
    """What chance gave since the last checkpoint, as a script."""
    last = match.checkpoints[-1]
    state = last.state.copy()
    taped = Taped(state.chance)
    state.chance = taped
    record = Record(match.history[: last.number], match.history[last.number :], [], dict(match.scripts))
    Match(match.game, match.options, state, False, False, record)
    return taped.tape


def state_hash(match: Match[S]) -> str:
    """A short hash of everything that matters to how the match goes on."""
    return fingerprint(described(match.game, match.state))


def as_choice(value: Json) -> Choice:
    """A choice as it comes from JSON."""
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise SandtableError(f"choice: takes a list that begins with a verb, not {value!r}")
    items: list[str | int] = []
    for item in value:
        if isinstance(item, bool) or not isinstance(item, str | int):
            raise SandtableError(f"choice: {item!r} is neither an id nor a whole number")
        items.append(item)
    return tuple(items)


def as_script(value: Json) -> tuple[Scripted, ...] | None:
    """A script from JSON; null lets chance run freely."""
    if value is None:
        return None
    if not isinstance(value, list):
        raise SandtableError(f"a script is a list, not {value!r}")
    script: list[Scripted] = []
    for item in value:
        if isinstance(item, list):
            script.append([str(name) for name in item])
        elif isinstance(item, int | str) and not isinstance(item, bool):
            script.append(item)
        else:
            raise SandtableError(f"{item!r} cannot be scripted")
    return tuple(script)


def script_json(values: Sequence[Scripted] | None) -> Json:
    """A script as JSON."""
    if values is None:
        return None
    return [list(value) if isinstance(value, list) else value for value in values]


def _as_json(choice: Choice) -> Json:
    return list(choice)


def described(game: Game[S], state: S) -> dict[str, Json]:
    """A state in names, chance included."""
    position = game.describe(state)
    position["chance"] = _chance_json(state.chance, state.chance.at)
    return position


def _chance_json(chance: Chance, at: int) -> Json:
    return {"key": chance.key.hex(), "at": at, "barrier": chance.barrier}


def _start_at(game: Game[S], options: Options, origin: Origin, explain: bool, watch: Watch[S] | None) -> Match[S]:
    """A match at the position of its origin."""
    position = origin.position or {}
    if "resume" not in position:
        return _begin(game, options, origin, explain, watch)
    resume = table(position, "resume")
    unknown = set(resume) - {"from", "choices", "chance"}
    if unknown:
        raise BadPosition(f"resume.{sorted(unknown)[0]}: there is no such field")
    before = table(resume, "from", "resume.")
    try:
        given = as_script(resume.get("chance"))
        match = _begin(game, options, Origin(origin.seed, given, before), explain, watch)
        _repeat(match, resume.get("choices"))
    except SandtableError as error:
        raise BadPosition(f"resume: {error}") from error
    reached = game.describe(match.state)
    for key, value in position.items():
        if key not in ("chance", "resume") and reached.get(key) != value:
            raise BadPosition(f"{key}: differs from where 'resume' leads; change it there or leave 'resume' out")
    if given is not None or origin.script is not None:
        match.script(origin.script)
    return match


def _begin(game: Game[S], options: Options, origin: Origin, explain: bool, watch: Watch[S] | None) -> Match[S]:
    """A match at a position between two passes of the flow."""
    position = origin.position or {}
    opening = game.describe(game.new(options, Chance.from_seed(origin.seed)))
    fields = {key: value for key, value in position.items() if key != "chance"}
    chance = Chance.from_seed(origin.seed)
    if "chance" in position:
        chance = chance_at(table(position, "chance"))
    chance.script = origin.script
    state = game.restore(options, merge(opening, game.written_out(opening, fields)), chance)
    broken = game.invariants(state)
    if broken:
        raise BadPosition(broken[0])
    try:
        return Match(game, options, state, explain, watch=watch)
    except DeadEnd as error:
        raise BadPosition(f"the game cannot go on from here: {error}") from error


def chance_at(fields: dict[str, Json]) -> Chance:
    """Chance from its description in a position."""
    key = fields.get("key")
    try:
        secret = bytes.fromhex(key if isinstance(key, str) else "-")
    except ValueError as error:
        raise BadPosition("chance.key: takes 64 hexadecimal digits") from error
    if len(secret) != 32:
        raise BadPosition("chance.key: takes 64 hexadecimal digits")
    limit = 2**60
    at = number(fields, "at", 0, limit, "chance.")
    barrier = number(fields, "barrier", 0, limit, "chance.")
    return Chance(secret, at, barrier=barrier)


def _repeat(match: Match[S], choices: Json) -> None:
    """Make recorded choices again; those that the match makes by itself are compared."""
    if not isinstance(choices, list):
        raise BadPosition("choices: takes a list of choices")
    for done, value in enumerate(choices):
        choice = as_choice(value)
        if done >= match.number:
            match.choose(choice)
        if match.history[done].choice != choice:
            raise BadPosition(f"choices: {value!r} does not fit choice {done}")
