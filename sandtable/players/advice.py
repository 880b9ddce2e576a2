"""Advice: which choices are best here, and where a recorded game was won and lost; for any game and any front end.

Everything is judged by what the seat in question could know at the time. A side's prospects in a position are what the
game's insight makes of it, averaged over worlds that the side may believe in. Every choice is first judged by where its
order leads; those that look doubtful are searched, and compared with what the search likes best in the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Generic

from sandtable.engine.chance import Chance
from sandtable.engine.game import Game, S
from sandtable.engine.insight import Insight
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay, run
from sandtable.engine.state import LogLine
from sandtable.engine.types import Choice, Fact
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.search import SearchPlayer, Thought
from sandtable.players.valuation import Judge

HINTS: Final = 3
"""Choices that a hint names unless told otherwise."""
ITERATIONS: Final = 1000
"""Iterations of search for a hint, and for the most doubtful choices of a recorded game."""
CLOSE: Final = 0.02
"""Choices whose prospects differ by less are as good as each other."""
CLEAR: Final = 0.1
"""A choice that is ahead of the next one by this much is clearly the best."""

SEED: Final = "analysis"
"""An analysis comes out the same every time."""
SURVEY: Final = 4
"""Worlds in which the survey of all choices tries every option."""
LOOKS: Final = ((32, 5), (8, 1))
"""How many of the most doubtful choices are searched, again and again, and with what part of the iterations."""
WORLDS: Final = 8
"""Worlds over which the prospects in a position are averaged."""
ROLLS: Final = 32
"""Worlds, each with rolls of its own, over which the prospects after a choice are averaged."""
CLOSER_LOOKS: Final = 20
"""The places where chance seems to have swung the game most, which are looked at again ..."""
CLOSER: Final = 8
"""... in so many times as many worlds."""
TOLD: Final = 5
"""Turning points of each kind that are told at most."""
NOTABLE: Final = 0.02
"""What a turning point must have cost or brought."""

Progress = Callable[[float], None]
"""Is told which part of the work is done, from 0 to 1."""


# ---------------------------------------------------------------------- hints


@dataclass(frozen=True)
class Hint:
    """One of the best choices."""

    choice: Choice
    win: float
    """The share of games that the asked seat may expect to win with it."""
    share: float
    """The share of the thought that was given to it."""


def hints(
    match: Match[S],
    seat: int,
    seed: str,
    count: int = HINTS,
    budget_ms: int | None = None,
    iterations: int = ITERATIONS,
) -> list[Hint]:
    """The best few options of the current ask, which is the seat's, best first; with a budget it thinks no longer."""
    thoughts = SearchPlayer(seed, iterations, budget_ms, _book(match)).think(match, seat)
    total = sum(thought.visits for thought in thoughts)
    tried = [thought for thought in thoughts[:count] if thought.visits]
    return [Hint(thought.choice, thought.worth, thought.visits / total) for thought in tried]


def verdict(best: list[Hint]) -> str:
    """How sure it is that the first of several hints is the best: 'clear', 'likely' or 'close'."""
    ahead = best[0].win - max((hint.win for hint in best[1:]), default=0.0)
    return "clear" if ahead >= CLEAR else "likely" if ahead >= CLOSE else "close"


# ---------------------------------------------------------------------- what an analysis says


@dataclass(frozen=True)
class Told:
    """A line of the log that the side in question could read."""

    key: str
    args: tuple[Fact, ...]
    rule: str


@dataclass(frozen=True)
class Moment:
    """A decision of a player, and how things stood once chance had answered it."""

    number: int
    """How many decisions were made before it."""
    turn: int
    seat: str
    choice: Choice | None
    """None where it is not for the eyes of the reader."""
    win: dict[str, float]
    """By side, the share of games that it could then expect to win, by what it knew."""


@dataclass(frozen=True)
class Blunder:
    """A choice that cost its side something, and what would have been better."""

    number: int
    turn: int
    seat: str
    choice: Choice
    win: float
    better: Choice
    better_win: float
    lines: tuple[Told, ...]
    """What was told from this choice to the next."""


@dataclass(frozen=True)
class Surprise:
    """A decision that was answered by dice, draws or something hidden otherwise than a side could expect."""

    number: int
    turn: int
    seat: str
    """The side whose luck it was."""
    chooser: str
    choice: Choice
    expected: float
    came: float
    lines: tuple[Told, ...]
    """What was told from this decision to the next."""

    @property
    def swing(self) -> float:
        return abs(self.came - self.expected)


@dataclass(frozen=True)
class Analysis:
    """How a recorded game went."""

    game: str
    seats: tuple[str, ...]
    eyes: tuple[str, ...]
    """The sides by whose knowledge it is judged."""
    winners: tuple[str, ...] | None
    """None while the game is not finished."""
    decisions: int
    forced: int
    """Decisions that left no choice, which are not judged."""
    judged: int
    """Choices of these sides, each of which was judged."""
    thought_over: int
    """The most doubtful ones, which were searched with all iterations."""
    iterations: int
    start: dict[str, float]
    """What each side could expect when the game began."""
    moments: tuple[Moment, ...]
    blunders: tuple[Blunder, ...]
    """The worst ones, in the order of the game."""
    surprises: tuple[Surprise, ...]
    """The greatest ones, in the order of the game."""


# ---------------------------------------------------------------------- making an analysis


@dataclass(frozen=True)
class Case(Generic[S]):
    """A decision that is looked at: the match before it and after it."""

    before: Match[S]
    after: Match[S]
    seat: int
    choice: Choice
    lines: list[LogLine]
    """What was told from this decision to the next."""

    @property
    def number(self) -> int:
        return self.before.number

    @property
    def turn(self) -> int:
        return self.before.game.clock(self.before.state)

    @property
    def name(self) -> str:
        """The name of the seat that decided."""
        return self.before.seats[self.seat]

    @property
    def forced(self) -> bool:
        return len(self.before.choices) == 1

    @property
    def chanced(self) -> bool:
        """Whether anything was rolled, drawn or shown."""
        return self.after.state.chance.barrier != self.before.state.chance.barrier

    def told(self, seat: int) -> tuple[Told, ...]:
        """What a seat could read of it."""
        return tuple(Told(line.key, line.args, line.rule) for line in self.lines if line.readable(seat))


@dataclass(frozen=True)
class Doubt(Generic[S]):
    """What a search thinks of a choice, and of the option that it likes best."""

    case: Case[S]
    own: Thought
    best: Thought

    @property
    def loss(self) -> float:
        return self.best.worth - self.own.worth


def analyse(
    game: Game[S],
    recorded: Replay,
    iterations: int = ITERATIONS,
    eyes: int | None = None,
    progress: Progress = lambda part: None,
) -> Analysis:
    """Judge a recorded game by what every side, or (with `eyes`) only one seat, could know."""
    positions = run(game, recorded)
    match = next(positions)
    analyst = Analyst(match, eyes)
    for match in positions:
        analyst.look(match)
        progress(match.number / len(recorded.moves) / 2)
    analysis = analyst.report(match, iterations, lambda part: progress((1 + part) / 2))
    progress(1.0)
    return analysis


class Analyst(Generic[S]):
    """Follows a game from position to position, and judges it."""

    def __init__(self, match: Match[S], eyes: int | None) -> None:
        self.judge = Judge(match.game, match.options, _book(match))
        self.eyes = tuple(range(len(match.seats))) if eyes is None else (eyes,)
        self.before = match.fork(keep=True)
        self.lines = _log_length(match)
        self.start = self._prospects(self.before)
        self.moments: list[Moment] = []
        self.doubts: list[tuple[float, Case[S]]] = []
        """Choices, and by how much the survey takes another option to be better."""
        self.swings: list[tuple[float, Case[S]]] = []
        """Decisions that chance answered, and by how much it seems to have swung the game."""
        self.chosen = 0
        """Decisions that left a choice."""

    def look(self, match: Match[S]) -> None:
        """The match has gone on by a decision of a player."""
        before, after = self.before, match.fork(keep=True)
        decision = match.history[before.number]
        lines = [] if match.log is None else match.log.lines[self.lines :]
        case = Case(before, after, decision.seat, decision.choice, lines)
        self.before, self.lines = after, _log_length(match)
        own = case.seat in self.eyes
        choice = case.choice if own else None
        self.moments.append(Moment(case.number, case.turn, case.name, choice, self._prospects(after)))
        self.chosen += not case.forced
        if own and not case.forced:
            self.doubts.append((_survey(case), case))
        if case.chanced:
            self.swings.append((self._surprise(case, 1).swing, case))

    def report(self, match: Match[S], iterations: int, progress: Progress) -> Analysis:
        """All that is to be said when the match has come to the last recorded position."""
        outcome = match.outcome
        doubts = self._most_doubtful(iterations, progress)
        return Analysis(
            game=match.game.slug,
            seats=match.seats,
            eyes=tuple(match.seats[seat] for seat in self.eyes),
            winners=None if outcome is None else tuple(match.seats[seat] for seat in outcome.winners),
            decisions=match.number,
            forced=match.number - self.chosen,
            judged=len(self.doubts),
            thought_over=len(doubts),
            iterations=iterations,
            start=self.start,
            moments=tuple(self.moments),
            blunders=_blunders(doubts),
            surprises=self._surprises(outcome is not None),
        )

    def _most_doubtful(self, iterations: int, progress: Progress) -> list[Doubt[S]]:
        """The choices that look worst, each time looked at more closely."""
        losses = self.doubts
        doubts: list[Doubt[S]] = []
        for look, (count, part) in enumerate(LOOKS):
            worst = sorted(losses, key=lambda pair: -pair[0])[:count]
            doubts = []
            for _, case in worst:
                doubts.append(_doubt(case, max(1, iterations // part)))
                progress((look + len(doubts) / len(worst)) / len(LOOKS))
            losses = [(doubt.loss, doubt.case) for doubt in doubts]
        return doubts

    def _surprises(self, finished: bool) -> tuple[Surprise, ...]:
        """Where chance swung the game most. What others decided may only be told when the game is over."""
        swings = [(swing, case) for swing, case in self.swings if finished or case.seat in self.eyes]
        swings.sort(key=lambda pair: -pair[0])
        closer = [self._surprise(case, CLOSER) for _, case in swings[:CLOSER_LOOKS]]
        closer.sort(key=lambda surprise: -surprise.swing)
        told = [surprise for surprise in closer[:TOLD] if surprise.swing >= NOTABLE]
        return tuple(sorted(told, key=lambda surprise: surprise.number))

    def _surprise(self, case: Case[S], times: int) -> Surprise:
        """What chance made of a decision, as the seat that decided saw it, or else the one whose eyes we have."""
        seat = case.seat if case.seat in self.eyes else self.eyes[0]
        came = self._prospect(case.after, seat, WORLDS * times)
        expected = self._expected(case, seat, ROLLS * times, came)
        side = case.before.seats[seat]
        return Surprise(case.number, case.turn, side, case.name, case.choice, expected, came, case.told(seat))

    # ------------------------------------------------------------------ prospects

    def _prospects(self, match: Match[S]) -> dict[str, float]:
        """What each side may expect of a position."""
        return {match.seats[seat]: self._prospect(match, seat, WORLDS) for seat in self.eyes}

    def _prospect(self, match: Match[S], seat: int, worlds: int) -> float:
        """What a side may expect of a position, on average over worlds that it may believe in."""
        chance = _chance(match)
        wins = []
        for _ in range(worlds):
            state = match.game.copy(match.state)
            match.game.determinize(state, seat, chance)
            wins.append(self._win(match.game, state, seat))
        return fmean(wins)

    def _expected(self, case: Case[S], seat: int, rolls: int, otherwise: float) -> float:
        """What a side may expect once a decision is made, before chance answers, in the worlds that allow it."""
        chance = _chance(case.before)
        wins = []
        for _ in range(rolls):
            twin = case.before.determinized(seat, chance.fresh())
            if case.choice in twin.choices:
                twin.take(case.choice)
                wins.append(self._win(twin.game, twin.state, seat))
        return fmean(wins) if wins else otherwise

    def _win(self, game: Game[S], state: S, seat: int) -> float:
        outcome = game.outcome(state)
        return self.judge.worth(game, state, seat) if outcome is None else float(seat in outcome.winners)


def _survey(case: Case[S]) -> float:
    """By how much another option seems to be better than what was chosen."""
    options = case.before.choices
    player = GreedyPlayer(f"{SEED}/{case.number}", evaluations=SURVEY * len(options))
    totals = player.totals(case.before, case.seat)
    return (max(totals) - totals[options.index(case.choice)]) / SURVEY


def _doubt(case: Case[S], iterations: int) -> Doubt[S]:
    """What a search likes best, and how it compares with what was chosen when it has only these two to think of."""
    seed = f"{SEED}/{case.number}"
    book = _book(case.before)
    best = SearchPlayer(seed, iterations, book=book).think(case.before, case.seat)[0]
    if best.choice == case.choice:
        return Doubt(case, best, best)
    duel = case.before.fork(keep=True)
    duel.choices = [case.choice, best.choice]
    rivals = {thought.choice: thought for thought in SearchPlayer(seed, iterations, book=book).think(duel, case.seat)}
    return Doubt(case, rivals[case.choice], rivals[best.choice])


def _blunders(doubts: list[Doubt[S]]) -> tuple[Blunder, ...]:
    """The choices that cost most, in the order of the game."""
    worst = sorted(doubts, key=lambda doubt: -doubt.loss)[:TOLD]
    told = [_blunder(doubt) for doubt in worst if doubt.loss >= NOTABLE]
    return tuple(sorted(told, key=lambda blunder: blunder.number))


def _blunder(doubt: Doubt[S]) -> Blunder:
    case, own, best = doubt.case, doubt.own, doubt.best
    lines = case.told(case.seat)
    return Blunder(case.number, case.turn, case.name, case.choice, own.worth, best.choice, best.worth, lines)


def _book(match: Match[S]) -> Insight:
    """What people are told is judged by the book whose estimates come true."""
    return match.game.insights.of(match.options).forecasting()


def _chance(match: Match[S]) -> Chance:
    """The worlds in which a position is looked at are always the same."""
    return Chance.from_seed(f"{SEED}/{match.number}")


def _log_length(match: Match[S]) -> int:
    return 0 if match.log is None else len(match.log.lines)
