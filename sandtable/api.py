"""The Python interface: matches and opponents by name. `import sandtable` gives all of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

from sandtable import games, players
from sandtable.engine import match as engine
from sandtable.engine import replay as files
from sandtable.engine.chance import Chance, Scripted
from sandtable.engine.errors import (
    BadFile,
    BadOptions,
    BadPack,
    BadPosition,
    ChanceExhausted,
    ChanceMismatch,
    GameOver,
    IllegalChoice,
    NoUndo,
    SandtableError,
    UnknownSeat,
    VersionMismatch,
    WrongSeat,
)
from sandtable.engine.game import Game, Option, Options, Outcome
from sandtable.engine.ledger import Ledger, Rule
from sandtable.engine.scene import Scene
from sandtable.engine.start import Origin, position_of, random_seed, start, state_hash
from sandtable.engine.state import EVERYBODY, State
from sandtable.engine.types import Choice, Json
from sandtable.engine.words import LANGUAGES, Words
from sandtable.games import BadGame, UnknownGame, slugs
from sandtable.players.advice import Hint, hints
from sandtable.players.levels import UnknownLevel

__all__ = [
    "slugs",
    "new",
    "load",
    "replay",
    "player",
    "game",
    "rules",
    "Match",
    "Question",
    "Move",
    "Refusal",
    "Hint",
    "Outcome",
    "Scene",
    "Game",
    "Option",
    "Ledger",
    "Rule",
    "Agent",
    "Level",
    "Seat",
    "Choice",
    "SandtableError",
    "IllegalChoice",
    "WrongSeat",
    "GameOver",
    "NoUndo",
    "UnknownGame",
    "BadGame",
    "UnknownSeat",
    "UnknownLevel",
    "BadOptions",
    "BadPosition",
    "BadPack",
    "BadFile",
    "VersionMismatch",
    "ChanceExhausted",
    "ChanceMismatch",
]

S = TypeVar("S", bound=State)

Seat = str | int
"""A seat by its name, or by its number in `Match.seats`."""

Agent = Callable[["Match"], Choice]
"""Decides for the seat that is asked: it is called with the match and returns one of `match.choices`."""

Level = str | int
"""An opponent: 1 to 6, a rank such as "captain", or "random" or "greedy"."""


@dataclass(frozen=True)
class Question:
    """The decision that is to be made now."""

    number: int
    """How many decisions were made before it."""
    seat: str
    """Who decides."""
    prompt: str
    """The id of what is to be decided; `Match.prompt` says it in words."""
    rule: str
    """The id of the rule that asks, where there is one."""
    team: tuple[str, ...]
    """Other seats that may answer as well."""


class Move(NamedTuple):
    """A decision that was made."""

    seat: str
    choice: Choice
    auto: bool
    """Made by the match itself, because it was the only option and making it tells nothing."""


class Refusal(NamedTuple):
    """A choice that is not allowed now, and why."""

    choice: Choice
    rule: str
    """The id of the rule that refuses it."""
    text: str
    """What that rule says."""


class Match:
    """One game being played. Make one with `new`, `load`, `replay`, or from another one with `fork`.

    The match knows everything. An honest player looks only at `ask`, `choices`, and at the `scene` and `log` of its
    seat; what it cannot know is drawn at random in `determinized`.
    """

    def __init__(self, match: engine.Match[State], origin: Origin, lang: str = "en") -> None:
        self.engine = match
        """The engine's own match, for those who build upon it."""
        self.origin = origin
        """Seed, script and position that it began with."""
        self.lang = lang
        """The language of all texts: "en" or "hu"."""

    def __repr__(self) -> str:
        if self.engine.outcome is not None:
            how = "drawn" if self.engine.outcome.drawn else f"won by {' and '.join(self.winners) or 'nobody'}"
            return f"<{self.game.slug}: over, {how}>"
        ask = self.engine.asked()
        return f"<{self.game.slug}: {self.seats[ask.seat]} is asked '{ask.prompt}', {len(self.choices)} choices>"

    # ------------------------------------------------------------------ what is played

    @property
    def game(self) -> Game[State]:
        """The game that is played."""
        return self.engine.game

    @property
    def options(self) -> Options:
        """The game's options with their values."""
        return dict(self.engine.options)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.engine.seats

    # ------------------------------------------------------------------ what is asked

    @property
    def ask(self) -> Question | None:
        """The decision that is to be made now; None when the game is over."""
        ask = self.engine.ask
        if ask is None:
            return None
        team = tuple(name for seat, name in enumerate(self.seats) if ask.team >> seat & 1)
        return Question(self.engine.number, self.seats[ask.seat], ask.prompt, ask.rule, team)

    @property
    def prompt(self) -> str:
        """What is to be decided now, in words; empty when the game is over."""
        ask = self.engine.ask
        if ask is None:
            return ""
        words = self._words()
        return words.prompt(ask.prompt, self.engine.explained().facts if words.speaks_of_facts(ask.prompt) else {})

    @property
    def choices(self) -> list[Choice]:
        """All that may be chosen now."""
        return list(self.engine.choices)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.engine.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.engine.outcome

    @property
    def winners(self) -> tuple[str, ...]:
        """The seats that won; none while the game goes on, where it was drawn, or where it beat everybody."""
        outcome = self.engine.outcome
        return () if outcome is None else tuple(self.seats[seat] for seat in outcome.winners)

    @property
    def history(self) -> list[Move]:
        """All decisions so far."""
        return [Move(self.seats[made.seat], made.choice, made.auto) for made in self.engine.history]

    # ------------------------------------------------------------------ playing

    def choose(self, choice: Choice, seat: Seat | None = None) -> None:
        """Make a choice; with a seat, only if that one may answer. What is refused is an error and changes nothing."""
        self.engine.choose(choice, self._seat(seat))

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last choice; with a seat, only its own. Not once dice fell or something hidden was shown."""
        number = self._seat(seat)
        self.engine.undo(EVERYBODY if number is None else 1 << number)

    def play(self, players: Agent | Level | Mapping[Seat, Agent | Level], limit: int | None = None) -> Outcome | None:
        """Let players decide until the game is over, a seat without a player is asked, or `limit` choices were made.

        One player plays all seats; a mapping says who plays which. A level such as "captain" is seeded by the match, so
        that the same match plays the same game again. What a team is asked is left to its seats without a player, if it
        has any: they are yours.
        """
        seated = self._seated(players)
        yours = sum(1 << seat for seat in range(len(self.seats)) if seat not in seated)
        made = 0
        while self.engine.ask is not None and (limit is None or made < limit):
            agent = seated.get(self.engine.ask.answering(yours))
            if agent is None:
                break
            self.engine.choose(agent(self), self.engine.ask.seat)
            made += 1
        return self.engine.outcome

    def script(self, values: Sequence[Scripted] | None) -> None:
        """Say what chance gives next: a die's face, the id of what is drawn, a list of ids for a shuffle.

        When the script has run out, `ChanceExhausted` is raised; with None chance runs freely again.
        """
        self.engine.script(_script(values))

    # ------------------------------------------------------------------ looking

    def scene(self, seat: Seat | None = None) -> Scene:
        """The table as a seat, or without one a spectator, may see it."""
        return self.game.scene(self.engine.state, self._seat(seat))

    def log(self, seat: Seat | None = None, since: int = 0) -> list[str]:
        """What has happened, in words, as a seat or a spectator may read it; `since` leaves out lines already read."""
        words = self._words()
        return [words.line(line) for line in self.engine.lines(self._seat(seat))[since:]]

    def say(self, choice: Choice) -> str:
        """A choice in words."""
        return self._words().choice(choice)

    def why_not(self, about: Choice | str) -> list[Refusal]:
        """What the asked seat may not do now, by which rules.

        About a choice, the beginning of one such as `("assault",)`, or a thing on the table such as "unit:saxon".
        """
        ledger = self.game.ledger
        return [Refusal(choice, rule, ledger.text(rule, self.lang)) for choice, rule in self.engine.why_not(about)]

    def rule(self, name: str) -> str:
        """What the rule of an id says."""
        ledger = self.game.ledger
        if name not in ledger.rules:
            raise SandtableError(f"{self.game.slug} has no rule '{name}'")
        return ledger.text(name, self.lang)

    def hint(self, count: int = 3, iterations: int = 1000, budget_ms: int | None = None) -> list[Hint]:
        """The best choices for the asked seat, judged by what it may know; more iterations judge better."""
        self._kept("advised on")
        seed = f"{self.origin.seed}/hint/{self.engine.number}"
        return hints(self.engine, self.engine.asked().seat, seed, count, budget_ms, iterations)

    # ------------------------------------------------------------------ other matches made from this one

    def fork(self) -> Match:
        """A match of its own that continues from here, with the same chance to come."""
        self._kept("forked")
        return Match(self.engine.fork(explain=self.engine.log is not None, keep=True), self.origin, self.lang)

    def determinized(self, seat: Seat, seed: str | int) -> Match:
        """A match that continues from here, with everything that the seat cannot know drawn at random.

        It is for trying out one line of play: it keeps no history, so that it cannot be forked, undone or saved. The
        same seed draws the same world again.
        """
        self._kept("determinized")
        number = self.engine.seat_number(seat)
        return Match(self.engine.determinized(number, Chance.from_seed(str(seed))), self.origin, self.lang)

    # ------------------------------------------------------------------ keeping

    def position(self) -> dict[str, Json]:
        """The whole truth in names, as JSON; `new` takes it back (docs/positions.md)."""
        self._kept("described")
        return position_of(self.engine)

    def hash(self) -> str:
        """A short hash of everything that matters to how the match goes on."""
        return state_hash(self.engine)

    def save(self) -> str:
        """The text of a save file, which `load` reads."""
        self._kept("saved")
        return json.dumps(files.save(self.engine, self.origin), ensure_ascii=False)

    def record(self) -> str:
        """The text of a replay file, which `replay` reads: how the match began and every decision."""
        self._kept("recorded")
        return files.record(self.engine, self.origin).to_lines()

    # ------------------------------------------------------------------ what several of these need

    def _words(self) -> Words:
        return _words(self.game, self.lang)

    def _seat(self, seat: Seat | None) -> int | None:
        return None if seat is None else self.engine.seat_number(seat)

    def _seated(self, players: Agent | Level | Mapping[Seat, Agent | Level]) -> dict[int, Agent]:
        """By number of the seat, who plays it."""
        given = players if isinstance(players, Mapping) else dict.fromkeys(self.seats, players)
        seated: dict[int, Agent] = {}
        for seat, who in given.items():
            number = self.engine.seat_number(seat)
            seed = f"{self.origin.seed}/{self.seats[number]}/{self.engine.number}"
            seated[number] = player(who, seed) if isinstance(who, str | int) else who
        return seated

    def _kept(self, doing: str) -> None:
        """Refuse what needs the past in a match that keeps none."""
        if not self.engine.keep:
            raise SandtableError(f"a determinized match keeps no history: it cannot be {doing}")


def new(
    game: str | Game[S],
    *,
    seed: str | int | None = None,
    mode: str | None = None,
    options: Mapping[str, object] | None = None,
    position: Mapping[str, object] | None = None,
    script: Sequence[Scripted] | None = None,
    lang: str = "en",
    explain: bool = True,
) -> Match:
    """A new match of a game, such as "buda_1686".

    With the same `seed` chance is the same; without one nobody can guess it. `mode` is one of the game's named sets of
    options, `options` change single ones. A `position` in names may be partial (docs/positions.md). A `script` says
    what chance gives, as `Match.script` does. `lang` is "en" or "hu". Without `explain` there is no log, and play is a
    little quicker.
    """
    played = _game(game)
    origin = Origin(random_seed() if seed is None else str(seed), _script(script), _position(position))
    return Match(start(played, played.settle(options or {}, mode), origin, explain), origin, _language(lang))


def load(saved: str, game: Game[S] | None = None, lang: str = "en") -> Match:
    """The match of a save file's text, as it was; `game` is only needed for one that sandtable does not know."""
    fields = files.parse_save(saved)
    played = _game(str(fields.get("game")) if game is None else game)
    return Match(*files.load(played, fields), _language(lang))


def replay(recorded: str, game: Game[S] | None = None, lang: str = "en") -> Iterator[Match]:
    """Play the text of a replay file again, checking every hash: one match, at its start and after every choice."""
    read = files.Replay.from_lines(recorded)
    played = _game(str(read.header.get("game")) if game is None else game)
    _, origin = files.read_heading(read.header)
    spoken = _language(lang)
    return (Match(match, origin, spoken) for match in files.run(played, read))


def player(level: Level, seed: str | int | None = None, budget_ms: int | None = None) -> Agent:
    """One of our opponents: 1 ("recruit") to 6 ("marshal"), "greedy" or "random" (docs/opponents.md).

    With the same seed it makes the same choices; a budget limits how long it thinks, and then this is no longer so.
    """
    opponent = players.make(str(level), random_seed() if seed is None else str(seed), budget_ms)

    def agent(match: Match) -> Choice:
        match._kept("played by an opponent")
        return opponent.choose(match.engine, match.engine.asked().seat)

    return agent


def game(slug: str) -> Game[State]:
    """A game of sandtable: its options, modes, rules and what else the engine knows of it."""
    return games.load(slug)


def rules(slug: str) -> Ledger:
    """The rules of a game in words: `rules(slug).rules` by id, `rules(slug).text(id, lang)` what one says."""
    return games.load(slug).ledger


@lru_cache(maxsize=16)
def _words(played: Game[State], lang: str) -> Words:
    return Words(played, lang)


def _game(wanted: str | Game[S]) -> Game[State]:
    # Which kind of state a game has is nobody's business outside of it.
    return games.load(wanted) if isinstance(wanted, str) else cast("Game[State]", wanted)


def _language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise SandtableError(f"lang: there is no '{lang}'; there are {', '.join(LANGUAGES)}")
    return lang


def _script(values: Sequence[Scripted] | None) -> tuple[Scripted, ...] | None:
    return None if values is None else tuple(values)


def _position(fields: Mapping[str, object] | None) -> dict[str, Json] | None:
    """A position as JSON has it: saves and replays write it down."""
    try:
        position: dict[str, Json] | None = json.loads(json.dumps(fields))
    except (TypeError, ValueError) as error:
        raise BadPosition(f"this is not JSON: {error}") from error
    return position
