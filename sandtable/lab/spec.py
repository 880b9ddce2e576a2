"""What the lab plays: a match, a ladder or a comparison. It is written to `lab.json` before the first game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct, structs

from sandtable.disk import write
from sandtable.engine.errors import BadFile, SandtableError
from sandtable.engine.game import Game, Options, Value
from sandtable.engine.position import fingerprint
from sandtable.engine.state import State
from sandtable.engine.types import Json
from sandtable.players.levels import RANKS
from sandtable.version import VERSION

FILE: Final = "lab.json"
PLAYER_NAMES: Final = "ABCDEFGH"
"""The names of the players, which they keep when they change sides."""


class PlanMismatch(SandtableError):
    """The directory holds games of another plan."""


class MatchSpec(Struct, frozen=True, forbid_unknown_fields=True, tag="match", tag_field="lab"):
    """A lab match: many games of one variant between the same players."""

    command: str
    program: str
    game: str
    rules: int
    """The rules version."""
    pack: str
    """The hash of the component pack."""
    insight: str
    """The hash of the opponents' book and settings: after tuning they are different opponents."""
    mode: str
    """The mode that was asked for, if any."""
    options: dict[str, Value]
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    """Per seat, the number of its side."""
    levels: tuple[str, ...]
    """Per seat, the level of its player in the first game."""
    swap: bool
    """Whether the players change sides: then every seed is played once for each way of seating them."""
    games: int
    seed: str

    @property
    def games_per_seed(self) -> int:
        """How many games are played from one seed."""
        return max(self.sides) + 1 if self.swap else 1

    @property
    def solo(self) -> bool:
        """Whether all seats are on one side, against the game itself."""
        return max(self.sides) == 0

    def seed_of(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}/{number // self.games_per_seed}"

    def players_of(self, number: int) -> tuple[str, ...]:
        """Per seat, its player in a game; a player has all seats of a side."""
        turn = number % self.games_per_seed
        sides = max(self.sides) + 1
        return tuple(PLAYER_NAMES[(side + turn) % sides] for side in self.sides)

    def levels_of(self, number: int) -> tuple[str, ...]:
        """Per seat, the level of its player in a game."""
        if number % self.games_per_seed == 0:
            return self.levels
        return tuple(self.level_of(player) for player in self.players_of(number))

    def level_of(self, player: str) -> str:
        """The level of a player; several joined by + if its seats have different ones."""
        own = [level for side, level in zip(self.sides, self.levels, strict=True) if PLAYER_NAMES[side] == player]
        return "+".join(dict.fromkeys(own))


class Ladder(Struct, frozen=True, forbid_unknown_fields=True, tag="ladder", tag_field="lab"):
    """Each level against the one below it; in solo modes, each level alone. Each match has a folder of its name."""

    command: str
    matches: dict[str, MatchSpec]


class Comparison(Struct, frozen=True, forbid_unknown_fields=True, tag="compare", tag_field="lab"):
    """A variant of a game compared with the base, from the same seeds. Each match has a folder of its name."""

    command: str
    matches: dict[str, MatchSpec]


Plan = MatchSpec | Ladder | Comparison


def specify(
    game: Game[State],
    options: Options,
    levels: Sequence[str],
    games: int,
    seed: str,
    command: str = "",
    mode: str = "",
    swap: bool = False,
) -> MatchSpec:
    """The specification of a match, with the game's present rules, pack and books."""
    book = game.insights.of(options)
    priorities: dict[str, Json] = {name: dict(verbs) for name, verbs in book.priorities.items()}
    strengths: list[Json] = [
        [RANKS[level].iterations, book.random_choices.get(level, RANKS[level].blunder_rate)]
        for level in levels
        if level in RANKS
    ]
    looking: list[Json] = []
    if book.horizon:
        looking = [book.horizon, book.first_share, *(RANKS[level].far for level in levels if level in RANKS)]
        if book.horizon_lines:
            looking.append(book.horizon_lines)
    if book.plans:
        looking += [book.plans, book.plan_stages, *(RANKS[level].far for level in levels if level in RANKS)]
    if book.narrow:
        looking += [book.narrow, book.widest]
    for seat, shares in book.random_choices_of.items():
        looking += [[seat, level, shares[level]] for level in levels if level in shares]
    return MatchSpec(
        command=command,
        program=VERSION,
        game=game.slug,
        rules=game.version,
        pack=game.pack_hash,
        insight=fingerprint([dict(book.weights), priorities, book.patience, strengths, *looking]),
        mode=mode,
        options=dict(options),
        seats=game.seats(options),
        sides=game.sides(options),
        levels=tuple(levels),
        swap=swap,
        games=games,
        seed=seed,
    )


def identity(plan: Plan) -> str:
    """A short hash of what is played. It does not depend on the number of games, so that a match can be extended."""
    return fingerprint(msgspec.to_builtins(_identifying(plan)))[:8]


def write_plan(folder: Path, plan: Plan) -> None:
    """Write `lab.json`; refuse a directory that holds anything else."""
    if (folder / FILE).exists():
        check_plan(folder, plan)
    refuse_foreign_files(folder)
    write(folder / FILE, msgspec.json.format(msgspec.json.encode(plan), indent=2).decode() + "\n")


def refuse_foreign_files(folder: Path) -> None:
    """Refuse a directory that has files but no `lab.json`. Hidden files may be left over from a killed program."""
    if not folder.is_dir() or (folder / FILE).exists():
        return
    if any(not path.name.startswith(".") for path in folder.iterdir()):
        raise PlanMismatch(f"{folder}: there are files in it, but no {FILE}; choose an empty directory")


def check_plan(folder: Path, plan: Plan) -> None:
    """Refuse a directory that was made for another plan, and say what differs."""
    there, here = (dict(_flatten(msgspec.to_builtins(_identifying(one)))) for one in (read(folder), plan))
    for name in sorted(there.keys() | here.keys()):
        if there.get(name) != here.get(name):
            was, now = json.dumps(there.get(name)), json.dumps(here.get(name))
            raise PlanMismatch(f"{folder}: it holds other games: there, {name} is {was}; now, {now}")


def read(folder: Path) -> Plan:
    """The plan of a directory of results."""
    path = folder / FILE
    try:
        plan: Plan = msgspec.json.decode(path.read_bytes(), type=Plan)
        return plan
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise BadFile(f"{path}: {error}") from error


def _identifying(plan: Plan) -> Plan:
    """The plan without what may change when it is resumed: the command and the number of games."""
    if isinstance(plan, MatchSpec):
        return structs.replace(plan, command="", games=0)
    return structs.replace(plan, command="", matches={name: _identifying(spec) for name, spec in plan.matches.items()})


def _flatten(value: Json, name: str = "") -> Iterator[tuple[str, Json]]:
    """All values inside a JSON value, each with its path."""
    if not isinstance(value, dict):
        yield name, value
        return
    for key, inner in value.items():
        yield from _flatten(inner, f"{name}.{key}" if name else key)
