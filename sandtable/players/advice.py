"""Advice for people: hints (the best choices here) and analyses (where a recorded game was won and lost).

It works for any game and any user interface. Everything is judged by what the seat in question could know at the time:
the value of a position for a side is averaged over worlds, in which everything hidden from the side is drawn at random.
An analysis first compares every choice with its alternatives in a quick survey; the most doubtful choices are then
searched and compared with what the search prefers, in the same worlds.
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
from sandtable.players.evaluation import Evaluator, win_shares
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.search import SearchPlayer, Thought

HINT_COUNT: Final = 3
"""Choices in a hint, unless the caller says otherwise."""
ITERATIONS: Final = 1000
"""Iterations of the search for a hint, and for the most doubtful choices of an analysis."""
CLOSE_MARGIN: Final = 0.02
"""Choices whose values differ by less are called equally good."""
CLEAR_MARGIN: Final = 0.1
"""A choice that is ahead of the next one by this much is called clearly the best."""

SEED: Final = "analysis"
"""The seed is fixed, so that an analysis can be repeated."""
SURVEY_WORLDS: Final = 4
"""Worlds in which the survey tries every option."""
SEARCH_STAGES: Final = ((32, 5), (8, 1))
"""Each stage: how many of the most doubtful choices are searched, and by what the number of iterations is divided."""
POSITION_WORLDS: Final = 8
"""Worlds over which the value of a position is averaged."""
CHOICE_WORLDS: Final = 32
"""Worlds, each with its own dice, over which the value of a choice is averaged before chance answers it."""
RECHECKED_SWINGS: Final = 20
"""The largest swings of luck, which are measured again ..."""
RECHECK_FACTOR: Final = 8
"""... in this many times as many worlds."""
MAX_TURNING_POINTS: Final = 5
"""Turning points of each kind (blunders, surprises) that an analysis names at most."""
MIN_CHANGE: Final = 0.02
"""The smallest change of value that makes a turning point."""

Progress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


# ---------------------------------------------------------------------- hints


@dataclass(frozen=True)
class Hint:
    """One of the best choices."""

    choice: Choice
    win: float
    """The share of games that the asked seat may expect to win with it."""
    share: float
    """The share of the search's iterations that were spent on it."""


def hints(
    match: Match[S],
    seat: int,
    seed: str,
    count: int = HINT_COUNT,
    budget_ms: int | None = None,
    iterations: int = ITERATIONS,
) -> list[Hint]:
    """The best options of the current ask, which must be for this seat; with a budget it thinks at most that long."""
    thoughts = SearchPlayer(seed, iterations, budget_ms, _book(match)).think(match, seat)
    total = sum(thought.visits for thought in thoughts)
    tried = [thought for thought in thoughts[:count] if thought.visits]
    return [Hint(thought.choice, thought.value, thought.visits / total) for thought in tried]


def verdict(best: list[Hint]) -> str:
    """How certain it is that the first hint is the best choice: 'clear', 'likely' or 'close'."""
    ahead = best[0].win - max((hint.win for hint in best[1:]), default=0.0)
    return "clear" if ahead >= CLEAR_MARGIN else "likely" if ahead >= CLOSE_MARGIN else "close"


# ---------------------------------------------------------------------- the contents of an analysis


@dataclass(frozen=True)
class ReportLine:
    """A line of the log that the side in question may read."""

    key: str
    args: tuple[Fact, ...]
    rule: str


@dataclass(frozen=True)
class Moment:
    """A decision of a player, and the sides' chances after it, once chance had answered it."""

    number: int
    """How many decisions came before it."""
    turn: int
    seat: str
    choice: Choice | None
    """None if the reader may not know it."""
    win: dict[str, float]
    """By side: the share of games that it could expect to win, by what it knew."""


@dataclass(frozen=True)
class Blunder:
    """A choice that lowered its side's chances, and a better one."""

    number: int
    turn: int
    seat: str
    choice: Choice
    win: float
    better: Choice
    better_win: float
    lines: tuple[ReportLine, ...]
    """The log from this choice to the next."""


@dataclass(frozen=True)
class Surprise:
    """A decision whose result, by dice, draws or something hidden, was better or worse than its side could expect."""

    number: int
    turn: int
    seat: str
    """The side that was lucky or unlucky."""
    chooser: str
    choice: Choice
    expected: float
    came: float
    """The share of games it could expect to win after the decision: `expected` before its result, `came` with it."""
    lines: tuple[ReportLine, ...]
    """The log from this decision to the next."""

    @property
    def swing(self) -> float:
        return abs(self.came - self.expected)


@dataclass(frozen=True)
class Analysis:
    """Where a recorded game was won and lost: what `analyse --json` prints (documented in docs/advice.md)."""

    game: str
    seats: tuple[str, ...]
    eyes: tuple[str, ...]
    """The sides whose knowledge is used."""
    winners: tuple[str, ...] | None
    """None while the game is not finished."""
    drawn: bool
    decisions: int
    forced: int
    """Decisions with a single option, which are not judged."""
    judged: int
    """Decisions of these sides that were judged."""
    thought_over: int
    """The most doubtful of them, which were searched with all iterations."""
    iterations: int
    even: float
    """What each side would win if all were equal: 1/n of n sides; one half for a side alone against the game."""
    start: dict[str, float]
    """By side: the share of games that it could expect to win when the game began."""
    moments: tuple[Moment, ...]
    blunders: tuple[Blunder, ...]
    """The worst ones, in order of play."""
    surprises: tuple[Surprise, ...]
    """The largest ones, in order of play."""


# ---------------------------------------------------------------------- making an analysis


@dataclass(frozen=True)
class RecordedDecision(Generic[S]):
    """A decision of the recorded game, with the match before and after it."""

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
        """The seat that decided."""
        return self.before.seats[self.seat]

    @property
    def forced(self) -> bool:
        return len(self.before.choices) == 1

    @property
    def chanced(self) -> bool:
        """Whether anything was rolled, drawn or revealed."""
        return self.after.state.chance.barrier != self.before.state.chance.barrier

    def report(self, seat: int) -> tuple[ReportLine, ...]:
        """The log lines that a seat may read."""
        return tuple(ReportLine(line.key, line.args, line.rule) for line in self.lines if line.readable(seat))


@dataclass(frozen=True)
class SearchedDecision(Generic[S]):
    """The search's estimates of the choice made and of the best option."""

    decision: RecordedDecision[S]
    own: Thought
    best: Thought

    @property
    def loss(self) -> float:
        return self.best.value - self.own.value


def analyse(
    game: Game[S],
    recorded: Replay,
    iterations: int = ITERATIONS,
    eyes: int | None = None,
    progress: Progress = lambda part: None,
) -> Analysis:
    """Judge a recorded game by what every side could know, or only one seat (`eyes`)."""
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
    """Goes through a game decision by decision, and judges it."""

    def __init__(self, match: Match[S], eyes: int | None) -> None:
        self.evaluator = Evaluator(match.game, match.options, _book(match))
        self.eyes = tuple(range(len(match.seats))) if eyes is None else (eyes,)
        self.before = match.fork(keep=True)
        self.lines = _log_length(match)
        self.start = self._values(self.before)
        self.moments: list[Moment] = []
        self.surveyed: list[tuple[float, RecordedDecision[S]]] = []
        """Decisions, each with how much better another option seems by the survey."""
        self.swings: list[tuple[float, RecordedDecision[S]]] = []
        """Decisions that chance answered, each with the size of the swing."""
        self.unforced = 0
        """Decisions with more than one option."""

    def look(self, match: Match[S]) -> None:
        """Judge the next decision; `match` is the match after it."""
        before, after = self.before, match.fork(keep=True)
        last = match.history[before.number]
        lines = [] if match.log is None else match.log.lines[self.lines :]
        decision = RecordedDecision(before, after, last.seat, last.choice, lines)
        self.before, self.lines = after, _log_length(match)
        own = decision.seat in self.eyes
        choice = decision.choice if own else None
        self.moments.append(Moment(decision.number, decision.turn, decision.name, choice, self._values(after)))
        self.unforced += not decision.forced
        if own and not decision.forced:
            self.surveyed.append((_survey(decision), decision))
        if decision.chanced:
            self.swings.append((self._surprise(decision, 1).swing, decision))

    def report(self, match: Match[S], iterations: int, progress: Progress) -> Analysis:
        """The analysis, once the match has reached the last recorded position."""
        outcome = match.outcome
        searched = self._most_doubtful(iterations, progress)
        return Analysis(
            game=match.game.slug,
            seats=match.seats,
            eyes=tuple(match.seats[seat] for seat in self.eyes),
            winners=None if outcome is None else tuple(match.seats[seat] for seat in outcome.winners),
            drawn=outcome is not None and outcome.drawn,
            decisions=match.number,
            forced=match.number - self.unforced,
            judged=len(self.surveyed),
            thought_over=len(searched),
            iterations=iterations,
            even=1.0 / max(2, self.evaluator.side_count),
            start=self.start,
            moments=tuple(self.moments),
            blunders=_blunders(searched),
            surprises=self._surprises(outcome is not None),
        )

    def _most_doubtful(self, iterations: int, progress: Progress) -> list[SearchedDecision[S]]:
        """The choices that look worst, searched in stages: fewer choices and more iterations each time."""
        losses = self.surveyed
        searched: list[SearchedDecision[S]] = []
        for stage, (count, divisor) in enumerate(SEARCH_STAGES):
            worst = sorted(losses, key=lambda pair: -pair[0])[:count]
            searched = []
            for _, decision in worst:
                searched.append(_searched(decision, max(1, iterations // divisor)))
                progress((stage + len(searched) / len(worst)) / len(SEARCH_STAGES))
            losses = [(each.loss, each.decision) for each in searched]
        return searched

    def _surprises(self, finished: bool) -> tuple[Surprise, ...]:
        """The largest swings of luck. Before the game is over, decisions of other seats stay secret."""
        swings = [(swing, decision) for swing, decision in self.swings if finished or decision.seat in self.eyes]
        swings.sort(key=lambda pair: -pair[0])
        rechecked = [self._surprise(decision, RECHECK_FACTOR) for _, decision in swings[:RECHECKED_SWINGS]]
        rechecked.sort(key=lambda surprise: -surprise.swing)
        largest = [surprise for surprise in rechecked[:MAX_TURNING_POINTS] if surprise.swing >= MIN_CHANGE]
        return tuple(sorted(largest, key=lambda surprise: surprise.number))

    def _surprise(self, decision: RecordedDecision[S], factor: int) -> Surprise:
        """What chance made of a decision, for the seat that decided if its knowledge is used, else for the first."""
        seat = decision.seat if decision.seat in self.eyes else self.eyes[0]
        came = self._value(decision.after, seat, POSITION_WORLDS * factor)
        expected = self._expected(decision, seat, CHOICE_WORLDS * factor, came)
        side = decision.before.seats[seat]
        return Surprise(
            decision.number, decision.turn, side, decision.name, decision.choice, expected, came, decision.report(seat)
        )

    # ------------------------------------------------------------------ values

    def _values(self, match: Match[S]) -> dict[str, float]:
        """By side: the value of a position."""
        return {match.seats[seat]: self._value(match, seat, POSITION_WORLDS) for seat in self.eyes}

    def _value(self, match: Match[S], seat: int, worlds: int) -> float:
        """The value of a position for a side, averaged over worlds."""
        chance = _chance(match)
        wins = []
        for _ in range(worlds):
            state = match.state.copy()
            match.game.determinize(state, seat, chance)
            wins.append(self._win(match.game, state, seat))
        return fmean(wins)

    def _expected(self, decision: RecordedDecision[S], seat: int, worlds: int, default: float) -> float:
        """The value of a decision before chance answers it, averaged over worlds in which it is possible."""
        chance = _chance(decision.before)
        wins = []
        for _ in range(worlds):
            simulation = decision.before.determinized(seat, chance.fresh())
            if decision.choice in simulation.choices:
                simulation.choose_unchecked(decision.choice)
                wins.append(self._win(simulation.game, simulation.state, seat))
        return fmean(wins) if wins else default

    def _win(self, game: Game[S], state: S, seat: int) -> float:
        outcome = game.outcome(state)
        if outcome is not None:
            return win_shares(outcome, self.evaluator.sides)[self.evaluator.sides[seat]]
        return self.evaluator.value(game, state, seat)


def _survey(decision: RecordedDecision[S]) -> float:
    """How much better another option seems than the choice made, by a quick comparison."""
    options = decision.before.choices
    player = GreedyPlayer(f"{SEED}/{decision.number}", evaluations=SURVEY_WORLDS * len(options))
    totals = player.totals(decision.before, decision.seat)
    return (max(totals) - totals[options.index(decision.choice)]) / SURVEY_WORLDS


def _searched(decision: RecordedDecision[S], iterations: int) -> SearchedDecision[S]:
    """Find the best option by a search, then compare it with the choice made in a search between these two alone."""
    seed = f"{SEED}/{decision.number}"
    book = _book(decision.before)
    best = SearchPlayer(seed, iterations, book=book).think(decision.before, decision.seat)[0]
    if best.choice == decision.choice:
        return SearchedDecision(decision, best, best)
    duel = decision.before.fork(keep=True)
    duel.choices = [decision.choice, best.choice]
    rivals = {
        thought.choice: thought for thought in SearchPlayer(seed, iterations, book=book).think(duel, decision.seat)
    }
    return SearchedDecision(decision, rivals[decision.choice], rivals[best.choice])


def _blunders(searched: list[SearchedDecision[S]]) -> tuple[Blunder, ...]:
    """The choices that cost most, in order of play."""
    worst = sorted(searched, key=lambda each: -each.loss)[:MAX_TURNING_POINTS]
    blunders = [_blunder(each) for each in worst if each.loss >= MIN_CHANGE]
    return tuple(sorted(blunders, key=lambda blunder: blunder.number))


def _blunder(searched: SearchedDecision[S]) -> Blunder:
    decision, own, best = searched.decision, searched.own, searched.best
    lines = decision.report(decision.seat)
    return Blunder(
        decision.number, decision.turn, decision.name, decision.choice, own.value, best.choice, best.value, lines
    )


def _book(match: Match[S]) -> Insight:
    """The book whose win estimates are calibrated: people read them as probabilities."""
    return match.game.insights.of(match.options).forecasting()


def _chance(match: Match[S]) -> Chance:
    """The source of the worlds for a position: always the same ones."""
    return Chance.from_seed(f"{SEED}/{match.number}")


def _log_length(match: Match[S]) -> int:
    return 0 if match.log is None else len(match.log.lines)
