"""Analyses for people: where a recorded game was won and lost, for any game and any user interface.

Everything is judged by what the seat in question could know at the time: the value of a position for a side is averaged
over worlds, in which everything hidden from the side is drawn at random. A survey first compares every choice with
alternatives; of several parts of a game it may be made apart. The most doubtful choices are then searched and compared
with what the search prefers, in the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Final, Generic

from sandtable.engine.chance import Chance
from sandtable.engine.game import Game, S
from sandtable.engine.match import Match
from sandtable.engine.replay import Replay, run
from sandtable.engine.state import LogLine
from sandtable.engine.types import Choice
from sandtable.players.advice import ITERATIONS, forecasting_book
from sandtable.players.evaluation import Evaluator, win_shares
from sandtable.players.findings import Analysis, Blunder, Moment, ReportLine, Surprise
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.search import SearchPlayer, Thought

SEED: Final = "analysis"
"""The seed is fixed, so that an analysis can be repeated."""
SURVEY_WORLDS: Final = 3
"""Worlds in which the survey tries a choice and its alternatives."""
ALTERNATIVES: Final = 8
"""Alternatives that it tries at most, drawn at random."""
USUAL_STEPS: Final = 300
"""In a game of two sides with more steps than this, the survey looks at each step so much less closely, but ..."""
LEAST_WORLDS: Final = 2
"""... tries its choices in so many worlds at least ..."""
LEAST_ALTERNATIVES: Final = 4
"""... and so many alternatives."""
ALIKE: Final = 3
"""If a position has the same value in so many worlds, nothing that is hidden counts there, and no more are drawn."""
SEARCH_STAGES: Final = ((24, 5), (6, 1))
"""Each stage: how many of the most doubtful choices are searched, and by what the number of iterations is divided."""
POSITION_WORLDS: Final = 8
"""Worlds over which the value of a position is averaged."""
CHOICE_WORLDS: Final = 12
"""Worlds, each with its own dice, over which the value of a choice is averaged before chance answers it."""
RECHECKED_SWINGS: Final = 20
"""The largest swings of luck at a first look, which are measured again in all these worlds ..."""
LARGEST_SWINGS: Final = 8
"""... and so many of them that are the largest still ..."""
RECHECK_FACTOR: Final = 8
"""... in this many times as many."""
MAX_TURNING_POINTS: Final = 5
"""Turning points of each kind (blunders, surprises) that an analysis names at most."""
MIN_CHANGE: Final = 0.02
"""The smallest change of value that makes a turning point."""
CLOSELY: Final = MIN_CHANGE / 10
"""The standard error of an average that is known closely."""
MIN_STAKE: Final = 0.5
"""Decisions with less at stake (`Ask.stake`) are not judged: in a long game most are trifles."""

Progress = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""


# ---------------------------------------------------------------------- making an analysis


@dataclass(frozen=True)
class RecordedDecision(Generic[S]):
    """A decision of the recorded game, with the match before and after it."""

    step: int
    """Which decision of a player it is, from 1 on."""
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
    def trifling(self) -> bool:
        return self.before.asked().stake < MIN_STAKE

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


@dataclass(frozen=True)
class Survey:
    """What a first look at all decisions of a recorded game found, or at some of them in a row."""

    even: float
    start: dict[str, float]
    """As in the analysis."""
    moments: tuple[Moment, ...]
    unforced: int
    """Decisions with more than one option."""
    doubts: tuple[tuple[float, int], ...]
    """For each judged decision: how much better an alternative seems, and its step."""
    swings: tuple[tuple[float, int], ...]
    """For each decision that chance answered: how much that changed, and its step."""
    others: frozenset[int]
    """The steps of seats whose knowledge is not used."""


def analyse(
    game: Game[S],
    recorded: Replay,
    iterations: int = ITERATIONS,
    eyes: int | None = None,
    progress: Progress = lambda part: None,
) -> Analysis:
    """Judge a recorded game by what every side could know, or only one seat (`eyes`)."""
    whole = survey(game, recorded, eyes, progress=lambda part: progress(part / 2))
    return judge(game, recorded, [whole], iterations, eyes, lambda part: progress((1 + part) / 2))


def survey(
    game: Game[S],
    recorded: Replay,
    eyes: int | None = None,
    steps: range | None = None,
    progress: Progress = lambda part: None,
) -> Survey:
    """Look at the decisions of these steps of a recorded game, or at all: the first half of an analysis."""
    wanted = range(1, len(recorded.moves) + 1) if steps is None else steps
    recording = Recording(game, recorded)
    analyst = Analyst(recording.match, eyes, _steps(recorded))
    start = analyst.values(recording.match)
    moments: list[Moment] = []
    doubts: list[tuple[float, int]] = []
    swings: list[tuple[float, int]] = []
    others: set[int] = set()
    unforced = 0
    for decision in recording.decisions(wanted):
        moments.append(analyst.moment(decision, moments[-1].win if moments else None))
        unforced += not decision.forced
        if decision.seat not in analyst.eyes:
            others.add(decision.step)
        elif not decision.forced and not decision.trifling:
            doubts.append((analyst.doubt(decision), decision.step))
        if decision.chanced:
            swings.append((analyst.swing(decision, moments[-1]), decision.step))
        progress(len(moments) / len(wanted))
    return Survey(analyst.even, start, tuple(moments), unforced, tuple(doubts), tuple(swings), frozenset(others))


def judge(
    game: Game[S],
    recorded: Replay,
    parts: Sequence[Survey],
    iterations: int = ITERATIONS,
    eyes: int | None = None,
    progress: Progress = lambda part: None,
    budget_ms: int | None = None,
) -> Analysis:
    """Find the turning points among what the surveys of all parts found: the second half of an analysis.

    With a budget the doubtful choices are searched at most about that long together.
    """
    judged = find_blunders(game, recorded, parts, iterations, eyes, progress, budget_ms)
    return replace(judged, surprises=find_surprises(game, recorded, parts, eyes))


def find_blunders(
    game: Game[S],
    recorded: Replay,
    parts: Sequence[Survey],
    iterations: int = ITERATIONS,
    eyes: int | None = None,
    progress: Progress = lambda part: None,
    budget_ms: int | None = None,
) -> Analysis:
    """The whole analysis but for its surprises, which may be looked for at the same time."""
    doubts = sorted((doubt for part in parts for doubt in part.doubts), key=lambda pair: -pair[0])
    doubtful = [step for _, step in doubts[: SEARCH_STAGES[0][0]]]
    recording = Recording(game, recorded, again=True)
    found = {each.step: each for each in recording.decisions(set(doubtful))}
    match = recording.match
    searched = _most_doubtful([found[step] for step in doubtful], iterations, progress, budget_ms)
    analysis = Analysis(
        game=game.slug,
        seats=match.seats,
        eyes=match.seats if eyes is None else (match.seats[eyes],),
        winners=None if match.outcome is None else tuple(match.seats[seat] for seat in match.outcome.winners),
        drawn=match.outcome is not None and match.outcome.drawn,
        decisions=match.number,
        forced=match.number - sum(part.unforced for part in parts),
        judged=len(doubts),
        thought_over=len(searched),
        iterations=iterations,
        even=parts[0].even,
        start=parts[0].start,
        moments=tuple(moment for part in parts for moment in part.moments),
        blunders=_blunders(searched),
        surprises=(),
    )
    progress(1.0)
    return analysis


def find_surprises(
    game: Game[S], recorded: Replay, parts: Sequence[Survey], eyes: int | None = None
) -> tuple[Surprise, ...]:
    """Where luck decided, in order of play."""
    swings = sorted((swing for part in parts for swing in part.swings), key=lambda pair: -pair[0])
    others = frozenset[int]().union(*(part.others for part in parts))
    surprising = [step for _, step in swings]
    own = [step for step in surprising if step not in others]
    recording = Recording(game, recorded, again=True)
    analyst = Analyst(recording.match, eyes, _steps(recorded))
    wanted = {*surprising[:RECHECKED_SWINGS], *own[:RECHECKED_SWINGS]}
    found = {each.step: each for each in recording.decisions(wanted)}
    if recording.match.outcome is None:
        surprising = own  # before the game is over, decisions of other seats stay secret
    return analyst.surprises([found[step] for step in surprising[:RECHECKED_SWINGS]])


class Recording(Generic[S]):
    """A recorded game that is played again; unless it was before, its hashes are compared."""

    def __init__(self, game: Game[S], recorded: Replay, again: bool = False) -> None:
        self.positions = run(game, recorded, hashes=not again)
        self.match = next(self.positions)
        """The match as far as it has been played again."""

    def decisions(self, steps: Collection[int]) -> Iterator[RecordedDecision[S]]:
        """The decisions of these steps. A range is played no further than it reaches, anything else to the end."""
        before = self.match.fork(keep=True) if 1 in steps else None
        told = _log_length(self.match)
        for step, match in enumerate(self.positions, 1):
            after = None
            if before is not None:
                last = match.history[before.number]
                lines = [] if match.log is None else match.log.lines[told:]
                after = match.fork(keep=True)
                yield RecordedDecision(step, before, after, last.seat, last.choice, lines)
            if isinstance(steps, range) and step >= steps.stop - 1:
                return
            before = None
            if step + 1 in steps:
                before = after if after is not None else match.fork(keep=True)
                told = _log_length(match)


class Analyst(Generic[S]):
    """Estimates positions and decisions by what some seats could know; in a long game each a little less closely."""

    def __init__(self, match: Match[S], eyes: int | None, steps: int) -> None:
        self.evaluator = Evaluator(match.game, match.options, forecasting_book(match))
        self.eyes = tuple(range(len(match.seats))) if eyes is None else (eyes,)
        self.even = 1.0 / max(2, self.evaluator.side_count)
        self.care = min(1.0, USUAL_STEPS / max(1, steps) / (max(2, len(self.eyes)) / 2))
        """How closely a step is looked at, from 0 to 1: with four sides to estimate, half as closely as with two."""
        self.known: tuple[Match[S], list[float]] | None = None
        """The position of which nothing was hidden that was looked at last, and its values."""

    def _share(self, usual: int, least: int) -> int:
        """How many of the worlds or alternatives that are usual there are for a step of this game."""
        return min(usual, max(least, round(usual * self.care)))

    def moment(self, decision: RecordedDecision[S], before: dict[str, float] | None) -> Moment:
        """How things stood after a decision; after a trifle that chance did not answer, as before it."""
        choice = decision.choice if decision.seat in self.eyes else None
        changed = before is None or decision.chanced or not decision.trifling or decision.after.outcome is not None
        win = self.values(decision.after) if changed or before is None else before
        return Moment(decision.number, decision.turn, decision.name, choice, win)

    def swing(self, decision: RecordedDecision[S], moment: Moment) -> float:
        """How much chance changed, at a first look."""
        seat = self._judging(decision)
        came = moment.win[decision.before.seats[seat]]
        return abs(came - self._expected(decision, seat, self._share(CHOICE_WORLDS, LEAST_WORLDS), came))

    def doubt(self, decision: RecordedDecision[S]) -> float:
        """How much better some alternative seems than the choice made, by a quick comparison."""
        seed = f"{SEED}/{decision.number}"
        others = [option for option in decision.before.choices if option != decision.choice]
        alternatives = self._share(ALTERNATIVES, LEAST_ALTERNATIVES)
        if len(others) > alternatives:
            others = Random(seed).sample(others, alternatives)
        compared = decision.before.fork(keep=True)
        compared.choices = [decision.choice, *others]
        worlds = self._share(SURVEY_WORLDS, LEAST_WORLDS)
        own, *rest = GreedyPlayer(seed, evaluations=worlds * len(compared.choices)).totals(compared, decision.seat)
        return (max(rest) - own) / worlds

    def surprises(self, decisions: list[RecordedDecision[S]]) -> tuple[Surprise, ...]:
        """The largest swings of luck, looked at more closely, in order of play."""
        largest_first = sorted(decisions, key=lambda decision: -self._surprise(decision, 1).swing)
        again = (self._surprise(decision, RECHECK_FACTOR) for decision in largest_first[:LARGEST_SWINGS])
        found = sorted(again, key=lambda surprise: -surprise.swing)
        largest = [surprise for surprise in found[:MAX_TURNING_POINTS] if surprise.swing >= MIN_CHANGE]
        return tuple(sorted(largest, key=lambda surprise: surprise.number))

    def _surprise(self, decision: RecordedDecision[S], factor: int) -> Surprise:
        """What chance made of a decision, by so many times as many worlds as at a first look."""
        seat = self._judging(decision)
        came = self._value(decision.after, seat, POSITION_WORLDS * factor)
        expected = self._expected(decision, seat, CHOICE_WORLDS * factor, came)
        side = decision.before.seats[seat]
        return Surprise(
            decision.number, decision.turn, side, decision.name, decision.choice, expected, came, decision.report(seat)
        )

    def _judging(self, decision: RecordedDecision[S]) -> int:
        """The seat by whose knowledge luck is judged: the one that decided if its knowledge is used, else the first."""
        return decision.seat if decision.seat in self.eyes else self.eyes[0]

    # ------------------------------------------------------------------ values

    def values(self, match: Match[S]) -> dict[str, float]:
        """By side: the value of a position."""
        worlds = self._share(POSITION_WORLDS, ALIKE)
        return {match.seats[seat]: self._value(match, seat, worlds) for seat in self.eyes}

    def _value(self, match: Match[S], seat: int, worlds: int) -> float:
        """The value of a position for a side, averaged over worlds; if nothing is hidden from it, there is only one."""
        chance = _chance(match)
        unused = chance.barrier
        wins: list[float] = []
        while len(wins) < worlds:
            state = match.state.copy()
            match.game.determinize(state, seat, chance)
            if chance.barrier == unused:
                return self._known(match)[self.evaluator.sides[seat]]
            wins.append(self._win(match.game, state, seat))
            if len(wins) == ALIKE and wins.count(wins[0]) == ALIKE:
                break
        return fmean(wins)

    def _known(self, match: Match[S]) -> list[float]:
        """By side: the value of a position of which nothing is hidden. The next side that asks need not look again."""
        if self.known is None or self.known[0] is not match:
            self.known = match, self._wins(match.game, match.state)
        return self.known[1]

    def _expected(self, decision: RecordedDecision[S], seat: int, worlds: int, default: float) -> float:
        """The value of a decision before chance answers it, averaged over worlds in which it is possible.

        Of very many worlds no more are drawn when the average is known closely. As long as all have been alike it is
        not: what is rare may still come.
        """
        chance = _chance(decision.before)
        wins: list[float] = []
        for drawn in range(worlds):
            if drawn and drawn % CHOICE_WORLDS == 0 and len(wins) > 1 and 0 < stdev(wins) <= CLOSELY * sqrt(len(wins)):
                break
            simulation = decision.before.determinized(seat, chance.fresh())
            if decision.choice in simulation.choices:
                simulation.choose_unchecked(decision.choice)
                wins.append(self._win(simulation.game, simulation.state, seat))
        return fmean(wins) if wins else default

    def _win(self, game: Game[S], state: S, seat: int) -> float:
        return self._wins(game, state)[self.evaluator.sides[seat]]

    def _wins(self, game: Game[S], state: S) -> list[float]:
        """By side: its share of the win, or what it can expect of that."""
        outcome = game.outcome(state)
        if outcome is not None:
            return win_shares(outcome, self.evaluator.sides)
        return self.evaluator.side_values(game, state)


def _most_doubtful(
    decisions: list[RecordedDecision[S]], iterations: int, progress: Progress, budget_ms: int | None
) -> list[SearchedDecision[S]]:
    """The choices that look worst, searched in stages: fewer choices and more iterations each time.

    All stages have the same time, if that is limited, and so have all choices of one.
    """
    searched: list[SearchedDecision[S]] = []
    began = monotonic()
    for stage, (count, divisor) in enumerate(SEARCH_STAGES):
        worst, searched = decisions[:count], []
        for at, decision in enumerate(worst):
            budget = None
            if budget_ms is not None:
                left = began + budget_ms / 1000 * (stage + 1) / len(SEARCH_STAGES) - monotonic()
                budget = max(1, round(1000 * left / (len(worst) - at)))
            searched.append(_searched(decision, max(1, iterations // divisor), divisor == 1, budget))
            progress((stage + len(searched) / len(worst)) / len(SEARCH_STAGES))
        decisions = [each.decision for each in sorted(searched, key=lambda each: -each.loss)]
    return searched


def _searched(decision: RecordedDecision[S], iterations: int, far: bool, budget_ms: int | None) -> SearchedDecision[S]:
    """Find the best option by a search, then compare it with the choice made in a search between these two alone.

    Only between two are there lines enough for the view to the horizon (`far`).
    """
    seed = f"{SEED}/{decision.number}"
    book = forecasting_book(decision.before)
    half = None if budget_ms is None else max(1, budget_ms // 2)
    best = SearchPlayer(seed, iterations, half, book, far=False).think(decision.before, decision.seat)[0]
    if best.choice == decision.choice:
        return SearchedDecision(decision, best, best)
    duel = decision.before.fork(keep=True)
    duel.choices = [decision.choice, best.choice]
    compared = SearchPlayer(seed, iterations, half, book, far).think(duel, decision.seat)
    rivals = {thought.choice: thought for thought in compared}
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


def _chance(match: Match[S]) -> Chance:
    """The source of the worlds for a position: always the same ones."""
    return Chance.from_seed(f"{SEED}/{match.number}")


def _steps(recorded: Replay) -> int:
    """How many decisions players have made."""
    return sum("auto" not in move for move in recorded.moves)


def _log_length(match: Match[S]) -> int:
    return 0 if match.log is None else len(match.log.lines)
