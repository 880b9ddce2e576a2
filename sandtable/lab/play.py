"""One game of a match, played from what its number says alone: never from the process, the order or the time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

from sandtable import games, players
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.state import State
from sandtable.lab.scribe import Details, Scribe
from sandtable.lab.spec import Spec


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game: a line of the journal. Tuples by seat are in the order of the match's seats."""

    game: int
    """Its number in the match."""
    seed: str
    players: tuple[str, ...]
    levels: tuple[str, ...]
    winners: tuple[str, ...]
    """The seats that won; none where the game beat everybody."""
    reason: str
    """The id of the rule that ended it."""
    scores: tuple[float, ...]
    decisions: int
    turns: int
    hash: str
    """Of the final position."""
    seconds: float
    """How long it took; the only thing that differs when it is played again."""
    details: Details


@dataclass(frozen=True)
class Job:
    """A game to be played: its match, by the name of its folder, and its number there."""

    match: str
    number: int

    def __str__(self) -> str:
        return f"game {self.number}" + (f" of {self.match}" if self.match else "")


@dataclass(frozen=True)
class Work:
    """All that a worker needs to know to play any job, wherever it is."""

    specs: dict[str, Spec]
    packs: dict[str, str]
    """The text of every pack that is not the game's own, by its hash."""

    def __call__(self, job: Job) -> Played:
        """Play a job's game."""
        spec = self.specs[job.match]
        try:
            return play(room(spec.game, self.packs.get(spec.pack)), spec, job.number)
        except Exception as error:
            error.add_note(f"in {job} ({spec.command}), seed {spec.seed_of(job.number)}")
            raise


@cache
def room(slug: str, pack: str | None) -> Game[State]:
    """A game, with another pack than its own where the text of one is given."""
    game = games.load(slug)
    if pack is None:
        return game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pack.toml"
        path.write_text(pack, encoding="utf-8")
        return game.with_pack(path)


def play(game: Game[State], spec: Spec, number: int) -> Played:
    """Play a game of a match to its end."""
    began = perf_counter()
    seed = spec.seed_of(number)
    match = start(game, spec.options, Origin(seed), explain=False)
    seated = [
        players.make(level, f"{seed}/{player}/{seat}")
        for level, player, seat in zip(spec.levels_of(number), spec.players_of(number), match.seats, strict=True)
    ]
    scribe = Scribe(match)
    while match.ask is not None:
        seat = match.ask.seat
        choice = seated[seat].choose(match, seat)
        scribe.note(seat, choice)
        match.choose(choice)
    return _played(match, spec, number, scribe.details(), perf_counter() - began)


def _played(match: Match[State], spec: Spec, number: int, details: Details, seconds: float) -> Played:
    assert match.outcome is not None
    return Played(
        game=number,
        seed=spec.seed_of(number),
        players=spec.players_of(number),
        levels=spec.levels_of(number),
        winners=tuple(match.seats[seat] for seat in match.outcome.winners),
        reason=match.outcome.reason,
        scores=match.outcome.scores,
        decisions=sum(not decision.auto for decision in match.history),
        turns=match.game.clock(match.state),
        hash=state_hash(match),
        seconds=round(seconds, 4),
        details=details,
    )
