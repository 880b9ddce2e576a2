"""What the lab is asked to play. It is written down as `lab.json` before the first game, and results never mix."""

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
NAMES: Final = "ABCDEFGH"
"""What players are called: they change sides, their names stay."""


class OtherGames(SandtableError):
    """A directory holds games of another kind than those that would be added."""


class Spec(Struct, frozen=True, forbid_unknown_fields=True, tag="match", tag_field="lab"):
    """One match: many games of one variant between the same players."""

    command: str
    program: str
    game: str
    rules: int
    """The rules version."""
    pack: str
    """The hash of the component pack."""
    insight: str
    """The hash of what the opponents know of the game and how long they think: tuned anew, they are others."""
    mode: str
    """The named set of options that was asked for, if any."""
    options: dict[str, Value]
    seats: tuple[str, ...]
    sides: tuple[int, ...]
    """Per seat, the number of its side."""
    levels: tuple[str, ...]
    """Per seat, the level of who sits there in the first game."""
    swap: bool
    """Whether each seed is played once each way round, the players changing sides."""
    games: int
    seed: str

    @property
    def ways(self) -> int:
        """How many games begin from one seed."""
        return max(self.sides) + 1 if self.swap else 1

    @property
    def solo(self) -> bool:
        """Whether everybody is on one side, against the game itself."""
        return max(self.sides) == 0

    def seed_of(self, number: int) -> str:
        """The seed of a game."""
        return f"{self.seed}/{number // self.ways}"

    def players_of(self, number: int) -> tuple[str, ...]:
        """Per seat, the player who sits there in a game; a player has all the seats of a side."""
        turn = number % self.ways
        sides = max(self.sides) + 1
        return tuple(NAMES[(side + turn) % sides] for side in self.sides)

    def levels_of(self, number: int) -> tuple[str, ...]:
        """Per seat, the level of who sits there in a game."""
        if number % self.ways == 0:
            return self.levels
        return tuple(self.level_of(player) for player in self.players_of(number))

    def level_of(self, player: str) -> str:
        """The level of a player; levels joined where those on its side differ."""
        own = [level for side, level in zip(self.sides, self.levels, strict=True) if NAMES[side] == player]
        return "+".join(dict.fromkeys(own))


class Ladder(Struct, frozen=True, forbid_unknown_fields=True, tag="ladder", tag_field="lab"):
    """Each level against the one below it; in solo modes each by itself. The matches lie in folders by these names."""

    command: str
    matches: dict[str, Spec]


class Comparison(Struct, frozen=True, forbid_unknown_fields=True, tag="compare", tag_field="lab"):
    """A variant of a game beside the base, from the same seeds; the matches lie in folders by these names."""

    command: str
    matches: dict[str, Spec]


Plan = Spec | Ladder | Comparison


def specify(
    game: Game[State],
    options: Options,
    levels: Sequence[str],
    games: int,
    seed: str,
    command: str = "",
    mode: str = "",
    swap: bool = False,
) -> Spec:
    """A match of a game as it stands now."""
    book = game.insights.of(options)
    known: dict[str, Json] = {name: dict(verbs) for name, verbs in book.priorities.items()}
    thought: list[Json] = [[RANKS[level].iterations, RANKS[level].blunder_rate] for level in levels if level in RANKS]
    return Spec(
        command=command,
        program=VERSION,
        game=game.slug,
        rules=game.version,
        pack=game.pack_hash,
        insight=fingerprint([dict(book.weights), known, book.patience, thought]),
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
    """A short hash of what is played: the same for a match that is only to go on further."""
    return fingerprint(msgspec.to_builtins(_lasting(plan)))[:8]


def keep(folder: Path, plan: Plan) -> None:
    """Write down what will be played, unless the directory holds anything else."""
    if (folder / FILE).exists():
        check(folder, plan)
    refuse_strange(folder)
    write(folder / FILE, msgspec.json.format(msgspec.json.encode(plan), indent=2).decode() + "\n")


def refuse_strange(folder: Path) -> None:
    """Refuse a directory with files that are none of ours. Hidden ones are left by a program that was killed."""
    if not folder.is_dir() or (folder / FILE).exists():
        return
    if any(not path.name.startswith(".") for path in folder.iterdir()):
        raise OtherGames(f"{folder}: there are files in it, but no {FILE}; choose an empty directory")


def check(folder: Path, plan: Plan) -> None:
    """Refuse a directory that holds anything else, and say what differs."""
    there, here = (dict(_facts(msgspec.to_builtins(_lasting(one)))) for one in (read(folder), plan))
    for name in sorted(there.keys() | here.keys()):
        if there.get(name) != here.get(name):
            was, now = json.dumps(there.get(name)), json.dumps(here.get(name))
            raise OtherGames(f"{folder}: it holds other games: there, {name} is {was}; now, {now}")


def read(folder: Path) -> Plan:
    """What a directory of results was made for."""
    path = folder / FILE
    try:
        plan: Plan = msgspec.json.decode(path.read_bytes(), type=Plan)
        return plan
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except msgspec.DecodeError as error:
        raise BadFile(f"{path}: {error}") from error


def _lasting(plan: Plan) -> Plan:
    """A plan without what may change when it is taken up again: how it was asked for, and how far it shall go."""
    if isinstance(plan, Spec):
        return structs.replace(plan, command="", games=0)
    return structs.replace(plan, command="", matches={name: _lasting(spec) for name, spec in plan.matches.items()})


def _facts(value: Json, name: str = "") -> Iterator[tuple[str, Json]]:
    """All facts in a JSON value by names that say where they stand."""
    if not isinstance(value, dict):
        yield name, value
        return
    for key, inner in value.items():
        yield from _facts(inner, f"{name}.{key}" if name else key)
