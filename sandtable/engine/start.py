"""Starting a match: from a seed, or from a position in names; and giving a match's position back."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.errors import BadPosition, Choice, SandtableError
from sandtable.engine.game import Game, Options
from sandtable.engine.match import Match
from sandtable.engine.position import Json, fingerprint, merge, number, table
from sandtable.engine.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Origin:
    """How a match began: enough, with the choices, to play it again."""

    seed: str
    script: tuple[Scripted, ...] | None = None
    position: dict[str, Json] | None = None


def random_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def start(game: Game[S], options: Mapping[str, object], origin: Origin, explain: bool = True) -> Match[S]:
    """A new match; `options` may leave out what stays at its default."""
    settled = game.settle(options)
    if origin.position is not None:
        return _start_at(game, settled, origin, origin.position, explain)
    chance = Chance.from_seed(origin.seed)
    chance.script = origin.script
    return Match(game, settled, game.new(settled, chance), explain)


def position_of(match: Match[S]) -> dict[str, Json]:
    """The whole truth in names. A position in mid-order also says from where and by which choices it came about."""
    position = described(match.game, match.state)
    last = match.checkpoints[-1]
    before = described(match.game, last.state)
    since: list[Json] = [_as_json(decision.choice) for decision in match.history[last.number :]]
    if since or before != position:
        position["resume"] = {"from": before, "choices": since}
    return position


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


def _as_json(choice: Choice) -> Json:
    return list(choice)


def described(game: Game[S], state: S) -> dict[str, Json]:
    """A state in names, chance included."""
    chance = state.chance
    position = game.describe(state)
    position["chance"] = {"key": chance.key.hex(), "at": chance.at, "barrier": chance.barrier}
    return position


def _start_at(game: Game[S], options: Options, origin: Origin, position: dict[str, Json], explain: bool) -> Match[S]:
    fields = {key: value for key, value in position.items() if key not in ("chance", "resume")}
    if "resume" in position:
        resume = table(position, "resume")
        unknown = set(resume) - {"from", "choices"}
        if unknown:
            raise BadPosition(f"resume.{sorted(unknown)[0]}: there is no such field")
        match = _begin(game, options, origin, table(resume, "from", "resume."), explain)
        _repeat(match, resume.get("choices"))
        reached = game.describe(match.state)
        for key, value in fields.items():
            if reached.get(key) != value:
                raise BadPosition(f"{key}: differs from where 'resume' leads; change it there or leave 'resume' out")
        return match
    return _begin(game, options, origin, position, explain)


def _begin(game: Game[S], options: Options, origin: Origin, position: dict[str, Json], explain: bool) -> Match[S]:
    """A match at a position between two passes of the flow."""
    opening = game.describe(game.new(options, Chance.from_seed(origin.seed)))
    fields = {key: value for key, value in position.items() if key != "chance"}
    chance = Chance.from_seed(origin.seed)
    if "chance" in position and origin.script is None:
        chance = chance_at(table(position, "chance"))
    chance.script = origin.script
    state = game.restore(options, merge(opening, fields), chance)
    broken = game.invariants(state)
    if broken:
        raise BadPosition(broken[0])
    return Match(game, options, state, explain)


def chance_at(fields: dict[str, Json]) -> Chance:
    """Chance as a position describes it."""
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
    """Make recorded choices again; those that the match takes by itself are compared."""
    if not isinstance(choices, list):
        raise BadPosition("resume.choices: takes a list of choices")
    for done, value in enumerate(choices):
        choice = as_choice(value)
        if done >= match.number:
            match.choose(choice)
        if match.history[done].choice != choice:
            raise BadPosition(f"resume.choices: {value!r} does not fit choice {done}")
