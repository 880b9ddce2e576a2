"""Playing one game of a lab match. It depends only on the match and the game's number, never on process or time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from msgspec import Struct

from sandtable import games, players
from sandtable.engine.game import Game, Outcome
from sandtable.engine.match import Match
from sandtable.engine.start import Origin, start, state_hash
from sandtable.engine.state import State
from sandtable.lab.recorder import Details, GameRecorder
from sandtable.lab.spec import MatchSpec
from sandtable.players.evaluation import win_shares


class GameRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A finished game, as it stands in the journal. Tuples by seat are in the order of the match's seats."""

    game: int
    """Its number in the match."""
    seed: str
    players: tuple[str, ...]
    levels: tuple[str, ...]
    winners: tuple[str, ...]
    """The seats that won; empty if the game itself won, or if it was a draw."""
    reason: str
    """The id of the rule that ended it."""
    scores: tuple[float, ...]
    decisions: int
    turns: int
    hash: str
    """Of the final position."""
    seconds: float
    """How long it took: the only field that changes if the game is played again."""
    details: Details
    points: tuple[int, ...] = ()
    """What each seat scored, where the game counts points."""
    drawn: bool = False
    shares: tuple[float, ...] = ()
    """Per seat, its side's part of the win, where sides share it or it was a draw; else the winners have it all."""

    def share_of(self, at: int, seat: str) -> float:
        """The part of the win that a seat's side has, of the seat with this number and name."""
        return self.shares[at] if self.shares else float(seat in self.winners)


@dataclass(frozen=True)
class GameJob:
    """A game to be played: the name of its match (a folder) and its number in it."""

    match: str
    number: int

    def __str__(self) -> str:
        return f"game {self.number}" + (f" of {self.match}" if self.match else "")


@dataclass(frozen=True)
class GameWork:
    """Plays jobs. It carries all that a worker needs, so that it can be sent to another process or machine."""

    specs: dict[str, MatchSpec]
    packs: dict[str, str]
    """By hash: the text of every pack that is not the game's own."""

    def __call__(self, job: GameJob) -> GameRecord:
        """Play the game of a job."""
        spec = self.specs[job.match]
        try:
            return play(load_game(spec.game, self.packs.get(spec.pack)), spec, job.number)
        except Exception as error:
            error.add_note(f"in {job} ({spec.command}), seed {spec.seed_of(job.number)}")
            raise


@cache
def load_game(slug: str, pack: str | None) -> Game[State]:
    """Load a game; with another pack than its own, if a text is given."""
    game = games.load(slug)
    if pack is None:
        return game
    with TemporaryDirectory() as folder:
        path = Path(folder) / "pack.toml"
        path.write_text(pack, encoding="utf-8")
        return game.with_pack(path)


def play(game: Game[State], spec: MatchSpec, number: int) -> GameRecord:
    """Play one game of a match to its end."""
    began = perf_counter()
    seed = spec.seed_of(number)
    match = start(game, spec.options, Origin(seed), explain=False)
    seated = [
        players.make(level, f"{seed}/{player}/{seat}")
        for level, player, seat in zip(spec.levels_of(number), spec.players_of(number), match.seats, strict=True)
    ]
    recorder = GameRecorder(match)
    while match.ask is not None:
        seat = match.ask.seat
        choice = seated[seat].choose(match, seat)
        recorder.record(seat, choice)
        match.choose(choice)
    return _played(match, spec, number, recorder.details(), perf_counter() - began)


def _played(match: Match[State], spec: MatchSpec, number: int, details: Details, seconds: float) -> GameRecord:
    assert match.outcome is not None
    return GameRecord(
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
        points=match.outcome.points,
        drawn=match.outcome.drawn,
        shares=_shares(match.outcome, spec.sides),
    )


def _shares(outcome: Outcome, sides: tuple[int, ...]) -> tuple[float, ...]:
    """Per seat, its side's part of the win; nothing if it need not be told, because one side has it all or nobody."""
    by_side = win_shares(outcome, sides)
    told = any(0.0 < share < 1.0 for share in by_side)
    return tuple([by_side[side] for side in sides]) if told else ()
